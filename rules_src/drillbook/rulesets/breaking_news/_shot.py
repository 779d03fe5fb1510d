"""One shot of section 8.0: the number each die needs, how many dice are thrown, and how the hits fall.

Every chapter in which somebody shoots comes here; the steps go into the Working it brings.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from drillbook.answers import Refusal
from drillbook.dice import Distribution, binomial
from drillbook.exact import write_number
from drillbook.reader import Cited
from drillbook.rulesets.breaking_news._firing import Aim, is_burst, row_of, spoken, table_number
from drillbook.rulesets.breaking_news._modifiers import modifiers

if TYPE_CHECKING:
    from drillbook.exact import Number
    from drillbook.reader import Reader, Working


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
    w.start(f"{spoken(r, aim.weapon)} at {write_number(aim.distance)} cm", table)
    changes: list[int] = []
    for reason, change in modifiers(r, aim, burst):
        if isinstance(change, str):
            w.note(reason, change)
            continue
        assert isinstance(change.amount, int)
        w.add(reason, change)
        changes.append(change.amount)
    if changes:
        r.cite("shooting.mods-cumulative")
    assert isinstance(table.amount, int)
    dice = r.cell("weapons", row_of(aim.weapon), "dice")
    assert isinstance(dice.amount, int)
    if burst:
        needed, count = _burst(r, w, table, sum(changes), dice)
    else:
        needed, count = _single(r, w, dice)
    die = r.dice("shooting.roll")
    chance = die.at_least(needed)
    w.then("chance that a die hits", Cited(chance, r.cite("shooting.roll")))
    return Shot(needed, count, chance, binomial(count, chance), burst)


def _burst(r: Reader, w: Working, table: Cited, changes: int, dice: Cited) -> tuple[int, int]:
    """The number and the dice of a burst, where whatever climbs past the limit costs dice."""
    assert isinstance(table.amount, int)
    assert isinstance(dice.amount, int)
    limit, price = r.int("shooting.burst-overflow", "limit"), r.int("shooting.burst-overflow", "lost")
    wanted = table.amount + changes
    if wanted <= limit:
        w.then("dice of the burst", dice)
        return wanted, dice.amount
    reading = r.reading("burst-overflow")
    overflow = r.cite("shooting.burst-overflow")
    kept = r.formula("shooting.burst-overflow")(D=dice.amount, N=wanted)
    assert isinstance(kept, int)
    lost = dice.amount - kept if reading == "A" else price * changes
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
    assert isinstance(dice.amount, int)
    assert isinstance(w.total, int)
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
    w.then("die thrown" if dice.amount == 1 else "dice thrown", dice)
    return needed, dice.amount
