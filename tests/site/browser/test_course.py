"""Tests of a course on the site.

It is guessed by hand and by keyboard, says how near the guess is, is kept in the browser, and is complete as text and
on paper.
"""

from __future__ import annotations

import pytest
from chapter_page import axe
from playwright.sync_api import Browser, Locator, Page, expect
from running_site import HOLD, Visit, visit_with
from site_shelf import shelf
from turn import due

pytestmark = pytest.mark.slow
COURSES = [book.course for book in shelf().books if book.course is not None]
DUE = due(COURSES, lambda course: course.notebook.parent.name)
WIDTHS = (390, 820, 1440)


def opened(visit: Visit, path: str = "/bn/course") -> Page:
    """Return a course's page whose boxes are ready; its plates stay text."""
    visit.page.add_init_script(f"window.drillbookAwake = []; {HOLD}")
    page = visit.open(path)
    page.wait_for_selector("[data-course=ready]")
    return page


def box(page: Page, name: str) -> Locator:
    """Return the box of an episode."""
    return page.locator(f"#guess-{name}")


def test_a_guess_is_made_and_kept(visit: Visit) -> None:
    page = opened(visit)
    first = box(page, "first-turn")
    expect(first.locator(".guess-answer")).to_be_hidden()
    later = page.locator(".plate-place").first
    expect(later).to_be_hidden()
    right = float(str(first.get_attribute("data-right")))
    first.locator("input[type=range]").focus()
    for _ in range(round(right) - 50):
        page.keyboard.press("ArrowRight")
    expect(first.locator("output")).to_have_text(f"{round(right)} %")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(first.locator(".guess-verdict")).to_contain_text("as good as right")
    expect(later).to_be_visible()
    expect(page.locator(".course-board")).to_contain_text("1 of 1 guesses right")
    page.reload()
    page.wait_for_selector("[data-course=ready]")
    expect(box(page, "first-turn").locator(".guess-verdict")).to_contain_text("as good as right")
    expect(page.locator(".course-on")).to_have_attribute("href", "#guess-run-up")
    page.get_by_role("button", name="Start again").click()
    page.wait_for_selector("#guess-first-turn form")
    assert page.evaluate("localStorage.getItem('drillbook-course-bn')") is None


def test_a_wrong_guess_is_told_how_far_off_it_is(visit: Visit) -> None:
    page = opened(visit)
    first = box(page, "first-turn")
    first.locator("input[type=range]").fill("5")
    first.get_by_role("button", name="That is my guess").click()
    expect(first.locator(".guess-verdict")).to_contain_text("likelier than you thought")
    number = box(page, "run-up")
    right = float(str(number.get_attribute("data-right")))
    field, go = number.locator("input"), number.get_by_role("button", name="That is my guess")
    for nonsense in ("", "many", "-3", "1e9", "6++"):
        field.fill(nonsense)
        go.click()
        expect(number.get_by_role("alert")).to_contain_text(f"not “{nonsense}”" if nonsense else "A guess is a number")
    field.fill(f"{right + 3:g} cm")
    go.click()
    expect(number.locator(".guess-verdict")).to_contain_text("3 less")
    expect(number.locator(".guess-answer li").first).to_be_visible()
    choice = box(page, "too-far-round")
    choice.get_by_role("button", name="That is my guess").click()
    expect(choice.get_by_role("alert")).to_contain_text("Choose one of the answers")
    choice.get_by_label("Yes", exact=True).check()
    choice.get_by_role("button", name="That is my guess").click()
    expect(choice.locator(".guess-verdict")).to_contain_text("Not so: the answer is No.")


def test_the_lesson_goes_on_after_its_guess(visit: Visit) -> None:
    page = opened(visit)
    told = page.get_by_text("Brandt goes first")
    expect(told).to_be_hidden()
    box(page, "first-turn").get_by_role("button", name="Just show me").click()
    expect(told).to_be_visible()
    expect(page.locator(".course-board")).to_contain_text("none guessed")
    expect(page.get_by_text("He stops there")).to_be_hidden()


def test_its_plate_comes_alive_once_it_is_seen(visit: Visit) -> None:
    page = visit.open("/bn/course")
    page.wait_for_selector("[data-course=ready]")
    box(page, "first-turn").get_by_role("button", name="Just show me").click()
    plate = page.locator(".plate-place").first
    plate.scroll_into_view_if_needed()
    expect(plate.locator(".db-headline")).to_contain_text("73.5", timeout=90_000)
    assert not visit.complaints


@pytest.mark.rotating("drillbook_widgets/pages/")
@pytest.mark.parametrize("course", COURSES, ids=lambda one: one.short)
def test_a_course_fits_and_is_for_everyone(browser: Browser, site: str, course) -> None:  # type: ignore[no-untyped-def]
    """Courses fit every width and pass axe, as opened and worked through to the end.

    The test opens every course at every width. It works to the end, and with axe, only the courses that are in turn and
    those that the last commit has changed.
    """
    walked = course in DUE
    visit = visit_with(browser, site, viewport={"width": WIDTHS[0], "height": 900})
    page = opened(visit, course.path)
    fits = "document.documentElement.scrollWidth <= innerWidth"
    assert page.evaluate(fits)
    if walked:
        assert not list(axe(page, whole=True))
        while page.locator(".guess-look:visible").count():
            page.locator(".guess-look:visible").first.click()
        expect(page.locator(".course-later")).to_have_count(0)
        assert not list(axe(page, whole=True))
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(fits), width
    assert not visit.complaints
    assert not visit.foreign
    visit.context.close()


@pytest.mark.parametrize("course", DUE, ids=lambda one: one.short)
def test_a_course_is_whole_without_a_script(browser: Browser, site: str, course) -> None:  # type: ignore[no-untyped-def]
    visit = visit_with(browser, site, java_script_enabled=False)
    page = visit.open(course.path)
    boxes = page.locator(".guess")
    for at in range(boxes.count()):
        answer = boxes.nth(at).locator(".guess-answer")
        answer.locator("summary").click()
        expect(answer.locator("li").first).to_be_visible()
    assert page.locator(".plate-place:visible").count() == page.locator(".plate-place").count()
    visit.context.close()


def test_on_paper_stands_the_whole_story_with_its_answers(visit: Visit) -> None:
    page = opened(visit)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    expect(page.get_by_text("Brandt goes first")).to_be_visible()
    expect(box(page, "reckoning").locator(".guess-answer li").first).to_be_visible()
    expect(page.locator(".guess-form").first).to_be_hidden()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    expect(box(page, "first-turn").locator(".guess-answer")).to_be_hidden()


def test_the_way_to_a_course_stands_on_the_title_page_and_beside_every_chapter(visit: Visit) -> None:
    for course in COURSES:
        page = visit.open(f"/{course.short}/")
        assert page.locator(f"main a[href='{course.path}']").count() == 2
        assert page.locator(f".chapters a[href='{course.path}']").count() == 1
        page.locator(f"main a[href='{course.path}']").first.click()
        expect(page.locator(".chapters a[aria-current=page]")).to_have_text(course.title)
        expect(page.get_by_role("heading", level=1)).to_have_text(course.title)
