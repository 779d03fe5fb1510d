"""Tests of pictures as controls: marks are dragged, cells, curves and bars chosen.

This works by mouse, finger and keyboard; the form follows.
"""

from __future__ import annotations

import re

import pytest
from chapter_page import axe, settled
from hands_on import agree, comes_left_of, comes_to, middle, one_value, plate, stands
from playwright.sync_api import Browser, Locator, expect
from running_site import Visit, visit_with

pytestmark = pytest.mark.slow


def test_a_figure_is_dragged_by_the_mouse(visit: Visit) -> None:
    found = plate(visit, "bn/opportunity-fire?distance=32&angle=0")
    target = found.get_by_role("slider", name="target: Distance")
    assert target.get_attribute("aria-valuetext") == "32 cm"
    x, y = middle(target)
    mouse = visit.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 8, steps=3)
    mouse.move(x, y - 20, steps=4)
    expect(found.locator(".drillbook-input-distance [role=slider]")).not_to_have_attribute("aria-valuenow", "32.0")
    expect(target).to_have_attribute("aria-valuenow", re.compile("^(3[5-9]|4|5)"))
    comes_to(target, x, y - 20)
    mouse.up()
    one_value(target, found.locator(".drillbook-input-distance [role=slider]"))
    agree(found)
    assert list(axe(visit.page, whole=True)) == []
    assert not visit.complaints


def test_the_firer_is_dragged_and_the_ground_stays_where_it_is(visit: Visit) -> None:
    found = plate(visit, "bn/opportunity-fire?distance=32&angle=0")
    firer = found.get_by_role("slider", name="firer: Distance")
    target = found.get_by_role("slider", name="target: Distance")
    (x, y), before = middle(firer), middle(target)
    mouse = visit.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y + 20, steps=5)
    expect(firer).to_have_attribute("aria-valuenow", re.compile("^(3[5-9]|4|5)"))
    comes_to(firer, x, y + 20)
    comes_to(target, *before)
    mouse.up()
    agree(found)


def test_arrow_keys_move_a_figure_and_an_arc(visit: Visit) -> None:
    found = plate(visit, "bn/opportunity-fire?distance=32&angle=20")
    target = found.get_by_role("slider", name="target: Distance")
    target.focus()
    target.press("ArrowUp")
    expect(target).to_have_attribute("aria-valuetext", "33 cm")
    target.press("Shift+ArrowDown")
    expect(target).to_have_attribute("aria-valuetext", "28 cm")
    expect(target).to_be_focused()
    arc = found.get_by_role("slider", name="arc: Off straight ahead")
    arc.press("ArrowRight")
    expect(arc).to_have_attribute("aria-valuetext", "21°")
    stands(found, "distance", 28)
    stands(found, "angle", 21)
    agree(found)


def test_men_and_the_template_are_moved_on_the_table(visit: Visit) -> None:
    found = plate(visit, "bn/burst?weapon=rpg&base=0&men=0,0,r4,no;6,4,r4,no")
    man = found.get_by_role("button", name=re.compile("^2:"))
    man.focus()
    man.press("ArrowLeft")
    man.press("ArrowDown")
    expect(man).to_have_attribute("aria-label", re.compile("Across 5.5 cm, Ahead 3.5 cm"))
    template = found.get_by_role("button", name=re.compile("^template"))
    template.press("ArrowRight")
    expect(found.locator('.drillbook-input-men [data-field="x"]').first).to_have_value("−0.5")
    expect(found.locator(".drillbook-permalink")).to_have_attribute(
        "href", re.compile("men=-0.5,0,r4,no,enemy;5,3.5,r4,no,enemy")
    )
    agree(found)


def test_a_finger_drags_a_figure(browser: Browser, site: str) -> None:
    visit = visit_with(browser, site, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    found = plate(visit, "bn/opportunity-fire?distance=32&angle=0")
    target = found.get_by_role("slider", name="target: Distance")
    x, y = middle(target)
    session = visit.context.new_cdp_session(visit.page)

    def touch(kind: str, *points: dict[str, float]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    before = visit.page.evaluate("scrollY")
    touch("touchStart", {"x": x, "y": y})
    for step in range(1, 6):
        touch("touchMove", {"x": x, "y": y - 5 * step})
        visit.page.wait_for_timeout(30)
    expect(target).to_have_attribute("aria-valuenow", re.compile("^(3[5-9]|4|5|6)"))
    touch("touchEnd")
    assert visit.page.evaluate("scrollY") == before  # the page did not scroll away under it
    agree(found)
    visit.context.close()


def rim_of(found: Locator, share: float) -> tuple[float, float]:
    """Return a point on the rim of the only circle that can be pulled, so far along it."""
    spot = found.locator(".db-rims polyline").evaluate(
        """(rim, share) => { const at = rim.points.getItem(Math.round((rim.points.numberOfItems - 1) * share));
        const seen = new DOMPoint(at.x, at.y).matrixTransform(rim.getScreenCTM()); return [seen.x, seen.y]; }""",
        share,
    )
    return spot[0], spot[1]


def test_a_range_is_pulled_by_its_rim_with_mouse_finger_and_arrow_keys(browser: Browser, site: str) -> None:
    visit = visit_with(browser, site, viewport={"width": 390, "height": 844}, has_touch=True)
    found = plate(visit, "gw/midway?distance=28&move=6&way=away&slowed=no&range=30")
    rim = found.get_by_role("slider", name=re.compile("the shooter's range"))
    rim.press("ArrowUp")
    stands(found, "range", 31)
    rim.press("ArrowLeft")
    stands(found, "range", 30)
    x, y = rim_of(found, 0.125)  # down and to the left, where there is no handle
    visit.page.mouse.move(x, y)
    visit.page.mouse.down()
    visit.page.mouse.move(x - 4, y + 4, steps=2)
    visit.page.mouse.move(x - 12, y + 12, steps=3)
    expect(rim).to_have_attribute("aria-valuenow", re.compile("^(3[4-9]|4|5)"))
    visit.page.mouse.up()
    one_value(rim, found.locator(".drillbook-input-range [role=slider]"))
    agree(found)
    settled(visit.page)
    before, (x, y) = rim.get_attribute("aria-valuenow"), rim_of(found, 0.125)
    session = visit.context.new_cdp_session(visit.page)
    top = "found => found.querySelector('.drillbook-room').getBoundingClientRect().top"
    stood = found.evaluate(top)
    for kind, step in (("touchStart", 0), *(("touchMove", step) for step in range(1, 7)), ("touchEnd", 0)):
        points = [] if kind == "touchEnd" else [{"x": x + 3 * step, "y": y - 3 * step}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(rim).not_to_have_attribute("aria-valuenow", before or "")
    assert float(rim.get_attribute("aria-valuenow") or 0) < float(before or 0)
    assert abs(found.evaluate(top) - stood) < 12  # the page did not scroll away under it
    one_value(rim, found.locator(".drillbook-input-range [role=slider]"))
    agree(found)
    visit.context.close()


def test_an_arc_is_pulled_longer_by_its_rim(visit: Visit) -> None:
    found = plate(visit, "bn/line-of-fire?weapon=ar&distance=40&angle=0", "Tabletop")
    arc = found.get_by_role("slider", name="arc: Distance")
    arc.press("ArrowUp")
    stands(found, "distance", 41)
    x, y = rim_of(found, 0.15)
    visit.page.mouse.move(x, y)
    visit.page.mouse.down()
    visit.page.mouse.move(x - 5, y - 5, steps=2)
    visit.page.mouse.move(x - 12, y - 12, steps=3)
    expect(arc).to_have_attribute("aria-valuenow", re.compile("^(4[4-9]|5|6)"))
    visit.page.mouse.up()
    one_value(arc, found.locator(".drillbook-input-distance [role=slider]"))
    agree(found)


def test_a_cell_is_chosen_by_click_tap_and_enter(browser: Browser, site: str) -> None:
    visit = visit_with(browser, site, has_touch=True)
    found = plate(visit, "bn/man-price?troops=r2&weapon=lmg&leadership=0")
    found.get_by_role("button", name="RPG, R4: ").click()
    expect(found.get_by_role("button", name="RPG, R4: ")).to_have_attribute("aria-pressed", "true")
    expect(found.locator(".drillbook-permalink")).to_have_attribute("href", re.compile("troops=r4&weapon=rpg"))
    found.get_by_role("button", name="HMG, Irr1: ").tap()
    expect(found.get_by_role("button", name="HMG, Irr1: ")).to_have_attribute("aria-pressed", "true")
    chosen = found.locator(".db-cell[tabindex='0']")
    expect(chosen).to_have_count(1)
    chosen.press("ArrowLeft")
    focused = found.locator(".db-cell:focus")
    expect(focused).to_have_attribute("aria-label", re.compile("^HMG, R5"))
    name = focused.get_attribute("aria-label") or ""
    focused.press("Enter")
    expect(found.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")
    agree(found)
    visit.context.close()


def test_a_curve_is_set_by_a_click_a_drag_and_arrow_keys(visit: Visit) -> None:
    found = plate(visit, "bn/rolloff?mine=2&theirs=0", "Curve")
    ring = found.locator(".db-hold[role=slider]")
    expect(ring).to_have_count(1)
    before = ring.get_attribute("aria-valuenow")
    ring.press("ArrowRight")
    expect(ring).not_to_have_attribute("aria-valuenow", before or "")
    box = found.locator(".db-hands").bounding_box()
    assert box is not None
    left = middle(ring)[0]
    visit.page.mouse.click(box["x"] + box["width"] * 0.55, box["y"] + 20)
    expect(ring).to_have_attribute("aria-valuenow", "0")
    comes_left_of(ring, left)
    agree(found)


def test_a_bar_sets_the_decisive_line(visit: Visit) -> None:
    found = plate(visit, "bn/covering-test?value=9&troops=irr3&bunker=yes", "Chances")
    bar = found.get_by_role("button", name=re.compile("^5 or less"))
    bar.click()
    expect(bar).to_have_attribute("aria-pressed", "true")
    stands(found, "value", 5)
    agree(found)


def test_a_refusal_shows_the_nearest_lawful_case(visit: Visit) -> None:
    page = visit.live("/bn/shot?weapon=ar&mode=burst&distance=160", "bn/shot")
    found = page.locator('.drillbook-plate[data-question="bn/shot"]').first
    expect(found.locator(".db-headline")).to_have_class(re.compile("db-refused"))
    expect(found.locator(".db-strip")).to_contain_text("Shown is the nearest lawful case: Distance 50 cm.")
    expect(found.locator(".drillbook-room svg path").first).to_be_visible()
