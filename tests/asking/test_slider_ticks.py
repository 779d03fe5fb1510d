"""Tests of the marks on a slider: they are where the rules change.

The marks are read from the rules, true for every ruleset, and a layer's own in a layer.
"""

from fractions import Fraction
from pathlib import Path

import pytest

from drillbook import Library, RulesError, ask, library
from drillbook.asking.answers.ask import Answer, answer
from drillbook.asking.inputs.numbers import Length, Numeric
from drillbook.asking.inputs.slider_ticks import band_ends
from drillbook.asking.questions.registry import questions
from drillbook.errors import AskError
from drillbook.rules.model import Ruleset
from drillbook_widgets.plate.form import stepped
from drillbook_widgets.plate.view_model import inputs

TOYS = Library(Path(__file__).parents[1] / "toy" / "rulesets", package="toy.rulesets")
TOY = TOYS.find("toy")
MARKED = [
    (ruleset, spec.name, one.name)
    for ruleset in library().all()
    for spec in questions(ruleset).values()
    for one in spec.bound(ruleset)
    if isinstance(one.kind, Numeric) and one.kind.bands
]


def test_a_rule_a_part_and_a_column_give_their_numbers() -> None:
    assert band_ends(["slinging.pouch"], TOY) == (3, 50)
    assert band_ends(["slinging.pouch weight", "slinging.lob"], TOY) == (30, 50)
    column = {row.cells["reach"] for row in TOY.table("slings").rows.values()} - {None}
    assert band_ends(["slings/reach"], TOY) == tuple(sorted(column))


@pytest.mark.parametrize("name", ["slinging.nowhere", "slinging.pouch colour", "slings/colour", "nothing/reach"])
def test_what_is_not_there_is_named(name: str) -> None:
    with pytest.raises(RulesError, match=r"has no .*from which an input could take its bands\.$"):
        band_ends([name], TOY)
    assert band_ends([name], TOYS.find("layer")) == ()  # a layer may have dropped it


def test_only_what_lies_on_the_track_is_marked() -> None:
    assert Length(0, 60, label="Distance", bands=("slinging.pouch",)).bound_to(TOY).ticks == (3, 50)
    assert Length(3, 50, label="Distance", bands=("slinging.pouch",)).bound_to(TOY).ticks == ()


def told(found: Answer) -> object:
    """Return what an answer says, in a form that can be compared."""
    outcome = found.outcome
    return found.refused, found.refused or outcome.flat(), getattr(outcome, "distribution", None)  # type: ignore[union-attr]


def changes(ruleset: Ruleset, question: str, name: str) -> bool:
    """Whether some example of a question has another answer just beside a mark."""
    spec = questions(ruleset)[question]
    kind = next(one.kind for one in spec.bound(ruleset) if one.name == name)
    assert isinstance(kind, Numeric)
    assert kind.ticks, "no mark lies on the track"
    for example in spec.examples:
        base = ask(example)
        if name not in spec.visible(ruleset, base.inputs):
            continue
        for tick in kind.ticks:
            seen = []
            for value in (kind.nearest(tick - Fraction(kind.step)), kind.nearest(tick), kind.nearest(tick + kind.step)):
                try:
                    seen.append(told(answer(spec, ruleset, {**base.inputs, name: value}, base.address.readings)))
                except AskError:
                    seen.append("contradiction")
            if any(one != seen[1] for one in seen):
                return True
    return False


@pytest.mark.parametrize(("ruleset", "question", "name"), MARKED, ids=[f"{a.short}-{b}-{c}" for a, b, c in MARKED])
def test_the_answer_changes_at_a_mark(ruleset: Ruleset, question: str, name: str) -> None:
    assert changes(ruleset, question, name)


def test_a_great_leap_goes_to_the_next_mark() -> None:
    kind = Length(0, 60, label="Distance", ticks=(25, 50))
    assert [stepped(kind, value, by, True) for value, by in ((0, 1), (25, 1), (51, 1), (60, 1), (51, -1), (25, -1))] == [
        25, 50, 60, 60, 50, 0,
    ]  # fmt: skip
    assert stepped(kind, 60, 1, False) == 60
    assert stepped(kind, 0, 1, False) == 1
    plain = Length(0, 60, label="Distance")
    assert [stepped(plain, 5, by, True) for by in (1, -1)] == [15, 0]


def test_of_a_table_only_the_rows_chosen_beside_a_number_count() -> None:
    slings = TOY.table("slings")
    for name, row in slings.rows.items():
        own = {row.cells["reach"]} - {None}
        assert not own or band_ends(["slings/reach"], TOY, [name, "no row"]) == tuple(own)
    assert band_ends(["slings/reach"], TOY, ["no row"]) == band_ends(["slings/reach"], TOY)


def test_the_marks_of_a_track_are_those_of_the_weapon_chosen() -> None:
    ruleset = library().find("bon")
    weapons = ruleset.table("weapons").rows
    for weapon in ("rifle", "pistol"):
        found = ask(f"bon/to-hit?weapon={weapon}")
        told = inputs(found, found.spec.kinds(ruleset), found.inputs, {})["distance"]["ticks"]
        cells = weapons[weapon].cells
        assert [tick["words"] for tick in told] == [str(cells[band]) for band in ("short", "medium", "long")]
