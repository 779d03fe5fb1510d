"""Tests of a plate in a real browser: it answers, compares, rolls and shares.

It can be used by keyboard and screen reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from running_site import Visit, becomes, visit_with

from drillbook import ask

pytestmark = pytest.mark.slow
CHAPTER = "/bn/reaction"
FIRE, TEST = "bn/covering-fire", "bn/covering-test"


@pytest.fixture(scope="module")
def opened(browser: Browser, site: str) -> Iterator[Visit]:
    """Yield a page with two live plates, for all tests that leave it as after a reset."""
    made = visit_with(browser, site)
    made.live(CHAPTER, FIRE, TEST)
    yield made
    made.context.close()


@pytest.fixture
def shared(opened: Visit) -> Visit:
    """Return the shared page, as it was when it was opened."""
    for question, home in ((FIRE, "ar=1&lmg=1&.*&distance=32"), (TEST, "value=9&troops=irr3")):
        found = plate_in(opened.page, question)
        found.get_by_title("Back to the example in the text").click()
        found.get_by_role("tab", name="Why").click()
        expect(found.locator(".drillbook-permalink")).to_have_attribute("href", re.compile(rf"{question}\?{home}\b"))
        expect(found.locator(".db-note:not(:empty), .db-pinned:visible")).to_have_count(0)
    return opened


def plate(visit: Visit, question: str = FIRE) -> Locator:
    """Return a plate of the shared page, or of another visitor's page once it is live."""
    if not visit.page.url.startswith(visit.site):
        visit.live(CHAPTER, question)
    return plate_in(visit.page, question)


def plate_in(page: Page, question: str) -> Locator:
    return page.locator(f'.drillbook-plate[data-question="{question}"]')


def address_of(found: Locator) -> str:
    link = found.locator(".drillbook-permalink").get_attribute("href") or ""
    return re.sub(r"^https?://[^/]+/", "", link)


def test_the_keyboard_moves_a_slider_and_the_answer_follows(shared: Visit) -> None:
    found = plate(shared, TEST)
    before = found.locator(".db-headline").inner_text()
    handle = found.get_by_role("slider").first
    handle.press("ArrowLeft")
    expect(found.locator(".db-headline")).not_to_have_text(before)
    becomes(lambda: found.locator(".db-headline").inner_text() == ask(address_of(found)).headline, True)
    assert not shared.complaints
    assert not shared.foreign


def test_every_control_has_a_name_and_a_state(shared: Visit) -> None:
    page = shared.page
    nameless = page.evaluate(
        """() => [...document.querySelectorAll('.drillbook-plate :is(input, select, button, [role=slider], [role=tabpanel])')]
          .filter((el) => el.checkVisibility() && !(el.getAttribute('aria-label') || el.textContent.trim() || el.labels?.length
            || (el.getAttribute('aria-labelledby') || '').split(' ').some((id) => document.getElementById(id)?.textContent)))
          .map((el) => el.outerHTML.slice(0, 120))"""
    )
    assert nameless == []
    segment = plate_in(page, TEST).locator(".drillbook-input-bunker button").first
    other = plate_in(page, TEST).locator(".drillbook-input-bunker button").last
    pressed = segment.get_attribute("aria-pressed")
    (other if pressed == "true" else segment).click()
    expect(segment).to_have_attribute("aria-pressed", "false" if pressed == "true" else "true")
    slider = plate_in(page, FIRE).locator(".drillbook-input-distance [role=slider]")
    expect(slider).to_have_attribute("aria-valuetext", "32 cm")


def test_headline_form_picture_and_tabs_are_read_in_that_order(shared: Visit) -> None:
    order = plate(shared).evaluate(
        """(el) => [".db-headline", ".drillbook-form", ".drillbook-room", "[role=tablist]"].map((one) => el.querySelector(one))
          .every((one, i, all) => !i || all[i - 1].compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING)"""
    )
    assert order


def test_a_typed_number_is_taken_and_a_wrong_one_explained(shared: Visit) -> None:
    found = plate(shared)
    field = found.locator(".drillbook-input-distance .db-field")
    field.fill("600")
    field.press("Tab")
    note = found.locator(".drillbook-input-distance .db-note")
    expect(note).to_have_text("Distance must be from 0 to 60 cm, not 600. The nearest is 60 cm.")
    expect(field).to_have_value("32 cm")
    field.fill("20")
    field.press("Tab")
    expect(note).to_have_text("")
    expect(found.locator(".drillbook-input-distance [role=slider]")).to_have_attribute("aria-valuetext", "20 cm")


def test_nothing_jumps_when_the_answer_changes(shared: Visit) -> None:
    found = plate(shared, TEST)
    spots = """(el) => ['.drillbook-room', '.db-strip', '.db-foot']
      .map((one) => Math.round(el.querySelector(one).getBoundingClientRect().top - el.getBoundingClientRect().top))"""
    before = found.evaluate(spots)
    for _ in range(4):
        link = found.locator(".drillbook-permalink").get_attribute("href") or ""
        found.get_by_role("slider").first.press("ArrowLeft")
        expect(found.locator(".drillbook-permalink")).not_to_have_attribute("href", link)
        assert found.evaluate(spots) == before


def test_tabs_are_reached_by_arrow_keys(shared: Visit) -> None:
    found = plate(shared, TEST)
    found.get_by_role("tab", name="Why").press("ArrowRight")
    expect(found.get_by_role("tab", name=re.compile("Otherwise"))).to_be_focused()
    expect(found.get_by_role("tab", name=re.compile("Otherwise"))).to_have_attribute("aria-selected", "true")
    found.get_by_role("tab", name=re.compile("Otherwise")).press("End")
    expect(found.get_by_role("tab", name="Share")).to_be_focused()


def test_why_leads_to_the_sentence(shared: Visit) -> None:
    found = plate(shared)
    link = found.locator(".db-steps a.db-cite").first
    link.click()
    shared.page.wait_for_function("location.hash.startsWith('#bn.reaction.')")
    target = shared.page.evaluate("decodeURIComponent(location.hash.slice(1))")
    assert shared.page.evaluate("(id) => document.getElementById(id) !== null", target)


def test_another_reading_is_taken_by_a_click(visit: Visit) -> None:
    found = plate(visit, TEST)
    found.get_by_role("tab", name=re.compile("Otherwise")).click()
    other = found.locator(".db-read[aria-pressed=false]").filter(has=visit.page.locator(".db-gives")).first
    promised = other.locator(".db-gives").inner_text()
    other.click()
    expect(found.locator(".db-headline")).to_have_text(promised)
    expect(found.locator(".drillbook-permalink")).to_have_attribute("href", re.compile("ruling\\."))
    link = address_of(found)
    visit.live(f"/{link}", TEST)
    again = visit.page.locator("[data-opened] .drillbook-plate")
    expect(again.locator(".db-headline")).to_have_text(promised)
    becomes(lambda: address_of(again), link)


def test_pinning_shows_the_difference(shared: Visit) -> None:
    found = plate(shared, TEST)
    found.get_by_role("tab", name="Pin").click()
    found.get_by_role("button", name="Pin this answer").click()
    found.get_by_role("slider").first.press("ArrowLeft")
    expect(found.locator(".db-difference")).to_contain_text("likely than pinned")
    expect(found.locator(".db-pinned")).to_be_visible()


def test_rolling_is_seeded_and_luck_is_told(shared: Visit) -> None:
    found = plate(shared)
    found.get_by_role("tab", name="Roll it").click()
    found.get_by_role("button", name="Roll", exact=True).click()
    words = found.locator(".db-roll .db-difference")
    expect(words).to_contain_text("throws: on average", timeout=20_000)
    said = words.inner_text()
    found.get_by_role("button", name="Other dice").click()
    expect(words).not_to_have_text(said, timeout=20_000)
    found.locator(".db-seed").fill("1")
    found.get_by_role("button", name="Roll", exact=True).click()
    expect(words).to_have_text(said, timeout=20_000)
    found.get_by_role("tab", name="Luck").click()
    found.locator(".db-luck .db-entry").fill("4")
    expect(found.locator(".db-luck")).to_contain_text("1/72")


def test_a_field_that_one_may_type_into_stays(visit: Visit) -> None:
    """Fields that a reader may type into keep their place while the kernel sends their content.

    A reader who types as soon as a tab is open loses neither the field nor what is in it.
    """
    found = plate(visit)
    panel = found.get_by_role("tabpanel")
    for name in ("Luck", "Roll it"):
        found.get_by_role("tab", name=name).evaluate(
            "(tab) => { tab.click(); fields = [...tab.closest('.drillbook-plate').querySelectorAll('.db-panel input')] }"
        )
        expect(panel.locator("input").first).to_be_visible()
        visit.page.wait_for_function(
            "() => document.querySelector('.db-luck[data-luck^=true], .db-roll option + option')"
        )
        assert visit.page.evaluate("() => fields.every((one) => one.isConnected)"), name


def test_an_answer_is_printed_alone(visit: Visit) -> None:
    page = visit.live("/bn/force?men=3,r2,lmg,0;1,r2,ar,2", "bn/force")
    found = page.locator('.drillbook-plate[data-question="bn/force"]')
    found.get_by_role("tab", name="Share").click()
    page.evaluate("() => { window.print = () => {} }")
    found.get_by_role("button", name="Print").click()
    page.emulate_media(media="print")
    sheet = page.locator(".db-print")
    expect(sheet).to_contain_text(found.locator(".db-headline").text_content() or "?")
    expect(sheet).to_contain_text("3 × Elite, LMG")
    seen = page.evaluate(
        "() => [...document.body.children].filter((one) => one.checkVisibility()).map((one) => one.className)"
    )
    assert seen == ["db-print"]
    page.evaluate("() => window.dispatchEvent(new Event('afterprint'))")
    expect(sheet).to_have_count(0)


def test_the_table_says_what_the_picture_shows(shared: Visit) -> None:
    found = plate(shared)
    caption = found.locator(".drillbook-room").get_attribute("aria-label")
    found.get_by_role("tab", name="Table").click()
    expect(found.locator(".db-data caption").first).to_have_text(caption or "")


def test_a_copied_link_gives_the_same_answer(browser: Browser, site: str) -> None:
    visit = visit_with(browser, site, permissions=["clipboard-read", "clipboard-write"])
    found = plate(visit)
    before = found.locator(".drillbook-permalink").get_attribute("href") or ""
    found.get_by_role("slider").first.press("ArrowRight")
    expect(found.locator(".drillbook-permalink")).not_to_have_attribute("href", before)
    becomes(lambda: found.locator(".db-headline").inner_text() == ask(address_of(found)).headline, True)
    found.get_by_role("tab", name="Share").click()
    found.get_by_role("button", name="Copy link").click()
    expect(found.locator(".db-status")).to_have_text("The link is copied.")
    link = visit.page.evaluate("navigator.clipboard.readText()")
    headline = found.locator(".db-headline").inner_text()
    assert link.startswith(f"{site}/bn/covering-fire?")
    again = plate_in(visit.live(link.removeprefix(site), FIRE), FIRE)
    expect(again.locator(".db-headline")).to_have_text(headline)
    visit.context.close()


def test_without_a_clipboard_the_text_is_shown_selected(visit: Visit) -> None:
    visit.page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    found = plate(visit)
    found.get_by_role("tab", name="Share").click()
    found.get_by_role("button", name="plain text").click()
    expect(found.locator(".db-status")).to_contain_text("The text is selected")
    field = found.locator(".db-copytext")
    expect(field).to_be_focused()
    assert field.evaluate("(el) => el.value.slice(el.selectionStart, el.selectionEnd)") == field.input_value() != ""
