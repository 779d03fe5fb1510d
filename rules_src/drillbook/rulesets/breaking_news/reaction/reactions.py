"""How many reactions an enemy action draws: sections 5.0, 6.4, 8.1 and 8.2 taken together."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Count, Flag, Reader, Working, question
from drillbook.asking.exhibits import Exhibit, Grid
from drillbook.errors import Contradiction
from drillbook.maths import counted

MOVE, SHOOT, BOTH = "move", "shoot", "move-and-shoot"
ACTIONS = {MOVE: "They move", SHOOT: "They shoot", BOTH: "They move and shoot"}


@dataclass(frozen=True, slots=True)
class Reactions:
    """The answer on reactions: the opportunity shots that an action draws, and by watcher.

    total is how many the action draws in all, each_watcher how many a rifleman has, apart how many the men draw one by
    one.
    """

    total: int
    each_watcher: int
    apart: int


@question(
    "bn/reactions?men=4&watchers=3&action=move&group=yes",
    "bn/reactions?men=4&watchers=2&rockets=1&action=move&group=no",
    "bn/reactions?men=2&watchers=2&action=move-and-shoot&group=yes",
)
def reactions(
    r: Reader,
    *,
    men: Annotated[int, Count(1, 12, default=4, label="Men who act")],
    watchers: Annotated[
        int, Count(0, 8, default=3, label="Enemies who see them", help="Those who may shoot again and again.")
    ],
    rockets: Annotated[
        int, Count(0, 8, label="And with rockets", help="RPGs and grenade launchers, besides the others.")
    ],
    action: Annotated[str, Choice(ACTIONS, label="What they do")],
    group: Annotated[bool, Flag(default=True, label="As a group")],
) -> Breakdown[Reactions]:
    """How many opportunity shots can the enemy take at this action?"""
    if group and men == 1:
        raise Contradiction("One man alone is no group.", group=False)
    w = Working(r)
    drawn = reactions_to(r, men, action, group)
    shots = drawn.shots(watchers, rockets)
    counts = range(1, men + 1)
    ways = [[reactions_to(r, one, action, way).shots(watchers, rockets) for one in counts] for way in (True, False)]
    answer = Reactions(shots, drawn.each, ways[-1][-1])
    _tell(w, drawn, men, watchers, rockets, action, group)
    headline = f"At most {counted(shots, 'opportunity shot')}" if shots else "Nobody is there to react"
    if group and answer.apart != shots:
        headline += f", instead of {answer.apart} if each acted by himself"
    grid: Exhibit = Grid(
        "Opportunity shots drawn, by the number of men",
        "How they act",
        "Men",
        ["as a group", "one by one"],
        [str(one) for one in counts],
        ways,
        chance=False,
        here=(0 if group else 1, men - 1),
        by_row={"group": (True, False)},
        by_column={"men": counts},
    )
    return w.answer(answer, headline=headline, exhibits=[grid])


@dataclass(frozen=True, slots=True)
class Drawn:
    """The reactions that an action draws from one watcher.

    base is for the action itself, twice states whether the ruling doubles that, and rocket is how many a rocket has.
    limited: the men act as a group. shared: all watchers share the group's reactions.
    """

    base: int
    twice: bool
    rocket: int
    limited: bool
    shared: bool

    @property
    def each(self) -> int:
        """All the reactions of a watcher who may shoot again and again."""
        return self.base + self.base * self.twice

    def shots(self, watchers: int, rockets: int) -> int:
        """All the opportunity shots that so many enemies have."""
        whole = self.each * watchers + min(self.rocket, self.each) * rockets
        return min(whole, self.each) if self.shared else whole


def reactions_to(r: Reader, men: int, action: str, group: bool) -> Drawn:
    """Return the reactions that an action of `men` men draws from each watcher.

    The rulings on groups and on moves with a shot decide.
    """
    shared = group and r.holds("group-reactions", "one-in-all")
    of_a_group = ("reaction.opp-group", "movement.group-reactions")
    base = max(map(r.int, of_a_group)) if group else r.int("reaction.opp-one-per-enemy") * men
    twice = action == BOTH and r.holds("reaction-count", "move-and-shot")
    return Drawn(base, twice, r.int("reaction.opp-rpg-once"), group, shared)


def _tell(w: Working, drawn: Drawn, men: int, watchers: int, rockets: int, action: str, group: bool) -> None:
    """Add the steps of the count, and notes on the shots."""
    rule = "reaction.opp-group" if drawn.limited else "reaction.opp-one-per-enemy"
    if drawn.limited:
        w.reader.cite("movement.group-move-fire" if action == BOTH else "movement.group-reactions")
        w.start("a group gives each watcher", drawn.base, rule)
    else:
        w.start("each man who acts gives each watcher", rule)
        w.times("men who act", men, rule)
    w.add("and as many for the shot as for the move", drawn.base, "reaction.opp-one-per-enemy", when=drawn.twice)
    w.times("watchers who may shoot again and again", watchers, "reaction.opp-repeat")
    if rockets:
        theirs = rockets * min(drawn.rocket, drawn.each)
        w.add("the others, who have one shot a turn", theirs, "reaction.opp-rpg-once")
    w.at_most("the whole group draws", drawn.each, rule, when=drawn.shared)
    w.note("the shot is answered at the same moment", "reaction.opp-vs-fire", when=action != MOVE)
    w.note("the move is answered at whatever point the enemy names", "reaction.opp-vs-move", when=action != SHOOT)
    if action == BOTH and not drawn.twice:
        w.note("move and shot are one action, answered but once", "reaction.opp-one-per-enemy")
    w.note("the group's owner says who is shot at", "reaction.opp-group-target", when=group and action != SHOOT)
