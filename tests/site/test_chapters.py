"""Each chapter, opened once in a real browser: alive, good looks at every width, contrast, tabs, controls, nonsense.

Of its plates the first is woken and a quarter of the others, another quarter with each commit; all of them with -m thorough.
What every plate says without a browser is tried in tests/widgets/test_every_plate.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import chapter_page
import pytest
from chapter_page import AT_ONCE_AND_BACK, SHRINKING_AND_GROWING, axe, in_full, told, woken
from playwright.sync_api import Browser, BrowserContext
from site_shelf import chapters, plates_of

from conftest import Visit, visit_in
from drillbook_widgets.site.shelf import Chapter

pytestmark = pytest.mark.slow
every_chapter = pytest.mark.parametrize("chapter", chapters(), ids=lambda chapter: f"{chapter.short}-{chapter.slug}")


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
    visit: Visit, chapter: Chapter, cells: Sequence[str], whole: bool, widths: Sequence[int] = SHRINKING_AND_GROWING
) -> None:
    """A chapter with these plates awake has no fault.

    whole: axe tries all its rules on all of it, not the contrast of its plates alone. widths: of the screen, one after another.
    """
    page = visit.live(chapter.path, *cells)
    checks = {
        "alive": lambda: chapter_page.alive(page, chapter, cells),
        "looks": lambda: chapter_page.looks(page, widths),
        "axe": lambda: axe(page, whole=whole),
        "controls": lambda: chapter_page.controls(page),
        "tabs": lambda: chapter_page.tabs(page),
        "nonsense": lambda: chapter_page.nonsense(page, chapter),
    }
    faults = {name: list(check()) for name, check in checks.items()}
    faults |= {"console": visit.complaints, "other hosts": visit.foreign}
    assert not any(faults.values()), told(faults, cells)


@every_chapter
def test_a_chapter(reader: Visit, chapter: Chapter) -> None:
    is_as_it_should_be(reader, chapter, woken(chapter), in_full(chapter))


@pytest.mark.thorough
@every_chapter
def test_a_chapter_with_every_plate(reader: Visit, chapter: Chapter) -> None:
    widths = SHRINKING_AND_GROWING + AT_ONCE_AND_BACK
    is_as_it_should_be(reader, chapter, [cell for cell, _ in plates_of(chapter)], True, widths)


def test_the_front_page_is_accessible(visit: Visit) -> None:
    assert list(axe(visit.open("/"), whole=True)) == []
