"""One shot of section 8.0: the number each die needs, how many dice are thrown, and how the hits fall.

Every chapter in which somebody shoots comes here; the steps go into the Working it brings.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from drillbook.answers import Refusal
from drillbook.dice import Distribution, binomial
from drillbook.exact import write_number
from drillbook.reader import Cited
from drillbook.rulesets.breaking_news._casualties import name_of

if TYPE_CHECKING:
    from drillbook.exact import Number
    from drillbook.reader import Reader, Working

#: The columns of the firing table, nearest first.
COLUMNS = ("close", "medium", "long", "extreme")

#: Weapons without a line of their own, and the line they use.
BORROWED = {"rifle": "ar-single", "flamethrower": "grenade", "grenade-launcher": "rpg"}
ALONE = {"rifle": "Rifle", "flamethrower": "Flamethrower", "grenade-launcher": "Grenade launcher"}
SHORT = {"grenade": "Hand grenade", "rpg": "RPG", "sniper": "Precision rifle", "heavy-at": "Heavy anti-tank weapon"}

RIFLES = frozenset(("pistol", "rifle", "ar-single", "ar-burst", "smg", "sniper"))
MACHINE_GUNS = frozenset(("lmg", "mmg", "hmg"))
CREWED = frozenset(("mmg", "hmg"))
UNHINDERED = frozenset(("grenade", "rpg", "flamethrower"))


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


@dataclass(frozen=True, slots=True)
class Shot:
    """What is thrown: the number each die needs, how many dice, the chance of each and the distribution of the hits."""

    needed: int
    dice: int
    chance: Fraction
    hits: Distribution[int]
    burst: bool

    @property
    def at_least_one(self) -> Fraction:
        """The chance of at least one hit."""
        return self.hits.at_least(1)


def shot_line(
    r: Reader,
    w: Working,
    *,
    weapon: str,
    distance: Number,
    troops: str,
    moved: Number = 0,
    cover: bool = False,
    dodge: bool = False,
    sniper_target: bool = False,
    crew: int = 2,
    fixed: bool = False,
    endless: bool = False,
) -> Shot | Refusal:
    """Needed number, dice and hits of one shot, with its steps in `w`; a Refusal where the table gives no shot.

    weapon: a row of tables/weapons.csv, or rifle, flamethrower, grenade-launcher. dodge: the target dodges (dodge-double, dodge-cover
    and the sniper's exception are honoured here). endless: no limit of range, the worst number beyond the last column.
    """
    alone = crew <= 1
    return shoot(r, w, Aim(weapon, distance, troops, moved, cover, dodge, sniper_target, alone, fixed, None, endless))


def shoot(r: Reader, w: Working, aim: Aim) -> Shot | Refusal:
    """The same for an Aim."""
    burst = is_burst(r, aim.weapon)
    table = table_number(r, w, aim)
    if isinstance(table, Refusal):
        return table
    label = f"{weapon_name(r, aim.weapon).lower()} at {write_number(aim.distance)} cm needs"
    w.start(label.replace("rpg", "RPG"), table)
    plus, changes = 0, 0
    for reason, change in modifiers(r, aim, burst):
        assert isinstance(change.amount, int)
        w.add(reason, change)
        changes += change.amount
        plus += max(0, change.amount)
    if changes or plus:
        r.cite("shooting.mods-cumulative")
    assert isinstance(table.amount, int)
    dice = r.cell("weapons", row_of(aim.weapon), "dice")
    assert isinstance(dice.amount, int)
    if burst:
        needed, count = _burst(r, w, table, changes, dice)
    else:
        needed, count = _single(r, w, dice)
    die = r.dice("shooting.roll")
    chance = die.at_least(needed)
    w.then("chance that a die hits", Cited(chance, r.cite("shooting.roll")))
    return Shot(needed, count, chance, binomial(count, chance), burst)


def _burst(r: Reader, w: Working, table: Cited, changes: int, dice: Cited) -> tuple[int, int]:
    """The number and the dice of a burst, where whatever climbs past the limit costs dice."""
    assert isinstance(table.amount, int) and isinstance(dice.amount, int)
    limit, price = r.int("shooting.burst-overflow", "limit"), r.int("shooting.burst-overflow", "lost")
    wanted = table.amount + changes
    if wanted <= limit:
        w.then("dice of the burst", dice)
        return wanted, dice.amount
    reading = r.reading("burst-overflow")
    overflow = r.cite("shooting.burst-overflow")
    lost = price * (wanted - limit if reading == "A" else changes)
    needed = table.amount if reading == "B" else limit
    if reading == "B":
        w.then("the table's number stands", Cited(needed, overflow))
    else:
        w.at_most("in a burst never past this", Cited(limit, overflow))
    w.then("dice of the burst", dice)
    w.subtract("lost instead", Cited(lost, overflow))
    if lost > dice.amount:
        w.at_least("and there are no more to lose", Cited(0, overflow))
    return needed, max(0, dice.amount - lost)


def _single(r: Reader, w: Working, dice: Cited) -> tuple[int, int]:
    """The number and the dice of shots that are no burst: what is beyond the faces of the die is never, or always."""
    assert isinstance(dice.amount, int) and isinstance(w.total, int)
    needed, die = w.total, r.dice("shooting.roll")
    if needed > max(die):
        if r.reading("single-above-six") == "B":
            w.at_most("the highest face always hits", Cited(max(die), r.cite("shooting.roll")))
        else:
            w.note("no face of the die is as high", "shooting.roll")
    if needed <= min(die):
        if r.reading("needed-one") == "B":
            w.at_least("the lowest face always misses", Cited(min(die) + 1, r.cite("shooting.roll")))
        else:
            w.note("every face of the die is enough", "shooting.roll")
    needed = w.total
    w.then("dice", dice)
    return needed, dice.amount


def row_of(weapon: str) -> str:
    """The line of the firing table that a weapon uses."""
    return BORROWED.get(weapon, weapon)


def weapon_name(r: Reader, weapon: str) -> str:
    """What a weapon is called."""
    short = {**ALONE, **SHORT}.get(weapon)
    return short or str(r.ruleset.table("weapons").row(weapon).name)


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
            return min(reversed(COLUMNS), key=lambda column: abs(reach[column] - distance))
        case "C":
            return max(
                (column for column in COLUMNS if reach[column] <= distance), key=reach.__getitem__, default=COLUMNS[0]
            )
        case _:
            return next(column for column in COLUMNS if distance <= reach[column])


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
    name = weapon_name(r, weapon)
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
            return w.refuse(f"Too near: a {name.lower()} cannot hit anything nearer than {bound} cm.", stating)
        if distance > bound and limit == "max" and not aim.endless:
            return w.refuse(
                f"Out of range: {write_number(distance)} cm is beyond the {bound} cm of a {name.lower()}.", stating
            )
    column = column_at(r, distance)
    if column is not None and r.has_cell("weapons", row, column):
        return r.cell("weapons", row, column)
    if aim.endless:
        return Cited(max(r.dice("shooting.roll")), r.cite("shooting.table"))
    last = max(reach for name_, reach in bands(r).items() if r.has_cell("weapons", row, name_))
    return w.refuse(
        f"Out of range: {write_number(distance)} cm is beyond the last column of the {name}, {last} cm.", stating
    )


def modifiers(r: Reader, aim: Aim, burst: bool) -> Iterator[tuple[str, Cited]]:
    """Every modifier that applies, with its reason."""
    r.cite("shooting.mods-table")
    if _pays_for_move(r, aim):
        yield f"moved {write_number(aim.moved)} cm", change_of(r, "moved")
    if _hidden_by_cover(r, aim):
        yield "target behind cover", change_of(r, "cover")
    if is_novice(r, aim.troops) and _novice_pays(r, aim, burst):
        yield f"{name_of(r, aim.troops)} firing", change_of(r, "novice")
    if aim.dodge and aim.weapon == "sniper":
        r.cite("reaction.dodge-sniper")
    elif aim.dodge:
        yield "target dodges", change_of(r, "dodge")
        if r.reading("dodge-double") == "B":
            effect = r.int("reaction.dodge-effect")
            yield "and the die loses as much again", Cited(-effect, r.cite("reaction.dodge-effect"))
    if aim.sniper_target:
        yield "target is a sniper", change_of(r, "target-sniper")
    if aim.weapon in CREWED and aim.alone:
        if aim.fixed:
            r.cite("shooting.mod-one-crew-exempt")
        else:
            yield "gun served by one man", change_of(r, "one-crew")
    if is_special(r, aim.troops) and not burst and (_small_arm(r, aim.weapon) or r.reading("sf-launcher") == "A"):
        yield f"{name_of(r, aim.troops)} taking aim", change_of(r, "sf")


def change_of(r: Reader, modifier: str) -> Cited:
    """What a modifier adds to the number needed."""
    return r.cell("modifiers", modifier, "change")


def _pays_for_move(r: Reader, aim: Aim) -> bool:
    free = r.cell("modifiers", "moved", "over").amount
    assert isinstance(free, int)
    return aim.moved > free if aim.penalised is None else aim.penalised


def _hidden_by_cover(r: Reader, aim: Aim) -> bool:
    covered = aim.cover or (aim.dodge and aim.weapon != "sniper" and r.reading("dodge-cover") == "B")
    if not covered:
        return False
    exempt = aim.weapon in UNHINDERED
    if aim.weapon == "sniper":
        exempt = r.reading("cover-exempt-sniper") == "A"
    elif aim.weapon == "grenade-launcher":
        exempt = r.reading("cover-exempt-launcher") == "A"
    if aim.sniper_target and r.reading("cover-exempt-sniper") == "B":
        exempt = True
    if exempt:
        r.cite("shooting.mod-cover-exempt")
    return not exempt


def is_novice(r: Reader, troops: str) -> bool:
    """Whether the class shoots with the novice's penalty: its fire figure is a plus (and hardened militia by the ruling)."""
    if troops == "irr1":
        return r.reading("hardened-militia") == "B"
    return _fire_figure(r, troops) > 0


def is_special(r: Reader, troops: str) -> bool:
    """Whether the class shoots better than others: its fire figure is a minus."""
    return _fire_figure(r, troops) < 0


def _fire_figure(r: Reader, troops: str) -> int:
    if not r.has_cell("classes", troops, "fire"):
        return 0
    figure = r.cell("classes", troops, "fire").amount
    assert isinstance(figure, int)
    return figure


def _novice_pays(r: Reader, aim: Aim, burst: bool) -> bool:
    if not _small_arm(r, aim.weapon):
        r.cite("shooting.mod-novice-small-arms")
        return False
    return not burst or r.reading("novice-burst") == "A"


def _small_arm(r: Reader, weapon: str) -> bool:
    return weapon in RIFLES or (weapon in MACHINE_GUNS and r.reading("small-arms") == "A")
