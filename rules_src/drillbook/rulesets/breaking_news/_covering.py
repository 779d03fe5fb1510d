"""The worth of covering fire, section 8.3, and the test that it forces on whoever shoots in spite of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from drillbook.answers import Refusal
from drillbook.reader import Cited
from drillbook.rulesets.breaking_news._casualties import name_of

if TYPE_CHECKING:
    from drillbook.exact import Number
    from drillbook.reader import Reader, Working

#: The weapons that lay covering fire, as inputs name them; a precision rifle borrows the row of the rifle.
PISTOL, RIFLE, PRECISION, MMG, HMG = "pistol", "rifle", "precision", "mmg", "hmg"
NEAR, FAR = "near", "far"


@dataclass(frozen=True, slots=True)
class Firers:
    """Some men of one group with the same weapon at the same distance."""

    men: int
    weapon: str
    distance: Number


@dataclass(frozen=True, slots=True)
class Group:
    """A group that lays covering fire: its class and its men."""

    troops: str
    firers: tuple[Firers, ...]


class Bar(NamedTuple):
    """What bars some firers from laying covering fire: the sentence, the rule, and whether a rule does or only a ruling."""

    reason: str
    rule: str
    by_rule: bool = True


def column(r: Reader, distance: Number) -> str:
    """Which column of the covering table a distance uses, by the same ruling as the columns of the firing table."""
    near, far = r.int("reaction.cover-table", NEAR), r.int("reaction.cover-table", FAR)
    match r.reading("range-bands"):
        case "B":
            return NEAR if distance - near < far - distance else FAR
        case "C":
            return NEAR if distance < far else FAR
        case _:
            return NEAR if distance <= near else FAR


def worth(r: Reader, one: Firers, moved: Number = 0) -> Cited | Bar:
    """The covering value of one weapon of these firers, or what bars them from laying any."""
    weapon = one.weapon
    name = weapon_name(r, weapon)
    limit = r.int("reaction.cover-range")
    if one.distance > limit:
        return Bar(f"Out of reach: {one.distance} cm is beyond {limit} cm.", r.cite("reaction.cover-range"))
    stuck = weapon in (MMG, HMG) and moved > r.int("movement.mg-static")
    if stuck and r.reading("covering-while-moving") == "A":
        return Bar(f"A {name} that has moved cannot lay covering fire.", r.cite("movement.mg-static"))
    if weapon == PRECISION and r.reading("covering-rifle") == "B":
        return Bar("A precision rifle has no line in the covering table.", r.cite("reaction.cover-table"), False)
    row, where = (RIFLE if weapon == PRECISION else weapon), column(r, one.distance)
    if not r.has_cell("covering", row, where):
        last = r.int("reaction.cover-table", NEAR)
        stating = r.cell("covering", row, NEAR).rule
        return Bar(f"No covering fire: a {name} has no covering value beyond {last} cm.", stating)
    if weapon == PISTOL and r.reading("covering-pistol") == "B":
        reach = r.cell("weapons", PISTOL, "max")
        assert isinstance(reach.amount, int)
        if one.distance > reach.amount:
            return Bar(f"A pistol shoots no farther than {reach.amount} cm.", reach.rule, False)
    return r.cell("covering", row, where)


def moved_too_far(r: Reader, working: Working, moved: Number) -> Refusal | None:
    """The refusal for firers who have moved farther than the action allows."""
    step = r.int("movement.action-covering", "reach")
    if moved <= step:
        return None
    return working.refuse(f"Moved too far: covering fire allows a move of {step} cm.", "movement.action-covering")


def value_of(r: Reader, working: Working, groups: Iterable[Group], moved: Number = 0) -> int | Refusal:
    """The covering value that the groups make together; the steps go into `working`.

    Whoever is barred adds nothing; where a rule bars all of them, that rule refuses.
    """
    bonuses: list[str] = []
    barred: Bar | None = None
    fresh = True
    for group in groups:
        lays = False
        for one in group.firers:
            each = worth(r, one, moved)
            label = f"{counted(r, one.men, one.weapon)} at {one.distance} cm"
            if isinstance(each, Bar):
                barred = each if each.by_rule and barred is None else barred
                working.note(f"{label} adds nothing", each.rule)
                continue
            assert isinstance(each.amount, int)
            (working.start if fresh else working.add)(label, Cited(one.men * each.amount, each.rule))
            fresh, lays = False, True
        if lays:
            bonuses.append(group.troops)
    if fresh and barred:
        return working.refuse(barred.reason, barred.rule)
    if fresh:
        working.start("nobody lays fire on the area", Cited(0, r.cite("reaction.cover-sum")))
    r.cite("reaction.cover-sum")
    times = r.int("reaction.cover-bonus")
    for troops in bonuses:
        figure = r.cell("classes", troops, "covering").amount
        assert isinstance(figure, int)
        bonus = Cited(times * figure, r.cite("reaction.cover-bonus"))
        working.add(f"{name_of(r, troops)}, once for the group", bonus)
    working.at_most("never more than this", "reaction.cover-cap")
    total = working.total
    assert isinstance(total, int)
    return total


def test_dice(r: Reader, bunker: bool) -> str:
    """The dice of the covering fire test, as text."""
    r.cite("reaction.cover-test")
    return r.text("reaction.cover-bunker" if bunker else "reaction.cover-test")


def caught(r: Reader, value: int, bunker: bool) -> Fraction:
    """The chance that covering fire of that value hits a man who fires in spite of it; value 0 is no covering fire."""
    if value <= 0:
        return Fraction(0)
    return r.dice("reaction.cover-bunker" if bunker else "reaction.cover-test").at_most(value)


def weapon_name(r: Reader, weapon: str) -> str:
    """What a weapon of the covering table is called in a sentence."""
    if weapon == PRECISION:
        return "precision rifle"
    return str(r.ruleset.table("covering").row(weapon).name).lower()


def counted(r: Reader, men: int, weapon: str) -> str:
    """So many of a weapon, in words for a step: `1 pistol`, `2 assault rifles`."""
    return f"{men} {weapon_name(r, weapon)}{'' if men == 1 else 's'}"
