"""Tests of the page around the text, in a real browser.

They cover colours, sidebar, contents, print, and a page without scripts.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from chapter_page import settled
from playwright.sync_api import Browser, expect
from running_site import Visit, becomes, start_site, stop_site, visit_with
from site_shelf import chapters, small_chapter

pytestmark = pytest.mark.slow

FIRST = chapters()[0].path
SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def paper(visit: Visit) -> str:
    """Return the page's background colour."""
    return str(visit.page.evaluate("getComputedStyle(document.body).backgroundColor"))


@pytest.mark.parametrize(("scheme", "colour"), [("light", "rgb(251, 249, 244)"), ("dark", "rgb(22, 24, 27)")])
def test_the_systems_colours_are_worn_until_the_reader_chooses(
    browser: Browser, site: str, scheme: str, colour: str
) -> None:
    visit = visit_with(browser, site, color_scheme=scheme)
    visit.open("/")
    assert paper(visit) == colour
    visit.page.click(".theme-button")
    chosen = paper(visit)
    assert chosen != colour
    visit.open(FIRST)
    assert paper(visit) == chosen
    assert visit.complaints == []
    visit.context.close()


@pytest.mark.parametrize("path", ["/", "/nothing/here"])
def test_no_page_scrolls_sideways(visit: Visit, path: str) -> None:
    """Chapters are looked at in test_chapters.py."""
    page = visit.open(path)
    for width in (1440, 820, 390):
        page.set_viewport_size({"width": width, "height": 900})
        becomes(lambda: page.evaluate(SIDEWAYS), False)


def test_the_chapters_are_behind_a_button_on_a_narrow_screen(browser: Browser, site: str) -> None:
    visit = visit_with(browser, site, viewport={"width": 820, "height": 900})
    page = visit.open(FIRST)
    side, button = page.locator("#chapters"), page.locator(".chapters-button")
    assert not side.is_visible()
    button.click()
    expect(side).to_be_visible()
    expect(button).to_have_attribute("aria-expanded", "true")
    page.wait_for_function("document.activeElement.closest('#chapters') !== null")
    becomes(lambda: side.bounding_box()["height"] > 800, True)  # type: ignore[index]
    page.keyboard.press("Escape")
    expect(side).to_be_hidden()
    expect(button).to_be_focused()
    visit.context.close()


def test_on_a_wide_screen_everything_has_its_column(visit: Visit) -> None:
    page = visit.open(FIRST)
    side, text, margin = (page.locator(one).bounding_box() for one in ("#chapters", "article", ".margin"))
    assert side is not None
    assert text is not None
    assert margin is not None
    assert side["x"] + side["width"] <= text["x"]
    assert text["x"] + text["width"] <= margin["x"]
    assert page.locator("#chapters a[aria-current=page]").count() == 1


def test_the_contents_follow_the_reader(visit: Visit) -> None:
    page = visit.open(FIRST)
    links = page.locator(".contents a")
    last = links.nth(links.count() - 1)
    last.click()
    expect(last).to_have_attribute("aria-current", "true")
    page.wait_for_function("document.body.dataset.live === 'yes'", timeout=40_000)
    settled(page)
    expect(last).to_have_attribute("aria-current", "true")  # plates that came alive have not pushed the section away
    page.mouse.move(700, 400)
    page.mouse.wheel(0, -100_000)
    expect(last).not_to_have_attribute("aria-current", "true")


def test_the_keyboard_reaches_the_text_first(visit: Visit) -> None:
    page = visit.open(FIRST)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    page.wait_for_function("location.hash === '#page'")


def test_a_rules_sentence_shows_on_focus_and_its_section_where_everything_is_printed(visit: Visit) -> None:
    page = visit.open(FIRST)
    first = page.locator("article p .pilcrow").first
    page.keyboard.press("Tab")  # so that the focus counts as the keyboard's
    first.focus()
    page.locator("#says:not([hidden]) .says-text").wait_for()
    page.emulate_media(media="print")
    assert not page.locator("article p .pilcrow").nth(3).is_visible()
    assert not page.locator(".top").is_visible()
    assert not page.locator("#chapters").is_visible()
    page.evaluate("document.documentElement.dataset.depth = 'all'")
    assert page.locator("article p .pilcrow-name").nth(3).is_visible()


def test_without_scripts_the_chapter_is_complete(browser: Browser, site: str) -> None:
    visit = visit_with(browser, site, java_script_enabled=False)
    page = visit.open(FIRST)
    assert page.locator("h1").is_visible()
    assert page.locator(".still-headline").first.is_visible()
    assert "Scripts are off" in page.locator("noscript").inner_text()
    assert not page.locator(".theme-button").is_visible()
    visit.context.close()


@pytest.fixture(scope="module")
def full_site() -> Iterator[str]:
    """Yield the address of a site on which no further kernel may start."""
    process, address = start_site(variables={"DRILLBOOK_KERNELS": "0"})
    yield address
    stop_site(process)


def test_a_full_site_is_still_readable_and_says_so(browser: Browser, full_site: str) -> None:
    visit = visit_with(browser, full_site)
    page = visit.open(f"/{small_chapter()}")
    page.wait_for_selector(".asleep:not([hidden])")
    expect(page.locator(".asleep-words")).to_contain_text("all in use")
    expect(page.locator(".still-headline").first).to_be_visible()
    expect(page.locator(".wake")).to_have_text("Try again")
    visit.context.close()
