"""Movement: a way over several kinds of ground, move by move."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise
from math import ceil
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Count, Reader, Rows, Working, question
from drillbook.asking.exhibits import Event, Timeline
from drillbook.maths import Number, counted, exact, write_number
from drillbook.rulesets.breaking_of_nations.common.ground import CHARGE, FLAT, PACES, action_inches
from drillbook.rulesets.breaking_of_nations.common.inputs import Grade
from drillbook.rulesets.breaking_of_nations.movement._turn import actions_of, later_share, move_limit
from drillbook.rulesets.fixed_baynet.common.moving import dangerous

Stretch = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Path:
    """The result of a path.

    first, turn: where his first move and his turn end. moves: the moves that the whole way takes. arrives: whether he
    gets through in one turn.
    """

    first: Number
    turn: Number
    moves: int
    arrives: bool


@question(
    "fb/path?grade=elite&way=3,flat;6,jagged",
    "fb/path?grade=regular&way=8,flat;4,bumpy;5,flat",
    "fb/path?grade=native-regular&how=charge&way=12,flat;5,bumpy",
)
def path(
    r: Reader,
    *,
    grade: Grade,
    how: Annotated[str, Choice(options=PACES, default="move", label="He")],
    way: Annotated[
        tuple[Stretch, ...],
        Rows(
            {"inches": Count(1, 24, default=6, label="Inches"), "ground": Choice(table="speed-by-ground", label="Ground")},
            low=1, high=5, default=((3, "flat"), (6, "jagged")), noun="stretch", label="The way",
        ),
    ],
) -> Breakdown[Path]:  # fmt: skip
    """How many moves does this way take?"""
    w = Working(r)
    for _, ground in way:
        barred = dangerous(r, ground) if how == CHARGE else None
        w.forbid(f"A charge does not go over {ground} ground.", barred or "", when=barred)
    ac = actions_of(r, w, grade, "minimal", how)
    limit = move_limit(r, w, ac)
    if later_share(r, how) == "nothing":
        limit = min(limit, 1)
        w.then("moves of the turn", limit, "movement.distance" if how != CHARGE else "movement.charge-speed")
    full = action_inches(r, w, grade, "minimal", FLAT, how)
    shares = {ground: _share(r, grade, ground, how, full) for _, ground in way}
    ends = [Fraction(0), *_ends(r, full, way, shares)]
    for place, (start, end) in enumerate(pairwise(ends), start=1):
        w.then(f"move {place} begins at {write_number(exact(start))} and ends at", exact(end), "movement.terrain-table")
    done = min(limit, len(ends) - 1)
    told = Path(exact(ends[1]), exact(ends[done]), len(ends) - 1, len(ends) - 1 <= limit)
    fate = "and he is through in the turn" if told.arrives else f'and the turn ends at {write_number(told.turn)}"'
    return w.answer(
        told,
        headline=f'{counted(told.moves, "move")}: the first takes him {write_number(told.first)}", {fate}',
        exhibits=[_picture(r, ends, way, limit)],
    )


def _ends(r: Reader, full: int, way: Sequence[Stretch], shares: Mapping[str, Fraction]) -> Iterator[Fraction]:
    """Yield where each move along the way ends, in inches.

    full: the inches of a move over flat ground. shares: what each ground leaves of them.
    """
    length, at = sum(inches for inches, _ in way), Fraction(0)
    governed = r.holds("mixed-terrain", "slowest-governs")
    while at < length:
        at = min(Fraction(length), (_slowest if governed else _pro_rata)(full, way, at, shares))
        yield at


def _share(r: Reader, grade: str, ground: str, how: str, full: int) -> Fraction:
    """Return what a kind of ground leaves of a move.

    If a charge doubles what is already rounded, the result is the share of that.
    """
    if how == CHARGE and ground != FLAT and r.holds("rounding-order", "ground-first"):
        return Fraction(action_inches(r, Working(r), grade, "minimal", ground, how), full)
    return Fraction(r.cell("speed-by-ground", ground, "fraction").number)


def _ahead(way: Sequence[Stretch], at: Fraction) -> Iterator[tuple[Fraction, str]]:
    """Yield the inches of each kind of ground that are still ahead, with the ground."""
    for end, (inches, ground) in zip(accumulate(inches for inches, _ in way), way, strict=True):
        if end > at:
            yield min(Fraction(inches), end - at), ground


def _pro_rata(full: int, way: Sequence[Stretch], at: Fraction, shares: Mapping[str, Fraction]) -> Fraction:
    """Return the end of a move in which each stretch has its own rate; the sum is rounded up."""
    left, gone = Fraction(full), Fraction(0)
    for inches, ground in _ahead(way, at):
        share = shares[ground]
        here = min(inches, left * share)
        gone, left = gone + here, left - here / share
        if not left:
            break
    return at + ceil(gone)


def _slowest(full: int, way: Sequence[Stretch], at: Fraction, shares: Mapping[str, Fraction]) -> Fraction:
    """Return the end of a move that is governed by the slowest ground that it touches.

    The man stops before slow ground if that takes him farther.
    """
    best, gone, share = Fraction(0), Fraction(0), Fraction(1)
    for inches, ground in _ahead(way, at):
        share, gone = min(share, shares[ground]), gone + inches
        best = max(best, min(gone, Fraction(ceil(share * full))))
    return at + best


def _picture(r: Reader, ends: Sequence[Fraction], way: Sequence[Stretch], limit: int) -> Timeline:
    """Return the timeline of the way by its ground, with the moves below it.

    Moves of later turns are shown as waits.
    """
    marks = list(accumulate((inches for inches, _ in way), initial=0))
    events = [
        Event("Ground", start, end, r.name("speed-by-ground", ground).lower(), "act" if ground == FLAT else "stop")
        for (start, end), (_, ground) in zip(pairwise(marks), way, strict=True)
    ]
    events += [
        Event("Moves", exact(start), exact(end), f"move {place}", "act" if place <= limit else "wait")
        for place, (start, end) in enumerate(pairwise(ends), start=1)
    ]
    return Timeline(
        "The ground along the way, and where each move ends; moves of later turns are paler", "inches", events
    )
