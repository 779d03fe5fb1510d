"""Tests that every mark of every page has room for a finger (WCAG 2.5.8).

A mark has 24 px each way, except for links among other words.
"""

from __future__ import annotations

import pytest
from chapter_page import settled
from playwright.sync_api import Browser
from running_site import Visit, visit_with
from site_shelf import chapters, shelf
from turn import in_turn

from drillbook_widgets.pages.content.catalogue import CatalogueChapter

pytestmark = pytest.mark.slow
LEAST = 24
SIZES = (
    {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    {"viewport": {"width": 1440, "height": 900}},
)
BESIDE = ("", "glossary", "rulings", "quiz", "about", "sheet")
SMALL = """(least) => {
  const HOMES = "p, li, td, dd, dt, caption, summary, label, h1, h2, h3, h4";
  const words = (one) => one?.textContent.trim().length ?? 0;
  const among = (one) => one.matches("a, button") && getComputedStyle(one).display.startsWith("inline")
    && words(one.closest(HOMES)) > words(one) + 2;
  const room = (one) => (one.querySelector(".noUi-touch-area")
    || (/checkbox|radio/.test(one.type) && one.closest("label, td"))
    || one.closest(".card:has(h3 > a)") || one).getBoundingClientRect();
  return [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [role=slider], [role=tab]")]
    .filter((one) => one.checkVisibility() && !one.closest("[inert], [aria-hidden=true], .db-cells"))
    .map((one) => [one, room(one)])
    .filter(([one, { width, height }]) => width > 1 && height > 1 && Math.min(width, height) < least - 0.3 && !among(one))
    .map(([one, { width, height }]) => [one.tagName, one.className,
      `"${(one.textContent || one.ariaLabel || "").trim().slice(0, 30)}"`, width.toFixed(1), height.toFixed(1)].join(" "));
}"""
NARROW_CELLS = """(least) => [...document.querySelectorAll(".db-cell")].map((one) => [one.title, one.getBoundingClientRect()])
  .filter(([, box]) => box.width && Math.min(box.width, box.height) < least - 0.3)
  .map(([title, box]) => `${title} ${box.width.toFixed(1)} × ${box.height.toFixed(1)}`)"""


def small_on(visit: Visit, path: str) -> list[str]:
    """Return what is too small to touch on a page as it is opened."""
    found: list[str] = visit.open(path).evaluate(SMALL, LEAST)
    return found


@pytest.mark.parametrize("wishes", SIZES, ids=["phone", "desk"])
def test_marks_of_every_page_have_room(browser: Browser, site: str, wishes: dict[str, object]) -> None:
    """Marks on the front page, book pages and chapters have room for a finger.

    A run tests a quarter of the pages beside the chapters of each ruleset and a quarter of the chapters. Other runs test
    the other quarters.
    """
    visit = visit_with(browser, site, **wishes)
    beside = [f"/{book.short}/{one}" for number, book in enumerate(shelf().books) for one in in_turn(BESIDE, number)]
    paths = ["/", "/about", *beside]
    paths += [one.path for one in in_turn(chapters(), 0)]
    assert {path: found for path in paths if (found := small_on(visit, path))} == {}
    visit.context.close()


@pytest.mark.parametrize("wishes", SIZES, ids=["phone", "desk"])
@pytest.mark.parametrize("chapter", in_turn(chapters(), 0)[:2], ids=lambda one: one.path)
def test_marks_of_live_plates_have_room(
    browser: Browser, site: str, chapter: CatalogueChapter, wishes: dict[str, object]
) -> None:
    visit = visit_with(browser, site, **wishes)
    page = visit.live_throughout(chapter.path, seconds=120)
    width = page.evaluate(
        "innerWidth"
    )  # every picture is drawn when it comes into view, so all of them come into view at once
    page.set_viewport_size({"width": width, "height": page.evaluate("document.documentElement.scrollHeight")})
    settled(page)
    assert page.evaluate(SMALL, LEAST) + page.evaluate(NARROW_CELLS, LEAST) == []
    visit.context.close()
