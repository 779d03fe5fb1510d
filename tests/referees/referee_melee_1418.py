"""Melee and deathmatch of 1418 as a referee works them out, blow by blow.

Nothing of the ruleset is imported; the readings are given by their letters.
"""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from referee_1418 import BACK, FIRST, Chances, both, die, pool, rolls_again, twice

F = Fraction
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
    """Return the chances of the hits of one side's blows."""
    count, push = melee_dice(unit, chart=how["chart"], order=how["order"], tank=how["tank"])
    again = BACK[foe][7] == "tank" and rolls_again(unit, how["who"])
    one, best = ((twice if again else die)(needs, extra, low=how["low"]) for extra in (0, push))
    dice = [one] * (count * ranks)
    if dice and push:
        dice[-ranks:] = [best] * ranks
    hits = pool(dice)
    return {0: hits[0], 1: 1 - hits[0]} if how["each"] == "B" else hits


def bear(side: Side, hits: int, gives: str, ranks: str) -> Side:
    """Return a side after hits, which the front may keep or pass to the platoon behind.

    As few platoons as possible are lost, and first the one that is given up.
    """
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
    """Return the chances of the two sides' states after a round of blows."""
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


def up(side: Side) -> Side:
    """Return a side whose platoon behind takes the place of a front that is lost."""
    front, behind = side
    return (behind, 2) if front == 2 and behind is not None and behind < 2 else side


def to_the_end(
    one: dict[str, Any], other: dict[str, Any], start: tuple[Side, Side], how: Mapping[str, str]
) -> dict[str, Fraction]:
    """Return the chances of how a deathmatch ends.

    Each round takes a point of Resilience, for as long as a further round makes a difference. A side is gone when neither
    the front nor the platoon behind it lives; both may live and touch nobody.
    """
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
                if any(side[0] == 2 for side in sides):
                    gone = [side[0] == 2 and side[1] in (None, 2) for side in sides]
                    end = "neither" if all(gone) else "loses" if gone[0] else "wins" if gone[1] else "both"
                    ends[end] += chance * share
                else:
                    after[(sides[0], sides[1]), (min(deepest[0], rounds[0] + 1), min(deepest[1], rounds[1] + 1))] += (
                        chance * share
                    )
        now = after
    ends["open"] = sum(now.values(), F(0))
    return ends
