"""Tests of two squads hand to hand, fight by fight with every die enumerated.

Nothing of the ruleset is imported. Each man of the weaker side fights one of the stronger, and the surplus joins
these fights in turn, four against one at most.
"""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from asking import value

GRADES = {"civilian": (-2, 4), "green": (-1, 4), "regular": (0, 5), "veteran": (1, 5), "elite": (2, 6)}
WORN = {"minimal": 0, "flak": 1, "heavy": 2}
#: What a place adds to the score that our men want, and theirs.
PLACES = {"level": (0, 0), "uphill": (1, 0), "cover": (1, 0), "trench": (1, -1), "mounted": (-1, 0)}
Ways = dict[tuple[int, int], Fraction]


def faces(wanted: int, armed: bool) -> dict[str, Fraction]:
    """Return the chances of what a blow does, by the bare die.

    5 and 6 kill, 1 and 2 go astray, 3 and 4 depend on the score wanted. An armed man takes the higher of two dice.
    """
    told: dict[str, Fraction] = defaultdict(Fraction)
    for pair in product(range(1, 7), repeat=2):
        face = max(pair) if armed else pair[0]
        end = "dead" if face >= 5 else "astray" if face <= 2 else "hit" if face >= wanted else "miss"
        told[end] += Fraction(1, 36)
    return told


def mixed(parts: Iterable[tuple[dict[tuple[int, int], Fraction], Fraction]]) -> Ways:
    """Several ways together."""
    found: Ways = defaultdict(Fraction)
    for ways, share in parts:
        for lost, chance in ways.items():
            if chance and share:
                found[lost] += chance * share
    return found


def crowd(many: int, own: dict[str, Fraction], scatter: str) -> Ways:
    """Return the chances of what so many men round one man do.

    The outcome is how many comrades their stray blows fell, and whether the one man falls.
    """
    found: Ways = defaultdict(Fraction)
    for ends in product(own.items(), repeat=many):
        chance = Fraction(1)
        for _, part in ends:
            chance *= part
        told = [end for end, _ in ends]
        lost = {(place + 1) % many for place, end in enumerate(told) if end == "astray" and many > 1 and scatter == "A"}
        found[len(lost), int("hit" in told or "dead" in told)] += chance
    return found


def at_once(many: int, own: dict[str, Fraction], his: dict[str, Fraction], scatter: str) -> Ways:
    """Return the chances of a round in which everybody rolls together.

    The lone man strikes the first of the others, or by mistake the second.
    """
    found: Ways = defaultdict(Fraction)
    for back, weight in his.items():
        for ends in product(own.items(), repeat=many):
            chance = weight
            for _, part in ends:
                chance *= part
            told = [end for end, _ in ends]
            lost = set()
            if many > 1 and scatter == "A":
                lost = {(place + 1) % many for place, end in enumerate(told) if end == "astray"}
            if back in ("hit", "dead"):
                lost.add(0)
            elif back == "astray" and many > 1:
                lost.add(1)
            found[len(lost), int("hit" in told or "dead" in told)] += chance
    return found


def one_after_the_other(many: int, own: dict[str, Fraction], his: dict[str, Fraction], scatter: str, he: bool) -> Ways:
    """Return the chances of a round in which the attackers roll, then the others who are left.

    he: the lone man has attacked.
    """
    falls = his["hit"] + his["dead"] + (his["astray"] if many > 1 else 0)
    if he:
        after: Ways = {(1, 0): Fraction(1)}
        if many > 1:
            after = {(1 + lost, down): chance for (lost, down), chance in crowd(many - 1, own, scatter).items()}
        return mixed([(after, falls), (crowd(many, own, scatter), 1 - falls)])
    parts = []
    for (lost, down), chance in crowd(many, own, scatter).items():
        left = many - lost
        one_more = his["hit"] + his["dead"] + (his["astray"] if left > 1 else 0)
        answer = Fraction(0) if down or not left else one_more
        parts.append(({(lost + 1, down): answer, (lost, down): 1 - answer}, chance))
    return mixed(parts)


def both_lines(own: int, other: int, fight: dict[tuple[int, bool], Ways], one_each: bool) -> Ways:
    """Return the chances of our losses and of theirs in a round."""
    fewer, more = sorted((own, other))
    sizes = [0] * fewer
    for place in range(fewer if one_each else more):
        sizes[place % fewer] += 1
    total: Ways = {(0, 0): Fraction(1)}
    for size in sizes:
        total = mixed(
            (
                {
                    (first + lost, second + down): part
                    for (lost, down), part in fight[min(size, 4), own >= other].items()
                },
                c,
            )
            for (first, second), c in total.items()
        )
    return total if own >= other else {(down, lost): chance for (lost, down), chance in total.items()}


def melee(men: int, enemies: int, rounds: int, fight: dict[tuple[int, bool], Ways], one_each: bool) -> Ways:
    """Who is left after so many rounds."""

    @cache
    def after(own: int, other: int) -> tuple[tuple[tuple[int, int], Fraction], ...]:
        if not own or not other:
            return (((own, other), Fraction(1)),)
        lost = both_lines(own, other, fight, one_each)
        return tuple(((own - ours, other - theirs), chance) for (ours, theirs), chance in lost.items())

    now: Ways = {(men, enemies): Fraction(1)}
    for _ in range(rounds):
        now = mixed((dict(after(*stand)), chance) for stand, chance in now.items())
    return now


CASES = [
    # men, grade, armour, weapon, enemies, grade, armour, weapon, place, rounds, readings of miss, order, pairing
    (1, "regular", "minimal", False, 1, "regular", "minimal", False, "level", 2, "A", "A", "A"),
    (5, "regular", "minimal", False, 3, "regular", "minimal", False, "level", 1, "A", "A", "A"),
    (5, "regular", "minimal", False, 3, "regular", "minimal", False, "level", 2, "A", "A", "B"),
    (9, "elite", "flak", False, 4, "green", "flak", False, "trench", 2, "A", "A", "A"),
    (10, "civilian", "minimal", False, 2, "elite", "heavy", True, "cover", 3, "A", "A", "A"),
    (6, "veteran", "minimal", True, 8, "green", "minimal", False, "mounted", 2, "C", "A", "A"),
    (3, "veteran", "flak", False, 7, "regular", "minimal", True, "uphill", 2, "A", "C", "A"),
    (7, "green", "minimal", False, 3, "elite", "minimal", False, "level", 2, "A", "C", "A"),
    (2, "elite", "minimal", True, 9, "civilian", "minimal", False, "level", 3, "C", "C", "A"),
    (4, "elite", "heavy", False, 6, "veteran", "flak", False, "trench", 2, "A", "C", "B"),
]


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_two_squads_fight_by_the_printed_rules(case: tuple[object, ...]) -> None:
    men, grade, armour, weapon, enemies, enemy, worn, blade, place, rounds, scatter, order, pairing = case
    ours, theirs = GRADES[str(grade)], GRADES[str(enemy)]
    add, back = PLACES[str(place)]
    we = faces(theirs[1] + WORN[str(worn)] + add - ours[0], bool(weapon))
    they = faces(ours[1] + WORN[str(armour)] + back - theirs[0], bool(blade))
    fight = {}
    for size, side in product(range(1, 5), (True, False)):
        own, his = (we, they) if side else (they, we)
        if order == "A":
            fight[size, side] = at_once(size, own, his, str(scatter))
        else:
            fight[size, side] = one_after_the_other(size, own, his, str(scatter), not side)
    left = melee(int(str(men)), int(str(enemies)), int(str(rounds)), fight, pairing == "B")
    found = value(
        f"bon/squad-melee?men={men}&grade={grade}&armour={armour}&weapon={'yes' if weapon else 'no'}&enemy-men={enemies}"
        f"&enemy={enemy}&enemy-armour={worn}&enemy-weapon={'yes' if blade else 'no'}&place={place}&rounds={rounds}"
        f"&ruling.cc-critical-miss={scatter}&ruling.cc-simultaneous={order}&ruling.melee-pairing={pairing}"
    )
    assert found["our_blow"] == we["hit"] + we["dead"]
    assert found["their_blow"] == they["hit"] + they["dead"]
    assert found["won"] == sum(chance for (own, other), chance in left.items() if own and not other)
    assert found["lost"] == sum(chance for (own, other), chance in left.items() if other and not own)
    assert found["both"] == sum(chance for (own, other), chance in left.items() if own and other)
    assert found["our_losses"] == sum(chance * (int(str(men)) - own) for (own, _), chance in left.items())
    assert found["their_losses"] == sum(chance * (int(str(enemies)) - other) for (_, other), chance in left.items())
    assert found["halved"] == sum(c for (_, other), c in left.items() if 2 * other <= int(str(enemies)))
    assert found["our_half"] == sum(chance for (own, _), chance in left.items() if 2 * own <= int(str(men)))
