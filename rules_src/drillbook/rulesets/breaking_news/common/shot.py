"""One shot of section 8.0: the number each die needs, the dice, and the hits.

Every chapter in which somebody shoots uses it; the steps go into the caller's Working.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from drillbook.asking import Cited, Reader, Refusal, Working, attempt
from drillbook.asking.exhibits import Mark, Stack
from drillbook.maths import Distribution, Number, Thrower, binomial, write_number
from drillbook.rulesets.breaking_news.common.firing import Aim, is_burst, row_of, spoken, table_number
from drillbook.rulesets.breaking_news.common.modifiers import modify


@dataclass(frozen=True, slots=True)
class Shot:
    """The dice of a shot: the number each needs, how many, the chance of each, the hits.

    hits is the distribution of the hits. ladder is the picture of what makes up the number.
    """

    needed: int
    dice: int
    chance: Fraction
    hits: Distribution[int]
    burst: bool
    ladder: Stack = field(default=Stack("What makes up the number", "Number needed", ()), compare=False, repr=False)

    @property
    def at_least_one(self) -> Fraction:
        """The chance of at least one hit."""
        return self.hits.at_least(1)

    def thrown(self, r: Reader, dice: Thrower, count: int) -> Any:
        """Throw `count` such shots and return the hits of each, as an array."""
        return (dice.roll_each(r.text("shooting.roll"), count, self.dice) >= self.needed).sum(axis=1)


#: What is thrown where there is no shot.
NO_SHOT = Shot(0, 0, Fraction(0), Distribution.sure(0), False)


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
) -> Shot:
    """Return the number needed, dice and hits of one shot, with its steps in `w`.

    The shot is refused if the table gives none. weapon: a row of tables/weapons.csv, or one that borrows its row.
    dodge: the target dodges (this function applies dodge-double, dodge-cover and the sniper's exception). endless: no
    limit of range, the worst number beyond the last column.
    """
    alone = crew <= 1
    return shoot(r, w, Aim(weapon, distance, troops, moved, cover, dodge, sniper_target, alone, fixed, None, endless))


def shoot(r: Reader, w: Working, aim: Aim) -> Shot:
    """Return the shot of an Aim, with its steps in `w`; refuse it if the table gives none."""
    burst = is_burst(r, aim.weapon)
    table = table_number(r, w, aim)
    w.start(f"{spoken(r, aim.weapon)} at {write_number(aim.distance)} cm", table)
    modify(r, w, aim, burst)
    if w.total != table.amount:
        r.cite("shooting.mods-cumulative")
    highest = Mark(max(r.dice("shooting.roll")), "the highest face of the die", "at_most")
    ladder = w.stack("What makes up the number a die needs", "Number needed", highest, "ladder")
    dice = r.cell("weapons", row_of(aim.weapon), "dice")
    needed, count = _burst(r, w, table.whole, dice) if burst else _single(r, w, dice)
    chance = r.dice("shooting.roll").at_least(needed)
    w.then("chance that a die hits", chance, "shooting.roll")
    return Shot(needed, count, chance, binomial(count, chance), burst, ladder)


def tried(r: Reader, aim: Aim) -> Shot | Refusal:
    """Return the shot of an Aim, or the Refusal of it, without its steps."""
    return attempt(lambda: shoot(r, Working(r), aim))


def _burst(r: Reader, w: Working, table: int, dice: Cited) -> tuple[int, int]:
    """Return the number and the dice of a burst, and add the steps.

    What exceeds the limit of the number costs dice instead.
    """
    rule = "shooting.burst-overflow"
    wanted, limit = w.whole, r.int(rule, "limit")
    if wanted <= limit:
        w.then("dice of the burst", dice)
        return wanted, dice.whole
    reading = r.read_as("burst-overflow")
    lost: Number = r.int(rule, "lost") * (wanted - table)
    if reading == "each-point":
        lost = dice.whole - r.formula(rule)(D=dice.whole, N=wanted)
    if reading == "each-modifier":
        w.then("the table's number stands", table, rule)
    else:
        w.at_most("in a burst never past this", limit, rule)
    needed = w.whole
    w.then("dice of the burst", dice)
    w.subtract("lost instead", lost, rule)
    w.at_least("and there are no more to lose", 0, rule, when=w.whole < 0)
    return needed, w.whole


def _single(r: Reader, w: Working, dice: Cited) -> tuple[int, int]:
    """Return the number and the dice of shots that are no burst, and add the steps.

    If the number is beyond the faces of the die, the shot never or always hits, or the rulings limit the number.
    """
    die = r.dice("shooting.roll")
    if w.whole > max(die):
        if r.holds("single-above-six", "six-hits"):
            w.at_most("the highest face always hits", max(die), "shooting.roll")
        else:
            w.note("no face of the die is as high", "shooting.roll")
    if w.whole <= min(die):
        if r.holds("needed-one", "one-misses"):
            w.at_least("the lowest face always misses", min(die) + 1, "shooting.roll")
        else:
            w.note("every face of the die is enough", "shooting.roll")
    needed = w.whole
    w.then("die thrown" if dice.amount == 1 else "dice thrown", dice)
    return needed, dice.whole
