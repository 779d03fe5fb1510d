"""Obstacles, section 6.2: what one leaves of a move, and how many turns a way over several of them takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, NamedTuple

from drillbook.answers import Breakdown, Refusal
from drillbook.exact import write_number
from drillbook.exhibits import Event, Exhibit, Figure, Grid, Line, Tabletop, Timeline
from drillbook.kinds import Choice, Flag, Length, Rows
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._actions import (
    CLEAR,
    LEVELS,
    MAN,
    RUN,
    SHOOT,
    TWO_MEN,
    WAIST,
    Bar,
    Went,
    action_name,
    crossing,
    pays_for_move,
    reach_of,
)
from drillbook.rulesets.breaking_news.movement import OBSTACLES

Number = int | Fraction

SHORT = {"waist": "Waist high", "man": "Man high", "two-men": "Two men high"}
BY = {"run": "Run Move", "move-and-shoot": "Move and Shoot"}
#: How high a man is drawn, as a part of the way.
EIGHTH = Fraction(1, (1 + 1) ** (1 + 1 + 1))
PACES = {"run": "Runs all the way", "shoot": "Shoots whenever he gets ahead by it"}


@dataclass(frozen=True, slots=True)
class Crossing:
    """What is left of the move, what the obstacle has cost, and whether a shot is left and at what penalty."""

    left: int
    cost: int
    fire: bool
    penalty: int


@question(
    "breaking_news",
    "crossing",
    examples=[
        "bn/crossing?obstacle=waist&action=run",
        "bn/crossing?obstacle=waist&action=move-and-shoot",
        "bn/crossing?obstacle=man&action=run",
        "bn/crossing?obstacle=two-men&action=run&helped=yes",
        "bn/crossing?obstacle=none&action=move-and-shoot",
    ],
)
def crossing_one(
    r: Reader,
    /,
    *,
    obstacle: Annotated[str, Choice(OBSTACLES, default="waist", label="Obstacle")],
    action: Annotated[str, Choice(BY, default="run", label="Action")],
    helped: Annotated[
        bool,
        Flag(
            default=True,
            label="With help or equipment",
            when={"obstacle": ("two-men",)},
            why_not="Only an obstacle of level 3 takes help.",
        ),
    ],
) -> Breakdown[Crossing] | Refusal:
    """What is left of a move that crosses this obstacle?"""
    w = Working(r)
    whole = reach_of(r, action)
    w.start(f"{action_name(r, action)}, in the clear", whole)
    if obstacle == CLEAR:
        left: Cited | Bar = whole
    else:
        w.note("its level, by its height", LEVELS[obstacle])
        left = crossing(r, obstacle, action, helped)
    pictures: list[Exhibit] = [_all_crossings(r, obstacle, action)]
    if isinstance(left, Bar):
        return w.refuse(f"Not allowed: {left.reason}.", left.rule, exhibits=pictures)
    if obstacle == TWO_MEN:
        w.note("with help it counts as an obstacle of the level below", "movement.obstacle-3-aid")
    assert isinstance(whole.amount, int)
    assert isinstance(left.amount, int)
    if obstacle != CLEAR:
        w.subtract("taken by the obstacle", Cited(whole.amount - left.amount, left.rule))
    fire = action == SHOOT
    penalty = 0
    if fire:
        change = r.cell("modifiers", "moved", "change")
        assert isinstance(change.amount, int)
        spent = left.amount if obstacle == CLEAR else 0
        penalty = change.amount if pays_for_move(r, SHOOT, Went(spent, obstacle)) else 0
        w.note(f"he may shoot, and needs {penalty} more" if penalty else "he may shoot at no penalty", left.rule)
    else:
        w.note("a Run Move leaves no shot", "movement.action-run")
    told = Crossing(left.amount, whole.amount - left.amount, fire, penalty)
    shot = f"and a shot at +{penalty}" if penalty else "and a shot" if fire else "and no shot"
    headline = f"{told.left} {r.ruleset.unit} left of {whole.amount}, {shot}"
    return w.answer(told, headline=headline, exhibits=pictures)


def _all_crossings(r: Reader, obstacle: str, action: str) -> Grid:
    """Every obstacle against either action: how many cm are left."""
    cells: list[list[Number | None]] = []
    for one in OBSTACLES:
        line: list[Number | None] = []
        for way in BY:
            found = reach_of(r, way) if one == CLEAR else crossing(r, one, way, True)
            line.append(None if isinstance(found, Bar) or isinstance(found.amount, str) else found.amount)
        cells.append(line)
    here = (list(OBSTACLES).index(obstacle), list(BY).index(action))
    rows = [*OBSTACLES.values()]
    rows[-1] = "Two men, helped"
    return Grid(
        f"What each obstacle leaves of a move, in {r.ruleset.unit}",
        "Obstacle",
        "Action",
        rows,
        ["Run", "Move, shoot"],
        cells,
        chance=False,
        here=here,
    )


class Wall(NamedTuple):
    """An obstacle across the way: how far from the start, and how high."""

    at: Number
    level: str


class Turn(NamedTuple):
    """One turn of the way: where it begins and ends, by which action, what it crosses, and the rule that ended it."""

    start: Number
    end: Number
    action: str
    crossed: tuple[Wall, ...]
    penalised: bool
    rule: str


@dataclass(frozen=True, slots=True)
class WallRun:
    """How many turns the way takes, and without obstacles; where he is after the first; how often he shoots."""

    turns: int
    clear: int
    first: Number
    first_crossed: int
    shots: int
    penalised: int


@question(
    "breaking_news",
    "wall-run",
    examples=[
        "bn/wall-run?goal=40&pace=run&walls=10,waist",
        "bn/wall-run?goal=30&pace=shoot&walls=12,waist;20,man",
        "bn/wall-run?goal=60&pace=run&walls=5,man;9,two-men;30,waist&helped=yes",
    ],
)
def wall_run(
    r: Reader,
    /,
    *,
    goal: Annotated[Number, Length(1, 100, default=40, label="Way to go")],
    walls: Annotated[
        tuple[tuple[Number, str], ...],
        Rows(
            {"at": Length(0, 100, default=10, label="After"), "level": Choice(SHORT, default="waist", label="Height")},
            high=4,
            default=((10, "waist"),),
            noun="obstacle",
            label="Obstacles",
            help="Waist high is level 1, man high level 2, two men high level 3.",
        ),
    ],
    pace: Annotated[str, Choice(PACES, default="run", label="How he goes")],
    helped: Annotated[bool, Flag(default=True, label="Help or equipment at level 3")],
) -> Breakdown[WallRun] | Refusal:
    """How many turns does a man take to get there, over whatever stands in his way?"""
    w = Working(r)
    ahead = sorted((Wall(*one) for one in walls if one[0] < goal), key=lambda one: one.at)
    if any(wall.level == TWO_MEN for wall in ahead) and not helped:
        return w.refuse(
            "He does not get there: what is two men high takes equipment or the help of a comrade.",
            "movement.obstacle-3-aid",
        )
    turns = list(_way(r, goal, ahead, pace))
    clear = len(list(_way(Reader(r.ruleset), goal, [], pace)))
    for place, turn in enumerate(turns, start=1):
        over = "".join(f", over what is {SHORT[wall.level].lower()}" for wall in turn.crossed)
        w.then(f"turn {place}: {action_name(r, turn.action)}{over}, to", Cited(turn.end, turn.rule))
    if any(len(turn.crossed) > 1 for turn in turns) or _waits(turns, ahead):
        w.note("an obstacle takes the whole action it is crossed by", "movement.obstacle-table")
    shots = [turn for turn in turns if turn.action == SHOOT]
    told = WallRun(
        len(turns), clear, turns[0].end, len(turns[0].crossed), len(shots), sum(turn.penalised for turn in shots)
    )
    return w.answer(told, headline=_headline(r, told, pace), exhibits=_pictures(r, goal, ahead, turns))


def _way(r: Reader, goal: Number, walls: Sequence[Wall], pace: str) -> Iterator[Turn]:
    """Turn after turn, each as far as its action takes him; whoever wants to shoot runs only where nothing else gets on."""
    at: Number = 0
    behind = 0
    while at < goal or behind < len(walls):
        ahead = walls[behind:]
        turn = _farthest(r, SHOOT, at, goal, ahead) if pace == "shoot" else None
        if turn is None or (turn.end == at and not turn.crossed):
            turn = _farthest(r, RUN, at, goal, ahead)
        yield turn
        at, behind = turn.end, behind + len(turn.crossed)


def _farthest(r: Reader, action: str, at: Number, goal: Number, ahead: Sequence[Wall]) -> Turn:
    """The end of the longest move with this action: over as many obstacles as it gets, else up to the next."""
    for count in range(len(ahead), -1, -1):
        end = _over(r, action, at, ahead[:count])
        if end is None:
            continue
        stop = min(goal, ahead[count].at) if count < len(ahead) else goal
        crossed = tuple(ahead[:count])
        went = Went(min(end[0], stop) - at, crossed[0].level if crossed else CLEAR, 0, True)
        return Turn(at, min(end[0], stop), action, crossed, pays_for_move(r, action, went), end[1])
    raise AssertionError("a move that crosses nothing is always possible")


def _over(r: Reader, action: str, at: Number, walls: Sequence[Wall]) -> tuple[Number, str] | None:
    """How far along an action gets that crosses these obstacles; None where it does not get over them all."""
    reach = reach_of(r, action)
    assert not isinstance(reach.amount, str)
    if not walls:
        return at + reach.amount, reach.rule
    if len(walls) > 1 and r.reading("two-obstacles") == "A":
        return None
    left, rule = reach.amount, reach.rule
    for wall in walls:
        after = crossing(r, wall.level, action, True)
        if isinstance(after, Bar):
            return None
        assert not isinstance(after.amount, str)
        left, rule = left - (reach.amount - after.amount), after.rule
    start = at
    if r.reading("obstacle-split") == "B":
        if walls[0].at - at > reach.amount:
            return None
        start = walls[0].at
    return (start + left, rule) if left >= 0 and start + left >= walls[-1].at else None


def _waits(turns: Sequence[Turn], walls: Sequence[Wall]) -> bool:
    """Whether some turn ends in front of an obstacle."""
    return any(turn.end == wall.at and wall not in turn.crossed for turn in turns for wall in walls)


def _headline(r: Reader, told: WallRun, pace: str) -> str:
    unit = r.ruleset.unit
    words = f"{told.turns} turn{'' if told.turns == 1 else 's'}"
    if told.turns != told.clear:
        change = "more" if told.turns > told.clear else "fewer"
        words += f", {abs(told.turns - told.clear)} {change} than in the clear"
    if told.turns > 1:
        words += f"; {write_number(told.first)} {unit} in the first"
    if pace == "shoot":
        words += f"; {told.shots} shot{'' if told.shots == 1 else 's'}{_penalties(told)}"
    return words


def _penalties(told: WallRun) -> str:
    """How many of the shots pay for the move."""
    if not told.penalised:
        return ""
    if told.penalised < told.shots:
        return f", {told.penalised} of them with the penalty"
    return f", {'' if told.shots == 1 else 'all '}with the penalty"


def _pictures(r: Reader, goal: Number, walls: Sequence[Wall], turns: Sequence[Turn]) -> list[Exhibit]:
    unit = r.ruleset.unit
    tall = r.int("movement.obstacle-3")
    man_high = Fraction(goal) * EIGHTH
    height: dict[str, Number] = {WAIST: man_high / (1 + 1), MAN: man_high, TWO_MEN: man_high * tall}
    events = []
    for place, turn in enumerate(turns, start=1):
        words = "climbs" if turn.crossed else "shoots" if turn.action == SHOOT else "runs"
        events.append(
            Event(f"Turn {place}", turn.start, max(turn.end, turn.start), words, "danger" if turn.crossed else "act")
        )
    path: list[tuple[Number, Number]] = [(0, 0)]
    for turn in turns:
        for wall in turn.crossed:
            path += [(wall.at, 0), (wall.at, height[wall.level]), (wall.at, 0)]
        path.append((turn.end, 0))
    stands = [Figure(turn.end, 0, f"turn {place}", "own") for place, turn in enumerate(turns, start=1)]
    lines = [
        Line(
            [(wall.at, height[wall.level]), (wall.at, height[wall.level]), (wall.at, 0)],
            f"{tall} men high" if wall.level == TWO_MEN else SHORT[wall.level].lower(),
            "wall",
        )
        for wall in walls
    ]
    return [
        Timeline("Turn by turn along the way", f"{unit} from the start", events),
        Tabletop(
            "The way from the side, and where he is after each turn; heights are drawn larger than they are",
            unit,
            figures=[Figure(0, 0, "start", "marker"), *stands],
            lines=[*lines, Line(path, "", "path")],
            side=True,
        ),
    ]
