"""Tests of what is handed on for a discussion, in a real browser.

It is a rule, a row of a table, a ruling or an answer; pasted dice are tested too.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from running_site import Visit, visit_with

from drillbook import ask, library

pytestmark = pytest.mark.slow

BN = library().find("bn")
BURST = "bn/shot?weapon=lmg&distance=40&edition=1.5.1"


@pytest.fixture
def guest(browser: Browser, site: str) -> Iterator[Visit]:
    """Yield a reader who may use the clipboard."""
    made = visit_with(browser, site, permissions=["clipboard-read", "clipboard-write"])
    yield made
    made.context.close()


def copied(page: Page, way: str) -> str:
    """Return what the box of ways puts on the clipboard."""
    box = page.locator(".handing:visible").last
    box.get_by_role("button", name=way).click()
    expect(box.locator("p")).to_contain_text("copied")
    found: str = page.evaluate("navigator.clipboard.readText()")
    return found


def test_a_rule_and_a_row_are_handed_on_from_their_marks(guest: Visit) -> None:
    page = guest.open("/bn/shooting")
    page.locator('.rule a.pilcrow[href="#bn.shooting.roll"]').first.click()
    rule = BN.rule("shooting.roll")
    text = copied(page, "Forum (BBCode)")
    assert f"[b]{rule.text}[/b]" in text
    assert f"[url]{guest.site}/bn/shooting#{rule.id}[/url]" in text
    page.keyboard.press("Escape")
    expect(page.locator(".handing")).to_have_count(0)
    page.locator('p.caption a.pilcrow[href="#bn.shooting.table"]').first.click()
    page.get_by_label("What of the table").select_option("Assault rifle, single shot")
    text = copied(page, "Reddit, Discord")
    assert text.startswith("**Assault rifle, single shot**")
    assert "- **50 cm** 4+" in text
    assert guest.complaints == []


def test_a_ruling_is_handed_on_and_leads_to_the_register(guest: Visit) -> None:
    page = guest.open("/bn/shooting#bn.ruling.range-bands")
    note = page.locator('details.ruling:has(a[id="bn.ruling.range-bands"])').first
    note.evaluate(
        "note => { for (let one = note; one; one = one.parentElement) if (one.matches('details')) one.open = true; }"
    )
    expect(note.get_by_role("link", name="In the register")).to_have_attribute(
        "href", "/bn/rulings#bn.ruling.range-bands"
    )
    text = copied(page, "Plain text")
    assert text.startswith(BN.ruling("range-bands").ask)
    assert text.endswith(f"{guest.site}/bn/rulings#bn.ruling.range-bands")


def test_an_answer_is_shared_and_pasted_dice_are_judged(guest: Visit) -> None:
    page = guest.live(f"/{BURST}", "bn/shot")
    plate = page.locator('.drillbook-plate[data-question="bn/shot"]')
    found = ask(BURST)
    expect(plate.locator(".db-headline")).to_have_text(found.headline)
    plate.get_by_role("tab", name="Luck").click()
    field = plate.locator(".db-luck input.db-entry")
    field.fill("I rolled 5, 1, 6 and 1")
    expect(plate.locator(".db-found")).to_contain_text("5, 1, 6 and 1: Hits 2.")
    expect(plate.locator(".db-found")).to_contain_text("2 or more")
    field.fill("2, 5, 6")
    expect(plate.locator(".db-found")).to_contain_text("in this order: 4d6. You gave 2, 5 and 6.")
    plate.get_by_role("tab", name="Share").click()
    plate.get_by_role("button", name="Discord").click()
    expect(plate.locator(".db-status")).to_contain_text("copied")
    text = page.evaluate("navigator.clipboard.readText()")
    assert len(text) <= 2000
    assert "edition=1.5.1" in text
    assert f"**{found.headline}**" in text
    assert guest.complaints == []


def test_what_a_link_brings_along_is_told_and_the_rest_is_kept(guest: Visit) -> None:
    page = guest.live("/bn/shot?weapon=lmg&distance=40&utm_source=mail", "bn/shot")
    plate = page.locator('.drillbook-plate[data-question="bn/shot"]')
    expect(plate.locator(".db-complaint")).to_contain_text("it has no 'utm_source'")
    expect(plate.locator(".db-headline")).to_have_text(ask(BURST).headline)
