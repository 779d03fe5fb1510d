"""A way over several obstacles, section 6.2: the turns it takes, and a man's shots on it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, NamedTuple

from drillbook.asking import Breakdown, Choice, Flag, Length, Reader, Rows, Working, question
from drillbook.asking.exhibits import Event, Exhibit, Figure, Line, Tabletop, Timeline
from drillbook.maths import Number, counted, write_number
from drillbook.rulesets.breaking_news.movement import _actions as actions

SHORT = {actions.WAIST: "Waist high", actions.MAN: "Man high", actions.TWO_MEN: "Two men high"}
PACES = {"run": "Runs all the way", "shoot": "Shoots whenever he gets ahead by it"}
#: How high a man is drawn, as a part of the way.
EIGHTH = Fraction(1, (1 + 1) ** (1 + 1 + 1))


class Wall(NamedTuple):
    """An obstacle across the way: how far from the start, and how high."""

    at: Number
    level: str


class Turn(NamedTuple):
    """One turn of the way: its start, its end, its action, what it crosses, and the rule.

    rule is the rule that ended the turn's move.
    """

    start: Number
    end: Number
    action: str
    crossed: tuple[Wall, ...]
    penalised: bool
    rule: str


@dataclass(frozen=True, slots=True)
class WallRun:
    """The answer on a way: its turns, the turns without obstacles, the first turn, the shots.

    first is where the man is after the first turn.
    """

    turns: int
    clear: int
    first: Number
    first_crossed: int
    shots: int
    penalised: int


@question(
    "bn/wall-run?goal=40&pace=run&walls=10,waist",
    "bn/wall-run?goal=30&pace=shoot&walls=12,waist;20,man",
    "bn/wall-run?goal=60&pace=run&walls=5,man;9,two-men;30,waist&helped=yes",
)
def wall_run(
    r: Reader,
    *,
    goal: Annotated[Number, Length(1, 100, default=40, label="Way to go")],
    walls: Annotated[
        tuple[tuple[Number, str], ...],
        Rows(
            {"at": Length(0, 100, default=10, label="After"), "level": Choice(SHORT, label="Height")},
            high=4,
            default=((10, actions.WAIST),),
            noun="obstacle",
            label="Obstacles",
            help="Waist high is level 1, man high level 2, two men high level 3.",
        ),
    ],
    pace: Annotated[str, Choice(PACES, label="How he goes")],
    helped: Annotated[bool, Flag(default=True, label="Help or equipment at level 3")],
) -> Breakdown[WallRun]:
    """How many turns does a man take to get there, over whatever stands in his way?"""
    w = Working(r)
    ahead = sorted((Wall(*one) for one in walls if one[0] < goal), key=lambda one: one.at)
    if any(wall.level == actions.TWO_MEN for wall in ahead) and not helped:
        w.refuse(
            "He does not get there: what is two men high takes equipment or the help of a comrade.",
            "movement.obstacle-3-aid",
        )
    turns = list(_way(r, goal, ahead, pace))
    for place, turn in enumerate(turns, start=1):
        over = "".join(f", over what is {SHORT[wall.level].lower()}" for wall in turn.crossed)
        w.then(f"turn {place}: {actions.action_name(r, turn.action)}{over}, to", turn.end, turn.rule)
    waits = any(turn.end == wall.at and wall not in turn.crossed for turn in turns for wall in ahead)
    if waits or any(len(turn.crossed) > 1 for turn in turns):
        w.note("an obstacle takes the whole action it is crossed by", "movement.obstacle-table")
    shots = [turn.penalised for turn in turns if turn.action == actions.SHOOT]
    clear = len(list(_way(Reader(r.ruleset), goal, [], pace)))
    told = WallRun(len(turns), clear, turns[0].end, len(turns[0].crossed), len(shots), sum(shots))
    return w.answer(
        told, headline=_headline(r, told, pace), exhibits=[_timeline(r, turns), _side_view(r, goal, ahead, turns)]
    )


def _way(r: Reader, goal: Number, walls: Sequence[Wall], pace: str) -> Iterator[Turn]:
    """Yield turn after turn, each as far as its action takes the man.

    A man who wants to shoot runs only if no other action takes him farther.
    """
    at: Number = 0
    behind = 0
    while at < goal or behind < len(walls):
        ahead = walls[behind:]
        turn = _farthest(r, actions.SHOOT if pace == "shoot" else actions.RUN, at, goal, ahead)
        if turn.end == at and not turn.crossed:
            turn = _farthest(r, actions.RUN, at, goal, ahead)
        yield turn
        at, behind = turn.end, behind + len(turn.crossed)


def _farthest(r: Reader, action: str, at: Number, goal: Number, ahead: Sequence[Wall]) -> Turn:
    """Return the turn with the longest move of this action.

    It goes over as many obstacles as it can, otherwise up to the next one.
    """
    for count in range(len(ahead), -1, -1):
        crossed = tuple(ahead[:count])
        reached = _over(r, action, at, crossed)
        if reached is None:
            continue
        end = min(reached[0], goal, *(wall.at for wall in ahead[count:]))
        went = actions.Went(end - at, crossed[0].level if crossed else actions.CLEAR)
        return Turn(at, end, action, crossed, actions.pays_for_move(r, action, went), reached[1])
    raise AssertionError("a move that crosses nothing is always possible")


def _over(r: Reader, action: str, at: Number, walls: Sequence[Wall]) -> tuple[Number, str] | None:
    """Return how far along an action gets that crosses these obstacles, and the rule.

    The result is None if the action does not get over all of them.
    """
    reach = actions.reach_of(r, action)
    if not walls:
        return at + reach.number, reach.rule
    if len(walls) > 1 and r.holds("two-obstacles", "one-a-turn"):
        return None
    after = [actions.crossing_of(r, wall.level, action, True) for wall in walls]
    if not all(one.open for one in after):
        return None
    left = reach.number - sum(reach.number - one.cm for one in after)
    start = at
    if r.holds("obstacle-split", "far-side"):
        start = walls[0].at
        if start - at > reach.number:
            return None
    return (start + left, after[-1].rule) if left >= 0 and start + left >= walls[-1].at else None


def _headline(r: Reader, told: WallRun, pace: str) -> str:
    words, more = counted(told.turns, "turn"), told.turns - told.clear
    if more:
        words += f", {abs(more)} {'more' if more > 0 else 'fewer'} than in the clear"
    if told.turns > 1:
        words += f"; {write_number(told.first)} {r.ruleset.unit} in the first"
    if pace == "shoot":
        words += f"; {counted(told.shots, 'shot')}"
        if told.penalised:
            some = f"{told.penalised} of them " if told.penalised < told.shots else "all " if told.shots > 1 else ""
            words += f", {some}with the penalty"
    return words


def _timeline(r: Reader, turns: Sequence[Turn]) -> Timeline:
    events = []
    for place, turn in enumerate(turns, start=1):
        words = "climbs" if turn.crossed else "shoots" if turn.action == actions.SHOOT else "runs"
        events.append(Event(f"Turn {place}", turn.start, turn.end, words, "danger" if turn.crossed else "act"))
    return Timeline("Turn by turn along the way", f"{r.ruleset.unit} from the start", events)


def _side_view(r: Reader, goal: Number, walls: Sequence[Wall], turns: Sequence[Turn]) -> Exhibit:
    """Return the way from the side; a man's height is drawn as an eighth of its length."""
    man_high, tall = goal * EIGHTH, r.int("movement.obstacle-3")
    height = {actions.WAIST: man_high / (1 + 1), actions.MAN: man_high, actions.TWO_MEN: man_high * tall}
    label = {actions.WAIST: "waist high", actions.MAN: "man high", actions.TWO_MEN: f"{tall} men high"}
    path: list[tuple[Number, Number]] = [(0, 0)]
    for turn in turns:
        for wall in turn.crossed:
            path += [(wall.at, 0), (wall.at, height[wall.level]), (wall.at, 0)]
        path.append((turn.end, 0))
    # a wall's label stands where its line begins
    tops = [(wall, (wall.at, height[wall.level])) for wall in walls]
    lines = [Line([top, top, (wall.at, 0)], label[wall.level], "wall") for wall, top in tops]
    stands = [Figure(turn.end, 0, f"turn {place}", "own") for place, turn in enumerate(turns, start=1)]
    return Tabletop(
        "The way from the side, and where he is after each turn; heights are drawn larger than they are",
        r.ruleset.unit,
        figures=[Figure(0, 0, "start", "marker"), *stands],
        lines=[*lines, Line(path, "", "path")],
        side=True,
    )
