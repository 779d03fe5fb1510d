"""Tests of the front page, the title pages, the sheets and the pages about the book.

They are whole, printable, and without a fault for axe.
"""

from __future__ import annotations

import re
import urllib.request
from html import escape
from pathlib import Path
from xml.etree import ElementTree

import pytest
from chapter_page import axe, pages_of
from fetched import Elements, fetch
from playwright.sync_api import Browser, expect
from running_site import Visit, visit_with
from site_shelf import shelf
from turn import in_turn

import drillbook_widgets
from drillbook import library, questions
from drillbook.book.versions import whole_history
from drillbook.rules.title_page import filled_title_page

pytestmark = pytest.mark.slow

ATOM = "{http://www.w3.org/2005/Atom}"
BOOKS = [book for book in shelf().books if book.written]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WORKED_OUT = ("/quiz", "/rulings")
every_book = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.short)


def beside(short: str) -> list[str]:
    """Return the pages of a ruleset beside its chapters: title page, sheet and about."""
    return [f"/{short}/", f"/{short}/sheet", f"/{short}/about"]


@every_book
def test_the_title_page_tells_what_one_needs_with_its_tools_before_its_chapters(site: str, book) -> None:  # type: ignore[no-untyped-def]
    _, page, _ = fetch(site + book.home)
    title = filled_title_page(library().find(book.short))
    assert title is not None
    tools = [page.index(f'href="/{book.short}/{escape(tool.address)}"') for tool in title.tools]
    chapters = page.index('class="volume-chapters"')
    assert all(place < chapters for place in tools)
    for words in ("Period", "Scale", "Dice", "On the table", "Learnt in"):
        assert f"<dt>{words}</dt>" in page
    for way in (book.sheet.path, f"/{book.short}/about", f"/{book.short}/glossary"):
        assert f'href="{way}"' in page


def test_no_link_of_these_pages_is_broken(site: str) -> None:
    """Links of these pages are not broken.

    Chapters and questions are known, and what is worked out has tests of its own; every other link is opened.
    """
    asked = {f"/{one.short}/{name}" for one in library().all() for name in questions(one)}
    known = {chapter.path for chapter in shelf().chapters.values()} | asked
    status: dict[str, int] = {}
    for path in ("/", "/about", "/changes.xml", *(path for book in BOOKS for path in beside(book.short))):
        status[path], page, _ = fetch(site + path)
        ways = {(given.get("href") or "").partition("#")[0] for tag, given in Elements(page).found if tag == "a"}
        for way in ways:
            if way.startswith("/") and not way.endswith(WORKED_OUT) and way not in known and way not in status:
                status[way] = fetch(site + way)[0]
    assert {way: found for way, found in status.items() if found != 200} == {}


@every_book
def test_the_sheet_is_printed_on_two_pages_at_most(visit: Visit, book) -> None:  # type: ignore[no-untyped-def]
    page = visit.open(book.sheet.path)
    for size in ("A4", "Letter"):
        assert 1 <= pages_of(page.pdf(format=size)) <= 2, size
    assert visit.complaints == []


@every_book
def test_the_pages_beside_the_chapters_have_no_fault(browser: Browser, site: str, book) -> None:  # type: ignore[no-untyped-def]
    read_by_axe = in_turn(BOOKS)
    for wishes in (PHONE, {"viewport": {"width": 1440, "height": 900}}):
        visit = visit_with(browser, site, **wishes)
        for path in beside(book.short):
            page = visit.open(path)
            if path.endswith("/about"):
                page.locator("#questions ~ details").first.wait_for(timeout=120_000)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
            if book in read_by_axe:
                assert list(axe(page, whole=True)) == [], path
        assert visit.complaints == []
        visit.context.close()


def test_the_front_page_has_a_plate_that_answers(visit: Visit) -> None:
    first = shelf().first
    assert first is not None
    page = visit.live("/")
    plate = page.locator(".drillbook-plate").first
    headline = plate.locator(".db-headline")
    before = headline.inner_text()
    plate.locator(".noUi-handle").first.press("End")
    expect(headline).not_to_have_text(before)
    assert visit.complaints == []


def test_the_search_of_the_front_page_works_without_a_script(site: str) -> None:
    found = Elements(fetch(site + "/")[1]).found
    form = next(given for tag, given in found if tag == "form" and given.get("id") == "db-search-front")
    assert (form["action"], form["method"]) == ("/search", "get")
    assert any(tag == "input" and given.get("name") == "q" for tag, given in found)


def test_about_counts_every_ruleset(visit: Visit) -> None:
    page = visit.open("/about")
    row = page.locator("#covered ~ .table-box tbody tr")
    row.first.wait_for(timeout=120_000)
    assert row.count() == len(BOOKS)
    for book, cells in zip(BOOKS, [one.locator("td").all_inner_texts() for one in row.all()], strict=True):
        ruleset = library().find(book.short)
        rules, computed, _, _, switchable, asked, through, situations = (int(re.sub(r"\D", "", one)) for one in cells)
        assert rules == len({rule.id for rule in ruleset.rules.values()})
        assert switchable == sum(one.free for one in ruleset.rulings().values())
        assert rules > computed > rules / 2
        assert asked > through > 0
        assert situations > through


def test_figures_that_are_being_counted_come_without_a_new_page(visit: Visit) -> None:
    """Figures that are still being counted appear on the page without a reload.

    The page fetches its figures itself. What the reader has open, and the reader's place, stay as they are.
    """
    page = visit.open("/about")
    page.locator("#covered ~ .table-box tbody tr").first.wait_for(timeout=120_000)
    counted = fetch(visit.site + "/about")[1]
    static = Path(drillbook_widgets.__file__).parent / "pages/static"
    script = (static / "reference" / "coverage.js").read_text(encoding="utf-8")
    waiting = f'<p role="status">Counting</p><script>{script}</script>'
    begin, end = (
        counted.index('<div class="table-box"'),
        counted.index("</div>", counted.index('<div class="table-box"')),
    )
    shown = counted[:begin] + waiting + counted[end + len("</div>") :]
    visit.page.route("**/about", lambda route: route.fulfill(body=shown, content_type="text/html"), times=1)
    page = visit.open("/about")
    assert "http-equiv" not in page.content()
    page.evaluate("window.sameDocument = true")
    page.locator("#covered ~ .table-box tbody tr").first.wait_for(timeout=30_000)
    assert page.get_by_text("Counting").count() == 0
    assert page.evaluate("window.sameDocument")


def test_the_changes_are_a_feed_whose_entries_lead_somewhere(site: str) -> None:
    lib = library()
    for path, books in (("/changes.xml", BOOKS), (f"/{BOOKS[0].short}/changes.xml", BOOKS[:1])):
        with urllib.request.urlopen(site + path, timeout=20) as answer:
            assert answer.headers["Content-Type"].startswith("application/atom+xml")
            feed = ElementTree.fromstring(answer.read())
        entries = feed.findall(f"{ATOM}entry")
        assert len(entries) == sum(len(whole_history(lib.find(book.short), lib)) for book in books)
        days = [entry.findtext(f"{ATOM}updated") or "" for entry in entries]
        assert days == sorted(days, reverse=True)
        assert len({entry.findtext(f"{ATOM}id") for entry in entries}) == len(entries)
        for entry in entries:
            link = entry.find(f"{ATOM}link")
            assert link is not None
            assert (link.get("href") or "").startswith(f"{site}/")
            assert fetch((link.get("href") or "").partition("#")[0])[0] == 200
    assert fetch(f"{site}/nosuchrules/changes.xml")[0] == 404
    assert fetch(f"{site}/nosuchrules/about")[0] == 404
