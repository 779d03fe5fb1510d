"""A first squad: the price of its men and its commander, and the points left for extras."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Count, Reader, Working, question
from drillbook.asking.exhibits import Curves, Mark, Stack
from drillbook.rulesets.breaking_news.common.casualties import name_of
from drillbook.rulesets.breaking_news.common.prices import Soldiers, by_the_other_list, class_price, conflict


@dataclass(frozen=True, slots=True)
class SquadPrice:
    """The answer on a squad: its price, the points left, the most men affordable, the conflict.

    points is the price of men and commander, left what remains for extras, most_men how many men the budget could pay,
    and conflict the number of points by which the two price lists differ.
    """

    points: int
    left: int
    most_men: int
    conflict: int


@question("bn/squad-price?troops=r3&men=8&leadership=2&budget=150", "bn/squad-price?troops=irr3&men=16&budget=100")
def squad_price(
    r: Reader,
    *,
    troops: Annotated[str, Choice(table="classes", default="r3", label="Troops")],
    men: Annotated[int, Count(1, 30, default=8, label="Men", help="The commander is one of them.")],
    leadership: Annotated[int, Count(0, 4, default=2, label="Commander's leadership")],
    budget: Annotated[
        int, Count(50, 500, default=150, step=5, label="Points agreed", help="The source names no sum: agree on one.")
    ],
) -> Breakdown[SquadPrice]:
    """What does this squad cost, and what is left for extras?"""
    w = Working(r)
    if r.holds("army-lists", "lists-first"):
        reason = "It cannot be priced: the army lists that should say what a squad holds are not in the document."
        w.refuse(reason, "basics.army-lists")
    name, price = name_of(r, troops), class_price(r, troops)
    level = r.int("army.leadership-cost")
    leader = level * leadership
    w.start(f"a man: {name}", price)
    w.times("man" if men == 1 else "men", men, "basics.unit-size")
    parts = [(f"{men} × {name}", w.whole), (f"Leadership {leadership}", leader)]
    w.add(f"leadership {leadership}, at {level} a level", leader, "army.leadership-cost", when=leadership)
    least, most = (r.int("basics.unit-size", part) for part in ("least", "most"))
    usual = least <= men <= most
    w.note(f"a squad usually has {least} to {most} men; this has {men}", "basics.unit-size", when=not usual)
    points = w.whole
    left = budget - points
    spare = f"{left} of {budget} left for extras" if left >= 0 else f"{-left} more than the {budget} agreed"
    w.note(spare, "basics.build")
    more = conflict(r, Soldiers(men, troops, "ar"))
    w.note(f"the two price lists differ by {abs(more)} points on this squad", "army.trained-conflict", when=more)
    bill = Stack("What the squad costs", "Points", parts, Mark(budget, "points agreed", "at_most"), name="bill")
    squads = _squads(r, troops, leader, range(least, most + 1), men if usual else None)
    affordable = max(0, (budget - leader) // price.whole)
    answer = SquadPrice(points, left, affordable, abs(more))
    headline = f"{points} points{by_the_other_list(r, more)}; {spare}"
    return w.answer(answer, headline=headline, exhibits=[bill, squads])


def _squads(r: Reader, troops: str, leader: int, sizes: range, here: int | None) -> Curves:
    """Return the curves of squad prices: this class, the dearest class and the cheapest class.

    The prices of the other classes lie between these lines. sizes are the usual sizes of a squad, and leader is the
    price of the commander's leadership.
    """
    prices = {row.key: class_price(r, row.key).whole for row in r.rows("classes")}
    shown = (troops, max(prices, key=prices.__getitem__), min(prices, key=prices.__getitem__))
    lines = {name_of(r, one): [(men, prices[one] * men + leader) for men in sizes] for one in prices if one in shown}
    return Curves(
        "A squad of usual size", "Men", "Points", lines, chance=False, here=here, sets="men", own=name_of(r, troops)
    )
