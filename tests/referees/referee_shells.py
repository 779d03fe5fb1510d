"""A second calculation of shells on a table-top.

It covers bases under a circle, the circle's rings, what falls on each base, and the best split. Nothing of the
ruleset is imported, nor the book's geometry: areas come from the edges of a base one by one, chances from dice one by
one.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import atan2, sqrt
from random import Random
from typing import NamedTuple

F = Fraction
RADIUS = F(3)
INNER = {"A": F(3, 2), "B": F(2), "C": F(1)}
#: Every reading that matters here, and the letters it may have.
READINGS = {
    "inner-circle": "ABC",
    "half-outside": "ABC",
    "under-circle": "ABC",
    "bombard-allocation": "AB",
    "bombard-bonus": "ABCD",
    "bonus-die": "ABC",
    "reroll-bonus": "AB",
    "low-r": "ABC",
    "natural-six": "AB",
    "hits-per-die": "AB",
}


class Lying(NamedTuple):
    """A base on the table: its middle in inches from the circle's, and its state.

    The state is its Resilience, its hits, and the shots on it.
    """

    x: Fraction
    y: Fraction
    turned: bool
    needs: int = 4
    carried: int = 0
    shots: int = 0
    enemy: bool = True

    @property
    def corners(self) -> list[tuple[Fraction, Fraction]]:
        """Its four corners, in order."""
        wide, deep = (F(1, 2), F(1)) if self.turned else (F(1), F(1, 2))
        turns = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        return [(self.x + right * wide, self.y + up * deep) for right, up in turns]

    def lies_on(self, other: "Lying") -> bool:
        """Whether the two share more than an edge."""
        (left, low), _, (right, high), _ = self.corners
        (his_left, his_low), _, (his_right, his_high), _ = other.corners
        return max(left, his_left) < min(right, his_right) and max(low, his_low) < min(high, his_high)


def inside(corners: Sequence[tuple[Fraction, Fraction]], radius: Fraction) -> float:
    """Return the area of a figure within a circle around the origin, edge by edge.

    An edge inside the circle gives a triangle, one outside a sector.
    """
    r, found = float(radius), 0.0
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        start, way = (float(ax), float(ay)), (float(bx - ax), float(by - ay))
        square = way[0] ** 2 + way[1] ** 2
        half = start[0] * way[0] + start[1] * way[1]
        under = half * half - square * (start[0] ** 2 + start[1] ** 2 - r * r)
        cuts = [0.0, 1.0]
        if under > 0:
            cuts += [cut for sign in (-1, 1) if 0 < (cut := (-half + sign * sqrt(under)) / square) < 1]
        cuts.sort()
        for first, last in pairwise(cuts):
            px, py, qx, qy, mx, my = (
                start[axis] + at * way[axis] for at in (first, last, (first + last) / 2) for axis in (0, 1)
            )
            cross, dot = px * qy - py * qx, px * qx + py * qy
            found += cross / 2 if mx * mx + my * my <= r * r else r * r * atan2(cross, dot) / 2
    return found


def touches(base: Lying) -> bool:
    """Whether any point of a base lies under the circle, its rim counting."""
    (left, low), _, (right, high), _ = base.corners
    near = min(max(left, F(0)), right), min(max(low, F(0)), high)
    return near[0] ** 2 + near[1] ** 2 <= RADIUS**2


def ring(base: Lying, read: Mapping[str, str]) -> str:
    """Return where a base lies: clear, inner or outer.

    The result is empty if the base is too near a limit for floating-point numbers to decide.
    """
    share = inside(base.corners, RADIUS) / 2
    if read["under-circle"] == "B":
        if abs(share - 0.5) < 1e-7:
            return ""
        if share < 0.5:
            return "clear"
    elif not touches(base) or (read["under-circle"] == "C" and not base.enemy):
        return "clear"
    inner = INNER[read["inner-circle"]]
    match read["half-outside"]:
        case "B":
            return "outer" if base.x**2 + base.y**2 > inner**2 else "inner"
        case "C":
            return "outer" if any(x * x + y * y > inner**2 for x, y in base.corners) else "inner"
    share = inside(base.corners, inner) / 2
    return "" if abs(share - 0.5) < 1e-7 else "outer" if share < 0.5 else "inner"


def hit(face: int, needs: int, bonus: int, low: str, six: str) -> bool:
    """Whether one face hits."""
    if low == "B" and face == 1:
        return False
    return face + bonus >= (max(needs, 1) if low == "C" else needs) or (six == "B" and face == 6)


class Guns(NamedTuple):
    """Shots, the batteries that fire them, and the bonus."""

    shots: int
    batteries: int
    bonus: int


@cache
def shell(needs: int, bonus: int, outer: bool, keeps: str, low: str, six: str) -> tuple[Fraction, Fraction, Fraction]:
    """Return the chances of one shell: a hit without the bonus, a hit only with it, a miss."""
    counts = [0, 0, 0]
    for face, again in product(range(1, 7), repeat=2):
        plain = hit(face, needs, 0, low, six) and (not outer or hit(again, needs, 0, low, six))
        kept = bonus if keeps == "A" else 0
        helped = hit(face, needs, bonus, low, six) and (not outer or hit(again, needs, kept, low, six))
        counts[0 if plain else 1 if helped else 2] += 1
    return F(counts[0], 36), F(counts[1], 36), F(counts[2], 36)


@cache
def hits(
    needs: int, outer: bool, shots: int, boosted: int, guns: Guns, read: tuple[tuple[str, str], ...]
) -> tuple[Fraction, ...]:
    """How many shells hit, every fall of the dice counted."""
    ways, bonus = dict(read), guns.bonus
    if ways["hits-per-die"] == "B" and shots:
        return by_battery(needs, outer, shots, boosted, guns, read)
    chances = shell(needs, bonus, outer, ways["reroll-bonus"], ways["low-r"], ways["natural-six"])
    boosted = boosted if bonus else 0
    dice = shots + (bonus * boosted if ways["bonus-die"] == "C" else 0)
    found = [F(0)] * (dice + 1)
    for fall in product((0, 1, 2), repeat=dice):
        chance = F(1)
        for what in fall:
            chance *= chances[what]
        sure = sum(what == 0 for what in fall)
        if ways["bonus-die"] == "A":
            sure += sum(what == 1 for what in fall[:boosted])
        elif ways["bonus-die"] == "B":
            sure += min(boosted, sum(what == 1 for what in fall))
        found[sure] += chance
    return tuple(found)


def by_battery(
    needs: int, outer: bool, shots: int, boosted: int, guns: Guns, read: tuple[tuple[str, str], ...]
) -> tuple[Fraction, ...]:
    """Return the chances of hits if each battery hits a target at most once.

    Shells are dealt one by one to the battery with the fewest, the bonus to small hands.
    """
    hands = [0] * guns.batteries
    for _ in range(shots):
        hands[hands.index(min(hands))] += 1
    plus = [hand if boosted == shots else 0 for hand in hands]
    while sum(plus) < boosted:
        place = min((hand, place) for place, hand in enumerate(hands) if hand and not plus[place])[1]
        plus[place] = 1
    each = dict(read) | {"hits-per-die": "A"}
    found = [F(1)] + [F(0)] * guns.batteries
    for hand, marks in zip(hands, plus, strict=True):
        missed = hits(needs, outer, hand, marks, guns, tuple(sorted(each.items())))[0]
        found = [found[many] * missed + (found[many - 1] * (1 - missed) if many else 0) for many in range(len(found))]
    return tuple(found)


class Worth(NamedTuple):
    """What a split does: platoons removed and hit on average, and the chance of none removed."""

    removed: Fraction
    harmed: Fraction
    spared: Fraction


def cap(guns: Guns, read: Mapping[str, str]) -> int:
    """Return the most shots that the best split puts on one target."""
    half = guns.shots // 2
    return min(guns.shots, max(half, 1)) if read["bombard-allocation"] == "A" else half


def marked(guns: Guns, laid: Sequence[int], read: Mapping[str, str]) -> Iterator[tuple[int, ...]]:
    """Every way in which the shots laid may carry the bonus."""
    match read["bombard-bonus"]:
        case "B":
            yield (0,) * len(laid)
        case "C":
            yield tuple(laid)
        case "D":
            yield tuple(min(1, shots) for shots in laid)
        case _:
            ways = product(*(range(min(shots, guns.batteries) + 1) for shots in laid))
            yield from (way for way in ways if sum(way) <= guns.batteries)


def worth(
    guns: Guns, under: Sequence[tuple[Lying, bool]], laid: Sequence[int], plus: Sequence[int], read: Mapping[str, str]
) -> Worth:
    """Return what shots laid so do to the bases under the circle.

    under: each base with whether it is in the outer ring.
    """
    removed = harmed = F(0)
    spared = F(1)
    key = tuple(sorted(read.items()))
    for (base, outer), shots, boosted in zip(under, laid, plus, strict=True):
        found = hits(base.needs, outer, shots, boosted, guns, key)
        gone = sum(found[max(0, 2 - base.carried) :], F(0))
        removed, harmed, spared = removed + gone, harmed + 1 - found[0], spared * (1 - gone)
    return Worth(removed, harmed, spared)


def outcomes(
    guns: Guns, under: Sequence[tuple[Lying, bool]], laid: Sequence[int], read: Mapping[str, str]
) -> list[Worth]:
    """Return what these shots do if the bonus goes where most are removed.

    The list has several entries if several ways are as good.
    """
    ways = [worth(guns, under, laid, plus, read) for plus in marked(guns, laid, read)]
    most = max(way.removed for way in ways)
    return [way for way in ways if way.removed == most]


def best(guns: Guns, under: Sequence[tuple[Lying, bool]], read: Mapping[str, str], of: str = "removed") -> Fraction:
    """Return the most that any permitted split removes, or hits, on average."""
    most = cap(guns, read)
    if read["bombard-allocation"] == "A":
        splits = [way for way in product(range(most + 1), repeat=len(under)) if sum(way) <= guns.shots]
    else:
        heavy = [tuple(most if place == here else 0 for here in range(len(under))) for place in range(len(under))]
        thin = [way for way in product((0, 1), repeat=len(under)) if sum(way) <= guns.shots]
        splits = heavy + thin
    return max(
        getattr(worth(guns, under, laid, plus, read), of) for laid in splits for plus in marked(guns, laid, read)
    )


def permitted(guns: Guns, rows: Sequence[tuple[Lying, str]], read: Mapping[str, str]) -> bool:
    """Return whether the shots may be laid so.

    There must be enough of them, no more than half on one base, and none on a base that is clear.
    """
    laid = [base.shots for base, _ in rows]
    if sum(laid) > guns.shots or max(laid) > max(1, guns.shots // 2):
        return False
    if read["bombard-allocation"] == "B" and max(laid) > 1 and sum(map(bool, laid)) > 1:
        return False
    return not any(base.shots and where == "clear" for base, where in rows)


def layout(luck: Random, most: int, far: int, step: int) -> list[Lying]:
    """Return bases placed on the table at random, none on another.

    far: inches from the middle at the most; step: parts of an inch.
    """
    found: list[Lying] = []
    wanted = luck.randint(1, most)
    while len(found) < wanted:
        x, y = (F(luck.randint(-far * step, far * step), step) for _ in (0, 1))
        base = Lying(x, y, luck.random() < 0.5, luck.choice((-1, 1, 2, 3, 4, 5, 6, 7, 8)), luck.randint(0, 1))
        if not any(base.lies_on(other) for other in found):
            found.append(base)
    return found
