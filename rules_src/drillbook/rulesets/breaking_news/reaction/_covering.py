"""The worth of covering fire, section 8.3, and the test for those who shoot in spite of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from drillbook.asking import Cited, Reader, Working
from drillbook.maths import Distribution, Number, counted
from drillbook.rulesets.breaking_news.common.casualties import name_of
from drillbook.rulesets.breaking_news.common.moving import stands_still

#: The weapons that lay covering fire, as inputs name them; a precision rifle borrows the row of the rifle.
PISTOL, RIFLE, PRECISION = "pistol", "rifle", "precision"
WEAPONS = {
    "pistol": "Pistol",
    "rifle": "Rifle",
    "precision": "Sniper",
    "ar": "AR",
    "smg": "SMG",
    "lmg": "LMG",
    "mmg": "MMG",
    "hmg": "HMG",
}
NEAR, FAR = "near", "far"


@dataclass(frozen=True, slots=True)
class Firers:
    """Some men of one group with the same weapon at the same distance."""

    men: int
    weapon: str
    distance: Number


@dataclass(frozen=True, slots=True)
class Group:
    """A group that lays covering fire: its class, its men, its move, and its bonus.

    moved is how far they have moved in this action, in cm; bonus states whether the group has its bonus.
    """

    troops: str
    firers: tuple[Firers, ...]
    moved: Number = 0
    bonus: bool = True


class Bar(NamedTuple):
    """What bars some firers from laying covering fire: the sentence and the rule.

    by_rule states whether a rule bars them or only a ruling.
    """

    reason: str
    rule: str
    by_rule: bool = True


def column(r: Reader, distance: Number) -> str:
    """Return the column of the covering table that a distance in cm uses.

    A distance between the columns uses the farther one, as in the source's example at 32 cm.
    """
    return NEAR if distance <= r.int("reaction.cover-table", NEAR) else FAR


def worth(r: Reader, one: Firers, moved: Number = 0) -> Cited | Bar:
    """Return the covering value of one weapon of these firers, or what bars them from laying it."""
    bar = barred(r, one, moved)
    if bar:
        return bar
    where = column(r, one.distance)
    found = in_column(r, one.weapon, where)
    if found is None:
        last = r.int("reaction.cover-table", NEAR)
        stating = r.cell("covering", row_of(one.weapon), NEAR).rule
        return Bar(f"No covering fire: a {weapon_name(r, one.weapon)} has no covering value beyond {last} cm.", stating)
    return found


def barred(r: Reader, one: Firers, moved: Number = 0) -> Bar | None:
    """Return what bars these firers from covering fire, whatever the column; None if free."""
    weapon, distance = one.weapon, one.distance
    name = weapon_name(r, weapon)
    step, limit = r.int("movement.action-covering", "reach"), r.int("reaction.cover-range")
    if moved > step:
        return Bar(f"Moved too far: covering fire allows a move of {step} cm.", r.cite("movement.action-covering"))
    if distance > limit:
        return Bar(f"Out of reach: {distance} cm is beyond {limit} cm.", r.cite("reaction.cover-range"))
    stuck = moved > r.int("movement.mg-static") and stands_still(r, weapon)
    if stuck and r.holds("covering-while-moving", "heavy-stays"):
        return Bar(f"A {name} that has moved cannot lay covering fire.", r.cite("movement.mg-static"))
    if weapon == PRECISION and r.holds("covering-rifle", "only-printed"):
        return Bar("A precision rifle has no line in the covering table.", r.cite("reaction.cover-table"), False)
    if weapon == PISTOL and r.holds("covering-pistol", "shooting-range"):
        reach = r.cell("weapons", PISTOL, "max")
        if distance > reach.whole:
            return Bar(f"A pistol shoots no farther than {reach.whole} cm.", reach.rule, False)
    return None


def row_of(weapon: str) -> str:
    """Return the row of the covering table that a weapon uses."""
    return RIFLE if weapon == PRECISION else weapon


def in_column(r: Reader, weapon: str, where: str) -> Cited | None:
    """Return the covering value of a weapon in a column, NEAR or FAR; None if it has a dash."""
    row = row_of(weapon)
    return r.cell("covering", row, where) if r.has_cell("covering", row, where) else None


def value_of(w: Working, groups: Iterable[Group]) -> int:
    """Return the covering value that the groups make together, and add its steps.

    Barred firers add nothing. If a rule bars all of them, that rule refuses.
    """
    r = w.reader
    laying: list[tuple[str, Number, str]] = []
    barred: list[Bar] = []
    bonuses: list[str] = []
    for group in groups:
        before = len(laying)
        for one in group.firers:
            each = worth(r, one, group.moved)
            label = f"{counted(one.men, weapon_name(r, one.weapon))} at {one.distance} cm"
            if isinstance(each, Bar):
                barred += [each] * each.by_rule
                w.note(f"{label} adds nothing", each.rule)
            else:
                laying.append((label, one.men * each.whole, each.rule))
        bonuses += [group.troops] * (group.bonus and len(laying) > before)
    if barred and not laying:
        w.refuse(barred[0].reason, barred[0].rule)
    r.cite("reaction.cover-sum")
    w.pile(laying or [("nobody lays fire on the area", 0, "reaction.cover-sum")])
    for troops in bonuses:
        w.add(f"{name_of(r, troops)}, once for the group", bonus_of(r, troops), "reaction.cover-bonus")
    w.at_most("never more than this", "reaction.cover-cap")
    return w.whole


def bonus_of(r: Reader, troops: str) -> int:
    """Return what the class of a group adds, once."""
    return r.int("reaction.cover-bonus") * r.cell("classes", troops, "covering").whole


def test_rule(bunker: bool) -> str:
    """The rule that names the dice of the covering fire test."""
    return "reaction.cover-bunker" if bunker else "reaction.cover-test"


def test_dice(r: Reader, bunker: bool) -> str:
    """The dice of the covering fire test, as text."""
    r.cite("reaction.cover-test")
    return r.text(test_rule(bunker))


def test_totals(r: Reader, bunker: bool) -> Distribution[int]:
    """What those dice show."""
    return r.dice(test_rule(bunker))


def caught(r: Reader, value: int, bunker: bool) -> Fraction:
    """Return the chance that covering fire of that value hits a man who fires in spite of it.

    Value 0 is no covering fire.
    """
    return test_totals(r, bunker).at_most(value) if value > 0 else Fraction(0)


def tell_test(w: Working, bunker: bool) -> None:
    """Add the step that names the dice."""
    w.then("from inside a bunker he throws" if bunker else "he throws", test_dice(w.reader, bunker), test_rule(bunker))


def weapon_name(r: Reader, weapon: str) -> str:
    """Return the name of a weapon of the covering table in a sentence."""
    if weapon == PRECISION:
        return "precision rifle"
    return str(r.ruleset.table("covering").row(weapon).name).lower()
