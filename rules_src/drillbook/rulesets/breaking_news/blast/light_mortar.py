"""Blast: the light mortar, whose misses go where the opponent likes; section 8.5."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from drillbook.asking import Breakdown, Choice, Count, Flag, Length, Reader, Rows, Working, question, simulation
from drillbook.asking.exhibits import Bars, Disc, Figure, Grid, Spot, Tabletop
from drillbook.asking.exhibits.gestures import beneath, in_row
from drillbook.maths import Distribution, Number, Thrower, np, percent, spoken
from drillbook.maths.geometry import Point, distance_squared, within
from drillbook.rulesets.breaking_news.blast._laid import GIVEN, needed
from drillbook.rulesets.breaking_news.common import blast
from drillbook.rulesets.breaking_news.common.firing import Aim, bands

Row = tuple[Number, Number, str]

ON_TABLE, OFF_TABLE = "on-table", "off-table"
LAID = {ON_TABLE: "Stands on the table", OFF_TABLE: "Fires from off the table", GIVEN: "Number needed is known"}
#: What a mortar off the table counts as, by each reading.
COUNTS = {
    "last-column": "it counts as firing at its longest distance",
    "distance-from-edge": "its distance is taken from its owner's edge",
    "nearest-columns": "it has its best number",
}
KNOWN = "The number needed is known."
HIT, NEAR, CLEAR, DUD = "on target", "off, target still under it", "off, target clear of it", "does not go off"


@dataclass(frozen=True, slots=True)
class LightMortar:
    """The answer on a light mortar: the number needed, the chances to hit and to endanger men.

    hit is the chance of a hit, target and friend the chances to have the target and a friend under the template.
    first_least and first_most are the least and the greatest chance of the first man. stray is the mean distance off.
    """

    needed: int
    hit: Fraction
    target: Fraction
    friend: Fraction
    first_least: Fraction
    first_most: Fraction
    stray: Fraction


@dataclass(frozen=True, slots=True)
class Fall:
    """The fall of the bomb: how far off it lands, by which rule, and the possible places.

    places is set only if the scatter table decides where the bomb falls; otherwise the opponent picks the direction.
    limit is how far off the middle of a man's base may be for the template to cover him.
    """

    limit: Number
    offs: Distribution[Any]
    step: str
    places: Distribution[Point | None] | None = None

    def danger(self, man: Point) -> tuple[Fraction, Fraction]:
        """Return the least and the greatest chance that a man is under the template.

        The greatest chance assumes that the player who picks the direction wants the template there.
        """
        if self.places is not None:
            return self.any_of([man]), self.any_of([man])
        return self.offs.chance(lambda off: within(blast.AIM, man, self.limit - off)), self.any_of([man])

    def any_of(self, men: list[Point]) -> Fraction:
        """Return the chance that the template can be put over at least one of the men."""
        if self.places is not None:
            return self.places.chance(lambda at: at is not None and any(within(at, man, self.limit) for man in men))
        return self.offs.chance(lambda off: any(self._can(off, man) for man in men))

    def _can(self, off: Number, man: Point) -> bool:
        """Whether a template so far off can be turned onto a man."""
        short = off - self.limit
        reaches = within(blast.AIM, man, off + self.limit)
        return reaches and (short <= 0 or distance_squared(blast.AIM, man) >= short * short)


class Endangered(NamedTuple):
    """A man, whose he is, and his chances to be under it: the least, and the greatest."""

    place: Point
    side: str
    least: Fraction
    most: Fraction


@question(
    "bn/light-mortar?laid=on-table&distance=80&troops=r4&cover=no&missed-shots=no&base=2.5&men=0,0,enemy;0,8,enemy;-8,0,friend",
    "bn/light-mortar?laid=off-table&distance=60&troops=irr3&cover=no&missed-shots=no&base=2.5&men=0,0,enemy;6,0,enemy",
    "bn/light-mortar?laid=number&need=5&missed-shots=yes&base=2.5&men=-8,0,friend",
    "bn/light-mortar?laid=number&need=5&missed-shots=no&base=2.5&men=-8,0,friend",
)
def light_mortar(
    r: Reader,
    *,
    laid: Annotated[str, Choice(LAID, label="The mortar")],
    need: Annotated[
        int, Count(2, 8, default=5, label="Number needed", when={"laid": (GIVEN,)}, why_not="It follows from the shot.")
    ],
    distance: Annotated[
        Number,
        Length(
            0, 150, default=60, label="Distance",
            help="Off the table: from its owner's edge, which counts only where the ruling mortar-range is read that way.",
            when={"laid": (ON_TABLE, OFF_TABLE)}, why_not=KNOWN, bands=("shooting.table",)),
    ],
    troops: Annotated[
        str,
        Choice(table="classes", default="r4", label="Crew", when={"laid": (ON_TABLE, OFF_TABLE)}, why_not=KNOWN),
    ],
    cover: Annotated[
        bool, Flag(label="Target behind cover", when={"laid": (ON_TABLE, OFF_TABLE)}, why_not=KNOWN)
    ],
    missed_shots: Annotated[
        bool, Flag(label="Missed shots scatter", help="The optional rule of section 8.0.2.")
    ],
    base: blast.Base,
    men: Annotated[
        tuple[Row, ...],
        Rows(
            {
                "x": Length(-30, 30, default=0, step=Fraction(1, 2), label="Across"),
                "y": Length(-30, 30, default=0, step=Fraction(1, 2), label="Ahead"),
                "side": Choice(blast.SIDES, default=blast.ENEMY, label="Side"),
            },
            low=1, high=10, noun="man", label="Men",
            help="Measured in centimetres from the target, as the crew sees them: minus is left, or short. A vehicle counts as a man does.",
            default=((0, 0, blast.ENEMY), (0, 8, blast.ENEMY), (-8, 0, blast.FRIEND)),
        ),
    ],
) -> Breakdown[LightMortar]:  # fmt: skip
    """Where does a light mortar's bomb fall, and whom can the opponent steer it onto?"""
    w = Working(r)
    number = needed(r, w, _aim(r, w, laid, distance, troops, cover), need)
    lies = blast.template(r, blast.LIGHT, base)
    blast.tell_template(w, lies, base, "blast.light-mortar-hit")
    fall = _fall(r, number, missed_shots, lies.limit)
    if fall.places is None:
        blast.tell_falls(w, fall.step, number, (face for face in r.dice("shooting.roll") if face < number))
        w.note("the opponent says in which direction", "blast.light-mortar-direction")
    else:
        blast.tell_scatter(w, blast.scatter(r, blast.LIGHT), number, "crew")
    falls = fall.offs.map(lambda off: _becomes(off, lies.limit))
    target = falls[HIT] + falls[NEAR]
    w.then("chance that the target is under it", target, "blast.light-mortar-hit")
    people = [Endangered(Point(x, y), side, *fall.danger(Point(x, y))) for x, y, side in men]
    friends = [one.place for one in people if one.side == blast.FRIEND]
    told = LightMortar(
        needed=number,
        hit=falls[HIT],
        target=target,
        friend=fall.any_of(friends),
        first_least=people[0].least,
        first_most=people[0].most,
        stray=fall.offs.map(lambda off: off or 0).mean,
    )
    return w.answer(
        told,
        headline=_headline(told, fall, bool(friends)),
        chance=told.target,
        distribution=falls,
        exhibits=[
            _map(r, fall, lies, people, base),
            Bars("What becomes of the bomb", "It falls", {"": falls}, name="falls"),
            _men(people, fall),
        ],
    )


@simulation
def throw_light_mortar(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw to hit, measure how far off it falls, and tell what becomes of the target."""
    w = Working(r)
    aim = _aim(r, w, *(inputs[name] for name in ("laid", "distance", "troops", "cover")))
    number = needed(r, w, aim, inputs["need"])
    limit = blast.template(r, blast.LIGHT, inputs["base"]).limit
    by_table = inputs["missed_shots"] and r.holds("mortar-scatter", "scatter-table")
    rolled = dice.roll(r.text("shooting.roll"), count)
    rule = blast.scatter(r, blast.LIGHT).step if by_table else "blast.light-mortar-miss"
    off = np.maximum(number - rolled, 0) * r.int(rule)
    found = np.where(off == 0, HIT, np.where(off <= float(limit), NEAR, CLEAR))
    return np.where((rolled < number) & (rolled == r.int("blast.misfire")) & by_table, DUD, found)


def _aim(r: Reader, w: Working, laid: str, distance: Number, troops: str, cover: bool) -> Aim | None:
    """Return the shot to be worked out; None if the number needed is given.

    A mortar off the table fires in the column that the ruling makes count.
    """
    if laid == GIVEN:
        return None
    if laid == OFF_TABLE:
        reading = r.read_as("mortar-range")
        w.note(f"off the table {COUNTS[reading]}", "blast.light-mortar-offtable")
        columns = {"last-column": "extreme", "nearest-columns": "medium"}
        distance = bands(r)[columns[reading]] if reading in columns else distance
    return Aim("tank", distance, troops, cover=cover)


def _fall(r: Reader, number: int, scatters: bool, limit: Number) -> Fall:
    """Where, or how far off, the bomb falls: by the scatter table, or as the opponent likes."""
    if scatters and r.holds("mortar-scatter", "scatter-table"):
        places = blast.landing(r, blast.LIGHT, number, scatters)
        offs = places.map(lambda at: None if at is None else max(at.x, -at.x, at.y, -at.y))
        return Fall(limit, offs, "blast.grenade-distance", places)
    step = "blast.light-mortar-miss"
    return Fall(limit, r.dice("shooting.roll").map(lambda face: blast.strays(r, step, number, face)), step)


def _becomes(off: int | None, limit: Number) -> str:
    """Return what becomes of the bomb, in words.

    off is the distance off in cm; None if the bomb does not go off.
    """
    return DUD if off is None else HIT if not off else NEAR if off <= limit else CLEAR


def _headline(told: LightMortar, fall: Fall, friends: bool) -> str:
    words = f"Target under the template: {spoken(told.target)}"
    wish = "" if fall.places else ", if the opponent wants it"
    return f"{words}; a friend{wish}: {spoken(told.friend)}" if friends else words


def _map(r: Reader, fall: Fall, lies: blast.Template, people: list[Endangered], base: Number) -> Tabletop:
    """Return the table-top with the possible places of the bomb, or the rings around the target.

    The rings show the distances at which the opponent may put the centre.
    """
    size = blast.half(r, base)
    figures = [
        Figure(
            one.place.x,
            one.place.y,
            f"{number}:",
            one.side,
            size,
            one.most if one.side == blast.FRIEND else one.least,
            in_row("men", number),
        )
        for number, one in enumerate(people, start=1)
    ]
    rings = {} if fall.places else {off: chance for off, chance in fall.offs.items() if off}
    landed = fall.places.items() if fall.places else ()
    opponent = (
        "The template on its target, and the rings on which the opponent puts its centre after a miss;"
        " his own men as he would spare them, friends as he would strike them"
    )
    return Tabletop(
        "Where the bomb may fall by the scatter table, seen from above and fired from below"
        if fall.places
        else opponent,
        r.ruleset.unit,
        discs=[
            Disc(0, 0, lies.reach, grip=beneath("men", len(people))),
            *(Disc(0, 0, off, f"{off} cm: {percent(chance)}", "range") for off, chance in rings.items()),
        ],
        spots=[Spot(at.x, at.y, chance) for at, chance in landed if at is not None],
        figures=[*figures, *blast.target([one.place for one in people])],
    )


def _men(people: list[Endangered], fall: Fall) -> Grid:
    """Each man's chance to be under it."""
    names = [f"{number} {one.side}" for number, one in enumerate(people, start=1)]
    if fall.places:
        chances = [[one.least] for one in people]
        return Grid(
            "Each man's chance to be under it", "Man", "Direction", names, ["by the table"], chances, name="men"
        )
    return Grid(
        "Each man's chance to be under it, as the opponent would spare or strike him", "Man", "The opponent wants him", names,
        ["spared", "wanted"], [[one.least, one.most] for one in people], name="men",
    )  # fmt: skip
