"""Artillery: what an indirect round does to the men under it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Disc, Figure, Spot, Tabletop
from drillbook.maths import Distribution, Number, Thrower, binomial, np, roll, spoken, write_mean, write_number
from drillbook.maths.dice import read_dice
from drillbook.maths.geometry import Point, landing
from drillbook.rulesets.breaking_of_nations.artillery import _flight as flying
from drillbook.rulesets.breaking_of_nations.artillery import _guns as guns
from drillbook.rulesets.breaking_of_nations.artillery._flight import CHAIN, CRITICAL, INDIRECT, ORDINARY
from drillbook.rulesets.breaking_of_nations.artillery.deviation import SPOT
from drillbook.rulesets.breaking_of_nations.common.bases import keep_apart
from drillbook.rulesets.breaking_of_nations.common.inputs import armour_of, ground_of, half_inches, soldiers
from drillbook.rulesets.breaking_of_nations.common.scattering import (
    faces_of,
    say_again,
    shared_out,
    throw_shared,
    throw_toll,
)
from drillbook.rulesets.breaking_of_nations.common.shooting import Man, man_number, single_band
from drillbook.rulesets.breaking_of_nations.common.template import covers, throw_under
from drillbook.rulesets.breaking_of_nations.common.wounds import fells
from drillbook.rulesets.breaking_of_nations.weapons._figures import ENEMY, FRIEND, Row, Target, marks, rows

DEVIATION = {CHAIN: "To be rolled", ORDINARY: "Ordinary", CRITICAL: "Critical miss"}


@dataclass(frozen=True, slots=True)
class Shelled:
    """The effect of a round on men: the number needed, the men under it, and the men who fall.

    under and fallen are mean numbers, anyone the chance that at least one man falls. needed is None if there is no roll.
    The figures on friends are None if none is near.
    """

    needed: int | None
    under: Fraction
    fallen: Fraction
    anyone: Fraction
    friends_fallen: Fraction | None
    friend_falls: Fraction | None


@dataclass(frozen=True, slots=True)
class Impact:
    """The effect of a round where it comes down: its dice, the number they need, and its kills.

    kills states whether a hit that is not critical kills. each_man means one die for every man. needed is None if
    everybody under the round is hit without a roll.
    """

    weapon: str
    dice: int
    die: str
    needed: int | None
    kills: bool
    each_man: bool

    def fall(self, r: Reader, men: int) -> Distribution[int]:
        """How many of so many men under it fall."""
        needed = self.needed
        if needed is None:
            return Distribution.sure(men if self.kills else 0)
        mortal = roll(self.die).chance(lambda face: bool(guns.fell(r, needed, face, self.kills)))
        return binomial(men, mortal) if self.each_man else guns.struck(r, self.dice, mortal, men)


@question(
    "bon/indirect-fire?piece=howitzer&ammunition=shell&distance=24&figures=0,0,0.5,enemy,no;1.5,0.5,0.5,enemy,no;0,-4,0.5,friend,no",
    "bon/indirect-fire?piece=mortar&ammunition=shell&distance=20&target=green&ground=trenches&figures=0,0,0.5,enemy,no",
    "bon/indirect-fire?piece=heavy-gun&ammunition=shot&distance=90&error=2&figures=0,0,0.5,enemy,yes;0,-3,0.5,friend,no&ruling.shell-effect=B",
)
def indirect_fire(
    r: Reader,
    *,
    piece: Annotated[str, Choice(table="artillery", where="piece", default="howitzer", label="Piece")],
    ammunition: Annotated[str, Choice(options=guns.AMMUNITION, default="shell", label="Ammunition", rules=guns.NAMED)],
    distance: Annotated[Number, Length(1, 96, default=24, label="Distance to the target")],
    error: Annotated[Number, half_inches("Guess is off by", 12, 0, low=-12, help="Positive: the guess is too far.")],
    roll: Annotated[str, Choice(DEVIATION, label="Deviation", help="Rolled and all, or the one that has already come up.")],
    target: Annotated[str, soldiers("The men are")],
    armour: Annotated[str, armour_of("Their armour")],
    ground: Annotated[str, ground_of("They stand in")],
    figures: Annotated[
        tuple[Row, ...],
        rows(
            SPOT, "Ahead", 0,
            (
                (0, 0, Fraction(1, 2), ENEMY, False), (Fraction(3, 2), Fraction(1, 2), Fraction(1, 2), ENEMY, False),
                (0, -4, Fraction(1, 2), FRIEND, False),
            ),
            help="Measured from the target, along the line of fire and across it.",
        ),
    ],
) -> Breakdown[Shelled]:  # fmt: skip
    """What does an indirect round do to those on whom it comes down?"""
    keep_apart(SPOT, figures)
    w = Working(r)
    flight = flying.send(r, w, piece, ammunition, INDIRECT, False, distance, error, roll)
    impact = _impact(r, w, piece, ammunition, distance, Man(target, armour, ground))
    places = landing(flight.aim, flying.directions(r), flight.distances)
    shielded = not r.holds("prone-scope", "aimed-only")
    targets = [Target(*row) for row in figures]
    under = {
        place: [not (one.prone and shielded) and _covered(r, flight, place, one) for one in targets] for place in places
    }
    each = [places.chance(lambda place, i=i: under[place][i]) for i in range(len(targets))]  # type: ignore[misc]
    caught = places.map(lambda place: (_count(under[place], targets, ENEMY), _count(under[place], targets, FRIEND)))
    both = caught.then(lambda there: shared_out(r, *there, partial(impact.fall, r)))
    fallen, lost = both.map(lambda pair: pair[0]), both.map(lambda pair: pair[1])
    hostile, friendly = (any(one.side == side for one in targets) for side in (ENEMY, FRIEND))
    most = max(sum(there) for there, _ in caught.items())
    if impact.needed is not None and not impact.each_man:
        say_again(r, w, impact.dice, most)
    w.then("enemies under it, on average", caught.map(lambda there: there[0]).mean, "artillery.indirect", when=hostile)
    w.then("of whom fall", fallen.mean, "ranged-combat.removal", when=hostile)
    w.then("friends who fall, on average", lost.mean, "ranged-combat.removal", when=friendly)
    told = Shelled(
        impact.needed,
        caught.map(lambda there: there[0]).mean,
        fallen.mean,
        1 - fallen[0],
        lost.mean if friendly else None,
        1 - lost[0] if friendly else None,
    )
    return w.answer(
        told,
        headline="; ".join(_words(r, told, impact, hostile, friendly)),
        chance=told.anyone if hostile else told.friend_falls,
        distribution=fallen if hostile else lost,
        exhibits=[
            _map(r, flight, places, figures, each),
            *([Bars("How many enemies fall", "Enemies", {"": fallen}, name="fallen")] if hostile else []),
            *([Bars("How many friends fall", "Friends", {"": lost}, name="lost")] if friendly else []),
        ],
    )


def _impact(r: Reader, w: Working, piece: str, kind: str, distance: Number, man: Man) -> Impact:
    """Return the effect of the round where it comes down, and add its steps.

    The function refuses ammunition for which no damage is printed. distance is in inches.
    """
    round_ = guns.ammunition(r, kind)
    damage = guns.hit_damage(r, piece, round_)
    if damage is None:
        w.refuse(f"No damage is printed for {kind} on this reading.", "artillery.ammunition-table")
    w.then("damage of a hit", damage, "artillery.ammunition-table")
    kills = fells(r, damage, r.int("stats.infantry-wound"), 1)
    weapon = str(guns.weapon_class(r, piece).amount)
    count, die = guns.dice_of(r, weapon)
    reading = r.read_as("shell-effect")
    if reading == "no-roll":
        w.note("whoever is under it is hit without a roll", "artillery.indirect")
        return Impact(weapon, 0, die, None, kills, True)
    far = guns.reach(r, Working(r), piece)
    _, band = single_band(r, distance, far, r.cite("artillery.table"))
    needed = man_number(r, w, man, guns.gunner(r), band)
    each_man = reading == "die-each-man"
    if each_man:
        die = r.text("ranged-combat.die")
        w.note("a die for every man under it", "ranged-combat.die")
    else:
        w.then(f"dice of a {weapon} piece", r.cited("artillery.dice", weapon))
    return Impact(weapon, count, die, needed, kills, each_man)


def _covered(r: Reader, flight: flying.Flight, place: Point, target: Target) -> bool:
    """Whether the round touches a figure from that place."""
    return covers(r, place, Point(target.x, target.y), flight.radius, target.base)


def _count(under: list[bool], targets: list[Target], side: str) -> int:
    """How many figures of one side are under the round."""
    return sum(is_under for is_under, one in zip(under, targets, strict=True) if one.side == side)


def _words(r: Reader, told: Shelled, impact: Impact, hostile: bool, friendly: bool) -> Iterator[str]:
    """Yield the parts of the headline: the men who fall on each side, and what the dice need.

    hostile and friendly state whether enemies and friends are near.
    """
    whose = (
        (hostile, "Enemies", told.fallen, told.anyone),
        (friendly, "Friends", told.friends_fallen, told.friend_falls),
    )
    for place, (near, who, mean, one) in enumerate(whose):
        if near and mean is not None and one is not None:
            name = who if place == 0 or not hostile else who.lower()
            fall = f"{name} who fall: {write_mean(mean)} on average, one at least: {spoken(one)}"
            yield fall if one else f"{name} who fall: none"
    if told.needed is None:
        yield "whoever is under it is hit"
    else:
        dice = "the die of each" if impact.each_man else f"each of {impact.dice} dice"
        yield f"once it comes down on them, {dice} hits on {guns.needs(r, told.needed, impact.die)}"


def _map(
    r: Reader, flight: flying.Flight, places: Distribution[Point], figures: tuple[Row, ...], each: list[Fraction]
) -> Tabletop:
    """Return the table from above, with the figures and the places where the round may fall.

    The gun fires from below. each holds the chance of each figure.
    """
    shown = marks(figures, each)
    if (flight.aim.x, flight.aim.y) not in [(x, y) for x, y, *_ in figures]:
        shown.append(Figure(flight.aim.x, flight.aim.y, "laid here", "aim"))
    wide = write_number(flight.radius)
    return Tabletop(
        f'Where the round may come down, seen from above and fired from below; it strikes within {wide}" of its place',
        r.ruleset.unit,
        discs=[Disc(flight.aim.x, flight.aim.y, flight.radius)],
        spots=[Spot(place.x, place.y, chance) for place, chance in places.items()],
        figures=shown,
    )


@simulation
def come_down(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the place, distance, direction and dice of the round; return the enemies who fall.

    The friends who fall are counted if there is no enemy.
    """
    piece, kind, distance = inputs["piece"], inputs["ammunition"], inputs["distance"]
    flight = flying.send(r, Working(r), piece, kind, INDIRECT, False, distance, inputs["error"], inputs["roll"])
    man = Man(inputs["target"], inputs["armour"], inputs["ground"])
    impact = _impact(r, Working(r), piece, kind, distance, man)
    far = np.where(
        flying.throw_wild(r, dice, count, inputs["roll"] if flight.critical else ORDINARY),
        dice.roll(flight.wild, count) + flight.plus,
        dice.roll(flight.ordinary, count),
    )
    clock = r.text("artillery.direction", "dice")
    angle = (dice.roll(clock, count) - r.int("artillery.direction", "ahead")) * (np.pi + np.pi) / read_dice(clock)[-1]
    x, y = far * np.sin(angle), float(inputs["error"]) + far * np.cos(angle)
    shielded = not r.holds("prone-scope", "aimed-only")
    caught = {side: np.zeros(count, dtype=int) for side in (ENEMY, FRIEND)}
    targets = [Target(*row) for row in inputs["figures"]]
    for one in targets:
        if not (one.prone and shielded):
            apart = np.hypot(x - float(one.x), y - float(one.y))
            caught[one.side] += throw_under(r, apart, float(flight.radius), float(one.base))
    fallen, lost = throw_shared(r, dice, caught[ENEMY], caught[FRIEND], _throw(r, dice, impact))
    return fallen if any(one.side == ENEMY for one in targets) else lost


def _throw(r: Reader, dice: Thrower, impact: Impact) -> Callable[[Any], Any]:
    """Return the function that throws for the men under the round and counts those who fall.

    The function takes the number of men in each of the throws.
    """
    needed = impact.needed

    def thrown(throws: int, men: int, apart: bool) -> Any:
        return guns.fell(r, needed or 0, faces_of(dice, impact.die, throws, men, apart), impact.kills)

    def fall(men: Any) -> Any:
        if needed is None:
            return men if impact.kills else men * 0
        most = int(max(men, default=0))
        if not impact.each_man:
            return throw_toll(r, men, impact.dice, thrown)
        return (thrown(len(men), most, True) & (np.arange(most) < men[:, None])).sum(axis=1) if most else men * 0

    return fall
