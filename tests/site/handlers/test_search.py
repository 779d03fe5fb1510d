"""Tests of the search in a real browser.

They cover hits as one types, answers that follow, the keyboard, a phone, and a page without scripts.
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest
from chapter_page import axe
from playwright.sync_api import Browser, Page, expect
from running_site import Visit, visit_with
from seeking import PHONE, TABLE, ask_at_the_table

from drillbook import ask
from drillbook_widgets.site.handlers.search import AT_ONCE, Searches

pytestmark = pytest.mark.slow

SITUATION = "lmg 40 cover"
ADDRESS = "bn/shot?weapon=lmg&distance=40&cover=yes"
GATHERED_SECONDS = 90


def fetch(site: str, path: str, **query: str) -> tuple[int, bytes]:
    """Return the status and the text of the site's answer to a path and query."""
    try:
        with urllib.request.urlopen(f"{site}{path}?{urllib.parse.urlencode(query)}") as reply:
            return reply.status, reply.read()
    except urllib.error.HTTPError as problem:
        return problem.code, problem.read()


@pytest.fixture(scope="module")
def searched(site: str) -> str:
    """Return the address of a site that has gathered the words of the book."""
    until = time.monotonic() + GATHERED_SECONDS
    while fetch(site, "/search.json", q="morale")[0] != 200:
        assert time.monotonic() < until
        time.sleep(0.5)
    return site


def typed(page: Page, words: str) -> None:
    """Open the box by its key and type."""
    page.keyboard.press("Control+k")
    expect(page.locator(".find-input:focus, #db-search-front input:focus")).to_be_visible()
    page.keyboard.type(words)


def test_hits_come_as_one_types_and_their_answers_follow(searched: str, visit: Visit) -> None:
    page = visit.open("/bn/morale")
    typed(page, SITUATION)
    first = page.get_by_role("option").first
    expect(first).to_have_attribute("href", "/" + ADDRESS)
    expect(first.locator(".found-answer")).to_have_text(ask(ADDRESS).headline)
    expect(first.locator(".found-place")).to_contain_text("Breaking News · Shooting")
    expect(page.get_by_role("combobox", name="Search or ask")).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{ADDRESS}")
    expect(page.locator('.plate-place[data-question="bn/shot"]')).to_be_in_viewport()
    assert visit.complaints == []
    assert visit.foreign == []


def test_the_keyboard_goes_through_the_hits_and_leaves_them(searched: str, visit: Visit) -> None:
    page = visit.open("/bn/glossary")
    page.keyboard.press("/")
    box = page.get_by_role("combobox", name="Search or ask")
    expect(box).to_be_focused()
    page.keyboard.type("mroale test")
    first = page.get_by_role("option", selected=True)
    expect(first).to_contain_text("Morale Test")
    began = first.get_attribute("id")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option", selected=True)).not_to_have_attribute("id", began or "")
    chosen = page.get_by_role("option", selected=True).get_attribute("id")
    expect(box).to_have_attribute("aria-activedescendant", chosen or "")
    page.keyboard.press("ArrowUp")
    expect(box).to_have_attribute("aria-activedescendant", began or "")
    assert list(axe(page, whole=True)) == []
    page.keyboard.press("Escape")
    expect(box).to_have_value("")
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_have_count(0)


def test_a_ruleset_is_looked_in_alone(searched: str, visit: Visit) -> None:
    page = visit.open("/bn/glossary")
    typed(page, "canister")
    expect(page.locator(".find-foot")).to_contain_text("Nothing in Breaking News.")
    page.get_by_role("button", name="Look in all rulesets").click()
    expect(page.get_by_role("option").first).to_have_attribute("data-book", "nr")


@pytest.mark.parametrize("ruleset", TABLE)
def test_what_comes_up_at_a_table_is_two_taps_away_on_a_phone(searched: str, browser: Browser, ruleset: str) -> None:
    visit = visit_with(browser, searched, **PHONE)
    words, question = TABLE[ruleset][0]
    told = ask_at_the_table(visit.page, searched, words, ruleset, question)
    assert told.taps <= 2
    assert told.headline
    assert visit.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    visit.context.close()


def test_without_scripts_the_form_leads_to_a_page_of_hits(searched: str, browser: Browser) -> None:
    visit = visit_with(browser, searched, java_script_enabled=False)
    page = visit.open("/bn/glossary")
    page.locator(".top .find-input").fill(SITUATION)
    page.keyboard.press("Enter")
    first = page.locator(".found").first
    expect(first).to_have_attribute("href", "/" + ADDRESS)
    expect(first.locator(".found-answer")).not_to_be_empty()
    visit.context.close()


def test_whatever_is_typed_is_answered_in_order(searched: str) -> None:
    for words in ("<script>alert(1)</script>", '" OR (', "x" * 5000, "\x00", "💥"):
        status, told = fetch(searched, "/search.json", q=words, ruleset="nonsense")
        assert status == 200
        assert isinstance(json.loads(told)["hits"], list)
        status, page = fetch(searched, "/search", q=words)
        assert status == 200
        assert b"<script>alert" not in page
    assert fetch(searched, "/answer.json", address="nonsense")[0] == 200
    assert fetch(searched, "/answer.json", address="x" * 10_000)[0] == 400


def test_one_visitor_may_not_search_without_end() -> None:
    searches = Searches()
    assert not all(searches.allowed("192.0.2.1") for _ in range(int(AT_ONCE) * 20))
    assert searches.allowed("192.0.2.2")
