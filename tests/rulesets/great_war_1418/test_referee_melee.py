"""Tests of hand-to-hand fights where chapters of 1418 meet, from first clash to the end.

Each answer is worked out from the source alone. Nothing of the ruleset is imported; the charts are in referee_1418.py.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from referee_1418 import BACK, LINES, sampled, told, value
from referee_melee_1418 import HOW, Side, clash, to_the_end, up

F = Fraction

# 15 to 18: hand to hand ---------------------------------------------------------------------------------------------------------

RULINGS = {
    "chart": "two_unit_tables", "tank": "tank_melee", "who": "vehicle_reroll_who", "low": "low_r",
    "each": "hits_per_die", "ranks": "second_rank", "together": "melee_simultaneity", "lmg": "lmg_heavy", "cover": "melee_cover",
    "relief": "deathmatch_relief",
}  # fmt: skip
#: Unit, its line of the cover chart, hits it carries, who is behind, whom its owner gives up first.
PAIRS = [
    (("gren-squad", "open", 0, "none", "behind"), ("line-inf", "fort-dug", 1, "none")),
    (("line-inf", "rough", 1, "fresh", "front"), ("melee-cav", "open", 0, "none")),
    (("elite-inf", "open", 0, "hurt", "behind"), ("mixed-cav", "rough", 0, "fresh")),
    (("lmg-squad", "open", 0, "none", "behind"), ("late-hmg", "defensible-dug", 0, "none")),
    (("mother-tanks", "open", 0, "none", "behind"), ("line-inf", "defensible-dug", 0, "fresh")),
    (("mtd-rifles", "rough", 0, "fresh", "front"), ("medium-whip", "fort-other", 1, "none")),
    (("melee-cav", "open", 0, "none", "behind"), ("mtd-rifles", "dug-open", 0, "hurt")),
    (("reserve-inf", "fort-other", 1, "hurt", "front"), ("gren-squad", "open", 0, "fresh")),
    (("skirmishers", "open", 0, "none", "behind"), ("command", "open", 0, "none")),
]  # fmt: skip
SWITCHES: list[dict[str, str]] = [
    {}, {"chart": "B"}, {"tank": "B"}, {"who": "B"}, {"low": "B"}, {"low": "C"}, {"each": "B"}, {"ranks": "B"},
    {"ranks": "C"}, {"together": "B"}, {"lmg": "C"}, {"cover": "B"}, {"relief": "B"}, {"ranks": "C", "together": "B", "each": "B"},
]  # fmt: skip


def fight(pair: Any, how: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, Any], tuple[Side, Side], str]:
    """Both sides of a pair, how they begin, and its address."""
    (unit, ground, carried, behind, gives), (enemy, enemy_ground, hurt, back) = pair

    def side(name: str, line: str, first: str) -> dict[str, Any]:
        return {"unit": name, "r": (BACK[name][5] or 4) + (LINES[line] if how["cover"] == "A" else 0), "gives": first}

    rear = {"none": None, "fresh": 0, "hurt": 1}
    address = f"unit={unit}&ground={ground}&carried={carried}&behind={behind}&enemy={enemy}"
    address += f"&enemy-ground={enemy_ground}&enemy-carried={hurt}&enemy-behind={back}" + (
        f"&gives-up={gives}" if behind != "none" else ""
    )
    address += told(**{RULINGS[name]: letter for name, letter in how.items() if letter != "A"})
    return (
        side(unit, ground, gives),
        side(enemy, enemy_ground, "behind"),
        ((carried, rear[behind]), (hurt, rear[back])),
        address,
    )


@pytest.mark.parametrize("switch", SWITCHES, ids=str)
def test_the_first_clash(switch: dict[str, str]) -> None:
    """First clashes give the exact chances of losses and of staying in contact.

    Cavalry fights first, then infantry, then Heavy Weapons. Second ranks take hits. Only grenadiers have the push. Dice
    against armour are rolled again.
    """
    how = {**HOW, **switch}
    for pair in PAIRS:
        one, other, start, address = fight(pair, how)
        ends = clash(one, other, start, (0, 0), how)
        found = value(f"gw/clash?{address}")
        lost = [sum((chance for at, chance in ends.items() if at[side][0] == 2), F(0)) for side in (0, 1)]
        assert [found["own_lost"], found["enemy_lost"]] == lost, address
        goes_on = sum((chance for at, chance in ends.items() if all(up(side)[0] < 2 for side in at)), F(0))
        assert found["in_contact"] == goes_on, address


@pytest.mark.parametrize("switch", [one for one in SWITCHES if one.get("low") != "B"], ids=str)
def test_deathmatch(switch: dict[str, str]) -> None:
    """Deathmatches go on to the end after the first clash.

    What the clash leaves fights on. By the reading, platoons are relieved before the first round or before every round.
    """
    how = {**HOW, **switch}
    for pair in PAIRS if not switch else sampled(PAIRS, many=3):
        one, other, start, address = fight(pair[0] if switch else pair, how)
        ends = to_the_end(one, other, start, how)
        found = value(f"gw/deathmatch?{address}")
        for end in ("wins", "loses", "neither", "both"):
            assert abs(found[end] - ends[end]) <= ends["open"], (address, end)
        for end, alone in (("left", "wins"), ("enemy_left", "loses")):
            assert abs(found[end] - ends[alone] - ends["both"]) <= ends["open"], (address, end)
            assert ends["open"] < F(1, 10**6)
