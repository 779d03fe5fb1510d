"""Blast: shooting through smoke, on which the document is silent; section 8.9."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.exact import write_number
from drillbook.exhibits import Bars, Disc, Exhibit, Figure, Line, Tabletop
from drillbook.geometry import Point, within
from drillbook.kinds import Choice, Length
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news import _blast as blast
from drillbook.rulesets.breaking_news._reach import called
from drillbook.rulesets.breaking_news._shot import Shot, shot_line

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Number = int | Fraction
ARMS = ("ar-single", "ar-burst", "sniper", "smg", "lmg", "mmg", "hmg", "rpg")


@dataclass(frozen=True, slots=True)
class ThroughSmoke:
    """Whether the cloud is in the way, and the shot that is left: number needed, dice, and the chance of at least one hit."""

    in_the_way: bool
    needed: int
    dice: int
    hit: Fraction


@question(
    "breaking_news",
    "through-smoke",
    examples=[
        "bn/through-smoke?weapon=ar-single&distance=20&troops=r3&aside=0&along=10",
        "bn/through-smoke?weapon=lmg&distance=40&troops=r4&aside=6&along=20",
        "bn/through-smoke?weapon=sniper&distance=50&troops=r1&aside=-5&along=50",
    ],
)
def through_smoke(
    r: Reader,
    /,
    *,
    weapon: Annotated[str, Choice(table="weapons", only=ARMS, default="ar-single", label="Weapon")],
    distance: Annotated[Number, Length(1, 50, default=20, label="Distance to the target")],
    troops: Annotated[str, Choice(table="classes", default="r3", label="Firer")],
    along: Annotated[Number, Length(-20, 70, default=10, label="Cloud's centre, along the line of fire")],
    aside: Annotated[
        Number, Length(-20, 20, default=0, step=Fraction(1, 2), label="Cloud's centre, beside the line", help="Minus is left of it.")
    ],
) -> Breakdown[ThroughSmoke] | Refusal:  # fmt: skip
    """Is this smoke in the way of the shot, and what is the shot then worth?"""
    w = Working(r)
    width = r.cell("areas", "smoke", "width")
    w.then("width of the cloud in cm", width)
    reach = blast.half(r, width.amount)  # type: ignore[arg-type]
    w.then("it reaches so far from its centre", Cited(reach, r.cite("blast.area-table")))
    crosses = _crosses(distance, along, aside, reach)
    w.note(_lies(distance, along, aside), "blast.smoke-hit")
    effect = r.reading("smoke-effect")
    top = _map(r, distance, along, aside, reach, crosses, blind=effect == "A")
    if crosses and effect == "A":
        return w.refuse("No shot: the line of sight runs through smoke.", "blast.smoke-hit", exhibits=[top])
    words = "the cloud is in the way, and counts as cover" if crosses else "the cloud is not in the way"
    w.note(words, "blast.smoke-hit")
    shot = shot_line(r, w, weapon=weapon, distance=distance, troops=troops, cover=crosses)
    if isinstance(shot, Refusal):
        return shot
    told = ThroughSmoke(crosses, shot.needed, shot.dice, shot.at_least_one)
    headline = f"{'Through the smoke' if crosses else 'Past the smoke'} the shot {called(shot)}"
    pictures: list[Exhibit] = [top, Bars("How many hits the shot scores", "Hits", {"": shot.hits}, name="hits")]
    return w.answer(told, headline=headline, chance=told.hit, distribution=shot.hits, exhibits=pictures)


@simulation("breaking_news", "through-smoke")
def throw_through_smoke(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The dice of the shot thrown and the hits counted."""
    reach = blast.half(r, r.cell("areas", "smoke", "width").amount)  # type: ignore[arg-type]
    crosses = _crosses(inputs["distance"], inputs["along"], inputs["aside"], reach)
    names = ("weapon", "distance", "troops")
    shot = shot_line(r, Working(r), **{name: inputs[name] for name in names}, cover=crosses)
    assert isinstance(shot, Shot)
    return (dice.roll_each(r.text("shooting.roll"), count, shot.dice) >= shot.needed).sum(axis=1)


def _crosses(distance: Number, along: Number, aside: Number, reach: Number) -> bool:
    """Whether the cloud touches the line from the firer to the target, either of whom may stand in it."""
    nearest = max(0, min(along, distance))
    return within(Point(aside, along), Point(0, nearest), reach)


def _lies(distance: Number, along: Number, aside: Number) -> str:
    """Where the cloud's centre lies beside the line of fire, in words."""
    beside = f"{write_number(max(aside, -aside))} cm beside the line" if aside else "on the line"
    if along < 0:
        return f"its centre lies {beside}, {write_number(-along)} cm behind the firer"
    if along > distance:
        return f"its centre lies {beside}, {write_number(along - distance)} cm beyond the target"
    return f"its centre lies {beside} of fire"


def _map(
    r: Reader, distance: Number, along: Number, aside: Number, reach: Number, crosses: bool, *, blind: bool
) -> Tabletop:
    """The line of fire and the cloud, from above."""
    kind = "blocked" if crosses and blind else "sight"
    return Tabletop(
        caption=f"The line of fire and the cloud, which reaches {write_number(reach)} cm from its centre",
        unit=r.ruleset.unit,
        discs=[Disc(aside, along, reach, "smoke", kind="zone")],
        figures=[Figure(0, 0, "firer", "own"), Figure(0, distance, "target", "enemy")],
        lines=[Line([(0, 0), (0, distance)], kind=kind)],
    )
