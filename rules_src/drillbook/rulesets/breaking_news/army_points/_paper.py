"""The printed roster: a box to tick for each man and vehicle, and for each extra bought."""

from collections.abc import Iterable, Sequence

from drillbook.asking.exhibits import Group, Paper, PaperLine
from drillbook.maths.number_words import counted, shown
from drillbook.rulesets.breaking_news.common.prices import GUNS, VEHICLES, Item, Soldiers


def roster_paper(
    men: Sequence[tuple[Soldiers, tuple[str, str]]],
    vehicles: Iterable[tuple[int, str, str]],
    items: Iterable[Item],
    points: int,
) -> Paper:
    """Return the sheet to take to the table.

    men: each line of men with who they are and the figures they need. vehicles: number, kind and gun of each line.
    items: the whole bill. points: the total of the bill.
    """
    lines = [PaperLine(who, figures, boxes=row.number) for row, (who, figures) in men]
    cars = [
        PaperLine(f"{number} × {VEHICLES[kind]}", "" if gun == "none" else GUNS[gun], boxes=number)
        for number, kind, gun in vehicles
    ]
    extras = [PaperLine(item.words, boxes=1, amount=shown(item.points)) for item in items if item.heading == "Extras"]
    total = PaperLine("In all", counted(sum(row.number for row, _ in men), "man"), amount=f"{shown(points)} points")
    groups = [Group("Men", lines), Group("Vehicles", cars), Group("Extras", extras), Group("Bill", [total])]
    return Paper("Roster", [group for group in groups if group.entries])
