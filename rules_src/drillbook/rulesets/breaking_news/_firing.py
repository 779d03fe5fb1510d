"""The firing table of section 8.0: which line a weapon uses, which column a distance uses, and what stands there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from drillbook.answers import Refusal
from drillbook.exact import write_number
from drillbook.reader import Cited

if TYPE_CHECKING:
    from drillbook.exact import Number
    from drillbook.reader import Reader, Working

#: The columns of the firing table, nearest first.
COLUMNS = ("close", "medium", "long", "extreme")

#: Weapons without a line of their own, and the line they use.
BORROWED = {"rifle": "ar-single", "flamethrower": "grenade", "grenade-launcher": "rpg"}
ALONE = {"rifle": "Rifle", "flamethrower": "Flamethrower", "grenade-launcher": "Grenade launcher"}
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
SHORT = {"grenade": "Hand grenade", "rpg": "RPG", "sniper": "Precision rifle", "heavy-at": "Heavy anti-tank weapon"}


@dataclass(frozen=True, slots=True)
class Aim:
    """Everything about a shot that changes its number: who fires what, how far, and at whom.

    weapon is a row of the firing table, or rifle, flamethrower or grenade-launcher. penalised says that the firer pays for his move
    although the distance alone would not tell (None: the distance tells). endless lifts the range of the table (see opp-range-table).
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
    """The line of the firing table that a weapon uses."""
    return BORROWED.get(weapon, weapon)


def weapon_name(r: Reader, weapon: str) -> str:
    """What a weapon is called."""
    short = {**ALONE, **SHORT}.get(weapon)
    return short or str(r.ruleset.table("weapons").row(weapon).name)


def spoken(r: Reader, weapon: str) -> str:
    """What a weapon is called inside a sentence: `precision rifle`, `RPG`."""
    name = weapon_name(r, weapon).partition(" (")[0]
    return name if name.isupper() else name[:1].lower() + name[1:]


def a_weapon(r: Reader, weapon: str) -> str:
    """The same with its article, and without the kind of fire: `an assault rifle`."""
    if weapon == "ar-burst":
        return "an assault rifle's burst"
    name = spoken(r, weapon).partition(",")[0]
    return f"{'an' if name.isupper() or name[0] in 'aeiou' else 'a'} {name}"


def is_burst(r: Reader, weapon: str) -> bool:
    """Whether this is burst fire: several dice, or only the rifle's choice of them, by the ruling."""
    r.cite("shooting.dice-count")
    dice = r.cell("weapons", row_of(weapon), "dice").amount
    assert isinstance(dice, int)
    if dice <= 1:
        return False
    return weapon == "ar-burst" or r.reading("what-is-burst") == "A"


def bands(r: Reader) -> dict[str, int]:
    """How far each column of the firing table reaches."""
    return {column: r.int("shooting.table", column) for column in COLUMNS}


def column_at(r: Reader, distance: Number) -> str | None:
    """The column a distance uses, by the ruling; None beyond the last."""
    reach = bands(r)
    if distance > max(reach.values()):
        return None
    match r.reading("range-bands"):
        case "B":
            return min(reversed(COLUMNS), key=lambda column: max(reach[column] - distance, distance - reach[column]))
        case "C":
            return max(
                (column for column in COLUMNS if reach[column] <= distance), key=reach.__getitem__, default=COLUMNS[0]
            )
        case _:
            return next(column for column in COLUMNS if distance <= reach[column])


def place_of(r: Reader, weapon: str, distance: Number) -> tuple[object, ...]:
    """What of a distance matters to a shot: its column, and whether the weapon's own limits allow it."""
    limits = [
        (limit, r.cell("weapons", row_of(weapon), limit).amount)
        for limit in ("min", "max")
        if r.has_cell("weapons", row_of(weapon), limit)
    ]
    allowed = [distance >= bound if limit == "min" else distance <= bound for limit, bound in limits]  # type: ignore[operator]
    return column_at(r, distance), *allowed


def column_row(r: Reader, weapon: str) -> str:
    """The line whose numbers a weapon needs: its own, or the other side of the stroke by the ruling."""
    row = row_of(weapon)
    if row in ("ar-single", "ar-burst"):
        r.cite("shooting.slash")
        if r.reading("slash-side") == "B":
            return "ar-burst" if row == "ar-single" else "ar-single"
    return row


def table_number(r: Reader, w: Working, aim: Aim) -> Cited | Refusal:
    """The number of the firing table, or the refusal where it has none."""
    weapon, distance = aim.weapon, aim.distance
    own, row = row_of(weapon), column_row(r, weapon)
    name = a_weapon(r, weapon)
    r.cite("shooting.needed")
    stating = r.cell("weapons", own, "dice").rule
    if weapon == "rifle" and r.reading("covering-rifle") == "B":
        return w.refuse("An ordinary rifle has no line in the firing table.", "shooting.table")
    for limit in ("min", "max"):
        if not r.has_cell("weapons", own, limit):
            continue
        bound = r.cell("weapons", own, limit).amount
        assert isinstance(bound, int)
        if distance < bound and limit == "min":
            return w.refuse(f"Too near: {name} cannot hit anything nearer than {bound} cm.", stating)
        if distance > bound and limit == "max" and not aim.endless:
            return w.refuse(f"Out of range: {write_number(distance)} cm is beyond the {bound} cm of {name}.", stating)
    column = column_at(r, distance)
    if column is not None and r.has_cell("weapons", row, column):
        return r.cell("weapons", row, column)
    if aim.endless:
        return Cited(max(r.dice("shooting.roll")), r.cite("shooting.table"))
    last = max(reach for name_, reach in bands(r).items() if r.has_cell("weapons", row, name_))
    return w.refuse(
        f"Out of range: {write_number(distance)} cm is beyond the last column of {name}, {last} cm.", stating
    )
