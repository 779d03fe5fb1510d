"""Pairs of inputs at their ends: every one of them is asked, and what cannot be together is told so and mended."""

from pathlib import Path

import pytest

from drillbook import Library, library, questions
from drillbook.asking.kinds import Rows
from pairing import ends, outcomes, pairs
from turn import in_turn

TOYS = Library(Path(__file__).parent / "toy" / "rulesets", package="toy.rulesets")
MOST = 150
"""Forms with more pairs are gone through by hand: python tests/pairing.py RULESET."""


def test_both_ends_of_every_input_meet_both_of_every_other() -> None:
    tried = 0
    for ruleset in TOYS.all():
        for spec in questions(ruleset, TOYS).values():
            kinds = spec.kinds(ruleset)
            seen = [pair for pair, _ in pairs(spec, ruleset)]
            for one, kind in kinds.items():
                if kind.when or kind.unless or isinstance(kind, Rows) or len(kinds) < 2:
                    continue
                assert {pair[one] for pair in seen if one in pair} == set(ends(kind)), (spec.name, one)
                tried += 1
    assert tried


@pytest.mark.slow
def test_every_pair_of_a_small_form_is_answered_refused_or_mended() -> None:
    forms = [(spec, ruleset) for ruleset in library().all() for spec in questions(ruleset).values()]
    small = [(spec, ruleset) for spec, ruleset in forms if 0 < sum(1 for _ in pairs(spec, ruleset)) <= MOST]
    assert len(small) * 4 > len(forms)
    for spec, ruleset in in_turn(small):
        assert all(seen.said for seen in outcomes(spec, ruleset))
