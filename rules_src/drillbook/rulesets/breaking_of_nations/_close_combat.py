"""Blows on the D6: the score a fighter wants, and the faces of the die that strike.

No chapter of its own yet: doors and windows are fought over by the rules of close combat and honour the same rulings, so the sum is
made here. Two readings (opposed totals, margins) compare the dice of both fighters; then the score wanted is a lead over the enemy's
die, and the enemy's DS does not count.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_of_nations._shooting import number_of
from drillbook.wording import shown


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
    margins = r.reading("cc-criticals") == "D"
    return r.reading("cc-wanted") == "B" or margins


def blow(
    r: Reader, working: Working, striker: Fighter, target: Fighter, gap: Cited | None, *, cover_counts: bool, side: str
) -> Blow:
    """What one blow of the striker needs; its steps go into `working`.

    gap: the modifier for a fight through an opening (None inside a room); cover_counts: False where the gap takes the place of cover;
    side: who strikes, for the labels.
    """
    opposed = is_opposed(r)
    combat_skill = r.cell("soldiers", striker.grade, "cs")
    counts_skill = True
    if opposed:
        working.then(f"{side}: the enemy's CS", r.cell("soldiers", target.grade, "cs"))
    elif r.reading("cc-wanted") == "C":
        working.then(f"{side}: highest critical miss", "close-combat.critical-miss")
        working.add("the next score strikes", Cited(1, "close-combat.wanted"))
        counts_skill = False
    else:
        working.then(f"{side}: the enemy's DS", r.cell("soldiers", target.grade, "ds"))
        _armour(r, working, target.armour)
    change = 0
    if gap is not None:
        working.add("through the gap", gap)
        change += int(number_of(gap))
    if cover_counts and (striker.covered or target.covered):
        change += _cover(r, working, striker, target)
    if counts_skill:
        working.subtract("striker's CS", combat_skill)
    if opposed and r.reading("cc-criticals") == "D":
        working.add("a wound begins at this margin", "close-combat.critical-miss")
    elif opposed:
        working.add("the higher total strikes", Cited(1, "close-combat.wanted"))
    return Blow(int(working.total), opposed, int(number_of(combat_skill)) - change)


def _armour(r: Reader, working: Working, armour: str) -> None:
    """Armour through DS, and on the other reading as a modifier besides."""
    change = r.cell("armour", armour, "ds")
    if number_of(change):
        name = r.ruleset.table("armour").row(armour).name.lower()
        working.add(f"armour ({name})", change)
        if r.reading("armour-once") == "B":
            working.add("armour again, as a modifier", Cited(change.amount, "close-combat.wanted"))


def _cover(r: Reader, working: Working, striker: Fighter, target: Fighter) -> int:
    """The entry for a model in cover; returns what it adds to the score wanted."""
    entry = r.cited("close-combat.in-cover")
    points = int(number_of(entry))
    reading = r.reading("cc-table-model")
    if reading == "A" and target.covered:
        working.add("enemy is in cover", entry)
        return points
    if reading == "B" and striker.covered:
        working.subtract("striker is in cover", entry)
        return -points
    if reading == "C" and striker.covered:
        working.add("striker is in cover", entry)
        return points
    return 0


def strikes(r: Reader, need: Blow, own: Any, other: Any) -> Any:
    """Whether a die that shows `own` strikes, the enemy's showing `other`; works on one score and on arrays of scores alike."""
    high, low = r.int("close-combat.critical-hit"), r.int("close-combat.critical-miss")
    criticals = r.reading("cc-criticals")
    if need.opposed:
        return own - other >= need.wanted
    reached = own >= need.wanted
    if criticals == "C":
        return reached
    shown = own + need.shift if criticals == "B" else own
    return (shown >= high) | ((shown > low) & reached)


def is_critical(r: Reader, need: Blow, own: Any, other: Any) -> Any:
    """Whether a die that shows `own` strikes critically, the enemy's showing `other`."""
    high, low = r.int("close-combat.critical-hit"), r.int("close-combat.critical-miss")
    criticals = r.reading("cc-criticals")
    if criticals == "D":
        return own - other >= need.wanted + high - low
    shown = own + need.shift if criticals == "B" else own
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


def explain_criticals(r: Reader, working: Working) -> None:
    """Which scores strike, or miss, whatever is wanted."""
    high, low = r.int("close-combat.critical-hit"), r.int("close-combat.critical-miss")
    match r.reading("cc-criticals"):
        case "A" if not is_opposed(r):
            working.note(f"A natural {high} or more always strikes, and critically", "close-combat.critical-hit")
            working.note(f"A natural {low} or less never strikes", "close-combat.critical-miss")
        case "B" if not is_opposed(r):
            working.note(
                f"A modified total of {high} or more always strikes, and critically", "close-combat.critical-hit"
            )
            working.note(f"A modified total of {low} or less never strikes", "close-combat.critical-miss")
        case "D":
            working.note(f"A lead of {high} or more is a critical hit", "close-combat.critical-hit")
        case _:
            working.note("The score wanted has to be rolled in any case", "close-combat.wanted")


def wanted_words(r: Reader, need: Blow) -> str:
    """The score in words: `4+` on the die, `5+ (wanted 9)` where the bare die overrules the sum, or the lead over the enemy's die."""
    if need.opposed:
        return f"a lead of {shown(need.wanted)} or more"
    if r.reading("cc-criticals") == "A":
        high, low = r.int("close-combat.critical-hit"), r.int("close-combat.critical-miss")
        effective = max(low + 1, min(high, need.wanted))
        if effective != need.wanted:
            return f"{effective}+ (wanted {shown(need.wanted)})"
    return f"{shown(need.wanted)}+"
