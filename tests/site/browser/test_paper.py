"""Tests of paper: a chapter with what the reader has filled in.

They also cover an answer as a sheet of its own.
"""

from __future__ import annotations

import pytest
from chapter_page import pages_of
from playwright.sync_api import Page, expect
from running_site import Visit

from drillbook import library

pytestmark = pytest.mark.slow

SEEN = "all => all.filter(one => one.checkVisibility()).length"
SCREEN = ".top, #chapters, .pilcrow, .heading-link, .db-bar, .drillbook-form, .onward, .take-away, .depths"

WRITTEN_OVER = """() => [...document.querySelectorAll('.words :is(td, th)')].filter((cell) => {
  const nodes = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), boxes = [];
  for (let node; (node = nodes.nextNode());) {
    const range = document.createRange();
    range.selectNode(node);
    if (node.textContent.trim() && node.parentElement.checkVisibility()) boxes.push(...range.getClientRects());
  }
  return boxes.some((one, at) => at && Math.abs(one.top - boxes[at - 1].top) < 4 && one.left < boxes[at - 1].right - 2);
}).map((cell) => cell.textContent)"""


def on_paper(page: Page) -> None:
    """As a printer would have it."""
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")


def test_a_chapter_is_printed_as_it_is_filled_in(visit: Visit) -> None:
    page = visit.live("/bn/morale-test?ruling.morale-losses=A")
    page.evaluate("() => { window.print = () => { document.body.dataset.printed = 'yes'; }; }")
    page.get_by_role("button", name="Print", exact=True).click()
    page.wait_for_selector("body[data-printed]", timeout=30_000)
    places = page.locator(".plate-place").evaluate_all("all => all.filter(one => !('live' in one.dataset)).length")
    assert places == 0, "printing has not waited for every plate"
    plate = page.locator('.drillbook-plate[data-question="bn/morale-test"]').first
    headline = plate.locator(".db-headline").inner_text()
    on_paper(page)
    assert page.locator(SCREEN).evaluate_all(SEEN) == 0
    expect(plate.locator(".db-headline")).to_have_text(headline)
    expect(plate.locator(".db-situation")).to_be_visible()
    expect(plate.locator(".db-steps")).to_be_visible()
    drawing = plate.locator(".drillbook-room svg.svg-figure")
    assert drawing.get_attribute("viewBox")
    for size in ("A4", "Letter"):
        assert pages_of(page.pdf(format=size)) > 3
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert drawing.get_attribute("viewBox") is None


def test_in_the_dark_paper_stays_white_and_no_word_stands_over_another(visit: Visit) -> None:
    page = visit.open("/bn/shooting")
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    on_paper(page)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.querySelector('h1')).color") == "rgb(0, 0, 0)"
    assert (
        page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--accent')").strip()
        == library().find("bn").accent.light
    )
    assert page.evaluate(WRITTEN_OVER) == []


def test_a_wide_table_is_no_wider_than_the_paper(visit: Visit) -> None:
    page = visit.open("/bn/basics")
    page.set_viewport_size({"width": 658, "height": 900})  # A4 between its margins
    on_paper(page)
    widths = page.locator(".words table").evaluate_all("all => all.map((one) => one.getBoundingClientRect().right)")
    assert len(widths) > 2
    assert max(widths) <= 658


@pytest.mark.parametrize(
    ("path", "boxes", "blanks"),
    [("/bn/force?men=3,r2,lmg,0;1,r2,ar,2", 4, 0), ("/bn/defeat-ledger?match=mixed&civilians=2", 0, 28)],
)
def test_an_answer_is_printed_as_a_sheet(visit: Visit, path: str, boxes: int, blanks: int) -> None:
    question = path[1:].partition("?")[0]
    page = visit.live(path, question)
    found = page.locator(f'.drillbook-plate[data-question="{question}"]').first
    found.get_by_role("tab", name="Share").click()
    page.evaluate("() => { window.print = () => {} }")
    found.get_by_role("button", name="Print").click()
    sheet = page.locator(".db-print")
    assert sheet.locator(".db-boxes i").count() == boxes
    assert sheet.locator(".db-blank").count() == blanks
    expect(sheet.locator("svg.db-code path")).to_have_count(1)
    page.emulate_media(media="print")
    assert sheet.evaluate("one => one.scrollWidth <= one.clientWidth")
    assert pages_of(page.pdf(format="A4")) == 1
