"""Range and line of sight on a grid: whether a square is seen and in the arc, and how far.

The distance is counted in squares.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Choice, Count, Length, Reader, Working, question
from drillbook.asking.exhibits import Figure, Grid, Line, Tabletop
from drillbook.asking.exhibits.gestures import Grip
from drillbook.maths import Number, counted, exact, percent, write_number
from drillbook.maths.number_words import signed
from drillbook.rulesets.new_rules.common.bombarding import cannon_reach
from drillbook.rulesets.new_rules.common.fire import STANDARD, melee_stops
from drillbook.rulesets.new_rules.common.lengths import SQUARES, Measure, Short, scale
from drillbook.rulesets.new_rules.common.measuring import Block, in_arc
from drillbook.rulesets.new_rules.common.plan import block, middle
from drillbook.rulesets.new_rules.common.shooting import reach_of
from drillbook.rulesets.new_rules.range_los._bands import band_of_squared

MUSKET, CANNON = "musket", "cannon"
WEAPONS = {MUSKET: "Muskets", CANNON: "Cannon"}
AHEAD, CORNER = "ahead", "corner"
FACES = {AHEAD: "Straight ahead", CORNER: "To the corner ahead on its right"}
FAR = Count(-6, 6, default=2)
RANGES = {MUSKET: "musket-ranges", CANNON: "cannon-ranges"}


@dataclass(frozen=True, slots=True)
class GridSquare:
    """Whether a square is seen, in the arc and in range, and the range.

    squares: how many squares away it is; reached: whether that is in range; band, modifier: the range and what it gives,
    None beyond the reach; may: whether the square may be shot at.
    """

    seen: bool
    arc: bool
    squares: int
    reached: bool
    band: str | None
    modifier: int | None
    may: bool


@question(
    "nr/grid-square?right=2&up=2&hidden=0.4&faces=ahead&weapon=musket&short=1&measure=squares",
    "nr/grid-square?right=-1&up=3&hidden=0.51&faces=ahead&weapon=cannon&short=1&measure=squares",
    "nr/grid-square?right=2&up=0&hidden=0&faces=corner&weapon=musket&short=1&measure=squares",
)
def grid_square(
    r: Reader,
    *,
    right: Annotated[int, Count(FAR.low, FAR.high, default=FAR.first, label="Squares to the right")],
    up: Annotated[int, Count(FAR.low, FAR.high, default=FAR.first, label="Squares ahead")],
    hidden: Annotated[
        Number, Length(0, 1, step=Fraction(1, 100), default=Fraction(2, 5), unit="of it", label="Hidden of the square")
    ],
    faces: Annotated[str, Choice(FACES, label="The shooter faces")],
    weapon: Annotated[str, Choice(WEAPONS, label="Weapon")],
    short: Short,
    measure: Measure,
) -> Breakdown[GridSquare]:
    """May that square be shot at?"""
    w, table = Working(r), scale(r, short, measure)
    share = Fraction(hidden)
    seen = share <= r.num("range-los.grid-half", "part")
    w.then("hidden of the square", share, "range-los.grid-half")
    steps = (abs(right), abs(up))
    squares = max(steps) if r.holds("grid", "diagonal-is-one") else sum(steps)
    reach = cannon_reach(r, w, STANDARD) if weapon == CANNON else reach_of(r, w, STANDARD)
    side = short if measure == SQUARES else 1
    w.then("squares away", squares, "setup.short-free")
    far = Fraction(w.divide("squares that S is long", side, "setup.short-free", when=side != 1))
    checks = Checks(w)
    if not squares and melee_stops(r):
        checks.ask("Another square?", False, "they are in the same square, and that is a melee", "melee.trigger")
    told = "so it is in sight" if seen else f"{percent(share)} of it is hidden, so all of it counts as hidden"
    checks.ask("In sight?", seen, told, "range-los.grid-exact-half" if seen else "range-los.grid-half")
    arc = not squares or _in_arc(r, right, up, faces)
    part = "its middle" if r.holds("grid-arc", "middle") else "some of it"
    told = f"{part} is within the arc" if arc else "it is outside the arc"
    checks.ask("In the arc?", arc, told, "range-los.arc-formula")
    reached = far <= reach
    where = f"{counted(squares, 'square')} away, the reach is {write_number(exact(reach * Fraction(side)))}"
    checks.ask("In range?", reached, where, "range-los.both-needed")
    checks.tell()
    band = band_of_squared(r, weapon == CANNON, far * far, reach) if reached else None
    modifier = (
        w.then(f"{r.name(RANGES[weapon], band).lower()} range", r.cell(RANGES[weapon], band, "amount"))
        if band
        else None
    )
    value = GridSquare(seen, arc, squares, reached, band, modifier, checks.passed)
    return w.answer(
        value, headline=_headline(r, value, weapon, checks, where),
        exhibits=[_plan(right, up, share, faces), _distances(r, steps), checks.decision("May it be shot at?"), table.card()],
    )  # fmt: skip


def _in_arc(r: Reader, right: int, up: int, faces: str) -> bool:
    """Return whether a square is in the arc of a unit that fills its own square.

    Both are turned until the unit faces straight ahead.
    """
    half = middle(1)
    own = Block(-half, half, -half, half)
    points = [(Fraction(right), Fraction(up))]
    if r.holds("grid-arc", "any-part"):
        points += [(right + x, up + y) for x in (-half, half) for y in (-half, half)]
    if faces == CORNER:
        slope = Fraction(sqrt(half)).limit_denominator()
        points = [((x - y) * slope, (x + y) * slope) for x, y in points]
    return any(in_arc(r, own, own.at(point)) for point in points)


def _headline(r: Reader, value: GridSquare, weapon: str, checks: Checks, far: str) -> str:
    if value.band is None or value.modifier is None or not value.may:
        return f"No: {', and '.join(one.finding for one in checks.failed)}"
    return f"Yes: {r.name(RANGES[weapon], value.band).lower()} range ({signed(value.modifier)}), {far}"


def _plan(right: int, up: int, share: Fraction, faces: str) -> Tabletop:
    """Return a plan of the squares of shooter and target from above.

    The hidden part of the target's square is marked off, and the shooter's front is shown.
    """
    half = middle(1)
    own, other = ((x - half, x + half, y - half, y + half) for x, y in ((0, 0), (right, up)))
    edge = right - half + share
    tip = (half, half) if faces == CORNER else (0, 1)
    return Tabletop(
        "The shooter's square with a line to its front, and the target's; left of the dashed line it is hidden", "squares",
        figures=[
            Figure(0, 0, "shooter", "own"),
            Figure(right, up, "target", "enemy", grip=Grip({"right": (1, 0), "up": (0, 1)})),
        ],
        lines=[
            block(*own, kind="wall"), block(*other, kind="wall"), block(right - half, edge, up - half, up + half, kind="blocked"),
            Line([(0, 0), tip], "", "sight"),
        ],
    )  # fmt: skip


def _distances(r: Reader, steps: tuple[int, int]) -> Grid:
    """How far every square is."""
    wide = range(int(FAR.high) + 1)
    alike = r.holds("grid", "diagonal-is-one")
    cells = [[max(x, y) if alike else x + y for x in wide] for y in wide]
    names = [str(one) for one in wide]
    return Grid(
        "How many squares away a square is", "Ahead", "Aside", names, names, cells, chance=False,
        here=(steps[1], steps[0]), by_row={"up": list(wide)}, by_column={"right": list(wide)}, name="distances",
    )  # fmt: skip
