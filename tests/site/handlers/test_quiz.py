"""Tests of the quiz on the site.

It is taken with a mouse or the keyboard, scored, explained, and printed with answers on the back.
"""

from __future__ import annotations

import re
import urllib.error
import urllib.request

import pytest
from chapter_page import axe
from playwright.sync_api import Page, expect
from running_site import Visit

from drillbook.quiz import quiz

pytestmark = pytest.mark.slow
PATIENCE = 5


def opened(visit: Visit, path: str) -> Page:
    """Return the page of a quiz, asked for again while the site says that it is busy."""
    for _ in range(PATIENCE):
        page = visit.open(path)
        if page.locator(".quiz-item").count():
            break
    return page


def test_a_quiz_is_taken(visit: Visit) -> None:
    page = opened(visit, "/bn/quiz?chapter=shooting&seed=12")
    items = quiz("bn/shooting", 12).items
    expect(page.locator(".quiz-item")).to_have_count(len(items))
    first, second = page.locator(".quiz-item").nth(0), page.locator(".quiz-item").nth(1)
    expect(first.locator(".quiz-steps")).not_to_be_visible()
    first.locator(".quiz-option").nth(items[0].right).click()
    expect(first.locator(".quiz-verdict")).to_have_text("✓ Right.")
    expect(page.locator(".quiz-score")).to_contain_text("1 of 1 right")
    wrong = next(place for place, option in enumerate(items[1].options) if option.why)
    second.locator("input").nth(wrong).focus()
    page.keyboard.press("Space")
    expect(second.locator(".quiz-verdict")).to_contain_text(items[1].options[wrong].why)
    expect(page.locator(".quiz-score")).to_contain_text("1 of 2 right")
    expect(second.locator("input:enabled")).to_have_count(1)
    assert not list(axe(page, True))
    link = second.get_by_role("link", name="Open its calculator").get_attribute("href")
    assert link == f"/{items[1].address}"


def test_on_paper_the_answers_follow(visit: Visit) -> None:
    page = opened(visit, "/bn/quiz?chapter=shooting&seed=12")
    expect(page.locator(".quiz-key")).not_to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".quiz-key")).to_be_visible()
    expect(page.locator(".quiz-answer").first).not_to_be_visible()


def test_a_quiz_is_met_at_the_end_of_a_chapter(visit: Visit) -> None:
    page = visit.open("/bn/morale")
    page.get_by_role("link", name="Try yourself").click()
    page.wait_for_url(re.compile(r"/bn/quiz\?chapter=morale&seed=\d+$"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Morale")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("path", ["/zz/quiz", "/bn/quiz?seed=x", "/bn/quiz?seed=0", "/bn/quiz?seed=1&chapter=shoting"])
def test_what_is_no_quiz_gets_a_page_that_says_so(site: str, path: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as problem:
        urllib.request.urlopen(site + path)
    assert problem.value.code == 404


@pytest.mark.parametrize("path", ["/bn/quiz?seed=3&", "/quiz?seed=3&house.bn=", "/bn/quiz?"])
def test_a_quiz_says_which_house_rules_of_its_link_there_are_not(visit: Visit, path: str) -> None:
    page = opened(visit, path + "ruling.gone=B".replace("=", "%3D" if "house" in path else "="))
    expect(page.locator(".quiz-item").first).to_be_visible()
    expect(page.locator(".notice.complaint")).to_contain_text("Breaking News has no ruling 'gone'")
    expect(page.locator(".quiz-house")).to_be_hidden()
