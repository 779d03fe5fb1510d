"""Dice against Resilience: the chance of one die, the hits of several, and real dice.

Shooting, melee and shells all roll in this way.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial, prod
from random import Random
from typing import Any

from drillbook.asking import Reader
from drillbook.maths import Distribution, Thrower, binomial, np, roll, total
from drillbook.rules.remembered import remembered
from drillbook.rulesets.great_war_1418.common.arms import Dice

SHELLS = "hits"


def die_text(r: Reader) -> str:
    """Return the die of the game, in dice notation."""
    return r.text("shooting.dice")


def die_of(r: Reader) -> Distribution[Any]:
    """Return the distribution of the die's faces."""
    return r.dice("shooting.dice")


def _hits(r: Reader, faces: Any, resilience: int, bonus: int, highest: int) -> Any:
    """Which of these faces hit; works on one face and on arrays of faces alike."""
    return _hit(faces, resilience, bonus, highest, r.read_as("low-r"), r.holds("natural-six", "always-hits"))


def _hit(faces: Any, resilience: int, bonus: int, highest: int, low: str, six: bool) -> Any:
    """Return whether faces hit, under these readings of low Resilience and of natural sixes."""
    wanted = max(resilience, 1) if low == "stops-at-one" else resilience
    hit = faces + bonus >= wanted
    if six:
        hit = hit | (faces == highest)
    if low == "one-misses":
        hit = hit & (faces != 1)
    return hit


@remembered(maxsize=1024)
def _once(die: str, resilience: int, bonus: int, low: str, six: bool) -> Fraction:
    """Return the chance that one such die, rolled once, hits."""
    faces = roll(die)
    highest = max(faces.outcomes)
    return faces.chance(lambda face: bool(_hit(face, resilience, bonus, highest, low, six)))


def once(r: Reader, resilience: int, bonus: int = 0) -> Fraction:
    """Return the chance that one die, rolled once, hits."""
    r.cite("shooting.match-or-beat")
    return _once(die_text(r), resilience, bonus, r.read_as("low-r"), r.holds("natural-six", "always-hits"))


def lowest(r: Reader, resilience: int, bonus: int = 0) -> int | None:
    """Return the lowest face that hits; None if no face does."""
    faces = die_of(r)
    highest = max(faces.outcomes)
    return next((face for face in faces.outcomes if _hits(r, face, resilience, bonus, highest)), None)


def as_rolled(r: Reader, dice: Dice) -> Dice:
    """Return the dice as they are on the table.

    By one reading a bonus is that many more dice, and no die has a plus.
    """
    if not dice.bonus or not dice.boosted or not r.holds("bonus-die", "extra-die"):
        return dice
    return Dice(dice.count + dice.bonus * dice.boosted)


def on_a_die(r: Reader, bonus: int) -> int:
    """Give the plus that one die has of a bonus: none where the bonus is read as more dice."""
    return 0 if bonus and r.holds("bonus-die", "extra-die") else bonus


def die_chance(r: Reader, resilience: int, bonus: int = 0, *, again: bool = False, ring: bool = False) -> Fraction:
    """Return the chance that one die hits in the end.

    again: whether the die is rolled again against armour; ring: whether a shell's hits are.
    """
    chance = once(r, resilience, bonus)
    if not again and not ring:
        return chance
    kept = bonus if r.holds("reroll-bonus", "keeps-it") else 0
    second = once(r, resilience, kept)
    match _reroll(r, ring):
        case "every-roll":
            return second
        case "failures":
            return chance + (1 - chance) * second
        case _:
            return chance * second


def _reroll(r: Reader, ring: bool) -> str:
    """Return which dice are rolled again.

    Of shells it is those that hit; against armour the reading in force decides.
    """
    return SHELLS if ring else r.read_as("vehicle-reroll")


def scored(r: Reader, dice: Dice, resilience: int, *, again: bool = False, ring: bool = False) -> Distribution[Any]:
    """How many dice hit."""
    plain = die_chance(r, resilience, again=again, ring=ring)
    if not dice.bonus or not dice.boosted:
        return binomial(dice.count, plain)
    boosted = die_chance(r, resilience, dice.bonus, again=again, ring=ring)
    match r.read_as("bonus-die"):
        case "extra-die":
            return binomial(dice.count + dice.bonus * dice.boosted, plain)
        case "after-the-roll":
            return _after_the_roll(dice.count, dice.boosted, plain, boosted)
        case _:
            return _nominated(dice.count - dice.boosted, dice.boosted, plain, boosted)


def scored_mixed(
    r: Reader, count: int, bonuses: Sequence[int], resilience: int, *, ring: bool = False
) -> Distribution[Any]:
    """Return the distribution of hits of dice, some of which carry a bonus.

    count: how many dice there are; bonuses: the bonuses, each on one die; ring: whether a shell's hits are rolled again.
    """
    kinds = sorted(set(bonuses), reverse=True)
    if len(kinds) <= 1:
        return scored(r, Dice(count, kinds[0] if kinds else 0, len(bonuses)), resilience, ring=ring)
    plain = die_chance(r, resilience, ring=ring)
    helped = [die_chance(r, resilience, bonus, ring=ring) for bonus in kinds]
    many = [bonuses.count(bonus) for bonus in kinds]
    match r.read_as("bonus-die"):
        case "extra-die":
            return binomial(count + sum(bonuses), plain)
        case "after-the-roll":
            return _gained(count, tuple(many), plain, tuple(helped))
        case _:
            parts = [binomial(number, chance) for number, chance in zip(many, helped, strict=True)]
            return total([binomial(count - len(bonuses), plain), *parts])


@remembered(maxsize=1024)
def _gained(count: int, many: tuple[int, ...], plain: Fraction, helped: tuple[Fraction, ...]) -> Distribution[int]:
    """Return the distribution of hits if bonuses go to dice that only hit with them.

    The greatest bonus goes first. many: how many bonuses there are of each kind;
    plain, helped: the chances without and with them.
    """
    least = [max(one, plain) for one in helped]
    shares = [plain, *(more - less for more, less in zip(least, [*least[1:], plain], strict=True)), 1 - least[0]]

    def hits(dice: tuple[int, ...]) -> int:
        """Return the hits of dice sorted by kind.

        The kinds are: a hit, a hit with the greatest bonus only, and so on, and a miss.
        """
        found, *near = dice[:-1]
        free = 0
        for number, bonuses in zip(near, many, strict=True):
            gained = min(free + bonuses, number)
            found, free = found + gained, free + bonuses - gained
        return found

    def chance(dice: tuple[int, ...]) -> Fraction:
        ways = factorial(count) // prod(map(factorial, dice))
        return ways * prod((share**number for share, number in zip(shares, dice, strict=True)), start=Fraction(1))

    return Distribution.weighted((hits(dice), chance(dice)) for dice in _sorts(count, len(shares)))


def _sorts(count: int, kinds: int) -> Iterator[tuple[int, ...]]:
    """Give every way in which so many dice may be of so many kinds."""
    if kinds == 1:
        yield (count,)
        return
    for number in range(count + 1):
        yield from ((number, *rest) for rest in _sorts(count - number, kinds - 1))


@remembered(maxsize=1024)
def _nominated(plain_dice: int, boosted_dice: int, plain: Fraction, helped: Fraction) -> Distribution[Any]:
    """Hits where the dice with the bonus are named before the roll."""
    return binomial(plain_dice, plain) + binomial(boosted_dice, helped)


@remembered(maxsize=1024)
def _after_the_roll(count: int, boosted: int, plain: Fraction, helped: Fraction) -> Distribution[int]:
    """Return the distribution of hits if the bonus goes to dice that miss without it.

    Each die hits, would hit with the bonus, or misses.
    If the bonus helps nothing, no die may gain: both chances are the same.
    """
    near, miss = max(helped, plain) - plain, 1 - max(helped, plain)
    return Distribution.weighted(
        (hit + min(boosted, almost), weight * plain**hit * near**almost * miss ** (count - hit - almost))
        for hit in range(count + 1)
        for almost in range(count - hit + 1)
        for weight in [comb(count, hit) * comb(count - hit, almost)]
    )


def throw_mixed(
    r: Reader, cup: Thrower, throws: int, count: int, bonuses: Sequence[int], resilience: int, *, ring: bool = False
) -> Any:
    """Roll dice with several bonuses so often: the hits of every throw."""
    kinds = sorted(set(bonuses), reverse=True)
    if len(kinds) <= 1:
        return throw(r, cup, throws, Dice(count, kinds[0] if kinds else 0, len(bonuses)), resilience, ring=ring)
    reading = r.read_as("bonus-die")
    if reading == "extra-die":
        return throw(r, cup, throws, Dice(count + sum(bonuses)), resilience, ring=ring)
    die, highest = die_text(r), max(die_of(r).outcomes)
    faces = [cup.roll_each(die, throws, count) for _ in range(1 + ring)]

    def rolled(bonus: Any) -> Any:
        kept = bonus if r.holds("reroll-bonus", "keeps-it") else 0 * bonus
        first = _hits(r, faces[0], resilience, bonus, highest)
        return first & _hits(r, faces[1], resilience, kept, highest) if ring else first

    if reading != "after-the-roll":
        return rolled(np.array([*sorted(bonuses, reverse=True), *[0] * (count - len(bonuses))])).sum(axis=1)
    none = np.zeros(count, dtype=int)
    got = rolled(none)
    found, free = got.sum(axis=1), np.zeros(throws, dtype=int)
    for bonus, lesser in zip(kinds, [*kinds[1:], 0], strict=True):
        free += bonuses.count(bonus)
        near = rolled(none + bonus) & ~rolled(none + lesser)
        gained = np.minimum(free, near.sum(axis=1))
        found, free = found + gained, free - gained
    return found


def throw(
    r: Reader, cup: Thrower, throws: int, dice: Dice, resilience: int, *, again: bool = False, ring: bool = False
) -> Any:
    """Roll the dice so often: the hits of every throw."""
    die = die_text(r)
    highest = max(die_of(r).outcomes)
    reading = r.read_as("bonus-die") if dice.bonus and dice.boosted else "nominated"
    count = dice.count + dice.bonus * dice.boosted if reading == "extra-die" else dice.count

    def rolled(bonus: Any) -> Any:
        kept = bonus if r.holds("reroll-bonus", "keeps-it") else 0 * bonus
        first = _hits(r, cup_faces[0], resilience, bonus, highest)
        if not again and not ring:
            return first
        second = _hits(r, cup_faces[1], resilience, kept, highest)
        return {"every-roll": second, "failures": first | second}.get(_reroll(r, ring), first & second)

    cup_faces = [cup.roll_each(die, throws, count) for _ in range(1 + (again or ring))]
    none = np.zeros(count, dtype=int)
    if reading == "after-the-roll":
        plain, helped = rolled(none), rolled(none + dice.bonus)
        return plain.sum(axis=1) + np.minimum(dice.boosted, (helped & ~plain).sum(axis=1))
    bonus = none.copy()
    if reading == "nominated":
        bonus[: dice.boosted] = dice.bonus
    return rolled(bonus).sum(axis=1)


@dataclass(frozen=True, slots=True)
class Cast:
    """One throw, die by die.

    faces: the faces; again: those of the dice that are rolled again; hits: how many hit in the end.
    """

    faces: tuple[int, ...]
    hits: int
    again: tuple[int, ...] = ()

    @property
    def words(self) -> str:
        """The faces in a row."""
        told = ", ".join(str(face) for face in self.faces) or "no dice"
        return f"{told} and again {', '.join(str(face) for face in self.again)}" if self.again else told


def cast(r: Reader, luck: Random, dice: Dice, resilience: int, *, ring: bool = False) -> Cast:
    """Throw the dice of one platoon once and return the throw.

    A bonus goes to the first die that may have it. ring: shells whose hits are rolled again.
    """
    outcomes = list(die_of(r).outcomes)
    reading = r.read_as("bonus-die") if dice.bonus and dice.boosted else "nominated"
    count = dice.count + dice.bonus * dice.boosted if reading == "extra-die" else dice.count
    faces, seconds = (tuple(luck.choice(outcomes) for _ in range(count)) for _ in (0, 1))
    kept = dice.bonus if ring and r.holds("reroll-bonus", "keeps-it") else 0
    needs = {bonus: lowest(r, resilience, bonus) for bonus in (0, dice.bonus, kept)}

    def reached(face: int, bonus: int) -> bool:
        least = needs[bonus]
        return least is not None and face >= least

    def hit(place: int, bonus: int) -> bool:
        first = reached(faces[place], bonus)
        return first and (not ring or reached(seconds[place], min(bonus, kept)))

    given = [dice.bonus if reading == "nominated" and place < dice.boosted else 0 for place in range(count)]
    hits = sum(hit(place, bonus) for place, bonus in enumerate(given))
    if reading == "after-the-roll":
        gained = sum(hit(place, dice.bonus) and not hit(place, 0) for place in range(count))
        hits, given = hits + min(dice.boosted, gained), [dice.bonus] * count
    rolled = [seconds[place] for place, bonus in enumerate(given) if ring and reached(faces[place], bonus)]
    return Cast(faces, min(1, hits) if r.holds("hits-per-die", "one-a-platoon") else hits, tuple(rolled))
