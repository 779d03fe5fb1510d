"""Acting as a group, section 6.4: which of these figures are one group, and how many reactions their action draws."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Annotated, NamedTuple

from drillbook.answers import Breakdown
from drillbook.errors import listed
from drillbook.exhibits import Decision, Figure, Line, Tabletop, Verdict
from drillbook.kinds import Choice, Length, Rows
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._actions import CAUTIOUS, SHOOT, action_name
from drillbook.rulesets.breaking_news._grouping import Group, Grouped, near, partitions, together

Number = int | Fraction

SQUADS = {"a": "Squad A", "b": "Squad B", "c": "Squad C"}
DOES = {"run": "Run", "move-and-shoot": "Move+shoot", "cautious": "Cautious", "covering": "Cover"}
SOLDIER, ROCKET, SNIPER = "soldier", "rocket", "sniper"
WATCHERS = {SOLDIER: "Soldier", ROCKET: "RPG", SNIPER: "Sniper"}
#: The actions that hold both a move and a shot.
MOVE_AND_FIRE = (SHOOT, CAUTIOUS)


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
) -> Breakdown[Grouped]:
    """Do these figures act as one group, and how many reactions does their action draw?"""
    w = Working(r)
    men, posts = [Man(*one) for one in figures], [Watcher(*one) for one in watchers]
    verdicts = _conditions(r, men)
    for verdict in verdicts:
        w.note(f"{'yes' if verdict.ok else 'no'}: {verdict.finding}", verdict.rule)
    groups = _best(r, men, posts)
    singly = [(place,) for place in range(len(men))]
    if any(len(group) > 1 and men[group[0]].does in MOVE_AND_FIRE for group in groups):
        one = r.reading("reaction-count") == "A"
        told_apart = "a move and its shot are one action of the group" if one else "the move and the shot count apart"
        w.note(told_apart, "movement.group-move-fire")
    total = _drawn(r, w, men, groups, posts)
    apart = _drawn(r, Working(r), men, singly, posts)
    told = Grouped(len(groups) == 1, len(groups), max(map(len, groups)), total, apart)
    return w.answer(
        told,
        headline=_headline(told, groups),
        exhibits=[
            *_tables(r, men, groups, posts),
            Decision("What makes these figures one group, or keeps them from it", verdicts),
        ],
    )


def _best(r: Reader, men: Sequence[Man], posts: Sequence[Watcher]) -> list[Group]:
    """Of all legal ways to part them the one with the fewest groups; among those it draws least, and has the largest group."""
    ways = [
        way
        for way in partitions(range(len(men)))
        if all(_one_group(r, [men[place] for place in group]) for group in way)
    ]
    fewest = min(map(len, ways))
    return min(
        (way for way in ways if len(way) == fewest),
        key=lambda way: (_drawn(r, Working(r), men, way, posts), -max(map(len, way))),
    )


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
    mixed = ", which may act together" if _one_squad(r, men) else ""
    sections = "one section" if squads == 1 else f"{squads} different squads{mixed}"
    return [
        Verdict("One fire team or section", _one_squad(r, men), sections, r.cite("movement.group-members")),
        Verdict("One action", _one_action(men), doing, r.cite("movement.group-same-action")),
        Verdict(f"Within {reach} {unit} of each other", close, found, r.cite("movement.group-5cm")),
    ]


def _drawn(r: Reader, w: Working, men: Sequence[Man], groups: Sequence[Group], posts: Sequence[Watcher]) -> int:
    """How many opportunity shots the watchers have at what these groups do: those with a single one come last."""
    most = r.int("reaction.opp-range")
    total = 0
    spent: set[Group] = set()
    for place, post in sorted(enumerate(posts, start=1), key=lambda one: one[1].weapon == ROCKET):
        seen = {group: [men[one] for one in group if _reaches(r, [men[one]], post)] for group in groups}
        open_to = {group: some for group, some in seen.items() if some and group not in spent}
        shots = {group: _to_one(r, some, len(group) > 1) for group, some in open_to.items()}
        each = sum(shots.values())
        name = f"watcher {place} ({WATCHERS[post.weapon]})"
        if post.weapon == SNIPER:
            r.cite("reaction.opp-no-limit")
        if not each:
            if any(seen.values()):
                w.note(f"{name}: others have had the group's reaction", "movement.group-reactions")
            else:
                w.note(f"{name}: nobody within {most} {r.ruleset.unit} of him", "reaction.opp-range")
            continue
        rule = r.cite(
            "movement.group-reactions" if any(len(group) > 1 for group in groups) else "reaction.opp-one-per-enemy"
        )
        used = [group for group in shots if len(group) > 1]
        if post.weapon == ROCKET and each > r.int("reaction.opp-rpg-once"):
            each, rule = r.int("reaction.opp-rpg-once"), r.cite("reaction.opp-rpg-once")
            used = [] if len(used) < len(shots) else used[:each]
        if r.reading("group-reactions") == "C":
            spent.update(used)
        (w.add if total else w.then)(f"{name} has", Cited(each, rule))
        total += each
    if not total:
        w.then("reactions in all", Cited(0, r.cite("movement.group-reactions")))
    return total


def _to_one(r: Reader, seen: Sequence[Man], grouped: bool) -> int:
    """One watcher's reactions to what one man or one group does."""
    rule = "movement.group-reactions" if grouped else "reaction.opp-one-per-enemy"
    each = r.int(rule) * (len(seen) if grouped and r.reading("group-reactions") == "B" else 1)
    if seen[0].does in MOVE_AND_FIRE and r.reading("reaction-count") == "B":
        each += each
    return each


def _headline(told: Grouped, groups: Sequence[Group]) -> str:
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
