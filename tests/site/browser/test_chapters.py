"""Tests of chapters in a real browser: looks, contrast, tabs, controls and nonsense.

A run opens an eighth of the chapters, and the next commit's run opens the next eighth. It always opens those that the
last commit has touched. All plates of an opened chapter are woken and one of them is handled. The page shrinks at
once or step by step, and axe reads it whole, in light and in dark. `-m thorough` opens every chapter, handles every
plate and tries every width. Controls and tabs of plates are also tested without a browser, in
tests/plate/test_every_plate.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

import chapter_page
import pytest
from chapter_page import OPENED_PARTS, SHRINKING_AND_GROWING, THERE_AND_BACK, axe, opened, told
from playwright.sync_api import Browser, BrowserContext
from running_site import Visit, visit_in
from site_shelf import chapters, plates_of
from turn import turn

from drillbook_widgets.pages.content.catalogue import CatalogueChapter

T = TypeVar("T")
pytestmark = pytest.mark.slow
every_chapter = pytest.mark.parametrize("chapter", chapters(), ids=lambda chapter: f"{chapter.short}-{chapter.slug}")
opened_chapters = pytest.mark.parametrize("chapter", opened(), ids=lambda chapter: f"{chapter.short}-{chapter.slug}")


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """One browser goes through all chapters: it keeps what it has fetched, as a reader's does."""
    made = browser.new_context(viewport={"width": 1440, "height": 1000})
    yield made
    made.close()


@pytest.fixture
def reader(context: BrowserContext, site: str) -> Iterator[Visit]:
    """Yield a page that knows nothing of what was read or set before."""
    made = visit_in(context, site)
    yield made
    made.page.evaluate("localStorage.clear()")
    made.page.close()


def is_as_it_should_be(
    visit: Visit,
    chapter: CatalogueChapter,
    cells: Sequence[str],
    handled: Sequence[str],
    widths: Sequence[int],
) -> None:
    """Check that a chapter with these plates awake has no fault.

    handled: the plates whose controls and tabs are tried. widths: of the screen, one after another.
    """
    page = visit.live(chapter.path, *cells)
    plates = [page.locator(f".plate-place[data-cell='{cell}'] .drillbook-plate") for cell in handled]
    checks = {
        "alive": lambda: chapter_page.alive(page, chapter, cells),
        "looks": lambda: chapter_page.looks(page, widths),
        "axe": lambda: axe(page, whole=True),
        "controls": lambda: chapter_page.controls(plates),
        "tabs": lambda: chapter_page.tabs(plates),
        "nonsense": lambda: chapter_page.nonsense(page, chapter),
    }
    faults = {name: list(check()) for name, check in checks.items()}
    faults |= {"console": visit.complaints, "other hosts": visit.foreign}
    assert not any(faults.values()), told(faults, cells)


def by_turns(things: Sequence[T]) -> T:
    """Return one of these, and another one each time that a chapter's turn comes round."""
    return things[turn() // OPENED_PARTS % len(things)]


@opened_chapters
def test_a_chapter(reader: Visit, chapter: CatalogueChapter) -> None:
    cells = [cell for cell, _ in plates_of(chapter)]
    handled = [by_turns(cells)] if cells else []
    is_as_it_should_be(reader, chapter, cells, handled, by_turns(SHRINKING_AND_GROWING))


@pytest.mark.thorough
@every_chapter
def test_a_chapter_with_every_plate(reader: Visit, chapter: CatalogueChapter) -> None:
    cells = [cell for cell, _ in plates_of(chapter)]
    is_as_it_should_be(reader, chapter, cells, cells, THERE_AND_BACK)


def test_the_front_page_is_accessible(visit: Visit) -> None:
    assert list(axe(visit.open("/"), whole=True)) == []
