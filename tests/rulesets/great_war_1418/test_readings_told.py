"""Tests that any two readings of a ruling of 1418 differ in a headline.

The headline is that of one of the ruling's examples.
"""

from itertools import combinations

import pytest

from drillbook import ask, library
from drillbook.errors import AskError

RULESET = library().find("gw")
SWITCHED = [name for name, one in RULESET.rulings().items() if one.free]


def told(address: str) -> str:
    """Return the answer in one line, or the sentence on why there is none."""
    try:
        return ask(address).headline
    except AskError as problem:
        return str(problem)


@pytest.mark.parametrize("name", SWITCHED)
def test_its_readings_are_told_apart(name: str) -> None:
    ruling = RULESET.ruling(name)
    examples = [f"gw/{one.partition('/')[2]}" for one in ruling.examples]
    heads = {letter: [told(f"{one}&ruling.{name}={letter}") for one in examples] for letter in ruling.readings}
    same = [pair for pair in combinations(heads, 2) if heads[pair[0]] == heads[pair[1]]]
    assert not same, f"{name}: readings {same} have the same headlines in {examples}; add an example under `also`"
