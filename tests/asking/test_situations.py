"""Tests of how many situations a form holds: the count agrees with listing them one by one.

What was kept of asking all of them still holds.
"""

from pathlib import Path

import enumerating
import pytest
from turn import in_turn

from drillbook import Library, library, questions
from drillbook.asking.inputs.enumerated import tallies
from drillbook.asking.inputs.rows import Rows
from drillbook.asking.inputs.situations import every, extent, situations, value_count
from drillbook.rules.model import Ruleset

FEW = 800
"""Forms with more situations are told one by one by tests/tools/enumerating.py alone."""
FEWEST = 200
STILL = 0.8
"""The share of the forms asked through that may not have become others since."""
TOYS = Library(Path(__file__).parents[1] / "toy" / "rulesets", package="toy.rulesets")
every_ruleset = pytest.mark.parametrize("ruleset", library().all(), ids=lambda ruleset: ruleset.short)


def counted_as_told(ruleset: Ruleset, lib: Library) -> int:
    """Return how many questions of a ruleset have few enough situations to be listed.

    Check for each of them that the listed situations are distinct, settled, and as many as counted.
    """
    tried = 0
    for spec in questions(ruleset, lib).values():
        held = extent(spec, ruleset)
        if held.finite and held.situations and held.situations <= FEW:
            told = list(situations(spec, ruleset))
            assert len(told) == held.situations, spec.name
            assert len({str(sorted(one.items())) for one in told}) == len(told), spec.name
            assert all(spec.settle(ruleset, one) == one for one in told), spec.name
            tried += 1
    return tried


@every_ruleset
def test_the_situations_are_as_many_as_counted_each_once_and_settled(ruleset: Ruleset) -> None:
    assert counted_as_told(ruleset, library())


def test_the_toys_are_counted_too() -> None:
    for ruleset in TOYS.all():
        counted_as_told(ruleset, TOYS)


@every_ruleset
def test_an_input_has_as_many_values_as_are_told(ruleset: Ruleset) -> None:
    for spec in questions(ruleset).values():
        for kind in spec.kinds(ruleset).values():
            if not isinstance(kind, Rows) and value_count(kind) <= FEW:
                assert len(set(every(kind))) == value_count(kind), (spec.name, kind.label)


@every_ruleset
def test_most_of_what_was_asked_through_stands(ruleset: Ruleset) -> None:
    """Most of the kept counts of situations still describe the forms of today.

    A form that has changed since the count is only counted, and its page says so, until all its situations are asked again.
    At least 80 percent (`STILL`) of the forms still have their kept number of situations.
    """
    kept, known = tallies(ruleset, library()), questions(ruleset)
    assert kept
    assert all(one.situations == one.answered + one.refused + one.contradictory for one in kept.values())
    stands = [name in known and extent(known[name], ruleset).situations == one.situations for name, one in kept.items()]
    assert sum(stands) >= STILL * len(stands), (
        f"forms have changed; run: python tests/tools/enumerating.py {ruleset.short}"
    )


@pytest.mark.slow
@every_ruleset
def test_what_is_kept_of_asking_them_all_still_holds(ruleset: Ruleset) -> None:
    known = questions(ruleset)
    few = [(name, one) for name, one in tallies(ruleset, library()).items() if one.situations <= FEWEST]
    for name, one in in_turn(few):
        if name in known and extent(known[name], ruleset).situations == one.situations:
            assert enumerating.tally(known[name], ruleset) == one, (
                f"run: python tests/tools/enumerating.py {ruleset.short}"
            )
