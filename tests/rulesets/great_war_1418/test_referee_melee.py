"""Hand to hand, from the first clash to the end, where chapters of 1418 meet: each answer worked out from the source alone.

Nothing of the ruleset is imported; the charts stand in referee_1418.py.
"""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from referee_1418 import BACK, FIRST, LINES, Chances, both, die, pool, rolls_again, sampled, told, twice, value

F = Fraction

# 15 to 18: hand to hand ---------------------------------------------------------------------------------------------------------

Side = tuple[int, int | None]


def melee_dice(unit: str, *, chart: str, order: str, tank: str) -> tuple[int, int]:
    """Dice and bonus in melee: only grenadiers have one."""
    _, fights, push, shoots, *_, kind = BACK[unit]
    if (order == "B") != (kind == "tank" and tank == "B") and not (chart == "B" and unit in FIRST):
        fights = shoots
    return fights, 0 if chart == "B" else push


def place_of(unit: str, lmg: str) -> int:
    """Fast cavalry, medium, infantry, Heavy Weapons."""
    speed, *_, kind = BACK[unit]
    if kind == "cavalry":
        return 0 if speed == "fast-cav" else 1
    return 3 if kind == "heavy" or (kind == "lmg" and lmg != "C") else 2


def strike(unit: str, foe: str, needs: int, ranks: int, how: Mapping[str, str]) -> Chances:
    """The hits of one side's blows."""
    count, push = melee_dice(unit, chart=how["chart"], order=how["order"], tank=how["tank"])
    again = BACK[foe][7] == "tank" and rolls_again(unit, how["who"])
    one, best = ((twice if again else die)(needs, extra, low=how["low"]) for extra in (0, push))
    dice = [one] * (count * ranks)
    if dice and push:
        dice[-1] = best
    hits = pool(dice)
    return {0: hits[0], 1: 1 - hits[0]} if how["each"] == "B" else hits


def bear(side: Side, hits: int, gives: str, ranks: str) -> Side:
    """Who bears the hits, which the front may keep or pass: as few platoons lost as can be, and first the one that is given up."""
    front, behind = side
    if behind is None or behind >= 2:
        return min(2, front + hits), behind
    if ranks == "B":
        passed = min(hits, 2 - behind)
        return min(2, front + hits - passed), behind + passed
    ways = [(min(2, front + hits - back), behind + back) for back in range(hits + 1) if behind + back <= 2]
    first = 1 if gives == "front" else 0  # the one that he would rather keep
    return min(ways, key=lambda one: (one.count(2), one[first] == 2, sum(one), one[1]))


def clash(
    one: dict[str, Any],
    other: dict[str, Any],
    start: tuple[Side, Side],
    fought: tuple[int, int],
    how: Mapping[str, str],
) -> Chances:
    """A round of blows."""
    sides = (one, other)

    def r_of(number: int) -> int:
        return int(sides[number]["r"]) - fought[number]

    def hits(number: int, at: tuple[Side, Side]) -> Chances:
        rear = at[number][1]
        ranks = 2 if how["ranks"] == "C" and rear is not None and rear < 2 else 1
        return strike(sides[number]["unit"], sides[1 - number]["unit"], r_of(1 - number), ranks, how)

    def after(at: tuple[Side, Side], number: int, many: int) -> tuple[Side, Side]:
        hurt = bear(at[number], many, sides[number]["gives"], how["ranks"])
        return (hurt, at[1]) if number == 0 else (at[0], hurt)

    places = [place_of(side["unit"], how["lmg"]) for side in sides]
    if how["together"] == "B" or places[0] == places[1]:
        return both(hits(0, start), hits(1, start), lambda mine, theirs: after(after(start, 0, theirs), 1, mine))
    first = 0 if places[0] < places[1] else 1
    result: Chances = defaultdict(F)
    for many, chance in hits(first, start).items():
        then = after(start, 1 - first, many)
        back = {0: F(1)} if then[1 - first][0] == 2 else hits(1 - first, then)
        for more, share in back.items():
            result[after(then, first, more)] += chance * share
    return result


HOW = dict.fromkeys(
    ("chart", "order", "tank", "who", "low", "each", "ranks", "together", "lmg", "cover", "relief"), "A"
)
RULINGS = {
    "chart": "two_unit_tables", "order": "arming_order", "tank": "tank_melee", "who": "vehicle_reroll_who", "low": "low_r",
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
    {}, {"chart": "B"}, {"order": "B"}, {"tank": "B"}, {"who": "B"}, {"low": "B"}, {"low": "C"}, {"each": "B"}, {"ranks": "B"},
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


def up(side: Side) -> Side:
    """The platoon behind takes the place of a front that is lost."""
    front, behind = side
    return (behind, 2) if front == 2 and behind is not None and behind < 2 else side


@pytest.mark.parametrize("switch", SWITCHES, ids=str)
def test_the_first_clash(switch: dict[str, str]) -> None:
    """Cavalry, infantry, Heavy Weapons in this order; second ranks bear hits; only grenadiers push; armour is struck twice."""
    how = {**HOW, **switch}
    for pair in PAIRS:
        one, other, start, address = fight(pair, how)
        ends = clash(one, other, start, (0, 0), how)
        found = value(f"gw/clash?{address}")
        lost = [sum((chance for at, chance in ends.items() if at[side][0] == 2), F(0)) for side in (0, 1)]
        assert [found["own_lost"], found["enemy_lost"]] == lost, address
        goes_on = sum((chance for at, chance in ends.items() if all(up(side)[0] < 2 for side in at)), F(0))
        assert found["in_contact"] == goes_on, address


def to_the_end(
    one: dict[str, Any], other: dict[str, Any], start: tuple[Side, Side], how: Mapping[str, str]
) -> dict[str, Fraction]:
    """Deathmatch, a point of Resilience less in each round, for as long as anybody can tell the difference."""
    now: Chances = {(start, (0, 0)): F(1)}
    ends: dict[str, Fraction] = defaultdict(F)
    deepest = tuple(max(0, int(side["r"])) for side in (one, other))  # below R1 a round more changes nothing
    for number in range(40):
        after: Chances = defaultdict(F)
        for (at, fought), chance in now.items():
            for then, share in clash(one, other, at, fought, how).items():
                rounds = list(fought)
                sides = list(then)
                if number == 0 or how["relief"] == "B":
                    for side in (0, 1):
                        if up(sides[side]) != sides[side]:
                            sides[side], rounds[side] = up(sides[side]), 0 if how["relief"] == "B" else rounds[side]
                gone = [side[0] == 2 for side in sides]
                if any(gone):
                    ends["neither" if all(gone) else "loses" if gone[0] else "wins"] += chance * share
                else:
                    after[(sides[0], sides[1]), (min(deepest[0], rounds[0] + 1), min(deepest[1], rounds[1] + 1))] += (
                        chance * share
                    )
        now = after
    ends["open"] = sum(now.values(), F(0))
    return ends


@pytest.mark.parametrize("switch", [one for one in SWITCHES if one.get("low") != "B"], ids=str)
def test_deathmatch(switch: dict[str, str]) -> None:
    """To the end: what the clash leaves fights on, relieved before the first round or before every one."""
    how = {**HOW, **switch}
    for pair in PAIRS if not switch else sampled(PAIRS, many=3):
        one, other, start, address = fight(pair[0] if switch else pair, how)
        ends = to_the_end(one, other, start, how)
        found = value(f"gw/deathmatch?{address}")
        for end in ("wins", "loses", "neither"):
            assert abs(found[end] - ends[end]) <= ends["open"], (address, end)
            assert ends["open"] < F(1, 10**6)
