"""Pieces, their ammunition and their crews: what a gun is, whoever asks.

No chapter of its own: direct fire, indirect fire, the bombardment and the machine gun all start from these lines of the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from drillbook.dice import Distribution, binomial, read_dice, roll
from drillbook.exact import Number, exact, write_number
from drillbook.exhibits import chance_text
from drillbook.reader import Cited, Reader, Working
from drillbook.render.odds import percent
from drillbook.rulesets.breaking_of_nations._shooting import BANDS, band_at, hits, is_critical, number_of

#: The rows of the table that are not machine guns, and what may be put into them.
PIECES = ("mortar", "light-howitzer", "howitzer", "heavy-howitzer", "light-gun", "medium-gun", "heavy-gun")
AMMUNITION = {"shell": "Shell", "shot": "Shot", "shrapnel": "Shrapnel"}
CLASSES = {"light": "Light", "medium": "Medium", "heavy": "Heavy"}
MACHINE_GUN, MORTAR = "mg", "mortar"
#: The ruling that decides between two printed ranges.
DOUBTFUL_RANGE = {MORTAR: "mortar-45", "light-gun": "light-gun-range"}
#: What a word for ammunition means under each reading: the line of the table that gives its damage, and the name under which
#: it deviates and bursts.
MEANINGS: dict[str, dict[str, tuple[str | None, str | None]]] = {
    "A": {"shell": ("shell", "shell"), "shot": ("shrapnel", "shot"), "shrapnel": ("shrapnel", "shot")},
    "B": {"shell": ("shell", "shell"), "shot": (None, "shot"), "shrapnel": ("shrapnel", None)},
    "C": {"shell": ("shrapnel", "shell"), "shot": ("shell", "shot"), "shrapnel": ("shrapnel", "shell")},
    "D": {"shell": ("shell", "shell"), "shot": (None, "shot"), "shrapnel": ("shrapnel", "shell")},
}


@dataclass(frozen=True, slots=True)
class Ammunition:
    """What a round is: its damage and whether it troubles vehicles (None where nothing is printed), and how it flies."""

    damage: Cited | None
    anti_vehicle: bool | None
    flies: str | None


def ammunition(r: Reader, kind: str) -> Ammunition:
    """What shell, shot or shrapnel means under the reading in force."""
    row, flies = MEANINGS[r.reading("shot-shrapnel")][kind]
    if row is None:
        return Ammunition(None, None, flies)
    return Ammunition(r.cell("ammunition", row, "damage"), r.cell("ammunition", row, "av").amount == "yes", flies)


def may_fire(r: Reader, piece: str, kind: str) -> bool:
    """Whether a piece may fire that ammunition: the mortar takes one kind only."""
    return not r.has_cell("artillery", piece, "fires") or ammunition(r, kind).flies == fires_only(r, piece).amount


def fires_only(r: Reader, piece: str) -> Cited:
    """The one kind of ammunition that a piece takes."""
    return r.cell("artillery", piece, "fires")


def name_of(r: Reader, piece: str) -> str:
    """What a piece is called."""
    return r.ruleset.table("artillery").row(piece).name


def weapon_class(r: Reader, piece: str) -> Cited:
    """The class of a piece: by its line, or on the other reading by the size in its name."""
    by_name = r.reading("class-vs-name") == "B" and r.has_cell("artillery", piece, "size")
    return r.cell("artillery", piece, "size" if by_name else "class")


def dice_of(r: Reader, weapon: str) -> tuple[int, str]:
    """How many dice a class rolls, and which die."""
    count, faces = read_dice(r.text("artillery.dice", weapon))
    return count, f"d{faces}"


def die_chance(r: Reader, die: str, needed: int) -> Fraction:
    """The chance that one of those dice hits."""
    return roll(die).chance(lambda face: bool(hits(r, needed, face)))


def fell(r: Reader, needed: int, face: Any, wound_kills: bool) -> Any:
    """Whether a score takes a man off the table: any hit whose damage does, and a critical in any case."""
    hit = hits(r, needed, face)
    return hit if wound_kills else hit & is_critical(r, face)


def needs(r: Reader, needed: int, die: str) -> str:
    """What a die must show, in words: `6+`, or the critical where nothing else hits."""
    beyond = needed > max(roll(die)) and die_chance(r, die, needed)
    return f"a {r.int('ranged-combat.critical')}" if beyond else f"{max(1, needed)}+"


def hit_damage(r: Reader, piece: str, round_: Ammunition) -> int | None:
    """The damage of a hit; None where none is printed for that ammunition."""
    if round_.damage is None:
        return None
    multiple = number_of(r.cell("artillery", piece, "multiple"))
    return int(r.formula("artillery.ammunition-table")(m=multiple, a=number_of(round_.damage)))


def reach(r: Reader, working: Working, piece: str) -> Number:
    """How far a piece reaches, with the step that says so."""
    doubt = DOUBTFUL_RANGE.get(piece)
    farther = doubt is not None and r.reading(doubt) != "A"
    label = f"range of the {name_of(r, piece).lower()}" + (", the other figure" if farther else "")
    working.then(label, r.cell("artillery", piece, "also" if farther else BANDS[-1]))
    if piece == MORTAR and not farther:
        working.at_most("no farther", r.cited("artillery.mortar-range", "far"))
    return number_of(Cited(working.total, piece))


def nearest(r: Reader, piece: str) -> Number:
    """The least distance at which a piece may fire."""
    return r.num("artillery.mortar-range", "near") if piece == MORTAR else 0


def band(r: Reader, distance: Number, far: Number, rule: str) -> tuple[bool, str | None]:
    """Whether a piece with a single range figure reaches, and in which range band the target is (None: bands do not count)."""
    part = Fraction(far) / r.int("ranged-combat.range-bands")
    limits, edge = {}, part
    for name in BANDS:
        limits[name] = Cited(exact(edge), rule)
        edge += part
    limits[BANDS[-1]] = Cited(far, rule)
    found = band_at(r, distance, limits)
    if found is None:
        return False, None
    match r.reading("single-range"):
        case "A":
            return True, None
        case "B":
            return True, found
        case _:
            return True, BANDS[0]


def gunner(r: Reader) -> str | None:
    """The grade that counts when a crew fires; None on the reading under which its grade does not count."""
    return r.text("artillery.crew-grade", "grade") if r.reading("crew-quality") == "A" else None


def crew_size(r: Reader, piece: str) -> Cited:
    """How many men serve one piece."""
    if piece == MACHINE_GUN:
        return r.cited("artillery.mg-crew")
    men = r.cited("artillery.crew-size")
    if r.reading("crew-per-battery") == "B":
        return Cited(exact(Fraction(number_of(men)) / r.int("artillery.battery")), men.rule)
    return men


def crew_actions(r: Reader, working: Working, piece: str) -> tuple[int, bool]:
    """How many AC a crew has in a turn, with its steps, and whether that is the pool of the whole crew."""
    grade, armour = r.text("artillery.crew-grade", "grade"), r.text("artillery.crew-grade", "armour")
    reading = r.reading("ac-from-sp")
    working.then(f"SP of a {grade} crewman", r.cell("soldiers", grade, "sp"))
    if reading != "A":
        working.add(f"in {armour} armour", r.cell("armour", armour, "sp"))
    working.divide("divided for his AC", "stats.ac")
    working.then("rounded up: AC", Cited(ceil(working.total), r.cite("stats.ac")))
    if reading == "C":
        working.times("the crew pools its AC", crew_size(r, piece))
    return int(working.total), reading == "C"


def fells(r: Reader, damage: int, wounds: int, count: int) -> bool:
    """Whether so many hits of that damage take a target with those wounds off the table."""
    left = wounds - count * damage
    if r.reading("overkill") == "A":
        return count > 0 and left <= r.int("ranged-combat.removal")
    return any(wounds - one * damage == r.int("ranged-combat.removal") for one in range(1, count + 1))


def scatter(r: Reader, dice: int, chance: Fraction) -> Distribution[Any]:
    """How many hits dice spread over a squad score, each die attacking several men."""
    each = r.int("artillery.direct-scatter")
    match r.reading("one-die-two"):
        case "A":
            return binomial(dice, chance).map(lambda good: good * each)
        case "B":
            return binomial(dice * each, chance)
        case _:
            return binomial(dice, chance)


def throw_scatter(r: Reader, dice: Any, count: int, weapon: str, needed: int, wound_kills: bool = True) -> Any:
    """Roll those dice: how many men each throw fells."""
    each, (number, die) = r.int("artillery.direct-scatter"), dice_of(r, weapon)
    reading = r.reading("one-die-two")
    rolled = dice.roll_each(die, count, number * each if reading == "B" else number)
    scored = fell(r, needed, rolled, wound_kills).sum(axis=1)
    return scored * each if reading == "A" else scored


def average(mean: Fraction, digits: int = 2) -> str:
    """A mean in words: as it is where that is short, else rounded, but never to nothing."""
    short = round(mean, digits)
    if short == mean:
        return write_number(mean)
    return f"about {write_number(short)}" if short else "hardly any"


def share(mean: Fraction, men: int) -> str:
    """How many of so many men, in words: nearly all of them is not all of them."""
    crowd = f"{men} {'men' if men > 1 else 'man'}"
    if mean < men and round(mean, 1) >= men:
        return f"nearly all {crowd}" if men > 1 else f"nearly {crowd}"
    return f"{average(mean)} of {crowd}"


def odds(chance: Fraction) -> str:
    """A chance in words that `to destroy it` or `that he falls` may follow: the fraction where it is short, else a percentage."""
    if chance in (0, 1):
        return "certain" if chance else "no chance"
    short = chance_text(chance).partition(" · ")[0]
    return short if "/" in short else percent(chance)
