"""How many reactions an enemy action draws: sections 5.0, 6.4, 8.1 and 8.2 taken together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from drillbook.answers import Breakdown
from drillbook.exhibits import Exhibit, Grid
from drillbook.kinds import Choice, Count, Flag
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working

MOVE, SHOOT, BOTH = "move", "shoot", "move-and-shoot"
ACTIONS = {MOVE: "They move", SHOOT: "They shoot", BOTH: "They move and shoot"}


@dataclass(frozen=True, slots=True)
class Reactions:
    """How many opportunity shots an action draws, how many of them a rifleman has, and how many man by man."""

    total: int
    each_watcher: int
    apart: int


@question(
    "breaking_news",
    "reactions",
    examples=[
        "bn/reactions?men=4&watchers=3&action=move&group=yes",
        "bn/reactions?men=4&watchers=2&rockets=1&action=move&group=no",
        "bn/reactions?men=2&watchers=2&action=move-and-shoot&group=yes",
    ],
)
def reactions(
    r: Reader,
    /,
    *,
    men: Annotated[int, Count(1, 12, default=4, label="Men who act")],
    watchers: Annotated[
        int, Count(0, 8, default=3, label="Enemies who see them", help="Those who may shoot again and again.")
    ],
    rockets: Annotated[
        int, Count(0, 8, default=0, label="And with rockets", help="RPGs and grenade launchers, besides the others.")
    ],
    action: Annotated[str, Choice(ACTIONS, default=MOVE, label="What they do")],
    group: Annotated[bool, Flag(default=True, label="As a group")],
) -> Breakdown[Reactions]:
    """How many opportunity shots can the enemy take at this action?"""
    w = Working(r)
    total, each = _count(r, men, watchers, rockets, action, group, w)
    apart, _ = _count(r, men, watchers, rockets, action, False, Working(r))
    answer = Reactions(total, each, apart)
    if action != MOVE:
        w.note("the shot is answered at the same moment", "reaction.opp-vs-fire")
    if action != SHOOT:
        w.note("the move is answered at whatever point the enemy names", "reaction.opp-vs-move")
    if action == BOTH and r.reading("reaction-count") == "A":
        w.note("move and shot are one action, answered but once", "reaction.opp-one-per-enemy")
    if group:
        w.note("the group's owner says who is shot at", "reaction.opp-group-target")
    headline = f"At most {total} opportunity shot{'' if total == 1 else 's'}" if total else "Nobody is there to react"
    if group and apart != total:
        headline += f", instead of {apart} if each acted by himself"
    counts = range(1, men + 1)
    together = [_count(r, one, watchers, rockets, action, True, Working(r))[0] for one in counts]
    singly = [_count(r, one, watchers, rockets, action, False, Working(r))[0] for one in counts]
    grid: Exhibit = Grid(
        "Opportunity shots drawn, by the number of men",
        "How they act",
        "Men",
        ["as a group", "one by one"],
        [str(one) for one in counts],
        [together, singly],
        chance=False,
        here=(0 if group else 1, men - 1),
    )
    return w.answer(answer, headline=headline, exhibits=[grid])


def _count(r: Reader, men: int, watchers: int, rockets: int, action: str, group: bool, w: Working) -> tuple[int, int]:
    """All the shots, and those of one watcher who may shoot again and again."""
    limited = group and not (action == SHOOT and r.reading("xref-group-fire") == "B")
    how = r.reading("group-reactions") if limited else ""
    per_action = r.cited("reaction.opp-group") if limited else r.cited("reaction.opp-one-per-enemy")
    assert isinstance(per_action.amount, int)
    if limited:
        r.cite("movement.group-move-fire" if action == BOTH else "movement.group-reactions")
        each_of = r.int("movement.group-reactions") if how != "B" else men
        words = "each man he sees in the group gives a watcher" if how == "B" else "a group gives each watcher"
        w.start(words, Cited(max(per_action.amount, each_of), per_action.rule))
    else:
        w.start("each man who acts gives each watcher", per_action)
        w.times("men who act", Cited(men, per_action.rule))
    if action == BOTH and r.reading("reaction-count") == "B":
        w.add("and as many for the shot as for the move", Cited(w.total, r.cite("reaction.opp-one-per-enemy")))
    each = w.total
    assert isinstance(each, int)
    once = r.int("reaction.opp-rpg-once")
    w.times("watchers who may shoot again and again", Cited(watchers, r.cite("reaction.opp-repeat")))
    if rockets:
        w.add("the others, who have one shot a turn", Cited(rockets * min(once, each), r.cite("reaction.opp-rpg-once")))
    if how == "C":
        w.at_most("the whole group draws", Cited(each, per_action.rule))
    total = w.total
    assert isinstance(total, int)
    return total, each
