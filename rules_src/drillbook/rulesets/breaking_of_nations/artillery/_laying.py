"""Laying a piece directly: its dice, its band, its damage, and the number its dice need. No chapter of its own."""

from dataclasses import dataclass

from drillbook.asking import Reader, Working
from drillbook.maths import Number, write_number
from drillbook.rulesets.breaking_of_nations.artillery import _guns as guns
from drillbook.rulesets.breaking_of_nations.common.shooting import Man, check_target, shot_number, single_band

SQUAD, GUN, CREW = "squad", "gun", "crew"
TARGETS = {SQUAD: "A squad", GUN: "A piece", CREW: "Its crew"}


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
    name = r.name("artillery", piece).lower()
    weapon = str(w.start(f"class of the {name}", guns.weapon_class(r, piece)))
    w.then(f"dice of a {weapon} piece", r.cited("artillery.dice", weapon))
    far = guns.reach(r, w, piece)
    reaches, band = single_band(r, distance, far, r.cite("artillery.table"))
    if not reaches:
        reason = f'Out of range: the {name} reaches {write_number(far)}", not {write_number(distance)}".'
        w.refuse(reason, "ranged-combat.in-range")
    found = guns.ammunition(r, kind)
    damage = guns.hit_damage(r, piece, found)
    if found.damage is None or damage is None:
        w.refuse(f"No damage is printed for {kind} on this reading.", "artillery.ammunition-table")
    w.then("multiple of the piece", r.cell("artillery", piece, "multiple"))
    w.times(f"damage of {kind}", found.damage)
    w.note("it shoots as a firearm does", "artillery.direct")
    count, die = guns.dice_of(r, weapon)
    return Shoot(weapon, count, die, band, damage)


def struck_at(r: Reader, target: str) -> str:
    """What is really shot at: the attacker may not always choose between a piece and its crew."""
    if target not in (GUN, CREW):
        return target
    return {"attacker-chooses": target, "piece-only": GUN, "crew-first": CREW}[r.read_as("gun-or-crew")]


def men_there(r: Reader, w: Working, struck: str, men: int, man: Man, piece: str) -> tuple[int, Man]:
    """The men who are shot at, or would be: the squad, or the crew of the piece."""
    if struck == SQUAD:
        check_target(r, w, man)
    return (guns.crew_size(r, piece).whole, guns.crewman(r, man.ground)) if struck == CREW else (men, man)


def say_critical(r: Reader, w: Working) -> None:
    """The step that reminds of the critical, on the reading under which it hits whatever the number."""
    w.note(
        "a natural score of the critical hits whatever the number",
        "ranged-combat.critical",
        when=r.holds("twelve-over-target", "always-hits"),
    )


def gun_number(r: Reader, w: Working, band: str | None, ground: str) -> int:
    """What a die needs against a piece."""
    cover = r.cell("terrain", ground, "cv")
    return shot_number(
        r, w, ds=r.cited("artillery.ds"), firer=guns.gunner(r), band=band, cover=cover, what="DS of a piece"
    )
