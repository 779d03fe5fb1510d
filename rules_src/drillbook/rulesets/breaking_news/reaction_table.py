"""Covering fire, section 8.3: every weapon at either distance, side by side."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.answers import Breakdown
from drillbook.exhibits import Exhibit, Grid
from drillbook.kinds import Choice, Count, Flag
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._casualties import name_of
from drillbook.rulesets.breaking_news._covering import FAR, NEAR, caught, test_dice, weapon_name


@dataclass(frozen=True, slots=True)
class CoveringTable:
    """The best and the worst weapon of so many men, the chance the best has, and how many cells reach the limit."""

    best: str
    highest: int
    highest_hit: Fraction
    worst: str
    lowest: int
    at_the_limit: int


@question(
    "breaking_news",
    "covering-table",
    examples=["bn/covering-table?men=1&troops=r4&bunker=no", "bn/covering-table?men=2&troops=r3&bunker=yes"],
)
def covering_table(
    r: Reader,
    /,
    *,
    men: Annotated[int, Count(1, 6, default=1, label="Men with that weapon")],
    troops: Annotated[str, Choice(table="classes", default="r4", label="Troops")],
    bunker: Annotated[bool, Flag(default=False, label="Enemy in a bunker")],
) -> Breakdown[CoveringTable]:
    """What covering value does a group reach with each weapon at each distance, and how often does it catch?"""
    w = Working(r)
    cap = r.int("reaction.cover-cap")
    figure = r.cell("classes", troops, "covering")
    assert isinstance(figure.amount, int)
    bonus = r.int("reaction.cover-bonus") * figure.amount
    rows = r.rows("covering")
    columns = (NEAR, FAR)
    labels = [f"To {r.int('reaction.cover-table', column)} cm" for column in columns]
    cells: list[list[int | None]] = []
    sums: dict[tuple[str, str], Cited] = {}
    for row in rows:
        line: list[int | None] = []
        for column in columns:
            if not r.has_cell("covering", row.key, column):
                line.append(None)
                continue
            each = r.cell("covering", row.key, column)
            assert isinstance(each.amount, int)
            sums[row.key, column] = each
            line.append(min(cap, men * each.amount + bonus))
        cells.append(line)
    for (weapon, column), each in sums.items():
        if column == NEAR:
            w.then(f"{men} × {weapon_name(r, weapon)}, near column", Cited(men * int(each.amount), each.rule))
    w.then(f"{name_of(r, troops)}, once for the group", Cited(bonus, r.cite("reaction.cover-bonus")))
    w.then("never more than this", "reaction.cover-cap")

    dice = test_dice(r, bunker)
    shown = [value for line in cells for value in line if value is not None]
    worth = {row.name: int(sums[row.key, NEAR].amount) for row in rows}
    best, worst = max(worth, key=worth.__getitem__), min(worth, key=worth.__getitem__)
    chance = caught(r, max(shown), bunker)
    w.then(f"chance of {max(shown)} or less with {dice}", Cited(chance, r.cite("reaction.cover-test")))
    answer = CoveringTable(best.lower(), max(shown), chance, worst.lower(), min(shown), shown.count(cap))
    names = [row.name for row in rows]
    chances = [[None if value is None else caught(r, value, bunker) for value in line] for line in cells]
    who = f"{men} {name_of(r, troops)} {'man' if men == 1 else 'men'}"
    exhibits: list[Exhibit] = [
        Grid(f"Chance to be caught by {who}, on {dice}", "Weapon", "Distance", names, labels, chances, name="chances"),
        Grid(f"Covering value of {who}", "Weapon", "Distance", names, labels, cells, chance=False, name="values"),
    ]
    headline = f"From {answer.lowest} ({answer.worst}) to {answer.highest} ({answer.best})"
    if answer.lowest == cap:
        headline = f"Every weapon reaches the limit of {cap}"
    elif answer.at_the_limit:
        headline += f"; {answer.at_the_limit} of {len(shown)} reach the limit of {cap}"
    return w.answer(answer, headline=headline, exhibits=exhibits)
