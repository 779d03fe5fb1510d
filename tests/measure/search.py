"""A measurement of how soon search hits appear, on the server and in the page.

In the page the time runs from the last key to the drawn list. Run by hand: `python tests/measure/search.py`; with the
address of a site that already runs, that site is asked. The words are those that come up at a table, for every
ruleset. Each is searched three times: as it has never been typed, as it is typed again in another page, which the
site remembers, and with a letter less and more in the same page.
"""

from __future__ import annotations

import statistics
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "site"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from chromium import CHROMIUM, FLAGS
from measure_table import ready
from running_site import start_site, stop_site
from seeking import OTHER_BOXES, PHONE, TABLE, box

from drillbook import library
from drillbook.search import Finder

DESK = {"viewport": {"width": 1440, "height": 900}}
PAUSE_SECONDS = 0.15
"""As somebody types, so that the site's bound is not met."""
ENOUGH = 20
WATCH = """() => {
  window.drawn = null;
  addEventListener("input", () => { window.pressed = performance.now(); window.drawn = null; }, true);
  for (const list of document.querySelectorAll(".found-list"))
    new MutationObserver(() => requestAnimationFrame(() => {
      const after = new MessageChannel(); /* a message of its own comes once the frame has been painted */
      after.port1.onmessage = () => { window.drawn ??= [list.dataset.typed, performance.now() - window.pressed]; };
      after.port2.postMessage(null);
    })).observe(list, { attributeFilter: ["data-typed"] });
}"""


def words() -> list[str]:
    """All that is typed."""
    return [words for rows in TABLE.values() for words, _ in rows]


def told(times: list[float]) -> str:
    """Return the median and the 95th percentile of times as text."""
    return f"{statistics.median(times):6.1f} ms median {sorted(times)[int(0.95 * len(times))]:6.1f} ms p95"


@contextmanager
def the_site(given: str | None) -> Iterator[str]:
    """Yield the address of a site: the one that was given, or one that is started."""
    if given is not None:
        yield given
        return
    process, site = start_site(whole=True)
    try:
        yield site
    finally:
        stop_site(process)


def request(site: str, text: str) -> None:
    """Ask for the hits of a text."""
    urllib.request.urlopen(f"{site}/search.json?" + urllib.parse.urlencode({"q": text})).read()


def warm(site: str) -> None:
    """Wait until each of the site's processes has the words: many searches in a row succeed."""
    answered = 0
    while answered < ENOUGH:
        try:
            request(site, f"warm {time.time_ns() % 9973}")
            answered += 1
        except urllib.error.HTTPError:
            answered = 0
        time.sleep(PAUSE_SECONDS)


def timed(clock: Callable[[], float], do: Callable[[str], object], texts: list[str], pause: float = 0.0) -> list[float]:
    """Milliseconds of each."""
    taken = []
    for text in texts:
        began = clock()
        do(text)
        taken.append(1000 * (clock() - began))
        time.sleep(pause)
    return taken


def last_key(page: Page, text: str) -> float:
    """Milliseconds from the last key of a text to its list as it is painted."""
    typed = page.locator(":focus")
    typed.evaluate("(box, text) => { box.value = text; }", text[:-1])
    typed.press("End")
    page.keyboard.press(text[-1])
    taken = page.wait_for_function("(text) => window.drawn?.[0] === text && window.drawn[1]", arg=text).json_value()
    time.sleep(PAUSE_SECONDS)
    return float(taken)


def main(given: str | None = None) -> None:
    """Print what it comes to."""
    finder = Finder(library().all(), library())
    for text in words():
        finder.search(text)
    print("on the server, the search alone, processor's time ", told(timed(time.process_time, finder.search, words())))
    with the_site(given) as site, sync_playwright() as started:
        ready(site)
        warm(site)
        fresh = [f"{text} {time.time_ns() % 97}" for text in words()]  # what nobody has asked for yet
        print("on the server, a request never asked before       ",
              told(timed(time.perf_counter, lambda text: request(site, text), fresh, PAUSE_SECONDS)))  # fmt: skip
        print("on the server, a request that is remembered       ",
              told(timed(time.perf_counter, lambda text: request(site, text), fresh, PAUSE_SECONDS)))  # fmt: skip
        browser = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name, screen in (("phone", PHONE), ("desk", DESK)):
            page = browser.new_context(**screen).new_page()
            page.goto(site + "/", wait_until="load")
            box(page) if name == "phone" else page.locator(OTHER_BOXES).first.click()
            page.locator(".found-list").first.wait_for(state="attached")  # a box has its list once it is used
            page.evaluate(WATCH)
            once = [last_key(page, f"{text} {name[0]}") for text in words()]
            print(f"in the page, {name}, key to list drawn               ", told(once))
            again = [last_key(page, f"{text} {name[0]}") for text in words()]
            print(f"in the page, {name}, typed again                     ", told(again))
            page.context.close()
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
