"""May he shoot at it at all: arc, range, move and target, asked one by one."""

from dataclasses import dataclass
from math import cos, radians, sin
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Choice, Count, Length, Reader, Refusal, Working, attempt, question
from drillbook.asking.exhibits import Fan, Figure, Tabletop
from drillbook.asking.exhibits.gestures import Grip
from drillbook.errors import Contradiction
from drillbook.maths import Number, write_number
from drillbook.rulesets.breaking_news.common.firing import NOT_AT_MEN, Aim, a_weapon, table_number
from drillbook.rulesets.breaking_news.common.moving import FIXED, ON_WHEELS, check_moved
from drillbook.rulesets.breaking_news.shooting.shot import MAN, TARGETS, Mode, Mount, Weapon, row_in


@dataclass(frozen=True, slots=True)
class LineOfFire:
    """Whether the shot is allowed, and what of it is: the arc, the range, the move, the target."""

    allowed: bool
    arc: bool
    range: bool
    move: bool
    target: bool


@question(
    "bn/line-of-fire?weapon=ar&mode=single&distance=120&angle=90&moved=15&target=man",
    "bn/line-of-fire?weapon=hmg&mount=ground&distance=40&angle=30&moved=4&target=man",
    "bn/line-of-fire?weapon=heavy-at&distance=60&angle=100&moved=0&target=man",
)
def line_of_fire(
    r: Reader,
    *,
    weapon: Weapon,
    mode: Mode,
    distance: Annotated[Number, Length(0, 200, default=40, label="Distance", bands=("shooting.table extreme",))],
    angle: Annotated[int, Count(0, 180, default=30, unit="degrees", label="Off straight ahead")],
    moved: Annotated[
        Number,
        Length(
            0,
            45,
            label="Moved before firing",
            help="He, or the vehicle that carries the gun.",
            bands=("actions/reach",),
        ),
    ],
    mount: Mount,
    target: Annotated[str, Choice(TARGETS, label="Target")],
) -> Breakdown[LineOfFire]:
    """May he shoot at this target at all?"""
    w = Working(r)
    if mount == FIXED and moved:
        raise Contradiction("A gun fixed in a position has not moved.", moved=0)
    farthest = r.cell("actions", "run", "reach").whole
    if moved > farthest and mount not in ON_WHEELS and weapon != "tank":
        raise Contradiction(f"No man moves farther than {farthest} cm in a turn.", moved=farthest)
    row = row_in(weapon, mode)
    checks = Checks(w)
    told = LineOfFire(
        arc=_ask_arc(r, checks, angle),
        range=_ask_range(r, checks, Aim(row, distance, "")),
        move=_ask_move(r, checks, row, moved, mount),
        target=_ask_target(r, checks, row, target),
        allowed=checks.passed,
    )
    checks.tell()
    words = checks.failed[0].finding if checks.failed else f"He may shoot with {a_weapon(r, row)}"
    return w.answer(
        told,
        headline=words[:1].upper() + words[1:],
        exhibits=[checks.decision("What has to be met before he may shoot"), _arc_seen(r, distance, angle)],
    )


def _ask_arc(r: Reader, checks: Checks, angle: int) -> bool:
    width = r.int("shooting.arc")
    seen = angle + angle <= width
    found = f"{angle}° off straight ahead is {'inside' if seen else 'outside'} his arc of {width}°"
    return checks.ask("In front of him", seen, found, "shooting.arc")


def _ask_range(r: Reader, checks: Checks, aim: Aim) -> bool:
    found = attempt(lambda: table_number(r, Working(r), aim))
    if isinstance(found, Refusal):
        return checks.ask("Within range", False, found.reason.rstrip("."), found.rule)
    words = f"at {write_number(aim.distance)} cm the table gives {found.amount} or more"
    return checks.ask("Within range", True, words, found.rule)


def _ask_move(r: Reader, checks: Checks, weapon: str, went: Number, mount: str) -> bool:
    asked = "Not moved too far"
    barred = attempt(lambda: check_moved(r, Working(r), weapon, went, mount))
    if barred:
        return checks.ask(asked, False, barred.reason.removeprefix("No shot: ").rstrip("."), barred.rule)
    free, far = r.cell("modifiers", "moved", "over"), f"{write_number(went)} cm"
    words = f"after {far} he shoots, but needs more" if went > free.number else f"{far} cost him nothing"
    return checks.ask(asked, True, words, free.rule)


def _ask_target(r: Reader, checks: Checks, weapon: str, target: str) -> bool:
    asked = "A target for this weapon"
    if weapon not in NOT_AT_MEN:
        return checks.ask(asked, True, "any target will do", "shooting.roll")
    ok = target != MAN
    found = "at such a target" if ok else "not at a man, only at an obstacle or a structure next to him"
    return checks.ask(asked, ok, f"{a_weapon(r, weapon)} aims {found}", "sighting.at-aim-point")


def _arc_seen(r: Reader, distance: Number, angle: int) -> Tabletop:
    turn = radians(angle)
    place = float(distance) * sin(turn), float(distance) * cos(turn)
    return Tabletop(
        "His arc of fire seen from above, and where the target stands.",
        r.ruleset.unit,
        figures=[Figure(0, 0, "he", kind="own"), Figure(*place, "target", grip=Grip(away="distance", turn="angle"))],
        fans=[Fan(0, 0, 0, r.int("shooting.arc"), distance, grip=Grip(away="distance"))],
    )
