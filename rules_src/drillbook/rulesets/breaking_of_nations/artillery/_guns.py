"""Pieces, their ammunition and their crews: facts about guns that every question shares.

The module has no chapter of its own: direct fire, indirect fire, the bombardment and the machine gun all start from
these lines of the table.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from drillbook.asking import Cited, Reader, Working, procedure
from drillbook.maths import Distribution, Number, Thrower, counted, exact, write_number
from drillbook.maths.dice import read_dice
from drillbook.rulesets.breaking_of_nations.common import scattering
from drillbook.rulesets.breaking_of_nations.common.shooting import BANDS, Man
from drillbook.rulesets.breaking_of_nations.common.shot_die import hit_chance, hits, is_critical
from drillbook.rulesets.breaking_of_nations.common.shot_die import needs as shot_needs
from drillbook.rulesets.breaking_of_nations.common.soldier import actions, called

#: What may be put into a piece.
AMMUNITION = {"shell": "Shell", "shot": "Shot", "shrapnel": "Shrapnel"}
#: What the name of a kind of ammunition stands on, where a layer may lack it.
NAMED = {"shrapnel": "ruling.shot-shrapnel shot-is-shrapnel"}
CLASSES = {"light": "Light", "medium": "Medium", "heavy": "Heavy"}
MACHINE_GUN, MORTAR = "mg", "mortar"
#: The ruling that decides between two printed ranges, and its reading that keeps to the first.
DOUBTFUL_RANGE = {MORTAR: ("mortar-45", "arc-of-fire"), "light-gun": ("light-gun-range", "table-figure")}
#: What a word for ammunition means under each reading: the line of the table that gives its damage, and the name under which
#: it deviates and bursts.
MEANINGS: dict[str, dict[str, tuple[str | None, str | None]]] = {
    "shot-is-shrapnel": {"shell": ("shell", "shell"), "shot": ("shrapnel", "shot"), "shrapnel": ("shrapnel", "shot")},
    "shot-is-solid": {"shell": ("shell", "shell"), "shot": (None, "shot"), "shrapnel": ("shrapnel", None)},
    "printed-order": {"shell": ("shrapnel", "shell"), "shot": ("shell", "shot"), "shrapnel": ("shrapnel", "shell")},
    "shrapnel-is-shell": {"shell": ("shell", "shell"), "shot": (None, "shot"), "shrapnel": ("shrapnel", "shell")},
}


@dataclass(frozen=True, slots=True)
class Ammunition:
    """The properties of a round: its damage, its use against vehicles, and how it flies.

    The damage and the use against vehicles are None if nothing is printed. flies is the name under which the round
    deviates and bursts, or None.
    """

    damage: Cited | None
    anti_vehicle: bool | None
    flies: str | None


@procedure
def ammunition(r: Reader, kind: str) -> Ammunition:
    """Shell, shot and shrapnel mean what the reading in force says."""
    row, flies = MEANINGS[r.read_as("shot-shrapnel")][kind]
    if row is None or not r.has_cell("ammunition", row, "damage"):
        return Ammunition(None, None, flies)
    return Ammunition(r.cell("ammunition", row, "damage"), r.cell("ammunition", row, "av").amount == "yes", flies)


@procedure
def flies_as(r: Reader, kind: str) -> str | None:
    """The name under which ammunition deviates and bursts; None where it has none."""
    return ammunition(r, kind).flies


def check_round(r: Reader, w: Working, piece: str, kind: str) -> None:
    """Refuse ammunition that a piece does not take: the mortar takes one kind only."""
    if r.has_cell("artillery", piece, "fires"):
        only = r.cell("artillery", piece, "fires")
        if flies_as(r, kind) != only.amount:
            w.refuse(f"The {r.name('artillery', piece).lower()} fires {only.amount}, not {kind}.", only.rule)


@procedure
def weapon_class(r: Reader, piece: str) -> Cited:
    """The class of a piece is that of its line, or on the other reading that of the size in its name."""
    by_name = r.holds("class-vs-name", "name-size") and r.has_cell("artillery", piece, "size")
    return r.cell("artillery", piece, "size" if by_name else "class")


def dice_of(r: Reader, weapon: str) -> tuple[int, str]:
    """How many dice a class rolls, and which die."""
    count, faces = read_dice(r.text("artillery.dice", weapon))
    return count, f"d{faces}"


def fell(r: Reader, needed: int, face: Any, wound_kills: bool) -> Any:
    """Return whether a score takes a man off the table.

    A hit does so if wound_kills (if its damage is enough); a critical does so in any case.
    """
    hit = hits(r, needed, face)
    return hit if wound_kills else hit & is_critical(r, face)


def needs(r: Reader, needed: int, die: str) -> str:
    """Return what a die must show, and its chance, in words: `6+: 58.3 % (7/12)`, `any score`.

    The words are those of any shot.
    """
    return shot_needs(r, needed, hit_chance(r, needed, die))


def hit_damage(r: Reader, piece: str, round_: Ammunition) -> int | None:
    """Return the damage of a hit, or None if no damage is printed for that ammunition."""
    if round_.damage is None:
        return None
    multiple = r.cell("artillery", piece, "multiple").number
    return int(r.formula("artillery.ammunition-table")(m=multiple, a=round_.damage.number))


def reach(r: Reader, w: Working, piece: str) -> Number:
    """How far a piece reaches, with the step that says so."""
    farther = farther_figure(r, piece)
    label = f"range of the {r.name('artillery', piece).lower()}" + (", the other figure" if farther else "")
    far: Number = w.then(label, r.cell("artillery", piece, "also" if farther else BANDS[-1]))
    if piece == MORTAR and not farther:
        far = w.at_most("no farther", r.cited("artillery.mortar-range", "far"))
    return far


def nearest(r: Reader, piece: str) -> Number:
    """Return the least distance, in inches, at which a piece may fire; 0 unless it is a mortar."""
    return r.num("artillery.mortar-range", "near") if piece == MORTAR else 0


def gunner(r: Reader) -> str | None:
    """Return the grade that counts when a crew fires, or None if a reading ignores its grade."""
    return r.text("artillery.crew-grade", "grade") if r.holds("crew-quality", "grade-counts") else None


@procedure
def fire_price(r: Reader, piece: str) -> Cited:
    """Every piece pays the same to fire."""
    return r.cited("artillery.fire-cost")


@procedure
def farther_figure(r: Reader, piece: str) -> bool:
    """Of two printed ranges the first counts, or on other readings the farther."""
    doubt = DOUBTFUL_RANGE.get(piece)
    return doubt is not None and not r.holds(*doubt)


@procedure
def turn_cost(r: Reader) -> int:
    """Turning a piece has a price of its own."""
    return r.int("artillery.rotate", "cost")


def crew_size(r: Reader, piece: str) -> Cited:
    """How many men serve one piece."""
    if piece == MACHINE_GUN:
        return r.cited("artillery.mg-crew")
    men = r.cited("artillery.crew-size")
    if r.holds("crew-per-battery", "whole-battery"):
        return Cited(exact(Fraction(men.number) / r.int("artillery.battery")), men.rule)
    return men


def crewman(r: Reader, ground: str = "clear") -> Man:
    """One of the men who serve a piece."""
    return Man(r.text("artillery.crew-grade", "grade"), r.text("artillery.crew-grade", "armour"), ground)


def mg_damage(r: Reader) -> Cited:
    """Return the damage of a machine gun's hit, or on the other reading of a salvo that hits."""
    if r.holds("mg-damage", "whole-salvo"):
        return r.cell("artillery", MACHINE_GUN, "salvo")
    return r.cited("stats.damage")


@procedure
def movers(r: Reader, weapon: str) -> tuple[str, str]:
    """Infantry, cavalry or vehicles shift a piece, by its class."""
    rule = f"artillery.move-{weapon}"
    if weapon == "light":
        return counted(r.int(rule), "infantryman", "infantrymen"), rule
    either = f"{counted(r.int(rule, 'cavalry'), 'cavalry model')} or {counted(r.int(rule, 'vehicles'), 'vehicle')}"
    return f"{either} of EC {r.int(rule, 'ec')}+" if weapon == "heavy" else either, rule


@procedure
def crew_actions(r: Reader, w: Working, piece: str) -> int:
    """A crew has the AC of a man in flak, or of all who pay together; its steps go into `w`."""
    man, reading = crewman(r), r.read_as("ac-from-sp")
    actions(r, w, man.grade, man.armour, f"{called(r, man.grade)} crewman")
    if reading == "pooled-by-crew":
        w.times("the crew pools its AC", crew_size(r, piece))
    elif piece == MACHINE_GUN and r.holds("mg-fire-cost", "both-crewmen"):
        w.times("both crewmen pay", "artillery.mg-crew")
    return w.whole


def struck(r: Reader, dice: int, mortal: Fraction, men: int) -> Distribution[int]:
    """Return the distribution of men who fall to scattered dice.

    Each of the dice fells all the men that it attacks with the chance mortal, or none of them.
    """
    return scattering.toll(r, dice, men, lambda many: Distribution({many: mortal, 0: 1 - mortal}))


def throw_struck(r: Reader, dice: Thrower, men: Any, weapon: str, needed: int, wound_kills: bool = True) -> Any:
    """Throw the scattered dice of a class of piece and return the men felled in each throw.

    men is the number of men in each of the throws, needed the score to hit, and wound_kills whether any hit takes a man
    off the table.
    """
    number, die = dice_of(r, weapon)

    def thrown(throws: int, many: int, apart: bool) -> Any:
        return fell(r, needed, scattering.faces_of(dice, die, throws, many, apart), wound_kills)

    return scattering.throw_toll(r, men, number, thrown)


def range_words(r: Reader, piece: str, far: Number, near: Number | None) -> str:
    """Return in words how far a piece reaches: its bands, or its nearest and farthest distance.

    The bands count if the piece has some. far and near are in inches.
    """
    if r.has_cell("artillery", piece, BANDS[0]):
        limits = [*(r.cell("artillery", piece, band).number for band in BANDS[:-1]), far]
        return "/".join(f'{write_number(limit)}"' for limit in limits)
    return f'{write_number(near)}" to {write_number(far)}"' if near else f'{write_number(far)}"'


@procedure
def drawn_when_light(r: Reader) -> bool:
    """Whether what draws a medium piece draws a light one as well."""
    return True
