"""Acting as a group, section 6.4: which figures are one group, and the reactions they draw."""

from collections.abc import Sequence
from itertools import combinations
from typing import Annotated, NamedTuple

from drillbook.asking import Breakdown, Checks, Choice, Length, Reader, Rows, Working, question
from drillbook.asking.exhibits import Figure, Line, Tabletop
from drillbook.asking.exhibits.gestures import in_row
from drillbook.errors import listed
from drillbook.maths import Number, counted
from drillbook.rulesets.breaking_news.common import blast
from drillbook.rulesets.breaking_news.common.grouping import Group, Grouped, near, parted, partitions, together
from drillbook.rulesets.breaking_news.movement._actions import CAUTIOUS, SHOOT, action_name

SQUADS = {"a": "Squad A", "b": "Squad B", "c": "Squad C"}
DOES = {"run": "Run", "move-and-shoot": "Move+shoot", "cautious": "Cautious", "covering": "Cover"}
SOLDIER, ROCKET, SNIPER = "soldier", "rocket", "sniper"
WATCHERS = {SOLDIER: "Soldier", ROCKET: "RPG", SNIPER: "Sniper"}
#: The actions that hold both a move and a shot.
MOVE_AND_FIRE = (SHOOT, CAUTIOUS)


class Man(NamedTuple):
    """A figure that is to act: its squad, its action, and its position."""

    squad: str
    does: str
    x: Number
    y: Number


class Watcher(NamedTuple):
    """An enemy who may react."""

    x: Number
    y: Number
    weapon: str


class Far(NamedTuple):
    """How far apart the middles of two bases may be, in cm.

    group is for men of one group, reaction for a watcher and his target.
    """

    group: Number
    reaction: Number

    @classmethod
    def of(cls, r: Reader, base: Number) -> "Far":
        """By the ruling on what of a figure is measured."""
        limits = (r.int("movement.group-5cm"), r.int("reaction.opp-range"))
        return cls(*(blast.between(r, limit, base) for limit in limits))


class Drawn(NamedTuple):
    """How many reactions a watcher has, and why: the words, and the rule."""

    shots: int
    words: str
    rule: str


@question(
    "bn/group-action?figures=a,run,0,0;a,run,4,0;a,run,2,4&watchers=10,30,soldier;20,30,rocket",
    "bn/group-action?figures=a,run,0,0;a,run,4,0;a,run,8,0&watchers=4,40,soldier",
    "bn/group-action?figures=a,move-and-shoot,0,0;a,move-and-shoot,3,0;b,run,5,2&watchers=4,60,sniper;4,30,rocket",
)
def group_action(
    r: Reader,
    *,
    figures: Annotated[
        tuple[tuple[str, str, Number, Number], ...],
        Rows(
            {
                "squad": Choice(SQUADS, label="Section or squad"),
                "does": Choice(DOES, label="Action"),
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
    base: blast.Base,
) -> Breakdown[Grouped]:
    """Do these figures act as one group, and how many reactions does their action draw?"""
    w = Working(r)
    men, posts = [Man(*one) for one in figures], [Watcher(*one) for one in watchers]
    far = Far.of(r, base)
    checks = _conditions(w, men, far)
    blast.explain_between(r, w, base, "movement.group-5cm")
    groups = _best(r, men, posts, far)
    if any(len(group) > 1 and men[group[0]].does in MOVE_AND_FIRE for group in groups):
        together_or_not = {
            "each-action": "a move and its shot are one action of the group",
            "move-and-shot": "the move and the shot count apart",
        }
        w.note(together_or_not[r.read_as("reaction-count")], "movement.group-move-fire")
    drawn = _drawn(r, men, groups, posts, far)
    for one in drawn:
        if one.shots:
            (w.add if w.total else w.then)(one.words, one.shots, one.rule)
        else:
            w.note(one.words, one.rule)
    w.then("reactions in all", 0, "movement.group-reactions", when=not w.total)
    apart = _drawn(r, men, [(place,) for place in range(len(men))], posts, far)
    told = Grouped(len(groups) == 1, len(groups), max(map(len, groups)), _total(drawn), _total(apart))
    return w.answer(
        told,
        headline=_headline(told, groups),
        exhibits=[
            *_tables(r, men, groups, posts, far),
            checks.decision("What makes these figures one group, or keeps them from it"),
        ],
    )


def _best(r: Reader, men: Sequence[Man], posts: Sequence[Watcher], far: Far) -> list[Group]:
    """Return the legal way to partition the men with the fewest groups.

    Among such ways it is the one that draws the fewest reactions, then the one with the largest group.
    """
    ways = [
        way
        for way in partitions(range(len(men)))
        if all(len(group) == 1 or all(_unite(r, [men[place] for place in group], far)) for group in way)
    ]
    fewest = min(map(len, ways))
    return min(
        (way for way in ways if len(way) == fewest),
        key=lambda way: (_total(_drawn(r, men, way, posts, far)), -max(map(len, way))),
    )


def _unite(r: Reader, men: Sequence[Man], far: Far) -> tuple[bool, bool, bool]:
    """Whether these figures are of one section, do the same thing, and stand near each other."""
    return (
        len({man.squad for man in men}) == 1 or r.holds("xref-platoon", "across-squads"),
        len({man.does for man in men}) == 1,
        together(men, far.group, r.holds("within-5cm", "chain")),
    )


def _conditions(w: Working, men: Sequence[Man], far: Far) -> Checks:
    """Return the check list of what makes figures one group, and add its notes."""
    r, checks = w.reader, Checks(w)
    reach, unit = r.int("movement.group-5cm"), r.ruleset.unit
    squads = len({man.squad for man in men})
    one_squad, one_action, close = _unite(r, men, far)
    several = f"{squads} different squads" + (", which may act together" if one_squad else "")
    found = several if squads > 1 else "one section"
    checks.ask("One fire team or section", one_squad, found, "movement.group-members")
    doing = listed(dict.fromkeys(action_name(r, man.does) for man in men), "and")
    checks.ask("One action", one_action, doing, "movement.group-same-action")
    apart = [
        f"figures {one} and {other} are farther apart"
        for (one, first), (other, second) in combinations(enumerate(men, start=1), 1 + 1)
        if not near(first, second, far.group)
    ]
    found = f"all within {reach} {unit}" if not apart else "they form a chain" if close else apart[0]
    checks.ask(f"Within {reach} {unit} of each other", close, found, "movement.group-5cm")
    checks.tell()
    return checks


def _drawn(r: Reader, men: Sequence[Man], groups: Sequence[Group], posts: Sequence[Watcher], far: Far) -> list[Drawn]:
    """Return the opportunity shots that each watcher has at what these groups do.

    Watchers with a single shot come last.
    """
    drawn: list[Drawn] = []
    spent: set[Group] = set()
    for place, post in sorted(enumerate(posts, start=1), key=lambda one: one[1].weapon == ROCKET):
        name = f"watcher {place} ({WATCHERS[post.weapon]})"
        seen = {group: _seen_by(r, [men[place] for place in group], post, far) for group in groups}
        shots = {group: _to_one(r, some, len(group) > 1) for group, some in seen.items() if some and group not in spent}
        if not shots:
            none_left = any(seen.values())
            reach = f"{r.int('reaction.opp-range')} {r.ruleset.unit}"
            words = "others have had the group's reaction" if none_left else f"nobody within {reach} of him"
            rule = "movement.group-reactions" if none_left else "reaction.opp-range"
            drawn.append(Drawn(0, f"{name}: {words}", rule))
            continue
        each, used = sum(shots.values()), [group for group in shots if len(group) > 1]
        rule = "movement.group-reactions" if len(groups) < len(men) else "reaction.opp-one-per-enemy"
        if post.weapon == ROCKET and each > r.int("reaction.opp-rpg-once"):
            each, rule = r.int("reaction.opp-rpg-once"), "reaction.opp-rpg-once"
            used = [] if len(used) < len(shots) else used[:each]
        if r.holds("group-reactions", "one-in-all"):
            spent.update(used)
        drawn.append(Drawn(each, f"{name} has", rule))
    return drawn


def _total(drawn: Sequence[Drawn]) -> int:
    return sum(one.shots for one in drawn)


def _to_one(r: Reader, seen: Sequence[Man], grouped: bool) -> int:
    """One watcher's reactions to what one man or one group does."""
    rule = "movement.group-reactions" if grouped else "reaction.opp-one-per-enemy"
    each = r.int(rule)
    twice = seen[0].does in MOVE_AND_FIRE and r.holds("reaction-count", "move-and-shot")
    return each + each if twice else each


def _headline(told: Grouped, groups: Sequence[Group]) -> str:
    instead = f", instead of {told.apart} one by one" if told.reactions != told.apart and told.largest > 1 else ""
    who = parted(groups, f"One group of {told.largest}", "No two of them are a group")
    return f"{who}: {counted(told.reactions, 'reaction')} at most{instead}"


def _tables(
    r: Reader, men: Sequence[Man], groups: Sequence[Group], posts: Sequence[Watcher], far: Far
) -> list[Tabletop]:
    """Return the table-top of the figures alone, and that of the whole table with the watchers.

    The first is large enough to read. The second is left out without watchers.
    """
    unit = r.ruleset.unit
    own = [
        Figure(man.x, man.y, f"{place} {man.squad.upper()}", "own", grip=in_row("figures", place))
        for place, man in enumerate(men, start=1)
    ]
    pairs = [pair for group in groups for pair in combinations([men[place] for place in group], 1 + 1)]
    links = [Line([(one.x, one.y), (other.x, other.y)], kind="path") for one, other in pairs]
    caption = "The figures that are to act; lines join those who are one group"
    tables = [Tabletop(caption, unit, figures=own, lines=links, name="group")]
    if posts:
        caption = "The figures and those who watch them; a broken line is too long for a reaction"
        everybody = [
            Figure(man.x, man.y, "", "own", grip=in_row("figures", place)) for place, man in enumerate(men, start=1)
        ]
        everybody += [
            Figure(post.x, post.y, WATCHERS[post.weapon], grip=in_row("watchers", place))
            for place, post in enumerate(posts, 1)
        ]
        sight = [
            Line([(men[0].x, men[0].y), (post.x, post.y)], kind="sight" if _seen_by(r, men, post, far) else "blocked")
            for post in posts
        ]
        tables.append(Tabletop(caption, unit, figures=everybody, lines=[*links, *sight], name="watchers"))
    return tables


def _seen_by(r: Reader, men: Sequence[Man], post: Watcher, far: Far) -> list[Man]:
    """Return those of these men who are possible targets of that watcher's reaction."""
    if post.weapon == SNIPER:
        r.cite("reaction.opp-no-limit")
        return list(men)
    return [man for man in men if near(man, post, far.reaction)]
