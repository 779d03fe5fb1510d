"""A measurement of how soon an edition is readable, live, and follows its slider.

`python tests/measure/edition.py FOLDER [--visits 5] [--plainly]`, where FOLDER was written by `drillbook build`;
prints one table. Run it on a quiet machine to get figures that can be compared; the machine's load is printed with
them.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import os
import statistics
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, Playwright, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "site"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from chromium import CHROMIUM, FLAGS

CHAPTER, QUESTION = "bn/close-combat/", "bn/shot/?distance=30"
STEPS = 60
PATIENCE_MS = 180_000
SETTLED_MS = 1500
"""A browser that is up, as a reader's is: in its first second it is busy with itself."""
LIVE = """new MutationObserver((_, eyes) => {
  if (!document.querySelector(".plate-place[data-live]")) return;
  eyes.disconnect();
  window.aliveAt = performance.now();
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-live"] });"""
"""Notes when the first plate came alive: whoever looks from outside looks twice a second only."""
TEXT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
SLID = """async (steps) => {
  const range = document.querySelector('.drillbook-input-distance .db-range');
  const headline = document.querySelector('.db-headline'), field = document.querySelector('.drillbook-input-distance .db-field');
  const took = [];
  for (let at = 0; at < steps; at += 1) {
    const before = field.value, began = performance.now();
    const told = new Promise((done) => {
      const eyes = new MutationObserver(() => { if (field.value !== before) { eyes.disconnect(); done(performance.now() - began); } });
      eyes.observe(headline.closest('.drillbook-plate'), { subtree: true, childList: true, characterData: true, attributes: true });
    });
    range.value = String(Number(range.min) + ((at * 7 + 1) % 160));
    range.dispatchEvent(new Event('input', { bubbles: true }));
    took.push(await told);
    await new Promise((done) => setTimeout(done, 30));
  }
  return took;
}"""


class Packing(http.server.SimpleHTTPRequestHandler):
    """Serves files, silently."""

    def log_message(self, format: str, *args: object) -> None:
        """Write no line for a request."""
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Where a folder is served, on a port that is free."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Packing, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def text_of(page: Page, address: str) -> float:
    """Milliseconds from the request until there is text."""
    page.goto(address, wait_until="load")
    page.wait_for_function(f"{TEXT} !== undefined")
    return float(page.evaluate(TEXT))


def live_of(page: Page, address: str) -> float:
    """Milliseconds from the request until the plate is alive."""
    page.goto(address)
    page.locator(".plate-place[data-live]").first.wait_for()
    return float(page.evaluate("aliveAt"))


@contextmanager
def reader(started: Playwright, home: str, plainly: bool) -> Iterator[Page]:
    """Yield a page of a browser that is started for it.

    home: the folder in which that browser keeps its data; plainly: do not start from memory.
    """
    context = started.chromium.launch_persistent_context(home, executable_path=CHROMIUM, args=FLAGS)
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(LIVE)
    if plainly:
        context.add_init_script("delete window.SharedWorker")  # whose requests could not be kept from it
        context.route("**/memory.packed", lambda route: route.abort())
    page = context.new_page()
    page.wait_for_timeout(SETTLED_MS)
    yield page
    context.close()


def visit(started: Playwright, base: str, plainly: bool) -> dict[str, list[float]]:
    """Return the times of a reader's first visit, of what follows, and of another day's visit.

    The browser is closed between the two days.
    """
    with TemporaryDirectory() as home, reader(started, home, plainly) as page:
        found = {"text, first visit": [text_of(page, base + CHAPTER)]}
    with TemporaryDirectory() as home:
        with reader(started, home, plainly) as page:
            found["first live plate, first visit"] = [live_of(page, base + QUESTION)]
            found["slider to headline"] = page.evaluate(SLID, STEPS)
            page.wait_for_function("document.documentElement.dataset.kept === 'yes'")
            found["live plate, next page"] = [live_of(page, base + QUESTION.replace("30", "40"))]
            found["text, next page"] = [text_of(page, base + CHAPTER)]
        with reader(started, home, plainly) as page:
            found["first live plate, another day"] = [live_of(page, base + QUESTION)]
        with reader(started, home, plainly) as page:
            found["text, another day"] = [text_of(page, base + CHAPTER)]
    return found


def sizes(folder: Path) -> dict[str, float]:
    """Megabytes on disk and over the wire."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    [machinery] = (folder / "machinery").iterdir()
    memory, plain = machinery / "memory.packed", machinery / "plain"
    sent = {path.relative_to(machinery): path.stat().st_size for path in machinery.rglob("*") if path.is_file()}
    only_plain = {path.relative_to(machinery) for path in plain.iterdir()}
    return {
        "whole folder, MB": sum(path.stat().st_size for path in files) / 1e6,
        "machinery over the wire, MB": sum(size for path, size in sent.items() if path not in only_plain) / 1e6,
        "without memory, MB": sum(size for path, size in sent.items() if path.name != memory.name) / 1e6,
    }


def main() -> None:
    """Measure, and print the table."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--visits", type=int, default=5)
    asked.add_argument("--plainly", action="store_true", help="start Python anew, not from memory")
    wish = asked.parse_args()
    found: dict[str, list[float]] = {}
    with served(wish.folder) as base, sync_playwright() as started:
        for _ in range(wish.visits):
            for name, times in visit(started, base, wish.plainly).items():
                found.setdefault(name, []).extend(times)
    print(f"{wish.visits} visits, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"{'':36}{'median':>10}{'p95':>10}")
    for name, times in found.items():
        worst = statistics.quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
        print(f"{name + ', ms':36}{statistics.median(times):10.0f}{worst:10.0f}")
    for name, size in sizes(wish.folder).items():
        print(f"{name:36}{size:10.1f}")


if __name__ == "__main__":
    main()
