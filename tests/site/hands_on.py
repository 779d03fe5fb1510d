"""What a reader does by hand on a picture, in a real browser, and what comes of it."""

from __future__ import annotations

import re
import time

from chapter_page import settled
from playwright.sync_api import Locator, expect
from running_site import Visit

from drillbook import ask


def plate(visit: Visit, address: str, picture: str = "") -> Locator:
    """Return the plate of an address as its own link opens it, one of its pictures chosen."""
    question = address.partition("?")[0]
    found = visit.live(f"/{address}", question).locator(f'.drillbook-plate[data-question="{question}"]').first
    if picture:
        found.locator(".db-pick", has_text=picture).click()
    found.locator(".drillbook-room").scroll_into_view_if_needed()
    expect(found.locator(".db-hands")).to_be_visible()
    settled(visit.page)  # a plate that comes alive above would move what is to be taken by the hand
    return found


def address_of(found: Locator) -> str:
    """Return the address in a calculator's permalink, without the host."""
    link = found.locator(".drillbook-permalink").get_attribute("href") or ""
    return re.sub(r"^https?://[^/]+/", "", link)


def stands(found: Locator, name: str, value: float) -> None:
    """Wait until the form's own control is at a value."""
    handle = found.locator(f".drillbook-input-{name} [role=slider]")
    expect(handle).to_have_attribute("aria-valuenow", re.compile(rf"^{value:g}(\.0)?$"))


def one_value(mark: Locator, control: Locator) -> None:
    """Wait until a mark and the form's own control say the same.

    The last place of the hand may be heard after it has let go.
    """
    same = "([mark, control]) => Number(mark.ariaValueNow) === Number(control.ariaValueNow)"
    mark.page.wait_for_function(same, arg=[mark.element_handle(), control.element_handle()], timeout=10_000)


def agree(found: Locator) -> None:
    """Wait until the headline on the page is that of the plate's own address."""
    end = time.monotonic() + 20
    while (told := found.locator(".db-headline").inner_text()) != ask(address_of(found)).headline:
        assert time.monotonic() < end, (told, address_of(found))
        found.page.wait_for_timeout(50)


def middle(one: Locator) -> tuple[float, float]:
    """Return the middle of an element, in CSS pixels from the top left of the window."""
    box = one.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def comes_to(one: Locator, x: float, y: float) -> None:
    """Wait until a mark is where the hand is, after the last place has been heard."""
    near = """([el, x, y]) => { const box = el.getBoundingClientRect();
      return Math.abs(box.left + box.width / 2 - x) < 4 && Math.abs(box.top + box.height / 2 - y) < 4; }"""
    one.page.wait_for_function(near, arg=[one.element_handle(), x, y], timeout=10_000)


def comes_left_of(one: Locator, x: float) -> None:
    """Wait until a mark is left of a place.

    Its value is heard before the picture is drawn again.
    """
    left = "([el, x]) => { const box = el.getBoundingClientRect(); return box.left + box.width / 2 < x; }"
    one.page.wait_for_function(left, arg=[one.element_handle(), x], timeout=10_000)
