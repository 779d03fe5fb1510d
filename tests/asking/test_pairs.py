"""Tests of two inputs at their extremes: an answer, a refusal or a sentence.

What the sentence offers instead can be asked.
"""

from typing import Any

import pytest
from pairing import pairs
from turn import PARTS, turn

from drillbook import library, questions
from drillbook.asking.answers.ask import answer
from drillbook.asking.questions.spec import Spec
from drillbook.errors import Contradiction
from drillbook.rules.model import Ruleset

MOST = 60
"""Of a form with more pairs so many are asked, others in another turn; tests/tools/pairing.py asks all."""

ALL = [
    pytest.param(ruleset, spec, id=f"{ruleset.short}/{spec.name}")
    for ruleset in library().all()
    for spec in questions(ruleset).values()
    if len(spec.inputs) > 1
]


@pytest.mark.rotating
@pytest.mark.by_turn
@pytest.mark.parametrize(("ruleset", "spec"), ALL)
def test_what_is_offered_instead_of_a_contradiction_can_be_asked(ruleset: Ruleset, spec: Spec) -> None:
    found = list(pairs(spec, ruleset))
    stride = -(-len(found) // MOST)
    for pair in found[turn() // PARTS % stride :: stride] if found else ():
        values = spec.settle(ruleset, {**spec.defaults(ruleset), **pair})
        if problem := _contradiction(spec, ruleset, values):
            assert problem.instead, (pair, problem)
            assert set(problem.instead) <= set(spec.visible(ruleset, values)), (pair, problem)
            fitting = spec.settle(ruleset, {**values, **problem.instead})
            assert not _contradiction(spec, ruleset, fitting), (pair, problem)


def _contradiction(spec: Spec, ruleset: Ruleset, values: dict[str, Any]) -> Contradiction | None:
    """Return the contradiction between the values, or None if they can be true together."""
    try:
        answer(spec, ruleset, values, {})
    except Contradiction as problem:
        return problem
    return None
