"""Whether a target is in range."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Contradiction, Flag, Length, Reader, Working, question
from drillbook.asking.exhibits import Disc, Figure, Tabletop
from drillbook.asking.exhibits.gestures import ahead
from drillbook.maths import Number, exact, write_number
from drillbook.rulesets.great_war_1418.common.inputs import units
from drillbook.rulesets.great_war_1418.common.reach import RIFLES, cm_words, in_words, reach


@dataclass(frozen=True, slots=True)
class Range:
    """Whether a target is in range, and by how much.

    farthest: the farthest shot in cm, None without a limit; spare: what is left of it, negative if it falls short.
    """

    reached: bool
    farthest: Number | None
    spare: Number | None


@question(
    "gw/range?unit=line-inf&distance=25",
    "gw/range?unit=early-mortar&distance=120",
    "gw/range?unit=light-howitzers&distance=150",
)
def range(
    r: Reader,
    *,
    unit: Annotated[str, units("Shooter", where="shoots")],
    distance: Annotated[Number, Length(0, 220, default=25, step=Fraction(1, 2), label="Distance")],
    moving: Annotated[bool, Flag(label="It moves", when={"unit": (RIFLES,)}, why_not="Only Mounted Rifles have two ranges.")],
    dismounted: Annotated[bool, Flag(label="Shown dismounted", when={"unit": (RIFLES,)}, why_not="Only Mounted Rifles have two ranges.")],
) -> Breakdown[Range]:  # fmt: skip
    """Is the target in range?"""
    if moving and dismounted:
        raise Contradiction("Riders who are shown dismounted stay where they are.", dismounted=False)
    w = Working(r)
    farthest = reach(r, w, unit, moving=moving, dismounted=dismounted)
    spare = None if farthest is None else exact(farthest - distance)
    reached = spare is None or spare >= 0
    w.note(f"the target at {write_number(distance)} cm is {'in' if reached else 'out of'} range", "shooting.range")
    left = "nothing is too far"
    if spare is not None:
        left = f"{cm_words(spare)} to spare" if reached else f"{cm_words(-spare)} too far"
    circle = () if farthest is None else (Disc(0, 0, farthest, f"range, {in_words(farthest)}", "range"),)
    top = Tabletop(
        f"{r.name('units', unit)}: range {in_words(farthest)}", "cm", discs=circle,
        figures=[Figure(0, 0, "shooter", "own"), Figure(0, distance, "target", grip=ahead("distance"))],
    )  # fmt: skip
    return w.answer(
        Range(reached, farthest, spare), headline=f"{'In' if reached else 'Out of'} range: {left}", exhibits=[top]
    )
