"""Tests of readings that are not the book's own.

Every surface states such a reading, what the answer usually is, and the place of its ruling.
"""

from collections.abc import Callable

import pytest

from drillbook import ask, library
from drillbook.asking.answers.ask import Answer
from drillbook.asking.questions.registry import examples_of
from drillbook.asking.uses.nondefault_readings import departures, usually
from drillbook.formats.bbcode import bbcode
from drillbook.formats.html import html
from drillbook.formats.markdown import markdown
from drillbook.formats.sheet import reading_lines, sheet
from drillbook.formats.text import text
from drillbook.rules.entities import Ruling
from drillbook.rules.model import Ruleset

OURS = "bn/shot?weapon=ar&distance=30"
THEIRS = f"{OURS}&ruling.range-bands=B"
SURFACES: list[Callable[[Answer, str], str]] = [text, markdown, bbcode, html]
SWITCHED = [
    (ruleset, ruling)
    for ruleset in library().all()
    for ruling in ruleset.rulings().values()
    if ruling.free and examples_of(ruling, ruleset)
]


@pytest.mark.parametrize("printed", SURFACES, ids=lambda printed: printed.__name__)
def test_every_surface_tells_a_reading_that_is_not_ours(printed: Callable[[Answer, str], str]) -> None:
    told = printed(ask(THEIRS), "https://example.org")
    assert "reading B of" in told
    assert "range bands" in told
    assert "The nearest column." in told
    assert f"Usually: {ask(OURS).headline}" in told.replace("\\", "")
    for plain in (ask(OURS), ask(f"{OURS}&ruling.range-bands=A")):
        assert "reading A of" not in printed(plain, "")
        assert "Usually" not in printed(plain, "")


@pytest.mark.parametrize("printed", [markdown, bbcode], ids=lambda printed: printed.__name__)
def test_shared_texts_link_to_the_ruling(printed: Callable[[Answer, str], str]) -> None:
    assert "https://example.org/bn/shooting#bn.ruling.range-bands" in printed(ask(THEIRS), "https://example.org")


@pytest.mark.by_turn
@pytest.mark.parametrize(("ruleset", "ruling"), SWITCHED, ids=[f"{a.short}-{b.name}" for a, b in SWITCHED])
def test_each_switched_ruling_has_a_place_and_a_usual_answer(ruleset: Ruleset, ruling: Ruling) -> None:
    letter = next(one for one in ruling.readings if one != ruling.default)
    example = examples_of(ruling, ruleset)[0]
    found = ask(f"{example}{'&' if '?' in example else '?'}ruling.{ruling.name}={letter}")
    (told,) = [one for one in reading_lines(found) if one.ruling == ruling.name]
    assert told.words == ruling.readings[letter]
    assert told.ours == ruling.default
    assert told.page is not None
    assert told.page.endswith(f"#{ruling.id}")
    assert sheet(found).usually == usually(found)
    assert departures(ask(example)) == () or "ruling." in example
