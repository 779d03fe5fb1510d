"""Units: a unit of the muster, with figures of the player's own where he has them."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Cited, Contradiction, Reader, Working, question
from drillbook.asking.exhibits import Card, Grid, Group, Paper, PaperLine
from drillbook.maths import Number, spoken, write_number
from drillbook.rulesets.new_rules.common.activation import Activation
from drillbook.rulesets.new_rules.common.fire import defence_figure
from drillbook.rulesets.new_rules.common.inputs import figure_of, quality_of, unit_of
from drillbook.rulesets.new_rules.common.unit import CAVALRY, FIGURES, INFANTRY, Unit, figure, mustered

LABELS = {"quality": "Quality", "speed": "Speed", "melee": "Melee Combat", "shooting": "Ranged Combat"}
STANDARD = "standard"
WEAPONS = {STANDARD: "Its arm's standard", "none": "None", "musket": "Musket", "cannon": "Cannon"}


@dataclass(frozen=True, slots=True)
class UnitCard:
    """The figures of a unit, its range, and its chance of a success.

    reach: its range in S, None if it cannot shoot; success: the chance of one activation die;
    shot_at: what the unit adds when it is shot at.
    """

    quality: int
    speed: int
    melee: int
    shooting: int
    reach: Number | None
    success: Fraction
    shot_at: int


@question(
    "nr/unit-card?unit=line-infantry&quality=listed&speed=listed&melee=listed&shooting=listed&weapon=standard",
    "nr/unit-card?unit=heavy-cavalry&quality=3&speed=listed&melee=listed&shooting=listed&weapon=standard",
    "nr/unit-card?unit=foot-battery&quality=listed&speed=listed&melee=listed&shooting=4&weapon=standard",
)
def unit_card(
    r: Reader,
    *,
    unit: Annotated[str, unit_of("Unit", "line-infantry")],
    quality: Annotated[str, quality_of("Quality")],
    speed: Annotated[str, figure_of("Speed, in S")],
    melee: Annotated[str, figure_of("Melee Combat")],
    shooting: Annotated[str, figure_of("Ranged Combat")],
    weapon: Annotated[str, Choice(WEAPONS, label="Weapon")],
) -> Breakdown[UnitCard]:
    """What is this unit worth?"""
    w, found = Working(r), mustered(r, unit, "line", 0)
    r.cite("units.statistics")
    given = dict(zip(FIGURES, (quality, speed, melee, shooting), strict=True))
    own = {name: w.then(LABELS[name], figure(r, unit, name, text)) for name, text in given.items()}
    reach = _reach(r, w, found, weapon)
    w.note("the document gives no unit a figure", "units.no-profiles")
    shot_at = _shot_at(r, w, found, own)
    success = Activation(r, own["quality"]).chance
    w.then("chance of a success of one activation die", success, "activation.success")
    value = UnitCard(own["quality"], own["speed"], own["melee"], own["shooting"], reach, success, shot_at)
    entries = [(LABELS[name], str(amount)) for name, amount in own.items()]
    far = "no ranged attack" if reach is None else f"{write_number(reach)} S"
    return w.answer(
        value,
        headline=f"{found.name}: {', '.join(f'{label} {amount}' for label, amount in entries)}; range: {far}",
        exhibits=[
            Card(found.name, [*entries, ("Range", far), ("A die succeeds", spoken(success)), ("Adds when shot at", str(shot_at))]),
            _muster(r, unit),
        ],
        paper=_roll(r),
    )  # fmt: skip


def _reach(r: Reader, w: Working, found: Unit, weapon: str) -> Number | None:
    """How far it shoots, in S; none where it does not."""
    kind = weapon if weapon != STANDARD else _standard(found.arm)
    if kind not in ("none", _standard(found.arm)):
        told = "has no ranged attack" if found.arm == CAVALRY else f"shoots with the {_standard(found.arm)} of its arm"
        raise Contradiction(f"{found.name} {told}.", weapon=STANDARD)
    if found.arm == CAVALRY:
        w.note("cavalry has no ranged attack", "cavalry.heavy-no-ranged")
        return None
    if kind == "none":
        w.note("without a weapon that shoots there is no range", "units.range-stat")
        return None
    r.cite("units.range-stat")
    if kind == "musket":
        w.then("a standard musket reaches, in L", "musketry.max-range")
        return w.times("L in S", "setup.long")  # type: ignore[no-any-return]
    w.then("a standard cannon reaches, in M", "bombardment.max-range")
    return w.times("M in S", "setup.medium")  # type: ignore[no-any-return]


def _standard(arm: str) -> str:
    """Return the standard weapon of an arm."""
    return {INFANTRY: "musket", CAVALRY: "none"}.get(arm, "cannon")


def _shot_at(r: Reader, w: Working, found: Unit, own: dict[str, int]) -> int:
    """Return what the unit adds to its roll when it is shot at, before formation and cover."""
    figures = [Cited(own[name], r.cite("units.statistics")) for name in ("shooting", "melee")]
    return int(w.then("adds when it is shot at", defence_figure(r, found, *figures)))


def _roll(r: Reader) -> Paper:
    """Return the muster as a paper form, with room for what happens to each unit."""
    lines = [
        PaperLine(
            r.name("muster", row.key),
            ", ".join(f"{LABELS[name]} {r.cell('muster', row.key, name).whole}" for name in LABELS),
        )
        for row in r.rows("muster")
    ]
    return Paper("Muster", [Group("Units", lines, ("Coloured dice", "Formation", "Events"))])


def _muster(r: Reader, unit: str) -> Grid:
    """All units of the muster beside each other."""
    rows = [row.key for row in r.rows("muster")]
    return Grid(
        "The muster of example units, which is ours", "Unit", "Figure",
        [r.name("muster", row) for row in rows], list(LABELS.values()),
        [[r.cell("muster", row, name).whole for name in LABELS] for row in rows],
        chance=False, here=(rows.index(unit), 0), by_row={"unit": rows}, name="muster",
    )  # fmt: skip
