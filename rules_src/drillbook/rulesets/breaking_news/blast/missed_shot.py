"""Blast: where the template goes when a missed shot's dice are known, and who is under it."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Count, Length, Reader, Rows, Working, question
from drillbook.asking.exhibits import Disc, Figure, Line, Tabletop
from drillbook.asking.exhibits.gestures import in_row
from drillbook.maths import Number
from drillbook.maths.geometry import Coordinate, Point
from drillbook.rulesets.breaking_news.common import blast

Men = tuple[tuple[Number, Number, str], ...]

HIT, DUD = "on target", "misfire"
#: Where a miss lies, in words.
TOWARDS = {
    "short": "short of the target",
    "over": "beyond the target",
    "left": "to the left of the target",
    "right": "to the right of the target",
}


@dataclass(frozen=True, slots=True)
class Missed:
    """The answer on a shot with known dice: where it lands, how far off, and who is under it.

    lands is on target, misfire, or a direction. A misfire has no distance and no place.
    """

    lands: str
    off: int | None
    x: Coordinate | None
    y: Coordinate | None
    under: str


@question(
    "bn/missed-shot?weapon=rpg&need=5&rolled=3&direction=4&base=2.5&men=0,0,enemy;-6,1,friend",
    "bn/missed-shot?weapon=grenade&need=4&rolled=2&direction=6&base=2.5&men=0,0,enemy;1,5,enemy",
    "bn/missed-shot?weapon=tank&need=6&rolled=5&direction=1&base=2.5&men=0,0,enemy;0,8.5,friend",
    "bn/missed-shot?weapon=heavy-at&need=5&rolled=1&direction=3&base=2.5&men=0,0,enemy",
    "bn/missed-shot?weapon=rpg&need=4&rolled=6&direction=3&base=2.5&men=0,0,enemy;2,0,enemy",
)
def missed_shot(
    r: Reader,
    *,
    weapon: Annotated[str, Choice(blast.SCATTERING, default=blast.ROCKET, label="Weapon")],
    need: Annotated[int, Count(2, 8, default=5, label="Number needed")],
    rolled: Annotated[int, Count(1, 6, default=3, label="Die rolled to hit")],
    direction: Annotated[int, Count(1, 6, default=4, label="Direction die", help="It is thrown only for a miss.")],
    base: blast.Base,
    men: Annotated[
        Men,
        Rows(
            {
                "x": Length(-30, 30, default=0, step=Fraction(1, 2), label="Across"),
                "y": Length(-30, 30, default=0, step=Fraction(1, 2), label="Ahead"),
                "side": Choice(blast.SIDES, default=blast.ENEMY, label="Side"),
            },
            low=0, high=10, noun="man", label="Men",
            help="Measured in centimetres from the target, as the firer sees them: minus is left, or short. "
            "A vehicle counts as a man does.",
            default=((0, 0, blast.ENEMY), (-6, 1, blast.FRIEND)),
        ),
    ],
) -> Breakdown[Missed]:  # fmt: skip
    """The dice have been thrown: where does the shot come down, and who is under it?"""
    w = Working(r)
    w.start("number needed", need, "blast.difference")
    lands, off = _comes_down(r, w, weapon, need, rolled, direction)
    lies = blast.template(r, weapon, base)
    centre = None if off is None else blast.moved_to(lands, off) if off else blast.AIM
    if centre is not None:
        blast.tell_template(w, lies, base, "blast.all-hit")
    places = dict(enumerate((Point(x, y) for x, y, _ in men), start=1))
    under = [number for number, place in places.items() if lies.covers(centre, place)]
    w.note("every model inside is hit, and makes a Saving Throw", "blast.all-save", when=under)
    if weapon == blast.ROCKET:
        _own_example(r, w, need, rolled, direction)
    x, y = (centre.x, centre.y) if centre else (None, None)
    told = Missed(lands, off, x, y, ", ".join(map(str, under)) or "nobody")
    return w.answer(told, headline=_headline(told, len(men)), exhibits=[_map(r, lies, centre, men, under, base)])


def _comes_down(r: Reader, w: Working, weapon: str, need: int, rolled: int, direction: int) -> tuple[str, int | None]:
    """Return what becomes of the shot and how far off it lands in cm, and add the steps.

    The distance is None for a misfire, which lands nowhere.
    """
    if rolled >= need:
        w.note(f"a {rolled} is a hit, and needs no direction", "blast.all-hit")
        return HIT, 0
    way = blast.scatter(r, weapon)
    if rolled == way.dud:
        w.note(f"a {rolled} does not go off", "blast.misfire")
        return DUD, None
    w.subtract("the die rolled", rolled, "blast.difference")
    w.times("cm for each point of difference", way.step)
    off = blast.strays(r, way.step, need, rolled)
    w.then("cm off in all", off, "blast.difference")
    w.then(f"a direction die of {direction} sends it", way.ways[direction])
    w.note("as the firer sees it", "blast.left-right")
    return str(w.total), off


def _own_example(r: Reader, w: Working, need: int, rolled: int, direction: int) -> None:
    """Says so where the dice are those of the source's example, and where the two part."""
    parts = r.rule("blast.miss-example").values
    if (need, rolled, direction) == (parts["needed"], parts["rolled"], parts["direction"]):
        words = f"difference {parts['difference']}, {parts['strays']} cm, and it says {parts['goes']}"
        w.note(f"the source's own example: {words}", "blast.miss-example")


def _headline(told: Missed, men: int) -> str:
    if told.off is None:
        return "Misfire: it does not go off"
    where = f"{told.off} cm {TOWARDS[told.lands]}" if told.off else "On target"
    return f"{where}; under the template: {told.under}" if men else where


def _map(r: Reader, lies: blast.Template, centre: Point | None, men: Men, under: list[int], base: Number) -> Tabletop:
    """Return the table-top with the template where it lies and the men."""
    places = [Point(x, y) for x, y, _ in men]
    figures = [
        Figure(x, y, f"{number}{' must save' if number in under else ''}", side, grip=in_row("men", number))
        for number, (x, y, side) in enumerate(men, start=1)
    ]
    return Tabletop(
        "Where the template lies, seen from above and fired from below",
        r.ruleset.unit,
        discs=[*([Disc(centre.x, centre.y, lies.reach)] if centre else []), *blast.bases(r, places, base)],
        figures=[*figures, *blast.target(places)],
        lines=[Line([(0, 0), (centre.x, centre.y)], kind="path")] if centre and centre != blast.AIM else [],
    )
