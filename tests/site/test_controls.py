"""Every kind of control in every plate: moved, it changes the page to what the command line answers for the plate's own link."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import pytest
from playwright.sync_api import Locator, expect
from site_shelf import chapters

from conftest import Visit
from drillbook import ask
from drillbook_widgets.site.shelf import Chapter

pytestmark = pytest.mark.slow

NONSENSE = ["banana", "-7", "1e99", "<img src=x onerror=alert(1)>", "9" * 40, "½"]


def address_of(plate: Locator) -> str:
    """The address of what the plate shows."""
    link = plate.locator("a.drillbook-permalink").get_attribute("href") or ""
    return link.split("/", 3)[3]


def agrees(plate: Locator, seconds: float = 10) -> None:
    """The headline comes to be the answer to the plate's own address, and stays so."""
    until = time.monotonic() + seconds
    plate.page.wait_for_timeout(200)
    while (shown := plate.locator(".db-headline").text_content()) != ask(address_of(plate)).headline:
        assert time.monotonic() < until, f"{address_of(plate)} shows {shown!r}"
        plate.page.wait_for_timeout(100)


@pytest.mark.parametrize("chapter", chapters(), ids=lambda chapter: f"{chapter.short}-{chapter.slug}")
def test_each_control_changes_the_answer_as_the_command_line_does(visit: Visit, chapter: Chapter) -> None:
    page = visit.live(chapter.path)
    plates = page.locator(".drillbook-plate")
    for index in range(plates.count()):
        plate = plates.nth(index)
        before = address_of(plate)
        for handle in plate.locator(".drillbook-input .noUi-handle:visible").all()[:2]:
            handle.focus()
            page.keyboard.press("ArrowRight")
            agrees(plate)
        for menu in plate.locator(".drillbook-input:visible > select").all()[:2]:
            if menu.is_visible():
                menu.select_option(index=0 if menu.evaluate("menu => menu.selectedIndex") == 1 else 1)
                agrees(plate)
        for menu in plate.locator(".db-rows select:visible").all()[:1]:
            menu.select_option(index=0 if menu.evaluate("menu => menu.selectedIndex") == 1 else 1)
            agrees(plate)
        for segment in plate.locator(".drillbook-input button[aria-pressed='false']:visible").all()[:1]:
            segment.click()
            agrees(plate)
        for box in plate.locator(".drillbook-input input[type=checkbox]:visible").all()[:1]:
            box.click()
            agrees(plate)
        assert address_of(plate) != before, f"no control of {before} did anything"
        plate.locator("button", has_text="Reset").click()
        agrees(plate)
        assert address_of(plate) == before
    assert visit.complaints == []


@pytest.mark.parametrize("chapter", chapters(), ids=lambda chapter: f"{chapter.short}-{chapter.slug}")
def test_nonsense_in_a_field_gets_a_sentence_and_the_plate_goes_on(visit: Visit, chapter: Chapter) -> None:
    page = visit.live(chapter.path)
    plate = page.locator(".drillbook-plate:has(input.db-field:visible)").first
    field = plate.locator("input.db-field:visible").first
    field.wait_for()
    before = plate.locator(".db-headline").text_content()
    for text in NONSENSE:
        field.fill(text)
        field.press("Enter")
        page.wait_for_timeout(350)
        note = field.locator("xpath=following-sibling::*[contains(@class, 'db-note')]")
        assert "must be" in (note.text_content() or ""), text
        assert plate.locator(".db-headline").text_content() == before
    assert page.locator("img[src=x]").count() == 0
    good = field.get_attribute("aria-label") or ""
    least = good.rpartition(" from ")[2].split(" to ")[0]
    field.fill(least)
    field.press("Enter")
    agrees(plate)
    assert visit.complaints == []


@pytest.mark.parametrize("chapter", chapters(), ids=lambda chapter: f"{chapter.short}-{chapter.slug}")
def test_every_tab_of_every_plate_opens_and_says_something(visit: Visit, chapter: Chapter) -> None:
    page = visit.live(chapter.path)
    plates = page.locator(".drillbook-plate")
    for index in range(plates.count()):
        plate = plates.nth(index)
        tabs = plate.get_by_role("tab")
        assert tabs.count() >= 3
        for tab in tabs.all():
            tab.click()
            panel = plate.get_by_role("tabpanel").locator("visible=true").first
            expect(panel, f"{address_of(plate)}: the tab {tab.inner_text()} is empty").not_to_be_empty(timeout=10_000)
            assert "Traceback" not in panel.inner_text()
    assert visit.complaints == []
    assert visit.foreign == []


def test_the_page_the_command_line_and_the_answer_are_one(visit: Visit) -> None:
    chapter = chapters()[0]
    page = visit.live(chapter.path)
    plate = page.locator(".drillbook-plate").first
    address = address_of(plate)
    done = subprocess.run([sys.executable, "-m", "drillbook", "ask", address, "--json"], capture_output=True, text=True)
    told = json.loads(done.stdout)
    assert plate.locator(".db-headline").text_content() == told["outcome"]["headline"]
    plate.get_by_role("tab", name="Why").click()
    panel = plate.get_by_role("tabpanel").locator("visible=true").first.inner_text()
    assert all(step["label"] in panel for step in told["outcome"]["steps"])
