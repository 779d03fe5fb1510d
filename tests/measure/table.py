"""A measurement of ten questions that come up at a table, from a phone's front page.

Run by hand: `python tests/measure/table.py`. For each ruleset and question it prints what is typed, the taps after
it, milliseconds from the last key to the hit and from the tap to the headline in sight, and the headline. Then it
prints how long the hits take on the server, without a browser: medians over all those words, each searched once.
"""

from __future__ import annotations

import statistics
import sys
import time
import urllib.parse
import urllib.request
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "site"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from chromium import CHROMIUM, FLAGS
from running_site import start_site, stop_site
from seeking import PHONE, TABLE, ask_at_the_table

from drillbook import library
from drillbook.search import Finder

SECONDS = 120


def ready(site: str) -> None:
    """Wait until the words of the book have been gathered."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        try:
            if b'"kind"' in urllib.request.urlopen(f"{site}/search.json?q=morale").read():
                return
        except OSError:
            time.sleep(1)


def on_the_server(site: str) -> tuple[float, float]:
    """Milliseconds that a request for hits takes, and that the search itself works: medians."""
    words = [words for rows in TABLE.values() for words, _ in rows]
    taken = []
    for one in words:
        began = time.perf_counter()
        urllib.request.urlopen(f"{site}/search.json?" + urllib.parse.urlencode({"q": one + " x"})).read()
        taken.append(1000 * (time.perf_counter() - began))
        time.sleep(0.1)  # as somebody types, so that the site's bound is not met
    finder = Finder(library().all(), library())
    worked = []
    for one in words:
        began = time.process_time()
        finder.search(one)
        worked.append(1000 * (time.process_time() - began))
    return statistics.median(taken), statistics.median(worked)


def main() -> None:
    """Print a line for each question, and the latency."""
    process, site = start_site(whole=True)
    try:
        ready(site)
        with sync_playwright() as started:
            browser = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            for ruleset, rows in TABLE.items():
                print(f"\n{ruleset}")
                context = browser.new_context(**PHONE)  # type: ignore[arg-type]
                page = context.new_page()
                for words, question in rows:
                    told = ask_at_the_table(page, site, words, ruleset, question)
                    print(
                        f"  {words:42} {told.taps} tap{'s' if told.taps > 1 else ' '} {told.hits_ms:5.0f} ms to the hit"
                        f" {told.headline_ms:5.0f} ms to the headline  {question}: {told.headline}",
                        flush=True,
                    )
                context.close()
            browser.close()
        request, work = on_the_server(site)
        print(f"\nhits on the server: {request:.1f} ms a request, {work:.1f} ms of the processor (medians)")
    finally:
        stop_site(process)


if __name__ == "__main__":
    main()
