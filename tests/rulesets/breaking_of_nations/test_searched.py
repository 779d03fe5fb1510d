"""Tests of what the hobby types, and where the search leads it.

They cover The Breaking of Nations and its colonial layer.
"""

from functools import cache

import pytest

from drillbook.search.finder import Finder, finder


@cache
def searcher(ruleset: str) -> Finder:
    return finder(ruleset)


@pytest.mark.parametrize(
    ("ruleset", "typed", "wanted"),
    [
        ("bon", "LMG", "bon/glossary#lmg"),
        ("bon", "RoF", "bon/glossary#rof"),
        ("bon", "rate of fire", "bon/stats#bon.stats.rof"),
        ("bon", "CC", "bon/close-combat-weapon"),
        ("bon", "GL", "bon/glory-test"),
        ("bon", "AV", "bon/glossary#av"),
        ("bon", "MG", "bon/machine-gun"),
        ("bon", "HMG", "bon/glossary#mg"),
        ("bon", "LFT", "bon/glossary#lft"),
        ("bon", "flamethrower", "bon/flame"),
        ("bon", "to hit", "bon/to-hit"),
        ("bon", "rout", "bon/panic-roll"),
        ("bon", "overwatch", "bon/return-shot"),
        ("bon", "points cost", "bon/specialist-cost"),
        ("bon", "morale test", "bon/glory-test"),
        ("bon", "half strength", "bon/glory-triggers"),
        ("fb", "gatling", "fb/machine-gun"),
        ("fb", "RoF", "fb/volley"),
        ("fb", "LMG", "fb/machine-gun"),
        ("fb", "prisoner", "fb/close-combat#fb.close-combat.capture"),
        ("fb", "medic", "fb/medic"),
        ("fb", "overwatch", "fb/counter-attack"),
        ("fb", "assegai", "fb/spear"),
        ("fb", "target number", "fb/hit-curve"),
    ],
)
def test_what_the_hobby_types(ruleset: str, typed: str, wanted: str) -> None:
    found = [hit.address.partition("?")[0] for hit in searcher(ruleset).search(typed)]
    assert wanted in found[:6], found[:8]
