"""Tests of controls for a hand, in a real browser.

They cover long tracks, less and more, arrow keys, room for a finger; and readings that are not ours.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect
from running_site import Visit, becomes, visit_with

from drillbook import ask

pytestmark = pytest.mark.slow
FIRE = '.drillbook-plate[data-question="bn/covering-fire"]'
SHOT = '.drillbook-plate[data-question="bn/shot"]'
SHORT_TRACKS = """() => [...document.querySelectorAll('.drillbook-plate .noUi-target')].filter((one) => one.checkVisibility())
  .map((one) => [one.closest('.drillbook-plate').dataset.question, one.getBoundingClientRect().width]).filter(([, wide]) => wide < 200)"""
SMALL_TARGETS = """() => [...document.querySelectorAll('.drillbook-plate :is(button, input, select, summary, [role=slider], [role=tab])')]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 1).map((one) => {
    const room = one.querySelector('.noUi-touch-area') || (one.type === 'checkbox' ? one.closest('label, td') : one);
    const { width, height } = room.getBoundingClientRect();
    return [one.className || one.tagName, Math.round(width), Math.round(height)];
  }).filter(([, width, height]) => width < 44 || height < 44)"""


def test_every_track_is_long_enough_at_every_width(visit: Visit) -> None:
    page = visit.live("/bn/reaction", "bn/covering-fire", "bn/gauntlet")
    for width in (390, 820, 1100, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        becomes(lambda: page.evaluate(SHORT_TRACKS), [])


def test_a_finger_finds_every_control(browser: Browser, site: str) -> None:
    visit = visit_with(browser, site, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = visit.live("/bn/shot?weapon=ar&distance=30&ruling.range-bands=B", "bn/shot")
    becomes(lambda: page.evaluate(SMALL_TARGETS), [])
    found = page.locator(SHOT)
    found.get_by_role("button", name="Distance: more").tap()
    expect(found.locator(".drillbook-input-distance .db-field")).to_have_value("31 cm")
    assert not visit.complaints
    visit.context.close()


def test_less_and_more_arrows_and_marks_set_a_number(visit: Visit) -> None:
    found = visit.live("/bn/covering-fire?ar=1&distance=32", "bn/covering-fire").locator(FIRE)
    distance = found.locator(".drillbook-input-distance")
    field = distance.locator(".db-field")
    expect(field).to_have_value("32 cm")
    for act, value in (
        (lambda: distance.get_by_role("button", name="Distance: less").click(), 31),
        (lambda: field.press("ArrowUp"), 32),
        (lambda: field.press("PageUp"), 50),
        (lambda: distance.get_by_role("slider").press("ArrowLeft"), 49),
        (lambda: distance.locator(".db-tick-mark", has_text="25").click(), 25),
        (lambda: field.press("PageDown"), 0),
    ):
        act()
        expect(field).to_have_value(f"{value} cm")
    expect(distance.get_by_role("button", name="Distance: less")).to_have_attribute("aria-disabled", "true")
    expect(found.locator(".db-headline")).to_have_text(ask("bn/covering-fire?ar=1&distance=0").headline)
    more = distance.get_by_role("button", name="Distance: more")
    more.hover()
    visit.page.mouse.down()  # held down it goes on by itself
    expect(field).to_have_value(re.compile(r"^([2-9]|\d\d) cm$"))
    visit.page.mouse.up()
    assert not visit.complaints


def test_a_corrected_field_is_no_longer_marked_wrong(visit: Visit) -> None:
    found = visit.live("/bn/reaction", "bn/covering-fire").locator(FIRE)
    row = found.locator(".drillbook-input-distance")
    field, note = row.locator(".db-field"), row.locator(".db-note")
    for correct in (
        lambda: field.fill("40"),
        lambda: field.press("Escape"),
        lambda: found.locator(".drillbook-input-ar").get_by_role("button", name="more").click(),
    ):
        field.fill("600")
        field.press("Enter")
        expect(note).to_contain_text("must be from 0 to 60 cm")
        expect(field).to_have_attribute("aria-invalid", "true")
        correct()
        expect(note).to_have_text("")
        expect(field).not_to_have_attribute("aria-invalid", "true")
        expect(row).not_to_have_class(re.compile("db-wrong"))
    good = field.input_value()
    for typed in (
        "600",
        good,
    ):  # the last good number again is heard too: what is wrong elsewhere does not bring the note back
        field.fill(typed)
        field.press("Enter")
        expect(note).to_contain_text("must be from" if typed != good else re.compile("^$"))
    rifles = found.locator(".drillbook-input-ar")
    rifles.locator(".db-field").fill("some")
    rifles.locator(".db-field").press("Enter")
    expect(rifles.locator(".db-note")).to_contain_text("must be a number")
    expect(note).to_have_text("")


def test_inputs_that_do_not_apply_stand_behind_one_line(visit: Visit) -> None:
    found = visit.live("/bn/shot?weapon=ar", "bn/shot").locator(SHOT)
    aside = found.locator(".db-aside")
    expect(aside.locator("summary")).to_have_text("3 inputs do not apply")
    expect(found.locator(".drillbook-input-crew")).to_be_hidden()
    expect(aside.locator("li", has_text="Only machine guns are mounted.")).to_be_hidden()
    aside.locator("summary").click()
    expect(aside.locator("li", has_text="Only machine guns are mounted.")).to_be_visible()
    found.locator(".drillbook-input-weapon select").select_option(label="Heavy machine gun")
    expect(found.locator(".drillbook-input-crew")).to_be_visible()
    expect(aside.locator("summary")).to_have_text("2 inputs do not apply")


def test_a_reading_that_is_not_ours_is_seen_before_and_after_the_plate_lives(visit: Visit) -> None:
    ours, theirs = "bn/shot?weapon=ar&distance=30", "bn/shot?weapon=ar&distance=30&ruling.range-bands=B"
    page = visit.open(f"/{theirs}")
    usual = f"usually “{ask(ours).headline}”"
    expect(page.locator("[data-opened] .still-apart")).to_have_text(
        re.compile(rf"reading B of range bands\s+{re.escape(usual)}")
    )
    found = visit.live(f"/{theirs}", "bn/shot").locator(SHOT)
    chip = found.locator(".db-answer .db-apart:not(.db-house)")
    expect(chip).to_contain_text("reading B of range bands")
    expect(chip.locator(".db-apart-usual")).to_have_text(usual)
    expect(found.get_by_role("tabpanel").locator(".db-apart")).to_contain_text("The nearest column.")
    expect(chip.get_by_role("link", name="range bands", exact=True)).to_have_attribute("href", "#bn.ruling.range-bands")
    expect(chip.get_by_role("link", name="All readings")).to_have_attribute("href", "/bn/rulings#bn.ruling.range-bands")
    assert page.evaluate("document.getElementById('bn.ruling.range-bands') !== null")
    chip.get_by_role("button", name="Go back to our reading of range bands").click()
    expect(found.locator(".db-headline")).to_have_text(ask(ours).headline)
    expect(chip).to_be_hidden()
    assert not visit.complaints


def test_a_link_that_lost_its_end_says_so(visit: Visit) -> None:
    page = visit.live("/bn/covering-test?value=5&bunk", "bn/covering-test")
    found = page.locator("[data-opened] .drillbook-plate")
    expect(found.locator(".db-complaint")).to_contain_text("This link seems cut off: it ends in 'bunk'.")
    expect(found.locator(".drillbook-input-value .db-field")).to_have_value("5")


def test_a_finger_meets_one_row_of_a_picture(browser: Browser, site: str) -> None:
    visit = visit_with(browser, site, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = visit.live("/bn/man-price", "bn/man-price")
    rows = "[...document.querySelectorAll('.db-cell')].map((one) => one.getBoundingClientRect().height)"
    page.wait_for_function(f"{rows}.length > 24 && Math.min(...{rows}) >= 23.5", timeout=40_000)
    visit.context.close()


def test_a_column_comes_with_the_team_it_is_for(visit: Visit) -> None:
    page = visit.live("/bn/morale-track?squads=12&turns=2,0,0,0,no", "bn/morale-track")
    found = page.locator('.drillbook-plate[data-question="bn/morale-track"]')
    heads = found.locator(".drillbook-input-turns th:visible")
    expect(heads).to_have_text(["Team 1", "A leader"])
    found.get_by_role("button", name="Add team").click()
    expect(heads).to_have_text(["Team 1", "Team 2", "A leader"])
    found.get_by_role("button", name="Add turn").click()
    expect(found.locator(".drillbook-input-turns tr").nth(2).locator("input:visible")).to_have_count(3)
    assert not visit.complaints


def test_the_answer_stays_in_sight_and_takes_no_more_than_its_words(browser: Browser, site: str) -> None:
    """On a phone above every form, on a desk above a long one."""
    for wishes, address in (
        ({"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}, "bn/shot"),
        ({"viewport": {"width": 1440, "height": 700}}, "bn/covering-fire"),
    ):
        visit = visit_with(browser, site, **wishes)
        page = visit.live(f"/{address}", address)
        found = page.locator(f'.drillbook-plate[data-question="{address}"]')
        form = found.locator(".drillbook-form")
        form.evaluate("(el) => window.scrollBy(0, el.getBoundingClientRect().top + 60)")
        told = found.locator(".db-told")
        expect(told).to_be_in_viewport(ratio=1)
        words = found.locator(".db-odds").bounding_box()
        box = told.bounding_box()
        assert words is not None
        assert box is not None
        assert box["y"] + box["height"] - words["y"] - words["height"] < 12
        visit.context.close()
