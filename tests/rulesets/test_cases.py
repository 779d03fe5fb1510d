"""Tests of the answers against cases worked by hand.

Each case is worked from the source and not from the code.
"""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from drillbook import ask
from drillbook.asking.answers.results import Breakdown, Refusal
from drillbook.errors import Contradiction

CASES = [
    pytest.param(case, id=case["id"])
    for path in sorted(Path(__file__).parent.rglob("*cases.json"))
    for case in json.loads(path.read_text(encoding="utf-8"))
]


def exact(value: Any) -> Any:
    """Return a case's number: `1/3` is a fraction; other text stays text."""
    if isinstance(value, str):
        try:
            return Fraction(value)
        except (ValueError, ZeroDivisionError):
            return value
    return value


def test_there_are_cases() -> None:
    assert len(CASES) >= 100


@pytest.mark.parametrize("case", CASES)
def test_case(case: dict[str, Any]) -> None:
    assert case.get("derivation"), "a case says how it was worked out: give it a derivation"
    wanted = case["answer"]
    if isinstance(wanted, dict) and "contradiction" in wanted:
        with pytest.raises(Contradiction) as problem:
            ask(case["address"])
        assert sorted(problem.value.instead) == wanted["contradiction"]
        return
    found = ask(case["address"])
    if isinstance(wanted, dict) and "refused" in wanted:
        assert isinstance(found.outcome, Refusal), found.headline
        if "rule" in wanted:
            assert found.outcome.rule == wanted["rule"]
        return
    assert isinstance(found.outcome, Breakdown), found.headline
    flat = found.outcome.flat()
    if isinstance(wanted, dict):
        for name, value in wanted.items():
            if name == "chance":
                assert found.outcome.chance == exact(value)
            elif name == "distribution":
                told = {str(outcome): chance for outcome, chance in found.outcome.distribution.items()}
                assert told == {outcome: exact(chance) for outcome, chance in value.items()}
            else:
                assert exact(flat[name]) == exact(value), name
    else:
        first = next(iter(flat.values())) if isinstance(flat, dict) else flat
        assert exact(first) == exact(wanted)
