"""Templates and where they land: how far a burst reaches, its targets, and missed shots."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from drillbook.asking import Cited, Length, Reader, Working
from drillbook.asking.exhibits import Disc, Figure
from drillbook.errors import Contradiction
from drillbook.maths import Distribution, Number, Thrower, binomial, np, total, write_number
from drillbook.maths.geometry import Point, within
from drillbook.rulesets.breaking_news.common import casualties, saving
from drillbook.rulesets.breaking_news.common.vehicle_save import STRIKE, VEHICLES, VehicleSave, from_above, vehicle_save

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
FLAMES = "flamethrower"
BURSTING = {**SCATTERING, LIGHT: "Light mortar", HEAVY: "Heavy mortar", FLAMES: "Flamethrower"}
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
        help="From edge to edge, twice its radius. It decides who is touched only where the ruling model-point says so.",
    ),
]

AIM = Point(0, 0)
#: The four directions as the firer sees them, along the line of fire and across it.
TOWARDS = {"short": Point(0, -1), "over": Point(0, 1), "left": Point(-1, 0), "right": Point(1, 0)}


@dataclass(frozen=True, slots=True)
class Template:
    """A weapon's template: its width with the rule for it, and its reach from the centre.

    limit is how far from the centre the middle of a man's base may be for him to count as under it.
    """

    weapon: str
    width: Cited
    reach: Number
    limit: Number

    def covers(self, centre: Point | None, man: Point) -> bool:
        """Whether it has a man under it when its centre lies there; None: nothing has gone off."""
        return centre is not None and within(centre, man, self.limit)


class Man(NamedTuple):
    """A man on the table, measured from the target, along the line of fire and across it."""

    x: Number
    y: Number
    troops: str
    cover: bool
    side: str = ENEMY

    @property
    def place(self) -> Point:
        """The man's position on the table."""
        return Point(self.x, self.y)

    @property
    def friend(self) -> bool:
        """Whether he is of the firer's side."""
        return self.side == FRIEND

    @property
    def vehicle(self) -> bool:
        """Whether it is a vehicle."""
        return self.troops in VEHICLES


@dataclass(frozen=True, slots=True)
class Scatter:
    """How a weapon's misses scatter: the table, the distance per point, and the directions.

    table and step are rules: step gives the centimetres for a point of difference. ways gives the direction for each
    face of the direction die, and dud is the face that does not go off.
    """

    table: str
    step: str
    ways: dict[int, Cited]
    dud: int

    @property
    def sides(self) -> Distribution[str]:
        """The chances of the directions."""
        return Distribution.weighted((str(way.amount), 1) for way in self.ways.values())

    def throw(self, r: Reader, dice: Thrower, count: int) -> Any:
        """Throws the direction die: the side of each throw."""
        thrown = dice.roll(r.text(self.table, "die"), count)
        return np.array([str(self.ways[int(face)].amount) for face in thrown])


def name_of(weapon: str) -> str:
    """Return the name of a weapon inside a sentence."""
    return SPOKEN.get(weapon, BURSTING[weapon].lower())


def title_of(weapon: str) -> str:
    """Return the short name of a weapon in a picture."""
    name = name_of(weapon)
    return name[:1].upper() + name[1:]


def template(r: Reader, weapon: str, base: Number) -> Template:
    """Return the template of a weapon.

    Rulings decide its size and what part of a man counts.
    """
    row = _row(r, weapon)
    width = r.cell("areas", row, "width")
    whole = row in ("small", "large") and r.holds("burst-area", "from-centre")
    reach = width.number if whole else half(r, width.number)
    return Template(weapon, width, reach, touch(r, reach, base))


def tell_template(w: Working, lies: Template, base: Number, rule: str) -> None:
    """Add the steps from a weapon to how far its template reaches.

    rule states who is struck by the template.
    """
    if lies.weapon == HEAVY:
        words = "fires as artillery, with its card" if as_artillery(w.reader) else "fires by the firing table"
        w.note(f"a heavy mortar {words}", "blast.heavy-mortar")
    w.then(f"width of the {name_of(lies.weapon)}'s template in cm", lies.width)
    if lies.reach == lies.width.amount:
        w.note("read as a distance: so far to every side of the centre", lies.width.rule)
    else:
        w.then("it reaches so far from its centre", lies.reach, "blast.area-table")
    explain_touch(w.reader, w, base, rule)


def tell_man(w: Working, number: int, man: Man, how: casualties.Save) -> None:
    """Tell how a man under a template saves, and why a friend has the bonus.

    number is his place in the form, from 1. how is his save.
    """
    if man.vehicle:
        name = f"vehicle {number}, {VEHICLES[man.troops].lower()}"
        words = "takes no harm" if how.chance == 1 else f"saves on {how.needed}+" if how.faces else "nothing saves it"
        w.then(f"{name}: {words}", how.chance, how.on.figure.rule)
        return
    who = casualties.name_of(w.reader, man.troops)
    own = man.friend and how.bonus
    w.note(f"man {number} is under fire of his own side", "casualties.bonus-friendly", when=own)
    w.then(f"man {number}, {who}: saves on {how.needed}+", how.chance, "casualties.save-value")


def armour_save(r: Reader, vehicle: str, weapon: str) -> VehicleSave:
    """Return the save of a vehicle under a weapon's template, struck from above.

    vehicle: a key of VEHICLES. weapon: a key of BURSTING, or STRIKE for the card. Under artillery it saves as under a strike; a light
    mortar's bomb, which has no column of its own, counts as a grenade, and a heavy mortar's as a tank gun's shell where it is no artillery.
    """
    if weapon == HEAVY:
        weapon = STRIKE if as_artillery(r) else TANK
    return vehicle_save(r, from_above(r, vehicle), GRENADE if weapon == LIGHT else weapon)


def people(rows: Iterable[tuple[Number, Number, str, bool, str]]) -> list[Man]:
    """Return the men and vehicles of a form; Contradiction for a vehicle behind protection."""
    found = [Man(*row) for row in rows]
    if any(one.vehicle and one.cover for one in found):
        plain = tuple(tuple(one._replace(cover=False) if one.vehicle else one) for one in found)
        raise Contradiction("A vehicle's save knows no protection.", men=plain)
    return found


def save_under(r: Reader, weapon: str, man: Man) -> casualties.Save:
    """Return the save of a man or a vehicle under a weapon's template.

    Under artillery this is the save for bombardment; otherwise it is his own.
    """
    if man.vehicle:
        return armour_save(r, man.troops, weapon).as_save
    cause = saving.BOMBARDMENT if weapon == HEAVY and as_artillery(r) else saving.SHOT
    return saving.save_on(r, saving.terms(r, man.troops, cause, protected=man.cover, own_side=man.friend))


def half(r: Reader, width: Number) -> Number:
    """How far something round reaches from its centre."""
    return r.formula("blast.area-table")(W=width)


def _row(r: Reader, weapon: str) -> str:
    """Return the row of the table of templates that a weapon uses."""
    if weapon == LIGHT:
        return LIGHT if r.holds("light-mortar-template", "wide-template") else "small"
    if weapon == HEAVY:
        return "support" if as_artillery(r) else "large"
    if weapon == MISSILE:
        return "small" if r.holds("heavy-at-area", "like-rockets") else "large"
    return "large" if weapon == TANK else "small"


def as_artillery(r: Reader) -> bool:
    """Whether heavy mortars are played as artillery, with its card and its saves."""
    return r.holds("heavy-mortar", "as-artillery")


def covers(r: Reader, centre: Point, man: Point, reach: Number, base: Number) -> bool:
    """Return whether a template with that centre covers a man.

    The ruling decides if the middle of his base has to be under it, or any part of it.
    """
    return within(centre, man, touch(r, reach, base))


def touch(r: Reader, reach: Number, base: Number) -> Number:
    """Return how far from the template's centre the middle of a base may be to be under it."""
    return reach if r.holds("model-point", "middle-of-base") else reach + half(r, base)


def between(r: Reader, reach: Number, base: Number) -> Number:
    """Return how far apart the middles of two figures may be for one to be within reach.

    The ruling model-point decides from where the distance counts. reach and base (the width of either base) are in cm.
    """
    return touch(r, touch(r, reach, base), base)


def explain_between(r: Reader, w: Working, base: Number, rule: str) -> None:
    """Add a note on what the distance between two figures is measured from.

    There is no note if the distance is measured from the middle of their bases.
    """
    if base and r.holds("model-point", "any-part"):
        w.note(f"measured from the edge of a base, which is {write_number(base)} cm wide", rule)


def explain_touch(r: Reader, w: Working, base: Number, rule: str) -> None:
    """Add the step that states what part of a man is measured."""
    if r.holds("model-point", "middle-of-base"):
        w.note("a man is where the middle of his base is; on the rim is inside", rule)
    else:
        w.add("any part of his base is enough", half(r, base), "blast.area-table")


def under(x: Any, y: Any, man: Point, limit: Number) -> Any:
    """For each thrown place, whether a template whose centre lies there has the man under it."""
    apart = np.hypot(x - float(man.x), y - float(man.y))
    return (apart < float(limit)) | np.isclose(apart, float(limit))


def scatter(r: Reader, weapon: str) -> Scatter:
    """How a weapon's misses go astray, by the rulings on launchers and on the source's example."""
    if weapon == TANK:
        kin = "tank"
    elif weapon in (ROCKET, MISSILE) or (weapon == LAUNCHER and r.holds("grenade-launcher-scatter", "like-rockets")):
        kin = "rocket"
    else:
        kin = "grenade"
    table = r.cite(f"blast.{kin}-direction")
    ways = {face: _way(r, kin, face) for face in r.dice(table, "die")}
    return Scatter(table, f"blast.{kin}-distance", ways, r.int("blast.misfire"))


def _way(r: Reader, kin: str, face: int) -> Cited:
    """Return where the direction die sends a miss, with the table that states it.

    By the ruling, the source's example replaces the table for its face.
    """
    example = r.int("blast.miss-example", "direction")
    if kin == "rocket" and face == example and r.holds("scatter-example", "example-holds"):
        return r.cited("blast.miss-example", "goes")
    return r.cell("scatter", kin, f"face-{face}")


def strays(r: Reader, step: str, needed: int, face: int) -> int:
    """Return how far off a throw lands, in cm; 0 for a hit.

    step is the rule that gives the centimetres for a point of difference.
    """
    return int(r.formula("blast.difference")(S=r.int(step), N=needed, R=min(face, needed)))


def tell_falls(w: Working, step: str, needed: int, faces: Iterable[int]) -> None:
    """Add the steps from each face that misses to how far off it falls, the nearest first."""
    w.then("cm off for each point of difference", step)
    for face in sorted(faces, reverse=True):
        far = strays(w.reader, step, needed, face)
        w.then(f"cm off on a {face}, which is {needed - face} short of {needed}", far, "blast.difference")


def moved_to(side: str, far: Number) -> Point:
    """Return the point `far` cm from the target in one of the four directions."""
    return AIM.moved(TOWARDS[side], far)


def landing(r: Reader, weapon: str, needed: int, scatters: bool) -> Distribution[Point | None]:
    """Where the centre of the template comes to lie; None where nothing goes off."""
    way = scatter(r, weapon) if scatters else None

    def thrown(face: int) -> Distribution[Point | None]:
        if face >= needed:
            return Distribution.sure(AIM)
        if way is None or face == way.dud:
            return Distribution.sure(None)
        far = strays(r, way.step, needed, face)
        return way.sides.map(lambda side: moved_to(side, far))

    return r.dice("shooting.roll").then(thrown)


def tell_scatter(w: Working, way: Scatter, needed: int, seen_by: str) -> None:
    """Add the steps from a miss to its place, by the scatter table.

    seen_by names the person from whose view left and right count.
    """
    die = w.reader.dice("shooting.roll")
    missing = [face for face in die if face < needed]
    w.then(f"chance of a {way.dud}, which does not go off", die[way.dud] if missing else Fraction(0), "blast.misfire")
    faces = [face for face in missing if face > way.dud]
    if faces:
        tell_falls(w, way.step, needed, faces)
        words = ", ".join(f"{side} {chance}" for side, chance in way.sides.items())
        w.note(f"direction die: {words}", way.table)
        w.note(f"left and right as the {seen_by} sees them", "blast.left-right")


def bases(r: Reader, places: Iterable[Point], base: Number) -> list[Disc]:
    """Return the outlines of the men's bases, to scale.

    The men themselves are drawn as points in the middle of their bases.
    """
    return [Disc(place.x, place.y, half(r, base), kind="range") for place in places] if base else []


def target(places: Collection[Point]) -> list[Figure]:
    """Return the mark of the target, if nobody is on it."""
    return [] if AIM in places else [Figure(0, 0, "target", "aim")]


def several(chances: Iterable[Fraction]) -> Distribution[int]:
    """How many of several independent things happen, each with a chance of its own."""
    return total(binomial(1, chance) for chance in chances)
