"""Deployment, section 4.2: the roll-off for sides, and who sets out what in which order."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown
from drillbook.dice import Distribution
from drillbook.exact import exact, write_number
from drillbook.exhibits import Bars, Curves, Decision, Event, Exhibit, Line, Mark, Timeline, Verdict
from drillbook.kinds import Count
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._ground import FIGURES, ground_for, in_inches, plan, scaled

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Number = int | Fraction


@dataclass(frozen=True, slots=True)
class Rolloff:
    """The chances of one throw to win, tie and lose, and the chance to be First player once ties are settled."""

    first: Fraction
    tie: Fraction
    second: Fraction
    first_player: Fraction


@question(
    "breaking_news",
    "rolloff",
    examples=["bn/rolloff?mine=3&theirs=1", "bn/rolloff?mine=2&theirs=2"],
)
def rolloff(
    r: Reader,
    /,
    *,
    mine: Annotated[int, Count(0, 4, default=3, label="My commander's leadership")],
    theirs: Annotated[int, Count(0, 4, default=1, label="His leadership", help="Of the enemy squad's commander.")],
) -> Breakdown[Rolloff]:
    """Who will be the First player and choose his side of the table?"""
    w = Working(r)
    lead = mine - theirs
    ahead = _ahead(r, lead)
    rule = r.cite("setup.rolloff")
    w.start("my leadership", Cited(mine, rule))
    w.subtract("his leadership", Cited(theirs, rule))
    first, tie, second = ahead.at_least(1), ahead[0], ahead.at_most(-1)
    w.then(f"chance to be ahead, each with a {r.text('setup.rolloff')}", Cited(first, r.cite("setup.rolloff-first")))
    w.then("chance of a tie", Cited(tie, rule))
    final = _settled(r, lead, first, tie, second)
    by_leader = r.reading("setup-ties") == "B" and lead != 0
    how = "ties go to the higher leadership" if by_leader else "ties are thrown again"
    w.then(f"chance to be First player, where {how}", Cited(final, r.cite("setup.rolloff-first")))
    answer = Rolloff(first, tie, second, final)
    headline = f"First player with {final}; one throw: ahead {first}, tied {tie}, behind {second}"
    pictures: list[Exhibit] = [
        Bars("How far ahead one throw leaves me", "Ahead by", {"": ahead}, Mark(1, "First player"), name="ahead"),
        _leads(r, lead),
    ]
    return w.answer(answer, headline=headline, chance=final, distribution=ahead, exhibits=pictures)


@simulation("breaking_news", "rolloff")
def throw_rolloff(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Both dice thrown, and how far ahead they leave the first of the two."""
    kind = r.text("setup.rolloff")
    return dice.roll(kind, count) + inputs["mine"] - dice.roll(kind, count) - inputs["theirs"]


def _ahead(r: Reader, lead: int) -> Distribution[int]:
    """How far ahead a throw leaves the one who has so much more leadership."""
    die = r.dice("setup.rolloff")
    return die.combine(die, lambda own, other: own + lead - other)


def _settled(r: Reader, lead: int, first: Fraction, tie: Fraction, second: Fraction) -> Fraction:
    """The chance to be First player after a tie has been settled one way or the other."""
    if r.reading("setup-ties") == "B" and lead:
        return first + (tie if lead > 0 else 0)
    return first / (first + second)


def _leads(r: Reader, here: int) -> Exhibit:
    """The chance to be First player by how much more leadership one has."""
    die = r.dice("setup.rolloff")
    span = max(die) - 1
    points: list[tuple[Number, Number]] = []
    for lead in range(1 - span, span):
        ahead = _ahead(r, lead)
        points.append((lead, _settled(r, lead, ahead.at_least(1), ahead[0], ahead.at_most(-1))))
    return Curves(
        "What leadership is worth in the roll-off",
        "More leadership",
        "First player",
        {"First player": points},
        here=here,
    )


@dataclass(frozen=True, slots=True)
class Deployment:
    """The least that each player sets out in his first step, what is left for his second, and the ground between them."""

    second_least: int
    first_least: int
    second_later: int
    first_later: int
    zone: Number
    gap: Number
    legal: bool


@question(
    "breaking_news",
    "deployment",
    examples=[
        "bn/deployment?figures=28&second=9&second-held=0&second-now=5&first=12&first-held=3&first-now=5",
        "bn/deployment?figures=20&second=10&second-held=0&second-now=5&first=10&first-held=0&first-now=4",
    ],
)
def deployment(
    r: Reader,
    /,
    *,
    figures: Annotated[str, FIGURES],
    second: Annotated[int, Count(8, 30, default=9, label="Second: force")],
    second_held: Annotated[
        int, Count(0, 8, default=0, label="Second: held back", help="For infiltration or an ambush.")
    ],
    second_now: Annotated[int, Count(0, 30, default=5, label="Second: set out first")],
    first: Annotated[int, Count(8, 30, default=12, label="First: force")],
    first_held: Annotated[int, Count(0, 8, default=3, label="First: held back", help="For infiltration or an ambush.")],
    first_now: Annotated[int, Count(0, 30, default=5, label="First: set out first")],
) -> Breakdown[Deployment]:
    """Who sets out how many figures when, and how far apart do the two sides begin?"""
    w = Working(r)
    who = ("Second player", "First player")
    steps = ("setup.deploy-step1", "setup.deploy-step2")
    last = ("setup.deploy-step3", "setup.deploy-step4")
    forces = ((second, second_held, second_now), (first, first_held, first_now))
    least, later, verdicts = [], [], []
    for name, step, (force, held, now) in zip(who, steps, forces, strict=True):
        w.then(f"figures of the {name}", Cited(force, r.cite(step)))
        if held:
            w.subtract("held back for infiltration or an ambush", Cited(held, r.cite("setup.off-table")))
        deploys = w.total
        w.times("share that he sets out first, at least", step)
        needed = math.ceil(w.total)
        ok = needed <= now <= deploys
        room = f"{needed} to {deploys}"
        w.note(f"{'yes' if ok else 'no'}: {now} set out, {room} allowed", step)
        least.append(needed)
        later.append(max(0, deploys - now))
        verdicts.append(Verdict(f"{name}, first of all: {room}?", ok, f"{now} of {deploys}", r.cite(step)))
    for name, step, rest in zip(who, last, later, strict=True):
        w.then(f"left for the {name} to set out afterwards", Cited(rest, r.cite(step)))
    ground = ground_for(r, figures)
    zone = scaled(r, ground, "setup.zone-depth", "value")
    assert not isinstance(zone.amount, str)
    w.then(f"{r.ruleset.unit} from edge to edge", Cited(ground.side, ground.rule))
    w.subtract(f"one player's area{in_inches(r, ground, 'setup.zone-depth')}", zone)
    w.subtract("the other's", zone)
    gap = w.total
    legal = all(verdict.ok for verdict in verdicts)
    answer = Deployment(least[0], least[1], later[0], later[1], exact(zone.amount), gap, legal)
    order = f"Second player {least[0]} or more, First player {least[1]} or more, then the rest"
    headline = f"{order}; {write_number(gap)} cm between their areas"
    if not legal:
        wrong = zip(who, forces, least, verdicts, strict=True)
        headline = "Not so: " + "; ".join(_amiss(name, force, low) for name, force, low, one in wrong if not one.ok)
    events = [
        *(
            Event(name, n, n + 1, f"{now} of {force - held}", "act" if verdict.ok else "danger")
            for n, (name, (force, held, now), verdict) in enumerate(zip(who, forces, verdicts, strict=True))
        ),
        *(
            Event(name, n, n + 1, f"+{rest}", "wait")
            for n, (name, rest) in enumerate(zip(who, later, strict=True), start=len(who))
        ),
    ]
    across = Fraction(ground.side, r.int("basics.sides"))
    marks = [0, zone.amount, ground.side - zone.amount, ground.side]
    spans = [(low, high) for low, high in pairwise(marks) if low < high]
    tape = [Line([(across, low), (across, high)], f"{write_number(high - low)} cm") for low, high in spans]
    strips = [(zone.amount, ""), (ground.side - zone.amount, "")]
    pictures: list[Exhibit] = [
        Timeline("The steps of deployment", "steps", events, name="steps"),
        plan(
            r, "The two deployment areas and the ground between them", ground, strips=strips, lines=tape, name="areas"
        ),
        Decision("Is enough set out in the first steps?", verdicts),
    ]
    return w.answer(answer, headline=headline, exhibits=pictures)


def _amiss(name: str, force: tuple[int, int, int], least: int) -> str:
    """What is wrong with the number that a player sets out first."""
    whole, held, now = force
    if now < least:
        return f"the {name} sets out {now} first, and {least} is the least"
    return f"the {name} cannot set out {now} first, having {whole - held}"
