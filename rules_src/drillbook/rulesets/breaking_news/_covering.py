"""The worth of covering fire, section 8.3, and the test that it forces on whoever shoots in spite of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

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


def worth(r: Reader, weapon: str, distance: Number) -> Cited | None:
    """The covering value of one weapon at a distance; None where it has none."""
    row = RIFLE if weapon == PRECISION else weapon
    if weapon == PRECISION and r.reading("covering-rifle") == "B":
        return None
    if weapon == PISTOL and r.reading("covering-pistol") == "B" and distance > pistol_reach(r):
        return None
    where = column(r, distance)
    return r.cell("covering", row, where) if r.has_cell("covering", row, where) else None


def pistol_reach(r: Reader) -> Number:
    """How far a pistol shoots, by the firing table."""
    reach = r.cell("weapons", "pistol", "max").amount
    assert not isinstance(reach, str)
    return reach


def hindered(r: Reader, working: Working, groups: Iterable[Group], moved: Number) -> Refusal | None:
    """The refusal for firers who are too far away, have moved too far, or may not have moved at all."""
    limit, step = r.int("reaction.cover-range"), r.int("movement.action-covering")
    if moved > step:
        return working.refuse(
            f"Moved too far: covering fire allows a move of {step} cm.",
            "movement.action-covering",
        )
    for one in (firers for group in groups for firers in group.firers):
        if one.distance > limit:
            return working.refuse(
                f"Out of reach: {one.distance} cm is beyond {limit} cm.",
                "reaction.cover-range",
            )
        if (
            moved
            and one.weapon in (MMG, HMG)
            and moved > r.int("movement.mg-static")
            and r.reading("covering-while-moving") == "A"
        ):
            name = weapon_name(r, one.weapon)
            return working.refuse(
                f"A {name} that has moved cannot lay covering fire.",
                "movement.mg-static",
            )
    return None


def value_of(r: Reader, working: Working, groups: Iterable[Group]) -> int | Refusal:
    """The covering value that the groups make together; the steps go into `working`.

    A weapon without a value at its distance adds nothing; where all are without, the table's dash is a refusal.
    """
    bonuses: list[str] = []
    dash: Firers | None = None
    for group in groups:
        lays = False
        for one in group.firers:
            each = worth(r, one.weapon, one.distance)
            label = f"{counted(r, one.men, one.weapon)} at {one.distance} cm"
            if each is None:
                dash = one if barred_by_table(r, one) else dash
                working.note(f"{label}: no covering value", "reaction.cover-table")
                continue
            assert isinstance(each.amount, int)
            (working.add if lays or bonuses else working.start)(label, Cited(one.men * each.amount, each.rule))
            lays = True
        if lays:
            bonuses.append(group.troops)
    if dash and not bonuses:
        return no_value(r, working, dash)
    if not bonuses:
        working.start("nobody lays fire on the area", Cited(0, r.cite("reaction.cover-sum")))
    r.cite("reaction.cover-sum")
    times = r.int("reaction.cover-bonus")
    for troops in bonuses:
        figure = r.cell("classes", troops, "covering").amount
        assert isinstance(figure, int)
        working.add(
            f"{name_of(r, troops)}, once for the group",
            Cited(times * figure, r.cite("reaction.cover-bonus")),
        )
    working.at_most("never more than this", "reaction.cover-cap")
    total = working.total
    assert isinstance(total, int)
    return total


def barred_by_table(r: Reader, one: Firers) -> bool:
    """Whether it is the covering table itself that gives these firers nothing, and not a ruling."""
    row = RIFLE if one.weapon == PRECISION else one.weapon
    return not r.has_cell("covering", row, column(r, one.distance))


def no_value(r: Reader, working: Working, one: Firers) -> Refusal:
    """The refusal where the table has a dash."""
    last = r.int("reaction.cover-table", NEAR)
    stating = r.cell("covering", one.weapon, NEAR).rule
    return working.refuse(
        f"No covering fire: a {weapon_name(r, one.weapon)} has no covering value beyond {last} cm.",
        stating,
    )


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
