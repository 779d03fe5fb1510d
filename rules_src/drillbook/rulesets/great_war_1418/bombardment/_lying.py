"""Bases on a table-top: how a form asks where they lie, that none lies on another, and how they are drawn with the circle."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from drillbook.asking import Contradiction, Reader
from drillbook.asking.exhibits import Disc, Figure
from drillbook.asking.gestures import Grip, in_row
from drillbook.asking.kinds import Flag, Kind, Length
from drillbook.maths import Number, exact
from drillbook.rulesets.great_war_1418.bombardment._circle import HALF, Base, radius, sides


def overlap(r: Reader, one: Base, other: Base) -> bool:
    """Whether two bases lie on the same ground; those that only touch do not."""
    left, right, near, far = one.edges(r)
    others_left, others_right, others_near, others_far = other.edges(r)
    return left < others_right and others_left < right and near < others_far and others_near < far


def apart(r: Reader, bases: Sequence[Base], low: Number, high: Number) -> list[Base]:
    """The bases, each that lies on an earlier one moved to the nearest free place with its middle between these bounds."""
    settled: list[Base] = []
    for base in bases:
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
    """The fields that say where a base lies."""
    return {
        "x": replace(spot, label="Across"),
        "y": replace(spot, label="Ahead"),
        "turned": Flag(label="Long side ahead"),
    }


def circles(r: Reader, inner: Number, middle: tuple[Number, Number] = (0, 0), grip: Grip | None = None) -> list[Disc]:
    """The circle and its inner one, of that radius in inches, as they are drawn."""
    return [Disc(*middle, radius(r), "circle", grip=grip), Disc(*middle, inner, "inner circle", "range")]


def drawn(r: Reader, base: Base, rows: str, number: int, words: str = "", **more: Any) -> Figure:
    """A base as it is drawn and dragged: the number of its row, with what is said of it."""
    wide, deep = sides(r, base.turned)
    return Figure(base.x, base.y, f"{number}{words}", grip=in_row(rows, number), wide=wide, deep=deep, **more)


def _farness(one: Base, other: Base) -> Number:
    """How far their middles are from each other, squared."""
    across, ahead = one.x - other.x, one.y - other.y
    return exact(across * across + ahead * ahead)
