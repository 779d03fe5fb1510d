"""Reaching and taking an objective, sections 4.1 and 4.1.1: when a marker is turned over, and when it is won."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.answers import Breakdown
from drillbook.exact import write_number
from drillbook.exhibits import Decision, Disc, Exhibit, Figure, Tabletop, Verdict
from drillbook.geometry import Point, within
from drillbook.kinds import Flag, Length, Rows
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working

Number = int | Fraction
Places = tuple[tuple[Number, Number], ...]

ACROSS = Length(
    -40, 40, default=0, step=Fraction(1, 2), label="Across", help="To the right of the marker; minus is left."
)
AHEAD = Length(-40, 40, default=0, step=Fraction(1, 2), label="Ahead", help="Beyond the marker; minus is before it.")


@dataclass(frozen=True, slots=True)
class Objective:
    """Whether it is taken, how many men are near enough, and how many enemies stand in the way."""

    taken: bool
    men: int
    enemies: int
    reason: str


@question(
    "breaking_news",
    "objective",
    examples=[
        "bn/objective?men=0,-5&enemies=0,28&end=yes&held=no",
        "bn/objective?men=3,-4;6,0&enemies=0,31&end=yes&held=no",
        "bn/objective?men=none&enemies=0,5&end=yes&held=yes",
        "bn/objective?men=0,-5&enemies=none&end=no&held=no",
    ],
)
def objective(
    r: Reader,
    /,
    *,
    men: Annotated[
        Places,
        Rows(
            {"x": ACROSS, "y": AHEAD},
            low=0,
            high=6,
            default=((0, -5),),
            noun="man",
            label="Men who want it",
            help="Where they stand, measured from the marker.",
        ),
    ],
    enemies: Annotated[
        Places,
        Rows({"x": ACROSS, "y": AHEAD}, low=0, high=6, default=((0, 28),), noun="enemy", label="Enemies about"),
    ],
    end: Annotated[bool, Flag(default=True, label="The turn is ending")],
    held: Annotated[bool, Flag(default=False, label="Taken in an earlier turn")],
) -> Breakdown[Objective]:
    """Is the objective taken?"""
    w = Working(r)
    marker = Point(0, 0)
    reach, wanted = r.int("setup.take-man", "reach"), r.int("setup.take-man", "men")
    free = r.int("setup.take-no-enemy")
    near = [Point(x, y) for x, y in men if within(marker, Point(x, y), reach)]
    foes = [Point(x, y) for x, y in enemies]
    from_man = r.reading("objective-30cm") == "B"
    around = near if from_man else [marker]
    blocking = {centre: [foe for foe in foes if within(centre, foe, free)] for centre in around}
    fewest = min((len(found) for found in blocking.values()), default=0)
    whom = "the man who takes it" if from_man else "the marker"
    w.start(
        f"{'man' if len(near) == 1 else 'men'} within {reach} cm of the marker",
        Cited(len(near), r.cite("setup.take-man")),
    )
    w.then(
        f"{'enemy' if fewest == 1 else 'enemies'} within {free} cm of {whom}",
        Cited(fewest, r.cite("setup.take-no-enemy")),
    )
    verdicts = [
        Verdict(
            "Taken before?", None if not held else True,
            "it was, and stays so" if held else "it was not", r.cite("setup.take-permanent"),
        ),
        Verdict("Is the turn ending?", end, "it is" if end else "it is not", r.cite("setup.take-when")),
        Verdict(
            f"At least {wanted} man within {reach} cm?", len(near) >= wanted,
            f"{len(near)} of {len(men)}", r.cite("setup.take-man"),
        ),
        Verdict(
            f"No enemy within {free} cm of {whom}?", not fewest,
            "none" if not fewest else f"{fewest} of {len(enemies)}", r.cite("setup.take-no-enemy"),
        ),
    ]  # fmt: skip
    failed = next((verdict for verdict in verdicts[1:] if verdict.ok is False), None)
    taken = held or failed is None
    if held:
        reason = "it was taken before and stays so"
        w.note(reason, "setup.take-permanent")
    elif failed is None:
        reason = f"a man within {reach} cm, no enemy within {free} cm of {whom}"
        w.note("taken as the turn ends, for good", "setup.take-when")
        r.cite("setup.take-permanent")
    else:
        reason = {
            "setup.take-when": "that is looked at when the turn ends",
            "setup.take-man": f"no man is within {reach} cm of the marker"
            if not near
            else f"{len(near)} men near it are too few",
            "setup.take-no-enemy": f"{'an enemy is' if fewest == 1 else f'{fewest} enemies are'} within {free} cm of {whom}",
        }[failed.rule.removeprefix(f"{r.ruleset.short}.")]
        w.note(reason, failed.rule)
    answer = Objective(taken, len(near), fewest, reason)
    pictures: list[Exhibit] = [_plan(r, men, enemies, near, reach, free, from_man), Decision("What it takes", verdicts)]
    return w.answer(answer, headline=f"{'Taken' if taken else 'Not taken'}: {reason}", exhibits=pictures)


def _plan(r: Reader, men: Places, enemies: Places, near: list[Point], reach: int, free: int, from_man: bool) -> Exhibit:
    """The marker with its two circles; by the other reading the large ones lie around the men."""
    around = near if from_man else [Point(0, 0)]
    discs = [Disc(0, 0, reach, f"{reach} cm", "zone")]
    discs += [Disc(centre.x, centre.y, free, f"{free} cm", "range") for centre in around]
    figures = [Figure(0, 0, "marker", "marker")]
    figures += [Figure(x, y, f"man {n}", "own") for n, (x, y) in enumerate(men, start=1)]
    figures += [Figure(x, y, f"enemy {n}", "enemy") for n, (x, y) in enumerate(enemies, start=1)]
    return Tabletop("The marker, who is near it, and who is too near", r.ruleset.unit, discs=discs, figures=figures)


@dataclass(frozen=True, slots=True)
class Revealed:
    """Whether the marker is turned over, and by what."""

    revealed: bool
    by: str


@question(
    "breaking_news",
    "marker-reveal",
    examples=[
        "bn/marker-reveal?distance=7&intelligence=no",
        "bn/marker-reveal?distance=12&intelligence=no",
        "bn/marker-reveal?distance=40&intelligence=yes",
    ],
)
def marker_reveal(
    r: Reader,
    /,
    *,
    distance: Annotated[
        Number,
        Length(0, 40, default=7, step=Fraction(1, 2), label="Nearest enemy", help="Enemy of the marker's owner."),
    ],
    intelligence: Annotated[
        bool, Flag(default=False, label="Laid open by intelligence", help="The enemy has passed an Intelligence Roll.")
    ],
) -> Breakdown[Revealed]:
    """Is this marker turned over?"""
    w = Working(r)
    sight = r.int("setup.reveal-10cm")
    touching = r.reading("objective-reach") == "B"
    reached = distance <= (0 if touching else sight)
    w.start(f"{r.ruleset.unit} from which it can be told", "setup.reveal-10cm")
    asked = "Is an enemy touching it?" if touching else f"Is an enemy within {sight} cm?"
    stands = "touches it" if not distance else f"is {write_number(distance)} cm away"
    if touching:
        w.note("reaching it takes contact", "setup.reveal-reached")
    verdicts = [
        Verdict(
            asked, reached, f"the nearest {stands}", r.cite("setup.reveal-reached" if touching else "setup.reveal-10cm")
        ),
        Verdict(
            "Has intelligence laid it open?",
            True if intelligence else None,
            "it has" if intelligence else "it has not",
            r.cite("setup.reveal-intel"),
        ),
    ]
    revealed = reached or intelligence
    by = "reached by the enemy" if reached else "laid open by intelligence" if intelligence else ""
    if revealed:
        w.note(by, "setup.reveal-reached" if reached else "setup.reveal-intel")
    else:
        w.note("nobody has reached it", "setup.reveal-reached")
    headline = f"Turned over: {by}" if revealed else f"Still secret: the nearest enemy {stands}"
    picture = Tabletop(
        "The marker and the nearest enemy",
        r.ruleset.unit,
        discs=[Disc(0, 0, sight, f"{sight} cm", "range")],
        figures=[Figure(0, 0, "marker", "marker"), Figure(distance, 0, "enemy")],
    )
    exhibits: list[Exhibit] = [picture, Decision("What turns a marker over", verdicts)]
    return w.answer(Revealed(revealed, by), headline=headline, exhibits=exhibits)
