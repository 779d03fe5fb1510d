"""A measurement of how many screens a chapter is in each depth.

Run by hand: `python tests/measure/screens.py [--live] [RULESET/CHAPTER …]`. For each chapter at the size of a desk
and of a phone it counts the screens of *In short*, of the text of *Read* without its plates, of *Read* with them, and
of *Everything*. Plates are measured as they are before they are live, or with --live when all of them are live.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "site"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from chromium import CHROMIUM, FLAGS
from running_site import start_site, stop_site
from site_shelf import chapters

SIZES = {"desk": (1440, 900), "phone": (390, 844)}
DEPTHS = ("short", "read", "all")
PLATES = """[...document.querySelectorAll('.plate-place')].reduce((sum, one) => {
  const next = one.nextElementSibling;
  const box = one.getBoundingClientRect(), style = getComputedStyle(one);
  return sum + box.height + parseFloat(style.marginTop) + (next ? 0 : parseFloat(style.marginBottom));
}, 0)"""
AWAKE = "(one) => 'live' in one.dataset || 'failed' in one.dataset"


def page_at(browser: Browser, address: str, width: int, height: int, live: bool) -> Page:
    """Return a chapter's page in *Read*, with its plates woken if live is set."""
    page = browser.new_context(viewport={"width": width, "height": height}).new_page()
    page.goto(address)
    for place in page.query_selector_all(".plate-place") if live else ():  # plates wake where the reader is
        place.scroll_into_view_if_needed()
        page.wait_for_function(AWAKE, arg=place, timeout=120_000)
    return page


def screens(page: Page, height: int) -> dict[str, float]:
    """Return the screens of each depth, and of *Read* without its plates."""
    found: dict[str, float] = {}
    for depth in DEPTHS:
        page.evaluate(f"drillbookDepth.apply('{depth}')")
        page.wait_for_timeout(200)
        whole = page.evaluate("document.documentElement.scrollHeight")
        found[depth] = whole / height
        if depth == "read":
            found["telling"] = (whole - page.evaluate(PLATES)) / height
    return found


def main() -> None:
    """Print a line per chapter and size."""
    live = "--live" in sys.argv
    wanted = [one for one in sys.argv[1:] if not one.startswith("-")]
    process, site = (None, os.environ["SITE"]) if "SITE" in os.environ else start_site(whole=True)
    print(f"{'chapter':22}{'size':>7}{'in short':>10}{'telling':>10}{'read':>10}{'everything':>12}")
    try:
        with sync_playwright() as started:
            browser = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            for chapter in chapters():
                name = chapter.path.removeprefix("/")
                for size, (width, height) in SIZES.items() if not wanted or name in wanted else ():
                    page = page_at(browser, site + chapter.path, width, height, live)
                    told = screens(page, height)
                    page.context.close()
                    columns = (told["short"], told["telling"], told["read"])
                    print(f"{name:22}{size:>7}" + "".join(f"{one:10.1f}" for one in columns) + f"{told['all']:12.1f}")
            browser.close()
    finally:
        if process is not None:
            stop_site(process)


if __name__ == "__main__":
    main()
