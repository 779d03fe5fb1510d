"""Which units can harm a Resilience, and how well."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Count, Flag, Reader, Working, question
from drillbook.asking.exhibits import Grid
from drillbook.errors import listed
from drillbook.maths import counted, shown
from drillbook.rulesets.great_war_1418.common.arms import CAVALRY, GUN, HEAVY, INFANTRY, SKIRMISHER, TANK, arms, kind_of
from drillbook.rulesets.great_war_1418.common.firing import fire_of
from drillbook.rulesets.great_war_1418.common.inputs import TARGETS
from drillbook.rulesets.great_war_1418.common.rolling import scored

#: One picture for each, so that every row has room for its name.
SHARES = {
    "men": ("infantry and cavalry", (INFANTRY, SKIRMISHER, CAVALRY)),
    "crews": ("Heavy Weapons, tanks and guns", (HEAVY, TANK, GUN)),
}


@dataclass(frozen=True, slots=True)
class WhoCanHarm:
    """How many units can hit at all, their names, and the best chance of a hit in one volley.

    best_unit: the unit that has that chance.
    """

    able: int
    names: str
    best: Fraction
    best_unit: str


@question(
    "gw/who-can-harm?resilience=7",
    "gw/who-can-harm?resilience=8",
    "gw/who-can-harm?resilience=9",
    "gw/who-can-harm?resilience=7&melee=yes",
    "gw/who-can-harm?resilience=4&vehicle=yes",
)
def who_can_harm(
    r: Reader,
    *,
    resilience: Annotated[int, Count(-1, 10, default=7, label="Its Resilience")],
    melee: Annotated[bool, Flag(label="In melee")],
    vehicle: Annotated[bool, Flag(label="It is a vehicle")],
) -> Breakdown[WhoCanHarm]:
    """Who can harm such a target at all?"""
    w = Working(r)
    armed = [row.key for row in r.rows("units") if arms(r, Working(r), row.key, melee=melee).count]
    chances = {unit: _chance(r, unit, resilience, melee, vehicle) for unit in armed}
    able = sorted((one for one in chances if chances[one]), key=lambda one: -chances[one])
    reached = [r.int("shooting.bonus-reach", one) for one in ("low", "middle", "high")]
    rule = "shooting.bonus-reach" if resilience in reached else "shooting.match-or-beat"
    for one in able:
        w.then(f"{r.name('units', one)}: at least one hit", chances[one], rule)
    w.note("for everybody else the shot is impossible", "shooting.impossible", when=len(able) < len(chances))
    names = [r.name("units", one) for one in able]
    best = chances[able[0]] if able else Fraction(0)
    return w.answer(
        WhoCanHarm(len(able), listed(names, "and") or "nobody", best, names[0] if names else "nobody"),
        headline=f"R{shown(resilience)}: {counted(len(able), 'unit', none='no')} can hit it"
        + (f", best {names[0]}" if names else ""),
        exhibits=_grids(r, chances, melee, vehicle),
    )


def _chance(r: Reader, unit: str, resilience: int, melee: bool, vehicle: bool) -> Fraction:
    """Return the chance that one platoon's dice hit at least once."""
    fire = fire_of(r, Working(r), unit, resilience, vehicle=vehicle, melee=melee)
    return Fraction(1 - scored(r, fire.dice, fire.resilience, again=fire.again)[0])


def _grids(r: Reader, chances: dict[str, Fraction], melee: bool, vehicle: bool) -> list[Grid]:
    """Return grids of every unit that has dice against every Resilience.

    There is one grid for each share of the units; a share in which a unit can hit the target comes first.
    """
    values = [*range(int(TARGETS.first), int(TARGETS.high) + 1)]
    shares = {name: [unit for unit in chances if kind_of(r, unit) in kinds] for name, (_, kinds) in SHARES.items()}
    return [
        Grid(
            f"Chance of at least one hit by one platoon: {SHARES[name][0]}", "Unit", "Resilience",
            [r.name("units", one) for one in units], [f"R{shown(one)}" for one in values],
            [[_chance(r, unit, one, melee, vehicle) for one in values] for unit in units],
            here=None, by_column={"resilience": values}, name=name,
        )
        for name, units in sorted(shares.items(), key=lambda one: not any(chances[unit] for unit in one[1]))
        if units
    ]  # fmt: skip
