"""Tests of a chapter with its kernel, in a real browser.

They cover live plates, permalinks, examples, the address bar, sleep and waking.
"""

from __future__ import annotations

import json

import pytest
from chapter_page import agrees
from playwright.sync_api import Browser, Page, expect
from running_site import Visit, becomes, visit_with
from site_shelf import chapters, example, questions_of, questions_shown
from turn import in_turn

from drillbook import ask, encode

pytestmark = pytest.mark.slow

SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def place(page: Page, question: str) -> str:
    """Return the selector of the first plate of a question."""
    return f'.plate-place[data-question="{question}"]'


FIRST = questions_shown()[0]
HANDLE = ".noUi-handle"


@pytest.mark.parametrize("path", in_turn(questions_shown())[:2])
def test_a_permalink_opens_its_plate_filled_and_in_view(visit: Visit, path: str) -> None:
    address = example(path)
    page = visit.live(f"/{address}", path)
    home = page.locator(f"{place(page, path)}[data-opened]")
    expect(home.locator(".db-headline")).to_have_text(ask(address).headline)
    page.wait_for_function(
        "(home) => { const at = home.getBoundingClientRect().top; return 0 <= at && at < 400; }",
        arg=home.element_handle(),
    )
    becomes(lambda: page.evaluate("location.pathname + location.search"), f"/{address}")


def test_who_goes_elsewhere_by_the_scroll_bar_is_not_fetched_back(visit: Visit) -> None:
    page = visit.live(f"/{example(FIRST)}")
    page.evaluate("[...document.querySelectorAll('.plate-place')].at(-1).scrollIntoView({ behavior: 'instant' })")
    last = page.locator(".plate-place").last
    expect(last).not_to_have_attribute("data-opened", "")
    page.wait_for_function("home => 'live' in home.dataset", arg=last.element_handle())
    expect(last).to_be_in_viewport()


def followed(page: Page, question: str) -> None:
    """Wait until the plate's answer is that of its own link and the address bar holds that link."""
    home = page.locator(place(page, question)).first
    agrees(home.locator(".drillbook-plate"))
    link = home.locator("a.drillbook-permalink").element_handle()
    page.wait_for_function("(link) => link.href === location.origin + location.pathname + location.search", arg=link)


def test_an_example_opens_in_its_plate_without_a_new_page(visit: Visit) -> None:
    chapter = next(one for one in chapters() if any("steps" in cell.source for cell in one.read().cells))
    page = visit.live(chapter.path)
    page.evaluate("window.samePage = true")
    links = page.locator(".worked a[href*='?']")
    written = [str(links.nth(index).get_attribute("href")).removeprefix("/") for index in range(links.count())]
    address = next(one for one in written if one.partition("?")[0] in questions_of(chapter))
    page.locator(f'.worked a[href="/{address}"]').first.click()
    home = page.locator(place(page, address.partition("?")[0])).first
    wanted = ask(address).headline
    page.wait_for_function(
        "([selector, words]) => document.querySelector(selector)?.textContent === words",
        arg=[f"{place(page, address.partition('?')[0])} .db-headline", wanted],
    )
    assert page.evaluate("window.samePage")
    becomes(lambda: page.evaluate("location.pathname").removeprefix("/"), address.partition("?")[0])
    page.wait_for_function("(home) => home.getBoundingClientRect().top < 500", arg=home.element_handle())
    page.go_back()
    page.wait_for_function("(path) => location.pathname === path", arg=chapter.path)
    assert page.evaluate("window.samePage")


def test_the_address_bar_follows_the_plate_last_touched(visit: Visit) -> None:
    chapter, path = chapters()[0], FIRST
    page = visit.live(chapter.path, path)
    assert page.evaluate("location.pathname") == chapter.path
    length = page.evaluate("history.length")
    home = place(page, path)
    page.locator(f"{home} {HANDLE}").first.focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    followed(page, path)
    assert page.evaluate("history.length") == length
    shown = page.evaluate("location.pathname + location.search")
    headline = ask(shown).headline
    expect(page.locator(f"{home} .db-headline").first).to_have_text(headline)
    again = visit.live(shown, path)
    expect(again.locator(f"{home}[data-opened] .db-headline")).to_have_text(headline)


def test_a_wrong_link_shows_the_sentence_and_a_working_plate(visit: Visit) -> None:
    page = visit.live(f"/{FIRST}?nonsense=1", FIRST)
    expect(page.locator(f"{place(page, FIRST)} .db-headline").first).not_to_be_empty()
    expect(page.locator("article")).to_contain_text("nonsense")


def test_a_page_whose_kernel_is_gone_says_so_and_wakes_as_it_was(visit: Visit) -> None:
    path = FIRST
    page = visit.live(f"/{example(path)}", path)
    home = place(page, path)
    page.locator(f"{home} {HANDLE}").first.focus()
    page.keyboard.press("ArrowRight")
    followed(page, path)
    headline = page.locator(f"{home} .db-headline").first.text_content()
    page.evaluate(
        """async () => {
          const xsrf = decodeURIComponent(document.cookie.match(/_xsrf=([^;]*)/)[1]);
          await fetch('/live/' + document.body.dataset.kernelId + '/leave', {method: 'POST', headers: {'X-XSRFToken': xsrf}});
        }"""
    )
    page.wait_for_selector(".asleep:not([hidden])", timeout=40_000)
    expect(page.locator(".asleep-words")).to_contain_text("sleep")
    page.click(".wake")
    page.wait_for_selector(f"{home}[data-live]", timeout=40_000)
    expect(page.locator(f"{home} .db-headline").first).to_have_text(headline or "?")


def test_leaving_a_page_ends_its_kernel(browser: Browser, site: str) -> None:
    visit = visit_with(browser, site)

    def kernels() -> int:
        return int(json.loads(visit.context.request.get(f"{site}/health").text())["kernels"])

    page = visit.live(chapters()[0].path)
    before = kernels()
    assert before >= 1
    page.goto("about:blank")
    becomes(lambda: kernels() < before, True, seconds=30)
    visit.context.close()


def test_the_old_address_is_one_string_everywhere(visit: Visit) -> None:
    address, path = example(FIRST), FIRST
    page = visit.live(f"/{address}", path)
    link = page.locator(f"{place(page, path)} a.drillbook-permalink").first.get_attribute("href")
    assert link is not None
    assert encode(ask(link[link.index(path) :]).address) == address
