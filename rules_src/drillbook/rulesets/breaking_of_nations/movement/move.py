"""How far a move takes a soldier over one kind of ground, and how far a whole turn of moves."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Contradiction, Count, Reader, Refusal, Working, attempt, question
from drillbook.asking.exhibits import Event, Figure, Grid, Line, Tabletop, Timeline
from drillbook.maths import Number, counted, write_number
from drillbook.rulesets.breaking_of_nations.common import wounds
from drillbook.rulesets.breaking_of_nations.common.ground import CHARGE, PACES, PRONE
from drillbook.rulesets.breaking_of_nations.common.inputs import Grade, armour_of, ground_of
from drillbook.rulesets.breaking_of_nations.common.wounds import WalkersWound
from drillbook.rulesets.breaking_of_nations.movement._turn import actions_of, inches, later_share, move_limit


@dataclass(frozen=True, slots=True)
class Move:
    """The move: the inches of its first move, its moves, their total inches, and the AC.

    ac is the AC that the man has, left the AC that he has left.
    """

    per_move: Number
    moves: int
    total: Number
    ac: int
    left: int


@question(
    "bon/move?grade=regular&armour=minimal&ground=clear&how=move&kept=1",
    "bon/move?grade=veteran&armour=flak&ground=light-forest&how=charge&kept=2",
    "bon/move?grade=regular&armour=minimal&ground=clear&how=charge&kept=1",
    "bon/move?grade=green&armour=heavy&ground=deep-river&how=prone&kept=0",
)
def move(
    r: Reader,
    *,
    grade: Grade,
    armour: Annotated[str, armour_of("Armour")],
    ground: Annotated[str, ground_of("He goes through", "walked")],
    how: Annotated[str, Choice(options=PACES, default="move", label="He")],
    kept: Annotated[int, Count(0, 3, default=1, label="AC kept", help="For a shot, a blow or anything but movement.")],
    wound: WalkersWound,
) -> Breakdown[Move]:
    """How far does he get, in a move and in a turn?"""
    w = Working(r)
    wounds.check_alive(r, wound=wound)
    ac = actions_of(r, w, grade, armour, how)
    if kept > ac:
        raise Contradiction(f"He has only {ac} AC, so he cannot keep {kept}.", kept=ac)
    moves = move_limit(r, w, ac - kept)
    pace = PRONE if wounds.crawls(r, w, wound, how) else how

    def far(pace: str) -> Number:
        return wounds.inches_left(r, w, wound, inches(r, w, grade, armour, ground, pace))

    first = far(pace)
    share = later_share(r, how)
    later = {"same": first, "nothing": 0}.get(share)
    if later is None:
        w.note("the moves that follow are not doubled", "movement.charge-double")
        later = far("move")
    usable = min(moves, 1) if share == "nothing" and how == CHARGE else moves
    ends = [first + later * one for one in range(usable)]
    total = w.then("inches in the turn", ends[-1] if ends else 0, "turn-sequence.movement-cap")
    spent = usable * r.int("turn-sequence.action-cost")
    told = Move(first, usable, total, ac, ac - spent)
    return w.answer(
        told,
        headline=(
            f'{write_number(first)}" in a move; {counted(usable, "move")} in the turn: {write_number(total)}", '
            f"and {told.left} of {ac} AC left"
        ),
        exhibits=[_path(ends, PACES[how]), _grounds(r, grade, armour, ground, how), _table(ends, PACES[how])],
    )


def _path(ends: list[Number], how: str) -> Timeline:
    """Return the timeline of the way of the turn, with a bar for each move."""
    starts = [0, *ends]
    return Timeline(
        f'{how}: where each move of the turn ends, {write_number(starts[-1])}" in all',
        "inches",
        [
            Event(f"Move {place}", start, end, f'to {write_number(end)}"', "act")
            for place, (start, end) in enumerate(pairwise(starts), start=1)
        ],
        name="way",
    )


def _table(ends: list[Number], how: str) -> Tabletop:
    """Return the way at the scale of the table, with a mark where each move ends."""
    far = ends[-1] if ends else 0
    marks = [Figure(end, 0, f'move {place}: {write_number(end)}"', "marker") for place, end in enumerate(ends, start=1)]
    return Tabletop(
        f'{how}: the way on the table, {write_number(far)}" in all',
        "inches",
        figures=[Figure(0, 0, "he", "own"), *marks],
        lines=[Line([(0, 0), (far, 0)], "", "path")],
        name="table",
    )


def _grounds(r: Reader, grade: str, armour: str, ground: str, how: str) -> Grid:
    """Return the inches of a single move through each line of the chart, at each pace.

    A cell is None if the rules forbid the move.
    """
    rows = r.ruleset.table("terrain").where("walked")

    def cell(key: str, pace: str) -> int | None:
        found = attempt(lambda: inches(r, Working(r), grade, armour, key, pace))
        return None if isinstance(found, Refusal) else found

    return Grid(
        "Inches of a single move, by what he goes through",
        "Through",
        "He",
        [row.name for row in rows],
        list(PACES.values()),
        [[cell(row.key, pace) for pace in PACES] for row in rows],
        chance=False,
        here=([row.key for row in rows].index(ground), list(PACES).index(how)),
        name="grounds",
        by_row={"ground": [row.key for row in rows]},
        by_column={"how": list(PACES)},
    )
