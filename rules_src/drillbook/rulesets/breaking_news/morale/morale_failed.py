"""Morale: what a failed test brings."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Count, Length, Reader, Rows, Working, question
from drillbook.asking.exhibits import Card
from drillbook.maths import Number, counted, write_number
from drillbook.rulesets.breaking_news.common import defeat


@dataclass(frozen=True, slots=True)
class MoraleFailed:
    """Whether the game is over, what follows, and how many figures are captured."""

    game_over: bool
    follows: str
    captured: int


@question("bn/morale-failed?own=30&enemy=25&figures=9;10;11", "bn/morale-failed?own=25&enemy=25&figures=9")
def morale_failed(
    r: Reader,
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
    losing = defeat.losing(r, own, enemy, failed=defeat.BLUE) == defeat.BLUE
    w.start("own Defeat Points", own, "morale.fail-losing")
    w.subtract("the enemy's", enemy, "morale.fail-losing")
    if losing:
        more = "more than the enemy's" if own > enemy else "level, and whoever fails then loses"
        w.note(f"{more}: the team is removed", "morale.fail-losing")
        w.note("and the game is over", "victory.end-morale")
    else:
        w.note("not more than the enemy's: the team starts its next turn suppressed", "morale.fail-not-losing")
    checks = Checks(w)
    captured = 0
    for place, (distance,) in enumerate(figures, start=1):
        away = f"{write_number(distance)} cm"
        found = f"{away}, {reach} cm is near enough" if losing else "nobody is captured in this case"
        near = checks.ask(f"Is figure {place} captured?", losing and distance <= reach, found, "morale.captured")
        captured += near
        w.note(f"figure {place}, {away} away: {'captured' if near else 'gets off'}", "morale.captured", when=losing)
    follows = "team removed, game over" if losing else "starts next turn suppressed"
    headline = "The team stays, and starts its next turn suppressed"
    if losing:
        headline = f"The team comes off and the game ends; {captured} of {counted(len(figures), 'figure')} captured"
    card = Card("What a failed test brings", [("Outcome", follows), ("Captured", str(captured))])
    decision = [checks.decision("Who is captured?")] if figures else []
    return w.answer(MoraleFailed(losing, follows, captured), headline=headline, exhibits=[*decision, card])
