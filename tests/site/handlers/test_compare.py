"""Tests of answers beside each other on the site.

The page is complete without a script, changed in place with one, and whole on a phone and on a desk.
"""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from chapter_page import axe
from fetched import Elements, fetch
from playwright.sync_api import Browser, expect
from running_site import Visit, visit_with
from turn import PARTS, turn

from drillbook import ask, library
from drillbook.asking.uses.comparison import known_situations, situation

pytestmark = pytest.mark.slow

LMG, RIFLE = "bn/shot?weapon=lmg&distance=40", "bn/shot?weapon=ar&mode=burst&distance=40"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1440, "height": 1000}}


def beside(*addresses: str) -> str:
    """Return the address of the page on which these answers are beside each other."""
    return "/compare?" + urlencode(dict(zip("abcd", addresses, strict=False)))


BESIDE = ("/compare", beside(LMG, RIFLE), beside("bon/volley", "fb/volley", "nr/volley"))


def fits(visit: Visit) -> bool:
    """Whether nothing scrolls sideways."""
    found: bool = visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return found


def test_the_page_is_whole_without_a_script(site: str) -> None:
    _, page, _ = fetch(site + beside(LMG, RIFLE))
    for address in (LMG, RIFLE):
        assert ask(address).headline.replace(" %", "\u00a0%") in page
    status, page, _ = fetch(site + "/compare")
    assert status == 200
    for name in known_situations():
        one = situation(name)
        assert one.name in page
        assert all(
            found.found.headline.replace(" %", "\u00a0%") in page.replace("&#x27;", "'")
            for found in one.answered
            if found.found
        )
    status, page, _ = fetch(site + "/compare?situation=shot")
    assert status == 200
    assert all(book.short in page for book in library().all())


def test_its_links_lead_somewhere(site: str) -> None:
    _, page, _ = fetch(site + "/compare")
    ways = {(given.get("href") or "").partition("#")[0] for tag, given in Elements(page).found if tag == "a"}
    ways = {way for way in ways if way.startswith("/")}
    assert len(ways) > len(library().all())
    chapters = {way.partition("?")[0] for way in ways}
    assert all(fetch(site + way)[0] == 200 for way in sorted(chapters))


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        (beside(LMG, "bn/shot?distance=999"), 200, "Distance must be from 0 to 160 cm, not 999."),
        (beside(LMG, "xx/none"), 200, "There is no ruleset"),
        (beside(LMG), 200, "takes two to four addresses"),
        (beside("nonsense"), 200, "Nothing of this link could be answered."),
        (beside(LMG, RIFLE, LMG, RIFLE) + "&e=" + "bn/dodge", 200, "the first four"),
        ("/compare?situation=tea", 404, "There is no situation “tea”"),
        ("/xx/compare", 404, "There is no ruleset"),
        (beside("<script>alert(1)</script>", LMG), 200, "An address looks like"),
        (beside(LMG, "http://[no/bn/shot"), 200, "An address looks like"),
        (beside(LMG, "bn/" + "x" * 5000), 200, "This address is too long to be a question."),
        (
            "/compare?a=bn/shot?weapon=lmg&distance=40&b=bn/shot",
            200,
            "This link has 'distance' outside of its addresses",
        ),
    ],
)
def test_what_cannot_be_read_gets_a_sentence(site: str, path: str, status: int, words: str) -> None:
    found, page, _ = fetch(site + path)
    assert found == status
    assert words in page.replace("&#39;", "'").replace("&#x27;", "'")
    assert "<script>alert" not in page


@pytest.mark.rotating("drillbook_widgets/pages/")
@pytest.mark.parametrize("wishes", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("path", BESIDE)
def test_it_fits_and_axe_finds_nothing(browser: Browser, site: str, wishes: dict[str, object], path: str) -> None:
    """Axe reads each page on a phone or on a desk, on the other in the next turn."""
    visit = visit_with(browser, site, **wishes)
    page = visit.open(path)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert fits(visit)
    if (BESIDE.index(path) + turn() // PARTS) % 2 == (wishes is DESK):
        assert list(axe(page, whole=True)) == []
    assert not visit.complaints
    assert not visit.foreign
    visit.context.close()


def test_a_case_is_changed_in_place(browser: Browser, site: str) -> None:
    visit = visit_with(browser, site, **DESK)
    page = visit.open(beside(LMG, LMG))
    expect(page.locator(".cmp-difference")).to_have_text("The chance is exactly the same.")
    second = page.locator(".cmp-cell[data-letter=b]")
    second.get_by_label("Weapon").select_option("ar")
    wanted = "bn/shot?weapon=ar&distance=40"
    expect(second.locator(".cmp-headline")).to_have_text(ask(wanted).headline.replace(" %", "\u00a0%"))
    expect(second.locator(".cmp-change")).to_have_attribute("open", "")  # what one works with stays
    assert "weapon%3Dar" in page.url
    assert "weapon%3Dlmg" in page.url
    expect(page.locator(".cmp-cell[data-letter=a] .cmp-situation .cmp-differs").first).to_contain_text("Weapon")
    page.reload()
    expect(second.locator(".cmp-headline")).to_have_text(ask(wanted).headline.replace(" %", "\u00a0%"))
    assert not visit.complaints
    visit.context.close()


def test_a_plate_leads_to_its_variant_its_readings_and_what_was_pinned(browser: Browser, site: str) -> None:
    visit = visit_with(browser, site, **DESK)
    page = visit.live("/bon/volley?firers=5", "bon/volley")
    plate = page.locator('[data-question="bon/volley"] .drillbook-plate')
    plate.locator(".db-tab-share").click()
    way = plate.get_by_role("link", name=library().find("fb").title)
    expect(way).to_be_visible()
    plate.locator(".db-tab-pin").click()
    plate.get_by_role("button", name="Pin this answer").click()
    expect(plate.get_by_role("link", name="Side by side")).to_be_visible()
    plate.locator(".db-tab-share").click()
    way.click()
    expect(page.locator(".cmp-headline")).to_have_count(2)
    found = page.locator(".cmp-cell").evaluate_all("(all) => all.map((one) => one.dataset.address.split('?')[0])")
    assert found == ["bon/volley", "fb/volley"]
    visit.context.close()
