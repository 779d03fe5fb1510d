"""Setup: the throw for initiative."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Count, Reader, Rows, Working, question
from drillbook.asking.exhibits import Bars, Event, Timeline
from drillbook.errors import listed
from drillbook.maths import Distribution, counted
from drillbook.maths.dice import pool
from drillbook.rulesets.breaking_of_nations.common.starting import Order, number, starting_order


@dataclass(frozen=True, slots=True)
class Initiative:
    """The order, whether it is settled, who ties for a place, and the chance that nobody does.

    In the order, those who tie are joined by a sign.
    """

    order: str
    settled: bool
    again: str
    no_ties: Fraction


@question("bon/initiative?scores=5;2;4", "bon/initiative?scores=3;3", "bon/initiative?scores=6;2;6;1")
def initiative(
    r: Reader,
    *,
    scores: Annotated[
        tuple[tuple[int], ...],
        Rows({"score": Count(1, 6, default=3, label="Score")}, low=2, high=6, default=((5,), (2,), (4,)), noun="player", label="Scores"),
    ],
) -> Breakdown[Initiative]:  # fmt: skip
    """In which order do the players start?"""
    w = Working(r)
    thrown = [score for (score,) in scores]
    for side, score in enumerate(thrown):
        w.then(f"player {number(side)} throws", score, "setup.initiative")
    order = starting_order(r, thrown)
    again = [group for group in order.groups if len(group) > 1]
    tied = "; ".join(listed([number(side) for side in group], "and") for group in again)
    no_ties = _no_ties(r, len(thrown))
    w.then("chance that such a throw needs no other", no_ties, "setup.initiative")
    value = Initiative(order.words(), order.settled, tied, no_ties)
    return w.answer(value, headline=_headline(value, order), exhibits=[_places(order), _last(r, len(thrown))])


def _headline(found: Initiative, order: Order) -> str:
    """Return in words the order, and who may choose, agree, or has to throw again."""
    if found.again and order.agreed:
        return f"Players {found.again} tie and agree on their order; in all: {found.order}"
    if found.again:
        return f"Players {found.again} throw again"
    if order.chooser is not None:
        return f"Player {number(order.chooser)} takes any place; the others start in the order of their scores"
    return f"Players start in the order {found.order}"


def _no_ties(r: Reader, players: int) -> Fraction:
    """Return the chance that a number of scores leave nobody to throw again.

    The reading in force decides.
    """
    hands = pool(r.text("setup.initiative"), players)
    return hands.chance(lambda scores: starting_order(r, scores).settled)


def _places(order: Order) -> Timeline:
    """Who starts in which place; those who tie share their places until they have thrown again."""
    events, place = [], 0
    for group in order.groups:
        kind = "act" if len(group) == 1 else "stop"
        label = f"place {place + 1}" if len(group) == 1 else "agrees" if order.agreed else "throws again"
        events += [Event(f"Player {number(side)}", place, place + len(group), label, kind) for side in group]
        place += len(group)
    return Timeline("Who starts first and who last.", "places", sorted(events, key=lambda one: one.lane), name="places")


def _last(r: Reader, players: int) -> Bars:
    """Return the bars of the highest of a number of scores."""
    best: Distribution[int] = pool(r.text("setup.initiative"), players).map(max)
    return Bars(
        f"The highest score among {counted(players, 'player')}: it takes this much to start last.",
        "Highest score",
        {"": best},
        name="highest",
    )
