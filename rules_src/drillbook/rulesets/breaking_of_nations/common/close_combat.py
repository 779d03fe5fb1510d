"""Blows on the D6: the score a fighter wants, and the faces of the die that strike.

No chapter of its own yet: doors and windows are fought over by the rules of close combat and honour the same rulings, so the sum is
made here. Two readings (opposed totals, margins) compare the dice of both fighters; then the score wanted is a lead over the enemy's
die, and the enemy's DS does not count.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from drillbook.asking import Cited, Reader, Working
from drillbook.maths.words import shown, spoken


@dataclass(frozen=True, slots=True)
class Fighter:
    """One side of a blow: grade, armour, and whether he stands in cover."""

    grade: str
    armour: str
    covered: bool = False


@dataclass(frozen=True, slots=True)
class Blow:
    """What a blow needs: the score on the striker's die, or (opposed) his die's lead over the enemy's.

    shift is what CS and modifiers add to his die where criticals are read on the modified total.
    """

    wanted: int
    opposed: bool
    shift: int


def is_opposed(r: Reader) -> bool:
    """Whether both fighters' dice are compared with each other."""
    r.cite("close-combat.wanted")
    margins = r.holds("cc-criticals", "margins")
    return r.holds("cc-wanted", "opposed") or margins


def blow(
    r: Reader, w: Working, striker: Fighter, target: Fighter, gap: Cited | None, *, cover_counts: bool, side: str
) -> Blow:
    """What one blow of the striker needs; its steps go into `w`.

    gap: the modifier for a fight through an opening (None inside a room); cover_counts: False where the gap takes the place of cover;
    side: who strikes, for the labels.
    """
    opposed = is_opposed(r)
    combat_skill = r.cell("soldiers", striker.grade, "cs")
    counts_skill = True
    if opposed:
        w.then(f"{side}: the enemy's CS", r.cell("soldiers", target.grade, "cs"))
    elif r.holds("cc-wanted", "fixed-score"):
        w.then(f"{side}: highest critical miss", "close-combat.critical-miss")
        w.add("the next score strikes", 1, "close-combat.wanted")
        counts_skill = False
    else:
        w.then(f"{side}: the enemy's DS", r.cell("soldiers", target.grade, "ds"))
        _armour(r, w, target.armour)
    before = w.whole
    if gap is not None:
        w.add("through the gap", gap)
    if cover_counts and (striker.covered or target.covered):
        _cover(r, w, striker, target)
    change = w.whole - before
    w.subtract("striker's CS", combat_skill, when=counts_skill)
    if opposed and r.holds("cc-criticals", "margins"):
        w.add("a wound begins at this margin", "close-combat.critical-miss")
    elif opposed:
        w.add("the higher total strikes", 1, "close-combat.wanted")
    return Blow(w.whole, opposed, combat_skill.whole - change)


def _armour(r: Reader, w: Working, armour: str) -> None:
    """Armour through DS, and on the other reading as a modifier besides."""
    change = r.cell("armour", armour, "ds")
    if change.number:
        name = r.name("armour", armour).lower()
        w.add(f"armour ({name})", change)
        w.add("armour again, as a modifier", change, "close-combat.wanted", when=r.holds("armour-once", "counts-twice"))


def _cover(r: Reader, w: Working, striker: Fighter, target: Fighter) -> None:
    """The entry for a model in cover, by the reading in force."""
    entry, reading = r.cited("close-combat.in-cover"), r.read_as("cc-table-model")
    w.add("enemy is in cover", entry, when=reading == "targets" and target.covered)
    w.subtract("striker is in cover", entry, when=reading == "striker-skill" and striker.covered)
    w.add("striker is in cover", entry, when=reading == "striker-score" and striker.covered)


def _criticals(r: Reader) -> tuple[int, int]:
    """From which score a blow is a critical hit, and up to which a critical miss."""
    return r.int("close-combat.critical-hit"), r.int("close-combat.critical-miss")


def strikes(r: Reader, need: Blow, own: Any, other: Any) -> Any:
    """Whether a die that shows `own` strikes, the enemy's showing `other`; works on one score and on arrays of scores alike."""
    high, low = _criticals(r)
    criticals = r.read_as("cc-criticals")
    if need.opposed:
        return own - other >= need.wanted
    reached = own >= need.wanted
    if criticals == "labels-only":
        return reached
    shown = own + need.shift if criticals == "total" else own
    return (shown >= high) | ((shown > low) & reached)


def is_critical(r: Reader, need: Blow, own: Any, other: Any) -> Any:
    """Whether a die that shows `own` strikes critically, the enemy's showing `other`."""
    high, low = _criticals(r)
    criticals = r.read_as("cc-criticals")
    if criticals == "margins":
        return own - other >= need.wanted + high - low
    shown = own + need.shift if criticals == "total" else own
    return strikes(r, need, own, other) & (shown >= high)


def strike_chance(r: Reader, need: Blow) -> Fraction:
    """The exact chance that one blow strikes."""
    return _chance(r, lambda own, other: bool(strikes(r, need, own, other)))


def critical_chance(r: Reader, need: Blow) -> Fraction:
    """The exact chance that one blow strikes critically."""
    return _chance(r, lambda own, other: bool(is_critical(r, need, own, other)))


def _chance(r: Reader, happens: Callable[[int, int], bool]) -> Fraction:
    die = r.dice("close-combat.die")
    return die.combine(die, happens)[True]


def tell_criticals(r: Reader, w: Working) -> None:
    """Which scores strike, or miss, whatever is wanted."""
    high, low = _criticals(r)
    reading = r.read_as("cc-criticals")
    score = {"bare-die": "A natural", "total": "A modified total of"}.get(reading)
    if score and not is_opposed(r):
        w.note(f"{score} {high} or more always strikes, and critically", "close-combat.critical-hit")
        w.note(f"{score} {low} or less never strikes", "close-combat.critical-miss")
    elif reading == "margins":
        w.note(f"A lead of {high} or more is a critical hit", "close-combat.critical-hit")
    else:
        w.note("The score wanted has to be rolled in any case", "close-combat.wanted")


def wanted_words(r: Reader, need: Blow, chance: Fraction) -> str:
    """What a blow needs and how likely that is: `4+: 50.0 % (1/2)`."""
    return f"{_score(r, need)}: {spoken(chance)}"


def _score(r: Reader, need: Blow) -> str:
    """The score in words: `4+` on the die, `5+ (wanted 9)` where the bare die overrules the sum, or the lead over the enemy's die."""
    if need.opposed:
        return f"a lead of {shown(need.wanted)} or more"
    if r.holds("cc-criticals", "bare-die"):
        high, low = _criticals(r)
        effective = max(low + 1, min(high, need.wanted))
        if effective != need.wanted:
            return f"{effective}+ (wanted {shown(need.wanted)})"
    return f"{shown(need.wanted)}+"
