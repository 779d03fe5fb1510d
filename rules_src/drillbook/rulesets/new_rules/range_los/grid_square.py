"""Range and line of sight on a grid: whether a square is seen, and how many squares off it is."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Choice, Count, Length, Reader, Working, question
from drillbook.asking.exhibits import Figure, Grid, Tabletop
from drillbook.asking.gestures import Grip
from drillbook.maths import Number, counted, percent, write_number
from drillbook.maths.words import signed
from drillbook.rulesets.new_rules.common.bombarding import cannon_reach
from drillbook.rulesets.new_rules.common.fire import STANDARD
from drillbook.rulesets.new_rules.common.lengths import Measure, Short, scale
from drillbook.rulesets.new_rules.common.plan import block, middle
from drillbook.rulesets.new_rules.common.shooting import reach_of
from drillbook.rulesets.new_rules.range_los._bands import band_of_squared

MUSKET, CANNON = "musket", "cannon"
WEAPONS = {MUSKET: "Muskets", CANNON: "Cannon"}
FAR = Count(-6, 6, default=2)
RANGES = {MUSKET: "musket-ranges", CANNON: "cannon-ranges"}


@dataclass(frozen=True, slots=True)
class GridSquare:
    """Whether the square is seen, how many squares off it is, whether that is in range, and the range; none beyond it."""

    seen: bool
    squares: int
    reached: bool
    band: str | None
    modifier: int | None
    may: bool


@question(
    "nr/grid-square?right=2&up=2&hidden=0.4&weapon=musket&short=1&measure=squares",
    "nr/grid-square?right=-1&up=3&hidden=0.51&weapon=cannon&short=1&measure=squares",
)
def grid_square(
    r: Reader,
    *,
    right: Annotated[int, Count(FAR.low, FAR.high, default=FAR.first, label="Squares to the right")],
    up: Annotated[int, Count(FAR.low, FAR.high, default=FAR.first, label="Squares ahead")],
    hidden: Annotated[
        Number, Length(0, 1, step=Fraction(1, 100), default=Fraction(2, 5), unit="of it", label="Hidden of the square")
    ],
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
    w.then("squares away, each of them S", squares, "setup.short-free")
    checks = Checks(w)
    if not any(steps):
        checks.ask("Another square?", False, "they are in the same square, and that is a melee", "melee.trigger")
    told = "so it is in sight" if seen else f"{percent(share)} of it is hidden, so all of it counts as hidden"
    checks.ask("In sight?", seen, told, "range-los.grid-exact-half" if seen else "range-los.grid-half")
    reached = squares <= reach
    far = f"{counted(squares, 'square')} away, the reach is {write_number(reach)}"
    checks.ask("In range?", reached, far, "range-los.both-needed")
    checks.tell()
    band = band_of_squared(r, weapon == CANNON, Fraction(squares * squares), reach) if reached else None
    modifier = (
        w.then(f"{r.name(RANGES[weapon], band).lower()} range", r.cell(RANGES[weapon], band, "amount"))
        if band
        else None
    )
    value = GridSquare(seen, squares, reached, band, modifier, checks.passed)
    return w.answer(
        value, headline=_headline(r, value, weapon, checks, far),
        exhibits=[_plan(right, up, share), _distances(r, steps), checks.decision("May it be shot at?"), table.card()],
    )  # fmt: skip


def _headline(r: Reader, value: GridSquare, weapon: str, checks: Checks, far: str) -> str:
    if value.band is None or value.modifier is None or not value.may:
        return f"No: {', and '.join(one.finding for one in checks.failed)}"
    return f"Yes: {r.name(RANGES[weapon], value.band).lower()} range ({signed(value.modifier)}), {far}"


def _plan(right: int, up: int, share: Fraction) -> Tabletop:
    """The squares of shooter and target from above, what is hidden of the target's square marked off."""
    half = middle(1)
    own, other = ((x - half, x + half, y - half, y + half) for x, y in ((0, 0), (right, up)))
    edge = right - half + share
    return Tabletop(
        "The shooter's square and the target's; left of the dashed line it is hidden", "squares",
        figures=[
            Figure(0, 0, "shooter", "own"),
            Figure(right, up, "target", "enemy", grip=Grip({"right": (1, 0), "up": (0, 1)})),
        ],
        lines=[block(*own, kind="wall"), block(*other, kind="wall"), block(right - half, edge, up - half, up + half, kind="blocked")],
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
