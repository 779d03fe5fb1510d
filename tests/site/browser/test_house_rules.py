"""Tests of house rules in a real browser.

They are chosen once, followed and stated everywhere, spelt out, compared, and given back.
"""

from __future__ import annotations

import re
import time
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from running_site import Visit, visit_with

from drillbook import ask

pytestmark = pytest.mark.slow

SHOT = "bn/shot"
OTHER = "ruling.range-bands=B"
LINKED = "bn/shot?weapon=ar&distance=30"


@pytest.fixture(scope="module", autouse=True)
def worked_out(site: str) -> None:
    """Open a register once, so that its examples are worked out.

    The first reader waits for them, on a busy machine longer than a browser does.
    """
    urllib.request.urlopen(f"{site}/bn/rulings", timeout=90).close()


@pytest.fixture
def guest(browser: Browser, site: str) -> Iterator[Visit]:
    """Yield a reader who may use the clipboard."""
    made = visit_with(browser, site, permissions=["clipboard-read", "clipboard-write"])
    yield made
    made.context.close()


def gathered(site: str) -> None:
    """Wait until the site has gathered the words of the book.

    They are looked up only then; on a busy machine that takes a while.
    """
    for _ in range(60):
        try:
            urllib.request.urlopen(f"{site}/search.json?q=lmg", timeout=60).close()
            return
        except urllib.error.HTTPError:
            time.sleep(1)


def settle(page: Page, name: str, letter: str) -> None:
    """Choose a reading in the register."""
    page.locator(f'.entry[data-name="{name}"] input[value="{letter}"]').check()


def test_a_reading_is_settled_once_and_honoured_everywhere(guest: Visit) -> None:
    page = guest.open("/bn/rulings")
    settle(page, "range-bands", "B")
    expect(page.locator(".house-chip")).to_have_accessible_name("Your house rules: 1")
    expect(page.locator(".yours-list li")).to_contain_text("The nearest column.")
    page = guest.live("/bn/shooting", SHOT)
    expect(page.locator(".house-chip")).to_have_accessible_name("Your house rules: 1")
    plate = page.locator(f'.drillbook-plate[data-question="{SHOT}"]')
    usual = page.locator(f'.plate-place[data-question="{SHOT}"]').get_attribute("data-usual") or ""
    expect(plate.locator(".db-headline")).to_have_text(ask(f"{usual}&{OTHER}").headline)
    expect(plate.locator(".db-apart").first).to_contain_text("your house rule: reading B of range bands")
    expect(plate.locator(".db-panel .db-apart")).to_contain_text("your house rule: reading B of range bands")
    expect(plate.locator(".db-answer .db-apart-all")).to_have_attribute("href", "/bn/rulings#bn.ruling.range-bands")
    expect(plate.locator(".drillbook-permalink")).to_have_attribute("href", re.compile(re.escape(OTHER)))
    # the text says where it would be another
    expect(page.locator("details.ruling .house-mine").first).to_contain_text("Your house rule: B")
    link = page.locator('article a[href*="weapon="]:has(+ .house-mine)').first
    theirs = ask(f"{(link.get_attribute('href') or '')[1:]}&{OTHER}").headline
    expect(link.locator("xpath=following-sibling::*[1]")).to_have_text(f" (yours: {theirs})", use_inner_text=False)
    page.set_viewport_size({"width": 390, "height": 844})  # their mark has room on a phone
    expect(page.get_by_role("button", name="Dark colours")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert guest.complaints == []


def test_a_link_wins_and_the_readers_own_is_offered(guest: Visit) -> None:
    settle(guest.open("/bn/rulings"), "range-bands", "B")
    page = guest.live(f"/{LINKED}&edition=0.1", SHOT)
    plate = page.locator(f'.drillbook-plate[data-question="{SHOT}"]')
    expect(plate.locator(".db-house")).to_contain_text("A link wins")
    expect(plate.locator(".db-headline")).to_have_text(ask(LINKED).headline)
    expect(plate.locator(".db-complaint")).to_be_hidden()
    plate.get_by_role("button", name="Use mine").click()
    expect(plate.locator(".db-headline")).to_have_text(ask(f"{LINKED}&{OTHER}").headline)
    expect(plate.locator(".db-house")).to_be_hidden()
    assert guest.complaints == []


def test_who_comes_back_to_his_own_plate_has_followed_no_link(guest: Visit) -> None:
    page = guest.live("/bn/shooting", SHOT)
    plate = page.locator(f'.drillbook-plate[data-question="{SHOT}"]')
    for distance in (39, 38, 37, 36):  # from 37 cm on the nearest column is that of 25
        plate.locator(".noUi-handle").first.press("ArrowLeft")
        page.wait_for_function(f"new URLSearchParams(location.search).get('distance') === '{distance}'")
    assert page.evaluate("location.pathname") == f"/{SHOT}"
    asked = page.url.removeprefix(f"{guest.site}/")
    usual, mine = (ask(f"{asked}{rule}").headline for rule in ("", f"&{OTHER}"))
    assert usual != mine
    settle(guest.open("/bn/rulings"), "range-bands", "B")
    for come_back in (page.go_back, page.reload):
        come_back()
        expect(plate.locator(".db-headline")).to_have_text(mine, timeout=40_000)
        expect(plate.locator(".db-apart").first).to_contain_text("your house rule: reading B of range bands")
        expect(plate.locator(".db-house")).to_be_hidden()
    guest.open("/bn/rulings")  # where one stands already, a browser only loads anew
    guest.open(f"/{asked}")
    expect(plate.locator(".db-house")).to_be_visible(timeout=40_000)
    expect(plate.locator(".db-house")).to_contain_text("A link wins")
    expect(plate.locator(".db-headline")).to_have_text(usual)
    guest.open(f"/{SHOT}")  # which asks for nothing
    expect(plate.locator(".db-headline")).to_have_text(ask(f"{SHOT}?{OTHER}").headline, timeout=40_000)
    expect(plate.locator(".db-house")).to_be_hidden()
    assert guest.complaints == []


def test_going_back_on_a_page_is_no_link_either(guest: Visit) -> None:
    guest.page.add_init_script("localStorage.setItem('drillbook-house-bn', '{\"range-bands\": \"B\"}')")
    page = guest.live("/bn/shooting", SHOT)
    plate = page.locator(f'.drillbook-plate[data-question="{SHOT}"]')
    mine = plate.locator(".db-apart").first
    expect(mine).to_contain_text("your house rule")
    page.evaluate(
        "(path) => { const link = document.createElement('a'); link.href = path;"
        " document.querySelector('article').append(link); link.click(); }",
        f"/{LINKED}",
    )
    expect(plate.locator(".db-house")).to_contain_text("A link wins")
    page.go_back()
    expect(plate.locator(".db-house")).to_be_hidden()
    expect(mine).to_contain_text("your house rule")
    assert guest.complaints == []


def test_house_rules_are_handed_on_compared_taken_over_and_given_back(guest: Visit) -> None:
    page = guest.open("/bn/rulings")
    settle(page, "range-bands", "B")
    page.get_by_role("button", name="Hand them on").click()
    page.get_by_role("button", name="Plain text").click()
    expect(page.locator(".yours .handing p")).to_have_text("Plain text: copied.")
    text = page.evaluate("navigator.clipboard.readText()")
    assert f"{guest.site}/bn/rulings?{OTHER}&edition=1.5.1" in text
    page.get_by_role("button", name="Back to the book").click()
    expect(page.locator(".house-chip")).to_have_count(0)
    settle(page, "within-5cm", "B")
    page.get_by_label("Another group").fill(" ".join(text.split()))
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".theirs h2")).to_contain_text("of this link: 1")
    expect(page.locator(".differs")).to_have_text("You differ in 2 readings.")
    expect(page.locator(".theirs tbody tr")).to_have_count(2)
    page.get_by_role("button", name="Take these as my house rules").click()
    expect(page.locator(".differs")).to_have_text("Yours are the same.")
    assert page.evaluate("localStorage.getItem('drillbook-house-bn')") == '{"range-bands":"B"}'
    page.get_by_label("Another group").fill("we play it by ear")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".compare-said")).to_contain_text("There are no house rules in this")
    assert guest.complaints == []


def test_what_a_browser_kept_of_old_is_no_house_rule(guest: Visit) -> None:
    guest.page.add_init_script('localStorage.setItem(\'drillbook-house-bn\', \'{"gone": "B", "range-bands": 7}\')')
    page = guest.open("/bn/rulings")
    expect(page.locator(".yours-none")).to_be_visible()
    guest.page.add_init_script("localStorage.setItem('drillbook-house-bn', '][')")
    page = guest.open("/bn/shooting")
    expect(page.locator(".house-chip")).to_have_count(0)
    assert guest.complaints == []


def test_search_answers_by_them_and_its_hit_leads_to_what_it_says(guest: Visit) -> None:
    gathered(guest.site)
    guest.page.add_init_script("localStorage.setItem('drillbook-house-bn', '{\"range-bands\": \"B\"}')")
    page = guest.open("/bn/")
    page.locator(".top .find-input").click()
    page.locator(".top .find-input").fill("ar single 30")
    hit = page.locator('.found[href*="/bn/shot?"]').first
    expect(hit.locator(".house-mine")).to_have_text(" by your house rules", use_inner_text=False)
    way = (hit.get_attribute("href") or "")[1:]
    assert OTHER in way
    expect(hit.locator(".found-answer")).to_contain_text(ask(way).headline)
    assert ask(way).headline != ask(way.replace(f"&{OTHER}", "")).headline
    page = guest.open("/search?q=ar+single+30&ruleset=bn")
    expect(page.locator('.found[href*="/bn/shot?"] .house-mine').first).to_contain_text(ask(way).headline)
    assert guest.complaints == []


def test_a_quiz_goes_by_its_link_and_a_new_one_by_the_readers_own(guest: Visit) -> None:
    guest.page.add_init_script("localStorage.setItem('drillbook-house-bn', '{\"range-bands\": \"B\"}')")
    page = guest.open("/bn/quiz?chapter=shooting&seed=12")
    note = page.locator(".quiz-house")
    expect(note).to_contain_text("goes by the book's own readings, as its link does")
    note.get_by_role("link", name="By your house rules").click()
    page.wait_for_url(f"**{OTHER}*")
    expect(note).to_contain_text("goes by your house rules")
    asked = page.locator(".quiz-item input").evaluate_all(
        "(all) => all.map((one) => one.name.split('-of-').slice(1).join('-of-'))"
    )
    right = page.locator(".quiz-item").evaluate_all(
        "(all) => all.map((one) => one.querySelectorAll('.quiz-words')[one.dataset.right].textContent)"
    )
    assert [ask(one).headline for one in dict.fromkeys(asked)] == right
    assert any(OTHER in one for one in asked)
    expect(page.locator(".quiz-reading").first).to_contain_text("reading B of range bands")
    page = guest.open("/bn/")
    page.locator('.beside a[href="/bn/quiz"]').click()
    page.wait_for_url(f"**/bn/quiz?seed=*{OTHER}*")
    assert guest.complaints == []


def test_a_sheet_says_them_all(guest: Visit) -> None:
    guest.page.add_init_script('localStorage.setItem(\'drillbook-house-bn\', \'{"range-bands": "B", "gone": "B"}\')')
    page = guest.open("/bn/sheet")
    card = page.locator(".sheet .house-card")
    expect(card.locator("li")).to_have_count(1)
    expect(card).to_contain_text("The nearest column.")
    page.emulate_media(media="print")
    expect(card).to_be_visible()
    assert guest.complaints == []
