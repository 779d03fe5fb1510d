"""Artillery: the preliminary bombardment, square by square, and the losses in a trench."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Grid
from drillbook.maths import Chain, Distribution, Number, Thrower, binomial, exact, lost_of, np, spoken, write_number
from drillbook.rules.remembered import remembered
from drillbook.rulesets.breaking_of_nations.artillery import _guns as guns
from drillbook.rulesets.breaking_of_nations.artillery._laying import say_critical
from drillbook.rulesets.breaking_of_nations.common import scattering
from drillbook.rulesets.breaking_of_nations.common.inputs import Armour, Soldiers, ground_of, half_inches
from drillbook.rulesets.breaking_of_nations.common.shooting import Man, man_number
from drillbook.rulesets.breaking_of_nations.common.shot_die import hit_chance, hits


@dataclass(frozen=True, slots=True)
class Bombardment:
    """The bombardment: squares, phases, templates, the chance of a hit, and the men lost.

    casualties_under is the loss to one template that lies on the men, casualties the loss in total. Only the templates of
    the place's own square count: the neighbouring squares, and who occupies them, are not part of the question.
    """

    squares: int
    phases: int
    templates: int
    covered_each: Fraction
    covered: Fraction
    needed: int
    casualties_under: Fraction
    casualties: Fraction


@dataclass(frozen=True, slots=True)
class Plan:
    """The fire at one square: phases, dice under the template, number needed, and chance."""

    phases: int
    needed: int
    dice: int
    die: str
    chance: Fraction
    each_man: bool


@question(
    "bon/bombardment?width=72&depth=24&hours=5&phased=yes&weapon=medium&along=6&across=6&men=10&grade=regular&armour=minimal"
    "&ground=trenches",
    "bon/bombardment?width=48&depth=24&hours=1&phased=no&weapon=heavy&along=1&across=6&men=10&grade=green&armour=flak&ground=clear",
    "bon/bombardment?width=48&depth=24&hours=6&phased=yes&weapon=light&along=0&across=0&men=10&grade=regular&armour=minimal&ground=clear",
)
def bombardment(
    r: Reader,
    *,
    width: Annotated[Number, Length(12, 120, default=72, step=12, label="Side's width")],
    depth: Annotated[
        Number,
        Length(12, 48, default=24, step=12, label="Side's depth", help="How deep the defender's side is, the source does not say."),
    ],
    hours: Annotated[int, Count(1, 12, default=4, label="Hours")],
    phased: Annotated[bool, Flag(label="Phases by hours", help="The optional rule: a phase for so many hours.")],
    weapon: Annotated[str, Choice(options=guns.CLASSES, default="medium", label="Guns")],
    along: Annotated[
        Number, half_inches("Men: from right", 12, 6, help="Inches from the right of their square, seen by the defender.")
    ],
    across: Annotated[Number, half_inches("Men: from edge", 12, 6, help="Inches from the near edge of their square.")],
    men: Annotated[int, Count(1, 20, default=10, label="Men there")],
    grade: Soldiers,
    armour: Armour,
    ground: Annotated[str, ground_of("They stand in", default="trenches")],
) -> Breakdown[Bombardment]:  # fmt: skip
    """How safe is this place when the guns work on it before the battle?"""
    w = Working(r)
    r.cite("artillery.prelim-hours")
    side = r.int("artillery.prelim-grid")
    w.note(f"before turn {r.int('artillery.prelim-when')}", "artillery.prelim-when")
    w.start(f'squares of {side}" across the table', ceil(Fraction(width) / side), "artillery.prelim-grid")
    squares = w.times("squares deep", ceil(Fraction(depth) / side), "artillery.prelim-grid")
    plan = _plan(r, w, squares, hours, phased, weapon, Man(grade, armour, ground))
    w.note("two dice give the place, one for each direction", "artillery.prelim-coordinates")
    rule = "artillery.prelim-template"
    lies = f'chance that the {r.int(rule)}" template of its square lies on the place in a phase'
    each = w.then(lies, _covered(r, along, across), rule)
    once = w.then("chance that any of them does", 1 - (1 - each) ** plan.phases, rule)
    fallen = _struck(r, plan, men).mean
    if not plan.each_man:
        scattering.say_again(r, w, plan.dice, men)
    under = w.then("men lost to a template that does, on average", fallen, "artillery.prelim-resolve")
    losses = _losses(r, plan, each, men)
    times = "" if plan.phases == 1 else f" in {plan.phases} phases"
    score = f"once under it, each die hits on {guns.needs(r, plan.needed, plan.die)}"
    fate = f"{times}: {spoken(once)}; {lost_of(losses.mean, men, 'man')}; {score}"
    crowd = f"{men} who {'all stand' if men > 1 else 'stands'}"
    bars = Bars(f"Men lost of {crowd} at the place", "Men", {"": losses}, name="men")
    nothing = "No phase at all: too few hours were announced"
    return w.answer(
        Bombardment(squares, plan.phases, squares * plan.phases, each, once, plan.needed, under, losses.mean),
        headline=f"Under a template of its own square{fate}" if plan.phases else nothing,
        chance=once,
        distribution=losses,
        exhibits=[_heat(r, plan.phases, side, along, across), bars],
    )


def _plan(r: Reader, w: Working, squares: int, hours: int, phased: bool, weapon: str, man: Man) -> Plan:
    """Phases, dice and number needed, with the steps."""
    phases = _phases(r, w, hours, phased)
    w.times("squares", squares, "artillery.prelim-grid")
    w.note("each template an attack that does not deviate", "artillery.prelim-resolve")
    needed = man_number(r, w, man, guns.gunner(r))
    say_critical(r, w)
    count, die = guns.dice_of(r, weapon)
    if each_man := r.holds("prelim-dice", "die-each-man"):
        die = r.text("ranged-combat.die")
        w.note("a die for every man under the template", "ranged-combat.die")
    else:
        w.then(f"dice of a {weapon} piece", r.cited("artillery.dice", weapon))
    return Plan(phases, needed, count, die, hit_chance(r, needed, die), each_man)


def _phases(r: Reader, w: Working, hours: int, phased: bool) -> int:
    """How many phases the hours announced are worth."""
    reading = r.read_as("prelim-hours")
    if reading == "each-hour":
        w.then("hours announced, each a phase", hours, "artillery.prelim-hours")
    elif not phased:
        w.then("phase, whatever the hours", 1, "artillery.prelim-hours")
    else:
        w.then("hours announced", hours, "artillery.prelim-hours")
        parts = w.divide("hours to a phase", "artillery.prelim-phases")
        way, whole = ("down", floor(parts)) if reading == "full-pairs" else ("up", ceil(parts))
        w.then(f"rounded {way} to phases", whole, "artillery.prelim-phases")
    return w.whole


def _reach(r: Reader) -> Number:
    """Return the radius of the template in half inches."""
    size = r.num("artillery.prelim-template")
    return size if r.holds("prelim-template", "across") else size + size


@remembered(maxsize=4096)
def _share(marks: tuple[int, ...], along: Number, across: Number, reach: Number) -> Fraction:
    """Return the share of the positions of a template that cover a point.

    marks are the positions that its middle may take along an edge. All lengths are in half inches.
    """
    within = [(x - along) * (x - along) + (y - across) * (y - across) <= reach * reach for x in marks for y in marks]
    return Fraction(sum(within), len(within))


def _covered(r: Reader, along: Number, across: Number) -> Fraction:
    """Return the chance that one template covers a point of its square; the point is in inches."""
    return _share(_marks(r), along + along, across + across, _reach(r))


def _marks(r: Reader) -> tuple[int, ...]:
    """Where the middle of a template may lie along an edge, in half inches."""
    shift = r.holds("prelim-grid", "cell")
    return tuple(face + face - shift for face in r.dice("artillery.prelim-coordinates").outcomes)


def _struck(r: Reader, plan: Plan, men: int) -> Distribution[Any]:
    """How many of so many men fall to a template that lies on them."""
    if plan.each_man:
        return binomial(men, plan.chance)
    return guns.struck(r, plan.dice, plan.chance, men)


def _losses(r: Reader, plan: Plan, covered: Fraction, men: int) -> Distribution[Any]:
    """How many of the men at one place are lost in all the phases."""

    def phase(left: int) -> Distribution[int]:
        under: Distribution[int] = _struck(r, plan, left).map(lambda fallen: left - fallen)
        return binomial(1, covered).then(lambda hit: under if hit else Distribution.sure(left))

    return Chain(men, phase, absorbing=(0,)).after(plan.phases).map(lambda left: men - left)


def _heat(r: Reader, phases: int, side: int, along: Number, across: Number) -> Grid:
    """Return the grid of chances that each inch of the square lies under a template.

    The near edge is at the bottom and the right edge at the right. side, along and across are in inches.
    """
    inches = range(side + 1)
    columns, rows = [*reversed(inches)], [*reversed(inches)]
    marks, reach = _marks(r), _reach(r)
    cells = [[1 - (1 - _share(marks, x + x, y + y, reach)) ** phases for x in columns] for y in rows]
    whole = exact(Fraction(along)) in columns and exact(Fraction(across)) in rows
    return Grid(
        caption="Chance of each place in a square to lie under a template of its own square",
        row_axis="Inches from the near edge",
        column_axis="Inches from the right",
        rows=[write_number(y) for y in rows],
        columns=[write_number(x) for x in columns],
        cells=cells,
        here=(rows.index(int(across)), columns.index(int(along))) if whole else None,
        by_row={"across": rows},
        by_column={"along": columns},
    )


@simulation
def bombard(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll the places and the dice of every phase, and count the men lost."""
    man = Man(inputs["grade"], inputs["armour"], inputs["ground"])
    plan = _plan(r, Working(r), 1, inputs["hours"], inputs["phased"], inputs["weapon"], man)
    along, across = (float(inputs[name] + inputs[name]) for name in ("along", "across"))
    die, shift, reach = r.text("artillery.prelim-coordinates"), r.holds("prelim-grid", "cell"), float(_reach(r))
    left = np.full(count, inputs["men"])
    for _ in range(plan.phases):
        rolled = dice.roll_each(die, count, 1), dice.roll_each(die, count, 1)
        x, y = ((faces + faces - shift).ravel() for faces in rolled)
        covered = np.hypot(x - along, y - across) <= reach
        if plan.each_man:
            scored = hits(r, plan.needed, dice.roll_each(r.text("ranged-combat.die"), count, inputs["men"]))
            scored = (scored & (np.arange(inputs["men"]) < left[:, None])).sum(axis=1)
        else:
            scored = guns.throw_struck(r, dice, left, inputs["weapon"], plan.needed)
        left = np.where(covered, np.maximum(0, left - scored), left)
    return inputs["men"] - left
