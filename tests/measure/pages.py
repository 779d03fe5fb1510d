"""A measurement of how soon a chapter is readable and live, and what an open page costs.

Run by hand: `python tests/measure/pages.py`. For each chapter, in a fresh browser profile each time, it takes the
time from the request to the first painted text, to the first live plate and to the last, as medians of five; and the
memory (PSS) of the page's kernel.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "site"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from chromium import CHROMIUM, FLAGS
from running_site import start_site, stop_site
from site_shelf import chapters

ROUNDS = 5
WATCH = "addEventListener('drillbook:plate-live', () => { window.firstLive ??= performance.now(); })"
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0].startTime"


def visit(browser: Browser, address: str) -> tuple[float, float, float]:
    """Milliseconds to painted text, first live plate and all plates live."""
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto(address)
    page.wait_for_function("document.body.dataset.live === 'yes'", timeout=60_000)
    whole = page.evaluate("performance.now()")
    first = page.evaluate("window.firstLive ?? performance.now()")
    painted = page.evaluate(PAINTED)
    context.close()
    return painted, first, whole


def descendants(pid: int) -> list[int]:
    """Every process below one."""
    below = [int(child) for task in Path(f"/proc/{pid}/task").glob("*/children") for child in task.read_text().split()]
    return [*below, *(deeper for child in below for deeper in descendants(child))]


def pss_megabytes(pid: int) -> float:
    """Return the proportional memory (PSS) of a process in megabytes."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("Pss:"))) / 1024


def main() -> None:
    """Print a line per chapter."""
    process, site = start_site(whole=True)
    try:
        with sync_playwright() as started:
            browser = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            for chapter in chapters():
                visit(browser, site + chapter.path)  # warm
                idle = set(descendants(process.pid))
                figures = [visit(browser, site + chapter.path) for _ in range(ROUNDS)]
                painted, first, whole = (round(statistics.median(column)) for column in zip(*figures, strict=True))
                page = browser.new_page()
                page.goto(site + chapter.path)
                page.wait_for_function("document.body.dataset.live === 'yes'", timeout=60_000)
                kernels = [pss_megabytes(pid) for pid in descendants(process.pid) if pid not in idle]
                page.close()
                memory = f"{max(kernels):.0f} MB" if kernels else "-"
                print(
                    f"{chapter.path:18} text {painted:5} ms   first plate {first:5} ms   all {whole:5} ms   kernel {memory}"
                )
    finally:
        stop_site(process)


if __name__ == "__main__":
    main()
