"""A bound to walk through, stage by stage, from the commands to the melee and the end."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Count, Length, Reader, Working, question
from drillbook.asking.exhibits import Card, Disc, Figure, Line, Tabletop
from drillbook.asking.exhibits.gestures import ahead
from drillbook.maths import Number, exact, write_number
from drillbook.rulesets.great_war_1418.bombardment._circle import radius
from drillbook.rulesets.great_war_1418.bound import _troops as troops
from drillbook.rulesets.great_war_1418.bound._walk import Walk
from drillbook.rulesets.great_war_1418.common import harm
from drillbook.rulesets.great_war_1418.common.bases import HALF


@dataclass(frozen=True, slots=True)
class WalkThrough:
    """The state of the bound after a stage.

    stage: its number; attackers, defenders: the platoons left on each side;
    attackers_hits, defenders_hits: the hits on each
    side; slow: how many attackers are slow; contacts: how many are in contact with an enemy.
    """

    stage: int
    attackers: int
    defenders: int
    attackers_hits: int
    defenders_hits: int
    slow: int
    contacts: int


@question(
    "gw/walk-through?stage=1&dice=65&order=assault&second=goes&gap=6&guns=hmg",
    "gw/walk-through?stage=5&dice=65&order=assault&second=goes&gap=6&guns=both",
    "gw/walk-through?stage=12&dice=65&order=assault&second=stays&gap=6&guns=p",
    "gw/walk-through?stage=13&dice=65&order=hold&gap=6&guns=hmg",
    "gw/walk-through?stage=9&dice=3&order=retreat&second=goes&gap=8&guns=q",
)
def walk_through(
    r: Reader,
    *,
    stage: Annotated[int, Count(1, 13, label="Stage", help="One on, one back: the bound goes on where you are.")],
    dice: Annotated[int, Count(1, 99, default=65, label="Dice", help="Another number, other dice; all else stays.")],
    order: Annotated[str, Choice(troops.BATTALION, label="The battalion's order")],
    second: Annotated[
        str,
        Choice(
            {troops.GOES: "Goes with it", troops.STAYS_BEHIND: "Stays"}, label="The second company",
            when={"order": troops.MAY_GO}, why_not="Dug in and under fire, it may only stay put.",
        ),
    ],
    gap: Annotated[Number, Length(1, 14, default=6, step=Fraction(1, 2), label="From them to the trench")],
    guns: Annotated[str, Choice(troops.AIMS, default=troops.HMG, label="The battery")],
) -> Breakdown[WalkThrough]:  # fmt: skip
    """A whole bound, step by step: what happens next?"""
    w = Working(r)
    plan = troops.Plan(order, second if order in troops.MAY_GO else troops.STAYS_BEHIND, gap, guns, dice)
    walk = Walk(r, w, plan)
    titles, stages = walk.titles(), walk.play(stage)
    now = stages[-1]
    for line in now.lines:
        if line.amount is None:
            w.note(line.words, line.rule, asks=line.asks)
        else:
            w.then(line.words, line.amount, line.rule, asks=line.asks)
    if stage < len(titles):
        w.note(f"next: {titles[stage]}", "bound.sequence")
    return w.answer(
        _told(r, stage, now),
        headline=f"{now.title}: {'; '.join(now.sums)}",
        exhibits=[_table(r, now, plan), _card(r, now), _story(stages)],
    )


def _told(r: Reader, number: int, now: troops.Stage) -> WalkThrough:
    """Who is left, by numbers."""

    def left(keys: tuple[str, ...]) -> list[troops.Men]:
        return [now.men[key] for key in keys if harm.fate(r, now.men[key].hits) != harm.REMOVED]

    taken = [sum(now.men[key].hits for key in keys) for keys in (troops.ATTACKERS, troops.DEFENDERS)]
    mine = left(troops.ATTACKERS)
    return WalkThrough(
        number,
        len(mine),
        len(left(troops.DEFENDERS)),
        taken[0],
        taken[1],
        sum(men.slow for men in mine),
        len(now.touching),
    )


def _words(r: Reader, now: troops.Stage, key: str) -> str:
    """How a unit is."""
    men = now.men[key]
    state = harm.fate(r, men.hits)
    if state == harm.REMOVED:
        return state
    where = "" if men.gap is None else f", {write_number(men.gap)} cm from the trench" if men.gap else ", in the trench"
    if key in now.touching:
        where = ", in contact"
    return f"{state}{', slow' if men.slow and key in troops.ATTACKERS else ''}{where}"


def _card(r: Reader, now: troops.Stage) -> Card:
    """How everybody is after this stage."""
    return Card(
        "How everybody stands after this stage",
        [(f"{troops.NAMES[key].removeprefix('the ')}, {r.name('units', unit).lower()}" if len(troops.NAMES[key]) == 1
            else f"{troops.NAMES[key][0].upper()}{troops.NAMES[key][1:]}", _words(r, now, key)) for key, unit in troops.UNITS.items()],
        name="standing",
    )  # fmt: skip


def _story(stages: list[troops.Stage]) -> Card:
    """Return the card of what has happened so far."""
    return Card("What has happened so far", [(one.title, "; ".join(one.sums)) for one in stages], name="story")


def _table(r: Reader, now: troops.Stage, plan: troops.Plan) -> Tabletop:
    """Return a plan of the table from above, at its true scale.

    The trench is ahead, and the companies are side by side before it.
    """
    inch = r.num("shooting.range", "inch")
    wide, deep = (exact(r.num("scope.base-size", side) * inch) for side in ("long", "deep"))
    half = exact(deep * HALF)
    gap, figures = plan.gap, []
    shelled = (
        [Disc(troops.circle_across(r) * inch, half, exact(radius(r) * inch), "circle")]
        if plan.guns == troops.SHELL
        else []
    )
    for key in troops.UNITS:
        men = now.men[key]
        if harm.fate(r, men.hits) == harm.REMOVED:
            continue
        y = half if key in troops.DEFENDERS else -half - (gap + wide if men.gap is None else men.gap)
        if key == troops.D:
            y -= deep
        label = (troops.NAMES[key].removeprefix("the ") if key != troops.GUNS else "guns") + ("*" if men.hits else "")
        grip = ahead("gap", -1) if men.gap == gap and key == troops.FIRST[0] else None
        figures.append(
            Figure(
                exact(troops.across(r, key) * inch),
                exact(y),
                label,
                "enemy" if key in troops.DEFENDERS else "own",
                grip=grip,
                wide=wide,
                deep=deep,
            )
        )
    rim = exact(wide + wide)
    return Tabletop(
        "The table after this stage: the trench ahead, A and B left, C and D right, D behind C. A star is a hit", "cm",
        discs=shelled, figures=figures,
        lines=[Line([(-rim, 0), (rim, 0)], kind="wall"), Line([(-rim - wide - wide, 0), (-rim, 0)], "trench", "wall")],
    )  # fmt: skip
