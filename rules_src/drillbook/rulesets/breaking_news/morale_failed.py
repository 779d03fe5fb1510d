"""Morale: what a failed test brings, and what becomes of a team that falls back."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown
from drillbook.chains import Chain
from drillbook.dice import Distribution
from drillbook.exact import write_number
from drillbook.exhibits import Card, Curves, Decision, Exhibit, Track, Verdict
from drillbook.kinds import Choice, Count, Length, Rows
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._casualties import name_of
from drillbook.rulesets.breaking_news._steady import steadies, steady_number

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Number = int | Fraction
ACTS, EDGE = "acts again", "at the edge"


@dataclass(frozen=True, slots=True)
class MoraleFailed:
    """Whether the game is over, what follows, and how many figures are captured."""

    game_over: bool
    follows: str
    captured: int


@question(
    "breaking_news",
    "morale-failed",
    examples=[
        "bn/morale-failed?own=30&enemy=25&figures=9;10;11",
        "bn/morale-failed?own=25&enemy=25&figures=9",
    ],
)
def morale_failed(
    r: Reader,
    /,
    *,
    own: Annotated[int, Count(0, 200, default=30, step=5, label="Own Defeat Points")],
    enemy: Annotated[int, Count(0, 200, default=25, step=5, label="The enemy's")],
    figures: Annotated[
        tuple[tuple[Number], ...],
        Rows(
            {"distance": Length(0, 60, default=10, label="Nearest enemy")},
            low=0,
            high=12,
            default=((9,), (10,), (11,)),
            noun="figure",
            label="Figures",
            help="How far the nearest enemy is from each of them.",
        ),
    ],
) -> Breakdown[MoraleFailed]:
    """The test has failed: what follows, and who is captured?"""
    w = Working(r)
    reach = r.int("morale.captured")
    losing = own > enemy
    w.start("own Defeat Points", Cited(own, r.cite("morale.fail-losing")))
    w.subtract("the enemy's", Cited(enemy, r.cite("morale.fail-losing")))
    if losing:
        w.note("more than the enemy's: the team is removed", "morale.fail-losing")
        w.note("and the game is over", "victory.end-morale")
    else:
        w.note("not more than the enemy's: the team starts its next turn suppressed", "morale.fail-not-losing")
    verdicts = []
    for place, (distance,) in enumerate(figures, start=1):
        near = losing and distance <= reach
        found = (
            f"{write_number(distance)} cm, {reach} cm is near enough" if losing else "nobody is captured in this case"
        )
        verdicts.append(Verdict(f"Is figure {place} captured?", near, found, r.cite("morale.captured")))
        if losing:
            words = f"figure {place}, {write_number(distance)} cm away: {'captured' if near else 'gets off'}"
            w.note(words, "morale.captured")
    captured = sum(bool(one.ok) for one in verdicts)
    follows = "team removed, game over" if losing else "starts next turn suppressed"
    headline = "The team stays, and starts its next turn suppressed"
    if losing:
        headline = f"The team comes off and the game ends; {captured} of {len(figures)} figures captured"
    exhibits: list[Exhibit] = [Card("What a failed test brings", [("Outcome", follows), ("Captured", str(captured))])]
    if verdicts:
        exhibits = [Decision("Who is captured?", verdicts), *exhibits]
    return w.answer(MoraleFailed(losing, follows, captured), headline=headline, exhibits=exhibits)


@dataclass(frozen=True, slots=True)
class Retreat:
    """The test, the chances to come round in time or to reach the edge, and the shots he may still take out of turn."""

    number: int
    passes: Fraction
    tests: int
    recovers: Fraction
    reaches_edge: Fraction
    mean_tests: Fraction
    reactions: int


@question(
    "breaking_news",
    "retreat",
    examples=[
        "bn/retreat?troops=r4&leadership=0&edge=40&movers=0",
        "bn/retreat?troops=irr3&leadership=1&edge=60&movers=2",
    ],
)
def retreat(
    r: Reader,
    /,
    *,
    troops: Annotated[str, Choice(table="classes", default="r4", label="He is")],
    leadership: Annotated[int, Count(0, 4, default=0, label="Leadership beside him")],
    edge: Annotated[Number, Length(0, 100, default=40, label="To the edge of the table")],
    movers: Annotated[
        int, Count(0, 6, default=0, label="Enemies who move in his sight", help="Each of them in this turn.")
    ],
) -> Breakdown[Retreat]:
    """His team has failed its Morale Test: will he come round before he reaches the edge of the table?"""
    w = Working(r)
    w.note("his team begins the turn suppressed", "morale.fail-not-losing")
    w.then(f"suppression figure, {name_of(r, troops)}", r.cell("classes", troops, "suppression"))
    if leadership:
        w.add("leadership beside him", Cited(leadership, r.cite("casualties.supp-value")))
    w.at_most("a higher roll fails in any case", Cited(r.int("casualties.supp-six") - 1, r.cite("casualties.supp-six")))
    number = int(w.total)
    passes = steadies(r, troops, leadership)
    w.then(f"chance of {number} or less", Cited(passes, r.cite("casualties.supp-roll")))
    step = r.int("morale.retreat")
    w.then("cm or more towards the edge for each test he fails", "morale.retreat")
    tests = max(1, -(-edge // step))
    w.then(f"failed tests that take him {write_number(edge)} cm", Cited(int(tests), r.cite("morale.retreat-test")))
    chain = Chain(0, lambda gone: _next(gone, passes, int(tests)), absorbing=(-1, int(tests)))
    flow = chain.flow(int(tests))
    recovers = flow[-1][-1]
    w.then("chance that he comes round in time", Cited(recovers, r.cite("morale.retreat-test")))
    reactions = _reactions(r, w, movers)
    mean = sum((1 - one.chance(lambda at: at in (-1, tests)) for one in flow[:-1]), Fraction(0))
    answer = Retreat(number, passes, int(tests), recovers, 1 - recovers, mean, reactions)

    def place(gone: int) -> str:
        if gone < 0:
            return ACTS
        return EDGE if gone == tests else f"{write_number(edge - gone * step)} cm"

    shown = [one.map(place) for one in flow]
    states = [*(place(gone) for gone in range(int(tests))), EDGE, ACTS]
    lines = {
        "acts again": [(turn, one[ACTS]) for turn, one in enumerate(shown)],
        "at the edge": [(turn, one[EDGE]) for turn, one in enumerate(shown)],
    }
    shots = f"; {reactions} shots out of turn meanwhile" if movers else ""
    return w.answer(
        answer,
        headline=f"He comes round in time with {recovers}; {number} or less in each test{shots}",
        chance=recovers,
        distribution=shown[-1],
        exhibits=[
            Track("How far he still has to go, turn by turn", states, shown, absorbing=(ACTS, EDGE)),
            Curves("Whether he has come round", "Turn", "Chance", lines),
        ],
    )


@simulation("breaking_news", "retreat")
def throw_retreat(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The tests thrown with real dice, turn after turn: whether he acts again or reaches the edge."""
    import numpy as np

    number = steady_number(r, inputs["troops"], inputs["leadership"])
    never, step = r.int("casualties.supp-six"), r.int("morale.retreat")
    tests = int(max(1, -(-inputs["edge"] // step)))
    rolled = dice.roll_each(r.text("casualties.supp-roll"), count, tests)
    return np.where(((rolled <= number) & (rolled != never)).any(axis=1), ACTS, EDGE)


def _next(gone: int, passes: Fraction, tests: int) -> Distribution[int]:
    """One test: he comes round (−1), or has fallen back once more."""
    return Distribution({-1: passes, min(gone + 1, tests): 1 - passes})


def _reactions(r: Reader, w: Working, movers: int) -> int:
    """How many shots out of turn the retreating man may take at the enemies who move."""
    if not movers:
        return 0
    if r.reading("retreat-react") == "B":
        w.then("shots out of turn: the suppressed have none", Cited(0, r.cite("casualties.supp-no-reaction")))
        return 0
    shots = movers * r.int("reaction.opp-one-per-enemy")
    w.then("shots out of turn, as for any soldier", Cited(shots, r.cite("morale.retreat-reacts")))
    return shots
