"""A unit's card: speed, dice, Resilience on every ground, range."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Reader, Working, question
from drillbook.asking.exhibits import Card, Grid
from drillbook.maths import Number, write_number
from drillbook.maths.number_words import signed
from drillbook.rulesets.great_war_1418.common.arms import HEAVY, LMG, arms, built_in, is_vehicle, kind_of
from drillbook.rulesets.great_war_1418.common.ground import is_dug
from drillbook.rulesets.great_war_1418.common.inputs import Parent, Squads, units
from drillbook.rulesets.great_war_1418.common.reach import in_words, reach
from drillbook.rulesets.great_war_1418.common.rolling import as_rolled, once
from drillbook.rulesets.great_war_1418.common.speed import distance


@dataclass(frozen=True, slots=True)
class UnitCard:
    """The figures of a unit: speed, dice, bonuses, Resilience and range.

    speed: in cm; melee, melee_bonus, shooting, bonus: the dice and bonus of each; resilience: the built-in one;
    range: in cm, None without a limit, 0 if the unit cannot shoot; heavy: whether it counts among the Heavy Weapons.
    """

    speed: Number
    melee: int
    melee_bonus: int
    shooting: int
    bonus: int
    resilience: int
    range: Number | None
    heavy: bool


@question(
    "gw/unit-card?unit=early-hmg&parent=line-inf",
    "gw/unit-card?unit=line-inf",
    "gw/unit-card?unit=gren-squad&squads=2&parent=elite-inf",
    "gw/unit-card?unit=mother-tanks",
)
def unit_card(
    r: Reader, *, unit: Annotated[str, units("Unit", "early-hmg")], squads: Squads, parent: Parent
) -> Breakdown[UnitCard]:
    """What can this unit do?"""
    w = Working(r)
    speed = distance(r, w, unit)
    melee = as_rolled(r, arms(r, w, unit, squads=squads, melee=True))
    shooting = as_rolled(r, arms(r, w, unit, squads=squads))
    tough = built_in(r, w, unit, parent)
    shoots = bool(shooting.count) and r.cell("units", unit, "range").amount != 0
    far = reach(r, w, unit) if shoots else 0
    heavy = kind_of(r, unit) == HEAVY or (unit == LMG and r.holds("lmg-heavy", "everywhere"))
    w.note("it counts among the Heavy Weapons", "unit-table.heavy-weapons", when=heavy)
    name = r.name("units", unit)
    said = [("The chart adds", str(r.cell("units", unit, "said").amount))] if r.has_cell("units", unit, "said") else []
    entries = (
        *said,
        ("Speed", f"{write_number(speed.number)} cm"),
        ("Melee", melee.words),
        ("Shooting", shooting.words),
        ("Resilience", f"R{tough} before its ground"),
        ("Range", in_words(far) if shoots else "none"),
    )
    told = UnitCard(
        speed.number, melee.count, melee.bonus, shooting.count, shooting.bonus, tough, far, heavy
    )  # fmt: skip
    return w.answer(
        told,
        headline=f"{name}: {write_number(speed.number)} cm, melee {melee.words}, shooting {shooting.words}, R{tough}",
        exhibits=[Card(name, entries), _grounds(r, unit, tough)],
    )


def _grounds(r: Reader, unit: str, tough: int) -> Grid:
    """Resilience and what a plain die makes of it, for every line of the chart that it can have."""
    lines = [row for row in r.rows("cover") if not (is_vehicle(r, unit) and is_dug(row.key))]
    changes = [r.cell("cover", row.key, "change").whole for row in lines]
    return Grid(
        "How likely a plain die hits it, by the line of the cover chart", "Ground", "A plain die",
        [f"{row.name} ({signed(change)})" for row, change in zip(lines, changes, strict=True)], ["Hits"],
        [[once(r, tough + change)] for change in changes], name="grounds",
    )  # fmt: skip
