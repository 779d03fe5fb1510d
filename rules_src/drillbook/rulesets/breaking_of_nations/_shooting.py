"""Fire on the D12: the number a shot needs, and the chance to reach it.

No chapter of its own: machine guns, guns, buildings and berserk soldiers all shoot by the rules of ranged combat and
honour the same rulings, so the sum is made here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from drillbook.reader import Cited, Reader, Working

#: The range bands, nearest first; each is the column of the weapons table that holds its limit.
BANDS = ("short", "medium", "long")


def band_at(r: Reader, distance: int | Fraction, limits: Mapping[str, Cited]) -> str | None:
    """Which band a distance falls into, given each band's limit; None beyond the last."""
    r.cite("ranged-combat.range-bands")
    farther = r.reading("range-boundary") == "B"
    for band in BANDS:
        limit = number_of(limits[band])
        if distance < limit or (distance == limit and not farther):
            return band
    return None


def weapon_band(r: Reader, weapon: str, distance: int | Fraction) -> str | None:
    """Which band of a firearm a distance falls into; None when the target is out of range."""
    return band_at(r, distance, {band: r.cell("weapons", weapon, band) for band in BANDS})


def shot_number(
    r: Reader,
    working: Working,
    *,
    ds: Cited,
    firer: str | None,
    band: str | None = None,
    armour: str | None = None,
    cover: Cited | None = None,
    mounted: bool = False,
    what: str = "target's DS",
) -> int:
    """The number a shot needs; its steps go into `working`, whose running value it becomes.

    ds: the target's printed DS; firer: a row of the soldiers table (None where no grade counts); band: a range band
    (None where range does not matter); armour: a row of the armour table; cover: the target's CV (None in the open);
    mounted: whether the firer rides; what: how the steps call `ds`, for a target that saves with something else.
    """
    r.cite("ranged-combat.target-number")
    _defence(r, working, ds, cover, what)
    if armour is not None:
        _armour(r, working, armour)
    if band is not None:
        short_or_long = r.ruleset.table("firing").rows.get(band)
        change = r.cell("firing", band, "modifier") if short_or_long else r.cited("ranged-combat.medium")
        _modifier(r, working, f"{band} range", change)
    if firer is not None:
        r.cite("ranged-combat.firer-quality")
        name = r.ruleset.table("soldiers").row(firer).name
        skill = r.cell("soldiers", firer, "cs")
        working.add(f"firer's CS taken off ({name})", Cited(-number_of(skill), skill.rule))
        if r.reading("quality-once") == "B":
            _modifier(r, working, f"firer is {name.lower()}", r.cell("firing", firer, "modifier"))
    if mounted:
        _modifier(r, working, "firer on horseback", r.cell("firing", "horseback", "modifier"))
    return int(working.total)


def hits(r: Reader, number: int, face: Any) -> Any:
    """Whether a natural score hits where `number` is needed; works on one score and on arrays of scores alike."""
    hit = face >= number
    if r.reading("twelve-over-target") == "A":
        hit = hit | is_critical(r, face)
    if r.reading("sure-hit") == "B":
        hit = hit & (face > 1)
    return hit


def is_critical(r: Reader, face: Any) -> Any:
    """Whether a natural score is a critical hit (that it hits at all is for `hits` to say)."""
    return face == r.int("ranged-combat.critical")


def hit_chance(r: Reader, number: int) -> Fraction:
    """The chance that one shot hits where `number` is needed."""
    return r.dice("ranged-combat.die").chance(lambda face: bool(hits(r, number, face)))


def critical_chance(r: Reader, number: int) -> Fraction:
    """The chance that one shot is a critical hit where `number` is needed."""
    return r.dice("ranged-combat.die").chance(lambda face: bool(hits(r, number, face) & is_critical(r, face)))


def odds_of(r: Reader, number: int, chance: Fraction) -> str:
    """What a shot needs, in words: `5+, 2/3`, where only the critical is left to it, or where it cannot miss or hit."""
    if chance in (0, 1):
        return "any score" if chance else f"no score ({number} needed)"
    beyond = number > max(r.dice("ranged-combat.die").outcomes)
    return f"{'a critical only' if beyond else f'{number}+'}, {chance}"


def number_of(cited: Cited) -> int | Fraction:
    """The number of a cell, which must be one."""
    if isinstance(cited.amount, str):
        raise AssertionError(f"{cited.rule} gives the word {cited.amount}, not a number")
    return cited.amount


def _defence(r: Reader, working: Working, ds: Cited, cover: Cited | None, what: str) -> None:
    """DS and cover: added, the higher of them, or cover in place of DS."""
    if cover is None or not number_of(cover):
        working.then(what, ds)
        return
    r.cite("stats.cv")
    match r.reading("ds-plus-cv"):
        case "A":
            working.then(what, ds)
            working.add("its cover", cover)
        case "B":
            working.then(what, ds)
            working.at_least("its cover, where that is higher", cover)
        case _:
            working.then("cover in place of DS", cover)


def _armour(r: Reader, working: Working, armour: str) -> None:
    """Armour through DS, and on the other reading as a modifier besides."""
    change = r.cell("armour", armour, "ds")
    if not number_of(change):
        return
    working.add(f"armour ({r.ruleset.table('armour').row(armour).name.lower()})", change)
    if r.reading("armour-once") == "B":
        working.add("armour again, as a modifier", Cited(change.amount, r.cite("ranged-combat.modifier-scope")))


def _modifier(r: Reader, working: Working, label: str, change: Cited) -> None:
    """A printed modifier: to the number needed, or on the other reading to the die."""
    if number_of(change) and r.reading("sign-convention") == "B":
        working.subtract(f"{label} (added to the die)", change)
    else:
        working.add(label, change)
