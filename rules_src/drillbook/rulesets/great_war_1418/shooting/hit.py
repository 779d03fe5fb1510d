"""What one die needs against a Resilience, with and without a bonus and armour."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Count, Flag, Reader, Working, question
from drillbook.asking.exhibits import Grid
from drillbook.maths import shown, spoken
from drillbook.rulesets.great_war_1418.common.inputs import TARGETS, Resilience
from drillbook.rulesets.great_war_1418.common.rolling import die_chance, lowest, on_a_die, once


@dataclass(frozen=True, slots=True)
class Hit:
    """The roll that a die needs, and its chances.

    needed: the roll, None if no roll hits; one_roll: the chance of one roll; chance: the chance after any reroll.
    """

    needed: int | None
    one_roll: Fraction
    chance: Fraction


@question("gw/hit?resilience=4&bonus=0", "gw/hit?resilience=7&bonus=1&again=yes", "gw/hit?resilience=8&bonus=0")
def hit(
    r: Reader,
    *,
    resilience: Resilience,
    bonus: Annotated[int, Count(0, 3, label="Bonus on the die")],
    again: Annotated[bool, Flag(label="Rolled again", help="As against vehicles, and in the outer ring of a bombardment.")],
) -> Breakdown[Hit]:  # fmt: skip
    """What does one die need, and how likely is that?"""
    w = Working(r)
    w.start("Resilience", resilience, "shooting.match-or-beat")
    plus = on_a_die(r, bonus)
    w.note("a bonus is so many more dice, and none has a plus", "shooting.bonus-one-die", when=plus != bonus)
    w.subtract("bonus on this die", plus, "shooting.bonus-one-die", when=plus)
    needed = lowest(r, resilience, plus)
    w.note(f"so the die has to show {needed} or more", "shooting.match-or-beat", when=needed)
    first = w.then("chance of one roll", once(r, resilience, plus), "shooting.match-or-beat")
    chance = die_chance(r, resilience, plus, again=again)
    w.then("rolled again", chance, "vehicles-transport.reroll", when=again)
    w.note("an impossible shot", "shooting.impossible", when=not chance)
    text = "Impossible" if needed is None else "Any roll hits" if first == 1 else f"Hits on {needed}+"
    return w.answer(
        Hit(needed, first, chance),
        headline=f"{text}{', rolled again' if again else ''}: {spoken(chance)}",
        chance=chance,
        exhibits=[_grid(r, resilience, bonus, again)],
    )


def _grid(r: Reader, resilience: int, bonus: int, again: bool) -> Grid:
    """Every Resilience and every bonus of the chart."""
    bonuses = sorted({0, *(cell for row in r.rows("units") if isinstance(cell := row.cells["bonus"], int))})
    values = range(int(TARGETS.low), int(TARGETS.high) + 1)
    plus = [on_a_die(r, more) for more in bonuses]
    return Grid(
        "Chance of one die" + (", rolled again" if again else ""), "Resilience", "Bonus",
        [f"R{shown(one)}" for one in values], ["plain", *(f"+{one}" for one in bonuses if one)],
        [[die_chance(r, one, more, again=again) for more in plus] for one in values],
        here=(values.index(resilience), bonuses.index(bonus)),
        by_row={"resilience": list(values)}, by_column={"bonus": list(bonuses)},
    )  # fmt: skip
