"""Tests of words that explain themselves in a real browser.

They do so by pointing, by the keyboard and by a tap; and a page lists them.
"""

from __future__ import annotations

import pytest
from chapter_page import axe
from playwright.sync_api import Browser, Page, expect
from running_site import Visit, visit_with

from drillbook import ask, library
from drillbook.rules.glossary import meanings

pytestmark = pytest.mark.slow

CHAPTER = "/bn/reaction"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def says(page: Page) -> str:
    """Return what the word beside the pointer or the focus says, after waiting for it."""
    box = page.locator("#says:not([hidden]) .says-text")
    box.wait_for()
    return box.inner_text()


def test_a_word_tells_its_meaning_to_pointer_and_keyboard(visit: Visit) -> None:
    page = visit.open(CHAPTER)
    words = {word.anchor: word.words for word in meanings(library().find("bn"))}
    first = page.locator("article .term").first
    wanted = words[(first.get_attribute("href") or "").partition("#")[2]]
    first.hover()
    assert says(page) == wanted
    page.keyboard.press("Escape")
    expect(page.locator("#says")).to_be_hidden()
    page.mouse.move(0, 0)
    page.keyboard.press("Tab")  # so that the focus counts as the keyboard's
    first.focus()
    assert says(page) == wanted
    expect(first).to_have_attribute("aria-describedby", "says")
    assert visit.complaints == []


def test_a_citation_and_a_number_of_the_why_tell_the_rule_itself(visit: Visit) -> None:
    page = visit.live("/bn/covering-fire?ar=1&distance=20", "bn/covering-fire")
    plate = page.locator('.drillbook-plate[data-question="bn/covering-fire"]')
    found = ask(plate.locator("a.drillbook-permalink").get_attribute("href").split("/", 3)[3])  # type: ignore[union-attr]
    row = plate.locator(".db-steps tr").nth(1)
    rule = row.locator("[data-rule]").get_attribute("data-rule") or ""
    wanted = found.ruleset.rule(rule).text
    for part in (".db-cite", ".db-mark"):
        page.mouse.move(0, 0)
        expect(page.locator("#says")).to_be_hidden()
        row.locator(part).hover()
        assert says(page) == wanted
    assert row.locator(".db-cite").get_attribute("title") is None


def test_a_tap_brings_the_meaning_up_from_below(browser: Browser, site: str) -> None:
    visit = visit_with(browser, site, **PHONE)
    page = visit.open(CHAPTER)
    page.locator("article .term").first.tap()
    sheet = page.locator(".says-sheet[open]")
    sheet.wait_for()
    page.wait_for_function("Math.abs(document.querySelector('.says-sheet').getBoundingClientRect().bottom - 844) <= 1")
    assert page.url.endswith(CHAPTER)
    assert list(axe(page, whole=True)) == []
    sheet.get_by_role("button", name="Close").tap()
    expect(page.locator(".says-sheet")).to_be_hidden()
    page.locator("article p .pilcrow").first.tap()
    page.locator(".says-sheet[open] .says-text").wait_for()
    assert visit.complaints == []
    visit.context.close()


@pytest.mark.parametrize("width", [390, 1440])
def test_the_glossary_lists_every_word(browser: Browser, site: str, width: int) -> None:
    visit = visit_with(browser, site, viewport={"width": width, "height": 900})
    page = visit.open("/bn/glossary")
    wanted = [word.anchor for word in meanings(library().find("bn"))]
    assert page.locator(".words-list > div").evaluate_all("all => all.map(one => one.id)") == wanted
    assert not page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    assert list(axe(page, whole=True)) == []
    assert visit.complaints == []
    visit.context.close()


def test_a_mistyped_place_is_told_and_the_nearest_offered(visit: Visit) -> None:
    page = visit.open(f"{CHAPTER}#bn.reaction.cover-capp")
    told = page.locator(".lost-place")
    expect(told).to_contain_text("There is no place called “bn.reaction.cover-capp” on this page.")
    told.locator("a").first.click()
    page.wait_for_function("location.hash === '#bn.reaction.cover-cap'")
    expect(page.locator(".lost-place")).to_have_count(0)
    page.evaluate("location.hash = 'bn.shooting.cover-nothing%'")
    expect(page.locator(".lost-place")).to_contain_text("no place called")
    page.evaluate("location.hash = 'bn.shooting.roll'")
    expect(page.locator(".lost-place a")).to_have_attribute("href", "/bn/shooting#bn.shooting.roll")
