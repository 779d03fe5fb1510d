"""Fire by group: who may fire together, the reactions they draw, and who names the target."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, NamedTuple

from drillbook.asking import Breakdown, Checks, Choice, Count, Length, Reader, Rows, Working, question
from drillbook.asking.exhibits import Decision, Figure, Line, Tabletop
from drillbook.asking.exhibits.gestures import in_row
from drillbook.maths import Number, counted
from drillbook.rulesets.breaking_news.common import blast
from drillbook.rulesets.breaking_news.common.grouping import Group, Grouped, near, parted, partitions, together

OWN, ENEMY = "firing player", "reacting player"


class Man(NamedTuple):
    """A man on the table: his position, and his fire team."""

    x: Number
    y: Number
    team: str


@dataclass(frozen=True, slots=True)
class GroupFire(Grouped):
    """The grouping of men who fire, and who names the man that the answers strike.

    target_named_by is None if no group is answered.
    """

    target_named_by: str | None


@dataclass(frozen=True, slots=True)
class Squad:
    """The men, and what makes some of them a group.

    within is how near they must be by the rule, and reach how far apart the middles of their bases may be, both in cm.
    """

    men: tuple[Man, ...]
    within: int
    reach: Number
    chain: bool

    def legal(self, group: Group) -> bool:
        """Whether these are one group: one team, and near each other in the sense of the ruling."""
        members = [self.men[place] for place in group]
        return len({man.team for man in members}) == 1 and together(members, self.reach, self.chain)

    def grouped(self) -> list[Group]:
        """Return the fewest groups the men make; among such ways the one with the largest group."""
        ways = [way for way in partitions(range(len(self.men))) if all(map(self.legal, way))]
        return min(ways, key=lambda way: (len(way), -max(map(len, way))))


@question(
    "bn/group-fire?men=0,0,a;4,0,a;2,4,a&watchers=2",
    "bn/group-fire?men=0,0,a;4,0,a;8,0,a&watchers=2",
    "bn/group-fire?men=0,0,a;3,0,a;5,2,b;8,2,b&watchers=3",
)
def group_fire(
    r: Reader,
    *,
    men: Annotated[
        tuple[tuple[Number, Number, str], ...],
        Rows(
            {
                "x": Length(0, 30, label="Across"),
                "y": Length(0, 30, label="Ahead"),
                "team": Choice({"a": "Team A", "b": "Team B"}, label="Fire team"),
            },
            low=2,
            high=6,
            default=((0, 0, "a"), (4, 0, "a"), (2, 4, "a")),
            noun="man",
            label="Men who want to fire",
        ),
    ],
    watchers: Annotated[int, Count(0, 8, default=2, label="Enemies who could react")],
    base: blast.Base,
) -> Breakdown[GroupFire]:
    """Who of these men may fire as a group at one target, and how many reactions does it draw?"""
    w = Working(r)
    w.note("the Active Player's men, all at one target", "shooting.group")
    r.cite("shooting.group-members")
    near_by = r.int("shooting.group-5cm")
    reach = blast.between(r, near_by, base)
    squad = Squad(tuple(Man(*one) for one in men), near_by, reach, r.holds("within-5cm", "chain"))
    blast.explain_between(r, w, base, "shooting.group-5cm")
    groups = squad.grouped()
    drawn = _drawn(r, w, groups, watchers)
    apart = len(men) * watchers * r.int("reaction.opp-one-per-enemy")
    chooser = _chooser(r, w, groups) if watchers else None
    told = GroupFire(len(groups) == 1, len(groups), max(map(len, groups)), drawn, apart, chooser)
    return w.answer(told, headline=_headline(told, groups), exhibits=(_table(r, squad, groups), _conditions(w, squad)))


def _drawn(r: Reader, w: Working, groups: Sequence[Group], watchers: int) -> int:
    """How many reactions the fire of these groups draws, by the rulings."""
    joined = [group for group in groups if len(group) > 1]
    members = sum(map(len, joined))
    alone = sum(map(len, groups)) - members
    parts: list[tuple[str, int, str]] = []
    if joined:
        answers, words = {
            "each-watcher": (
                len(joined) * watchers,
                f"{counted(len(joined), 'group')}, each answered once by every watcher",
            ),
            "one-in-all": (len(joined) * min(watchers, 1), "a group draws one answer in all"),
        }[r.read_as("group-reactions")]
        parts.append((words, answers * r.int("reaction.opp-group"), "reaction.opp-group"))
    if alone:
        words = f"{counted(alone, 'man')} alone, each answered by {counted(watchers, 'watcher')}"
        parts.append((words, alone * watchers * r.int("reaction.opp-one-per-enemy"), "reaction.opp-one-per-enemy"))
    w.pile(parts)
    return w.whole


def _chooser(r: Reader, w: Working, groups: Sequence[Group]) -> str | None:
    """Return who names the man of a group that an answer strikes, and add a note.

    The result is None if every man is by himself.
    """
    if max(map(len, groups)) == 1:
        return None
    if r.holds("group-fire-target", "reacting-player"):
        w.note("the player who reacts says which man of a group he answers", "reaction.opp-trigger")
        return ENEMY
    w.note("the group's owner says which of its men the answers strike", "reaction.opp-group-target")
    return OWN


def _headline(told: GroupFire, groups: Sequence[Group]) -> str:
    instead = f" instead of {told.apart}" if told.reactions != told.apart else ""
    named = f"; the {told.target_named_by} says whom of a group they strike" if told.target_named_by else ""
    who = parted(groups, f"All {told.largest} fire as one group", "No two of them may join")
    return f"{who}: {counted(told.reactions, 'reaction')}{instead}{named}"


def _table(r: Reader, squad: Squad, groups: Sequence[Group]) -> Tabletop:
    places = [(man.x, man.y) for man in squad.men]
    pairs = [pair for group in groups for pair in combinations(group, 1 + 1)]
    return Tabletop(
        "The men who want to fire; lines join those who may fire together.",
        r.ruleset.unit,
        figures=[
            Figure(man.x, man.y, f"{place} ({man.team.upper()})", "own", grip=in_row("men", place))
            for place, man in enumerate(squad.men, start=1)
        ],
        lines=[Line([places[one], places[other]], kind="path") for one, other in pairs],
    )


def _conditions(w: Working, squad: Squad) -> Decision:
    checks = Checks(w)
    teams = len({man.team for man in squad.men})
    within = f"within {squad.within} {w.reader.ruleset.unit}"
    close = together(squad.men, squad.reach, squad.chain)
    words = "every one is near another" if squad.chain else f"every pair is {within}"
    if not close:
        pairs = combinations(enumerate(squad.men, start=1), 1 + 1)
        apart = next((a, b) for (a, one), (b, other) in pairs if not near(one, other, squad.reach))
        words = f"men {apart[0]} and {apart[1]} are farther apart"
    checks.ask("They belong to the Active Player", None, "group fire is his", "shooting.group")
    checks.ask("One fire team", teams == 1, counted(teams, "team"), "shooting.group-members")
    checks.ask(f"{within.capitalize()} of each other", close, words, "shooting.group-5cm")
    return checks.decision("What makes these men one group, or keeps them from it")
