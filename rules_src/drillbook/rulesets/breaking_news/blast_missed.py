"""Blast: the dice of a missed shot are on the table; where does the template go, and who is under it?"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.answers import Breakdown, Refusal
from drillbook.exhibits import Disc, Exhibit, Figure, Line, Tabletop
from drillbook.geometry import Point
from drillbook.kinds import Choice, Count, Length, Rows
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news import _blast as blast

Number = int | Fraction

HIT, DUD = "on target", "misfire"


@dataclass(frozen=True, slots=True)
class Missed:
    """What became of the shot (on target, misfire, or a direction), how far off it lies and where, and who is under it."""

    lands: str
    off: int
    x: Number
    y: Number
    under: str


@question(
    "breaking_news",
    "missed-shot",
    examples=[
        "bn/missed-shot?weapon=rpg&need=5&rolled=3&direction=4&base=2.5&men=0,0,enemy;-6,1,friend",
        "bn/missed-shot?weapon=grenade&need=4&rolled=2&direction=6&base=2.5&men=0,0,enemy;1,5,enemy",
        "bn/missed-shot?weapon=tank&need=6&rolled=5&direction=1&base=2.5&men=0,0,enemy;0,8.5,friend",
        "bn/missed-shot?weapon=heavy-at&need=5&rolled=1&direction=3&base=2.5&men=0,0,enemy",
        "bn/missed-shot?weapon=rpg&need=4&rolled=6&direction=3&base=2.5&men=0,0,enemy;2,0,enemy",
    ],
)
def missed_shot(
    r: Reader,
    /,
    *,
    weapon: Annotated[str, Choice(blast.SCATTERING, default=blast.ROCKET, label="Weapon")],
    need: Annotated[int, Count(2, 8, default=5, label="Number needed")],
    rolled: Annotated[int, Count(1, 6, default=3, label="Die rolled to hit")],
    direction: Annotated[int, Count(1, 6, default=4, label="Direction die", help="It is thrown only for a miss.")],
    base: blast.Base,
    men: Annotated[
        tuple[tuple[Number, Number, str], ...],
        Rows(
            {
                "x": Length(-30, 30, default=0, step=Fraction(1, 2), label="Right"),
                "y": Length(-30, 30, default=0, step=Fraction(1, 2), label="Beyond"),
                "side": Choice(blast.SIDES, default=blast.ENEMY, label="Side"),
            },
            low=0, high=10, noun="man", label="Men",
            help="Measured in centimetres from the target, as the firer sees them: minus is left, or short.",
            default=((0, 0, blast.ENEMY), (-6, 1, blast.FRIEND)),
        ),
    ],
) -> Breakdown[Missed] | Refusal:  # fmt: skip
    """The dice have been thrown: where does the shot come down, and who is under it?"""
    w = Working(r)
    w.start("number needed", Cited(need, r.cite("blast.difference")))
    lands, off = _comes_down(r, w, weapon, need, rolled, direction)
    lies = blast.template(r, weapon)
    if lands != DUD:
        blast.explain_template(r, w, weapon)
        blast.explain_touch(r, w, base, "blast.all-hit")
    centre = None if lands == DUD else blast.AIM if lands == HIT else blast.moved_to(lands, off)
    places = [Point(x, y) for x, y, _ in men]
    under = [centre is not None and blast.covers(r, centre, place, lies.reach, base) for place in places]
    if any(under):
        w.note("every model inside is hit, and makes a Saving Throw", "blast.all-save")
    if weapon == blast.ROCKET:
        _own_example(r, w, need, rolled, direction)
    who = ", ".join(str(number) for number, is_under in enumerate(under, start=1) if is_under) or "nobody"
    x, y = (centre.x, centre.y) if centre else (0, 0)
    told = Missed(lands, off, x, y, who)  # type: ignore[arg-type]
    pictures: list[Exhibit] = [_map(r, lies, centre, men, under, base)]
    return w.answer(told, headline=_headline(told, len(men)), exhibits=pictures)


def _comes_down(r: Reader, w: Working, weapon: str, need: int, rolled: int, direction: int) -> tuple[str, int]:
    """What becomes of the shot, and how far off it lands."""
    if rolled >= need:
        w.note(f"a {rolled} is a hit, and needs no direction", "blast.all-hit")
        return HIT, 0
    if rolled == r.int("blast.misfire"):
        w.note(f"a {rolled} does not go off", "blast.misfire")
        return DUD, 0
    kin = blast.family(r, weapon)
    w.subtract("the die rolled", Cited(rolled, r.cite("blast.difference")))
    w.times("cm for each point of difference", f"blast.{kin}-distance")
    off = blast.strays(r, f"blast.{kin}-distance", need, rolled)
    w.then("cm off in all", Cited(off, r.cite("blast.difference")))
    w.then(f"a direction die of {direction} sends it", blast.direction(r, kin, direction))
    w.note("as the firer sees it", "blast.left-right")
    return str(w.total), off


def _own_example(r: Reader, w: Working, need: int, rolled: int, direction: int) -> None:
    """Says so where the dice are those of the source's example, and where the two part."""
    shown = tuple(r.int("blast.miss-example", part) for part in ("needed", "rolled", "direction"))
    if shown == (need, rolled, direction):
        parts = (r.int("blast.miss-example", "difference"), r.int("blast.miss-example", "strays"))
        side = r.text("blast.miss-example", "goes")
        w.note(
            f"the source's own example: difference {parts[0]}, {parts[1]} cm, and it says {side}", "blast.miss-example"
        )


def _headline(told: Missed, men: int) -> str:
    if told.lands == DUD:
        return "Misfire: it does not go off"
    where = "On target" if told.lands == HIT else f"{told.off} cm {_towards(told.lands)}"
    return f"{where}; under the template: {told.under}" if men else where


def _towards(lands: str) -> str:
    return {"short": "short of the target", "over": "beyond the target"}.get(lands, f"to the {lands} of the target")


def _map(
    r: Reader,
    lies: blast.Template,
    centre: Point | None,
    men: tuple[tuple[Number, Number, str], ...],
    under: list[bool],
    base: Number,
) -> Tabletop:
    """The table from above, with the template where it lies."""
    figures = [
        Figure(x, y, f"{number}{' must save' if is_under else ''}", side)
        for number, ((x, y, side), is_under) in enumerate(zip(men, under, strict=True), start=1)
    ]
    if not any((x, y) == (0, 0) for x, y, _ in men):
        figures.append(Figure(0, 0, "target", "aim"))
    discs = [Disc(centre.x, centre.y, lies.reach)] if centre else []
    discs += blast.bases(r, (Point(x, y) for x, y, _ in men), base)
    lines = [Line([(0, 0), (centre.x, centre.y)], kind="path")] if centre and centre != blast.AIM else []
    caption = "Where the template lies, seen from above and fired from below"
    return Tabletop(caption, r.ruleset.unit, discs=discs, figures=figures, lines=lines)
