"""Grenades: where the grenade lands, which men its marker touches, and how many fall."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Disc, Spot, Tabletop
from drillbook.maths import Distribution, Number, Thrower, np, spoken, write_mean
from drillbook.maths.geometry import Point
from drillbook.rulesets.breaking_of_nations.artillery._guns import MACHINE_GUN
from drillbook.rulesets.breaking_of_nations.common.bases import keep_apart
from drillbook.rulesets.breaking_of_nations.common.inputs import FORMATIONS, armour_of, soldiers
from drillbook.rulesets.breaking_of_nations.common.scattering import shared_out, throw_shared
from drillbook.rulesets.breaking_of_nations.common.shooting import Man, check_target
from drillbook.rulesets.breaking_of_nations.common.template import covers, throw_under
from drillbook.rulesets.breaking_of_nations.weapons import _throwing as throwing
from drillbook.rulesets.breaking_of_nations.weapons._figures import ENEMY, FRIEND, Row, Target, marks, rows

MEN, PIECE = "men", "piece"
AT_MEN: dict[str, Any] = {"when": {"at": (MEN,)}, "why_not": "It is thrown at a piece."}
AT_PIECE: dict[str, Any] = {"when": {"at": (PIECE,)}, "why_not": "It is thrown at men."}
#: Where a figure may stand, in inches from the point aimed at, along the throw or across it.
SPOT = Length(-8, 8, default=0, step=Fraction(1, 10))


@dataclass(frozen=True, slots=True)
class Grenade:
    """The grenade: its chance to land where aimed, to touch, and the men who fall.

    touched is the chance that its marker touches the first figure or the piece, friend that it touches any friend. fallen
    is the mean number of enemies who fall, anyone the chance that one does. The same figures for friends are None if no
    friend is near. destroyed is for a piece, the figures on men are for men.
    """

    on_spot: Fraction
    touched: Fraction
    friend: Fraction | None
    needed: int
    fallen: Fraction | None
    anyone: Fraction | None
    friends_fallen: Fraction | None
    friend_falls: Fraction | None
    destroyed: Fraction | None


@question(
    "bon/grenade?thrower=regular&distance=6&target=regular&armour=minimal"
    "&figures=0,0,0.5,enemy,no;1,0.5,0.5,enemy,no;-1,0.5,0.5,enemy,no;0,-3,0.5,friend,no",
    "bon/grenade?thrower=veteran&distance=8&target=green&figures=0,1,0.5,enemy,yes&ruling.prone-scope=B",
    "bon/grenade?thrower=regular&distance=4&figures=2,0,0,enemy,no&ruling.grenade-location=B&agreed=7",
    "bon/grenade?thrower=regular&distance=6&figures=0,0,0.5,friend,no",
    "bon/grenade?thrower=veteran&distance=6&at=piece&emplacement=mg",
)
def grenade(
    r: Reader,
    *,
    thrower: Annotated[str, soldiers("Thrower")],
    at: Annotated[str, Choice({MEN: "Men", PIECE: "A piece"}, label="Thrown at")],
    distance: Annotated[
        Number, Length(0, 12, step=Fraction(1, 2), default=6, label="Distance", bands=("weapons.grenade-range",))
    ],
    target: Annotated[str, soldiers("The men are", **AT_MEN)],
    armour: Annotated[str, armour_of("Their armour", **AT_MEN)],
    formation: Annotated[str, Choice(FORMATIONS, label="Their formation", **AT_MEN)],
    charging: Annotated[bool, Flag(label="They charge", **AT_MEN)],
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
            **AT_MEN,
        ),
    ],
    emplacement: Annotated[str, Choice(table="artillery", default=MACHINE_GUN, label="Enemy piece", **AT_PIECE)],
    base: Annotated[Number, Length(0, 2, default=1, step=Fraction(1, 10), label="Its base radius", **AT_PIECE)],
) -> Breakdown[Grenade]:  # fmt: skip
    """Where does the grenade land, and who falls?"""
    if at == MEN:
        keep_apart(SPOT, figures)
    w = Working(r)
    if at == PIECE:
        return _at_piece(r, w, thrower, distance, agreed, emplacement, base)
    throw = throwing.ready(r, w, thrower, distance, _men(r, w, target, armour, formation, charging))
    places, on_spot = throwing.places_of(r, w, agreed)
    shielded = not r.holds("prone-scope", "aimed-only")
    under = {
        place: [place is not None and _touches(r, place, throw.radius, row, shielded) for row in figures]
        for place in places
    }
    each = [places.chance(lambda place, i=i: under[place][i]) for i in range(len(figures))]  # type: ignore[misc]
    sides = [Target(*row).side for row in figures]
    caught = places.map(lambda place: (_count(under[place], sides, ENEMY), _count(under[place], sides, FRIEND)))
    fall = partial(throwing.casualties, r, throw)
    both = caught.then(lambda there: shared_out(r, *there, fall))
    fallen, lost = both.map(lambda pair: pair[0]), both.map(lambda pair: pair[1])
    hostile, friendly = ENEMY in sides, FRIEND in sides
    hit = caught.map(lambda there: there[0])
    w.then("chance that the marker touches the first figure", each[0], "weapons.grenade-marker")
    w.then("enemies under the marker, on average", hit.mean, "weapons.grenade-second-roll", when=hostile)
    w.then("of whom fall", fallen.mean, "weapons.grenade-damage", when=hostile)
    w.then("friends who fall, on average", lost.mean, "weapons.grenade-damage", when=friendly)
    told = Grenade(
        on_spot,
        each[0],
        caught.chance(lambda there: there[1] > 0) if friendly else None,
        throw.needed,
        fallen.mean,
        1 - fallen[0],
        lost.mean if friendly else None,
        1 - lost[0] if friendly else None,
        None,
    )
    bars = [Bars("How many enemies fall", "Enemies", {"": fallen}, name="fallen")] if hostile else []
    bars += [Bars("How many friends fall", "Friends", {"": lost}, name="lost")] if friendly else []
    return w.answer(
        told,
        headline="; ".join(_words(told, hostile, friendly)),
        chance=told.anyone if hostile else told.friend_falls,
        distribution=fallen if hostile else lost,
        exhibits=[
            _map(r, throw.radius, places, figures, each),
            *bars,
            Bars("How many enemies lie under the marker", "Enemies", {"": hit}, name="caught"),
        ],
    )


def _words(told: Grenade, hostile: bool, friendly: bool) -> Iterator[str]:
    """Yield the parts of the headline: the enemies, the first figure and the friends."""
    whose = (
        (hostile, "Enemies", told.fallen, told.anyone),
        (friendly, "Friends", told.friends_fallen, told.friend_falls),
    )
    for place, (near, who, mean, one) in enumerate(whose):
        if near and mean is not None and one is not None:
            name = who if place == 0 or not hostile else who.lower()
            fall = f"{name} who fall: {write_mean(mean)} on average, one at least: {spoken(one)}"
            yield fall if one else f"{name} who fall: none"
    yield f"first figure touched: {spoken(told.touched)}"


def _at_piece(
    r: Reader, w: Working, thrower: str, distance: Number, agreed: int, emplacement: str, base: Number
) -> Breakdown[Grenade]:
    """Return the answer for a grenade at a piece: whether it is touched and destroyed.

    The function forbids the throw if the crew must fall before the piece.
    """
    crew_first = r.has("ruling.gun-or-crew", "crew-first") and r.holds("gun-or-crew", "crew-first")
    w.forbid("The crew must fall before the piece: throw it at men.", "artillery.crew-size", when=crew_first)
    throw = throwing.ready_at_piece(r, w, thrower, distance)
    places, on_spot = throwing.places_of(r, w, agreed)
    touched = places.chance(lambda place: place is not None and covers(r, place, Point(0, 0), throw.radius, base))
    w.then("chance that the marker touches the piece", touched, "weapons.grenade-marker")
    wounds = r.cell("artillery", emplacement, "wounds")
    w.then("its wounds", wounds)
    under = throwing.damage(r, throw, wounds.whole)
    done = w.then(
        "chance that it is destroyed", touched * under.chance(lambda state: state[1]), "weapons.grenade-damage"
    )
    name = r.name("artillery", emplacement).lower()
    harm = under.map(lambda state: state[0])
    taken = Distribution({True: touched, False: 1 - touched}).then(lambda hit: harm if hit else Distribution.sure(0))
    told = Grenade(on_spot, touched, None, throw.needed, None, None, None, None, done)
    return w.answer(
        told,
        headline=f"{name.capitalize()} destroyed: {spoken(done)}; touched: {spoken(touched)}",
        chance=done,
        distribution=taken,
        exhibits=[
            _map(r, throw.radius, places, ((0, 0, base, ENEMY, False),), [touched]),
            Bars(f"Wounds taken off the {name}, of {wounds.amount}", "Wounds", {"": taken}, name="piece"),
        ],
    )


def _men(r: Reader, w: Working, grade: str, armour: str, formation: str, charging: bool) -> Man:
    """Return one of the men that are thrown at.

    Raise Contradiction if they cannot be in this position or come in this way.
    """
    man = Man(grade, armour, formation=formation, charging=charging)
    check_target(r, w, man)
    return man


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
    """Return the table seen from above, with the thrower below."""
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
    """Throw the grenade, its marker and its dice and return how many enemies fall.

    Friends are counted if there is no enemy.
    """
    thrower, distance = inputs["thrower"], inputs["distance"]
    if inputs["at"] == PIECE:
        throw = throwing.ready_at_piece(r, Working(r), thrower, distance)
        x, y, lands = throwing.throw_place(r, dice, count, inputs["agreed"])
        touched = throw_under(r, np.hypot(x, y), float(throw.radius), float(inputs["base"])) & lands
        wounds = r.cell("artillery", inputs["emplacement"], "wounds").whole
        return [throwing.throw_damage(r, dice, throw, wounds) if hit else 0 for hit in touched.tolist()]
    given = (inputs[one] for one in ("target", "armour", "formation", "charging"))
    throw = throwing.ready(r, Working(r), thrower, distance, _men(r, Working(r), *given))
    x, y, lands = throwing.throw_place(r, dice, count, inputs["agreed"])
    shielded = not r.holds("prone-scope", "aimed-only")
    caught = {side: np.zeros(count, dtype=int) for side in (ENEMY, FRIEND)}
    for across, beyond, base, side, prone in inputs["figures"]:
        if not (prone and shielded):
            apart = np.hypot(x - float(across), y - float(beyond))
            caught[side] += throw_under(r, apart, float(throw.radius), float(base)) & lands
    fall = partial(throwing.throw_casualties, r, dice, throw)
    fallen, lost = throw_shared(r, dice, caught[ENEMY], caught[FRIEND], fall)
    return fallen if any(Target(*row).side == ENEMY for row in inputs["figures"]) else lost
