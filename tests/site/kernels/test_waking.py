"""Tests that plates wake where the reader is.

Those in view wake first, or the one a link names, then their neighbours; the reader's line stays in place.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from chapter_page import settled
from playwright.sync_api import Browser, Page, Route, expect
from running_site import Visit, visit_with, wake
from site_shelf import chapters, example, plates_of, questions_of

pytestmark = [pytest.mark.slow, pytest.mark.rotating("drillbook_widgets/site/", "tests/site/kernels/")]

WOKEN = (
    "addEventListener('drillbook:plate-live', (event) => { (window.woken ??= []).push(event.target.dataset.cell); })"
)
# Where the headline of the plate that a link has opened stands, from frame to frame: as text, and once it is live.
HEADLINE = """addEventListener('DOMContentLoaded', () => {
  window.headline = {};
  const look = () => {
    const all = [...document.querySelectorAll('.plate-place[data-opened] :is(.still-headline, .db-headline)')];
    const one = all.find((found) => found.checkVisibility({ visibilityProperty: true }));
    if (one) headline[one.classList[0]] ??= [];
    if (one) headline[one.classList[0]].push(one.getBoundingClientRect().top);
    requestAnimationFrame(look);
  };
  look();
})"""
LIVE = "[...document.querySelectorAll('.plate-place[data-live]')].map((home) => home.dataset.cell)"
IN_VIEW = """[...document.querySelectorAll('.plate-place')].filter((home) => {
  const box = home.getBoundingClientRect();
  return home.checkVisibility() && box.bottom > 0 && box.top < innerHeight;
}).map((home) => home.dataset.cell)"""
# Where every word in view stands that is not in a plate; the reader's line is among them.
WORDS = """() => [...document.querySelectorAll('article :is(h1, h2, h3, h4, p, li)')].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.height && box.top >= 64 && box.bottom <= innerHeight && !one.closest('.plate-place, .pilcrow-name');
}).map((one) => [one, one.getBoundingClientRect().top])"""
READ = f"""() => {{
  const found = ({WORDS})();
  window.readers = found[0];
  return found.length;
}}"""
MOVED = "window.readers ? window.readers[0].getBoundingClientRect().top - window.readers[1] : 0"


def largest() -> str:
    """Return the path of the chapter with the most plates."""
    return max(chapters(), key=lambda one: len(plates_of(one))).path


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Visit]:
    """Yield a visitor whose page writes down which plates wake, in order."""
    made = visit_with(browser, site)
    made.page.add_init_script(WOKEN)
    yield made
    made.context.close()


def rested(page: Page) -> None:
    """Wait until the page asks for no more plates: every plate asked for is live."""
    page.wait_for_function("document.body.dataset.live === 'yes' && drillbookPlates.idle()", timeout=40_000)


def test_the_line_to_the_kernel_is_opened_before_the_pages_script_is_there_and_only_once(visit: Visit) -> None:
    held: list[Route] = []
    visit.page.route("**/bundles/page-*", lambda route: held.append(route))
    with visit.page.expect_websocket(timeout=60_000):
        visit.page.goto(visit.site + largest(), wait_until="commit")
    visit.page.wait_for_timeout(500)  # what the kernel says meanwhile is not lost
    assert held
    held[0].continue_()
    rested(visit.page)
    assert len([address for address in visit.asked if address.startswith("ws")]) == 1
    assert not visit.complaints


def test_only_the_plates_that_are_wanted_wake(visit: Visit) -> None:
    page = visit.live(largest())
    rested(page)
    count = page.locator(".plate-place").count()
    woken = page.evaluate(LIVE)
    assert 1 <= len(woken) < count / 2
    assert set(page.evaluate(IN_VIEW)) <= set(woken)
    last = page.locator(".plate-place").last
    last.scroll_into_view_if_needed()
    page.wait_for_function("document.body.dataset.live === 'yes'")
    cell = last.get_attribute("data-cell")
    page.wait_for_function("(cell) => document.querySelector(`[data-cell=\"${cell}\"]`).dataset.live === ''", arg=cell)
    assert not visit.complaints


def test_the_plate_a_link_names_comes_first(visit: Visit) -> None:
    address = example(questions_of(chapters()[0])[-1])
    page = visit.live(f"/{address}")
    opened = page.locator(".plate-place[data-opened]").get_attribute("data-cell")
    assert page.evaluate("window.woken")[0] == opened


def test_on_a_phone_the_answer_of_a_link_stays_where_it_was_as_text(browser: Browser, site: str) -> None:
    visit = visit_with(browser, site, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    visit.page.add_init_script(HEADLINE)
    page = visit.open(f"/{example(questions_of(chapters()[0])[-1])}")
    page.wait_for_function("'db-headline' in headline && drillbookPlates.idle()", timeout=40_000)
    assert page.evaluate("Math.abs(headline['still-headline'].at(-1) - headline['db-headline'].at(-1))") < 8
    assert 0 < page.evaluate("headline['db-headline'].at(-1)") < 500
    visit.context.close()


@pytest.mark.parametrize("width", [390, 1440])
def test_the_readers_line_stays_while_plates_wake(browser: Browser, site: str, width: int) -> None:
    """The page is held back while the reader goes somewhere; then it wakes under his eyes."""
    for share in (0.15, 0.4, 0.7):
        visit = visit_with(browser, site, viewport={"width": width, "height": 844})
        page = visit.page
        page.add_init_script("window.held = new Promise((open) => { window.release = open; })")
        page.add_init_script(
            "const ask = window.fetch; window.fetch = async (...said) => { await window.held; return ask(...said); }"
        )
        visit.open(largest())
        homes = page.locator(".plate-place:visible")
        home = homes.nth(int(share * homes.count()))
        home.evaluate(
            "(home, share) => scrollTo(0, scrollY + home.getBoundingClientRect().top - innerHeight * share)", share
        )
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        seen = page.evaluate(READ)
        page.evaluate("release()")
        page.wait_for_function("document.body.dataset.live === 'yes'", timeout=40_000)
        assert page.evaluate(IN_VIEW), "no plate was in view"
        assert seen, "no line was in view"
        rested(page)
        assert abs(page.evaluate(MOVED)) < 1
        visit.context.close()


@pytest.mark.parametrize("width", [390, 1440])
def test_a_plate_finds_about_the_room_it_needs(browser: Browser, site: str, width: int) -> None:
    """Plates find about the room they need.

    On a first visit, too, the text below a plate is hardly pushed down when the plate wakes.
    """
    touch = width < 640
    visit = visit_with(browser, site, viewport={"width": width, "height": 844}, has_touch=touch, is_mobile=touch)
    page = visit.open("/bn/shooting")
    names = page.evaluate("drillbookPlates.places.map((home) => home.dataset.cell)")
    before = page.evaluate("drillbookPlates.places.map((home) => home.offsetHeight)")
    wake(page, *names)
    page.wait_for_function("drillbookPlates.places.every((home) => home.querySelector('.db-panel *'))", timeout=40_000)
    settled(page)
    needed = page.evaluate("drillbookPlates.places.map((home) => home.querySelector('.lively').offsetHeight)")
    short = {name: need - room for name, room, need in zip(names, before, needed, strict=True)}
    assert {name: pixels for name, pixels in short.items() if not -240 < pixels < 60} == {}
    visit.context.close()


def test_going_back_brings_every_plate_back(visit: Visit) -> None:
    names = ("bn/covering-fire", "bn/covering-test")
    page = wake(visit.live("/bn/reaction"), *names)
    shown = {}
    for name in names:
        plate = page.locator(f'.plate-place[data-question="{name}"]').first
        before = plate.locator("a.drillbook-permalink").get_attribute("href")
        plate.locator(".noUi-handle").first.press("ArrowLeft")
        page.wait_for_function(
            '([name, before]) => document.querySelector(`.plate-place[data-question="${name}"] a.drillbook-permalink`).href !== before',
            arg=[name, before],
        )
        page.wait_for_function("(name) => location.pathname === '/' + name", arg=name)
        shown[name] = plate.locator("a.drillbook-permalink").get_attribute("href")
    visit.open("/")
    page.go_back()
    page.wait_for_function("document.body.dataset.live === 'yes'", timeout=40_000)
    for name, link in shown.items():
        plate = page.locator(f'.plate-place[data-question="{name}"][data-live]').first
        plate.wait_for(timeout=40_000)
        expect(plate.locator("a.drillbook-permalink")).to_have_attribute("href", link or "")


def test_a_busy_device_has_the_time_to_start_a_plate(visit: Visit) -> None:
    """Busy devices have enough time to start a plate.

    The package that draws a plate's parts gives up after two seconds. In the test the page is busy for 2.6 seconds, and
    the plate appears nevertheless.
    """
    visit.page.add_init_script(
        """const from = URL.createObjectURL;
        let held = false;
        URL.createObjectURL = (blob) => {
          if (!held) { held = true; setTimeout(() => { for (const end = performance.now() + 2600; performance.now() < end;); }); }
          return from.call(URL, blob);
        };"""
    )
    page = visit.live("/bn/morale")
    expect(page.locator("[data-failed]")).to_have_count(0)
    assert not visit.complaints
