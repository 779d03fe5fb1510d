"""Infiltrators: where they may be set up, and when."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Choice, Length, Reader, Working, question
from drillbook.maths import Number
from drillbook.rulesets.breaking_news.army_extras._apart import Marker, ask_distances, place, tell

FIRST, SECOND, AFTER, DURING = "first", "second", "after", "game"
STEPS = {
    AFTER: "After everybody else is deployed",
    SECOND: "In the second step of deployment",
    FIRST: "In the first step of deployment",
    DURING: "Once the game has begun",
}


@dataclass(frozen=True, slots=True)
class Infiltration:
    """The answer on infiltrators: whether the place is allowed, what forbids it, and the enemy.

    forbidden_by is the rule that forbids the place. enemy_deployed states whether all enemies are on the table by then.
    """

    allowed: bool
    forbidden_by: str
    enemy_deployed: bool


@question(
    "bn/infiltration?troops=r1&step=after&objective=15&enemy=20",
    "bn/infiltration?troops=r1&step=after&objective=40&enemy=14",
    "bn/infiltration?troops=r2&step=after&objective=40&enemy=40",
    "bn/infiltration?troops=r1&step=game&objective=14&enemy=40",
)
def infiltration(
    r: Reader,
    *,
    troops: Annotated[str, Choice(table="classes", default="r1", label="Troops")],
    step: Annotated[str, Choice(STEPS, label="They are set up")],
    objective: Marker,
    enemy: Annotated[
        Number,
        Length(
            0,
            80,
            default=20,
            label="Nearest enemy",
            unless={"step": (FIRST,)},
            why_not="In the first step of deployment no enemy stands on the table.",
        ),
    ],
) -> Breakdown[Infiltration]:
    """May this squad infiltrate here?"""
    w = Working(r)
    checks, classes = Checks(w), r.ruleset.table("classes")
    special, who = classes.row("r1"), classes.row(troops)
    told = f"they are {who.name}" + ("" if who == special else f", not {special.name}")
    checks.ask(f"Are they {special.name}?", who == special, told, "army.infiltrators-who")
    wanted = AFTER if r.holds("infiltration-order", "after-everybody") else SECOND
    moment = f"they come {STEPS[step].lower()}" + ("" if step == wanted else f", not {STEPS[wanted].lower()}")
    checks.ask("Is it their turn to be set up?", step == wanted, moment, "army.infiltrators-when")
    near = None if step == FIRST else enemy
    ask_distances(checks, "army.infiltrators-15cm", objective, near)
    w.note("anywhere on the table will do", "army.infiltrators-where")
    barred = tell(checks)
    return w.answer(
        Infiltration(checks.passed, barred, step in (AFTER, DURING)),
        headline=f"No: {checks.failed[0].finding}" if barred else "They may be set up here",
        exhibits=[checks.decision("May they infiltrate here?"), place(r, "army.infiltrators-15cm", objective, near)],
    )
