"""Each chapter, opened once in a real browser: alive, good looks at every width, contrast, tabs, controls, nonsense.

Of its plates the first is woken and a quarter of the others, another quarter with each commit, and of these one is
handled. In every second run the page shrinks, at once or step by step, and in every second one its contrast is read, in light
or in dark; both, and all of axe, where it is its turn or the last commit has touched it; every plate with -m thorough. That
each control and tab of every plate does what it should is tried without a browser in tests/plate/test_every_plate.py, and
in each run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

import chapter_page
import pytest
from chapter_page import SCHEMES, SHRINKING_AND_GROWING, THERE_AND_BACK, axe, in_full, told, woken
from playwright.sync_api import Browser, BrowserContext
from running_site import Visit, visit_in
from site_shelf import chapters, plates_of
from turn import turn

from drillbook_widgets.pages.content.catalogue import CatalogueChapter

T = TypeVar("T")
pytestmark = pytest.mark.slow
every_chapter = pytest.mark.parametrize("chapter", chapters(), ids=lambda chapter: f"{chapter.short}-{chapter.slug}")

PARTLY = ((True, True), (False, False), (True, False), (False, True))
"""In turns: is the page looked at as it shrinks and grows, and is the contrast of its plates read?"""


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """One browser goes through all chapters: it keeps what it has fetched, as a reader's does."""
    made = browser.new_context(viewport={"width": 1440, "height": 1000})
    yield made
    made.close()


@pytest.fixture
def reader(context: BrowserContext, site: str) -> Iterator[Visit]:
    """A page that knows nothing of what was read or set before."""
    made = visit_in(context, site)
    yield made
    made.page.evaluate("localStorage.clear()")
    made.page.close()


def is_as_it_should_be(
    visit: Visit,
    chapter: CatalogueChapter,
    cells: Sequence[str],
    handled: Sequence[str],
    whole: bool,
    widths: Sequence[int],
    schemes: Sequence[str] = SCHEMES,
) -> None:
    """A chapter with these plates awake has no fault.

    handled: the plates whose controls and tabs are tried. whole: axe tries all its rules on all of it, not the contrast of
    its plates alone. widths: of the screen, one after another. schemes: in which axe reads it.
    """
    page = visit.live(chapter.path, *cells)
    plates = [page.locator(f".plate-place[data-cell='{cell}'] .drillbook-plate") for cell in handled]
    checks = {
        "alive": lambda: chapter_page.alive(page, chapter, cells),
        "looks": lambda: chapter_page.looks(page, widths),
        "axe": lambda: axe(page, whole=whole, schemes=schemes),
        "controls": lambda: chapter_page.controls(plates),
        "tabs": lambda: chapter_page.tabs(plates),
        "nonsense": lambda: chapter_page.nonsense(page, chapter),
    }
    faults = {name: list(check()) for name, check in checks.items()}
    faults |= {"console": visit.complaints, "other hosts": visit.foreign}
    assert not any(faults.values()), told(faults, cells)


def by_turns(things: Sequence[T], chapter: CatalogueChapter, kept: int = 1) -> T:
    """One of these, the chapter after it another, and each another when its turn has come. kept: for so many turns."""
    return things[(chapters().index(chapter) + turn() // kept) % len(things)]


@every_chapter
def test_a_chapter(reader: Visit, chapter: CatalogueChapter) -> None:
    cells = woken(chapter)
    handled = [cells[turn() % len(cells)]] if cells else []
    whole = in_full(chapter)
    looked_at, read = by_turns(PARTLY, chapter)
    widths = by_turns(SHRINKING_AND_GROWING, chapter, kept=len(PARTLY)) if looked_at or whole else ()
    schemes = SCHEMES if whole else (by_turns(SCHEMES, chapter, kept=len(PARTLY)),) if read else ()
    is_as_it_should_be(reader, chapter, cells, handled, whole, widths, schemes)


@pytest.mark.thorough
@every_chapter
def test_a_chapter_with_every_plate(reader: Visit, chapter: CatalogueChapter) -> None:
    cells = [cell for cell, _ in plates_of(chapter)]
    is_as_it_should_be(reader, chapter, cells, cells, True, THERE_AND_BACK)


def test_the_front_page_is_accessible(visit: Visit) -> None:
    assert list(axe(visit.open("/"), whole=True)) == []
