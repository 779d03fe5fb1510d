"""Tests of what the players settle once: it is kept.

It is kept on the other plates of the page, and on the next page.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect
from running_site import becomes, visit_with

pytestmark = pytest.mark.slow

LENGTHS, PIVOT = "nr/lengths", "nr/pivot"
INCHES, CENTIMETRES = "S 4 · M 8 · L 12 inches", "S 4 · M 8 · L 12 centimetres"


def test_the_measure_is_settled_once(browser: Browser, site: str) -> None:
    visit = visit_with(browser, site)
    page = visit.live("/nr/setup", LENGTHS, "nr/zone")
    other = page.locator('.drillbook-plate[data-question="nr/zone"]')
    expect(other.locator(".db-kept")).to_contain_text(INCHES)
    page.locator('.drillbook-plate[data-question="nr/lengths"] .drillbook-input-measure select').select_option(
        "Centimetres"
    )
    expect(other.locator(".db-kept")).to_contain_text(CENTIMETRES)
    expect(other.locator(".drillbook-permalink")).to_have_attribute("href", re.compile("measure=cm"))
    # The browser remembers it when the plate that was changed hears of it, perhaps after the other one.
    page.wait_for_function("JSON.parse(localStorage.getItem('drillbook-kept-nr'))?.measure === 'cm'")
    link = f"/{PIVOT}?short=3&measure=inches"
    # A busy site serves a page without the link's own answer, which it has ready for the next visit; no plate wakes meanwhile.
    own = f'.plate-place[data-question="{PIVOT}"] .still-kept'
    becomes(lambda: visit.open(link).locator(own).text_content(), "S 3 · M 6 · L 9 inches", seconds=60)
    page = visit.live(link, PIVOT, "nr/oblique")  # a link wins, and says over what
    still = [page.locator(f'.plate-place[data-question="{one}"] .still-kept') for one in (PIVOT, "nr/oblique")]
    assert [one.text_content() for one in still] == [
        "S 3 · M 6 · L 9 inches",
        f"{INCHES} in the book; yours as soon as the plate is live",
    ]
    found = page.locator('.drillbook-plate[data-question="nr/pivot"]')
    told = found.locator(".db-kept")
    expect(told).to_contain_text(f"S 3 · M 6 · L 9 inches change A link wins; yours is {CENTIMETRES}.")
    expect(page.locator('.drillbook-plate[data-question="nr/oblique"] .db-kept')).to_contain_text(CENTIMETRES)
    told.get_by_role("button", name="Use mine").click()
    expect(found.locator(".drillbook-permalink")).to_have_attribute("href", re.compile("short=4&measure=cm"))
    expect(told).to_have_text(re.compile(f"^{CENTIMETRES} change *$"))
    expect(told.locator("a")).to_have_attribute("href", re.compile("^/nr/lengths.*measure=cm"))
    assert visit.complaints == []
    visit.context.close()
