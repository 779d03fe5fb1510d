"""Tests on a phone: everything within reach, and nothing too small to touch.

Copied text has no signs.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from running_site import Visit, visit_with

pytestmark = pytest.mark.slow

CHAPTER = "/bn/morale"
LEAST = 24
"""Pixels that a finger needs, along each side."""
COPIED = """() => { const range = document.createRange(); range.selectNodeContents(document.querySelector('article'));
  getSelection().removeAllRanges(); getSelection().addRange(range); return getSelection().toString(); }"""


@pytest.fixture
def phone(browser: Browser, site: str) -> Iterator[Visit]:
    visit = visit_with(browser, site, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    yield visit
    visit.context.close()


@pytest.mark.parametrize("width", [390, 820, 1440])
def test_the_contents_of_the_page_are_within_reach(browser: Browser, site: str, width: int) -> None:
    visit = visit_with(browser, site, viewport={"width": width, "height": 844})
    page = visit.open(CHAPTER)
    links = page.get_by_role("navigation", name="On this page").get_by_role("link")
    button = page.get_by_role("button", name="On this page")
    if width < 1100:
        assert links.count() == 0
        button.click()
        page.wait_for_function("document.activeElement.closest('#contents') !== null")
    else:
        expect(button).to_be_hidden()
    last = links.last
    place = last.get_attribute("href") or ""
    last.click()
    expect(page.locator(place)).to_be_in_viewport()
    if width < 1100:
        expect(page.locator("#contents")).to_be_hidden()
        button.click()
        page.keyboard.press("Escape")
        expect(page.locator("#contents")).to_be_hidden()
    visit.context.close()


def test_every_button_of_the_bar_has_a_name_and_room(phone: Visit) -> None:
    page = phone.open(CHAPTER)
    for name in ("Chapters", "On this page", "Dark colours"):
        box = page.get_by_role("button", name=name).bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44


@pytest.mark.parametrize("path", [CHAPTER, "/bn/shooting"])
def test_marks_are_wide_enough_to_touch(phone: Visit, path: str) -> None:
    page = phone.open(path)
    small = page.evaluate(
        """least => [...document.querySelectorAll('.pilcrow, .heading-link')].filter(one => one.checkVisibility())
          .map(one => one.getBoundingClientRect()).filter(box => box.width < least - .5 || box.height < least - .5).length""",
        LEAST,
    )
    assert small == 0
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert phone.page.evaluate(
        "[...document.querySelectorAll('.pilcrow')].every(one => one.getBoundingClientRect().left >= 0)"
    )


def test_copied_text_has_no_signs(phone: Visit) -> None:
    page = phone.open(CHAPTER)
    text = page.evaluate(COPIED)
    assert "Morale Test" in text
    assert "¶" not in text


def test_a_chapter_can_be_had_as_a_notebook(phone: Visit) -> None:
    page = phone.open(CHAPTER)
    page.get_by_text("Open as notebook").tap()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download the chapter").tap()
    assert waiting.value.suggested_filename == "morale.ipynb"
