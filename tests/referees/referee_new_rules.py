"""A referee's tools for New Rules: bands, events, activation dice, questions to the book.

Bands, events and activation dice are worked out a second time. Nothing of the ruleset is imported: a test that uses
this module works answers out from the source alone and compares the book's.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

from drillbook import ask

F = Fraction
Chances = dict[Any, Fraction]
#: Units of the muster by their arms; their figures are given in every address.
ARMS = {"line-infantry": "infantry", "heavy-cavalry": "cavalry", "foot-battery": "artillery"}
#: The readings taken where nothing else is said: totals below 0 count as 0, no dice may be rolled, a Speed caps the whole way.
TAKEN = defaultdict(lambda: "A", {"nonpositive": "B", "zero_dice": "B", "move_total": "B"})


def value(address: str) -> Mapping[str, Any]:
    """Return the figures of the book's answer to an address."""
    return ask(address).outcome.flat()


def told(readings: Mapping[str, str]) -> str:
    """Return readings as an address has them."""
    return "".join(f"&ruling.{name.replace('_', '-')}={letter}" for name, letter in readings.items())


def read(readings: Mapping[str, str], name: str) -> str:
    """Return the letter of the reading of that name that is in force."""
    return readings.get(name, TAKEN[name])


def sampled(*sides: Any, many: int = 24) -> list[Any]:
    """Return some of all combinations of the sides, the same ones every time."""
    ways = list(product(*sides))
    return Random(1809).sample(ways, min(many, len(ways)))


# Activation -------------------------------------------------------------------------------------------------------------------


def sides_of(readings: Mapping[str, str]) -> int:
    """Return the number of faces of an activation die."""
    return {"A": 6, "B": 10, "C": 8}[read(readings, "activation_die")]


def good(face: int, quality: int, readings: Mapping[str, str]) -> bool:
    """Whether a die succeeds."""
    top = sides_of(readings)
    if read(readings, "quality_range") == "B" and face in (1, top):
        return face == top
    return face >= quality


def settled(good_dice: tuple[bool, ...], failed: int, ones: int, quality: int, readings: Mapping[str, str]) -> Chances:
    """Return the chances of how an activation ends after all blunders.

    An end is (actions, failures that count, hesitates, successes). good_dice: the successes, true for a coloured one.
    """
    top = sides_of(readings)
    lines = top if read(readings, "blunder_die") == "B" else 6
    found: Chances = defaultdict(F)

    def go(dice: tuple[bool, ...], lost: int, due: int, hesitates: bool, rerolls: bool, chance: Fraction) -> None:
        if not due:
            found[0 if hesitates else len(dice), lost, hesitates, len(dice)] += chance
            return
        for line in range(1, lines + 1):
            share = chance / lines
            if line == 2:
                go(dice, lost, due - 1, True, True, share)
            elif line == 1 and dice and rerolls:
                colour = min(dice)
                rest = list(dice)
                rest.remove(colour)
                for face in range(1, top + 1):
                    won = good(face, quality, readings)
                    chained = (
                        read(readings, "garbled") == "C" and colour and face == 1 and read(readings, "dice_pool") == "A"
                    )
                    now = tuple(sorted([*rest, colour])) if won else tuple(rest)
                    more = lost + (not won and read(readings, "garbled") != "B")
                    go(now, more, due - 1 + chained, hesitates, not (chained and won), share / top)
            else:
                go(dice, lost, due - 1, hesitates, True, share)

    go(tuple(sorted(good_dice)), failed, ones, False, True, F(1))
    return dict(found)


@cache
def _activation(quality: int, colours: tuple[bool, ...], given: tuple[tuple[str, str], ...]) -> Chances:
    """(actions, strikes, blunder) of a roll of these dice, true for a coloured one."""
    readings = dict(given)
    top = sides_of(readings)
    stops = read(readings, "dice_declared") == "B"
    found: Chances = defaultdict(F)
    for faces in product(range(1, top + 1), repeat=len(colours)):
        lying = list(zip(faces, colours, strict=True))
        if stops:
            first = next((n for n, (face, _) in enumerate(lying) if not good(face, quality, readings)), len(lying))
            lying = lying[: first + 1]
        dice = tuple(colour for face, colour in lying if good(face, quality, readings))
        ones = sum(colour and face == 1 for face, colour in lying) if read(readings, "dice_pool") == "A" else 0
        due = ones if read(readings, "blunder_count") == "B" else min(1, ones)
        for (actions, failed, hesitates, successes), chance in settled(
            dice, len(lying) - len(dice), due, quality, readings
        ).items():
            strikes = strikes_of(failed, successes, hesitates, readings)
            found[actions, strikes, due > 0] += chance / top ** len(colours)
    return dict(found)


def strikes_of(failed: int, successes: int, hesitates: bool, readings: Mapping[str, str]) -> int:
    """Two strikes end the turn."""
    if hesitates and read(readings, "hesitation") == "A":
        return 0
    match read(readings, "two_failures"):
        case "B":
            return int(not successes and failed > 0)
        case "C":
            return 2 if failed == 2 else 0
        case _:
            return 2 if failed >= 2 else 0


def activation(quality: int, damage: int, dice: int, pick: str, readings: Mapping[str, str]) -> Chances:
    """(actions, strikes, blunder) of so many of a unit's dice."""
    given = tuple(sorted(readings.items()))
    pool = (False,) * (3 - damage) + (True,) * damage
    match read(readings, "coloured_choice"):
        case "B":
            return _activation(quality, tuple(sorted(pool[::-1][:dice])), given)
        case "C":
            found: Chances = defaultdict(F)
            hands = [hand for hand in product(range(3), repeat=dice) if len(set(hand)) == dice]
            for hand in hands:
                for end, chance in _activation(quality, tuple(sorted(pool[one] for one in hand)), given).items():
                    found[end] += chance / len(hands)
            return dict(found)
        case _:
            return _activation(quality, tuple(sorted((pool[::-1] if pick == "coloured" else pool)[:dice])), given)


def counted(found: Chances, what: Any) -> Fraction:
    """Return the chance of the outcomes for which `what` holds."""
    return sum((chance for end, chance in found.items() if what(*end)), F(0))


# Bands and what they leave -----------------------------------------------------------------------------------------------------


def rolls(readings: Mapping[str, str]) -> Chances:
    """Return the distribution of what a side rolls in combat."""
    match read(readings, "combat_die"):
        case "B":
            return {face: F(1, 10) for face in range(1, 11)}
        case "C":
            found: Chances = defaultdict(F)
            for faces in product(range(1, 7), repeat=3):
                found[sum(faces)] += F(1, 216)
            return dict(found)
        case _:
            return {face: F(1, 6) for face in range(1, 7)}


def band(own: int, other: int, readings: Mapping[str, str], melee: bool = True) -> str:
    """Into which band two totals fall, once they are as far up as they count."""
    floor = {"A": -100, "B": 0, "C": 1}[read(readings, "nonpositive")]
    own, other = max(own, floor), max(other, floor)
    if other >= own:
        if not melee:
            return "held"
        if other == 2 * own and other > own:
            return {"A": "held", "B": "beaten", "C": "none"}[read(readings, "exact_double_defender")]
        return "beaten" if other > 2 * own else "held"
    if own == 3 * other:
        return {"A": "double", "B": "triple", "C": "none"}[read(readings, "exact_triple")]
    if own > 3 * other:
        return "triple"
    if own == 2 * other:
        return {"A": "ahead", "B": "double", "C": "none"}[read(readings, "exact_double")]
    return "double" if own > 2 * other else "ahead"


@dataclass(frozen=True)
class Man:
    """A unit: its arm, its formation, its coloured dice and how it left the fight.

    Four coloured dice mean that it is removed. It also has whether its line is broken.
    """

    arm: str
    formation: str = "column"
    coloured: int = 0
    broken: bool = False
    out: str = ""
    figure: int = field(default=0, compare=False)
    limbered: bool = False

    @property
    def formed(self) -> str:
        """The formation that counts."""
        return "" if self.broken or self.arm != "infantry" else self.formation


def hurt(unit: Man, points: int, readings: Mapping[str, str]) -> Man:
    """So many points of one attack, one by one, or at once."""
    if not points:
        return unit
    now = unit.coloured + points
    if now > 3 and unit.coloured < 3 and read(readings, "damage_overflow") == "B":
        now = 3
    return replace(unit, coloured=min(4, now), out="removed" if now > 3 else unit.out)


def thrown(unit: Man, readings: Mapping[str, str], melee: bool = True) -> Man:
    """Return a unit that has to recoil.

    Guns in melee do not (L65), unlimbered ones remain where they are (L68), limbered ones move.
    """
    if unit.arm == "artillery" and melee:
        how = {"A": "", "B": "recoils", "C": "removed"}[read(readings, "artillery_recoil")]
        return replace(unit, out=how, coloured=4 if how == "removed" else unit.coloured)
    if unit.arm == "artillery" and not unit.limbered and read(readings, "unlimbered_recoil") == "A":
        return unit
    if unit.formed == "square" and read(readings, "square_recoil") == "B":
        return unit
    return replace(unit, out="recoils")


def routed(unit: Man, readings: Mapping[str, str]) -> Man:
    """Return a unit that routs.

    If formation and guns count, a square and unlimbered guns do not leave their place.
    """
    fixed = unit.formed == "square" or (unit.arm == "artillery" and not unit.limbered)
    return unit if fixed and read(readings, "rout_formation") == "B" else replace(unit, out="routs")


def event(unit: Man, readings: Mapping[str, str], melee: bool = True) -> Chances:
    """Two dice on the table of critical events."""
    found: Chances = defaultdict(F)
    for one, two in product(range(1, 7), repeat=2):
        match one + two:
            case 4:
                then = replace(unit, broken=unit.arm == "infantry")
            case 6 | 7 | 8:
                then = thrown(unit, readings, melee)
            case 9:
                then = hurt(unit, 1, readings)
            case 11 | 12:
                then = routed(unit, readings)
            case _:
                then = unit
        found[then] += F(1, 36)
    return dict(found)


def befallen(unit: Man, due: int, readings: Mapping[str, str], chain: bool, melee: bool) -> Chances:
    """Return the states of a unit after so many events; a removed unit has no more events.

    chain: the point of a Panic brings one more event.
    """
    if not due or unit.out == "removed":
        return {unit: F(1)}
    found: Chances = defaultdict(F)
    for then, share in event(replace(unit, out=""), readings, melee).items():
        panic = chain and then.coloured > unit.coloured and then.out != "recoils"
        was = unit.out if not then.out else then.out
        for last, part in befallen(replace(then, out=was), due - 1 + panic, readings, chain, melee).items():
            found[last] += share * part
    return dict(found)


def attack(
    own: int, other: int, one: Man, foe: Man, readings: Mapping[str, str], melee: bool = True, canister: bool = False
) -> dict[str, Any]:
    """Return everything that an attack does: bands, hurts, and (attacker, defender) afterwards.

    own, other: what both sides add.
    """
    bands: Chances = defaultdict(F)
    ends: Chances = defaultdict(F)
    known: Chances = defaultdict(F)
    for (first, chance), (second, share) in product(rolls(readings).items(), rolls(readings).items()):
        weight = chance * share
        name = band(first + own, second + other, readings, melee)
        total = read(readings, "even_roll") == "B"
        points = {"beaten": (1, 0), "double": (0, 1), "triple": (0, 2)}.get(name, (0, 0))
        if name == "held" and melee:
            points = (int(not (second + (other if total else 0)) % 2), 0)
        if name == "ahead":
            points = (0, int(not (first + (own if total else 0)) % 2))
        bands[name] += weight
        known["hurt"] += weight * (points[1] > 0)
        known["two"] += weight * (points[1] > 1)
        known["own"] += weight * (points[0] > 0)
        known["points"] += weight * points[1]
        a, d = hurt(one, points[0], readings), hurt(foe, points[1], readings)
        if name == "beaten":
            back = read(readings, "attacker_recoils") == "A"
            if not a.out:
                a, d = (thrown(a, readings), d) if back else (a, thrown(d, readings))
        due = int(name in ("double", "triple"))
        if canister and points[1]:
            due = points[1] if read(readings, "canister_critical") == "C" else 1
        if due and d.out != "removed":
            known["critical"] += weight
            chain = canister and read(readings, "canister_critical") == "B"
            for then, part in befallen(d, due, readings, chain, melee).items():
                ends[a, then] += weight * part
        else:
            ends[a, d] += weight
    return {
        "bands": bands,
        "ends": dict(ends),
        **{name: known[name] for name in ("hurt", "two", "own", "points", "critical")},
    }
