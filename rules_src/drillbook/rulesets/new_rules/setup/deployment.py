"""Setup: the steps of deployment, who places how many units now, and how deep the zones are."""

from dataclasses import dataclass
from math import ceil, floor
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Count, Flag, Length, Reader, Working, question
from drillbook.asking.exhibits import Event, Figure, Line, Tabletop, Timeline
from drillbook.maths import Number, counted, write_number
from drillbook.rulesets.new_rules.common.lengths import LONG, Measure, Scale, Short, scale
from drillbook.rulesets.new_rules.common.plan import middle

ROUNDING = {"up": "Up", "down": "Down"}
#: The steps that a scenario may lay down itself.
PLACED = ("terrain", "first-half", "defender", "second-half")
RULES = {
    "roles": "setup.roles",
    "terrain": "setup.terrain",
    "first-half": "setup.attacker-first-half",
    "defender": "setup.defender-all",
    "second-half": "setup.attacker-second-half",
    "first-move": "setup.first-move",
}


@dataclass(frozen=True, slots=True)
class Deployment:
    """What is done in a step of deployment, by which side, and with how many units.

    units: None in a step that places none, or if points decide; first, second: the attacker's waves, None if points decide;
    zone, gap: the depth of a zone and the gap between the zones, in the table's measure.
    """

    step: str
    who: str
    units: int | None
    first: int | None
    second: int | None
    zone: Number
    gap: Number


@question(
    "nr/deployment?attackers=5&defenders=4&round=up&step=3&scenario=no&board=12&short=4&measure=inches",
    "nr/deployment?attackers=6&defenders=6&round=up&step=5&scenario=no&board=12&short=10&measure=cm",
    "nr/deployment?attackers=4&defenders=4&round=down&step=2&scenario=yes&board=8&short=1&measure=squares",
)
def deployment(
    r: Reader,
    *,
    attackers: Annotated[int, Count(1, 12, default=5, label="Attackers")],
    defenders: Annotated[int, Count(1, 12, default=4, label="Defenders")],
    round: Annotated[str, Choice(ROUNDING, label="Half rounded", help="Where his units are odd in number.")],
    step: Annotated[int, Count(1, 6, default=3, label="Step")],
    scenario: Annotated[bool, Flag(label="By scenario")],
    board: Annotated[Number, Length(6, 24, default=12, label="Table depth", help="The table, from one player's end to the other's.")],
    short: Short,
    measure: Measure,
) -> Breakdown[Deployment]:  # fmt: skip
    """Who places what now?"""
    w, table = Working(r), scale(r, short, measure)
    first = _first_wave(r, w, attackers, round)
    second = None if first is None else attackers - first
    row = _row(r, step)
    overruled = scenario and row in PLACED
    w.note("as the scenario has it", "setup.scenario-override", when=overruled)
    w.note(str(r.cell("steps", row, "what").amount), RULES[row], when=not overruled)
    who = str(r.cell("steps", row, "who").amount)
    units = {"first-half": first, "defender": defenders, "second-half": second}.get(row)
    w.then("the attacker's zone, in L", "setup.attacker-first-zone")
    own = w.times("S in L", "setup.long")
    w.then("the attacker's second zone, in L", "setup.attacker-second-zone", when=row == "second-half")
    w.then("the defender's zone, in L", "setup.defender-zone")
    other = w.times("S in L", "setup.long")
    w.then("S from end to end", board, "setup.zone-depth")
    w.subtract("the attacker's zone", own, "setup.attacker-first-zone")
    gap = w.subtract("the defender's zone", other, "setup.defender-zone")
    value = Deployment(row, who, None if overruled else units, first, second, table.of(LONG), gap * short)
    return w.answer(
        value,
        headline=_headline(r, value, step, table, overruled=overruled),
        exhibits=[_plan(value, defenders, board, own, other), _order(r, step)],
    )


def _row(r: Reader, step: int) -> str:
    """Return the row of the table of steps at this place."""
    r.cite("setup.order")
    return [one.key for one in r.rows("steps")][step - 1]


def _first_wave(r: Reader, w: Working, attackers: int, rounding: str) -> int | None:
    """How many units the attacker sets out first; none where points would have to tell."""
    if r.holds("half-force", "by-points"):
        w.note("half of the points; but the document has none", "setup.attacker-first-half")
        return None
    w.then("the attacker's units", attackers, "setup.attacker-first-half")
    share = w.times("of them first", "setup.attacker-first-half")
    free = r.holds("half-force", "as-he-likes")
    first: int = ceil(share) if free and rounding == "up" else floor(share)
    w.then("whole units first", first, "setup.attacker-first-half", when=first != share)
    return first


def _headline(r: Reader, value: Deployment, step: int, table: Scale, *, overruled: bool) -> str:
    """Who does what in this step."""
    if overruled:
        return f"Step {step}: as the scenario has it"
    what = str(r.cell("steps", value.step, "what").amount)
    if value.who == "both":
        return f"Step {step}: the players {what}"
    told = f"Step {step}: the {value.who} {what}"
    if value.step == "terrain":
        return told
    many = "; how many, points would have to tell" if value.units is None else f": {counted(value.units, 'unit')}"
    return f"{told}{many}, at most {write_number(value.zone)} {table.measure} from his end"


def _plan(value: Deployment, defenders: int, board: Number, own: Number, other: Number) -> Tabletop:
    """Return a plan of the table from above after this step.

    It shows the attacker's end below, the zones, and the units placed so far.
    """
    order = list(RULES)
    now = order.index(value.step)
    half = middle(0, board)
    first, second = value.first or 0, value.second or 0
    figures = _row_of(
        first if now >= order.index("first-half") else 0, middle(middle(0, own), own), "own", "first half"
    )
    figures += _row_of(
        second if now >= order.index("second-half") else 0, middle(0, middle(0, own)), "friend", "second half"
    )
    figures += _row_of(
        defenders if now >= order.index("defender") else 0, middle(board - other, board), "enemy", "defender"
    )
    return Tabletop(
        "The table after this step, the attacker's end below", "S",
        figures=figures,
        lines=[
            Line([(-half, 0), (half, 0)], "the attacker's end", "wall"),
            Line([(-half, own), (half, own)], "the limit of his zone", "path"),
            Line([(-half, board - other), (half, board - other)], "the limit of the defender's zone", "blocked"),
            Line([(-half, board), (half, board)], "the defender's end", "wall"),
        ],
    )  # fmt: skip


def _row_of(many: int, up: Number, kind: str, words: str) -> list[Figure]:
    """So many units abreast, the first of them with words."""
    start = middle(0, many - 1)
    return [Figure(place - start, up, words if not place else "", kind) for place in range(many)]


def _order(r: Reader, step: int) -> Timeline:
    """All steps, this one marked."""
    events = [
        Event(str(one.cells["who"]).capitalize(), place, place + 1, one.name, "act" if place + 1 == step else "wait")
        for place, one in enumerate(r.rows("steps"))
    ]
    return Timeline("The steps of setting out", "Step", events, name="order")
