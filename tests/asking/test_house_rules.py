"""House rules as a link spells them out, and how much another reading changes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from drillbook import ask, decode, library
from drillbook.asking.uses.house_rules import departing_readings, house_rules_address
from drillbook.asking.uses.ruling_weight import effect, examples, share_of_changed
from drillbook.rules.model import Ruleset

RULESETS = library().all()


def test_what_departs_is_kept_and_what_cannot_be_is_told() -> None:
    ruleset = library().find("bn")
    written = {"range-bands": "B", "within-5cm": ruleset.ruling("within-5cm").default, "nonsense": "B"}
    found, complaints = departing_readings(ruleset, written)
    assert found == {"range-bands": "B"}
    assert len(complaints) == 1
    assert "nonsense" in complaints[0]


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda one: one.short)
def test_house_rules_survive_their_link(ruleset: Ruleset) -> None:
    other = {
        name: next(letter for letter in one.readings if letter != one.default)
        for name, one in ruleset.rulings().items()
        if one.free
    }
    few = dict(list(other.items())[:40])
    written = decode(f"{house_rules_address(ruleset, few)}&edition=1")
    assert departing_readings(ruleset, written.readings) == (few, ())


def test_a_layer_understands_what_its_parent_calls_a_reading() -> None:
    layer = next(one for one in RULESETS if one.parent is not None)
    parent = layer.parent
    assert parent is not None
    inherited = [
        one for one in parent.rulings().values() if one.free and (now := layer.ruling_if_any(one.name)) and now.free
    ]
    for one in inherited:
        letter = next(other for other in one.readings if other != one.default)
        name, here = layer.reading_here(one.name, letter)
        if here in layer.ruling(name).readings and here != layer.ruling(name).default:
            assert departing_readings(layer, {one.name: letter}) == ({name: here}, ())


def test_the_effect_is_the_share_of_results_that_come_out_otherwise() -> None:
    ruleset = library().find("bn")
    (worked,) = examples(ruleset.ruling("range-bands"), ruleset)
    assert worked.effect == Fraction(1, 6)  # a hit on 4+ becomes one on 3+: one face of six
    assert effect([worked]) == Fraction(1, 6)
    assert effect([]) == 0
    same = worked.answers[worked.ours]
    assert share_of_changed(same, same) == 0
    refused = ask("bn/shot?weapon=pistol&distance=60")
    assert refused.refused
    assert share_of_changed(same, refused) == 1


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda one: one.short)
def test_every_ruling_that_can_be_switched_changes_something_in_its_example(ruleset: Ruleset) -> None:
    for one in ruleset.rulings().values():
        worked = examples(one, ruleset)
        assert bool(worked) == one.free, one.id
        assert not one.free or 0 < effect(worked) <= 1, one.id
