"""Tests that two readings of a ruling differ in the headline of one of its examples.

A reader thus sees what the reading chosen does.
"""

from itertools import combinations

import pytest

from drillbook import ask, library
from drillbook.errors import AskError

RULESET = library().find("nr")
FREE = [name for name, one in RULESET.rulings().items() if one.free]


def told(address: str) -> str:
    """Return the headline of an answer, or the sentence that refuses it."""
    try:
        return ask(address).headline
    except AskError as problem:
        return str(problem)


@pytest.mark.parametrize("name", FREE)
def test_an_example_tells_its_readings_apart(name: str) -> None:
    one = RULESET.ruling(name)
    heads = {letter: [told(f"{address}&ruling.{name}={letter}") for address in one.examples] for letter in one.readings}
    alike = [pair for pair in combinations(one.readings, 2) if heads[pair[0]] == heads[pair[1]]]
    assert not alike, f"{name}: {alike} read the same: {[heads[first] for first, _ in alike]}"
