"""An ambush: where and when it may be sprung, and what it adds to the next Initiative."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Choice, Count, Flag, Reader, Working, question
from drillbook.rulesets.breaking_news.army_extras._apart import Enemy, Marker, ask_distances, place, tell

BEGINS, ENDS = "start", "end"


@dataclass(frozen=True, slots=True)
class Ambush:
    """The answer on an ambush: whether it is allowed, what forbids it, and its Initiative bonus.

    forbidden_by is the rule that forbids the men to appear there. initiative is what the ambush adds to the next
    Initiative if it is sprung.
    """

    allowed: bool
    forbidden_by: str
    initiative: int | None


@question(
    "bn/ambush?turn=3&moment=end&objective=20&enemy=18&own-side=yes",
    "bn/ambush?turn=1&moment=start&objective=20&enemy=18&own-side=yes",
    "bn/ambush?turn=2&moment=end&objective=15&enemy=18&own-side=no",
    "bn/ambush?turn=1&moment=end&objective=14&enemy=15&own-side=yes",
)
def ambush(
    r: Reader,
    *,
    turn: Annotated[int, Count(1, 20, default=3, label="Turn")],
    moment: Annotated[str, Choice({ENDS: "As the turn ends", BEGINS: "Earlier in the turn"}, label="It is sprung")],
    objective: Marker,
    enemy: Enemy,
    own_side: Annotated[bool, Flag(default=True, label="On their own side of the table")],
) -> Breakdown[Ambush]:
    """May the ambush be sprung here and now?"""
    w = Working(r)
    checks, opening = Checks(w), r.holds("ambush-time", "first-turn")
    in_time = moment == ENDS and (turn <= 1 or not opening)
    late = "" if in_time else ", not as the first turn ends" if opening else ", not as it ends"
    when = f"it is sprung {'as' if moment == ENDS else 'before'} turn {turn} ends{late}"
    checks.ask("Is the first turn ending?" if opening else "Is a turn ending?", in_time, when, "army.ambush-when")
    whose = "their own" if own_side else "the enemy's"
    checks.ask(
        "Is it on their own side of the table?", own_side, f"they would stand on {whose} side", "army.ambush-where"
    )
    ask_distances(checks, "army.ambush-15cm", objective, enemy)
    barred, bonus = tell(checks), None
    headline = f"No: {checks.failed[0].finding}" if barred else ""
    if not barred:
        w.then("on the next Initiative", "army.ambush-initiative")
        bonus = w.whole
        headline = f"The ambush may be sprung, and adds {bonus} to the next Initiative"
    return w.answer(
        Ambush(checks.passed, barred, bonus),
        headline=headline,
        exhibits=[checks.decision("May it be sprung?"), place(r, "army.ambush-15cm", objective, enemy)],
    )
