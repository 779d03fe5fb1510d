"""Tests of plates of every view in a browser, from the built folder.

The plates say what `drillbook ask --json` prints, and the picture is drawn.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from fractions import Fraction
from io import StringIO
from typing import Any

import pytest
from edition_built import Built, serving
from playwright.sync_api import Browser, Page
from playwright.sync_api import TimeoutError as NotInTime
from turn import in_turn
from view_addresses import MANY, PARTS, VIEWS, addresses

from drillbook import ask
from drillbook.asking.answers.results import Step
from drillbook.asking.exhibits import Card, Decision, Exhibit
from drillbook.cli import main
from drillbook.formats.sheet import mark
from drillbook_widgets.views.of_answer import exhibits

pytestmark = pytest.mark.slow
START_MS = 120_000
DRAWN_MS = 20_000

LIVE = (
    "() => document.querySelector('.plate-place[data-own][data-live]') || window.drillbookEdition?.state === 'failed'"
)
STEPS = """() => {
  const home = document.querySelector(".plate-place[data-own]");
  const plate = home.querySelector(".lively .drillbook-plate");
  return {
    address: home.dataset.address,
    headline: plate.querySelector(".db-headline").textContent,
    refused: plate.querySelector(".db-headline").classList.contains("db-refused"),
    complaint: plate.querySelector(".db-complaint").textContent,
    steps: [...plate.querySelectorAll(".db-panel .db-steps tbody tr")].filter((row) => row.checkVisibility()).map((row) => ({
      mark: row.cells[0].textContent, label: row.cells[1].textContent, rule: row.cells[2].querySelector("[data-rule]").dataset.rule,
    })),
  };
}"""
EXACT = """async () => {
  const { address } = document.querySelector(".plate-place[data-own]").dataset;
  const [status, text] = await window.drillbookEdition.ask(`/exact.json?address=${encodeURIComponent(address)}`);
  return JSON.parse(text);
}"""
DRAWN = """(caption) => {
  const scene = document.querySelector(".plate-place[data-own] .lively .drillbook-room svg.scene");
  if (scene?.querySelector("title").textContent !== caption) return false;
  const seen = (one) => { const { width, height } = one.getBoundingClientRect(); return width + height > 0; };
  return scene.checkVisibility({ visibilityProperty: true }) && [...scene.querySelectorAll("path, circle, text")].some(seen);
}"""
SHEET = """(words) => {
  const sheet = document.querySelector(".plate-place[data-own] .lively .db-paper");
  if (!sheet?.checkVisibility()) return false;
  const row = (one) => [...one.querySelectorAll("th, th + td")].map((cell) => cell.textContent);
  const said = [...sheet.querySelectorAll("tbody tr")].map(row);
  return JSON.stringify(said) === JSON.stringify(words);
}"""


@pytest.fixture(scope="module")
def base(built: Built) -> Iterator[str]:
    """Where the edition is served, by a host that serves only files."""
    with serving(built) as (address, _):
        yield address


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """Yield one page for a visit, in which one address is opened after another.

    Check at the end that no script failed.
    """
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    made = context.new_page()
    made.set_default_timeout(START_MS)
    problems: list[str] = []
    made.on("pageerror", lambda one: problems.append(str(one)))
    yield made
    context.close()
    assert not problems


def printed(address: str) -> dict[str, Any]:
    """Return what `drillbook ask ADDRESS --json` prints, parsed."""
    with redirect_stdout(StringIO()) as said:
        assert main(["ask", address, "--json"]) in (0, 1)
    return json.loads(said.getvalue())


def shown(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a plate has to show of a printed answer.

    The last step of a refusal is the rule's no.
    """
    outcome = told["outcome"]
    refused = outcome["kind"] == "refusal"
    steps = [{"mark": mark(step(**one)), "label": one["label"], "rule": one["rule"]} for one in outcome["steps"]]
    if refused:
        steps.append({"mark": "✗", "label": outcome["reason"], "rule": outcome["rule"]})
    return {
        "address": told["address"],
        "headline": outcome["headline"],
        "refused": refused,
        "complaint": "",
        "steps": steps,
    }


def step(amount: Any, **told: Any) -> Step:
    """Return a step from its printed form; exact fractions are printed as `p/q`."""
    part = isinstance(amount, str) and re.fullmatch(r"-?\d+/\d+", amount)
    return Step(amount=Fraction(amount) if part else amount, **told)


def differences(page: Page, base: str, address: str, view: str) -> list[str]:
    """Return how a plate filled in by a link differs from the printed answer.

    The list also says if its picture of that view is missing.
    """
    question, _, query = address.partition("?")
    page.goto(f"{base}{question}/?{query}")
    page.wait_for_function(LIVE)
    exact = page.evaluate(EXACT)  # by then all has come that its desk has said of its own accord
    if (rest := page.locator(".lively .db-rest")).is_visible():
        rest.click()
    told = printed(address)
    wanted = {**told, **shown(told)}
    given = {**exact, **page.evaluate(STEPS)}
    found = [
        f"{address}: {name} is {given.get(name)!r}, not {wanted.get(name)!r}"
        for name in sorted(wanted.keys() | given.keys())
        if given.get(name) != wanted.get(name)
    ]
    pictures = exhibits(ask(address))
    picture = next((one for one in pictures if type(one).__name__ == view), None)
    if picture is not None and not draws(page, picture, len(pictures)):
        found.append(f"{address}: its picture {picture.name} is not drawn")
    return found


def draws(page: Page, picture: Exhibit, number: int) -> bool:
    """Whether a plate that has so many pictures draws this one once it is chosen."""
    button = page.locator(f'.lively .db-strip [data-pick="picture {picture.name}"]')
    if number > 1:
        button.click()
    try:
        there, words = sought(picture)
        page.wait_for_function(there, arg=words, timeout=DRAWN_MS)
    except NotInTime:
        return False
    return number == 1 or button.get_attribute("aria-pressed") == "true"


def sought(picture: Exhibit) -> tuple[str, Any]:
    """Return the selector to look for on the page, and the words expected there."""
    match picture:
        case Card():
            return SHEET, [list(entry) for entry in picture.entries]
        case Decision():
            return SHEET, [[one.question, one.finding] for one in picture.verdicts]
        case _:
            return DRAWN, picture.caption


@pytest.mark.parametrize("view", VIEWS)
def test_plates_say_what_is_printed_and_draw_it(page: Page, base: str, view: str) -> None:
    """Twenty plates of each view in four consecutive commits."""
    asked = addresses(view)
    assert len(set(asked)) == MANY
    found = [line for address in in_turn(asked, parts=PARTS) for line in differences(page, base, address, view)]
    assert not found, "\n".join(found)
