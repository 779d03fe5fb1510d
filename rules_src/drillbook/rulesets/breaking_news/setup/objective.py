"""Taking an objective, section 4.1.1: who must be near the marker, and who must not."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Flag, Length, Reader, Rows, Working, question
from drillbook.asking.exhibits import Disc, Figure, Tabletop
from drillbook.asking.exhibits.gestures import in_row
from drillbook.maths import Number
from drillbook.maths.geometry import Point, within
from drillbook.rulesets.breaking_news.common import blast

Places = tuple[tuple[Number, Number], ...]

MARKER = Point(0, 0)
HALF = Fraction(1, 1 + 1)
PLACE = {
    "x": Length(-40, 40, default=0, step=HALF, label="Across", help="To the right of the marker; minus is left."),
    "y": Length(-40, 40, default=0, step=HALF, label="Ahead", help="Beyond the marker; minus is before it."),
}


@dataclass(frozen=True, slots=True)
class Objective:
    """Whether it is taken, how many men are near enough, and how many enemies stand in the way."""

    taken: bool
    men: int
    enemies: int
    reason: str


@question(
    "bn/objective?men=0,-5&enemies=0,28&end=yes&held=no",
    "bn/objective?men=3,-4;6,0&enemies=0,31&end=yes&held=no",
    "bn/objective?men=none&enemies=0,5&end=yes&held=yes",
    "bn/objective?men=0,-5&enemies=none&end=no&held=no",
)
def objective(
    r: Reader,
    *,
    men: Annotated[
        Places,
        Rows(
            PLACE,
            high=6,
            default=((0, -5),),
            noun="man",
            label="Men who want it",
            help="Where they stand, measured from the marker.",
        ),
    ],
    enemies: Annotated[Places, Rows(PLACE, high=6, default=((0, 28),), noun="enemy", label="Enemies about")],
    end: Annotated[bool, Flag(default=True, label="The turn is ending")],
    held: Annotated[bool, Flag(label="Taken in an earlier turn")],
    base: blast.Base,
) -> Breakdown[Objective]:
    """Is the objective taken?"""
    w = Working(r)
    reach, wanted = r.int("setup.take-man", "reach"), r.int("setup.take-man", "men")
    free = r.int("setup.take-no-enemy")
    close = blast.touch(r, reach, base)
    near = [Point(*place) for place in men if within(MARKER, Point(*place), close)]
    from_man = r.holds("objective-30cm", "from-man")
    clear = blast.between(r, free, base) if from_man else blast.touch(r, free, base)
    around, whom = (near, "the man who takes it") if from_man else ([MARKER], "the marker")
    blocking = [sum(within(centre, Point(*foe), clear) for foe in enemies) for centre in around]
    fewest = min(blocking, default=0)
    w.start(f"{'man' if len(near) == 1 else 'men'} within {reach} cm of the marker", len(near), "setup.take-man")
    blast.explain_between(r, w, base, "setup.take-man")
    enemy = "enemy" if fewest == 1 else "enemies"
    w.then(f"{enemy} within {free} cm of {whom}", fewest, "setup.take-no-enemy")
    checks = Checks(w)
    before = "it was, and stays so" if held else "it was not"
    checks.ask("Taken before?", held or None, before, "setup.take-permanent")
    checks.ask("Is the turn ending?", end, "it is" if end else "it is not", "setup.take-when")
    there = f"{len(near)} of {len(men)}"
    checks.ask(f"At least {wanted} man within {reach} cm?", len(near) >= wanted, there, "setup.take-man")
    found = f"{fewest} of {len(enemies)}" if fewest else "none"
    checks.ask(f"No enemy within {free} cm of {whom}?", not fewest, found, "setup.take-no-enemy")
    few = f"{len(near)} men near it are too few" if near else f"no man is within {reach} cm of the marker"
    amiss = {r.cite("setup.take-when"): "that is looked at when the turn ends", r.cite("setup.take-man"): few}
    failed = checks.failed
    if held:
        reason = "it was taken before and stays so"
        w.note(reason, "setup.take-permanent")
    elif not failed:
        reason = f"a man within {reach} cm, no enemy within {free} cm of {whom}"
        w.note("taken as the turn ends, for good", "setup.take-when")
    else:
        are = "an enemy is" if fewest == 1 else f"{fewest} enemies are"
        reason = amiss.get(failed[0].rule, f"{are} within {free} cm of {whom}")
        w.note(reason, failed[0].rule)
    answer = Objective(held or not failed, len(near), fewest, reason)
    return w.answer(
        answer,
        headline=f"{'Taken' if answer.taken else 'Not taken'}: {reason}",
        exhibits=[_plan(r, men, enemies, (reach, close), (free, clear), around), checks.decision("What it takes")],
    )


def _plan(
    r: Reader,
    men: Places,
    enemies: Places,
    reach: tuple[int, Number],
    free: tuple[int, Number],
    around: Sequence[Point],
) -> Tabletop:
    """Return the table-top with the marker and its two circles.

    By the other reading the large circles lie around the men. reach and free: each limit as the rule has it, and where
    the middle of a base may be.
    """
    discs = [Disc(0, 0, reach[-1], f"{reach[0]} cm", "zone")]
    discs += [Disc(centre.x, centre.y, free[-1], f"{free[0]} cm", "range") for centre in around]
    figures = [Figure(0, 0, "marker", "marker")]
    figures += [Figure(x, y, f"man {n}", "own", grip=in_row("men", n)) for n, (x, y) in enumerate(men, start=1)]
    figures += [Figure(x, y, f"enemy {n}", grip=in_row("enemies", n)) for n, (x, y) in enumerate(enemies, start=1)]
    return Tabletop("The marker, who is near it, and who is too near", r.ruleset.unit, discs=discs, figures=figures)
