"""The light flamethrower: which men the stream crosses, and who burns."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Contradiction, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Figure, Line, Tabletop
from drillbook.asking.exhibits.gestures import Grip
from drillbook.maths import Distribution, Number, Thrower, np, spoken, total, write_mean
from drillbook.rulesets.breaking_of_nations.common import shooting, shot_die
from drillbook.rulesets.breaking_of_nations.common.bases import Base, keep_apart
from drillbook.rulesets.breaking_of_nations.common.inputs import armour_of, soldiers
from drillbook.rulesets.breaking_of_nations.common.soldier import BARE
from drillbook.rulesets.breaking_of_nations.weapons._figures import AS_OTHERS, ENEMY, FRIEND, Target, marks, rows
from drillbook.rulesets.breaking_of_nations.weapons._stream import Stream, crossed

MEN, VEHICLE = "men", "vehicle"
#: Where a figure may stand, in inches from the man with the LFT, ahead or across.
SPOT = Length(-10, 10, default=0, step=Fraction(1, 10))
AT_MEN: dict[str, Any] = {"when": {"at": (MEN,)}, "why_not": "The flame is turned on a vehicle."}


@dataclass(frozen=True, slots=True)
class Flame:
    """The effect of the stream: the enemies and friends it crosses, and who burns on average.

    needed and hit are those of a man who is as the others are. For a vehicle nothing is printed but that it takes a
    critical; then all values are None.
    """

    enemies: int | None
    friends: int | None
    needed: int | None
    hit: Fraction | None
    burnt: Fraction | None
    friends_burnt: Fraction | None


@dataclass(frozen=True, slots=True)
class Crossed:
    """A figure that the stream strikes: its side, the number it needs to burn, and the chance.

    needed is None if there is no roll.
    """

    side: str
    needed: int | None
    hit: Fraction


@question(
    "bon/flame?at=men&target=regular&armour=flak&across=0&ahead=9"
    "&figures=0,3,0.5,enemy,no;0.4,6,0.5,enemy,no;0.8,8,0.5,enemy,no;2,4,0.5,friend,no",
    "bon/flame?at=men&target=green&across=3&ahead=4&figures=3,4,0.5,enemy,yes;6,8,0.5,friend,no&ruling.prone-scope=C",
    "bon/flame?at=men&target=regular&figures=0,3,0.5,enemy,no;0,6,0.5,enemy,no,elite,heavy;0,8,0.5,friend,no&ruling.lft-roll=C",
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
        tuple[tuple[Number, Number, Number, str, bool, str, str], ...],
        rows(
            SPOT, "Ahead", 4,
            (
                (0, 3, Fraction(1, 2), ENEMY, False, AS_OTHERS, AS_OTHERS),
                (Fraction(2, 5), 6, Fraction(1, 2), ENEMY, False, AS_OTHERS, AS_OTHERS),
                (Fraction(4, 5), 8, Fraction(1, 2), ENEMY, False, AS_OTHERS, AS_OTHERS),
                (2, 4, Fraction(1, 2), FRIEND, False, AS_OTHERS, AS_OTHERS),
            ),
            mixed=True, help="Measured from the man with the LFT.",
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
            Flame(None, None, None, None, None, None),
            headline="A critical, for certain; what it does is printed nowhere",
        )
    keep_apart(SPOT, figures, {"the man with the LFT": Base(0, 0, 0)})
    stream = _stream(r, w, across, ahead)
    targets = [Target(*row) for row in figures]
    struck = [
        _struck(r, w, stream, one, one.as_man(target, armour), f"figure {number}")
        for number, one in enumerate(targets, start=1)
    ]
    burning = {side: [one for one in struck if one and one.side == side] for side in (ENEMY, FRIEND)}
    w.then("enemies whom it crosses", len(burning[ENEMY]), "weapons.lft-auto")
    w.note("friends burn like enemies", "weapons.lft-auto", when=burning[FRIEND])
    needed = _needed(r, w, shooting.Man(target, armour))
    each = "each of the others" if any(one.own for one in targets) else "each"
    hit = w.then(f"chance that {each} burns", _chance(r, needed), "weapons.lft-ds-only")
    lost = {side: total(Distribution({1: one.hit, 0: 1 - one.hit}) for one in some) for side, some in burning.items()}
    whose = ENEMY if any(one.side == ENEMY for one in targets) else FRIEND
    bars = [
        Bars(caption, axis, {"": lost[side]}, name=name)
        for side, caption, axis, name in (
            (ENEMY, "Enemies who burn", "Enemies", "burnt"),
            (FRIEND, "Friends who burn", "Friends", "friends"),
        )
        if burning[side] or side == whose
    ]
    return w.answer(
        Flame(len(burning[ENEMY]), len(burning[FRIEND]), needed, hit, lost[ENEMY].mean, lost[FRIEND].mean),
        headline="; ".join(_words(r, burning, lost)),
        chance=1 - lost[whose][0],
        distribution=lost[whose],
        exhibits=[_map(r, stream, figures, [one.hit if one else Fraction(0) for one in struck]), *bars],
    )


def _words(r: Reader, burning: dict[str, list[Crossed]], lost: dict[str, Distribution[Any]]) -> Iterator[str]:
    """Yield the parts of the headline: the men crossed, their number needed, and the lost."""
    enemies, friends = len(burning[ENEMY]), len(burning[FRIEND])
    told = [f"{enemies} of the enemy"] if enemies else []
    told += [f"{friends} of our own"] if friends else []
    yield f"It crosses {' and '.join(told) or 'nobody'}"
    numbers = dict.fromkeys((one.needed, one.hit) for one in (*burning[ENEMY], *burning[FRIEND]))
    scores = [shot_die.needs(r, number, hit) for number, hit in numbers if number is not None]
    if numbers:
        burns = "each burns" if len(numbers) == 1 else "they burn"
        yield f"{burns} on {', '.join(scores)}" if scores else f"{burns} without a roll"
    for side, who in ((ENEMY, "enemies"), (FRIEND, "friends")):
        if burning[side]:
            yield f"{who} lost: {write_mean(lost[side].mean)} on average, one at least: {spoken(1 - lost[side][0])}"


def _stream(r: Reader, w: Working, across: Number, ahead: Number) -> Stream:
    """Return the stream: its direction, length and width.

    Raise Contradiction if it does not point anywhere.
    """
    if not (across or ahead):
        raise Contradiction("The stream must point somewhere.", ahead=1)
    length = w.then("length of the stream, in inches", r.cell("weapons", "lft", shooting.BANDS[0]))
    widths: dict[str, tuple[Number, Number]] = {
        "a-line": (0, 0),
        "named-width": (Fraction(r.num("weapons.lft-stream", "width")) / (1 + 1), 0),
        "a-cone": (0, Fraction(r.num("weapons.lft-stream", "cone")) / (1 + 1)),
    }
    return Stream(across, ahead, length, *widths[r.read_as("lft-stream")])


def _struck(
    r: Reader, w: Working, stream: Stream, target: Target, man: shooting.Man, who: str = "he"
) -> Crossed | None:
    """Return what the stream does to a figure, or None if it does not strike it.

    The steps call the figure `who`.
    """
    if not crossed(stream, target.x, target.y, target.base):
        return None
    if target.prone and not r.holds("prone-scope", "aimed-only"):
        return None
    needed = _needed(r, w if target.own else Working(r), man)
    w.then(f"chance that {who} burns", _chance(r, needed), "weapons.lft-ds-only", when=target.own)
    return Crossed(target.side, needed, _chance(r, needed))


def _needed(r: Reader, w: Working, man: shooting.Man) -> int | None:
    """Return the number a victim's burning needs, or None if there is no roll."""
    if r.holds("lft-roll", "no-roll"):
        w.note("no roll: whoever is crossed is lost", "weapons.lft-auto")
        return None
    worn = man.armour if r.holds("lft-roll", "with-armour") else BARE
    shooting.defence_skill(r, w, shooting.Man(man.grade, worn), "DS, all that protects him")
    w.note("no cover, no grade of the firer, no other modifier", "weapons.lft-ds-only")
    return w.whole


def _chance(r: Reader, needed: int | None) -> Fraction:
    """Return the chance that a man burns."""
    return Fraction(1) if needed is None else shot_die.hit_chance(r, needed)


def _map(r: Reader, stream: Stream, figures: Sequence[tuple[Any, ...]], chances: list[Fraction]) -> Tabletop:
    """Return the stream seen from above, with the chance of each figure to burn."""
    shown = [
        Figure(0, 0, "LFT", "own"),
        Figure(stream.across, stream.ahead, "aimed this way", "aim", grip=Grip({"across": (1, 0), "ahead": (0, 1)})),
    ]
    shown += marks(figures, chances)
    lines = [Line([(0, 0), stream.end], "stream")]
    lines += [Line(edge, "", "wall") for edge in stream.edges]
    caption = "Whom the stream crosses, and how likely each is to burn"
    return Tabletop(caption, r.ruleset.unit, figures=shown, lines=lines)


@simulation
def throw_flame(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw for every man the stream crosses and return how many enemies burn.

    Friends are counted if there is no enemy.
    """
    if inputs["at"] == VEHICLE:
        return []
    stream, targets = (
        _stream(r, Working(r), inputs["across"], inputs["ahead"]),
        [Target(*row) for row in inputs["figures"]],
    )
    whose = ENEMY if any(one.side == ENEMY for one in targets) else FRIEND
    burnt = np.zeros(count, dtype=int)
    for one in targets:
        found = _struck(r, Working(r), stream, one, one.as_man(inputs["target"], inputs["armour"]))
        if found and found.side == whose:
            rolled = dice.roll(r.text("ranged-combat.die"), count)
            burnt += 1 if found.needed is None else shot_die.hits(r, found.needed, rolled)
    return burnt
