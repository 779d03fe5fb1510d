"""Tests at the table, on a phone: every tool answers as the book does.

It keeps what was set, and the tables are there without a network.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from chapter_page import axe
from playwright.sync_api import Browser, Locator, Page, expect
from running_site import Visit, start_site, stop_site, visit_with
from site_shelf import shelf
from turn import due

from drillbook import ask, library
from drillbook.asking.uses.table_mode import question_in, tools_of

pytestmark = pytest.mark.slow

BOOKS = [book for book in shelf().books if book.written]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
NARROW = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}
LEAST = 44
DUE = due(BOOKS, lambda book: library().find(book.short).slug)
due_books = pytest.mark.parametrize("book", DUE, ids=lambda book: book.short)


@pytest.fixture
def phone(browser: Browser, site: str) -> Iterator[Visit]:
    """Yield a reader with a phone."""
    made = visit_with(browser, site, **PHONE)
    yield made
    made.context.close()


def answered(page: Page) -> tuple[str, str]:
    """Return the address of the form in sight and its answer, after waiting for the answer."""
    expect(page.locator(".answer")).to_have_attribute("data-state", "ready")
    return page.locator(".answer").get_attribute("data-address") or "", page.locator(".headline").inner_text()


def open_tool(page: Page, name: str) -> Locator:
    """Open a tool and return its screen."""
    page.locator(f"#tab-{name}").tap()
    screen = page.locator(f"#tool-{name}")
    expect(screen).to_be_visible()
    return screen


def change_one(screen: Locator) -> bool:
    """Turn the first thing that can be turned: a number down or up, another option, a tick."""
    for selector in (
        ".input:not([hidden]) > .stepper .less:enabled",
        ".input:not([hidden]) > .stepper .more:enabled",
        ".input:not([hidden]) > .flag input",
    ):
        if (found := screen.locator(selector)).count():
            found.first.tap()
            return True
    menu = screen.locator(".input:not([hidden]) > select")
    if menu.count():
        menu.first.select_option(index=1)
        return True
    return False


@due_books
def test_every_tool_answers_as_the_book_does(phone: Visit, book) -> None:  # type: ignore[no-untyped-def]
    page = phone.open(f"/{book.short}/table")
    for tool in tools_of(library().find(book.short)):
        name = question_in(tool.address)
        screen = open_tool(page, name)
        address, headline = answered(page)
        assert address.partition("?")[0] == f"{book.short}/{name}"
        assert headline == ask(address).headline == ask(f"{book.short}/{tool.address}").headline
        if change_one(screen):
            expect(page.locator(".answer")).not_to_have_attribute("data-address", address)
            other, headline = answered(page)
            assert headline == ask(other).headline
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        bar = page.locator(".answer").bounding_box()
        assert bar is not None
        assert bar["y"] + bar["height"] <= 844 + 1, f"the answer of {name} is out of sight"
    assert phone.complaints == []


@due_books
def test_no_tool_is_wider_than_a_small_phone_and_nothing_that_is_tapped_is_small(
    browser: Browser, site: str, book
) -> None:  # type: ignore[no-untyped-def]
    visit = visit_with(browser, site, **NARROW)
    page = visit.open(f"/{book.short}/table")
    small = """() => [...document.querySelectorAll("main :is(button, select, .flag, .segments label, .ticks label, .tabs a, .track)")]
        .filter((one) => one.checkVisibility()).map((one) => [one.className || one.tagName, one.getBoundingClientRect()])
        .filter(([, box]) => box.height < LEAST || box.width < LEAST).map(([name, box]) => `${name} ${box.width} × ${box.height}`)"""
    for tool in tools_of(library().find(book.short)):
        open_tool(page, question_in(tool.address))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), tool.address
        assert page.evaluate(small.replace("LEAST", str(LEAST))) == [], tool.address
    visit.context.close()


def test_axe_finds_nothing(browser: Browser, site: str) -> None:
    visit = visit_with(browser, site, **PHONE, reduced_motion="reduce")
    for book in DUE:
        page = visit.open(f"/{book.short}/table")
        for tab in (page.locator("[role=tab]").first, page.locator("[role=tab]").nth(-2), page.locator("#tab-tables")):
            tab.tap()
            if tab.get_attribute("id") != "tab-tables":
                answered(page)
            assert list(axe(page, whole=True)) == [], f"{book.short} {tab.inner_text()}"
    visit.context.close()


def test_what_was_set_is_there_again_and_a_wrong_number_gets_its_sentence(phone: Visit) -> None:
    page = phone.open("/bn/table")
    screen = open_tool(page, "shot")
    screen.locator('[data-input="weapon"] select').select_option("lmg")
    answered(page)
    expect(screen.locator('[data-input="mode"]')).to_be_hidden()
    field = screen.get_by_role("spinbutton", name="Distance")
    field.fill("500")
    expect(page.locator(".answer-note")).to_have_text(
        "Distance must be from 0 to 160 cm, not 500. The nearest is 160 cm."
    )
    field.fill("41")
    field.press("ArrowDown")
    expect(field).to_have_value("40")
    address, headline = answered(page)
    assert "weapon=lmg&distance=40&" in address
    page.reload()
    assert answered(page) == (address, headline)
    assert page.url.endswith("#tool-shot")
    screen.get_by_role("button", name="Back to the beginning").tap()
    assert answered(page)[1] == ask("bn/shot").headline
    assert phone.complaints == []


def test_tools_are_turned_by_the_keyboard_and_by_a_swipe(phone: Visit) -> None:
    page = phone.open("/bn/table")
    answered(page)
    page.locator("#tab-shot").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tab-covering-fire")).to_be_focused()
    expect(page.locator("#tool-covering-fire")).to_be_visible()
    swipe = """(across) => { const home = document.querySelector(".tool-screen:not([hidden]) h2");
        const how = { bubbles: true, isPrimary: true, pointerType: "touch", clientY: 200 };
        const send = (kind, x) => home.dispatchEvent(new PointerEvent(kind, { ...how, clientX: x }));
        send("pointerdown", 200); send("pointerup", 200 + across); }"""
    page.evaluate(swipe, 120)
    expect(page.locator("#tool-shot")).to_be_visible()
    page.evaluate(swipe, -30)
    expect(page.locator("#tool-shot")).to_be_visible()
    page.evaluate(swipe, -120)
    expect(page.locator("#tool-covering-fire")).to_be_visible()


def test_a_force_built_once_fills_the_other_tools(phone: Visit) -> None:
    page = phone.open("/bn/table")
    screen = open_tool(page, "force")
    screen.locator('[data-input="men"] .row').first.locator("select").last.select_option("lmg")
    answered(page)
    screen.get_by_role("button", name="Take this side along").tap()
    expect(screen.locator(".side li").first).to_have_text("7 × Veteran, LMG")
    screen = open_tool(page, "shot")
    answered(page)
    screen.get_by_label("From your side").select_option(label="7 × Veteran, LMG")
    expect(page.locator(".answer")).to_have_attribute("data-address", str(ask("bn/shot?weapon=lmg&troops=r3").address))
    screen = open_tool(page, "morale-test")
    screen.get_by_role("button", name="All of your side").tap()
    expect(screen.locator('[data-input="squad"] .row')).to_have_count(2)
    address, headline = answered(page)
    assert "squad=7,r3,no;1,r3,no&" in address
    assert headline == ask(address).headline
    page.reload()
    expect(open_tool(page, "saving-throw").get_by_label("From your side").locator("option")).to_have_count(3)
    assert phone.complaints == []


def test_a_muster_grows_unit_by_unit(phone: Visit) -> None:
    page = phone.open("/nr/table")
    screen = open_tool(page, "unit-card")
    for unit in ("grenadiers", "heavy-cavalry"):
        screen.locator('[data-input="unit"] select').select_option(unit)
        answered(page)
        screen.get_by_role("button", name="Take this unit along").tap()
    expect(screen.locator(".side li")).to_have_text(["Grenadiers", "Heavy cavalry"])
    screen = open_tool(page, "melee-round")
    answered(page)
    screen.get_by_label("From your side").select_option(label="Heavy cavalry")
    screen.get_by_label("Against one of them").select_option(label="Grenadiers")
    expect(page.locator(".answer")).to_have_attribute(
        "data-address", re.compile(r"charger=heavy-cavalry&.*target=grenadiers&")
    )
    mine = open_tool(page, "cavalry-charge").get_by_label("From your side").locator("option")
    expect(mine).to_have_text(["choose …", "Grenadiers (not here)", "Heavy cavalry"])
    expect(mine.nth(1)).to_be_disabled()
    assert phone.complaints == []


def test_house_rules_hold_here_and_are_said(phone: Visit) -> None:
    phone.page.add_init_script('localStorage.setItem(\'drillbook-house-bn\', \'{"range-bands": "B", "gone": "B"}\')')
    page = phone.open("/bn/table")
    screen = open_tool(page, "shot")
    screen.get_by_role("spinbutton", name="Distance").fill("30")
    expect(page.locator(".answer-house")).to_contain_text("your house rules: reading B of range bands")
    address, headline = answered(page)
    assert "ruling.range-bands=B" in address
    assert headline == ask(address).headline != ask("bn/shot?weapon=ar&distance=30").headline
    expect(page.locator(".answer-house")).to_contain_text(ask("bn/shot?weapon=ar&distance=30").headline)
    page.locator("#tab-tables").tap()
    expect(page.locator("#tool-tables .house-card")).to_contain_text("The nearest column.")


def test_the_tables_are_there_without_a_network_and_an_answer_says_that_it_needs_one(browser: Browser) -> None:
    process, address = start_site(whole=True)
    visit = visit_with(browser, address, **PHONE)
    try:
        page = visit.open("/bn/table")
        before = answered(page)[1]
        expect(page.locator("html")).to_have_attribute("data-kept", "yes")
    finally:
        stop_site(process)
    page.reload()
    expect(page.locator(".headline")).to_have_text(before)
    page.locator("#tab-tables").tap()
    expect(page.locator("#tool-tables table").first).to_be_visible()
    expect(page.locator("#tool-tables .sheet-card")).not_to_have_count(0)
    screen = open_tool(page, "shot")
    screen.locator('[data-input="distance"] .more').tap()
    expect(page.locator(".answer-note")).to_contain_text("No network")
    expect(page.locator(".answer")).to_have_attribute("data-state", "old")
    expect(page.locator(".headline")).to_have_text(before)
    page.goto(f"{address}/bn/sheet")
    expect(page.locator(".sheet table").first).to_be_visible()
    visit.context.close()


def test_an_address_that_is_no_safe_one_says_that_nothing_is_kept(browser: Browser, site: str) -> None:
    visit = visit_with(browser, site, **PHONE)
    visit.page.add_init_script(
        "delete Navigator.prototype.serviceWorker; Object.defineProperty(window, 'isSecureContext', { value: 0 })"
    )
    page = visit.open("/bn/table#tool-tables")
    expect(page.locator(".kept-said")).to_contain_text("The tables need the network here")
    visit.context.close()
