"""Terrain: barbed wire, cut or crossed."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Annotated

from drillbook.asking import Breakdown, Count, Flag, Length, Reader, Working, question
from drillbook.asking.exhibits import Event, Timeline
from drillbook.maths import Number, counted
from drillbook.rulesets.breaking_of_nations.common.ground import FLAT, action_inches, ground_under
from drillbook.rulesets.breaking_of_nations.common.inputs import armour_of, soldiers
from drillbook.rulesets.breaking_of_nations.common.soldier import actions
from drillbook.rulesets.breaking_of_nations.movement._turn import later_share


@dataclass(frozen=True, slots=True)
class Wire:
    """The wire: cutting it, with AC and turns; crossing it, with AC and turns; the squad's AC.

    cut is None if a turn is the price. left is the AC left of the last turn. through_turns is the turns until he is
    through. all_cut and all_cross are the AC that the whole squad spends. What cannot be done is None.
    """

    cut: int | None
    cut_turns: int | None
    left: int | None
    through_turns: int | None
    cross: int
    cross_turns: int
    all_cut: int | None
    all_cross: int


@dataclass(frozen=True, slots=True)
class Labour:
    """A stretch of work: what, for how many AC, and how many of a turn's AC may go on it."""

    what: str
    cost: int
    most: int


@question(
    "bon/wire?depth=2&grade=regular&armour=minimal&tools=yes",
    "bon/wire?depth=7&grade=regular&armour=minimal&tools=yes",
    "bon/wire?depth=3&grade=veteran&armour=heavy&tools=no",
)
def wire(
    r: Reader,
    *,
    depth: Annotated[Number, Length(Fraction(1, 2), 12, default=2, step=Fraction(1, 2), label="Depth of the wire")],
    grade: Annotated[str, soldiers("Soldier")],
    armour: Annotated[str, armour_of("Armour")],
    tools: Annotated[bool, Flag(default=True, label="Has the tools")],
    men: Annotated[int, Count(0, 12, default=9, label="Men behind him", help="Who want to get through as well.")],
) -> Breakdown[Wire]:
    """Is this wire better cut or crossed?"""
    w = Working(r)
    w.note("no charge gets through it", "terrain.wire-no-charge")
    available = actions(r, w, grade, armour)
    r.cite("terrain.wire-effect")
    inches = action_inches(r, w, grade, armour, ground_under(r, w, "barbed-wire"))
    cross = ceil(depth / inches)
    w.then("crossed: AC", cross, "terrain.wire-effect")
    cap = _moves(r, available, cross)
    crossing = _turns([Labour("cross", cross, cap)], available)
    squad = 1 + men
    if not tools:
        w.note("without the equipment nobody cuts it", "terrain.wire-tool")
        value = Wire(None, None, None, None, cross, crossing[-1][0], None, squad * cross)
        headline = f"Crossed in {_told(cross, value.cross_turns)}; it cannot be cut"
        return w.answer(value, headline=headline, exhibits=[_clock(crossing, [], available)])
    price = _price(r, w, depth, available)
    walk = ceil(depth / action_inches(r, w, grade, armour, FLAT))
    w.then("and the walk through the gap: AC", walk, "movement.allowance")
    cutting = _turns([Labour("cut", price, available)], available)
    both = _turns([Labour("cut", price, available), Labour("walk", walk, _moves(r, available, walk))], available)
    turns, by_turn = cutting[-1][0], r.holds("wire-cut", "by-the-turn")
    value = Wire(
        None if by_turn else price, turns, turns * available - price,
        both[-1][0], cross, crossing[-1][0], price + squad * walk, squad * cross,
    )  # fmt: skip
    headline = _headline(value, _told(price, turns), squad)
    return w.answer(value, headline=headline, exhibits=[_clock(crossing, both, available)])


def _moves(r: Reader, available: int, wanted: int) -> int:
    """Return how many moves of those wanted a turn has.

    His AC and the cap allow them. If SP are those of a turn, the number is one.
    """
    most = min(available, r.int("turn-sequence.movement-cap"))
    return 1 if wanted > 1 and later_share(r, "move") == "nothing" else most


def _price(r: Reader, w: Working, depth: Number, available: int) -> int:
    """Return the AC that cutting costs; its steps go into `w`.

    depth is in inches.
    """
    if r.holds("wire-cut", "by-the-turn"):
        w.then("cut: turns", "terrain.wire-cut-table")
        return int(w.times("AC of a turn", available, "stats.ac"))
    w.then("started inches of wire", ceil(depth), "terrain.wire-cut")
    return int(w.times("cut: AC", "terrain.wire-cut"))


def _headline(found: Wire, cut: str, squad: int) -> str:
    """Return in words what each way takes the man, and the whole squad."""
    cross = f"Crossed in {_told(found.cross, found.cross_turns)}, cut in {cut}"
    if squad == 1 or found.all_cut is None:
        return cross
    return f"{cross}; the {squad} of them spend {found.all_cross} AC crossing it, {found.all_cut} once it is cut"


def _told(cost: int, turns: int) -> str:
    return f"{cost} AC" if turns == 1 else f"{cost} AC ({counted(turns, 'turn')})"


def _turns(work: Sequence[Labour], available: int) -> list[tuple[int, str, int, int]]:
    """Return the work turn by turn: the turn, what is done, and the AC from first to last.

    The AC are counted over the whole work.
    """
    done, turn, spent = [], 1, 0
    for labour in work:
        left, paid = labour.cost, 0
        while left:
            part = min(left, available - spent, labour.most - paid)
            if not part:
                turn, spent, paid = turn + 1, 0, 0
                continue
            start = (turn - 1) * available + spent
            done.append((turn, labour.what, start, start + part))
            left, spent, paid = left - part, spent + part, paid + part
    return done


def _clock(
    crossing: list[tuple[int, str, int, int]], cutting: list[tuple[int, str, int, int]], available: int
) -> Timeline:
    """Both ways side by side, in AC."""
    kinds = {"cut": "stop", "walk": "act", "cross": "danger"}
    lanes = {"Cross": crossing, "Cut": cutting}
    events = [
        Event(lane, start, end, "walk" if what == "walk" else str(turn), kinds[what])
        for lane, done in lanes.items()
        for turn, what, start, end in done
    ]
    return Timeline(
        f"Cutting and crossing, in AC; a turn has {available} of them, and the numbers are its turns.",
        "AC",
        events,
        name="clock",
    )
