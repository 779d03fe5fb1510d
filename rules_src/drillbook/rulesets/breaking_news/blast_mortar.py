"""Blast: the light mortar, whose misses go where the opponent likes; section 8.5."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import Distribution
from drillbook.exhibits import Bars, Disc, Exhibit, Figure, Grid, Spot, Tabletop
from drillbook.geometry import Point, distance_squared, within
from drillbook.kinds import Choice, Count, Flag, Length, Rows
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news import _blast as blast
from drillbook.rulesets.breaking_news._chances import spoken
from drillbook.rulesets.breaking_news._firing import bands
from drillbook.rulesets.breaking_news._shot import shot_line

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Number = int | Fraction
Row = tuple[Number, Number, str]

ON_TABLE, OFF_TABLE, GIVEN = "on-table", "off-table", "number"
LAID = {ON_TABLE: "Stands on the table", OFF_TABLE: "Fires from off the table", GIVEN: "Number needed is known"}
HIT, NEAR, CLEAR, DUD = "on target", "off, target still under it", "off, target clear of it", "does not go off"


@dataclass(frozen=True, slots=True)
class LightMortar:
    """The number needed, the chances to hit, to have the target and a friend under it, and the first man's least and greatest."""

    needed: int
    hit: Fraction
    target: Fraction
    friend: Fraction
    first_least: Fraction
    first_most: Fraction
    stray: Fraction


class _Fall(NamedTuple):
    """How the bomb falls: the places (by the scatter table), or the distances whose direction the opponent picks."""

    places: Distribution[Point | None] | None
    offs: Distribution[Any]


@question(
    "breaking_news",
    "light-mortar",
    examples=[
        "bn/light-mortar?laid=on-table&distance=80&troops=r4&cover=no&missed-shots=no&base=2.5&men=0,0,enemy;0,8,enemy;-8,0,friend",
        "bn/light-mortar?laid=off-table&distance=60&troops=irr3&cover=no&missed-shots=no&base=2.5&men=0,0,enemy;6,0,enemy",
        "bn/light-mortar?laid=number&need=5&missed-shots=yes&base=2.5&men=-8,0,friend",
        "bn/light-mortar?laid=number&need=5&missed-shots=no&base=2.5&men=-8,0,friend",
    ],
)
def light_mortar(
    r: Reader,
    /,
    *,
    laid: Annotated[str, Choice(LAID, default=ON_TABLE, label="The mortar")],
    need: Annotated[
        int, Count(2, 8, default=5, label="Number needed", when={"laid": (GIVEN,)}, why_not="It follows from the shot.")
    ],
    distance: Annotated[
        Number,
        Length(
            0, 150, default=60, label="Distance",
            help="Off the table: from its owner's edge, which counts only where the ruling mortar-range is read that way.",
            when={"laid": (ON_TABLE, OFF_TABLE)}, why_not="The number needed is known.",
        ),
    ],
    troops: Annotated[
        str,
        Choice(table="classes", default="r4", label="Crew", when={"laid": (ON_TABLE, OFF_TABLE)}, why_not="The number needed is known."),
    ],
    cover: Annotated[
        bool, Flag(label="Target behind cover", when={"laid": (ON_TABLE, OFF_TABLE)}, why_not="The number needed is known.")
    ],
    missed_shots: Annotated[
        bool, Flag(default=False, label="Missed shots scatter", help="The optional rule of section 8.0.2.")
    ],
    base: blast.Base,
    men: Annotated[
        tuple[Row, ...],
        Rows(
            {
                "x": Length(-30, 30, default=0, step=Fraction(1, 2), label="Right"),
                "y": Length(-30, 30, default=0, step=Fraction(1, 2), label="Beyond"),
                "side": Choice(blast.SIDES, default=blast.ENEMY, label="Side"),
            },
            low=1, high=10, noun="man", label="Men",
            help="Measured in centimetres from the target, as the crew sees them: minus is left, or short.",
            default=((0, 0, blast.ENEMY), (0, 8, blast.ENEMY), (-8, 0, blast.FRIEND)),
        ),
    ],
) -> Breakdown[LightMortar] | Refusal:  # fmt: skip
    """Where does a light mortar's bomb fall, and whom can the opponent steer it onto?"""
    w = Working(r)
    needed = _needed(r, w, laid, need, distance, troops, cover)
    if isinstance(needed, Refusal):
        return needed
    lies = blast.explain_template(r, w, blast.LIGHT)
    blast.explain_touch(r, w, base, "blast.light-mortar-hit")
    limit = blast.touch(r, lies.reach, base)
    fall = _fall(r, needed, missed_shots)
    _explain(r, w, fall, needed)
    outcomes = _outcomes(fall, limit)
    target = outcomes[HIT] + outcomes[NEAR]
    w.then("chance that the target is under it", Cited(target, r.cite("blast.light-mortar-hit")))
    spared = [_chance(fall, Point(x, y), limit, wanted=False) for x, y, _ in men]
    wanted = [_chance(fall, Point(x, y), limit, wanted=True) for x, y, _ in men]
    friends = [Point(x, y) for x, y, side in men if side == blast.FRIEND]
    told = LightMortar(
        needed=needed,
        hit=outcomes[HIT],
        target=target,
        friend=_any(fall, friends, limit),
        first_least=spared[0],
        first_most=wanted[0],
        stray=fall.offs.map(lambda off: off or 0).mean,
    )
    pictures: list[Exhibit] = [
        _map(r, fall, lies, men, spared, wanted, base),
        Bars("What becomes of the bomb", "It falls", {"": outcomes}, name="falls"),
        _men(men, spared, wanted, fall),
    ]
    return w.answer(
        told,
        headline=_headline(told, fall, bool(friends)),
        chance=told.target,
        distribution=outcomes,
        exhibits=pictures,
    )


@simulation("breaking_news", "light-mortar")
def throw_light_mortar(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw to hit, measure how far off it falls, and tell what becomes of the target."""
    import numpy as np

    needed = _needed(r, Working(r), *(inputs[name] for name in ("laid", "need", "distance", "troops", "cover")))
    assert isinstance(needed, int)
    limit = float(blast.touch(r, blast.template(r, blast.LIGHT).reach, inputs["base"]))
    by_table = _by_table(r, inputs["missed_shots"])
    rolled = dice.roll(r.text("shooting.roll"), count)
    rule = "blast.grenade-distance" if by_table else "blast.light-mortar-miss"
    off = np.maximum(needed - rolled, 0) * r.int(rule)
    found = np.where(rolled >= needed, HIT, np.where(off <= limit, NEAR, CLEAR))
    dud = (rolled < needed) & (rolled == r.int("blast.misfire")) & by_table
    return np.where(dud, DUD, found)


def _needed(r: Reader, w: Working, laid: str, need: int, distance: Number, troops: str, cover: bool) -> int | Refusal:
    """The number needed: known, or worked out in the column that counts."""
    if laid == GIVEN:
        w.start("number needed", Cited(need, r.cite("blast.light-mortar-hit")))
        w.then("chance to hit", Cited(r.dice("shooting.roll").at_least(need), r.cite("shooting.roll")))
        return need
    if laid == OFF_TABLE:
        reading = r.reading("mortar-range")
        if reading != "B":
            distance = bands(r)["extreme" if reading == "A" else "medium"]
        words = {
            "A": "it counts as firing at its longest distance",
            "B": "its distance is taken from its owner's edge",
        }
        w.note(f"off the table {words.get(reading, 'it has its best number')}", "blast.light-mortar-offtable")
    line = shot_line(r, w, weapon="tank", distance=distance, troops=troops, cover=cover)
    return line if isinstance(line, Refusal) else line.needed


def _by_table(r: Reader, scatters: bool) -> bool:
    """Whether a miss goes by the scatter table instead of by the opponent's choice."""
    return scatters and r.reading("mortar-scatter") == "A"


def _fall(r: Reader, needed: int, scatters: bool) -> _Fall:
    """Where, or how far off, the bomb falls."""
    die = r.dice("shooting.roll")
    if not _by_table(r, scatters):
        rule = "blast.light-mortar-miss"
        return _Fall(None, die.map(lambda face: 0 if face >= needed else blast.strays(r, rule, needed, face)))
    places = blast.landing(r, blast.LIGHT, needed, scatters)
    dud, rule = r.int("blast.misfire"), "blast.grenade-distance"

    def off(face: int) -> int | None:
        if face >= needed:
            return 0
        return None if face == dud else blast.strays(r, rule, needed, face)

    return _Fall(places, die.map(off))


def _explain(r: Reader, w: Working, fall: _Fall, needed: int) -> None:
    """The steps from a miss to its place."""
    missing = [face for face in r.dice("shooting.roll") if face < needed]
    if fall.places is None:
        blast.explain_falls(r, w, "blast.light-mortar-miss", needed, missing)
        w.note("the opponent says in which direction", "blast.light-mortar-direction")
    else:
        dud = r.int("blast.misfire")
        w.then(f"chance of a {dud}, which does not go off", Cited(fall.places[None], r.cite("blast.misfire")))
        blast.explain_falls(r, w, "blast.grenade-distance", needed, [face for face in missing if face > dud])
        ways = ", ".join(f"{side} {chance}" for side, chance in blast.directions(r, "grenade").items())
        w.note(f"direction die: {ways}", "blast.grenade-direction")
        w.note("left and right as the crew sees them", "blast.left-right")


def _chance(fall: _Fall, man: Point, limit: Number, *, wanted: bool) -> Fraction:
    """The chance that a man is under it: the least, or the greatest if whoever picks the direction wants it there."""
    if fall.places is not None:
        return fall.places.chance(lambda centre: centre is not None and within(centre, man, limit))
    reaches = _can if wanted else _must
    return fall.offs.chance(lambda off: reaches(off, man, limit))


def _can(off: Number, man: Point, limit: Number) -> bool:
    """Whether a template so far off can be turned onto a man."""
    short = off - limit
    return within(blast.AIM, man, off + limit) and (short <= 0 or distance_squared(blast.AIM, man) >= short * short)


def _must(off: Number, man: Point, limit: Number) -> bool:
    """Whether it lies on him in whatever direction it goes."""
    return within(blast.AIM, man, limit - off)


def _any(fall: _Fall, men: list[Point], limit: Number) -> Fraction:
    """The chance that at least somebody of them can be put under it."""
    if fall.places is not None:
        return fall.places.chance(lambda at: at is not None and any(within(at, man, limit) for man in men))
    return fall.offs.chance(lambda off: any(_can(off, man, limit) for man in men))


def _outcomes(fall: _Fall, limit: Number) -> Distribution[str]:
    """What becomes of the bomb, in words."""
    return fall.offs.map(lambda off: DUD if off is None else HIT if not off else NEAR if off <= limit else CLEAR)


def _headline(told: LightMortar, fall: _Fall, friends: bool) -> str:
    words = f"Target under the template: {spoken(told.target)}"
    if friends:
        words += f"; a friend{', if the opponent wants it' if fall.places is None else ''}: {spoken(told.friend)}"
    return words


def _map(
    r: Reader, fall: _Fall, lies: blast.Template, men: tuple[Row, ...], spared: list[Fraction], wanted: list[Fraction],
    base: Number,
) -> Tabletop:  # fmt: skip
    """The table from above: the places, or the rings on which the opponent may put the centre."""
    figures = [
        Figure(x, y, f"{number}:", side, blast.half(r, base), most if side == blast.FRIEND else least)
        for number, ((x, y, side), least, most) in enumerate(zip(men, spared, wanted, strict=True), start=1)
    ]
    if not any((x, y) == (0, 0) for x, y, _ in men):
        figures.append(Figure(0, 0, "target", "aim"))
    discs = [Disc(0, 0, lies.reach)]
    if fall.places is None:
        discs += [Disc(0, 0, off, f"{off} cm: {chance}", "range") for off, chance in fall.offs.items() if off]
        caption = "The template on its target, and the rings on which the opponent puts its centre after a miss;"
        caption += " his own men as he would spare them, friends as he would strike them"
        return Tabletop(caption, r.ruleset.unit, discs=discs, figures=figures)
    spots = [Spot(at.x, at.y, chance) for at, chance in fall.places.items() if at is not None]
    caption = "Where the bomb may fall by the scatter table, seen from above and fired from below"
    return Tabletop(caption, r.ruleset.unit, discs=discs, spots=spots, figures=figures)


def _men(men: tuple[Row, ...], spared: list[Fraction], wanted: list[Fraction], fall: _Fall) -> Grid:
    names = [f"{number} {side}" for number, (_, _, side) in enumerate(men, start=1)]
    chosen = fall.places is None
    columns = ["spared", "wanted"] if chosen else ["by the table"]
    cells = [[least, most] if chosen else [least] for least, most in zip(spared, wanted, strict=True)]
    caption = (
        "Each man's chance to be under it, as the opponent would spare or strike him"
        if chosen
        else "Each man's chance to be under it"
    )
    return Grid(caption, "Man", "The opponent wants him" if chosen else "Direction", names, columns, cells, name="men")
