"""Templates and where they come down: how far a burst reaches, whom it covers, and where a shot goes that has missed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, NamedTuple

from drillbook.dice import Distribution
from drillbook.exact import Number
from drillbook.exhibits import Disc
from drillbook.geometry import Point, within
from drillbook.kinds import Length
from drillbook.reader import Cited

if TYPE_CHECKING:
    from drillbook.reader import Reader, Working

GRENADE, LAUNCHER, ROCKET, MISSILE, TANK = "grenade", "grenade-launcher", "rpg", "heavy-at", "tank"
LIGHT, HEAVY = "light-mortar", "heavy-mortar"
#: Weapons with a burst area that scatter by the tables of 8.0.2.
SCATTERING = {
    GRENADE: "Hand grenade",
    LAUNCHER: "Grenade launcher",
    ROCKET: "RPG or other rocket launcher",
    MISSILE: "Heavy anti-tank missile (Milan)",
    TANK: "Tank gun",
}
BURSTING = {**SCATTERING, LIGHT: "Light mortar", HEAVY: "Heavy mortar"}
SPOKEN = {GRENADE: "hand grenade", ROCKET: "RPG", MISSILE: "missile", TANK: "tank gun"}

ENEMY, FRIEND = "enemy", "friend"
SIDES = {ENEMY: "Enemy", FRIEND: "Friend"}

Base = Annotated[
    Number,
    Length(
        0,
        6,
        default=Fraction(5, 2),
        step=Fraction(1, 2),
        label="Width of a base",
        help="Drawn to scale; it decides who is touched only where the ruling model-point is read that way.",
    ),
]

AIM = Point(0, 0)
#: The four directions as the firer sees them, along the line of fire and across it.
TOWARDS = {"short": Point(0, -1), "over": Point(0, 1), "left": Point(-1, 0), "right": Point(1, 0)}


@dataclass(frozen=True, slots=True)
class Template:
    """A template: its width with the rule that gives it, and how far it reaches from its centre."""

    width: Cited
    reach: Number
    as_distance: bool


class Man(NamedTuple):
    """A man on the table, measured from the target, along the line of fire and across it."""

    x: Number
    y: Number
    troops: str
    cover: bool
    side: str = ENEMY

    @property
    def place(self) -> Point:
        """Where he stands."""
        return Point(self.x, self.y)


def name_of(weapon: str) -> str:
    """What a weapon is called inside a sentence."""
    return SPOKEN.get(weapon, BURSTING[weapon].lower())


def title_of(weapon: str) -> str:
    """What a weapon is called in a picture, in short."""
    name = name_of(weapon)
    return name[:1].upper() + name[1:]


def template(r: Reader, weapon: str) -> Template:
    """The template of a weapon, by the rulings on its size."""
    row = _row(r, weapon)
    width = r.cell("areas", row, "width")
    assert not isinstance(width.amount, str)
    as_distance = row in ("small", "large") and r.reading("burst-area") == "B"
    return Template(width, width.amount if as_distance else half(r, width.amount), as_distance)


def half(r: Reader, width: Number) -> Number:
    """How far something round reaches from its centre."""
    return r.formula("blast.area-table")(W=width)


def _row(r: Reader, weapon: str) -> str:
    """The line of the table of templates that a weapon uses."""
    if weapon == LIGHT:
        return LIGHT if r.reading("light-mortar-template") == "A" else "small"
    if weapon == HEAVY:
        return "support" if as_artillery(r) else "large"
    if weapon == MISSILE:
        return "small" if r.reading("heavy-at-area") == "A" else "large"
    return "large" if weapon == TANK else "small"


def as_artillery(r: Reader) -> bool:
    """Whether heavy mortars are played as artillery, with its card and its saves."""
    return r.reading("heavy-mortar") == "A"


def explain_template(r: Reader, w: Working, weapon: str) -> Template:
    """The same with its steps."""
    found = template(r, weapon)
    if weapon == HEAVY:
        words = "fires as artillery, with its card" if as_artillery(r) else "fires by the firing table"
        w.note(f"a heavy mortar {words}", "blast.heavy-mortar")
    w.then(f"width of the {name_of(weapon)}'s template in cm", found.width)
    if found.as_distance:
        w.note("read as a distance: so far to every side of the centre", found.width.rule)
    else:
        w.then("it reaches so far from its centre", Cited(found.reach, r.cite("blast.area-table")))
    return found


def covers(r: Reader, centre: Point, man: Point, reach: Number, base: Number) -> bool:
    """Whether a template with that centre has a man under it: the middle of his base, or any part of it, by the ruling."""
    return within(centre, man, touch(r, reach, base))


def touch(r: Reader, reach: Number, base: Number) -> Number:
    """How far from the template's centre the middle of a man's base may be for him to count as under it."""
    return reach if r.reading("model-point") == "A" else reach + half(r, base)


def explain_touch(r: Reader, w: Working, base: Number, rule: str) -> None:
    """The step that says what of a man is measured."""
    if r.reading("model-point") == "A":
        w.note("a man is where the middle of his base is; on the rim is inside", rule)
    else:
        more = half(r, base)
        w.add("any part of his base is enough", Cited(more, r.cite("blast.area-table")))


def family(r: Reader, weapon: str) -> str:
    """The scatter table a weapon uses."""
    if weapon == TANK:
        return "tank"
    if weapon in (ROCKET, MISSILE):
        return "rocket"
    if weapon == LAUNCHER and r.reading("grenade-launcher-scatter") == "B":
        return "rocket"
    return "grenade"


def direction(r: Reader, kin: str, face: int) -> Cited:
    """Where the direction die sends a miss, with the table that says so (or the example, by the ruling)."""
    example = r.int("blast.miss-example", "direction")
    if kin == "rocket" and face == example and r.reading("scatter-example") == "B":
        return r.cited("blast.miss-example", "goes")
    return r.cell("scatter", kin, f"face-{face}")


def directions(r: Reader, kin: str) -> Distribution[str]:
    """The chances of the four directions."""
    return r.dice(f"blast.{kin}-direction", "die").map(lambda face: str(direction(r, kin, face).amount))


def strays(r: Reader, step: str, needed: int, face: int) -> int:
    """How far off a miss lands, for the rule that gives the centimetres for a point."""
    far = r.formula("blast.difference")(S=r.int(step), N=needed, R=face)
    assert isinstance(far, int)
    return far


def explain_falls(r: Reader, w: Working, step: str, needed: int, faces: Iterable[int]) -> None:
    """The steps from each face that misses to how far off it falls, the nearest first."""
    w.then("cm off for each point of difference", r.cited(step))
    for face in sorted(faces, reverse=True):
        far = Cited(strays(r, step, needed, face), r.cite("blast.difference"))
        w.then(f"cm off on a {face}, which is {needed - face} short of {needed}", far)


def moved_to(side: str, far: Number) -> Point:
    """The place so far from the target in one of the four directions."""
    return AIM.moved(TOWARDS[side], far)


def landing(r: Reader, weapon: str, needed: int, scatters: bool) -> Distribution[Point | None]:
    """Where the centre of the template comes to lie; None where nothing goes off."""
    kin = family(r, weapon)
    where = directions(r, kin) if scatters else None
    dud = r.int("blast.misfire")

    def thrown(face: int) -> Distribution[Point | None]:
        if face >= needed:
            return Distribution.sure(AIM)
        if where is None or face == dud:
            return Distribution.sure(None)
        far = strays(r, f"blast.{kin}-distance", needed, face)
        return where.map(lambda side: moved_to(side, far))

    return r.dice("shooting.roll").then(thrown)


def count(under: Iterable[bool], men: Iterable[Man], side: str) -> int:
    """How many men of one side are under the template."""
    return sum(is_under for is_under, man in zip(under, men, strict=True) if man.side == side)


def bases(r: Reader, places: Iterable[Point], base: Number) -> list[Disc]:
    """The outlines of the men's bases, to scale; the men themselves are drawn as points in their middle."""
    return [Disc(place.x, place.y, half(r, base), kind="range") for place in places] if base else []


def several(chances: Iterable[Fraction]) -> Distribution[int]:
    """How many of several independent things happen, each with a chance of its own."""
    total: Distribution[int] = Distribution.sure(0)
    for chance in chances:
        total = total + Distribution({1: chance, 0: 1 - chance})
    return total
