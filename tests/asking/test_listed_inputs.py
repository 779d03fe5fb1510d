"""Tests that a form asks for nothing that it never takes.

Each input that a question lists has two or more values that are accepted.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from domain import by_chance, one_of_kind

from drillbook import AskError, ask, library, questions
from drillbook.asking.answers.address import decode
from drillbook.asking.answers.ask import answer
from drillbook.asking.inputs.options import Choice
from drillbook.asking.questions.registry import Spec
from drillbook.formats import json as as_data
from drillbook.rules.model import Ruleset

TRIES = 400
"""How many situations of each input are drawn before it is called useless."""
STILL_WRONG: dict[str, str] = {
    "bn/crossing helped": "Without help nobody gets over an obstacle two men high: the rule's no is the answer.",
    "bon/close-combat-weapon hero": "Where there are trenches the rules forbid other men the weapon, and the form says so.",
    "bon/passage rapids": "Nobody gets through rapids: that no is an answer to what the question asks.",
    "bon/recovery beyond": "GL stops at panic; only the second reading of gl-cap lets it rise above, and then these points count.",
    "fb/close-combat-weapon hero": "Where there are trenches the rules forbid all others the weapon, and the form says so.",
    "fb/passage rapids": "Nobody gets through rapids: that no is an answer to what the question asks.",
}
"""Inputs that have a single value which is ever answered, still to be mended; or the reason why that is right, in a sentence."""

ALL = [
    pytest.param(ruleset, spec, id=f"{ruleset.short}/{spec.name}")
    for ruleset in library().all()
    for spec in questions(ruleset).values()
]


def useless(spec: Spec, ruleset: Ruleset) -> list[str]:
    """Return the listed inputs of which no two values are answered, whatever the others are.

    The readings are ours or those of an example.
    """
    kinds, random = spec.kinds(ruleset), Random(spec.name)
    seen: dict[str, set[str]] = {one.name: set() for one in spec.listed(ruleset)}

    def take(values: Mapping[str, Any], readings: Mapping[str, str]) -> None:
        try:
            found = answer(spec, ruleset, values, readings, draws=False)
        except AskError:
            return
        for name in spec.visible(ruleset, values) if not found.refused else ():
            seen[name].add(kinds[name].format(values[name]))

    under = [dict(decode(example).readings) for example in spec.examples]
    for example, readings in zip(spec.examples, under, strict=True):
        shown = ask(f"{ruleset.short}/{decode(example).question}?{example.partition('?')[2]}")
        take(shown.inputs, readings)
    for name, values_seen in seen.items():
        for number in range(TRIES):
            if len(values_seen) > 1:
                break
            base = dict(by_chance(spec, ruleset, random)) if number % 2 else spec.defaults(ruleset)
            for other, accepted in kinds[name].when.items():
                kind = kinds[other]
                fit = [one for one in accepted if not isinstance(kind, Choice) or one in kind.options]
                base[other] = kind.parse(random.choice(fit))
            take(spec.settle(ruleset, {**base, name: one_of_kind(kinds[name], random)}), random.choice(under))
    return [name for name, values_seen in seen.items() if len(values_seen) < 2]


@pytest.mark.rotating
@pytest.mark.by_turn
@pytest.mark.parametrize(("ruleset", "spec"), ALL)
def test_every_listed_input_has_two_values_that_are_answered(ruleset: Ruleset, spec: Spec) -> None:
    found = [f"{ruleset.short}/{spec.name} {name}" for name in useless(spec, ruleset)]
    wrong = [one for one in found if one not in STILL_WRONG]
    assert not wrong, f"{wrong}: no two values of these are ever answered; do not ask, or mend what refuses them"
    mended = [one for one in STILL_WRONG if one.startswith(f"{ruleset.short}/{spec.name} ") and one not in found]
    assert not mended, f"{mended} are in order; take them out of STILL_WRONG"


def test_what_a_layer_never_takes_is_not_listed_and_says_why() -> None:
    fb = library().find("fb")
    known = {
        name: {one["name"] for one in as_data.question_json(spec, fb)["inputs"]} for name, spec in questions(fb).items()
    }
    for address, sentence in (
        ("fb/to-hit?armour=heavy", "The Breaking of Nations has it in bon.stats.armour-table"),
        ("fb/passage?levels=2", "The Breaking of Nations has it in bon.terrain.chart"),
        ("fb/charge-gauntlet?lmgs=2", "The Breaking of Nations has it in bon.weapons.lmg-shots"),
        ("fb/crew-clock?ec=1", "has dropped it"),
        ("fb/glory-test?volunteer=yes", "has dropped it"),
        ("fb/game-clock?theirs=5", "has dropped it"),
    ):
        question, name = address.removeprefix("fb/").partition("=")[0].split("?")
        assert name not in known[question], address
        with pytest.raises(AskError, match=sentence):
            ask(address)
    with pytest.raises(AskError) as told:
        ask("fb/to-hit?armor=heavy")
    assert "armour," not in str(told.value)
    assert "armour" in {one.name for one in questions(library().find("bon"))["to-hit"].listed(library().find("bon"))}
