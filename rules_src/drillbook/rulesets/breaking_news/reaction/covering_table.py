"""Covering fire, section 8.3: every weapon at either distance, side by side."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Count, Flag, Reader, Working, question
from drillbook.asking.exhibits import Exhibit, Grid
from drillbook.rulesets.breaking_news.common.casualties import men_of, name_of
from drillbook.rulesets.breaking_news.common.inputs import Troops
from drillbook.rulesets.breaking_news.reaction._covering import FAR, NEAR, bonus_of, caught, test_dice, weapon_name


@dataclass(frozen=True, slots=True)
class CoveringTable:
    """The best and the worst weapon of so many men, the chance the best has, and how many cells reach the limit."""

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
    rows, columns = r.rows("covering"), (NEAR, FAR)
    cap, bonus = r.int("reaction.cover-cap"), bonus_of(r, troops)
    each = {
        (row.key, column): r.cell("covering", row.key, column)
        for row in rows
        for column in columns
        if r.has_cell("covering", row.key, column)
    }
    values = {cell: min(cap, men * worth.whole + bonus) for cell, worth in each.items()}
    for (weapon, column), worth in each.items():
        if column == NEAR:
            w.then(f"{men} × {weapon_name(r, weapon)}, near column", men * worth.whole, worth.rule)
    w.then(f"{name_of(r, troops)}, once for the group", bonus, "reaction.cover-bonus")
    w.then("never more than this", "reaction.cover-cap")
    dice, highest, shown = test_dice(r, bunker), max(values.values()), list(values.values())
    chance = caught(r, highest, bunker)
    w.then(f"chance of {highest} or less with {dice}", chance, "reaction.cover-test")

    near = {row.name.lower(): each[row.key, NEAR].whole for row in rows}
    best, worst = max(near, key=near.__getitem__), min(near, key=near.__getitem__)
    answer = CoveringTable(best, highest, chance, worst, min(shown), shown.count(cap))
    cells = [[values.get((row.key, column)) for column in columns] for row in rows]
    chances = [[None if value is None else caught(r, value, bunker) for value in line] for line in cells]
    names, who = [row.name for row in rows], men_of(r, men, troops)
    labels = [f"To {r.int('reaction.cover-table', column)} cm" for column in columns]
    exhibits: list[Exhibit] = [
        Grid(f"Chance to be caught by {who}, on {dice}", "Weapon", "Distance", names, labels, chances, name="chances"),
        Grid(f"Covering value of {who}", "Weapon", "Distance", names, labels, cells, chance=False, name="values"),
    ]
    return w.answer(answer, headline=_headline(answer, cap, len(shown)), exhibits=exhibits)


def _headline(answer: CoveringTable, cap: int, cells: int) -> str:
    if answer.lowest == cap:
        return f"Every weapon reaches the limit of {cap}"
    range_of = f"From {answer.lowest} ({answer.worst}) to {answer.highest} ({answer.best})"
    return f"{range_of}; {answer.at_the_limit} of {cells} reach the limit of {cap}" if answer.at_the_limit else range_of
