"""Blast: shooting through smoke, on which the document is silent; section 8.9."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Disc, Figure, Line, Tabletop
from drillbook.asking.exhibits.gestures import Grip, ahead
from drillbook.maths import Number, Thrower, write_number
from drillbook.maths.geometry import Point, within
from drillbook.rulesets.breaking_news.common import blast
from drillbook.rulesets.breaking_news.common.firing import EVERY_ARM
from drillbook.rulesets.breaking_news.common.reach import called
from drillbook.rulesets.breaking_news.common.shot import shot_line

#: Weapons that a man on foot aims at a man farther off than 10 cm.
SMOKED = {
    key: EVERY_ARM[key]
    for key in ("ar-single", "ar-burst", "sniper", "smg", "lmg", "mmg", "hmg", "rpg", "grenade-launcher")
}


@dataclass(frozen=True, slots=True)
class ThroughSmoke:
    """The answer on a shot past smoke: whether the cloud is in the way, and the shot's worth.

    needed is the number needed, dice the number of dice, and hit the chance of at least one hit.
    """

    in_the_way: bool
    needed: int
    dice: int
    hit: Fraction


@dataclass(frozen=True, slots=True)
class Cloud:
    """A cloud beside a line of fire, in cm.

    along and aside give its centre along the line and beside it, distance is how far away the target is, and reach how
    far the cloud extends from its centre.
    """

    along: Number
    aside: Number
    distance: Number
    reach: Number

    @property
    def crosses(self) -> bool:
        """Whether the cloud touches the line from firer to target; either of them may be in it."""
        return within(Point(self.aside, self.along), Point(0, max(0, min(self.along, self.distance))), self.reach)

    def where(self) -> str:
        """Where its centre lies beside the line of fire, in words."""
        beside = f"{write_number(max(self.aside, -self.aside))} cm beside the line" if self.aside else "on the line"
        if 0 <= self.along <= self.distance:
            return f"its centre lies {beside} of fire"
        beyond = f"{write_number(self.along - self.distance)} cm beyond the target"
        return f"its centre lies {beside}, {f'{write_number(-self.along)} cm behind the firer' if self.along < 0 else beyond}"


@question(
    "bn/through-smoke?weapon=ar-single&distance=20&troops=r3&aside=0&along=10",
    "bn/through-smoke?weapon=lmg&distance=40&troops=r4&aside=6&along=20",
    "bn/through-smoke?weapon=sniper&distance=50&troops=r1&aside=-5&along=50",
)
def through_smoke(
    r: Reader,
    *,
    weapon: Annotated[str, Choice(SMOKED, default="ar-single", label="Weapon")],
    distance: Annotated[Number, Length(1, 50, default=20, label="Distance to the target")],
    troops: Annotated[str, Choice(table="classes", default="r3", label="Firer")],
    along: Annotated[Number, Length(-20, 70, default=10, label="Cloud's centre, along the line of fire")],
    aside: Annotated[
        Number, Length(-20, 20, default=6, step=Fraction(1, 2), label="Cloud's centre, beside the line", help="Minus is left of it.")
    ],
) -> Breakdown[ThroughSmoke]:  # fmt: skip
    """Is this smoke in the way of the shot, and what is the shot then worth?"""
    w = Working(r)
    cloud = Cloud(along, aside, distance, blast.half(r, r.cell("areas", "smoke", "width").number))
    w.then("width of the cloud in cm", r.cell("areas", "smoke", "width"))
    w.then("it reaches so far from its centre", cloud.reach, "blast.area-table")
    w.note(cloud.where(), "blast.smoke-hit")
    blind = cloud.crosses and r.holds("smoke-effect", "blocks-sight")
    top = _map(r, cloud, "blocked" if blind else "sight")
    if blind:
        w.refuse("No shot: the line of sight runs through smoke.", "blast.smoke-hit", exhibits=[top])
    words = "in the way, and counts as cover" if cloud.crosses else "not in the way"
    w.note(f"the cloud is {words}", "blast.smoke-hit")
    shot = shot_line(r, w, weapon=weapon, distance=distance, troops=troops, cover=cloud.crosses)
    return w.answer(
        ThroughSmoke(cloud.crosses, shot.needed, shot.dice, shot.at_least_one),
        headline=f"{'Through' if cloud.crosses else 'Past'} the smoke the shot {called(shot)}",
        chance=shot.at_least_one,
        distribution=shot.hits,
        exhibits=[top, Bars("How many hits the shot scores", "Hits", {"": shot.hits}, name="hits")],
    )


@simulation
def throw_through_smoke(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the dice of the shot and return the hits."""
    reach = blast.half(r, r.cell("areas", "smoke", "width").number)
    cloud = Cloud(inputs["along"], inputs["aside"], inputs["distance"], reach)
    aim = {name: inputs[name] for name in ("weapon", "distance", "troops")}
    return shot_line(r, Working(r), **aim, cover=cloud.crosses).thrown(r, dice, count)


def _map(r: Reader, cloud: Cloud, line: str) -> Tabletop:
    """Return the table-top with the line of fire and the cloud."""
    return Tabletop(
        f"The line of fire and the cloud, which reaches {write_number(cloud.reach)} cm from its centre",
        r.ruleset.unit,
        discs=[Disc(cloud.aside, cloud.along, cloud.reach, "smoke", "zone", Grip({"aside": (1, 0), "along": (0, 1)}))],
        figures=[Figure(0, 0, "firer", "own"), Figure(0, cloud.distance, "target", "enemy", grip=ahead("distance"))],
        lines=[Line([(0, 0), (0, cloud.distance)], kind=line)],
    )
