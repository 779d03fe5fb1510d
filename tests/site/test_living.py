"""A chapter with its kernel, in a real browser: live plates, permalinks, examples, the address bar, sleep and waking."""

from __future__ import annotations

import json
import time

import pytest
from playwright.sync_api import Browser, Page
from site_shelf import chapters, examples

from conftest import Visit, visit_with
from drillbook import ask, encode
from drillbook_widgets.site.reading import read

pytestmark = pytest.mark.slow

SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def place(page: Page, question: str) -> str:
    """The selector of the first plate of a question."""
    return f'.plate-place[data-question="{question}"]'


def slider_example() -> tuple[str, str]:
    """An address whose plate has a slider, and the selector of the slider's handle."""
    return examples()[0], ".noUi-handle"


@pytest.mark.parametrize("address", examples()[:4])
def test_a_permalink_opens_its_plate_filled_and_in_view(visit: Visit, address: str) -> None:
    page = visit.live(f"/{address}")
    path = address.partition("?")[0]
    home = page.locator(f"{place(page, path)}[data-opened]")
    assert home.locator(".db-headline").text_content() == ask(address).headline
    page.wait_for_timeout(300)
    box = home.bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 400
    assert page.evaluate("location.pathname + location.search") == f"/{address}"


def test_an_example_opens_in_its_plate_without_a_new_page(visit: Visit) -> None:
    chapter = next(one for one in chapters() if any("steps" in cell.source for cell in one.read().cells))
    page = visit.live(chapter.path)
    page.evaluate("window.samePage = true")
    links = page.locator(".worked a[href*='?']")
    written = [str(links.nth(index).get_attribute("href")).removeprefix("/") for index in range(links.count())]
    address = next(one for one in written if one.partition("?")[0] in read(chapter).questions)
    page.locator(f'.worked a[href="/{address}"]').first.click()
    home = page.locator(place(page, address.partition("?")[0])).first
    wanted = ask(address).headline
    page.wait_for_function(
        "([selector, words]) => document.querySelector(selector).textContent === words",
        arg=[f"{place(page, address.partition('?')[0])} .db-headline", wanted],
    )
    assert page.evaluate("window.samePage")
    assert page.evaluate("location.pathname").removeprefix("/") == address.partition("?")[0]
    page.wait_for_timeout(900)
    assert home.bounding_box()["y"] < 500  # type: ignore[index]
    page.go_back()
    page.wait_for_timeout(200)
    assert page.evaluate("location.pathname") == chapter.path
    assert page.evaluate("window.samePage")


def test_the_address_bar_follows_the_plate_last_touched(visit: Visit) -> None:
    address, handle = slider_example()
    path = address.partition("?")[0]
    chapter = next(one for one in chapters() if path in read(one).questions)
    page = visit.live(chapter.path)
    assert page.evaluate("location.pathname") == chapter.path
    length = page.evaluate("history.length")
    home = place(page, path)
    page.locator(f"{home} {handle}").first.focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(120)
    page.wait_for_function(f"location.pathname === '/{path}'")
    page.wait_for_timeout(700)
    assert page.evaluate("history.length") == length
    shown = page.evaluate("location.pathname + location.search")
    headline = page.locator(f"{home} .db-headline").first.text_content()
    assert ask(shown).headline == headline
    again = visit.live(shown)
    assert again.locator(f"{home}[data-opened] .db-headline").text_content() == headline


def test_a_wrong_link_shows_the_sentence_and_a_working_plate(visit: Visit) -> None:
    path = examples()[0].partition("?")[0]
    page = visit.live(f"/{path}?nonsense=1")
    assert page.locator(f"{place(page, path)} .db-headline").first.text_content()
    assert "nonsense" in page.locator("article").inner_text()


def test_a_page_whose_kernel_is_gone_says_so_and_wakes_as_it_was(visit: Visit) -> None:
    address, handle = slider_example()
    path = address.partition("?")[0]
    page = visit.live(f"/{address}")
    home = place(page, path)
    page.locator(f"{home} {handle}").first.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(900)
    headline = page.locator(f"{home} .db-headline").first.text_content()
    page.evaluate(
        """async () => {
          const xsrf = decodeURIComponent(document.cookie.match(/_xsrf=([^;]*)/)[1]);
          await fetch('/live/' + document.body.dataset.kernelId + '/leave', {method: 'POST', headers: {'X-XSRFToken': xsrf}});
        }"""
    )
    page.wait_for_selector(".asleep:not([hidden])", timeout=15000)
    assert "sleep" in page.locator(".asleep-words").inner_text()
    page.click(".wake")
    page.wait_for_function("document.body.dataset.live === 'yes'", timeout=40000)
    assert page.locator(f"{home} .db-headline").first.text_content() == headline


def test_leaving_a_page_ends_its_kernel(browser: Browser, site: str) -> None:
    visit = visit_with(browser, site)

    def kernels() -> int:
        return int(json.loads(visit.context.request.get(f"{site}/health").text())["kernels"])

    page = visit.live(chapters()[0].path)
    before = kernels()
    assert before >= 1
    page.goto("about:blank")
    deadline = time.monotonic() + 10
    while kernels() >= before and time.monotonic() < deadline:
        time.sleep(0.2)
    assert kernels() < before
    visit.context.close()


def test_the_old_address_is_one_string_everywhere(visit: Visit) -> None:
    address = examples()[0]
    page = visit.live(f"/{address}")
    path = address.partition("?")[0]
    link = page.locator(f"{place(page, path)} a.drillbook-permalink").first.get_attribute("href")
    assert link is not None
    assert encode(ask(link[link.index(path) :]).address) == address
