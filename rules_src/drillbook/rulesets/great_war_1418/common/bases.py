"""Bases on the table: their size, their inputs in a form, their overlaps, and their drawing."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

from drillbook.asking import Contradiction, Flag, Kind, Length, Reader
from drillbook.asking.exhibits import Figure
from drillbook.asking.exhibits.gestures import in_row
from drillbook.maths import Number, exact

HALF = Fraction(1, 1 + 1)


@dataclass(frozen=True, slots=True)
class Base:
    """A base on the table.

    x, y: its middle in inches, across and ahead; turned: whether its long side runs ahead;
    enemy: whether it is the enemy's.
    """

    x: Number
    y: Number
    turned: bool = False
    enemy: bool = True

    def edges(self, r: Reader) -> tuple[Number, Number, Number, Number]:
        """Left, right, near and far edge, in inches from where its middle is measured."""
        wide, deep = sides(r, self.turned)
        return self.x - wide * HALF, self.x + wide * HALF, self.y - deep * HALF, self.y + deep * HALF


def sides(r: Reader, turned: bool) -> tuple[Number, Number]:
    """How wide and how deep a base lies, in inches."""
    long, deep = r.num("scope.base-size", "long"), r.num("scope.base-size", "deep")
    return (deep, long) if turned else (long, deep)


def overlap(r: Reader, one: Base, other: Base) -> bool:
    """Whether two bases lie on the same ground; those that only touch do not."""
    left, right, near, far = one.edges(r)
    others_left, others_right, others_near, others_far = other.edges(r)
    return left < others_right and others_left < right and near < others_far and others_near < far


def apart(r: Reader, bases: Sequence[Base], low: Number, high: Number) -> list[Base]:
    """Return the bases so that none overlaps an earlier one.

    A base that overlaps moves to the nearest free place whose middle is between `low` and `high`.
    """
    settled: list[Base] = []
    for base in bases:
        if not any(overlap(r, base, other) for other in settled):
            settled.append(base)
            continue
        wide, deep = sides(r, base.turned)
        across, ahead = {base.x, low, high}, {base.y, low, high}
        for other in settled:
            left, right, near, far = other.edges(r)
            across |= {left - wide * HALF, right + wide * HALF}
            ahead |= {near - deep * HALF, far + deep * HALF}
        places = [
            replace(base, x=exact(x), y=exact(y))
            for x, y in product(sorted(across), sorted(ahead))
            if low <= x <= high and low <= y <= high
        ]
        free = [one for one in places if not any(overlap(r, one, other) for other in settled)]
        settled.append(min(free, key=lambda one: _farness(base, one)))
    return settled


def keep_apart(r: Reader, spot: Length, noun: str, **rows: Sequence[tuple[Any, ...]]) -> None:
    """Complain of rows, named as in the form, in which one base lies on another.

    Each row begins with where its base's middle is, across and ahead, and whether its long side runs ahead; spot: where it may be.
    """
    ((name, whole),) = rows.items()
    bases = tuple(Base(across, ahead, turned) for across, ahead, turned, *_ in whole)
    moved = r.once(apart, bases, spot.low, spot.high)
    wrong = next((n for n, (one, other) in enumerate(zip(bases, moved, strict=True), start=1) if one != other), None)
    if wrong is not None:
        fitting = tuple((base.x, base.y, *row[1 + 1 :]) for base, row in zip(moved, whole, strict=True))
        raise Contradiction(f"Bases cannot overlap: {noun} {wrong} lies on another.", **{name: fitting})


def fields_at(spot: Length) -> dict[str, Kind]:
    """Return the form fields that state where a base lies."""
    return {
        "x": replace(spot, label="Across"),
        "y": replace(spot, label="Ahead"),
        "turned": Flag(label="Long side ahead"),
    }


def drawn(r: Reader, base: Base, rows: str, number: int, words: str = "", **more: Any) -> Figure:
    """Return a base as it is drawn and dragged, with the number of its row and some words."""
    wide, deep = sides(r, base.turned)
    return Figure(base.x, base.y, f"{number}{words}", grip=in_row(rows, number), wide=wide, deep=deep, **more)


def _farness(one: Base, other: Base) -> Number:
    """How far their middles are from each other, squared."""
    across, ahead = one.x - other.x, one.y - other.y
    return exact(across * across + ahead * ahead)
