"""Tests of the three depths of a chapter in a real browser.

A depth is chosen once and kept; folded text opens for a reader who asks for it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

import pytest
from chapter_page import axe
from playwright.sync_api import Browser, Page, expect
from running_site import Visit, visit_with
from site_shelf import chapters

from drillbook.book.markers import markers
from drillbook_widgets.pages.content.catalogue import CatalogueChapter
from drillbook_widgets.pages.content.chapter import read

pytestmark = pytest.mark.slow

TELLING = ".part[data-fold] p"


@functools.cache
def whole() -> CatalogueChapter:
    """Return a chapter that has everything.

    It has In short, a run of rulings and a worked example with a ledger of its own.
    """
    parts = ('class="short"', 'class="rulings"', 'class="ledger"')
    return next(
        one for one in chapters() if all(any(part in block.html for block in read(one).blocks) for part in parts)
    )


def choose(page: Page, depth: str) -> None:
    page.locator(f".depths input[value={depth}]").check(force=True)


def stated() -> Iterator[str]:
    """Yield the ids of the rules and the rulings that the chapter's sections state."""
    cells = [cell.source for cell in whole().read().cells if cell.cell_type == "markdown"]
    yield from (one.words[0] for text in cells[1:] for one in markers(text) if one.kind in ("rule", "ruling"))


def in_view(page: Page, identity: str) -> bool:
    """Is that anchor open and on the screen?"""
    return bool(
        page.evaluate(
            """(id) => { const found = document.getElementById(id), top = found.getBoundingClientRect().top;
              if (!found.checkVisibility()) return false;
              const folded = found.closest('[hidden], details:not([open])');
              return (folded === null || found.closest('summary')?.parentElement === folded) && top >= 0 && top < innerHeight; }""",
            identity,
        )
    )


def test_the_depth_is_chosen_once_and_kept(visit: Visit) -> None:
    page = visit.open(whole().path)
    assert page.evaluate("document.documentElement.dataset.depth") == "read"
    assert page.locator(TELLING).first.is_visible()
    read_height = page.evaluate("document.documentElement.scrollHeight")
    choose(page, "short")
    assert page.locator(".short").is_visible()
    assert not page.locator(".plate-place").first.is_visible()
    assert page.evaluate("document.documentElement.scrollHeight") < read_height / 3
    page.reload()
    assert page.evaluate("document.documentElement.dataset.depth") == "short"
    assert page.locator(".depths input[value=short]").is_checked()
    assert (
        page.locator(".part[data-fold]").first.get_attribute("hidden") == "until-found"
    )  # the browser's search sees it
    choose(page, "all")
    assert page.locator(".ruling:not([open]), .rulings:not([open]), .ledger:not([open])").count() == 0
    assert page.locator(".ledger li").first.is_visible()
    assert visit.complaints == []


def test_in_short_stands_before_the_first_screen_is_left(visit: Visit) -> None:
    page = visit.open(whole().path)
    assert page.locator(".short").bounding_box()["y"] < 450  # type: ignore[index]


def test_the_first_screen_does_not_wait_for_the_others(browser: Browser, site: str) -> None:
    """Parts of a chapter that are out of sight are not laid out until the script has come.

    They can be read all the same. With the script, everything is laid out.
    """
    how = "(one) => getComputedStyle(one).contentVisibility"
    for script in (False, True):
        visit = visit_with(browser, site)
        if not script:
            visit.page.route("**/bundles/page-*", lambda route: route.abort())
        page = visit.open(whole().path)
        assert page.locator(".part[data-fold]").last.evaluate(how) == ("visible" if script else "auto")
        assert page.locator(".part:not([data-fold])").first.evaluate(how) == "visible"
        last = page.locator(".part[data-fold] .words p").last
        last.scroll_into_view_if_needed()
        expect(last).to_be_in_viewport()
        visit.context.close()


@pytest.mark.parametrize("kind", ["rule", "ruling"])
def test_a_link_to_something_folded_opens_it(browser: Browser, site: str, kind: str) -> None:
    identity = next(one for one in stated() if (".ruling." in one) == (kind == "ruling"))
    visit = visit_with(browser, site)
    visit.page.add_init_script("localStorage.setItem('drillbook-depth', 'short')")
    page = visit.open(f"{whole().path}#{identity}")
    assert in_view(page, identity)
    page = visit.open(whole().path)
    page.evaluate("(id) => { location.hash = id; }", identity)
    page.wait_for_function("(id) => !document.getElementById(id).closest('[hidden]')", arg=identity)
    assert in_view(page, identity)
    visit.context.close()


@pytest.mark.parametrize(("width", "sections"), [(820, ".further a"), (1440, ".contents a:not([href='#in-short'])")])
def test_a_section_is_opened_from_the_chapter_in_short_and_found_text_opens_too(
    visit: Visit, width: int, sections: str
) -> None:
    """From the list below it, or where there is a margin from the list in that."""
    page = visit.open(whole().path)
    page.set_viewport_size({"width": width, "height": 900})
    choose(page, "short")
    link = page.locator(sections).nth(1)
    link.click()
    heading = page.locator(f'[id="{str(link.get_attribute("href")).removeprefix("#")}"]')
    expect(heading).to_be_visible()
    expect(page.locator(".part[data-fold][hidden]")).to_have_count(page.locator(".part[data-fold]").count() - 1)
    page.locator(".part[data-fold][hidden]").first.dispatch_event("beforematch", {"bubbles": True})
    assert page.locator(".part[data-fold][hidden]").count() == page.locator(".part[data-fold]").count() - 2


def test_a_permalink_opens_its_plate_at_any_depth(browser: Browser, site: str) -> None:
    visit = visit_with(browser, site)
    visit.page.add_init_script("localStorage.setItem('drillbook-depth', 'short')")
    page = visit.open(f"/{read(whole()).questions[-1]}")
    assert page.locator(".plate-place[data-opened]").is_visible()
    visit.context.close()


def test_a_ruling_is_one_line_that_can_be_handed_on(browser: Browser, site: str) -> None:
    visit = visit_with(browser, site, permissions=["clipboard-read", "clipboard-write"])
    page = visit.open(whole().path)
    run = page.locator(".rulings").first
    assert run.bounding_box()["height"] < 40  # type: ignore[index]
    run.locator("> summary").click()
    note = run.locator(".ruling").first
    question = note.locator("summary b").text_content()
    note.locator("> summary").click()
    note.get_by_role("button", name="Plain text").click()
    note.get_by_text("Plain text: copied").wait_for()
    words = page.evaluate("navigator.clipboard.readText()")
    assert question in words
    assert f"#{note.locator('summary a[id]').get_attribute('id')}" in words
    visit.context.close()


@pytest.mark.rotating("drillbook_widgets/pages/")
@pytest.mark.parametrize("depth", ["short", "all"])
def test_axe_finds_nothing_at_any_depth(browser: Browser, site: str, depth: str) -> None:
    visit = visit_with(browser, site)
    page = visit.open(whole().path)
    choose(page, depth)
    assert list(axe(page, whole=True)) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    visit.context.close()


def test_a_long_way_to_an_answer_shows_its_first_steps_where_one_reads(visit: Visit) -> None:
    page = visit.live("/bn/gauntlet", "bn/gauntlet")
    plate = page.locator('.drillbook-plate[data-question="bn/gauntlet"]')
    steps = plate.locator(".db-steps tr:visible")
    every = plate.locator(".db-steps tr").count()
    few = steps.count()
    assert few < every
    choose(page, "all")
    assert steps.count() == every
    choose(page, "read")
    assert steps.count() == few
    plate.get_by_role("button", name=f"All {every} steps").click()
    assert steps.count() == every
