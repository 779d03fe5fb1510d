"""Tests of a side that was built on the page for the table: it fills the chapters' plates.

The plate says so; a click takes it back, and the side never overrides a link.
"""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from running_site import Visit, visit_with

from drillbook import ask, library
from drillbook.asking.questions.registry import questions
from drillbook.asking.uses.table_mode import side_in, tools_of, units_of

USUAL = "bon/volley?firers=9&weapon=rifle&firer=regular&distance=10&men=10&target=regular"
SQUADS = ("bon/squad?grade=veteran&soldiers=7", "bon/squad?grade=green&soldiers=4")


@pytest.mark.parametrize("ruleset", library().all(), ids=lambda one: one.short)
def test_what_a_side_fills_is_an_input_and_fits(ruleset) -> None:  # type: ignore[no-untyped-def]
    filled = {name: found for name in questions(ruleset) if (found := side_in(ruleset, name))}
    assert {name for name, found in filled.items() if found["own"]}
    tools = {one.address.partition("?")[0] for one in tools_of(ruleset)}
    for name, found in filled.items():
        kinds = questions(ruleset)[name].kinds(ruleset)
        assert found["own"] == (name in tools)
        assert set(found["takes"]) <= set(kinds)
        assert set(found["rows"]) <= set(kinds)
        for one, what in found["takes"].items():
            for written in what.get("options", [what.get("low"), what.get("high")]):
                assert kinds[one].format(kinds[one].parse(written)) == written


def built(browser: Browser, site: str) -> Visit:
    """Return a visitor who has two squads of his own."""
    visit = visit_with(browser, site)
    ruleset = library().find("bon")
    [builder] = ruleset.table_mode.army_builders if ruleset.table_mode else ()
    units = [unit for squad in SQUADS for unit in units_of(ask(squad), builder)]
    side = {"squad": [{"words": one.words, "fields": dict(one.fields)} for one in units]}
    visit.context.add_init_script(f"localStorage.setItem('drillbook-side-bon', {json.dumps(json.dumps(side))})")
    return visit


def volley(page: Page) -> Locator:
    """Return the place of the volley's plate."""
    return page.locator('.plate-place[data-question="bon/volley"]')


@pytest.mark.slow
def test_a_side_fills_a_plate_and_is_taken_back(browser: Browser, site: str) -> None:
    visit = built(browser, site)
    page = visit.live("/bon/ranged-combat", "bon/volley")
    home = volley(page)
    line = home.get_by_role("group", name="Your side in this plate")
    expect(line.get_by_role("status")).to_contain_text("Filled from your side: Veteran")
    expect(home.locator(".db-headline")).to_have_text(ask("bon/volley?firers=7&firer=veteran").headline)
    line.get_by_role("button", name="Undo").click()
    expect(home.locator(".db-headline")).to_have_text(ask(USUAL).headline)
    expect(line.get_by_role("status")).to_have_text("")
    line.get_by_label("Against one of them").select_option(index=2)
    expect(home.locator(".db-headline")).to_have_text(ask("bon/volley?men=4&target=green").headline)
    page.reload()
    page.wait_for_function("document.body.dataset.live === 'yes'", timeout=60_000)
    expect(line).to_be_visible()
    assert not visit.complaints
    visit.context.close()


@pytest.mark.slow
def test_a_link_always_wins(browser: Browser, site: str) -> None:
    visit = built(browser, site)
    page = visit.live("/bon/volley?firers=3&firer=elite", "bon/volley")
    home = volley(page)
    line = home.get_by_role("group", name="Your side in this plate")
    expect(line.get_by_label("From your side")).to_be_visible()
    expect(home.locator(".db-headline")).to_have_text(ask("bon/volley?firers=3&firer=elite").headline)
    expect(line.get_by_role("status")).to_have_text("")
    line.get_by_label("From your side").select_option(index=2)
    expect(home.locator(".db-headline")).to_have_text(ask("bon/volley?firers=4&firer=green").headline)
    visit.context.close()
