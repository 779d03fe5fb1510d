"""Fire on the D12: the number a shot needs, and the chance to reach it.

No chapter of its own: machine guns, guns, buildings and berserk soldiers all shoot by the rules of ranged combat and
honour the same rulings, so the sum is made here and nowhere else.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from drillbook.asking import Cited, Reader, Working
from drillbook.maths import Number, roll, spoken

#: The range bands, nearest first; each is the column of the weapons table that holds its limit.
BANDS = ("short", "medium", "long")


def band_at(r: Reader, distance: Number, limits: Mapping[str, Cited]) -> str | None:
    """Which band a distance falls into, given each band's limit; None beyond the last."""
    r.cite("ranged-combat.range-bands")
    farther = r.holds("range-boundary", "farther-band")
    for band in BANDS:
        limit = limits[band].number
        if distance < limit or (distance == limit and not farther):
            return band
    return None


def weapon_band(r: Reader, weapon: str, distance: Number) -> str | None:
    """Which band of a firearm a distance falls into; None when the target is out of range."""
    return band_at(r, distance, {band: r.cell("weapons", weapon, band) for band in BANDS})


def shot_number(
    r: Reader,
    w: Working,
    *,
    ds: Cited,
    firer: str | None,
    band: str | None = None,
    armour: str | None = None,
    cover: Cited | None = None,
    mounted: bool = False,
    what: str = "target's DS",
) -> int:
    """The number a shot needs; its steps go into `w`, whose running value it becomes.

    ds: the target's printed DS; firer: a row of the soldiers table (None where no grade counts); band: a range band
    (None where range does not matter); armour: a row of the armour table; cover: the target's CV (None in the open);
    mounted: whether the firer rides; what: how the steps call `ds`, for a target that saves with something else.
    """
    r.cite("ranged-combat.target-number")
    _defence(r, w, ds, cover, what)
    if armour is not None:
        _armour(r, w, armour)
    if band is not None:
        short_or_long = r.ruleset.table("firing").rows.get(band)
        change = r.cell("firing", band, "modifier") if short_or_long else r.cited("ranged-combat.medium")
        _modifier(r, w, f"{band} range", change)
    if firer is not None:
        r.cite("ranged-combat.firer-quality")
        name = r.name("soldiers", firer)
        skill = r.cell("soldiers", firer, "cs")
        w.add(f"firer's CS taken off ({name})", -skill.number, skill.rule)
        if r.holds("quality-once", "both-apply"):
            _modifier(r, w, f"firer is {name.lower()}", r.cell("firing", firer, "modifier"))
    if mounted:
        _modifier(r, w, "firer on horseback", r.cell("firing", "horseback", "modifier"))
    return w.whole


@dataclass(frozen=True, slots=True)
class Man:
    """Someone who is shot at: his grade, his armour, and the line of the terrain chart he stands in."""

    grade: str
    armour: str
    ground: str = "clear"


def man_number(
    r: Reader,
    w: Working,
    man: Man,
    firer: str | None,
    band: str | None = None,
    *,
    cover: Cited | None = None,
    mounted: bool = False,
    what: str | None = None,
) -> int:
    """The number a shot at a man needs; cover: what protects him, where it is not the ground he stands in."""
    return shot_number(
        r,
        w,
        ds=r.cell("soldiers", man.grade, "ds"),
        firer=firer,
        band=band,
        armour=man.armour,
        cover=cover or r.cell("terrain", man.ground, "cv"),
        mounted=mounted,
        what=what or f"DS of {man.grade} men",
    )


def hits(r: Reader, number: int, face: Any) -> Any:
    """Whether a natural score hits where `number` is needed; works on one score and on arrays of scores alike."""
    hit = face >= number
    if r.holds("twelve-over-target", "always-hits"):
        hit = hit | is_critical(r, face)
    if r.holds("sure-hit", "one-misses"):
        hit = hit & (face > 1)
    return hit


def is_critical(r: Reader, face: Any) -> Any:
    """Whether a natural score is a critical hit (that it hits at all is for `hits` to say)."""
    return face == r.int("ranged-combat.critical")


def hit_chance(r: Reader, number: int, die: str | None = None) -> Fraction:
    """The chance that one shot hits where `number` is needed; die: a gun's own, where it has one."""
    return roll(die or r.text("ranged-combat.die")).chance(lambda face: bool(hits(r, number, face)))


def critical_chance(r: Reader, number: int) -> Fraction:
    """The chance that one shot is a critical hit where `number` is needed."""
    return r.dice("ranged-combat.die").chance(lambda face: bool(hits(r, number, face) & is_critical(r, face)))


def needs(r: Reader, number: int, chance: Fraction) -> str:
    """What a shot needs and how likely that is: `5+: 66.7 % (2/3)`, only the critical, or that it cannot miss or hit."""
    if chance in (0, 1):
        return "any score" if chance else f"no score ({number} needed)"
    beyond = number > max(r.dice("ranged-combat.die"))
    return f"{'a critical only' if beyond else f'{number}+'}: {spoken(chance)}"


def _defence(r: Reader, w: Working, ds: Cited, cover: Cited | None, what: str) -> None:
    """DS and cover: added, the higher of them, or cover in place of DS."""
    if cover is None or not cover.number:
        w.then(what, ds)
        return
    r.cite("stats.cv")
    match r.read_as("ds-plus-cv"):
        case "added":
            w.then(what, ds)
            w.add("its cover", cover)
        case "higher-counts":
            w.then(what, ds)
            w.at_least("its cover, where that is higher", cover)
        case _:
            w.then("cover in place of DS", cover)


def _armour(r: Reader, w: Working, armour: str) -> None:
    """Armour through DS, and on the other reading as a modifier besides."""
    change = r.cell("armour", armour, "ds")
    if not change.number:
        return
    w.add(f"armour ({r.name('armour', armour).lower()})", change)
    w.add(
        "armour again, as a modifier",
        change,
        "ranged-combat.modifier-scope",
        when=r.holds("armour-once", "counts-twice"),
    )


def _modifier(r: Reader, w: Working, label: str, change: Cited) -> None:
    """A printed modifier: to the number needed, or on the other reading to the die."""
    if change.number and r.holds("sign-convention", "to-die"):
        w.subtract(f"{label} (added to the die)", change)
    else:
        w.add(label, change)
