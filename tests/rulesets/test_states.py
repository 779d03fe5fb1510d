"""Tests that one state of the game has one answer.

Questions that say the same about a man, a unit or a gun agree on random states.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from states import (
    CODE,
    CONTRADICTION,
    FILE,
    REFUSED,
    Compared,
    all_inputs,
    compared,
    inputs_of,
    table,
    taken,
    unclassified,
    unconnected,
)
from turn import in_turn

from drillbook import library
from drillbook.rules.model import Ruleset

RULESETS = library().all()
STATES = 40
"""So many random states are drawn for each comparison, and a run asks a quarter of them; at least a quarter must be answered."""
COMPARISONS = [
    pytest.param(ruleset, one, id=f"{ruleset.short} {' ~ '.join(one.inputs)} {number}")
    for ruleset in RULESETS
    for number, one in enumerate(compared(ruleset))
]


def answered(ruleset: Ruleset, pair: Compared, states: Sequence[tuple[str, str]]) -> int:
    """Check that both questions agree about these states, and return how many are answered."""
    number = 0
    for left, right in states:
        values = taken(ruleset, left, pair.left), taken(ruleset, right, pair.right)
        assert values[0] == values[1], f"{ruleset.short}/{left} gives {values[0]}, {ruleset.short}/{right} {values[1]}"
        number += values[0] not in (REFUSED, CONTRADICTION)
    return number


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.thorough)], ids=["in turn", "all"])
@pytest.mark.parametrize(("ruleset", "pair"), COMPARISONS)
def test_two_questions_agree_about_one_state(ruleset: Ruleset, pair: Compared, every: bool) -> None:
    """A part of which too few states are answered is judged by all of them."""
    random = Random(str(pair.inputs))
    states = [pair.draw(random) for _ in range(STATES)]
    part = in_turn(states)
    if every or answered(ruleset, pair, part) < len(part) / 4:
        number = answered(ruleset, pair, states)
        assert number >= STATES // 4, f"only {number} of {STATES} states are answered; draw lawful ones"


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda one: one.short)
def test_every_input_is_a_state_or_plain(ruleset: Ruleset) -> None:
    missing = sorted(unclassified(ruleset))
    assert not missing, f"{len(missing)} inputs such as {missing[:8]}: list them in {ruleset.slug}/{FILE}"
    held = table(ruleset)
    listed = Counter(one for name, state in held.items() if name != "plain" for one in inputs_of(state))
    gone = sorted(set(listed) - all_inputs(ruleset))
    assert not gone, f"{ruleset.slug}/{FILE} lists {gone}, which no question asks"
    names = {one.partition(".")[2] for one in all_inputs(ruleset)} | all_inputs(ruleset)
    assert set(held["plain"]["inputs"]) <= names, "a plain input that no question asks"


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda one: one.short)
def test_every_pair_of_a_state_is_compared_or_has_a_reason(ruleset: Ruleset) -> None:
    pairs = compared(ruleset)
    for name, state in table(ruleset).items():
        if name == "plain":
            continue
        assert state["what"].endswith("."), f"[{name}] of {FILE} says in a sentence what the state is"
        for answers, group in state.get("groups", {}).items():
            assert len(group) > 1, f"[{name}] '{answers}' has one input; give it a reason under alone"
            lost = unconnected(group, pairs)
            assert not lost, f"[{name}] '{answers}': nothing compares {sorted(lost)} with {group[0]}; add it to {CODE}"
        short = [one for one, why in state.get("alone", {}).items() if len(why.split()) < 4]
        assert not short, f"[{name}]: say why {short} answer what no other question answers"


def test_a_disagreement_is_found() -> None:
    ruleset = library().find("bn")
    same = taken(ruleset, "shot?weapon=ar&distance=20", lambda found: found.headline)
    assert same != taken(ruleset, "shot?weapon=ar&distance=40", lambda found: found.headline)
    pair = Compared(("a.x", "b.x"), lambda _: ("", ""), str, str)
    assert unconnected(["a.x", "b.x", "c.x"], [pair]) == {"c.x"}
