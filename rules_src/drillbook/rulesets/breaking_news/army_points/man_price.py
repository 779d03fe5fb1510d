"""The price of one man: his class, weapon and leadership, and a map of classes and weapons."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Count, Reader, Working, question
from drillbook.asking.exhibits import Grid
from drillbook.rulesets.breaking_news.common.prices import (
    ARMS,
    UNPRICED,
    Soldiers,
    bill_of,
    by_the_other_list,
    conflict,
    points_of,
)

PRICED = {key: name for key, name in ARMS.items() if key not in UNPRICED}


@dataclass(frozen=True, slots=True)
class ManPrice:
    """What he costs, and how far the two price lists lie apart on him."""

    points: int
    conflict: int


@question(
    "bn/man-price?troops=r2&weapon=lmg&leadership=0",
    "bn/man-price?troops=r4&weapon=ar&leadership=3",
    "bn/man-price?troops=irr1&weapon=sniper&leadership=0",
    "bn/man-price?troops=r3&weapon=medic&leadership=0",
)
def man_price(
    r: Reader,
    *,
    troops: Annotated[str, Choice(table="classes", default="r3", label="Troops")],
    weapon: Annotated[str, Choice(PRICED, label="Weapon")],
    leadership: Annotated[int, Count(0, 4, label="Leadership")],
) -> Breakdown[ManPrice]:
    """What does this man cost?"""
    w = Working(r)
    he = Soldiers(1, troops, weapon, leadership)
    w.pile((item.words, item.points, item.rule) for item in bill_of(r, he))
    total = w.whole
    more = conflict(r, he)
    apart = abs(more)
    w.note(f"{apart} points lie between the two price lists", "army.trained-conflict", when=apart)
    classes = r.rows("classes")
    grid = Grid(
        "The price of every man with every weapon",
        "Weapon",
        "Troops",
        list(PRICED.values()),
        [str(row.cells["code"]) for row in classes],
        [[points_of(bill_of(r, Soldiers(1, row.key, arm, leadership))) for row in classes] for arm in PRICED],
        chance=False,
        by_row={"weapon": list(PRICED)},
        by_column={"troops": [row.key for row in classes]},
        here=(list(PRICED).index(weapon), [row.key for row in classes].index(troops)),
        name="prices",
    )
    return w.answer(
        ManPrice(total, apart),
        headline=f"{total} points{by_the_other_list(r, more)}",
        exhibits=[grid, w.stack("What the price is made of", "Points", name="price")],
    )
