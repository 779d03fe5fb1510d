"""A visit at a table: from the front page on a phone to the answer.

Words are typed and a hit is touched, until the answer's headline is in sight.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

TABLE: dict[str, list[list[str]]] = json.loads((Path(__file__).parents[1] / "search" / "table.json").read_text("utf-8"))
"""Ten questions that come up at a table, for each ruleset: what is typed, and the question that answers it."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
OTHER_BOXES = "#db-search-front input"


@dataclass(frozen=True)
class Asked:
    """One question asked at the table: taps, headline and times.

    The taps are those after the words; the times are milliseconds to the hits and to the headline.
    """

    taps: int
    headline: str
    hits_ms: float
    headline_ms: float


def box(page: Page) -> None:
    """Open the box: the front page's own where there is one, else that in the header."""
    front = page.locator(OTHER_BOXES)
    if front.count():
        front.first.tap()
    else:
        page.get_by_role("link", name="Search or ask").tap()


def ask_at_the_table(page: Page, site: str, words: str, ruleset: str, question: str) -> Asked:
    """Type the words on the front page, touch the hit that answers, and return the result.

    The function waits until the headline of the hit's plate is in sight.
    """
    page.goto(site + "/", wait_until="load")
    box(page)
    taps = 0
    page.keyboard.type(words)
    whole = f'.find-panel:not([hidden]) .found-list[data-typed="{words}"]'  # not those of its beginning
    hit = page.locator(f'{whole} .found[href^="/{question}"]').first
    began = time.monotonic()
    page.locator(f"{whole} .found").first.wait_for()
    if not hit.count():  # another ruleset's stand before it: the filter is the first tap
        page.locator(f'.find-panel:not([hidden]) .find-chip[value="{ruleset}"]').tap()
        taps += 1
        hit.wait_for()
    hits = time.monotonic()
    hit.tap()
    taps += 1
    page.wait_for_url(f"**/{question}*")
    headline = page.locator(
        f'.plate-place[data-question="{question}"] :is(.still-headline, .db-headline):visible'
    ).first
    headline.wait_for()
    page.wait_for_function(
        "(name) => { const all = document.querySelectorAll(`.plate-place[data-question='${name}'] :is(.still-headline, .db-headline)`);"
        " return [...all].some((one) => { const box = one.getBoundingClientRect();"
        " return box.height && box.bottom > 0 && box.top < innerHeight; }); }",
        arg=question,
    )
    done = time.monotonic()
    return Asked(taps, headline.inner_text(), 1000 * (hits - began), 1000 * (done - hits))
