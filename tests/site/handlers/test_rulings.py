"""Tests of the register of rulings in a real browser.

Every ruling has its readings, and can be found, sorted and handed on. The tests also cover the site's answers behind
the register.
"""

from __future__ import annotations

import json
import urllib.error
import urllib.request

import pytest
from chapter_page import axe
from playwright.sync_api import Browser, expect
from running_site import Visit, visit_with

from drillbook import ask, library
from drillbook.asking.uses.ruling_weight import effect, examples

pytestmark = pytest.mark.slow

REGISTER = "/bn/rulings"
BN = library().find("bn")


def got(address: str) -> tuple[int, str]:
    """Return the status and the text of an address."""
    try:
        with urllib.request.urlopen(address, timeout=90) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as problem:
        return problem.code, problem.read().decode()


@pytest.fixture(scope="module", autouse=True)
def worked_out(site: str) -> None:
    """Open a register once, so that its examples are worked out.

    The first reader waits for them, on a busy machine longer than a browser does.
    """
    got(f"{site}{REGISTER}")


@pytest.mark.parametrize("short", [one.short for one in library().all()])
def test_every_ruling_stands_in_its_register(site: str, short: str) -> None:
    status, text = got(f"{site}/{short}/rulings")
    assert status == 200
    for one in library().find(short).rulings().values():
        assert text.count(f'id="{one.id}"') == 1, one.id
    assert f'href="/{short}/rulings"' in text


def test_a_ruling_shows_what_each_reading_gives(visit: Visit) -> None:
    page = visit.open(f"{REGISTER}#bn.ruling.range-bands")
    ruling = BN.ruling("range-bands")
    entry = page.locator('.entry[data-name="range-bands"]')
    expect(entry).to_be_in_viewport()
    expect(entry.locator("h3")).to_have_text(ruling.ask)
    for letter, words in ruling.readings.items():
        row = entry.locator("li", has=page.locator(f'input[value="{letter}"]'))
        expect(row).to_contain_text(words)
        href = row.locator(".entry-gives a").first.get_attribute("href") or ""
        expect(row.locator(".entry-gives a").first).to_have_text(ask(href.removeprefix("/")).headline)
    expect(page.locator('.side-list a[aria-current="page"]')).to_have_text("Rulings")
    assert visit.complaints == []


def test_rulings_are_found_and_sorted_by_what_they_change(visit: Visit) -> None:
    page = visit.open(REGISTER)
    every = page.locator(".entry").count()
    page.get_by_label("Find", exact=True).fill("between two columns")
    expect(page.locator(".found")).to_have_text(f"1 of {every} rulings")
    expect(page.locator(".entry:visible")).to_have_count(1)
    page.get_by_label("Find", exact=True).fill("")
    page.locator(".finder [name=chapter]").select_option("shooting")
    page.locator(".finder [name=order]").select_option("weight")
    page.wait_for_function("document.querySelectorAll('.register-sorted .entry').length > 1")
    names = page.locator(".register-sorted .entry:visible").evaluate_all("all => all.map(one => one.dataset.name)")
    weights = [float(effect(examples(BN.ruling(name), BN))) for name in names]
    assert weights == sorted(weights, reverse=True)
    assert len(set(weights)) > 2
    page.locator(".finder [name=order]").select_option("chapter")
    expect(page.locator(".register-part:visible .entry:visible")).to_have_count(len(names))


@pytest.mark.parametrize("width", [390, 1440])
def test_the_register_is_in_order_on_any_screen(browser: Browser, site: str, width: int) -> None:
    visit = visit_with(browser, site, viewport={"width": width, "height": 900})
    page = visit.open("/nr/rulings?ruling.nonsense=B")
    expect(page.locator(".complaint")).to_contain_text("has no ruling 'nonsense'")
    expect(page.locator(".finder")).to_be_visible()
    assert not page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    page.get_by_label("Find", exact=True).fill("unit move")  # axe reads what is shown, and takes its time
    expect(page.locator(".found")).to_contain_text("of")
    assert list(axe(page, whole=True)) == []
    assert visit.complaints == []
    visit.context.close()


def test_odd_wishes_get_an_answer(site: str) -> None:
    assert got(f"{site}/nobook/rulings")[0] == 404
    for query in ("", "of=bn.nothing.there", "of=bn.shooting.table&row=99", "of=bn.shooting.table&row=x", "of=%00"):
        status, text = got(f"{site}/bn/piece.json?{query}")
        assert (status, list(json.loads(text))) == (404, ["sorry"]), query
    for path in (
        "bn/nowhere/house.json?ruling.range-bands=B",
        "bn/shooting/house.json?ruling.x=Y",
        "bn/shooting/house.json",
    ):
        status, text = got(f"{site}/{path}")
        assert status == 200
        assert json.loads(text)["answers"] == {}
    assert "Not all of this link could be read" in got(f"{site}/bn/rulings?ruling.range-bands")[1]
