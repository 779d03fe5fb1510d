"""A first squad: what its men and its commander cost, and what is left of the points for extras."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from drillbook.answers import Breakdown, Refusal
from drillbook.exhibits import Curves, Exhibit, Mark, Stack
from drillbook.kinds import Choice, Count
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._prices import amount, class_price


@dataclass(frozen=True, slots=True)
class SquadPrice:
    """The price of men and commander, what is left for extras, and how many men the points could pay."""

    points: int
    left: int
    most_men: int


@question(
    "breaking_news",
    "squad-price",
    examples=["bn/squad-price?troops=r3&men=8&leadership=2&budget=150", "bn/squad-price?troops=irr3&men=16&budget=100"],
)
def squad_price(
    r: Reader,
    /,
    *,
    troops: Annotated[str, Choice(table="classes", default="r3", label="Troops")],
    men: Annotated[int, Count(1, 30, default=8, label="Men", help="The commander is one of them.")],
    leadership: Annotated[int, Count(0, 4, default=2, label="Commander's leadership")],
    budget: Annotated[
        int, Count(50, 500, default=150, step=5, label="Points agreed", help="The source names no sum: agree on one.")
    ],
) -> Breakdown[SquadPrice] | Refusal:
    """What does this squad cost, and what is left for extras?"""
    w = Working(r)
    if r.reading("army-lists") == "B":
        reason = "It cannot be priced: the army lists that should say what a squad holds are not in the document."
        return w.refuse(reason, "basics.army-lists")
    name = r.ruleset.table("classes").row(troops).name
    price = class_price(r, troops)
    level = r.int("army.leadership-cost")
    assert isinstance(price.amount, int)
    w.start(f"a man: {name}", price)
    w.times("man" if men == 1 else "men", Cited(men, r.cite("basics.unit-size")))
    men_price = w.total
    if leadership:
        paid = Cited(level * leadership, r.cite("army.leadership-cost"))
        w.add(f"leadership {leadership}, at {level} a level", paid)
    least, most = (r.int("basics.unit-size", part) for part in ("least", "most"))
    if not least <= men <= most:
        w.note(f"a squad usually has {least} to {most} men; this has {men}", "basics.unit-size")
    points = w.total
    left = budget - points
    spare = f"{left} of {budget} left for extras" if left >= 0 else f"{-left} more than the {budget} agreed"
    w.note(spare, "basics.build")
    answer = SquadPrice(points, left, max(0, (budget - level * leadership) // price.amount))
    parts = [(f"{men} × {name}", men_price), (f"Leadership {leadership}", level * leadership)]
    prices = {
        row.name: [(count, _price(r, row.key) * count + level * leadership) for count in range(least, most + 1)]
        for row in r.rows("classes")
        if row.key in (troops, *_ends(r))
    }
    pictures: list[Exhibit] = [
        Stack("What the squad costs", "Points", parts, Mark(budget, "points agreed", "at_most"), name="bill"),
        Curves(
            "A squad of usual size", "Men", "Points", prices, chance=False, here=men if least <= men <= most else None
        ),
    ]
    return w.answer(answer, headline=f"{points} points; {spare}", exhibits=pictures)


def _price(r: Reader, troops: str) -> int:
    return amount(class_price(r, troops))


def _ends(r: Reader) -> tuple[str, str]:
    """The dearest and the cheapest class, between which the others lie."""
    keys = [row.key for row in r.rows("classes")]
    return max(keys, key=lambda key: _price(r, key)), min(keys, key=lambda key: _price(r, key))
