"""Blast: where a shot with a burst area may come down, and who is then under it; section 8.0.2."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import Distribution
from drillbook.exact import write_number
from drillbook.exhibits import Bars, Curves, Disc, Exhibit, Figure, Grid, Line, Spot, Tabletop
from drillbook.geometry import Point
from drillbook.kinds import Choice, Count, Flag, Length, Rows
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news import _blast as blast
from drillbook.rulesets.breaking_news._casualties import save
from drillbook.rulesets.breaking_news._chances import spoken
from drillbook.rulesets.breaking_news._moving import moved_too_far
from drillbook.rulesets.breaking_news._shot import shot_line

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Number = int | Fraction
Row = tuple[Number, Number, str, bool, str]
Places = Distribution[Point | None]

GIVEN, SHOT = "number", "shot"
LAID = {SHOT: "Worked out from the shot", GIVEN: "Known already"}
SPOKEN_SIDES = {blast.ENEMY: "an enemy", blast.FRIEND: "a friend"}
ONLY_SHOT = "The number needed is known already."
STRUCTURES = (blast.MISSILE, blast.TANK)


@dataclass(frozen=True, slots=True)
class Scatter:
    """The number needed, the chances to hit, to have target, friend or firer under the template, and the mean losses.

    nothing is the chance that nothing goes off anywhere.
    """

    needed: int
    hit: Fraction
    target: Fraction
    friend: Fraction
    firer: Fraction
    nothing: Fraction
    enemies: Fraction
    lost_enemies: Fraction
    lost_friends: Fraction


@question(
    "breaking_news",
    "scatter",
    examples=[
        "bn/scatter?weapon=grenade&laid=number&need=4&missed-shots=yes&base=2.5&men=0,0,r4,no,enemy;-3,0,r4,no,friend",
        "bn/scatter?weapon=rpg&laid=shot&distance=40&troops=irr2&dodges=no&sniper=no&missed-shots=yes&base=2.5"
        "&men=0,0,r3,no,enemy;2,1,r3,yes,enemy;-6,0,r3,no,enemy;0,-6,irr2,no,friend",
        "bn/scatter?weapon=tank&laid=shot&distance=80&troops=r4&cover=yes&missed-shots=yes&base=2.5&men=0,0,irr1,yes,enemy;0,5,irr1,no,enemy",
        "bn/scatter?weapon=heavy-at&laid=shot&distance=120&troops=r1&cover=no&missed-shots=yes&base=2.5&men=0,0,irr1,yes,enemy;3,0,irr1,yes,enemy",
        "bn/scatter?weapon=grenade-launcher&laid=shot&distance=30&troops=r5&missed-shots=no&base=2.5&men=0,0,irr3,no,enemy",
        "bn/scatter?weapon=grenade&laid=shot&throw=4&troops=r4&moved=8&missed-shots=yes&base=2.5&men=0,0,irr3,no,enemy",
    ],
)
def scatter(
    r: Reader,
    /,
    *,
    weapon: Annotated[str, Choice(blast.SCATTERING, default=blast.GRENADE, label="Weapon")],
    laid: Annotated[str, Choice(LAID, default=SHOT, label="Number needed")],
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
            why_not="Only a shot has one that is still to be worked out; a grenade has its throw.",
        ),
    ],
    troops: Annotated[str, Choice(table="classes", default="r4", label="Firer", when={"laid": (SHOT,)}, why_not=ONLY_SHOT)],
    moved: Annotated[
        Number,
        Length(
            0, 15, default=0, label="Moved before the throw", when={"laid": (SHOT,), "weapon": (blast.GRENADE,)},
            why_not="It matters only to a grenade whose number is still to be worked out.",
        ),
    ],
    cover: Annotated[
        bool,
        Flag(
            label="Target behind cover", when={"laid": (SHOT,), "weapon": (blast.LAUNCHER, blast.MISSILE, blast.TANK)},
            why_not="Grenades and RPGs ignore cover, and a number that is known holds it already.",
        ),
    ],
    dodges: Annotated[bool, Flag(label="Target dodges", when={"laid": (SHOT,)}, why_not=ONLY_SHOT)],
    sniper: Annotated[bool, Flag(label="Target is a sniper", when={"laid": (SHOT,)}, why_not=ONLY_SHOT)],
    missed_shots: Annotated[
        bool, Flag(default=True, label="Missed shots land somewhere", help="The optional rule of section 8.0.2.")
    ],
    base: blast.Base,
    men: Annotated[
        tuple[Row, ...],
        Rows(
            {
                "x": Length(-30, 30, default=0, step=Fraction(1, 2), label="Right"),
                "y": Length(-30, 30, default=0, step=Fraction(1, 2), label="Beyond"),
                "troops": Choice(table="classes", default="r4", label="Class"),
                "cover": Flag(default=False, label="behind protection"),
                "side": Choice(blast.SIDES, default=blast.ENEMY, label="Side"),
            },
            low=1, high=10, noun="man", label="Men",
            help="Measured in centimetres from the target, as the firer sees them: minus is left, or short.",
            default=((0, 0, "r4", False, blast.ENEMY), (2, 1, "r4", False, blast.ENEMY), (-3, 0, "r4", False, blast.FRIEND)),
        ),
    ],
) -> Breakdown[Scatter] | Refusal:  # fmt: skip
    """Where does this shot come down if it misses, and who is under it?"""
    w = Working(r)
    far = throw if weapon == blast.GRENADE else distance
    needed = _needed(r, w, weapon, laid, need, far, troops, moved, cover, dodges, sniper)
    if isinstance(needed, Refusal):
        return needed
    lies = blast.explain_template(r, w, weapon)
    blast.explain_touch(r, w, base, "blast.all-hit")
    places = blast.landing(r, weapon, needed, missed_shots)
    _explain(r, w, weapon, places, needed, missed_shots)
    people = [blast.Man(*row) for row in men]
    firer = Point(0, -far) if laid == SHOT else None
    each = [_under(r, places, man.place, lies, base) for man in people]
    sides = [man.side for man in people]
    for number, (man, chance) in enumerate(zip(people, each, strict=True), start=1):
        w.then(
            f"chance that man {number}, {SPOKEN_SIDES[man.side]}, is under it", Cited(chance, r.cite("blast.all-hit"))
        )
    w.note("whoever is under it makes a Saving Throw", "blast.all-save")
    lost = [chance * (1 - _save_chance(r, man)) for chance, man in zip(each, people, strict=True)]
    told = Scatter(
        needed=needed,
        hit=places[blast.AIM],
        target=_under(r, places, blast.AIM, lies, base),
        friend=_any_friend(r, places, people, lies, base),
        firer=_under(r, places, firer, lies, base) if firer else Fraction(0),
        nothing=places[None],
        enemies=_sum(each, sides, blast.ENEMY),
        lost_enemies=_sum(lost, sides, blast.ENEMY),
        lost_friends=_sum(lost, sides, blast.FRIEND),
    )
    touched = _touched(r, places, people, lies, base)
    pictures: list[Exhibit] = [
        _map(r, lies, places, people, each, base, firer),
        Bars("How many enemies lie under the template", "Enemies", {"": touched}, name="enemies"),
        _each(people, each, lost),
        Bars("Where the shot comes down", "It lands", {"": places.map(_where)}, name="directions"),
        _by_number(r, weapon, missed_shots, people, lies, base, needed),
    ]
    return w.answer(
        told,
        headline=_headline(told, blast.FRIEND in sides),
        chance=told.target,
        distribution=touched,
        exhibits=pictures,
    )


@simulation("breaking_news", "scatter")
def throw_scatter(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw to hit and for the direction, put the template down, and count the enemies under it."""
    import numpy as np

    weapon = inputs["weapon"]
    far = "throw" if weapon == blast.GRENADE else "distance"
    names = ("weapon", "laid", "need", far, "troops", "moved", "cover", "dodges", "sniper")
    needed = _needed(r, Working(r), *(inputs[name] for name in names))
    assert isinstance(needed, int)
    kin = blast.family(r, weapon)
    rolled = dice.roll(r.text("shooting.roll"), count)
    thrown = dice.roll(r.text(f"blast.{kin}-direction", "die"), count)
    hits = rolled >= needed
    lost = ~hits & ((rolled == r.int("blast.misfire")) | (not inputs["missed_shots"]))
    off = np.where(hits, 0, (needed - rolled) * r.int(f"blast.{kin}-distance"))
    ways = {face: str(blast.direction(r, kin, face).amount) for face in r.dice(f"blast.{kin}-direction", "die")}
    side = np.array([ways[int(face)] for face in thrown])
    x = off * ((side == "right").astype(int) - (side == "left"))
    y = off * ((side == "over").astype(int) - (side == "short"))
    limit = float(blast.touch(r, blast.template(r, weapon).reach, inputs["base"]))
    touched = np.zeros(count, dtype=int)
    for row in inputs["men"]:
        man = blast.Man(*row)
        if man.side == blast.ENEMY:
            apart = np.hypot(x - float(man.x), y - float(man.y))
            touched += ~lost & ((apart < limit) | np.isclose(apart, limit))
    return touched


def _needed(
    r: Reader, w: Working, weapon: str, laid: str, need: int, distance: Number, troops: str,
    moved: Number, cover: bool, dodges: bool, sniper: bool,
) -> int | Refusal:  # fmt: skip
    """The number needed: the one that is known, or the one of the shot."""
    if laid == GIVEN:
        w.start("number needed", Cited(need, r.cite("blast.difference")))
        chance = r.dice("shooting.roll").at_least(need)
        w.then("chance to hit", Cited(chance, r.cite("shooting.roll")))
        return need
    barred = moved_too_far(r, w, weapon, moved)
    if barred:
        return barred
    if weapon in STRUCTURES:
        w.note("it is aimed at an obstacle or a structure, not at a man", "sighting.at-aim-point")
    line = shot_line(
        r,
        w,
        weapon=weapon,
        distance=distance,
        troops=troops,
        moved=moved,
        cover=cover,
        dodge=dodges,
        sniper_target=sniper,
    )
    return line if isinstance(line, Refusal) else line.needed


def _explain(r: Reader, w: Working, weapon: str, places: Places, needed: int, scatters: bool) -> None:
    """The steps from the miss to the place."""
    kin = blast.family(r, weapon)
    if places[blast.AIM] == 1:
        w.note("it cannot miss", "blast.difference")
        return
    if not scatters:
        w.note("without the optional rule a miss strikes nothing", "blast.miss-optional")
        return
    dud = r.int("blast.misfire")
    w.then(f"chance of a {dud}, which does not go off", Cited(places[None], r.cite("blast.misfire")))
    faces = [face for face in r.dice("shooting.roll") if dud < face < needed]
    if faces:
        blast.explain_falls(r, w, f"blast.{kin}-distance", needed, faces)
        ways = blast.directions(r, kin)
        words = ", ".join(f"{side} {chance}" for side, chance in ways.items())
        w.note(f"direction die: {words}", f"blast.{kin}-direction")
        w.note("left and right as the firer sees them", "blast.left-right")


def _under(r: Reader, places: Places, man: Point, lies: blast.Template, base: Number) -> Fraction:
    """The chance that the template comes to cover a place."""
    return places.chance(lambda centre: centre is not None and blast.covers(r, centre, man, lies.reach, base))


def _covered(
    r: Reader, centre: Point | None, people: list[blast.Man], lies: blast.Template, base: Number, side: str
) -> int:
    """How many men of a side a template with that centre covers."""
    if centre is None:
        return 0
    return blast.count((blast.covers(r, centre, man.place, lies.reach, base) for man in people), people, side)


def _touched(
    r: Reader, places: Places, people: list[blast.Man], lies: blast.Template, base: Number
) -> Distribution[int]:
    return places.map(lambda centre: _covered(r, centre, people, lies, base, blast.ENEMY))


def _any_friend(r: Reader, places: Places, people: list[blast.Man], lies: blast.Template, base: Number) -> Fraction:
    return places.chance(lambda centre: _covered(r, centre, people, lies, base, blast.FRIEND) > 0)


def _save_chance(r: Reader, man: blast.Man) -> Fraction:
    """The chance that a man comes through the burst; a friend's has the bonus of friendly fire."""
    return save(r, man.troops, protected=man.cover, friendly=man.side == blast.FRIEND).chance


def _sum(chances: list[Fraction], sides: list[str], side: str) -> Fraction:
    return sum((chance for chance, own in zip(chances, sides, strict=True) if own == side), Fraction(0))


def _where(centre: Point | None) -> str:
    """In which direction a place lies."""
    if centre is None:
        return "nowhere"
    if centre == blast.AIM:
        return "on target"
    return next(side for side, to in blast.TOWARDS.items() if centre.x * to.x + centre.y * to.y > 0)


def _headline(told: Scatter, friends: bool) -> str:
    words = f"Target under the template: {spoken(told.target)}"
    if friends:
        words += f"; a friend: {spoken(told.friend)}"
    if told.firer:
        words += f"; the firer himself: {spoken(told.firer)}"
    return words


def _map(
    r: Reader, lies: blast.Template, places: Places, people: list[blast.Man], each: list[Fraction], base: Number,
    firer: Point | None,
) -> Tabletop:  # fmt: skip
    """The table from above, the firer shooting up it."""
    lands = [(place, chance) for place, chance in places.items() if place is not None]
    figures = [
        Figure(man.x, man.y, f"{number}:", man.side, touched=chance)
        for number, (man, chance) in enumerate(zip(people, each, strict=True), start=1)
    ]
    if not any(man.place == blast.AIM for man in people):
        figures.append(Figure(0, 0, "target", "aim"))
    lowest = min((Fraction(place.y) for place, _ in lands), default=Fraction(0)) - lies.reach - lies.reach  # type: ignore[arg-type]
    seen = firer is not None and firer.y >= lowest
    if firer is not None and seen:
        figures.append(Figure(firer.x, firer.y, "firer", "own", touched=_under(r, places, firer, lies, base)))
    start = firer.y if firer is not None and seen else lowest
    return Tabletop(
        caption="Where the shot may come down, seen from above and fired from below; the disc is the template of a hit,"
        f" which reaches {write_number(lies.reach)} cm",
        unit=r.ruleset.unit,
        discs=[Disc(0, 0, lies.reach), *blast.bases(r, (man.place for man in people), base)],
        spots=[Spot(place.x, place.y, chance) for place, chance in lands],
        figures=figures,
        lines=[Line([(0, start), (0, 0)], "line of fire")],
    )


def _each(people: list[blast.Man], each: list[Fraction], lost: list[Fraction]) -> Grid:
    """Every man's chance to be caught, and to be removed by it."""
    names = [f"{number} {man.side}" for number, man in enumerate(people, start=1)]
    cells = [[under, gone] for under, gone in zip(each, lost, strict=True)]
    columns = ["under the template", "removed"]
    return Grid("What the shot means for each man", "Man", "He is", names, columns, cells, name="men")


def _by_number(
    r: Reader, weapon: str, scatters: bool, people: list[blast.Man], lies: blast.Template, base: Number, needed: int
) -> Curves:
    """Each man's chance to be under the template for every number a die can need."""
    faces = [face for face in r.dice("shooting.roll") if face > r.int("blast.misfire")]
    lines = {
        f"{number} {man.side}": [
            (face, _under(r, blast.landing(r, weapon, face, scatters), man.place, lies, base)) for face in faces
        ]
        for number, man in enumerate(people, start=1)
    }
    return Curves(
        "How the danger to each man changes with the number needed", "Number needed", "Under the template", lines,
        here=needed if needed in faces else None, name="numbers",
    )  # fmt: skip
