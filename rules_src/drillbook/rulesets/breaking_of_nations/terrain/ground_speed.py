"""Terrain: how far one action takes a man over each kind of ground.

The order of charge, armour and ground depends on the reading.
"""

from typing import Annotated

from drillbook.asking import Breakdown, Choice, Reader, Working, question
from drillbook.asking.exhibits import Grid
from drillbook.rulesets.breaking_of_nations.common.ground import CHARGE, PACES, Order, action_inches, order_of
from drillbook.rulesets.breaking_of_nations.common.inputs import armour_of, soldiers

#: Every order in which a charge can be worked out, in words.
ORDERS = {
    Order(ground_last=True, armour_first=True): "armour, charge, ground",
    Order(ground_last=False, armour_first=True): "armour, ground, charge",
    Order(ground_last=True, armour_first=False): "charge, armour, ground",
    Order(ground_last=False, armour_first=False): "ground, charge, armour",
}
#: The same where nobody wears any.
BARE = {one: words.removeprefix("armour, ") for one, words in ORDERS.items() if one.armour_first}


@question(
    "bon/ground-speed?grade=regular&armour=minimal&ground=bumpy&pace=move",
    "bon/ground-speed?grade=veteran&armour=flak&ground=bumpy&pace=charge",
    "bon/ground-speed?grade=regular&armour=heavy&ground=jagged&pace=prone",
)
def ground_speed(
    r: Reader,
    *,
    grade: Annotated[str, soldiers("Soldier")],
    armour: Annotated[str, armour_of("Armour")],
    ground: Annotated[str, Choice(table="speed-by-ground", default="bumpy", label="Ground")],
    pace: Annotated[str, Choice(PACES, default="move", label="Pace")],
) -> Breakdown[int]:
    """How far does one action take a man over this ground?"""
    w = Working(r)
    inches = action_inches(r, w, grade, armour, ground, pace)
    kinds = r.rows("speed-by-ground")
    orders_of = ORDERS if len(r.rows("armour")) > 1 else BARE
    keys, names = [kind.key for kind in kinds], [kind.name for kind in kinds]
    charges = [[action_inches(r, Working(r), grade, armour, key, CHARGE, order) for order in orders_of] for key in keys]
    headline = f'{inches}" an action'
    if pace == CHARGE:
        found = sorted(charges[keys.index(ground)])
        spread = "the same in every order" if found[0] == found[-1] else f'{found[0]}" to {found[-1]}", by the order'
        headline += f" ({spread} of counting)"
    paces = Grid(
        "Inches of one action over each kind of ground, by pace.",
        "Ground", "Pace", names, list(PACES.values()),
        [[action_inches(r, Working(r), grade, armour, key, one) for one in PACES] for key in keys],
        chance=False, here=(keys.index(ground), list(PACES).index(pace)), name="paces",
        by_row={"ground": keys}, by_column={"pace": list(PACES)},
    )  # fmt: skip
    here = (list(orders_of).index(order_of(r)), keys.index(ground)) if pace == CHARGE else None
    orders = Grid(
        "Inches of one action of a charge, by the order of counting.",
        "Order", "Ground", list(orders_of.values()), names, list(zip(*charges, strict=True)), chance=False, here=here, name="orders",
        by_column={"ground": keys},
    )  # fmt: skip
    return w.answer(inches, headline=headline, exhibits=[paces, orders])
