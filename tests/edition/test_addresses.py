"""Tests of what may come with a link to an edition.

They cover searches, quizzes of any number and chapter, and what must not lead elsewhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote

import pytest
from chromium import PATIENCE_MS
from edition_built import MOST_SHIFTED, SHIFTED, Built, serving
from playwright.sync_api import Browser, BrowserContext, Page, expect

from drillbook import ask
from drillbook.quiz.builder import MOST_SEED

pytestmark = pytest.mark.slow
START_MS = 120_000
PHONE = {"width": 390, "height": 844}
ELSEWHERE = ("javascript:alert(1)//", "https://elsewhere.example/", "//elsewhere.example", "../../gw", "nope")
"""What is no chapter, and where it would lead if it were taken as it comes."""


@pytest.fixture(scope="module")
def base(built: Built) -> Iterator[str]:
    with serving(built) as (address, _):
        yield address


@contextmanager
def watched(context: BrowserContext, base: str) -> Iterator[Page]:
    """A page of a browser; nothing it does may open a dialog or ask another host."""
    context.set_default_timeout(START_MS)
    expect.set_options(timeout=START_MS)
    made = context.new_page()
    wrong: list[str] = []
    made.on("dialog", lambda one: (wrong.append(one.message), one.dismiss()))
    made.on("pageerror", lambda one: wrong.append(str(one)))
    made.on("request", lambda one: one.url.startswith((base, "blob:", "data:")) or wrong.append(one.url))
    yield made
    made.close()
    expect.set_options(timeout=PATIENCE_MS)
    assert wrong == []


@pytest.fixture
def page(browser: Browser, base: str) -> Iterator[Page]:
    """A phone's page in a browser that has fetched and started nothing yet."""
    context = browser.new_context(viewport=PHONE)
    with watched(context, base) as made:
        yield made
    context.close()


@pytest.fixture(scope="module")
def started(browser: Browser, base: str) -> Iterator[BrowserContext]:
    """Yield a phone's browser context with a page that stays open.

    The worker thus starts once for all pages that keep nothing.
    """
    context = browser.new_context(viewport=PHONE)
    context.new_page().goto(base + "bn/shot/")
    yield context
    context.close()


@pytest.fixture
def warm_page(started: BrowserContext, base: str) -> Iterator[Page]:
    """One more page of that browser."""
    with watched(started, base) as made:
        yield made


@pytest.mark.parametrize("chapter", ELSEWHERE)
def test_a_quiz_of_no_chapter_says_so_and_leads_nowhere_else(warm_page: Page, base: str, chapter: str) -> None:
    warm_page.goto(f"{base}bn/quiz/?chapter={chapter}&seed=2")
    expect(warm_page.locator(".notice.complaint")).to_contain_text("There is no chapter")
    expect(warm_page.locator(".quiz-item").first).to_be_visible()
    assert warm_page.url.startswith(f"{base}bn/quiz/?chapter=")


@pytest.mark.parametrize("seed", ["0", "9" * 23])
def test_a_quiz_of_no_number_says_which_there_are_and_leads_to_another(warm_page: Page, base: str, seed: str) -> None:
    warm_page.goto(f"{base}bn/quiz/close-combat/?seed={seed}")
    expect(warm_page.locator(".notice.complaint")).to_contain_text(f"from 1 to {MOST_SEED}")
    warm_page.get_by_role("link", name="Any other quiz").click()
    expect(warm_page).to_have_url(re.compile(r"seed=\d+$"))
    number = warm_page.url.partition("seed=")[2]
    expect(warm_page).to_have_title(re.compile(rf"^Quiz {number} · Close combat"))
    expect(warm_page.locator(".quiz-item").first).to_be_visible()


def test_a_link_to_a_search_has_its_hits_with_their_answers_on_its_page(page: Page, base: str) -> None:
    page.goto(f"{base}search/?q={quote('charge 12 man')}&ruleset=bn")
    first = page.locator(".hits .found").first
    expect(first.locator(".found-answer")).to_have_text(ask("bn/charge?target=man&distance=12").headline)
    expect(page).to_have_title("charge 12 man · Search · Drillbook")
    expect(page.locator(".found-form [name=q]")).to_have_value("charge 12 man")
    expect(page.locator(".found-form [name=ruleset]")).to_have_value("bn")
    told = page.evaluate(
        "async (path) => (await window.drillbookEdition.ask(path))[1]",
        f"/search.json?q={quote('charge 12 man')}&ruleset=bn",
    )
    titles = [hit["title"] for hit in json.loads(told)["hits"]]
    assert page.locator(".hits .found-title").all_inner_texts() == titles
    first.click()
    expect(page.locator(".plate-place[data-live]")).to_be_visible()
    assert page.url.startswith(f"{base}bn/charge/?")


def test_the_page_of_hits_tells_what_house_rules_make_of_them(page: Page, base: str) -> None:
    page.add_init_script("localStorage.setItem('drillbook-house-bn', '{\"melee-tie\": \"B\"}')")
    page.goto(f"{base}search/?q=melee&ruleset=bn")
    hit = page.locator(".found:has(.house-mine)").first
    expect(hit).to_be_visible()
    usual, own = hit.locator(".found-answer").all_inner_texts()
    address = str(hit.get_attribute("href")).removeprefix(base).replace("/?", "?")
    assert "ruling.melee-tie=B" in address
    assert own.strip() == f"yours: {ask(address).headline}"
    assert usual.strip() == ask(re.sub(r"&?ruling\.melee-tie=B", "", address)).headline
    assert usual.strip() not in own


def test_a_search_that_finds_nothing_says_so(warm_page: Page, base: str) -> None:
    warm_page.goto(base + "search/?q=qqqzzz")
    expect(warm_page.locator(".hits")).to_contain_text("Nothing is found for these words")


def test_enter_before_the_hits_are_there_leads_to_the_first_of_them_under_the_prefix(page: Page, base: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(base + "bn/glossary/")
    box = page.locator(".top .find-input")
    box.focus()
    expect(box).to_have_attribute("role", "combobox")  # before that, Enter leads to the page of hits
    page.keyboard.type("charge 12 man")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(re.escape(base) + r"bn/charge/\?"))


def test_a_browser_that_computes_nothing_does_not_seem_to_answer_a_link(browser: Browser, base: str) -> None:
    context = browser.new_context(viewport=PHONE)
    context.add_init_script("delete window.SharedWorker; delete window.Worker")
    page = context.new_page()
    page.goto(base + "bn/shot/?distance=80")
    expect(page.locator(".plate-failed")).to_contain_text("What this link asks for besides is not in it.")
    page.goto(base + "bn/close-combat/")
    expect(page.locator(".plate-failed")).to_have_count(1)
    expect(page.locator(".plate-failed")).not_to_contain_text("link")
    context.close()


def test_rulings_stay_where_they_are_when_house_rules_can_be_chosen(page: Page, base: str) -> None:
    page.goto(base + "bn/rulings/")
    expect(page.locator(".finder")).to_be_visible()
    shifted = page.evaluate(SHIFTED)
    assert shifted < MOST_SHIFTED


def test_who_comes_back_to_what_he_has_asked_himself_has_followed_no_link(page: Page, base: str) -> None:
    usual, mine = (ask(f"bn/melee{asked}").headline for asked in ("", "?ruling.melee-tie=B"))
    headline, wins = page.locator(".lively .db-headline"), page.locator(".lively .db-house")
    page.goto(base + "bn/melee/")
    expect(headline).to_have_text(usual)
    expect(page).to_have_url(re.compile(r"bn/melee/\?"))  # written by the plate
    page.evaluate("localStorage.setItem('drillbook-house-bn', '{\"melee-tie\": \"B\"}')")
    for come_back in (page.reload, lambda: (page.goto(base + "bn/glossary/"), page.go_back())):
        come_back()
        expect(headline).to_have_text(mine)
        expect(wins).to_be_hidden()
    page.evaluate("localStorage.clear(); dispatchEvent(new Event('drillbook:house'))")
    expect(headline).to_have_text(usual)
    page.evaluate("localStorage.setItem('drillbook-house-bn', '{\"melee-tie\": \"B\"}')")
    link = page.url
    page.goto(base + "bn/glossary/")
    page.goto(link)
    expect(headline).to_have_text(usual)
    expect(wins).to_contain_text("A link wins")
