"""Grenades: where the grenade lands, whom its marker touches, and how many men fall."""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Annotated, Any

from drillbook.asking import Breakdown, Count, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Disc, Spot, Tabletop
from drillbook.maths import Distribution, Number, Thrower, np, spoken, write_mean
from drillbook.maths.geometry import Point
from drillbook.rulesets.breaking_of_nations.common.bases import keep_apart
from drillbook.rulesets.breaking_of_nations.common.inputs import armour_of, soldiers
from drillbook.rulesets.breaking_of_nations.common.shooting import Man
from drillbook.rulesets.breaking_of_nations.common.template import covers, throw_under
from drillbook.rulesets.breaking_of_nations.weapons import _throwing as throwing
from drillbook.rulesets.breaking_of_nations.weapons._figures import ENEMY, FRIEND, Row, Target, marks, rows

#: Where a figure may stand, in inches from the point aimed at, along the throw or across it.
SPOT = Length(-8, 8, default=0, step=Fraction(1, 10))


@dataclass(frozen=True, slots=True)
class Grenade:
    """A grenade: the chance that it lands where it was aimed, that its marker touches the first figure, and any friend.

    fallen: how many enemies fall on average; anyone: the chance that one does. friend is none where no friend is near.
    """

    on_spot: Fraction
    touched: Fraction
    friend: Fraction | None
    needed: int
    fallen: Fraction
    anyone: Fraction


@question(
    "bon/grenade?thrower=regular&distance=6&target=regular&armour=minimal"
    "&figures=0,0,0.5,enemy,no;1,0.5,0.5,enemy,no;-1,0.5,0.5,enemy,no;0,-3,0.5,friend,no",
    "bon/grenade?thrower=veteran&distance=8&target=green&figures=0,1,0.5,enemy,yes&ruling.prone-scope=B",
    "bon/grenade?thrower=regular&distance=4&figures=2,0,0,enemy,no&ruling.grenade-location=B&agreed=7",
)
def grenade(
    r: Reader,
    *,
    thrower: Annotated[str, soldiers("Thrower")],
    distance: Annotated[
        Number, Length(0, 12, step=Fraction(1, 2), default=6, label="Distance", bands=("weapons.grenade-range",))
    ],
    target: Annotated[str, soldiers("The men are")],
    armour: Annotated[str, armour_of("Their armour")],
    agreed: Annotated[int, Count(2, 12, default=5, label="Agreed number", help="For a place, where it is hit like a target.")],
    figures: Annotated[
        tuple[Row, ...],
        rows(
            SPOT, "Ahead", 0,
            (
                (0, 0, Fraction(1, 2), ENEMY, False), (1, Fraction(1, 2), Fraction(1, 2), ENEMY, False),
                (-1, Fraction(1, 2), Fraction(1, 2), ENEMY, False), (0, -3, Fraction(1, 2), FRIEND, False),
            ),
            help="Measured from the point aimed at, along the throw and across it.",
        ),
    ],
) -> Breakdown[Grenade]:  # fmt: skip
    """Where does the grenade land, and who falls?"""
    keep_apart(SPOT, figures)
    w = Working(r)
    throw = throwing.ready(r, w, thrower, distance, Man(target, armour))
    places, on_spot = throwing.places_of(r, w, agreed)
    shielded = not r.holds("prone-scope", "aimed-only")
    under = {
        place: [place is not None and _touches(r, place, throw.radius, row, shielded) for row in figures]
        for place in places
    }
    each = [places.chance(lambda place, i=i: under[place][i]) for i in range(len(figures))]  # type: ignore[misc]
    sides = [Target(*row).side for row in figures]
    friend = places.chance(lambda place: _count(under[place], sides, FRIEND) > 0) if FRIEND in sides else None
    caught = places.map(lambda place: _count(under[place], sides, ENEMY))
    fallen = caught.then(partial(throwing.casualties, r, throw))
    w.then("chance that the marker touches the first figure", each[0], "weapons.grenade-marker")
    w.then("enemies under the marker, on average", caught.mean, "weapons.grenade-second-roll")
    w.then("of whom fall", fallen.mean, "weapons.grenade-damage")
    friends = "" if friend is None else f"; a friend is touched: {spoken(friend)}"
    return w.answer(
        Grenade(on_spot, each[0], friend, throw.needed, fallen.mean, 1 - fallen[0]),
        headline=(
            f"Enemies who fall: {write_mean(fallen.mean)} on average, one at least: {spoken(1 - fallen[0])}; "
            f"first figure touched: {spoken(each[0])}{friends}"
        ),
        chance=1 - fallen[0],
        distribution=fallen,
        exhibits=[
            _map(r, throw.radius, places, figures, each),
            Bars("How many enemies fall", "Enemies", {"": fallen}, name="fallen"),
            Bars("How many enemies lie under the marker", "Enemies", {"": caught}, name="caught"),
        ],
    )


def _touches(r: Reader, place: Point, radius: Number, row: Row, shielded: bool) -> bool:
    """Whether the marker touches a figure; shielded: whether lying prone saves it."""
    x, y, base, _, prone = row
    return not (prone and shielded) and covers(r, place, Point(x, y), radius, base)


def _count(under: list[bool], sides: list[str], side: str) -> int:
    """How many figures of one side are under the marker."""
    return sum(is_under for is_under, of in zip(under, sides, strict=True) if of == side)


def _map(
    r: Reader, radius: Number, places: Distribution[throwing.Place], figures: tuple[Row, ...], each: list[Fraction]
) -> Tabletop:
    """The table seen from above, the thrower below."""
    spots = [Spot(place.x, place.y, chance) for place, chance in places.items() if place is not None]
    return Tabletop(
        "Where the grenade may land, seen from above and thrown from below, with its marker on the point aimed at",
        r.ruleset.unit,
        discs=[Disc(0, 0, radius, "marker")],
        spots=spots,
        figures=marks(figures, each),
    )


@simulation
def throw_grenade(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the grenade, lay its marker, roll its dice and count the enemies who fall."""
    man = Man(inputs["target"], inputs["armour"])
    throw = throwing.ready(r, Working(r), inputs["thrower"], inputs["distance"], man)
    x, y, lands = throwing.throw_place(r, dice, count, inputs["agreed"])
    shielded = not r.holds("prone-scope", "aimed-only")
    caught = np.zeros(count, dtype=int)
    for across, beyond, base, side, prone in inputs["figures"]:
        if side == ENEMY and not (prone and shielded):
            apart = np.hypot(x - float(across), y - float(beyond))
            caught += throw_under(r, apart, float(throw.radius), float(base)) & lands
    return throwing.throw_casualties(r, dice, throw, caught)
