"""The firing table of section 8.0: a weapon's row, a distance's column, and its number."""

from dataclasses import dataclass

from drillbook.asking import Cited, Reader, Working
from drillbook.errors import Contradiction
from drillbook.maths import Number, write_number

#: The columns of the firing table, nearest first.
COLUMNS = ("close", "medium", "long", "extreme")

#: Weapons without a line of their own, and the line they use.
BORROWED = {"rifle": "ar-single", "flamethrower": "grenade", "grenade-launcher": "rpg", "mortar": "tank"}
ALONE = {
    "rifle": "Rifle",
    "flamethrower": "Flamethrower",
    "grenade-launcher": "Grenade launcher",
    "mortar": "Mortar",
}
#: Weapons that go for an obstacle, a structure or a vehicle, and never for a man.
NOT_AT_MEN = ("heavy-at", "tank")
AT_NO_MAN = (
    "Tank guns and heavy anti-tank weapons are not aimed at a man, only at an obstacle or a structure next to him."
)
COVER_BARS = "Cover bars every direct shot at a man; only speculative fire is left."
#: Rifles and machine guns as forms offer them.
INFANTRY_ARMS = {
    "ar-single": "AR, single shot",
    "ar-burst": "AR, burst",
    "sniper": "Precision rifle",
    "smg": "Submachine gun",
    "lmg": "Light machine gun",
    "mmg": "Medium machine gun",
    "hmg": "Heavy machine gun",
}
#: Every weapon of the firing table as forms offer it; a launcher and a mortar stand beside the weapon whose line they borrow.
EVERY_ARM = {
    "pistol": "Pistol",
    "ar-single": "Assault rifle, single shot",
    "ar-burst": "Assault rifle, burst",
    "sniper": "Precision rifle (sniper)",
    "smg": "Submachine gun",
    "lmg": "Light machine gun",
    "mmg": "Medium machine gun",
    "hmg": "Heavy machine gun",
    "grenade": "Hand grenade or flamethrower",
    "rpg": "RPG",
    "grenade-launcher": "Grenade launcher",
    "heavy-at": "Heavy anti-tank weapon (Milan)",
    "tank": "Tank gun",
    "mortar": "Mortar",
}
#: The same under names short enough for the edge of a map or a line of a list.
BRIEF_ARMS = {
    "ar-single": "AR single",
    "ar-burst": "AR burst",
    "sniper": "Sniper",
    "smg": "SMG",
    "lmg": "LMG",
    "mmg": "MMG",
    "hmg": "HMG",
}
SHORT = {"grenade": "Hand grenade", "rpg": "RPG", "sniper": "Precision rifle", "heavy-at": "Heavy anti-tank weapon"}


@dataclass(frozen=True, slots=True)
class Aim:
    """Everything about a shot that changes its number: who fires what, how far, and at what.

    weapon is a row of the firing table, or one that borrows its row. penalised states that the firer pays for his move
    although the distance alone would not show it (None: the distance shows it). endless lifts the range of the table
    (see opp-range-table).
    """

    weapon: str
    distance: Number
    troops: str
    moved: Number = 0
    cover: bool = False
    dodge: bool = False
    sniper_target: bool = False
    alone: bool = False
    fixed: bool = False
    penalised: bool | None = None
    endless: bool = False


def row_of(weapon: str) -> str:
    """Return the row of the firing table that a weapon uses."""
    return BORROWED.get(weapon, weapon)


def check_dodged(weapon: str, dodge: bool, *, name: str = "dodge") -> None:
    """Check that nobody dodges a weapon that is not aimed at men; otherwise raise Contradiction.

    name: the question's input for the dodge.
    """
    if dodge and weapon in NOT_AT_MEN:
        raise Contradiction("Such a weapon is aimed at no man, and nothing else dodges.", **{name: False})


def check_sniper(weapon: str, sniper: bool, *, name: str = "sniper_target") -> None:
    """Check that a weapon that is not aimed at men aims at no sniper; else raise Contradiction.

    name: the question's input for the sniper.
    """
    if sniper and weapon in NOT_AT_MEN:
        raise Contradiction("Such a weapon is aimed at no man, and so at no sniper.", **{name: False})


def behind_cover(r: Reader, weapon: str, cover: bool) -> bool:
    """Return whether the cover of a man counts against a shot at his place.

    weapon: a row of the firing table. cover: he is in cover. A weapon that is not aimed at men is laid on what is next
    to him; for such a weapon the ruling structure-cover decides.
    """
    return cover and (weapon not in NOT_AT_MEN or r.holds("structure-cover", "counted"))


def barred_by_cover(r: Reader, weapon: str, cover: bool) -> bool:
    """Return whether cover bars a direct shot at a man in sight.

    The ruling hidden-cover-words decides. weapon: a row of the firing table. cover: he is in cover. A weapon that is
    not aimed at men is laid on what is next to him, so cover does not bar it.
    """
    return cover and weapon not in NOT_AT_MEN and r.holds("hidden-cover-words", "any-in-cover")


def check_cover(r: Reader, w: Working, weapon: str, cover: bool) -> None:
    """Refuse a direct shot at a man who is protected from it by his cover."""
    if barred_by_cover(r, weapon, cover):
        w.refuse(COVER_BARS, "sighting.no-direct-fire")


def weapon_name(r: Reader, weapon: str) -> str:
    """Return the name of a weapon."""
    return {**ALONE, **SHORT}.get(weapon) or str(r.ruleset.table("weapons").row(weapon).name)


def spoken(r: Reader, weapon: str) -> str:
    """Return the name of a weapon inside a sentence: `precision rifle`, `RPG`."""
    name = weapon_name(r, weapon).partition(" (")[0]
    return name if name.isupper() else name[:1].lower() + name[1:]


def a_weapon(r: Reader, weapon: str) -> str:
    """Return the name of a weapon with its article, without its fire: `an assault rifle`."""
    if weapon == "ar-burst":
        return "an assault rifle's burst"
    name = spoken(r, weapon).partition(",")[0]
    return f"{'an' if name.isupper() or name[0] in 'aeiou' else 'a'} {name}"


def is_burst(r: Reader, weapon: str) -> bool:
    """Return whether a weapon fires a burst.

    By the ruling a burst is any fire with several dice, or only the assault rifle's burst.
    """
    r.cite("shooting.dice-count")
    if r.cell("weapons", row_of(weapon), "dice").whole <= 1:
        return False
    return weapon == "ar-burst" or r.holds("what-is-burst", "any-many-dice")


def own_limit(r: Reader, weapon: str, end: str) -> Cited | None:
    """Return the weapon's own nearest (`min`) or farthest (`max`) distance; None if it has none."""
    row = row_of(weapon)
    return r.cell("weapons", row, end) if r.has_cell("weapons", row, end) else None


def bands(r: Reader) -> dict[str, int]:
    """How far each column of the firing table reaches."""
    return {column: r.int("shooting.table", column) for column in COLUMNS}


def column_at(r: Reader, distance: Number) -> str | None:
    """Return the column that a distance uses, by the ruling; None beyond the last column."""
    reach = bands(r)
    if distance > max(reach.values()):
        return None
    following = next(column for column in COLUMNS if distance <= reach[column])
    between = min(reach.values()) < distance < reach[following]
    if between and r.holds("range-bands", "nearest-column"):
        return min(reversed(COLUMNS), key=lambda column: max(reach[column] - distance, distance - reach[column]))
    return following


def place_of(r: Reader, weapon: str, distance: Number) -> tuple[object, ...]:
    """Return what matters of a distance to a shot: its column, and the weapon's own limits."""
    nearest, farthest = own_limit(r, weapon, "min"), own_limit(r, weapon, "max")
    return column_at(r, distance), nearest and distance < nearest.number, farthest and distance > farthest.number


def column_row(r: Reader, weapon: str) -> str:
    """Return the row whose numbers a weapon needs."""
    row = row_of(weapon)
    if row in ("ar-single", "ar-burst"):
        r.cite("shooting.slash")
    return row


def table_number(r: Reader, w: Working, aim: Aim) -> Cited:
    """Return the number of the firing table for a shot; refuse the shot if the table has none."""
    weapon, distance = aim.weapon, aim.distance
    row, name = column_row(r, weapon), a_weapon(r, weapon)
    beyond = f"Out of range: {write_number(distance)} cm is beyond the"
    r.cite("shooting.needed")
    stating = r.cell("weapons", row_of(weapon), "dice").rule
    if weapon == "rifle" and r.holds("covering-rifle", "only-printed"):
        w.refuse("An ordinary rifle has no line in the firing table.", "shooting.table")
    nearest, farthest = own_limit(r, weapon, "min"), own_limit(r, weapon, "max")
    if nearest and distance < nearest.number:
        w.refuse(f"Too near: {name} cannot hit anything nearer than {nearest.amount} cm.", stating)
    if farthest and distance > farthest.number and not aim.endless:
        w.refuse(f"{beyond} {farthest.amount} cm of {name}.", stating)
    column = column_at(r, distance)
    if column and r.has_cell("weapons", row, column):
        return r.cell("weapons", row, column)
    if not aim.endless:
        last = max(reach for heading, reach in bands(r).items() if r.has_cell("weapons", row, heading))
        w.refuse(f"{beyond} last column of {name}, {last} cm.", stating)
    return Cited(max(r.dice("shooting.roll")), r.cite("shooting.table"))
