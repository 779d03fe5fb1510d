"""A measurement of what moves under the reader's eyes while plates wake.

Run by hand: `python tests/measure/shift.py [RULESET/CHAPTER …]`. A first visitor reads a chapter down, a third of a
screen at a time, on a desk and on a phone. Another jumps from its last plate up to its first, and each plate then
wakes in the middle of the screen. Between two steps of the reader every line in view is followed from frame to frame:
how far the reader's own line moves, which is the first in view, and how far any line in view moves.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "site"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from chromium import CHROMIUM, FLAGS
from running_site import start_site, stop_site
from site_shelf import chapters

SIZES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1440, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
STEP = 1 / 3
WATCH = """() => {
  const TOP = 64, WORDS = '#page :is(h1, h2, h3, p, li, tr, summary, .db-headline)';
  const lines = [...document.querySelectorAll(WORDS)];
  const seen = () => new Map(lines.filter((one) => one.checkVisibility()).map((one) => [one, one.getBoundingClientRect()])
    .filter(([one, box]) => box.bottom > TOP && box.top < innerHeight && !one.closest('.plate-place:not([data-live])'))
    .map(([one, box]) => [one, box.top]));
  window.shifts = { own: 0, any: 0, where: '' };
  let before = seen();
  window.stepped = (by) => { scrollBy({ top: by, behavior: 'instant' }); before = seen(); };
  window.jumped = (place) => { place.scrollIntoView({ block: 'center', behavior: 'instant' }); before = seen(); };
  const look = () => {
    const now = seen();
    [...before].forEach(([one, top], number) => {
      const far = now.has(one) ? Math.abs(now.get(one) - top) : 0;
      if (!number && far > shifts.own) shifts.own = far;
      if (far > shifts.any) { shifts.any = far; shifts.where = one.textContent.trim().slice(0, 50); }
    });
    before = now;
    requestAnimationFrame(look);
  };
  look();
}"""
RESTS = "document.body.dataset.live === 'yes' && drillbookPlates.idle()"


def read_down(browser: Browser, address: str, wishes: dict[str, Any]) -> dict[str, Any]:
    """Return the farthest that lines moved while a reader reads down, in pixels, and where.

    There is a value for the reader's own line and one for any line in view.
    """
    page = browser.new_context(**wishes).new_page()
    page.goto(address)
    page.evaluate(WATCH)
    step = STEP * wishes["viewport"]["height"]
    at = -1.0
    while (now := page.evaluate("scrollY")) != at:
        at = now
        page.wait_for_function(RESTS, timeout=120_000)
        page.evaluate(f"stepped({step})")
    found: dict[str, Any] = page.evaluate("shifts")
    page.context.close()
    return found


def jump_up(browser: Browser, address: str, wishes: dict[str, Any]) -> dict[str, Any]:
    """Return the farthest moves, in pixels, when each plate wakes in sight.

    The reader jumps from the last plate up to the first.
    """
    page = browser.new_context(**wishes).new_page()
    page.goto(address)
    page.evaluate(WATCH)
    for place in reversed(page.query_selector_all(".plate-place")):
        if place.is_visible():
            page.evaluate("(place) => jumped(place)", place)
            page.wait_for_function(
                "(place) => 'live' in place.dataset || 'failed' in place.dataset", arg=place, timeout=120_000
            )
            page.wait_for_function(RESTS, timeout=120_000)
    found: dict[str, Any] = page.evaluate("shifts")
    page.context.close()
    return found


def main(wanted: list[str]) -> None:
    """Print a line per chapter and size."""
    process, site = (None, os.environ["SITE"]) if "SITE" in os.environ else start_site(whole=True)
    try:
        with sync_playwright() as started:
            browser = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            for chapter in chapters():
                name = chapter.path.removeprefix("/")
                for size, wishes in SIZES.items() if not wanted or name in wanted else ():
                    for way, walk in (("reading", read_down), ("jumping", jump_up)):
                        told = walk(browser, site + chapter.path, wishes)
                        far = f"own line {told['own']:6.1f}  any line {told['any']:6.1f}  {told['where']}"
                        print(f"{name:22}{size:>6}{way:>9}  {far}")
            browser.close()
    finally:
        if process is not None:
            stop_site(process)


if __name__ == "__main__":
    main(sys.argv[1:])
