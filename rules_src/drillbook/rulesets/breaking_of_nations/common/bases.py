"""Figures on round bases: no base overlaps another, and the nearest free place is offered.

The module has no chapter of its own: rounds, grenades and streams of flame strike figures that a form places on the
table.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from drillbook.asking import Contradiction, Length
from drillbook.maths import Number, exact


class Base(NamedTuple):
    """A round base: the place of its middle, and its radius.

    A base without a size is only its middle.
    """

    x: Number
    y: Number
    radius: Number


def clash(one: Base, other: Base) -> bool:
    """Whether two bases lie on the same ground; those that only touch do not."""
    across, ahead, between = one.x - other.x, one.y - other.y, one.radius + other.radius
    return not (across or ahead) or across * across + ahead * ahead < between * between


def keep_apart(
    spot: Length, figures: Sequence[tuple[Any, ...]], taken: Mapping[str, Base] | None = None, name: str = "figures"
) -> None:
    """Raise Contradiction if a figure is on another one, with the nearest free places.

    spot is where a middle may be. figures holds the rows of the form of that name; each begins with x, y and the radius
    of the base. taken holds the other bases on the table, by what they are called in a sentence.
    """
    settled, faults, fitting = dict(taken or {}), [], []
    for number, (x, y, radius, *rest) in enumerate(figures, start=1):
        base: Base | None = Base(x, y, radius)
        under = next((called for called, other in settled.items() if base and clash(base, other)), None)
        if base and under:
            faults.append(f"figure {number} stands on {under}")
            base = _beside(base, [*settled.values()], spot)
        if base:
            settled[f"figure {number}"] = base
            fitting.append((*base, *rest))
    if faults:
        raise Contradiction(f"Two figures cannot stand in one place: {faults[0]}.", **{name: tuple(fitting)})


def _beside(base: Base, others: Sequence[Base], spot: Length) -> Base | None:
    """Return the base at the nearest free place, or None if no place on the table is left."""
    across, ahead = {base.x, spot.low, spot.high}, {base.y, spot.low, spot.high}
    for other in others:
        between = base.radius + other.radius or spot.step
        across |= {other.x - between, other.x + between}
        ahead |= {other.y - between, other.y + between}
    places = (
        Base(exact(x), exact(y), base.radius)
        for x, y in product(sorted(across), sorted(ahead))
        if spot.low <= x <= spot.high and spot.low <= y <= spot.high
    )
    free = [one for one in places if not any(clash(one, other) for other in others)]
    return min(free, key=lambda one: (one.x - base.x) ** (1 + 1) + (one.y - base.y) ** (1 + 1), default=None)
