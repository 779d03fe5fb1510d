"""Each chapter, opened once in a real browser: alive, good looks at every width, contrast, tabs, controls, nonsense."""

from __future__ import annotations

import chapter_page
import pytest
from chapter_page import axe, in_full, told
from playwright.sync_api import Browser
from site_shelf import chapters

from conftest import Visit, visit_with
from drillbook_widgets.site.shelf import Chapter

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("chapter", chapters(), ids=lambda chapter: f"{chapter.short}-{chapter.slug}")
def test_a_chapter(browser: Browser, site: str, chapter: Chapter) -> None:
    visit = visit_with(browser, site, viewport={"width": 1440, "height": 1000})
    page = visit.live(chapter.path)
    checks = {
        "alive": lambda: chapter_page.alive(page, chapter),
        "looks": lambda: chapter_page.looks(page),
        "axe": lambda: axe(page, whole=chapter.path in in_full()),
        "controls": lambda: chapter_page.controls(page),
        "tabs": lambda: chapter_page.tabs(page),
        "nonsense": lambda: chapter_page.nonsense(page),
    }
    faults = {name: list(check()) for name, check in checks.items()}
    faults |= {"console": visit.complaints, "other hosts": visit.foreign}
    assert not any(faults.values()), told(faults)
    visit.context.close()


def test_the_front_page_is_accessible(visit: Visit) -> None:
    assert list(axe(visit.open("/"), whole=True)) == []


@pytest.mark.thorough
@pytest.mark.parametrize("chapter", chapters(), ids=lambda chapter: f"{chapter.short}-{chapter.slug}")
def test_axe_reads_a_chapter_in_full(visit: Visit, chapter: Chapter) -> None:
    assert list(axe(visit.live(chapter.path), whole=True)) == []
