"""Direct fire of a piece: its dice, its band, its damage and the number that its dice need.

The module has no chapter of its own.
"""

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
    """Return the piece made ready to fire: its class, dice, band and damage.

    The steps go into `w`. The function refuses the shot if the piece cannot fire: the target is out of range, or no
    damage is printed for the ammunition on this reading. distance is in inches.
    """
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
    """Return what the shot is really aimed at: the piece, its crew or the target as chosen.

    Depending on the reading, the attacker may not choose between a piece and its crew.
    """
    if target not in (GUN, CREW):
        return target
    return {"attacker-chooses": target, "piece-only": GUN, "crew-first": CREW}[r.read_as("gun-or-crew")]


def men_there(r: Reader, w: Working, struck: str, men: int, man: Man, piece: str) -> tuple[int, Man]:
    """Return the number of men who are shot at, or would be, and such a man.

    The men are the crew of the piece if the crew is struck, and the squad otherwise. If the squad is struck, the function
    checks the man as a target.
    """
    if struck == SQUAD:
        check_target(r, w, man)
    return (guns.crew_size(r, piece).whole, guns.crewman(r, man.ground)) if struck == CREW else (men, man)


def say_critical(r: Reader, w: Working) -> None:
    """Add the step on the critical if a reading lets it hit whatever the number needed."""
    w.note(
        "a natural score of the critical hits whatever the number",
        "ranged-combat.critical",
        when=r.holds("twelve-over-target", "always-hits"),
    )


def gun_number(r: Reader, w: Working, band: str | None, ground: str) -> int:
    """Return the number that a die needs to hit a piece on this ground; the steps go into `w`."""
    cover = r.cell("terrain", ground, "cv")
    return shot_number(
        r, w, ds=r.cited("artillery.ds"), firer=guns.gunner(r), band=band, cover=cover, what="DS of a piece"
    )
