"""Infantry: what specialists cost, once somebody has set the costs."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Count, Reader, Working, question


@dataclass(frozen=True, slots=True)
class Cost:
    """The CU of one specialist, and of the whole squad."""

    specialist: int
    squad: int


@question("bon/specialist-cost?soldier=5&weapon=7&specialists=2&others=8")
def specialist_cost(
    r: Reader,
    *,
    soldier: Annotated[int, Count(0, 60, default=5, label="CU of a soldier", help="The source names no figure: agree on one.")],
    weapon: Annotated[int, Count(0, 60, default=7, label="CU of the weapon", help="The source names no figure: agree on one.")],
    specialists: Annotated[int, Count(0, 2, default=2, label="Specialists")],
    others: Annotated[int, Count(0, 12, default=8, label="Other men")],
) -> Breakdown[Cost]:  # fmt: skip
    """What does a specialist cost, and his squad with him?"""
    w, rule = Working(r), "infantry.specialist-cost"
    reading = r.read_as("costs-missing")
    w.forbid("There are no costs; a scenario balances the sides.", rule, when=reading == "no-costs")
    if reading == "one-each":
        each = w.start("a model", 1, rule)
        w.times("men of the squad", specialists + others, rule)
        return w.answer(Cost(each, w.whole), headline=f"{each} CU for a specialist, {w.whole} for the squad")
    w.start("the soldier, in CU", soldier, rule)
    each = w.add("his weapon", weapon, rule)
    w.times("specialists", specialists, rule)
    w.add("the others", others * soldier, rule)
    return w.answer(Cost(each, w.whole), headline=f"{each} CU for a specialist, {w.whole} for the squad")
