"""Fire by group: who of these men may fire together, and how many reactions their fire draws."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Annotated, NamedTuple

from drillbook.answers import Breakdown
from drillbook.errors import listed
from drillbook.exhibits import Decision, Figure, Line, Tabletop, Verdict
from drillbook.kinds import Choice, Count, Length, Rows
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._grouping import Group, Grouped, near, partitions, together

Number = int | Fraction


class Man(NamedTuple):
    """A man on the table: where he stands, and his fire team."""

    x: Number
    y: Number
    team: str


@question(
    "breaking_news",
    "group-fire",
    examples=[
        "bn/group-fire?men=0,0,a;4,0,a;2,4,a&watchers=2",
        "bn/group-fire?men=0,0,a;4,0,a;8,0,a&watchers=2",
        "bn/group-fire?men=0,0,a;3,0,a;5,2,b;8,2,b&watchers=3",
    ],
)
def group_fire(
    r: Reader,
    /,
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
) -> Breakdown[Grouped]:
    """Who of these men may fire as a group at one target, and how many reactions does it draw?"""
    w = Working(r)
    w.note("the Active Player's men, all at one target", "shooting.group")
    squad = [Man(*one) for one in men]
    reach = r.int("shooting.group-5cm")
    r.cite("shooting.group-members")
    chain = r.reading("within-5cm") == "B"
    groups = min(partitions(range(len(squad))), key=lambda way: _rank(squad, way, reach, chain))
    one_by_one = [(place,) for place in range(len(squad))]
    total, apart = _drawn(r, w, groups, watchers), _drawn(r, Working(r), one_by_one, watchers)
    told = Grouped(len(groups) == 1, len(groups), max(map(len, groups)), total, apart)
    pictures = (_table(r, squad, groups), _conditions(r, squad, reach, chain))
    return w.answer(told, headline=_headline(told, groups), exhibits=pictures)


def _legal(squad: Sequence[Man], group: Group, reach: int, chain: bool) -> bool:
    """Whether these men are one group: one team, and near each other in the sense of the ruling."""
    members = [squad[place] for place in group]
    if len({man.team for man in members}) > 1:
        return False
    return together(members, reach, chain)


def _rank(squad: Sequence[Man], way: list[Group], reach: int, chain: bool) -> tuple[bool, int, int]:
    """The fewest groups first, and among those the one with the largest."""
    legal = all(_legal(squad, group, reach, chain) for group in way)
    return not legal, len(way), -max(map(len, way))


def _drawn(r: Reader, w: Working, groups: Sequence[Group], watchers: int) -> int:
    """How many reactions the fire of these groups draws, by the rulings."""
    alone = r.cited("reaction.opp-one-per-enemy")
    together = r.cited("reaction.opp-group")
    assert isinstance(alone.amount, int)
    assert isinstance(together.amount, int)
    joined = [group for group in groups if len(group) > 1]
    single = len(groups) - len(joined)
    total = 0
    if joined and r.reading("xref-group-fire") == "B":
        single, joined = sum(map(len, groups)), []
    if joined:
        how = r.reading("group-reactions")
        members = sum(map(len, joined))
        each = {"A": len(joined) * watchers, "B": members * watchers, "C": min(watchers, 1) * len(joined)}[how]
        total += each * together.amount
        words = {
            "A": f"{len(joined)} group{'' if len(joined) == 1 else 's'}, each answered by {watchers} watchers in one reaction",
            "B": f"{watchers} watchers, each of whom answers all {members} members",
            "C": "a group draws one answer in all",
        }
        w.start(words[how], Cited(total, together.rule))
    if single:
        more = Cited(single * watchers * alone.amount, alone.rule)
        (w.add if joined else w.start)(
            f"{single} {'man' if single == 1 else 'men'} alone, each answered by {watchers}", more
        )
        total += single * watchers * alone.amount
    return total


def _headline(told: Grouped, groups: Sequence[Group]) -> str:
    size = sum(map(len, groups))
    draws = f"{told.reactions} reaction{'' if told.reactions == 1 else 's'}"
    instead = f" instead of {told.apart}" if told.reactions != told.apart else ""
    if told.one_group:
        return f"All {size} fire as one group: {draws}{instead}"
    if told.largest == 1:
        return f"No two of them may join: {draws}"
    parts = sorted((len(group) for group in groups), reverse=True)
    return f"Not one group but {len(groups)}, of {listed(map(str, parts), 'and')}: {draws}{instead}"


def _table(r: Reader, squad: Sequence[Man], groups: Sequence[Group]) -> Tabletop:
    figures = [
        Figure(man.x, man.y, f"{place} ({man.team.upper()})", kind="own") for place, man in enumerate(squad, start=1)
    ]  # fmt: skip
    links = [
        Line([(squad[one].x, squad[one].y), (squad[other].x, squad[other].y)], kind="path")
        for group in groups
        for one, other in combinations(group, 1 + 1)
    ]
    return Tabletop(
        "The men who want to fire; lines join those who may fire together.",
        r.ruleset.unit,
        figures=figures,
        lines=links,
    )


def _conditions(r: Reader, squad: Sequence[Man], reach: int, chain: bool) -> Decision:
    teams = len({man.team for man in squad})
    far = [
        (one, other)
        for one, other in combinations(range(len(squad)), 1 + 1)
        if not near(squad[one], squad[other], reach)
    ]
    words = "every one is near another" if chain else f"every pair is within {reach} {r.ruleset.unit}"
    found = f"men {far[0][0] + 1} and {far[0][1] + 1} are farther apart" if far else words
    whole = _legal([man._replace(team="") for man in squad], tuple(range(len(squad))), reach, chain)
    verdicts = [
        Verdict("They belong to the Active Player", None, "group fire is his", r.cite("shooting.group")),
        Verdict(
            "One fire team", teams == 1, f"{teams} team{'' if teams == 1 else 's'}", r.cite("shooting.group-members")
        ),
        Verdict(
            f"Within {reach} {r.ruleset.unit} of each other",
            whole,
            words if whole else found,
            r.cite("shooting.group-5cm"),
        ),
    ]
    return Decision("What makes these men one group, or keeps them from it", verdicts)
