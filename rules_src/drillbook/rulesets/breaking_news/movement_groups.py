"""Acting as a group, section 6.4: which of these figures are one group, and how many reactions their action draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Annotated, NamedTuple

from drillbook.answers import Breakdown
from drillbook.errors import listed
from drillbook.exhibits import Decision, Figure, Line, Tabletop, Verdict
from drillbook.kinds import Choice, Length, Rows
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._actions import SHOOT, action_name
from drillbook.rulesets.breaking_news._grouping import Group, near, partitions, together

Number = int | Fraction

SQUADS = {"a": "Squad A", "b": "Squad B", "c": "Squad C"}
DOES = {"run": "Run", "move-and-shoot": "Move+shoot", "cautious": "Cautious", "covering": "Cover"}
RIFLEMAN, ROCKET, SNIPER = "soldier", "rocket", "sniper"
WATCHERS = {"soldier": "Soldier", "rocket": "RPG", "sniper": "Sniper"}


class Man(NamedTuple):
    """A figure that is to act: its squad, its action, and where it stands."""

    squad: str
    does: str
    x: Number
    y: Number


class Watcher(NamedTuple):
    """An enemy who may react."""

    x: Number
    y: Number
    weapon: str


@dataclass(frozen=True, slots=True)
class GroupAction:
    """Whether all are one group, how many groups they make at best, the largest, and the reactions drawn."""

    one_group: bool
    groups: int
    largest: int
    reactions: int
    apart: int


@question(
    "breaking_news",
    "group-action",
    examples=[
        "bn/group-action?figures=a,run,0,0;a,run,4,0;a,run,2,4&watchers=10,30,soldier;20,30,rocket",
        "bn/group-action?figures=a,run,0,0;a,run,4,0;a,run,8,0&watchers=4,40,soldier",
        "bn/group-action?figures=a,move-and-shoot,0,0;a,move-and-shoot,3,0;b,run,5,2&watchers=4,60,sniper;4,30,rocket",
    ],
)
def group_action(
    r: Reader,
    /,
    *,
    figures: Annotated[
        tuple[tuple[str, str, Number, Number], ...],
        Rows(
            {
                "squad": Choice(SQUADS, default="a", label="Section or squad"),
                "does": Choice(DOES, default="run", label="Action"),
                "x": Length(0, 60, label="Across"),
                "y": Length(0, 60, label="Ahead"),
            },
            low=2,
            high=6,
            default=(("a", "run", 0, 0), ("a", "run", 4, 0), ("a", "run", 2, 4), ("a", "run", 6, 4)),
            noun="figure",
            label="Figures that are to act",
        ),
    ],
    watchers: Annotated[
        tuple[tuple[Number, Number, str], ...],
        Rows(
            {
                "x": Length(0, 60, label="Across"),
                "y": Length(0, 60, label="Ahead"),
                "weapon": Choice(WATCHERS, default="soldier", label="Who"),
            },
            high=4,
            default=((10, 30, "soldier"), (20, 30, "rocket")),
            noun="watcher",
            label="Enemies who see them",
        ),
    ],
) -> Breakdown[GroupAction]:
    """Do these figures act as one group, and how many reactions does their action draw?"""
    w = Working(r)
    men, posts = [Man(*one) for one in figures], [Watcher(*one) for one in watchers]
    verdicts = _conditions(r, men)
    for verdict in verdicts:
        w.note(f"{'yes' if verdict.ok else 'no'}: {verdict.finding}", verdict.rule)
    groups = min(partitions(range(len(men))), key=lambda way: _rank(r, men, way))
    singly = [(place,) for place in range(len(men))]
    total = _drawn(r, w, men, groups, posts)
    apart = _drawn(r, Working(r), men, singly, posts)
    told = GroupAction(len(groups) == 1, len(groups), max(map(len, groups)), total, apart)
    return w.answer(
        told,
        headline=_headline(told, groups),
        exhibits=[
            *_tables(r, men, groups, posts),
            Decision("What makes these figures one group, or keeps them from it", verdicts),
        ],
    )


def _rank(r: Reader, men: Sequence[Man], way: Sequence[Group]) -> tuple[bool, int, int]:
    """Legal ways first, then the fewest groups, and among those the one with the largest."""
    legal = all(_one_group(r, [men[place] for place in group]) for group in way)
    return not legal, len(way), -max(map(len, way))


def _one_group(r: Reader, men: Sequence[Man]) -> bool:
    """Whether these figures may act as one group."""
    return len(men) == 1 or (_one_squad(r, men) and _one_action(men) and _close(r, men))


def _one_squad(r: Reader, men: Sequence[Man]) -> bool:
    return len({man.squad for man in men}) == 1 or r.reading("xref-platoon") == "B"


def _one_action(men: Sequence[Man]) -> bool:
    return len({man.does for man in men}) == 1


def _close(r: Reader, men: Sequence[Man]) -> bool:
    return together(men, r.int("movement.group-5cm"), r.reading("within-5cm") == "B")


def _conditions(r: Reader, men: Sequence[Man]) -> list[Verdict]:
    reach, unit = r.int("movement.group-5cm"), r.ruleset.unit
    squads = len({man.squad for man in men})
    doing = listed(list(dict.fromkeys(action_name(r, man.does) for man in men)), "and")
    far = [
        f"{one} and {other}"
        for (one, first), (other, second) in combinations(enumerate(men, start=1), 1 + 1)
        if not near(first, second, reach)
    ]
    close = _close(r, men)
    found = (
        f"all within {reach} {unit}"
        if not far
        else "they form a chain"
        if close
        else f"figures {far[0]} are farther apart"
    )
    sections = "one section" if squads == 1 else f"{squads} different squads"
    return [
        Verdict("One fire team or section", _one_squad(r, men), sections, r.cite("movement.group-members")),
        Verdict("One action", _one_action(men), doing, r.cite("movement.group-same-action")),
        Verdict(f"Within {reach} {unit} of each other", close, found, r.cite("movement.group-5cm")),
    ]


def _drawn(r: Reader, w: Working, men: Sequence[Man], groups: Sequence[Group], posts: Sequence[Watcher]) -> int:
    """How many opportunity shots the watchers have at what these groups do, one watcher after another."""
    most = r.int("reaction.opp-range")
    total = 0
    spent: set[Group] = set()
    for place, post in enumerate(posts, start=1):
        each = 0
        for group in groups:
            seen = [man for man in (men[one] for one in group) if _reaches(r, [man], post)]
            if not seen:
                continue
            how = r.reading("group-reactions") if len(group) > 1 else ""
            if how == "C" and group in spent:
                continue
            spent.add(group)
            each += _to_one(r, seen, len(group) > 1, how)
        name = f"watcher {place} ({WATCHERS[post.weapon]})"
        if post.weapon == SNIPER:
            r.cite("reaction.opp-no-limit")
        if not each:
            w.note(f"{name}: nobody left for him within {most} {r.ruleset.unit}", "reaction.opp-range")
            continue
        rule = r.cite(
            "movement.group-reactions" if any(len(group) > 1 for group in groups) else "reaction.opp-one-per-enemy"
        )
        if post.weapon == ROCKET and each > r.int("reaction.opp-rpg-once"):
            each, rule = r.int("reaction.opp-rpg-once"), r.cite("reaction.opp-rpg-once")
        (w.add if total else w.then)(f"{name} has", Cited(each, rule))
        total += each
    if not total:
        w.then("reactions in all", Cited(0, r.cite("movement.group-reactions")))
    return total


def _to_one(r: Reader, seen: Sequence[Man], grouped: bool, how: str) -> int:
    """One watcher's reactions to what one man or one group does."""
    rule = "movement.group-reactions" if grouped else "reaction.opp-one-per-enemy"
    each = r.int(rule) * (len(seen) if how == "B" else 1)
    if seen[0].does == SHOOT:
        r.cite("movement.group-move-fire")
        if r.reading("reaction-count") == "B":
            each += each
    return each


def _headline(told: GroupAction, groups: Sequence[Group]) -> str:
    draws = f"{told.reactions} reaction{'' if told.reactions == 1 else 's'} at most"
    instead = f", instead of {told.apart} one by one" if told.reactions != told.apart else ""
    if told.one_group:
        return f"One group of {told.largest}: {draws}{instead}"
    if told.largest == 1:
        return f"No two of them are a group: {draws}"
    parts = sorted((len(group) for group in groups), reverse=True)
    return f"Not one group but {len(groups)}, of {listed(list(map(str, parts)), 'and')}: {draws}{instead}"


def _tables(r: Reader, men: Sequence[Man], groups: Sequence[Group], posts: Sequence[Watcher]) -> list[Tabletop]:
    """The figures alone, near enough to read, and all of the table with those who watch them."""
    unit = r.ruleset.unit
    own = [Figure(man.x, man.y, f"{place} {man.squad.upper()}", kind="own") for place, man in enumerate(men, start=1)]
    links = [
        Line([(men[one].x, men[one].y), (men[other].x, men[other].y)], kind="path")
        for group in groups
        for one, other in combinations(group, 1 + 1)
    ]
    near_by = Tabletop(
        "The figures that are to act; lines join those who are one group", unit, figures=own, lines=links, name="group"
    )
    if not posts:
        return [near_by]
    enemies = [Figure(post.x, post.y, WATCHERS[post.weapon], kind="enemy") for post in posts]
    plain = [Figure(man.x, man.y, "", kind="own") for man in men]
    sight = [
        Line([(men[0].x, men[0].y), (post.x, post.y)], kind="sight" if _reaches(r, men, post) else "blocked")
        for post in posts
    ]
    far = Tabletop(
        "The figures and those who watch them; a broken line is too long for a reaction",
        unit,
        figures=[*plain, *enemies],
        lines=[*links, *sight],
        name="watchers",
    )
    return [near_by, far]


def _reaches(r: Reader, men: Sequence[Man], post: Watcher) -> bool:
    """Whether that watcher could react to any of them."""
    return post.weapon == SNIPER or any(near(man, post, r.int("reaction.opp-range")) for man in men)
