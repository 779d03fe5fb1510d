"""A referee's second calculation of one shot, of volleys, rides and firefights.

It covers the readings that the sources leave open. Nothing of the rulesets is imported; the printed figures are here
a second time, and readings go by their letters.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, comb
from random import Random
from typing import Any, NamedTuple

from drillbook import ask

F = Fraction
D6, D12 = range(1, 7), range(1, 13)
#: CS and DS of the parent's men, of the colonial ones, and what the parent's table of fire adds for each.
PARENT = {"civilian": (-2, 4), "green": (-1, 4), "regular": (0, 5), "veteran": (1, 5), "elite": (2, 6)}
COLONIAL = {
    "green": (-1, 4), "regular": (0, 5), "elite": (1, 5),
    "native-green": (0, 3), "native-regular": (1, 4), "native-elite": (2, 4),
}  # fmt: skip
FIRING = {"civilian": 2, "green": 1, "regular": 0, "veteran": -1, "elite": -2}
ARMOUR = {"minimal": 0, "flak": 1, "heavy": 2}
PARENT_CV = {
    "clear": 0, "rubble": 3, "barbed-wire": 0, "light-forest": 3, "dense-forest": 6, "shallow-river": 0, "deep-river": 0,
    "wooden-wall": 6, "brick-wall": 9, "trenches": 12,
}  # fmt: skip
COLONIAL_CV = {
    "clear": 0, "rubble": 1, "light-forest": 2, "dense-forest": 3, "shallow-river": 1, "deep-river": 1,
    "wooden-wall": 3, "brick-wall": 4, "trenches": 5,
}  # fmt: skip
#: Where each band ends.
RIFLE, GUN = (6, 12, 24), (9, 18, 36)


class Shot(NamedTuple):
    """A shot: its firer, its target and what bears on it.

    change: of the range; saddle: 1 if the firer's horse counts.
    """

    firer: str
    target: str
    armour: str = "minimal"
    cv: int = 0
    change: int = 0
    saddle: int = 0
    formation: str = "open"
    charging: bool = False


def change(distance: int, inclusive: bool, limits: Sequence[int] = RIFLE) -> int | None:
    """-1, 0 or 1 for the band that a distance falls into; none out of reach."""
    for worth, limit in zip((-1, 0, 1), limits, strict=True):
        if distance < limit or (distance == limit and inclusive):
            return worth
    return None


def bunched(shot: Shot) -> bool:
    """Whether the entry DS 1 is theirs: closed as it charges, mass always."""
    return shot.formation == "mass" or (shot.formation == "closed" and shot.charging)


def parent_number(shot: Shot, read: Mapping[str, str]) -> int:
    """Return the number a shot needs in The Breaking of Nations: L92-120, L425-445, L517-523."""
    skill, guard = PARENT[shot.firer][0], PARENT[shot.target][1]
    cluster = shot.charging and {
        "A": shot.formation in ("closed", "mass"), "B": True, "C": shot.formation == "mass",
    }[read["cluster-term"]]  # fmt: skip
    point = 0
    if bunched(shot):
        way = read["formation-ds-1"]
        guard = 1 if way == "A" else guard
        point = {"A": 0, "B": 1, "C": -1, "D": -1}[way]
        cluster = cluster and way != "C"
    base = {"A": guard + shot.cv, "B": max(guard, shot.cv), "C": shot.cv or guard}[read["ds-plus-cv"]]
    base += ARMOUR[shot.armour] * (2 if read["armour-once"] == "B" else 1) + point - skill
    table = shot.change + shot.saddle - cluster + (FIRING[shot.firer] if read["quality-once"] == "B" else 0)
    return base + (table if read["sign-convention"] == "A" else -table)


def colonial_number(shot: Shot, read: Mapping[str, str]) -> int:
    """Return the number a shot needs in Fixed Bay'net: L84-124, L610-618, L669-673."""
    skill, guard = COLONIAL[shot.firer][0], COLONIAL[shot.target][1]
    touching = shot.formation in ("closed", "mass")
    cluster = shot.charging and {"A": touching, "B": shot.formation == "closed", "C": True}[read["cluster"]]
    point = 0
    if bunched(shot):
        guard = 1 if read["ds-one"] == "B" else guard
        point = {"A": 1, "B": 0, "C": -1}[read["ds-one"]]
    base = {"A": guard + shot.cv, "B": max(guard, shot.cv), "C": shot.cv or guard}[read["ds-plus-cv"]]
    table = shot.change + shot.saddle - cluster
    mine = {"A": 0, "B": -skill, "C": skill}[read["ranged-cs"]]
    return base + point + mine + (table if read["shooting-sign"] == "A" else -table)


def chance(number: int, must_reach: bool, one_misses: bool) -> Fraction:
    """Return the chance that a D12 hits.

    A 12 hits, unless it must reach the number too; a 1 misses if one_misses is set.
    """
    return F(sum((d >= number or (d == 12 and not must_reach)) and not (d == 1 and one_misses) for d in D12), 12)


def drawn(seed: int, options: Mapping[str, str]) -> dict[str, str]:
    """Return a reading for each ruling, drawn by a seed."""
    dice = Random(seed)
    return {name: dice.choice(letters) for name, letters in options.items()}


def told(question: str, read: Mapping[str, str], **inputs: Any) -> Any:
    """Return the outcome of the book's answer to a situation under readings."""
    pairs = [f"{name.replace('_', '-')}={given}" for name, given in inputs.items()]
    pairs += [f"ruling.{name}={letter}" for name, letter in read.items()]
    return ask(f"{question}?{'&'.join(pairs)}").outcome


def figures(question: str, read: Mapping[str, str], **inputs: Any) -> Mapping[str, Any]:
    """Its figures."""
    return told(question, read, **inputs).flat()  # type: ignore[no-any-return]


Counts = dict[int, Fraction]


def binomial(dice: int, hit: Fraction) -> Counts:
    """How many of so many dice hit."""
    return {n: comb(dice, n) * hit**n * (1 - hit) ** (dice - n) for n in range(dice + 1)}


def both(one: Counts, other: Counts) -> Counts:
    """How many hit of both."""
    found: Counts = defaultdict(F)
    for first, chance_first in one.items():
        for second, chance_second in other.items():
            found[first + second] += chance_first * chance_second
    return found


def scattered(dice: int, men: int, hit: Fraction) -> Counts:
    """Return the chances of the hits of dice that each attack 2 men with one score.

    Nobody is attacked twice; a die with nobody left is not thrown.
    """
    found: Counts = {0: F(1)}
    for die in range(dice):
        many = max(0, min(2, men - 2 * die))
        found = both(found, {0: 1 - hit, many: hit}) if many else found
    return found


def bursts(guns: int, men: int, hit: Fraction, way: str) -> Counts:
    """Return the chances of the hits of LMGs.

    way: A is 3 shots each, B each shot at another man, C each die at 2 men, who may be attacked again, also by dice of
    the same gun.
    """
    if way == "C":
        return {min(2, men) * count: weight for count, weight in binomial(3 * guns, hit).items()}
    return binomial(guns * (3 if way == "A" else min(3, men)), hit)


def each_with_a_roll(dice: int, men: int, hit: Fraction) -> Counts:
    """Return the chances of how many men fall to dice that attack 2 men each.

    Each man has a roll of his own; the next die has only those who still stand.
    """
    standing: Counts = {men: F(1)}
    for _ in range(dice):
        after: Counts = defaultdict(F)
        for left, weight in standing.items():
            for fell, part in binomial(min(2, left), hit).items():
                after[left - fell] += weight * part
        standing = after
    return {men - left: weight for left, weight in standing.items()}


def fallen(scored: Counts, men: int) -> Fraction:
    """How many of so many men fall on average."""
    return sum((min(men, count) * weight for count, weight in scored.items()), F(0))


def shot_away(left: Counts, scored: Counts) -> Counts:
    """Who is left after a volley."""
    after: Counts = defaultdict(F)
    for men, weight in left.items():
        for count, part in scored.items():
            after[max(0, men - count)] += weight * part
    return after


#: Speed and least distance of each gait, and what the ground leaves of a speed.
PARENT_GAITS = {"walk": (6, 0), "canter": (8, 6), "gallop": (10, 8)}
COLONIAL_GAITS = {"walk": (7, 0), "canter": (12, 7), "gallop": (17, 12)}
PART = {"flat": F(1), "bumpy": F(2, 3), "jagged": F(1, 3)}


class Ride(NamedTuple):
    """How riders come: moves a turn, the ground, the rider's armour."""

    moves: int
    ground: str
    armour: str = "minimal"


def parent_ride(gait: str, ride: Ride, read: Mapping[str, str], away: int) -> tuple[int, int]:
    """Return the inches that a turn at a gait covers, and the least, in the parent's rules.

    The parent is The Breaking of Nations. The ride goes towards an enemy so far away: L371-381, L434-445, L470-475.
    """
    speed, least = PARENT_GAITS[gait]
    if gait == "gallop" and ride.armour == "flak" and read["kevlar"] == "A":
        speed -= 2
    if gait == "canter" and ride.armour == "heavy":
        speed = speed - 2 if read["heavy-eight"] == "A" else min(speed, 8)
    speed -= ARMOUR[ride.armour] if read["mount-armour-sp"] == "B" else 0
    each = ceil(speed * (2 if read["mount-charge"] == "B" else 1) * PART[ride.ground])
    covered = min(away, each if read["mount-per-action"] == "B" else each * ride.moves)
    return covered, least * -(-covered // each) if read["gait-minimum-span"] == "B" else least


def colonial_ride(gait: str, ride: Ride, read: Mapping[str, str], away: int) -> tuple[int, int]:
    """Return the inches that a turn at a gait covers, and the least, in Fixed Bay'net.

    The ride goes towards an enemy so far away: L405-426, L620-624, L681-685.
    """
    speed, least = COLONIAL_GAITS[gait]
    each = ceil(speed * (2 if read["mount-charge"] == "B" else 1) * PART[ride.ground])
    if ride.ground != "flat" and read["gait-minimum"] == "B":
        least = ceil(least * PART[ride.ground])
    by_turn = read["move-scope"] in "BC"
    covered = min(away, each if by_turn else each * ride.moves)
    return covered, least if by_turn else least * -(-covered // each)


def starting(scores: Sequence[int], way: str) -> list[int]:
    """Return the order in which the players start, first to last.

    The highest score is last; the others go by their scores (A), or round the table from that player.
    """
    order = sorted(range(len(scores)), key=lambda one: scores[one])
    return order if way == "A" else [(order[-1] + 1 + place) % len(scores) for place in range(len(scores))]


def activated(order: Sequence[int], units: Sequence[int], stops: bool) -> str:
    """Return the units in the order of their activation.

    A player with no units left is passed over, or ends the turn.
    """
    left, gone, told = list(units), [0] * len(units), []
    while any(left):
        for one in order:
            if not left[one]:
                continue
            told.append(f"{one + 1}{'abcdefgh'[gone[one]]}")
            left[one], gone[one] = left[one] - 1, gone[one] + 1
            if stops and not left[one]:
                return " ".join(told)
    return " ".join(told)
