"""May he shoot at it at all: arc, range, move and target, asked one by one."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.answers import Breakdown, Refusal
from drillbook.exact import write_number
from drillbook.exhibits import Decision, Fan, Figure, Tabletop, Verdict
from drillbook.kinds import Choice, Count, Length
from drillbook.questions import question
from drillbook.reader import Reader, Working
from drillbook.rulesets.breaking_news._firing import Aim, a_weapon, is_burst, table_number
from drillbook.rulesets.breaking_news._moving import moved_too_far
from drillbook.rulesets.breaking_news.shooting import Mode, Mount, Weapon

Number = int | Fraction

MAN = "man"
TARGETS = {MAN: "A man", "vehicle": "A vehicle", "structure": "A wall, a house, an obstacle"}
FOR_STRUCTURES = ("heavy-at", "tank")


@dataclass(frozen=True, slots=True)
class LineOfFire:
    """Whether the shot is allowed, and what of it is: the arc, the range, the move, the target."""

    allowed: bool
    arc: bool
    range: bool
    move: bool
    target: bool


@question(
    "breaking_news",
    "line-of-fire",
    examples=[
        "bn/line-of-fire?weapon=ar&mode=single&distance=120&angle=90&moved=15&target=man",
        "bn/line-of-fire?weapon=hmg&mount=ground&distance=40&angle=30&moved=4&target=man",
        "bn/line-of-fire?weapon=heavy-at&distance=60&angle=100&moved=0&target=man",
    ],
)
def line_of_fire(
    r: Reader,
    /,
    *,
    weapon: Weapon,
    mode: Mode,
    distance: Annotated[Number, Length(0, 160, default=40, label="Distance")],
    angle: Annotated[int, Count(0, 180, default=30, unit="degrees", label="Off straight ahead")],
    moved: Annotated[
        Number,
        Length(0, 45, default=0, label="Moved before firing", help="He, or the vehicle that carries the gun."),
    ],
    mount: Mount,
    target: Annotated[str, Choice(TARGETS, label="Target")],
) -> Breakdown[LineOfFire]:
    """May he shoot at this target at all?"""
    w = Working(r)
    row = f"ar-{mode}" if weapon == "ar" else weapon
    verdicts = [
        _arc(r, angle),
        _range(r, Aim(row, distance, "")),
        _move(r, row, moved, mount),
        _target(r, row, target),
    ]
    for verdict in verdicts:
        w.note(f"{'yes' if verdict.ok else 'no'}: {verdict.finding}", verdict.rule)
    passed = [bool(verdict.ok) for verdict in verdicts]
    told = LineOfFire(all(passed), *passed)
    first = next((verdict.finding for verdict in verdicts if not verdict.ok), "")
    words = f"He may shoot with {a_weapon(r, row)}" if told.allowed else first
    return w.answer(
        told,
        headline=words[:1].upper() + words[1:],
        exhibits=[
            Decision("What has to be met before he may shoot", verdicts),
            _arc_seen(r, distance, angle),
        ],
    )


def _arc(r: Reader, angle: int) -> Verdict:
    width = r.int("shooting.arc")
    seen = angle + angle <= width
    found = f"{angle}° off straight ahead is {'inside' if seen else 'outside'} his arc of {width}°"
    return Verdict("In front of him", seen, found, r.cite("shooting.arc"))


def _range(r: Reader, aim: Aim) -> Verdict:
    is_burst(r, aim.weapon)
    found = table_number(r, Working(r), aim)
    if isinstance(found, Refusal):
        return Verdict("Within range", False, found.reason.rstrip("."), found.rule)
    words = f"at {write_number(aim.distance)} cm the table gives {found.amount} or more"
    return Verdict("Within range", True, words, found.rule)


def _move(r: Reader, weapon: str, went: Number, mount: str) -> Verdict:
    barred = moved_too_far(r, Working(r), weapon, went, mount)
    if barred:
        return Verdict("Not moved too far", False, barred.reason.removeprefix("No shot: ").rstrip("."), barred.rule)
    free = r.cell("modifiers", "moved", "over")
    assert isinstance(free.amount, int)
    if went > free.amount:
        return Verdict("Not moved too far", True, f"after {write_number(went)} cm he shoots, but needs more", free.rule)
    return Verdict("Not moved too far", True, f"{write_number(went)} cm cost him nothing", free.rule)


def _target(r: Reader, weapon: str, target: str) -> Verdict:
    if weapon in FOR_STRUCTURES:
        ok = target != MAN
        found = "at such a target" if ok else "not at a man, only at an obstacle or a structure next to him"
        return Verdict(
            "A target for this weapon", ok, f"{a_weapon(r, weapon)} aims {found}", r.cite("sighting.at-aim-point")
        )
    return Verdict("A target for this weapon", True, "any target will do", r.cite("shooting.roll"))


def _arc_seen(r: Reader, distance: Number, angle: int) -> Tabletop:
    from math import cos, radians, sin

    turn = radians(angle)
    return Tabletop(
        "His arc of fire seen from above, and where the target stands.",
        r.ruleset.unit,
        figures=[
            Figure(0, 0, "he", kind="own"),
            Figure(float(distance) * sin(turn), float(distance) * cos(turn), "target"),
        ],
        fans=[Fan(0, 0, 0, r.int("shooting.arc"), distance)],
    )
