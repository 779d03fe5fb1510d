"""Deployment, section 4.2: the order, the figures of each step, and the ground between."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Annotated, NamedTuple

from drillbook.asking import Breakdown, Checks, Count, Reader, Working, question
from drillbook.asking.exhibits import Event, Exhibit, Line, Tabletop, Timeline
from drillbook.errors import Contradiction
from drillbook.maths import Number, exact, write_number
from drillbook.rulesets.breaking_news.common.ground import FIGURES, Ground, ground_for, in_inches, plan, scaled

HELD = "For infiltration or an ambush."


class Player(NamedTuple):
    """A player's force, what he holds back, and what he sets out in his first step."""

    name: str
    force: int
    held: int
    now: int
    least: int

    @property
    def deploys(self) -> int:
        """How many he sets out in all."""
        return self.force - self.held

    @property
    def later(self) -> int:
        """How many are left for his second step."""
        return max(0, self.deploys - self.now)

    @property
    def amiss(self) -> str:
        """What is wrong with the number that he sets out first; nothing where it is right."""
        if self.now < self.least:
            return f"the {self.name} sets out {self.now} first, and {self.least} is the least"
        return (
            f"the {self.name} cannot set out {self.now} first, having {self.deploys}" if self.now > self.deploys else ""
        )


@dataclass(frozen=True, slots=True)
class Deployment:
    """The answer on deployment: the least of each player's first step, the rest, and the ground.

    second_later and first_later are what is left for the second steps. zone is the depth of an area and gap the ground
    between the areas, in cm.
    """

    second_least: int
    first_least: int
    second_later: int
    first_later: int
    zone: Number
    gap: Number
    legal: bool


@question(
    "bn/deployment?figures=28&second=9&second-held=0&second-now=5&first=12&first-held=3&first-now=5",
    "bn/deployment?figures=20&second=10&second-held=0&second-now=5&first=10&first-held=0&first-now=4",
)
def deployment(
    r: Reader,
    *,
    figures: Annotated[str, FIGURES],
    second: Annotated[int, Count(1, 30, default=9, label="Second: force")],
    second_held: Annotated[int, Count(0, 8, label="Second: held back", help=HELD)],
    second_now: Annotated[int, Count(0, 30, default=5, label="Second: set out first")],
    first: Annotated[int, Count(1, 30, default=12, label="First: force")],
    first_held: Annotated[int, Count(0, 8, default=3, label="First: held back", help=HELD)],
    first_now: Annotated[int, Count(0, 30, default=5, label="First: set out first")],
) -> Breakdown[Deployment]:
    """Who sets out how many figures when, and how far apart do the two sides begin?"""
    if second_held > second:
        raise Contradiction(f"The Second player holds back {second_held} of {second}.", second_held=second)
    if first_held > first:
        raise Contradiction(f"The First player holds back {first_held} of {first}.", first_held=first)
    w = Working(r)
    checks = Checks(w)
    players = [
        _first_step(w, checks, "Second player", "setup.deploy-step1", second, second_held, second_now),
        _first_step(w, checks, "First player", "setup.deploy-step2", first, first_held, first_now),
    ]
    for player, step in zip(players, ("setup.deploy-step3", "setup.deploy-step4"), strict=True):
        w.then(f"left for the {player.name} to set out afterwards", player.later, step)
    ground = ground_for(r, figures)
    zone = scaled(r, ground, "setup.zone-depth", "value")
    w.then(f"{r.ruleset.unit} from edge to edge", ground.side, ground.rule)
    w.subtract(f"one player's area{in_inches(r, ground, 'setup.zone-depth')}", zone)
    w.subtract("the other's", zone)
    one, other = players
    answer = Deployment(
        one.least, other.least, one.later, other.later, zone=zone.number, gap=w.total, legal=checks.passed
    )
    order = ", ".join(f"{player.name} {player.least} or more" for player in players)
    headline = f"{order}, then the rest; {write_number(answer.gap)} cm between their areas"
    if not answer.legal:
        headline = "Not so: " + "; ".join(player.amiss for player in players if player.amiss)
    decision = checks.decision("Is enough set out in the first steps?")
    pictures: list[Exhibit] = [_steps(players), _areas(r, ground, zone.number), decision]
    return w.answer(answer, headline=headline, exhibits=pictures)


def _first_step(w: Working, checks: Checks, name: str, step: str, force: int, held: int, now: int) -> Player:
    """Return a player's first step, and add its steps and its check.

    The step states the least share of his force, and whether the number that he sets out is allowed.
    """
    w.then(f"figures of the {name}", force, step)
    w.subtract("held back for infiltration or an ambush", held, "setup.off-table", when=held)
    w.times("share that he sets out first, at least", step)
    player = Player(name, force, held, now, math.ceil(w.total))
    ok, room = not player.amiss, f"{player.least} to {player.deploys}"
    w.note(f"{now} set out first, where {room} are allowed: {'enough' if ok else 'not so'}", step)
    checks.ask(f"{name}, first of all: {room}?", ok, f"{now} of {player.deploys}", step)
    return player


def _steps(players: Sequence[Player]) -> Timeline:
    """Return the timeline of the four steps in their order."""
    events = [
        Event(one.name, place, place + 1, f"{one.now} of {one.deploys}", "danger" if one.amiss else "act")
        for place, one in enumerate(players)
    ]
    events += [
        Event(one.name, place, place + 1, f"+{one.later}", "wait")
        for place, one in enumerate(players, start=len(players))
    ]
    return Timeline("The steps of deployment", "steps", events, name="steps")


def _areas(r: Reader, ground: Ground, zone: Number) -> Tabletop:
    """Return the table with both areas, and a tape from edge to edge."""
    across = Fraction(ground.side, r.int("basics.sides"))
    edges = (zone, exact(ground.side - zone))
    tape = [
        Line([(across, low), (across, high)], f"{write_number(high - low)} cm")
        for low, high in pairwise((0, *edges, ground.side))
        if low < high
    ]
    caption = "The two deployment areas and the ground between them"
    return plan(r, caption, ground, strips=[(edge, "") for edge in edges], lines=tape, name="areas")
