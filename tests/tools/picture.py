"""Picture of a live calculator for the README.

`python tests/tools/picture.py` starts the site, opens one calculator in Chromium and writes `book/calculator.png`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "site"))

from chromium import CHROMIUM, FLAGS
from running_site import ROOT, start_site, stop_site

FILE = ROOT / "book" / "calculator.png"
QUESTION = "bn/shot"
ADDRESS = f"/{QUESTION}?weapon=lmg&distance=30&cover=yes"
WIDTH, HEIGHT = 1520, 1400
MOST_BYTES = 120_000
AWAKE = "(one) => 'live' in one.dataset || 'failed' in one.dataset"
SETTLED_MS = 2_000
"""How long a live calculator takes to draw its chart and to fade in its marks."""


def take(site: str, to: Path) -> None:
    """Open the calculator on a running site and write its picture to a file."""
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        view = {"width": WIDTH, "height": HEIGHT}
        page = browser.new_context(viewport=view, color_scheme="light").new_page()
        page.goto(site + ADDRESS)
        place = page.locator(f'.plate-place[data-question="{QUESTION}"]').first
        place.scroll_into_view_if_needed()
        page.wait_for_function(AWAKE, arg=place.element_handle(), timeout=120_000)
        page.wait_for_timeout(SETTLED_MS)
        place.locator(".drillbook-plate").first.screenshot(path=str(to), animations="disabled")
        browser.close()


def main() -> int:
    """Write the picture; exit 1 where it is larger than the README may carry."""
    process, site = start_site(whole=True)
    try:
        take(site, FILE)
    finally:
        stop_site(process)
    size = FILE.stat().st_size
    print(f"{FILE.relative_to(ROOT)}: {size} bytes")
    return 0 if size <= MOST_BYTES else 1


if __name__ == "__main__":
    sys.exit(main())
