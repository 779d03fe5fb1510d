"""The light flamethrower: whom the stream crosses, and who burns."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Contradiction, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Figure, Line, Tabletop
from drillbook.asking.gestures import Grip
from drillbook.maths import Distribution, Number, Thrower, np, spoken, total, write_mean
from drillbook.rulesets.breaking_of_nations.common import shooting
from drillbook.rulesets.breaking_of_nations.common.armour import BARE
from drillbook.rulesets.breaking_of_nations.common.bases import Base, keep_apart
from drillbook.rulesets.breaking_of_nations.common.inputs import armour_of, soldiers
from drillbook.rulesets.breaking_of_nations.weapons._figures import ENEMY, FRIEND, Row, Target, marks, rows
from drillbook.rulesets.breaking_of_nations.weapons._stream import Stream, crossed

MEN, VEHICLE = "men", "vehicle"
#: Where a figure may stand, in inches from the man with the LFT, ahead or across.
SPOT = Length(-10, 10, default=0, step=Fraction(1, 10))
AT_MEN: dict[str, Any] = {"when": {"at": (MEN,)}, "why_not": "The flame is turned on a vehicle."}


@dataclass(frozen=True, slots=True)
class Flame:
    """What the stream does: how many enemies and friends it crosses, what each needs, and the enemies who burn on average.

    Of a vehicle nothing is printed but that it takes a critical; then all the others are none.
    """

    enemies: int | None
    friends: int | None
    needed: int | None
    hit: Fraction | None
    burnt: Fraction | None


@question(
    "bon/flame?at=men&target=regular&armour=flak&across=0&ahead=9"
    "&figures=0,3,0.5,enemy,no;0.4,6,0.5,enemy,no;0.8,8,0.5,enemy,no;2,4,0.5,friend,no",
    "bon/flame?at=men&target=green&across=3&ahead=4&figures=3,4,0.5,enemy,yes;6,8,0.5,friend,no&ruling.prone-scope=C",
    "bon/flame?at=vehicle",
)
def flame(
    r: Reader,
    *,
    at: Annotated[str, Choice({MEN: "Men", VEHICLE: "A vehicle"}, default=MEN, label="Turned on")],
    target: Annotated[str, soldiers("The men are", **AT_MEN)],
    armour: Annotated[str, armour_of("Their armour", **AT_MEN)],
    across: Annotated[Number, Length(-10, 10, step=Fraction(1, 2), default=0, label="Aimed across", **AT_MEN)],
    ahead: Annotated[Number, Length(-10, 10, step=Fraction(1, 2), default=9, label="Aimed ahead", **AT_MEN)],
    figures: Annotated[
        tuple[Row, ...],
        rows(
            SPOT, "Ahead", 4,
            (
                (0, 3, Fraction(1, 2), ENEMY, False), (Fraction(2, 5), 6, Fraction(1, 2), ENEMY, False),
                (Fraction(4, 5), 8, Fraction(1, 2), ENEMY, False), (2, 4, Fraction(1, 2), FRIEND, False),
            ),
            help="Measured from the man with the LFT.",
            **AT_MEN,
        ),
    ],
) -> Breakdown[Flame]:  # fmt: skip
    """Whom does the stream of flame cross, and who burns?"""
    w = Working(r)
    if at == VEHICLE:
        w.note("an LFT may be turned on a vehicle, and causes a critical without a roll", "weapons.lft-vehicle")
        w.note("what a critical does to a vehicle is printed nowhere", "stats.av")
        return w.answer(
            Flame(None, None, None, None, None), headline="A critical, for certain; what it does is printed nowhere"
        )
    keep_apart(SPOT, figures, {"the man with the LFT": Base(0, 0, 0)})
    stream = _stream(r, w, across, ahead)
    struck = [_burns(r, stream, row) for row in figures]
    enemies, friends = (
        sum(hit and Target(*row).side == side for hit, row in zip(struck, figures, strict=True))
        for side in (ENEMY, FRIEND)
    )
    w.then("enemies whom it crosses", enemies, "weapons.lft-auto")
    w.note("friends burn like enemies", "weapons.lft-auto", when=friends)
    needed = _needed(r, w, target, armour)
    hit = w.then(
        "chance that each burns", shooting.hit_chance(r, needed) if needed else Fraction(1), "weapons.lft-ds-only"
    )
    burnt = total([Distribution({1: hit, 0: 1 - hit})] * enemies)
    words = shooting.needs(r, needed, hit) if needed is not None else "no roll"
    also = f" and {friends} of our own" if friends else ""
    return w.answer(
        Flame(enemies, friends, needed, hit, burnt.mean),
        headline=(
            f"It crosses {enemies} of the enemy{also}; each burns on {words}; "
            f"{write_mean(burnt.mean)} lost on average, one at least: {spoken(1 - burnt[0])}"
        ),
        chance=1 - burnt[0],
        distribution=burnt,
        exhibits=[
            _map(r, stream, figures, struck, hit),
            Bars("Enemies who burn", "Enemies", {"": burnt}, name="burnt"),
        ],
    )


def _stream(r: Reader, w: Working, across: Number, ahead: Number) -> Stream:
    """The stream: where it points, how long and how wide it is."""
    if not (across or ahead):
        raise Contradiction("The stream must point somewhere.", ahead=1)
    length = w.then("length of the stream, in inches", r.cell("weapons", "lft", shooting.BANDS[0]))
    widths: dict[str, tuple[Number, Number]] = {
        "a-line": (0, 0),
        "named-width": (Fraction(r.num("weapons.lft-stream", "width")) / (1 + 1), 0),
        "a-cone": (0, Fraction(r.num("weapons.lft-stream", "cone")) / (1 + 1)),
    }
    return Stream(across, ahead, length, *widths[r.read_as("lft-stream")])


def _burns(r: Reader, stream: Stream, row: Row) -> bool:
    """Whether the stream strikes a figure."""
    x, y, base, _, prone = row
    return crossed(stream, x, y, base) and not (prone and not r.holds("prone-scope", "aimed-only"))


def _needed(r: Reader, w: Working, target: str, armour: str) -> int | None:
    """The number a victim's burning needs; None where there is no roll."""
    if r.holds("lft-roll", "no-roll"):
        w.note("no roll: whoever is crossed is lost", "weapons.lft-auto")
        return None
    worn = armour if r.holds("lft-roll", "with-armour") else BARE
    shooting.defence_skill(r, w, shooting.Man(target, worn), "DS, all that protects them")
    w.note("no cover, no grade of the firer, no other modifier", "weapons.lft-ds-only")
    return w.whole


def _map(r: Reader, stream: Stream, figures: tuple[Row, ...], struck: list[bool], hit: Fraction) -> Tabletop:
    """The stream seen from above, and the chance of everyone to burn."""
    shown = [
        Figure(0, 0, "LFT", "own"),
        Figure(stream.across, stream.ahead, "aimed this way", "aim", grip=Grip({"across": (1, 0), "ahead": (0, 1)})),
    ]
    shown += marks(figures, [hit if burns else Fraction(0) for burns in struck])
    lines = [Line([(0, 0), stream.end], "stream")]
    lines += [Line(edge, "", "wall") for edge in stream.edges]
    caption = f"Whom the stream crosses; each of them burns: {spoken(hit)}"
    return Tabletop(caption, r.ruleset.unit, figures=shown, lines=lines)


@simulation
def throw_flame(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll for every enemy whom the stream crosses and count those who burn."""
    if inputs["at"] == VEHICLE:
        return []
    stream = _stream(r, Working(r), inputs["across"], inputs["ahead"])
    enemies = sum(Target(*row).side == ENEMY and _burns(r, stream, row) for row in inputs["figures"])
    needed = _needed(r, Working(r), inputs["target"], inputs["armour"])
    if needed is None:
        return np.full(count, enemies)
    return shooting.hits(r, needed, dice.roll_each(r.text("ranged-combat.die"), count, enemies)).sum(axis=1)
