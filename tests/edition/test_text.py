"""Tests of how a page's text comes first: before its scripts.

It comes at once if it is kept, and a link's goal is where it belongs.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from edition_built import MOST_SHIFTED, PREFIX, SHIFTED, Built, serving
from playwright.sync_api import Browser, BrowserContext, Page, expect

from drillbook_widgets.edition.deferred_scripts import late

pytestmark = pytest.mark.slow
START_MS = 120_000
CHAPTER = "bn/close-combat/"
TOP = (40, 110)
"""Pixels from the top of the window between which a link's goal stands: beneath the head of the page."""
GOAL = "document.getElementById(location.hash.slice(1)).getBoundingClientRect().top"
FIRST_SCRIPT = "Math.min(...performance.getEntriesByType('resource').filter((one) => /\\.js$/.test(one.name)).map((one) => one.startTime))"
TEXT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
KEPT = "document.documentElement.dataset.kept === 'yes'"


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport={"width": 1280, "height": 800})
    made.set_default_timeout(START_MS)
    yield made
    made.close()


@pytest.fixture
def base(built: Built) -> Iterator[str]:
    with serving(built) as (address, _):
        yield address


def begun(page: Page, address: str) -> Page:
    """Return the page at an address after all of its scripts have run."""
    page.add_init_script("document.addEventListener('drillbook:scripts-run', () => { window.tried = true; })")
    page.goto(address)
    page.wait_for_function("window.tried")
    return page


def test_scripts_are_named_in_their_order_and_a_page_without_any_is_left_alone() -> None:
    page = '<script defer src="a.js" data-root="./"></script><script type="module" src="b.js"></script><body><p>Text</p></body>'
    made = late(page)
    assert re.findall(r'<script type="late/(\w+)" src="(\w)\.js"', made) == [("classic", "a"), ("module", "b")]
    assert 'data-root="./"' in made
    assert made.index("<p>") < made.index("drillbook:scripts-run") < made.index("</body>")
    assert late("<body><script>1</script></body>") == "<body><script>1</script></body>"


def test_no_page_has_a_script_that_its_text_waits_for(built: Built) -> None:
    for page in built.folder.rglob("*.html"):
        assert not re.search(r'<script(?! type="late/)[^>]* src=', page.read_text()), page


@pytest.mark.parametrize("path", [CHAPTER, "bn/shot/", "bn/glossary/"])
def test_text_is_painted_before_a_script_is_asked_for_and_stays_where_it_is(
    context: BrowserContext, base: str, path: str
) -> None:
    page = begun(context.new_page(), base + path)
    assert page.evaluate(TEXT) < page.evaluate(FIRST_SCRIPT)
    assert page.evaluate(SHIFTED) < MOST_SHIFTED


HELD = """requestAnimationFrame(function look() {
  const below = [...document.querySelectorAll(".part[data-fold] p")];
  if (below.length) window.held = !below.some((one) => one.checkVisibility());
  else requestAnimationFrame(look);
});"""
"""Whether the sections below are held back when the first frame with them is drawn."""
BELOW = ".part[data-fold] .words > p"


def test_the_first_screen_is_painted_before_what_is_below(context: BrowserContext, base: str) -> None:
    page = context.new_page()
    page.add_init_script(HELD)
    begun(page, base + CHAPTER)
    assert page.evaluate("window.held")
    expect(page.locator(BELOW).last).to_be_visible()


def test_a_reader_without_scripts_has_the_whole_text(browser: Browser, base: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(base + CHAPTER)
    for one in page.locator(BELOW).all():
        expect(one).to_be_visible()
    context.close()


@pytest.mark.parametrize("depth", ["short", "read"])
def test_a_link_leads_to_its_place_and_stays_there_while_plates_come_alive(
    context: BrowserContext, built: Built, base: str, depth: str
) -> None:
    text = (built.folder / CHAPTER / "index.html").read_text()
    rules = re.findall(r'<span class="rule" id="([^"]+)"', text)
    for name in (rules[len(rules) // 2], *re.findall(r'<h2 id="([^"]+)"', text)[2:4]):
        page = context.new_page()
        page.add_init_script(f"localStorage.setItem('drillbook-depth', '{depth}')")
        begun(page, f"{base}{CHAPTER}#{name}")
        assert TOP[0] < page.evaluate(GOAL) < TOP[1], name
        page.wait_for_function("document.documentElement.dataset.edition === 'ready'")
        page.wait_for_timeout(1500)  # what comes alive above it is as high as it will be
        assert TOP[0] < page.evaluate(GOAL) < TOP[1], name
        page.close()


@pytest.fixture
def base_apart(apart: Built) -> Iterator[str]:
    with serving(apart) as (address, _):
        yield address


def test_a_kept_page_is_shown_at_once_and_one_that_the_host_has_renewed_follows(
    context: BrowserContext, apart: Built, base_apart: str
) -> None:
    file: Path = apart.folder / "bn" / "glossary" / "index.html"
    page = context.new_page()
    page.goto(base_apart + "bn/glossary/")
    page.wait_for_function(KEPT)
    file.write_text(file.read_text().replace("</h1>", " renewed</h1>", 1))
    page.goto(base_apart + "bn/glossary/")
    expect(page.locator("h1")).not_to_contain_text("renewed")
    told = page.get_by_role("status").filter(has_text="There is a newer edition of this page.")
    expect(told).to_be_visible(timeout=START_MS)
    expect(page.locator("h1")).not_to_contain_text("renewed")  # nothing is taken from under the reader's eyes
    told.get_by_role("button", name="Read it").click()
    expect(page.locator("h1")).to_contain_text("renewed")


def test_tabs_that_show_an_older_edition_are_told_once_another_is_kept(
    context: BrowserContext, apart: Built, base_apart: str
) -> None:
    old = context.new_page()
    old.goto(base_apart + "bn/glossary/")
    old.wait_for_function(KEPT)
    name = apart.machinery.name
    apart.machinery.rename(apart.machinery.with_name("newer"))
    for path in (apart.folder / "manifest.json", *apart.folder.glob("bn/*/index.html")):
        path.write_text(path.read_text().replace(name, "newer"))
    page = context.new_page()
    page.goto(base_apart + "bn/rulings/")
    page.wait_for_function(KEPT)
    told = old.get_by_role("status").filter(has_text="There is a newer edition of this book.")
    expect(told).to_be_visible(timeout=START_MS)


def test_editions_on_one_host_keep_each_their_own(context: BrowserContext, apart: Built) -> None:
    shutil.copytree(apart.folder, apart.served / "other")
    with serving(apart) as (address, _):
        for folder in (address, address.replace(PREFIX, "other")):
            page = context.new_page()
            page.goto(folder + "bn/glossary/")
            page.wait_for_function(KEPT)
    page = context.new_page()
    page.goto(address + "bn/close-combat/")
    expect(page.locator("h1")).to_have_text("Close combat and storming")
    page.goto(address + "bn/nowhere/")
    expect(page.get_by_role("link", name="To the book")).to_have_attribute("href", address)
