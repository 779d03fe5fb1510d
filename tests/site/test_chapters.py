"""Each chapter, opened once in a real browser: alive, good looks at every width, contrast, tabs, controls, nonsense.

Of its plates the first is woken and a quarter of the others, another quarter with each commit; all of them with -m thorough.
What every plate says without a browser is tried in tests/widgets/test_every_plate.py.
"""

from __future__ import annotations

from collections.abc import Sequence

import chapter_page
import pytest
from chapter_page import axe, in_full, told, woken
from playwright.sync_api import Browser
from site_shelf import chapters, plates_of

from conftest import Visit, visit_with
from drillbook_widgets.site.shelf import Chapter

pytestmark = pytest.mark.slow
every_chapter = pytest.mark.parametrize("chapter", chapters(), ids=lambda chapter: f"{chapter.short}-{chapter.slug}")


def is_as_it_should_be(browser: Browser, site: str, chapter: Chapter, cells: Sequence[str], whole: bool) -> None:
    """A chapter with these plates awake has no fault.

    whole: axe tries all its rules on all of it, not the contrast of its plates alone.
    """
    visit = visit_with(browser, site, viewport={"width": 1440, "height": 1000})
    page = visit.live(chapter.path, *cells)
    checks = {
        "alive": lambda: chapter_page.alive(page, chapter, cells),
        "looks": lambda: chapter_page.looks(page),
        "axe": lambda: axe(page, whole=whole),
        "controls": lambda: chapter_page.controls(page),
        "tabs": lambda: chapter_page.tabs(page),
        "nonsense": lambda: chapter_page.nonsense(page),
    }
    faults = {name: list(check()) for name, check in checks.items()}
    faults |= {"console": visit.complaints, "other hosts": visit.foreign}
    assert not any(faults.values()), told(faults, cells)
    visit.context.close()


@every_chapter
def test_a_chapter(browser: Browser, site: str, chapter: Chapter) -> None:
    is_as_it_should_be(browser, site, chapter, woken(chapter), in_full(chapter))


@pytest.mark.thorough
@every_chapter
def test_a_chapter_with_every_plate(browser: Browser, site: str, chapter: Chapter) -> None:
    is_as_it_should_be(browser, site, chapter, [cell for cell, _ in plates_of(chapter)], whole=True)


def test_the_front_page_is_accessible(visit: Visit) -> None:
    assert list(axe(visit.open("/"), whole=True)) == []
