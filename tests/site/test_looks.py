"""Beauty that can be tested: nothing cut, nothing overlapping, nothing beside the page, readable by everybody."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page
from site_shelf import chapters

from conftest import visit_with
from drillbook_widgets.site.shelf import Chapter

pytestmark = pytest.mark.slow

CUT = """() => [...document.querySelectorAll('.db-label, [role=tab], .drillbook-input button, .db-headline, .db-question')]
  .filter(e => e.offsetParent && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline')
  .map(e => e.className + ': ' + e.textContent)"""

OVERLAPPING = """() => [...document.querySelectorAll('.drillbook-room svg')].flatMap(svg => {
  const words = [...svg.querySelectorAll('text')].filter(t => t.textContent.trim() && t.getBoundingClientRect().width
    && getComputedStyle(t).visibility !== 'hidden' && getComputedStyle(t).opacity !== '0' && getComputedStyle(t).display !== 'none');
  const found = [];
  words.forEach((one, i) => words.slice(i + 1).forEach(two => {
    const a = one.getBoundingClientRect(), b = two.getBoundingClientRect();
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (across > 2 && down > 4) found.push(svg.closest('.drillbook-plate').dataset.question + ': '
      + one.textContent + ' × ' + two.textContent);
  }));
  return found;
})"""

BESIDE = """() => [...document.querySelectorAll('.drillbook-room svg text')].filter(t => {
  const box = t.getBoundingClientRect(), room = t.closest('.drillbook-room').getBoundingClientRect();
  return t.textContent.trim() && box.width && getComputedStyle(t).display !== 'none'
    && (box.left < room.left - 3 || box.right > room.right + 3);
}).map(t => t.closest('.drillbook-plate').dataset.question + ': ' + t.textContent)"""

WIDER = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"

EMPTY = """() => [...document.querySelectorAll('.drillbook-plate')]
  .filter(p => !p.querySelector('.drillbook-room :is(path, rect, circle, line), table.db-decision tr, table.db-card tr'))
  .map(p => p.dataset.question)"""


FAULTS = {"cut": CUT, "overlapping": OVERLAPPING, "beside": BESIDE, "empty": EMPTY, "wider than the page": WIDER}


def look_at_every_plate(page: Page) -> None:
    """Pictures are drawn when they come into view."""
    for plate in page.locator(".drillbook-plate").all():
        plate.scroll_into_view_if_needed()
        page.wait_for_timeout(100)
    page.wait_for_timeout(600)


@pytest.mark.parametrize("chapter", chapters(), ids=lambda chapter: f"{chapter.short}-{chapter.slug}")
def test_nothing_is_cut_or_overlaps(browser: Browser, site: str, chapter: Chapter) -> None:
    visit = visit_with(browser, site, viewport={"width": 390, "height": 900})
    page = visit.live(chapter.path)
    for width in (390, 820, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        look_at_every_plate(page)
        faults = {name: page.evaluate(script) for name, script in FAULTS.items()}
        assert not any(faults.values()), (width, faults)
    visit.context.close()


@pytest.mark.parametrize("path", ["/", *(chapter.path for chapter in chapters())])
def test_a_page_is_accessible(browser: Browser, site: str, path: str) -> None:
    visit = visit_with(browser, site)
    page = visit.open(path) if path == "/" else visit.live(path)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.wait_for_function("scheme => document.documentElement.dataset.theme === scheme", arg=scheme)
        page.wait_for_timeout(500)
        found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa"], "resultTypes": ["violations"]})
        told = [
            f"{one['id']}: {one['nodes'][0]['html'][:160]} (+{len(one['nodes']) - 1})"
            for one in found.response["violations"]
        ]
        assert told == [], scheme
    visit.context.close()
