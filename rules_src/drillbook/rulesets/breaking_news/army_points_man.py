"""What one man costs: his class, his weapon and his leadership, and the map of all classes and weapons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from drillbook.answers import Breakdown
from drillbook.exhibits import Grid, Stack
from drillbook.kinds import Choice, Count
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._prices import ARMS, UNPRICED, conflict, man

PRICED = {key: name for key, name in ARMS.items() if key not in UNPRICED}


@dataclass(frozen=True, slots=True)
class ManPrice:
    """What he costs, and how far the two price lists lie apart on him."""

    points: int
    conflict: int


@question(
    "breaking_news",
    "man-price",
    examples=[
        "bn/man-price?troops=r2&weapon=lmg&leadership=0",
        "bn/man-price?troops=r4&weapon=ar&leadership=3",
        "bn/man-price?troops=irr1&weapon=sniper&leadership=0",
        "bn/man-price?troops=r3&weapon=medic&leadership=0",
    ],
)
def man_price(
    r: Reader,
    /,
    *,
    troops: Annotated[str, Choice(table="classes", default="r3", label="Troops")],
    weapon: Annotated[str, Choice(PRICED, label="Weapon")],
    leadership: Annotated[int, Count(0, 4, label="Leadership")],
) -> Breakdown[ManPrice]:
    """What does this man cost?"""
    w = Working(r)
    items = man(r, troops, weapon, leadership, 0)
    for place, item in enumerate(items):
        (w.add if place else w.start)(item.words, Cited(item.points, item.rule))
    parts = [(step.label, step.amount) for step in w.steps if isinstance(step.amount, int)]
    apart = conflict(r, troops, weapon)
    if apart:
        w.note(f"{apart} points lie between the two price lists", "army.trained-conflict")
    by = {heading: sum(item.points for item in items if item.heading == heading) for heading in ("Men", "Weapons")}
    total = r.formula("army.leadership-cost")(M=by["Men"], W=by["Weapons"], L=leadership)
    assert isinstance(total, int)
    assert total == w.total
    classes = [row.key for row in r.rows("classes")]
    cells = [[sum(item.points for item in man(r, one, arm, leadership, 0)) for one in classes] for arm in PRICED]
    grid = Grid(
        "The price of every man with every weapon",
        "Weapon",
        "Troops",
        list(PRICED.values()),
        [str(row.cells["code"]) for row in r.rows("classes")],
        cells,
        chance=False,
        here=(list(PRICED).index(weapon), classes.index(troops)),
        name="prices",
    )
    words = f" ({apart} of them hang on the price of Trained men)" if apart else ""
    return w.answer(
        ManPrice(total, apart),
        headline=f"{total} points{words}",
        exhibits=[grid, Stack("What the price is made of", "Points", parts, name="price")],
    )
