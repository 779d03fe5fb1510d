"""Tests of the sums in the derivations of hand-worked cases.

The left of each equals sign has the value of its right.
"""

import json
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

HERE = Path(__file__).parent
#: Where derivations are written so; the chapters that were there before tell theirs in words.
WRITTEN_SO = {"fixed_baynet", "great_war_1418", "new_rules"}
CHAPTERS = {"stats", "ranged_combat", "weapons", "terrain", "setup", "turn_sequence", "infantry", "organisation"}
LEAST = 100  # cases of a ruleset whose derivation is a sum that is worked out here
NUMBER = r"(?:\d+(?:\.\d+)?)"
#: A sum: numbers, signs and brackets on the left, one number or fraction on the right.
SUM = re.compile(rf"((?:[(\s]*{NUMBER}[)\s]*[-+×/][\s]*)+[(\s]*{NUMBER}\)*)\s*=\s*(-?{NUMBER}(?:/\d+)?)")
CASES = [
    pytest.param(case["derivation"], id=case["id"])
    for path in sorted(HERE.glob("*/*/cases.json"))
    if path.parts[-3] in WRITTEN_SO or (path.parts[-3] == "breaking_of_nations" and path.parts[-2] in CHAPTERS)
    for case in json.loads(path.read_text(encoding="utf-8"))
    if SUM.search(case.get("derivation", ""))
]


def worked(text: str) -> Fraction:
    """Return the value of a sum of numbers."""
    return eval(re.sub(rf"({NUMBER})", r'Fraction("\1")', text.replace("×", "*").strip()), {"Fraction": Fraction})


@pytest.mark.parametrize("derivation", CASES)
def test_the_sums_of_a_derivation_hold(derivation: str) -> None:
    wrong = [(left, right) for left, right in SUM.findall(derivation) if worked(left) != Fraction(right)]
    assert not wrong


def test_every_ruleset_shows_its_sums() -> None:
    counts = Counter(str(one.id).partition(".")[0] for one in CASES)
    assert all(counts[short] >= LEAST for short in ("bon", "fb", "gw", "nr")), counts
