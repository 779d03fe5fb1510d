"""Men who come from nowhere: where infiltrators and men in ambush may appear, and when."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.answers import Breakdown, Refusal
from drillbook.exact import write_number
from drillbook.exhibits import Decision, Disc, Exhibit, Figure, Tabletop, Verdict
from drillbook.kinds import Choice, Count, Flag, Length
from drillbook.questions import question
from drillbook.reader import Reader, Working

Number = int | Fraction

FIRST, SECOND, AFTER, DURING = "first", "second", "after", "game"
STEPS = {
    AFTER: "After everybody else is deployed",
    SECOND: "In the second step of deployment",
    FIRST: "In the first step of deployment",
    DURING: "Once the game has begun",
}
BEGINS, ENDS = "start", "end"

Marker = Annotated[Number, Length(0, 80, default=20, label="Nearest objective marker")]
Enemy = Annotated[Number, Length(0, 80, default=20, label="Nearest enemy")]


@dataclass(frozen=True, slots=True)
class Infiltration:
    """Whether they may be set up there, the rule that forbids it, and whether all enemies stand on the table by then."""

    allowed: bool
    forbidden_by: str
    enemy_deployed: bool


@dataclass(frozen=True, slots=True)
class Ambush:
    """Whether they may appear there, the rule that forbids it, and what the ambush adds to the next Initiative."""

    allowed: bool
    forbidden_by: str
    initiative: int


@question(
    "breaking_news",
    "infiltration",
    examples=[
        "bn/infiltration?troops=r1&step=after&objective=15&enemy=20",
        "bn/infiltration?troops=r1&step=after&objective=40&enemy=14",
        "bn/infiltration?troops=r2&step=after&objective=40&enemy=40",
        "bn/infiltration?troops=r1&step=game&objective=14&enemy=40",
    ],
)
def infiltration(
    r: Reader,
    /,
    *,
    troops: Annotated[str, Choice(table="classes", default="r1", label="Troops")],
    step: Annotated[str, Choice(STEPS, default=AFTER, label="They are set up")],
    objective: Marker,
    enemy: Enemy,
) -> Breakdown[Infiltration] | Refusal:
    """May this squad infiltrate here?"""
    w = Working(r)
    wanted = AFTER if r.reading("infiltration-order") == "A" else SECOND
    special = r.ruleset.table("classes").row("r1")
    right = step == wanted
    moment = f"they come {STEPS[step].lower()}" + ("" if right else f", not {STEPS[wanted].lower()}")
    verdicts = [
        Verdict(
            f"Are they {special.name}?",
            troops == special.key,
            f"they are {r.ruleset.table('classes').row(troops).name}"
            + ("" if troops == special.key else f", not {special.name}"),
            r.cite("army.infiltrators-who"),
        ),
        Verdict("Is it their turn to be set up?", right, moment, r.cite("army.infiltrators-when")),
        *_distances(r, "army.infiltrators-15cm", objective, enemy),
    ]
    w.note("anywhere on the table will do", "army.infiltrators-where")
    barred = _walk(w, verdicts)
    told = Infiltration(not barred, barred, step in (AFTER, DURING))
    words = "They may be set up here" if told.allowed else _no(verdicts)
    pictures: list[Exhibit] = [
        Decision("May they infiltrate here?", verdicts),
        _map(r, "army.infiltrators-15cm", objective, enemy),
    ]
    return w.answer(told, headline=words, exhibits=pictures)


@question(
    "breaking_news",
    "ambush",
    examples=[
        "bn/ambush?turn=3&moment=end&objective=20&enemy=18&own-side=yes",
        "bn/ambush?turn=1&moment=start&objective=20&enemy=18&own-side=yes",
        "bn/ambush?turn=2&moment=end&objective=15&enemy=18&own-side=no",
        "bn/ambush?turn=1&moment=end&objective=14&enemy=15&own-side=yes",
    ],
)
def ambush(
    r: Reader,
    /,
    *,
    turn: Annotated[int, Count(1, 20, default=3, label="Turn")],
    moment: Annotated[str, Choice({ENDS: "As the turn ends", BEGINS: "Earlier in the turn"}, label="It is sprung")],
    objective: Marker,
    enemy: Enemy,
    own_side: Annotated[bool, Flag(default=True, label="On their own side of the table")],
) -> Breakdown[Ambush] | Refusal:
    """May the ambush be sprung here and now?"""
    w = Working(r)
    opening = r.reading("ambush-time") == "B"
    in_time = moment == ENDS and (turn <= 1 or not opening)
    when = f"it is sprung {'as' if moment == ENDS else 'before'} turn {turn} ends"
    if not in_time:
        when += ", not as the first turn ends" if opening else ", not as it ends"
    side = "their own" if own_side else "the enemy's"
    verdicts = [
        Verdict(
            "Is the first turn ending?" if opening else "Is a turn ending?", in_time, when, r.cite("army.ambush-when")
        ),
        Verdict(
            "Is it on their own side of the table?",
            own_side,
            f"they would stand on {side} side",
            r.cite("army.ambush-where"),
        ),
        *_distances(r, "army.ambush-15cm", objective, enemy),
    ]
    barred = _walk(w, verdicts)
    bonus = 0
    if not barred:
        gained = r.cited("army.ambush-initiative")
        assert isinstance(gained.amount, int)
        bonus = gained.amount
        w.then("on the next Initiative", gained)
    told = Ambush(not barred, barred, bonus)
    words = f"The ambush may be sprung, and adds {bonus} to the next Initiative" if told.allowed else _no(verdicts)
    pictures: list[Exhibit] = [
        Decision("May it be sprung?", verdicts),
        _map(r, "army.ambush-15cm", objective, enemy),
    ]
    return w.answer(told, headline=words, exhibits=pictures)


def _distances(r: Reader, rule: str, objective: Number, enemy: Number) -> Iterator[Verdict]:
    """The two distances that infiltrators and men in ambush keep alike."""
    apart = r.int(rule)
    for what, far in (("objective marker", objective), ("enemy", enemy)):
        yield Verdict(
            f"Is the nearest {what} {apart} cm away or more?",
            far >= apart,
            f"the nearest {what} is {'' if far >= apart else 'only '}{write_number(far)} cm away",
            r.cite(rule),
        )


def _walk(w: Working, verdicts: list[Verdict]) -> str:
    """Every verdict as a step; the rule of the first that forbids, or nothing."""
    for verdict in verdicts:
        w.note(f"{'yes' if verdict.ok else 'no'}: {verdict.finding}", verdict.rule)
    return next((verdict.rule for verdict in verdicts if not verdict.ok), "")


def _no(verdicts: list[Verdict]) -> str:
    return "No: " + next(verdict.finding for verdict in verdicts if not verdict.ok)


def _map(r: Reader, rule: str, objective: Number, enemy: Number) -> Tabletop:
    """The place with the distance kept around it, and the nearest marker and enemy to either side."""
    apart = r.int(rule)
    figures = [
        Figure(0, 0, "the place", "own"),
        Figure(-objective, 0, "objective marker", "marker"),
        Figure(enemy, 0, "enemy"),
    ]
    zone = Disc(0, 0, apart, f"{apart} cm kept free of enemies and markers", "zone")
    return Tabletop(
        "The place, the nearest marker and the nearest enemy", r.ruleset.unit, discs=[zone], figures=figures
    )
