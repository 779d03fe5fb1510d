"""Reaching a marker, section 4.1: when it is turned over."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Flag, Length, Reader, Working, question
from drillbook.asking.exhibits import Disc, Figure, Tabletop
from drillbook.asking.exhibits.gestures import across
from drillbook.maths import Number, write_number


@dataclass(frozen=True, slots=True)
class Revealed:
    """Whether the marker is turned over, and by what."""

    revealed: bool
    by: str


@question(
    "bn/marker-reveal?distance=7&intelligence=no",
    "bn/marker-reveal?distance=12&intelligence=no",
    "bn/marker-reveal?distance=40&intelligence=yes",
)
def marker_reveal(
    r: Reader,
    *,
    distance: Annotated[
        Number,
        Length(
            0,
            40,
            default=7,
            step=Fraction(1, 1 + 1),
            label="Nearest enemy",
            help="Enemy of the marker's owner.",
            bands=("setup.reveal-10cm",),
        ),
    ],
    intelligence: Annotated[
        bool, Flag(label="Laid open by intelligence", help="The enemy has passed an Intelligence Roll.")
    ],
) -> Breakdown[Revealed]:
    """Is this marker turned over?"""
    w = Working(r)
    checks = Checks(w)
    sight = r.int("setup.reveal-10cm")
    w.start(f"{r.ruleset.unit} from which it can be told", "setup.reveal-10cm")
    stands = f"is {write_number(distance)} cm away" if distance else "touches it"
    if r.holds("objective-reach", "contact-only"):
        w.note("reaching it takes contact", "setup.reveal-reached")
        asked, near, rule = "Is an enemy touching it?", not distance, "setup.reveal-reached"
    else:
        asked, near, rule = f"Is an enemy within {sight} cm?", distance <= sight, "setup.reveal-10cm"
    reached = checks.ask(asked, near, f"the nearest {stands}", rule)
    told = "it has" if intelligence else "it has not"
    checks.ask("Has intelligence laid it open?", intelligence or None, told, "setup.reveal-intel")
    by = "reached by the enemy" if reached else "laid open by intelligence" if intelligence else ""
    w.note(by or "nobody has reached it", "setup.reveal-reached" if reached or not by else "setup.reveal-intel")
    picture = Tabletop(
        "The marker and the nearest enemy",
        r.ruleset.unit,
        discs=[Disc(0, 0, sight, f"{sight} cm", "range")],
        figures=[Figure(0, 0, "marker", "marker"), Figure(distance, 0, "enemy", grip=across("distance"))],
    )
    return w.answer(
        Revealed(bool(by), by),
        headline=f"Turned over: {by}" if by else f"Still secret: the nearest enemy {stands}",
        exhibits=[picture, checks.decision("What turns a marker over")],
    )
