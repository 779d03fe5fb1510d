"""Covering fire, section 8.3: every weapon at either distance, side by side."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Cited, Count, Flag, Reader, Working, question
from drillbook.asking.exhibits import Exhibit, Grid
from drillbook.rulesets.breaking_news.common.casualties import men_of, name_of
from drillbook.rulesets.breaking_news.common.inputs import Troops
from drillbook.rulesets.breaking_news.reaction._covering import (
    FAR,
    NEAR,
    WEAPONS,
    Firers,
    barred,
    bonus_of,
    caught,
    in_column,
    test_dice,
    weapon_name,
)


@dataclass(frozen=True, slots=True)
class CoveringTable:
    """The answer on the covering table: the best and worst weapon, and the cells at the limit.

    highest_hit is the chance of the best value to catch. at_the_limit is the number of cells that reach the limit.
    """

    best: str
    highest: int
    highest_hit: Fraction
    worst: str
    lowest: int
    at_the_limit: int


@question("bn/covering-table?men=1&troops=r4&bunker=no", "bn/covering-table?men=2&troops=r3&bunker=yes")
def covering_table(
    r: Reader,
    *,
    men: Annotated[int, Count(1, 6, label="Men with that weapon")],
    troops: Troops,
    bunker: Annotated[bool, Flag(label="Enemy in a bunker")],
) -> Breakdown[CoveringTable]:
    """What covering value does a group reach with each weapon at each distance, and how often does it catch?"""
    w = Working(r)
    columns = {column: r.int("reaction.cover-table", column) for column in (NEAR, FAR)}
    cap, bonus = r.int("reaction.cover-cap"), bonus_of(r, troops)
    rows = {name: each for weapon in WEAPONS for name, each in _row(r, weapon, columns).items()}
    each = {(name, column): one for name, cells in rows.items() for column, one in cells.items()}
    values = {cell: min(cap, men * one.whole + bonus) for cell, one in each.items()}
    for (name, column), one in each.items():
        if column == NEAR:
            w.then(f"{men} × {name.lower()}, near column", men * one.whole, one.rule)
    w.then(f"{name_of(r, troops)}, once for the group", bonus, "reaction.cover-bonus")
    w.then("never more than this", "reaction.cover-cap")
    dice, highest, shown = test_dice(r, bunker), max(values.values()), list(values.values())
    chance = caught(r, highest, bunker)
    w.then(f"chance of {highest} or less with {dice}", chance, "reaction.cover-test")

    near = {name.lower(): each[name, NEAR].whole for name in rows}
    best, worst = max(near, key=near.__getitem__), min(near, key=near.__getitem__)
    answer = CoveringTable(best, highest, chance, worst, min(shown), shown.count(cap))
    cells = [[values.get((name, column)) for column in columns] for name in rows]
    chances = [[None if value is None else caught(r, value, bunker) for value in line] for line in cells]
    names, who = list(rows), men_of(r, men, troops)
    labels = [f"To {limit} cm" for limit in columns.values()]
    exhibits: list[Exhibit] = [
        Grid(f"Chance to be caught by {who}, on {dice}", "Weapon", "Distance", names, labels, chances, name="chances"),
        Grid(f"Covering value of {who}", "Weapon", "Distance", names, labels, cells, chance=False, name="values"),
    ]
    return w.answer(answer, headline=_headline(answer, cap, len(shown)), exhibits=exhibits)


def _row(r: Reader, weapon: str, columns: Mapping[str, int]) -> dict[str, dict[str, Cited]]:
    """Return the weapon's name and its values by column.

    The result is empty if the rules or the rulings give it no covering fire. The name of a weapon states its own reach
    if that ends before a column does.
    """
    name = weapon_name(r, weapon).capitalize()
    if barred(r, Firers(1, weapon, 0)):
        return {}
    found = {column: in_column(r, weapon, column) for column in columns}
    own = {column: one for column, one in found.items() if one is not None}
    if barred(r, Firers(1, weapon, columns[NEAR])):
        name = f"{name}, to {r.cell('weapons', weapon, 'max').whole} cm"
    return {name: own}


def _headline(answer: CoveringTable, cap: int, cells: int) -> str:
    if answer.lowest == cap:
        return f"Every weapon reaches the limit of {cap}"
    range_of = f"From {answer.lowest} ({answer.worst}) to {answer.highest} ({answer.best})"
    return f"{range_of}; {answer.at_the_limit} of {cells} reach the limit of {cap}" if answer.at_the_limit else range_of
