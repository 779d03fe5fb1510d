"""Blast: where a shot with a burst area may land, and who is then under it; section 8.0.2."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from drillbook.asking import Breakdown, Choice, Count, Flag, Length, Reader, Rows, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Disc, Figure, Grid, Line, Spot, Tabletop
from drillbook.asking.exhibits.gestures import beneath, in_row
from drillbook.maths import Distribution, Number, Thrower, np, spoken, write_number
from drillbook.maths.geometry import Point
from drillbook.rulesets.breaking_news.blast._laid import GIVEN, needed
from drillbook.rulesets.breaking_news.common import blast
from drillbook.rulesets.breaking_news.common.casualties import Save
from drillbook.rulesets.breaking_news.common.firing import Aim, behind_cover, check_cover, check_dodged, check_sniper
from drillbook.rulesets.breaking_news.common.inputs import CLASSES, MOVED
from drillbook.rulesets.breaking_news.common.moving import check_moved
from drillbook.rulesets.breaking_news.common.vehicle_save import VEHICLES

Row = tuple[Number, Number, str, bool, str]
Places = Distribution[Point | None]

SHOT = "shot"
LAID = {SHOT: "Worked out from the shot", GIVEN: "Known already"}
SPOKEN_SIDES = {blast.ENEMY: "an enemy", blast.FRIEND: "a friend"}
STRUCTURES = (blast.MISSILE, blast.TANK)
OF_A_SHOT: dict[str, Any] = {"when": {"laid": (SHOT,)}, "why_not": "The number needed is known already."}


@dataclass(frozen=True, slots=True)
class Scatter:
    """The answer on scatter: the number needed, the chances to hit and to endanger, the losses.

    target, friend and firer are the chances that each is under the template; firer is None if it is not known how far
    away the firer is. nothing is the chance that nothing goes off anywhere.
    """

    needed: int
    hit: Fraction
    target: Fraction
    friend: Fraction
    firer: Fraction | None
    nothing: Fraction
    enemies: Fraction
    lost_enemies: Fraction
    lost_friends: Fraction


class Endangered(NamedTuple):
    """A man with his save, and his chances to be under the template and to be removed by it."""

    man: blast.Man
    save: Save
    under: Fraction
    removed: Fraction


@question(
    "bn/scatter?weapon=grenade&laid=number&need=4&missed-shots=yes&base=2.5&men=0,0,r4,no,enemy;-3,0,r4,no,friend",
    "bn/scatter?weapon=rpg&laid=shot&distance=40&troops=irr2&dodges=no&sniper=no&missed-shots=yes&base=2.5"
    "&men=0,0,r3,no,enemy;2,1,r3,yes,enemy;-6,0,r3,no,enemy;0,-6,irr2,no,friend",
    "bn/scatter?weapon=tank&laid=shot&distance=80&troops=r4&cover=yes&missed-shots=yes&base=2.5&men=0,0,irr1,yes,enemy;0,5,irr1,no,enemy",
    "bn/scatter?weapon=heavy-at&laid=shot&distance=120&troops=r1&cover=no&missed-shots=yes&base=2.5&men=0,0,irr1,yes,enemy;3,0,irr1,yes,enemy",
    "bn/scatter?weapon=grenade-launcher&laid=shot&distance=30&troops=r5&missed-shots=no&base=2.5&men=0,0,irr3,no,enemy",
    "bn/scatter?weapon=rpg&laid=number&need=4&missed-shots=yes&base=2.5&men=0,0,protected,no,enemy;2,1,irr3,no,enemy;-3,0,light,no,friend",
    "bn/scatter?weapon=grenade&laid=shot&throw=4&troops=r4&moved=8&missed-shots=yes&base=2.5&men=0,0,irr3,no,enemy",
)
def scatter(
    r: Reader,
    *,
    weapon: Annotated[str, Choice(blast.SCATTERING, default=blast.GRENADE, label="Weapon")],
    laid: Annotated[str, Choice(LAID, label="Number needed")],
    need: Annotated[
        int,
        Count(2, 8, default=4, label="The known number", when={"laid": (GIVEN,)}, why_not="The number is worked out from the shot."),
    ],
    throw: Annotated[
        Number,
        Length(
            0, 12, default=10, label="Distance of the throw", when={"laid": (SHOT,), "weapon": (blast.GRENADE,)},
            why_not="Only a grenade whose number is still to be worked out has one.",
        ),
    ],
    distance: Annotated[
        Number,
        Length(
            0, 150, default=40, label="Distance", when={"laid": (SHOT,)}, unless={"weapon": (blast.GRENADE,)},
            why_not="Only a shot has one that is still to be worked out; a grenade has its throw.", bands=("shooting.table",)),
    ],
    troops: Annotated[str, Choice(table="classes", default="r4", label="Firer", **OF_A_SHOT)],
    moved: Annotated[
        Number,
        Length(
            0, 15,label="Moved before the throw", when={"laid": (SHOT,), "weapon": (blast.GRENADE,)},
            why_not="It matters only to a grenade whose number is still to be worked out.", bands=MOVED),
    ],
    cover: Annotated[
        bool,
        Flag(
            label="Target behind cover", when={"laid": (SHOT,), "weapon": (blast.LAUNCHER, blast.MISSILE, blast.TANK)},
            why_not="Grenades and RPGs ignore cover, and a number that is known holds it already.",
        ),
    ],
    dodges: Annotated[bool, Flag(label="Target dodges", **OF_A_SHOT)],
    sniper: Annotated[bool, Flag(label="Target is a sniper", **OF_A_SHOT)],
    missed_shots: Annotated[
        bool, Flag(default=True, label="Missed shots land somewhere", help="The optional rule of section 8.0.2.")
    ],
    base: blast.Base,
    men: Annotated[
        tuple[Row, ...],
        Rows(
            {
                "x": Length(-30, 30, default=0, step=Fraction(1, 2), label="Across"),
                "y": Length(-30, 30, default=0, step=Fraction(1, 2), label="Ahead"),
                "troops": Choice({**CLASSES, **VEHICLES}, default="r4", label="Class"),
                "cover": Flag(label="behind protection"),
                "side": Choice(blast.SIDES, default=blast.ENEMY, label="Side"),
            },
            low=1, high=10, noun="man", label="Men and vehicles",
            help="Measured in centimetres from the target, as the firer sees them: minus is left, or short.",
            default=((0, 0, "r4", False, blast.ENEMY), (2, 1, "r4", False, blast.ENEMY), (-3, 0, "r4", False, blast.FRIEND)),
        ),
    ],
) -> Breakdown[Scatter]:  # fmt: skip
    """Where does this shot come down if it misses, and who is under it?"""
    w = Working(r)
    far = throw if weapon == blast.GRENADE else distance
    check_cover(r, w, weapon, laid == SHOT and cover)
    screened = laid == SHOT and behind_cover(r, weapon, cover)
    aim = Aim(weapon, far, troops, moved, screened, dodges, sniper) if laid == SHOT else None
    number = _needed(r, w, aim, need)
    lies = blast.template(r, weapon, base)
    blast.tell_template(w, lies, base, "blast.all-hit")
    places = blast.landing(r, weapon, number, missed_shots)
    _tell_misses(r, w, weapon, places, number, missed_shots)
    people = [_man(r, lies, places, man) for man in blast.people(men)]
    for count, one in enumerate(people, start=1):
        what = "vehicle" if one.man.vehicle else "man"
        w.then(f"chance that {what} {count}, {SPOKEN_SIDES[one.man.side]}, is under it", one.under, "blast.all-hit")
        blast.tell_man(w, count, one.man, one.save)
    w.note("whoever is under it makes a Saving Throw", "blast.all-save")
    vehicles = sum(one.man.vehicle for one in people)
    w.note("a man is suppressed even if he saves", "casualties.saved-suppressed", when=vehicles < len(people))
    w.note("a vehicle is struck from above, and knocked out if it fails", "vehicles.knocked-out", when=vehicles)
    foes, friends = ([one for one in people if one.man.side == side] for side in blast.SIDES)
    firer = Point(0, -far) if laid == SHOT else None
    touched = places.map(lambda centre: sum(lies.covers(centre, one.man.place) for one in foes))
    told = Scatter(
        needed=number,
        hit=places[blast.AIM],
        target=_under(lies, places, blast.AIM),
        friend=places.chance(lambda centre: any(lies.covers(centre, one.man.place) for one in friends)),
        firer=_under(lies, places, firer) if firer else None,
        nothing=places[None],
        enemies=sum((one.under for one in foes), Fraction(0)),
        lost_enemies=sum((one.removed for one in foes), Fraction(0)),
        lost_friends=sum((one.removed for one in friends), Fraction(0)),
    )
    return w.answer(
        told,
        headline=_headline(told, bool(friends)),
        chance=told.target,
        distribution=touched,
        exhibits=[
            _map(r, lies, places, people, base, firer),
            Bars("How many enemies lie under the template", "Enemies", {"": touched}, name="enemies"),
            Grid(
                "What the shot means for each man", "Man", "He is", _names(people), ["under the template", "removed"],
                [[one.under, one.removed] for one in people], name="men",
            ),
            Bars("Where the shot comes down", "It lands", {"": places.map(_where)}, name="directions"),
            _by_number(r, lies, missed_shots, people, number),
        ],
    )  # fmt: skip


@simulation
def throw_scatter(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw to hit and for the direction, put the template down, and count the enemies under it."""
    weapon = inputs["weapon"]
    far = inputs["throw" if weapon == blast.GRENADE else "distance"]
    shot = {name: inputs[name] for name in ("troops", "moved", "cover", "dodges", "sniper")}
    shot["cover"] = behind_cover(r, weapon, shot["cover"])
    needed = _needed(
        r, Working(r), Aim(weapon, far, *shot.values()) if inputs["laid"] == SHOT else None, inputs["need"]
    )
    way = blast.scatter(r, weapon)
    rolled, side = dice.roll(r.text("shooting.roll"), count), way.throw(r, dice, count)
    lost = (rolled < needed) & ((rolled == way.dud) | (not inputs["missed_shots"]))
    off = np.maximum(0, needed - rolled) * r.int(way.step)
    x = off * ((side == "right").astype(int) - (side == "left"))
    y = off * ((side == "over").astype(int) - (side == "short"))
    limit = blast.template(r, weapon, inputs["base"]).limit
    men = [man for man in blast.people(inputs["men"]) if man.side == blast.ENEMY]
    return sum((~lost & blast.under(x, y, man.place, limit) for man in men), np.zeros(count, dtype=int))


def _needed(r: Reader, w: Working, aim: Aim | None, known: int) -> int:
    """Return the number needed: the shot's, or the known one if there is no shot to work out.

    Checks the shot's dodge, its sniper target and the firer's move first.
    """
    if aim is not None:
        check_dodged(aim.weapon, aim.dodge, name="dodges")
        check_sniper(aim.weapon, aim.sniper_target, name="sniper")
        check_moved(r, w, aim.weapon, aim.moved)
        if aim.weapon in STRUCTURES:
            w.note("it is aimed at an obstacle or a structure, not at a man", "sighting.at-aim-point")
    return needed(r, w, aim, known)


def _tell_misses(r: Reader, w: Working, weapon: str, places: Places, number: int, scatters: bool) -> None:
    """Add the steps from the miss to the place where the shot lands."""
    if places[blast.AIM] == 1:
        w.note("it cannot miss", "blast.difference")
    elif scatters:
        blast.tell_scatter(w, blast.scatter(r, weapon), number, "firer")
    else:
        w.note("without the optional rule a miss strikes nothing", "blast.miss-optional")


def _man(r: Reader, lies: blast.Template, places: Places, man: blast.Man) -> Endangered:
    """Return a man or vehicle with its chances; a friend's save has the friendly fire bonus."""
    under, how = _under(lies, places, man.place), blast.save_under(r, lies.weapon, man)
    return Endangered(man, how, under, under * (1 - how.chance))


def _under(lies: blast.Template, places: Places, man: Point) -> Fraction:
    """Return the chance that the template covers a place."""
    return places.chance(lambda centre: lies.covers(centre, man))


def _names(people: list[Endangered]) -> list[str]:
    return [f"{number} {one.man.side}" for number, one in enumerate(people, start=1)]


def _where(centre: Point | None) -> str:
    """In which direction a place lies."""
    if centre is None:
        return "nowhere"
    ways = (side for side, to in blast.TOWARDS.items() if centre.x * to.x + centre.y * to.y > 0)
    return next(ways, "on target")


def _headline(told: Scatter, friends: bool) -> str:
    words = f"Target under the template: {spoken(told.target)}"
    words += f"; a friend: {spoken(told.friend)}" if friends else ""
    return f"{words}; the firer himself: {spoken(told.firer)}" if told.firer else words


def _map(
    r: Reader, lies: blast.Template, places: Places, people: list[Endangered], base: Number, firer: Point | None
) -> Tabletop:
    """Return the table-top with the places where the shot may land; the firer shoots upwards."""
    lands = [(place, chance) for place, chance in places.items() if place is not None]
    stand = [one.man.place for one in people]
    figures = [
        Figure(one.man.x, one.man.y, f"{number}:", one.man.side, 0, one.under, in_row("men", number))
        for number, one in enumerate(people, start=1)
    ]
    lowest = min((Fraction(place.y) for place, _ in lands), default=Fraction(0)) - lies.reach - lies.reach  # type: ignore[arg-type]
    seen = firer if firer is not None and firer.y >= lowest else None
    if seen:
        figures.append(Figure(seen.x, seen.y, "firer", "own", touched=_under(lies, places, seen)))
    return Tabletop(
        caption="Where the shot may come down, seen from above and fired from below; the disc is the template of a hit,"
        f" which reaches {write_number(lies.reach)} cm",
        unit=r.ruleset.unit,
        discs=[Disc(0, 0, lies.reach, grip=beneath("men", len(people))), *blast.bases(r, stand, base)],
        spots=[Spot(place.x, place.y, chance) for place, chance in lands],
        figures=[*figures, *blast.target(stand)],
        lines=[Line([(0, seen.y if seen else lowest), (0, 0)], "line of fire")],
    )


def _by_number(r: Reader, lies: blast.Template, scatters: bool, people: list[Endangered], number: int) -> Curves:
    """Each man's chance to be under the template for every number a die can need."""
    faces = [face for face in r.dice("shooting.roll") if face > r.int("blast.misfire")]
    places = {face: blast.landing(r, lies.weapon, face, scatters) for face in faces}
    lines = {
        name: [(face, _under(lies, places[face], one.man.place)) for face in faces]
        for name, one in zip(_names(people), people, strict=True)
    }
    return Curves(
        "How the danger to each man changes with the number needed", "Number needed", "Under the template", lines,
        here=number if number in faces else None, name="numbers", sets="need",
    )  # fmt: skip
