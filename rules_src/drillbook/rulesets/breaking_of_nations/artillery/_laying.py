"""Laying a piece directly: its dice, its band, its damage, and the number its dice need. No chapter of its own."""

from dataclasses import dataclass

from drillbook.asking import Reader, Working
from drillbook.maths import Number, write_number
from drillbook.rulesets.breaking_of_nations.artillery import _guns as guns
from drillbook.rulesets.breaking_of_nations.common.shooting import shot_number


@dataclass(frozen=True, slots=True)
class Shoot:
    """A piece that fires: its dice, the band its target is in, and the damage of a hit."""

    weapon: str
    dice: int
    die: str
    band: str | None
    damage: int


def ready_piece(r: Reader, w: Working, piece: str, kind: str, distance: Number) -> Shoot:
    """The piece made ready: its dice, its damage and its range, or why it cannot fire."""
    weapon = guns.weapon_class(r, piece)
    w.start(f"class of the {guns.name_of(r, piece).lower()}", weapon)
    text = r.cited("artillery.dice", str(weapon.amount))
    w.then(f"dice of a {weapon.amount} piece", text)
    far = guns.reach(r, w, piece)
    reaches, band = guns.band(r, distance, far, r.cite("artillery.table"))
    if not reaches:
        reason = f'Out of range: the {guns.name_of(r, piece).lower()} reaches {write_number(far)}", not {write_number(distance)}".'
        w.refuse(reason, "ranged-combat.in-range")
    found = guns.ammunition(r, kind)
    damage = guns.hit_damage(r, piece, found)
    if found.damage is None or damage is None:
        w.refuse(f"No damage is printed for {kind} on this reading.", "artillery.ammunition-table")
    w.then("multiple of the piece", r.cell("artillery", piece, "multiple"))
    w.times(f"damage of {kind}", found.damage)
    w.note("it shoots as a firearm does", "artillery.direct")
    count, die = guns.dice_of(r, str(weapon.amount))
    return Shoot(str(weapon.amount), count, die, band, damage)


def say_critical(r: Reader, w: Working) -> None:
    """The step that reminds of the critical, on the reading under which it hits whatever the number."""
    if r.holds("twelve-over-target", "always-hits"):
        w.note("a natural score of the critical hits whatever the number", "ranged-combat.critical")


def gun_number(r: Reader, w: Working, band: str | None, ground: str) -> int:
    """What a die needs against a piece."""
    cover = r.cell("terrain", ground, "cv")
    return shot_number(
        r, w, ds=r.cited("artillery.ds"), firer=guns.gunner(r), band=band, cover=cover, what="DS of a piece"
    )
