"""Melee: whether a unit is taken in front, flank or rear, from the attacker's place."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Contradiction, Length, Reader, Working, question
from drillbook.asking.exhibits import Figure, Line, Tabletop
from drillbook.asking.exhibits.gestures import Grip
from drillbook.maths import Number
from drillbook.rulesets.new_rules.common.fighting import FLANK, FRONT, REAR

WORDS = {FRONT: "in front", FLANK: "in the flank", REAR: "in the rear"}


@dataclass(frozen=True, slots=True)
class Aspect:
    """The side that is attacked, and what that gives the target."""

    side: str
    modifier: int


@question(
    "nr/aspect?width=4&depth=1&across=3&ahead=1",
    "nr/aspect?width=4&depth=1&across=1&ahead=2",
    "nr/aspect?width=4&depth=1&across=-1&ahead=-3",
)
def aspect(
    r: Reader,
    *,
    width: Annotated[Number, Length(Fraction(1, 2), 8, step=Fraction(1, 2), default=4, label="Width of its front")],
    depth: Annotated[Number, Length(Fraction(1, 2), 8, step=Fraction(1, 2), default=1, label="Its depth")],
    across: Annotated[
        Number, Length(-8, 8, step=Fraction(1, 4), default=3, label="Attacker on its right", help="From its middle; left below zero.")
    ],
    ahead: Annotated[
        Number, Length(-8, 8, step=Fraction(1, 4), default=1, label="Attacker ahead of it", help="From its middle; behind it below zero.")
    ],
) -> Breakdown[Aspect]:  # fmt: skip
    """Is that its flank?"""
    w = Working(r)
    x, y = Fraction(across), Fraction(ahead)
    half, deep = Fraction(width) * _half(), Fraction(depth) * _half()
    if abs(x) < half and abs(y) < deep:
        raise Contradiction("The attacker would stand inside the unit.", ahead=_outside(depth))
    edge = r.holds("flank-rear", "edge-touched")
    front = abs(x) * deep <= abs(y) * half if edge else abs(x) - half <= abs(y) - deep
    side = FLANK if not front or (not edge and abs(y) < deep) else FRONT if ahead > 0 else REAR
    w.note(f"the attacker stands {WORDS[side]}", f"melee.{side}" if side != FRONT else "melee.modifier-table")
    modifier = 0
    if side != FRONT:
        modifier = w.then(f"taken {WORDS[side]}", r.cell("melee-modifiers", side, "amount"))
        modifier = w.add(
            "the rear is a flank as well",
            r.cell("melee-modifiers", FLANK, "amount"),
            when=side == REAR and r.holds("flank-rear", "both-count"),
        )
    value = Aspect(side, modifier)
    gives = f": the target has {modifier}".replace("-", "−") if modifier else ": no modifier"
    return w.answer(value, headline=f"Taken {WORDS[side]}{gives}", exhibits=[_plan(half, deep, across, ahead)])


def _half() -> Fraction:
    """From a unit's middle to its edge."""
    return Fraction(1, 1 + 1)


def _outside(depth: Number) -> Number:
    """Return a place ahead of the unit and outside it.

    The place is as far from the unit's middle as the unit is deep, so it fits the steps of the form.
    """
    return depth


def _plan(half: Fraction, deep: Fraction, across: Number, ahead: Number) -> Tabletop:
    """Return a plan of the unit from above, with the lines from its corners."""
    reach = max(abs(Fraction(across)), abs(Fraction(ahead)), half, deep) + 1
    corners = [(half, deep), (half, -deep), (-half, -deep), (-half, deep)]
    lines = [Line([*corners, corners[0]], "the unit", "wall")]
    for x, y in corners:
        right, up = (1 if x > 0 else -1), (1 if y > 0 else -1)
        far = reach - max(half, deep)
        lines.append(Line([(x, y), (x + right * far, y + up * far)], "", "path"))
    grip = Grip({"across": (1, 0), "ahead": (0, 1)})
    return Tabletop(
        "The unit faces up; the lines from its corners part front, flanks and rear", "S",
        figures=[Figure(0, 0, "", "own"), Figure(across, ahead, "attacker", "enemy", grip=grip)],
        lines=lines,
    )  # fmt: skip
