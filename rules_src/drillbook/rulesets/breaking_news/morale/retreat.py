"""Morale: what becomes of a man whose team falls back."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Curves, Track
from drillbook.maths import Chain, Distribution, Number, Thrower, counted, likely, np, write_number
from drillbook.rulesets.breaking_news.common.casualties import name_of
from drillbook.rulesets.breaking_news.common.recovery import beside, reacts_in_retreat

ACTS, EDGE = "acts again", "at the edge"


@dataclass(frozen=True, slots=True)
class Retreat:
    """The answer on a retreat: the test, and the chances to recover or to reach the edge.

    reactions is the number of shots that the man may still take out of turn.
    """

    number: int
    passes: Fraction
    tests: int
    recovers: Fraction
    reaches_edge: Fraction
    mean_tests: Fraction
    reactions: int


@question("bn/retreat?troops=r4&leadership=0&edge=40&movers=0", "bn/retreat?troops=irr3&leadership=1&edge=60&movers=2")
def retreat(
    r: Reader,
    *,
    troops: Annotated[str, Choice(table="classes", default="r4", label="He is")],
    leadership: Annotated[int, Count(0, 4, label="Leadership beside him")],
    edge: Annotated[Number, Length(0, 100, default=40, label="To the edge of the table")],
    movers: Annotated[int, Count(0, 6, label="Enemies who move in his sight", help="Each of them in this turn.")],
) -> Breakdown[Retreat]:
    """His team has failed its Morale Test: will he come round before he reaches the edge of the table?"""
    w = Working(r)
    w.note("his team begins the turn suppressed", "morale.fail-not-losing")
    w.then(f"suppression figure, {name_of(r, troops)}", r.cell("classes", troops, "suppression"))
    w.add("leadership beside him", leadership, "casualties.supp-value", when=leadership)
    w.at_most("a higher roll fails in any case", r.int("casualties.supp-six") - 1, "casualties.supp-six")
    number = w.whole
    passes = beside(r, troops, leadership).chance
    w.then(f"chance of {number} or less", passes, "casualties.supp-roll")
    step, tests = r.int("morale.retreat"), _tests_to(r, edge)
    w.then("cm or more towards the edge for each test he fails", "morale.retreat")
    w.then(f"failed tests that take him {write_number(edge)} cm", tests, "morale.retreat-test")

    places = [f"{write_number(edge - failed * step)} cm" for failed in range(tests)]
    further = dict(pairwise([*places, EDGE]))
    chain = Chain(places[0], lambda at: Distribution({ACTS: passes, further[at]: 1 - passes}), absorbing=(ACTS, EDGE))
    flow = chain.flow(tests)
    recovers = flow[-1][ACTS]
    w.then("chance that he comes round in time", recovers, "morale.retreat-test")
    reactions = _reactions(r, w, movers)
    mean = sum((1 - one[ACTS] - one[EDGE] for one in flow[:-1]), Fraction(0))
    lines = {end: [(turn, one[end]) for turn, one in enumerate(flow)] for end in (ACTS, EDGE)}
    shots = f"; {counted(reactions, 'shot')} out of turn meanwhile" if movers else ""
    return w.answer(
        Retreat(number, passes, tests, recovers, 1 - recovers, mean, reactions),
        headline=f"He comes round in time {likely(recovers)}; {number} or less in each test{shots}",
        chance=recovers,
        distribution=flow[-1],
        exhibits=[
            Track("How far he still has to go, turn by turn", [*places, EDGE, ACTS], flow, absorbing=(ACTS, EDGE)),
            Curves("Whether he has come round", "Turn", "Chance", lines),
        ],
    )


@simulation
def throw_retreat(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the tests turn by turn, and return whether the man acts again or reaches the edge."""
    number = beside(r, inputs["troops"], inputs["leadership"]).number
    rolled = dice.roll_each(r.text("casualties.supp-roll"), count, _tests_to(r, inputs["edge"]))
    return np.where((rolled <= number).any(axis=1), ACTS, EDGE)


def _tests_to(r: Reader, edge: Number) -> int:
    """Return how many failed tests take the man over the edge; one if he is at the edge."""
    return int(max(1, -(-edge // r.int("morale.retreat"))))


def _reactions(r: Reader, w: Working, movers: int) -> int:
    """How many shots out of turn the retreating man may take at the enemies who move."""
    if not movers:
        return 0
    if not reacts_in_retreat(r):
        w.then("shots out of turn: the suppressed have none", 0, "casualties.supp-no-reaction")
    else:
        shots = movers * r.int("reaction.opp-one-per-enemy")
        w.then("shots out of turn, as for any soldier", shots, "morale.retreat-reacts")
    return w.whole
