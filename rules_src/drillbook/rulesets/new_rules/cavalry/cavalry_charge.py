"""Cavalry: the effect of its charge on each formation, compared with a later round."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Reader, Working, question
from drillbook.asking.exhibits import Bars, Grid
from drillbook.maths import percent, spoken
from drillbook.rulesets.new_rules.common.fighting import (
    ASPECTS,
    CHARGE,
    OWN,
    Melee,
    Side,
    attack_of,
)
from drillbook.rulesets.new_rules.common.inputs import FORMATIONS, coloured_of, figure_of
from drillbook.rulesets.new_rules.common.unit import figure, mustered

TROOPERS = {"light-cavalry": "Light cavalry", "heavy-cavalry": "Heavy cavalry"}


@dataclass(frozen=True, slots=True)
class CavalryCharge:
    """The chances of a cavalry charge against one target, and its bonus.

    hurts: the chance that the charge hurts the target; beaten_off: that the charge is beaten off;
    later: that a later round hurts the target; bonus: what the charge adds.
    """

    hurts: Fraction
    beaten_off: Fraction
    later: Fraction
    bonus: int


@question(
    "nr/cavalry-charge?unit=heavy-cavalry&melee=listed&coloured=0&target=line-infantry&target-melee=listed&target-coloured=0&formation=line&aspect=front",
    "nr/cavalry-charge?unit=light-cavalry&melee=listed&coloured=1&target=grenadiers&target-melee=listed&target-coloured=2&formation=square&aspect=rear",
)
def cavalry_charge(
    r: Reader,
    *,
    unit: Annotated[str, Choice(TROOPERS, default="heavy-cavalry", label="The charger")],
    melee: Annotated[str, figure_of("Its Melee Combat")],
    coloured: Annotated[int, coloured_of("Its coloured dice")],
    target: Annotated[str, Choice(table="muster", where="foot", default="line-infantry", label="The target")],
    target_melee: Annotated[str, figure_of("The target's Melee Combat")],
    target_coloured: Annotated[int, coloured_of("The target's coloured dice")],
    formation: Annotated[str, Choice(FORMATIONS, default="line", label="The target's formation")],
    aspect: Annotated[str, Choice(ASPECTS, label="It is taken")],
) -> Breakdown[CavalryCharge]:
    """Whom should the cavalry charge?"""
    w = Working(r)
    charger = Side(mustered(r, unit, "line", coloured), figure(r, unit, "melee", melee).whole, charger=True)
    own = figure(r, target, "melee", target_melee).whole

    def fight(form: str, side: str, round: str) -> Melee:
        return Melee(charger, Side(mustered(r, target, form, target_coloured), own, charger=False), round, side)

    now = attack_of(r, w, fight(formation, aspect, CHARGE)).outcomes
    later = attack_of(r, Working(r), fight(formation, aspect, OWN)).outcomes
    hurts = Fraction(
        w.then("chance that the charge hurts", now.chance(lambda one: one.defender > 0), "damage.exchange")
    )
    beaten = Fraction(
        w.then(
            "chance that it is beaten off",
            now.chance(lambda one: one.recoil and r.holds("attacker-recoils", "the-attacker")),
            "melee.band-defender-double",
        )
    )
    after = Fraction(
        w.then("chance to hurt in a later round", later.chance(lambda one: one.defender > 0), "melee.charge-bonus-once")
    )
    value = CavalryCharge(hurts, beaten, after, r.cell("melee-modifiers", "cavalry-charge", "amount").whole)
    cells = [
        [
            attack_of(r, Working(r), fight(form, side, CHARGE)).outcomes.chance(lambda one: one.defender > 0)
            for side in ASPECTS
        ]
        for form in FORMATIONS
    ]
    return w.answer(
        value, headline=_headline(value),
        chance=hurts,
        exhibits=[_everywhere(cells, formation, aspect), _points(now, later)],
    )  # fmt: skip


def _headline(value: CavalryCharge) -> str:
    beaten = f"; beaten off {percent(value.beaten_off)}" if value.beaten_off else ""
    later = f"a later round hurts {percent(value.later)}" if value.later else "a later round never hurts"
    return f"The charge hurts: {spoken(value.hurts)}{beaten}; {later}"


def _everywhere(cells: list[list[Fraction]], formation: str, aspect: str) -> Grid:
    """Return a grid of the chance to hurt, for every formation and every side."""
    forms, sides = list(FORMATIONS), list(ASPECTS)
    return Grid(
        "Chance that the charge hurts, by formation and side", "Formation", "Taken", list(FORMATIONS.values()), list(ASPECTS.values()),
        cells, here=(forms.index(formation), sides.index(aspect)), by_row={"formation": forms}, by_column={"aspect": sides},
        name="everywhere",
    )  # fmt: skip


def _points(now: object, later: object) -> Bars:
    """Return bars of the target's points in the charge and in a later round."""
    series = {"The charge": now, "A later round": later}
    return Bars(
        "Points of disorder for the target", "Points",
        {name: one.map(lambda result: result.defender) for name, one in series.items()},  # type: ignore[attr-defined]
        name="points",
    )  # fmt: skip
