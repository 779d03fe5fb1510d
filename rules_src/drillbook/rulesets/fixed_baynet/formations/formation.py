"""Formations: who may form them, how they must stand, and their effects.

The effects are on those who shoot at them or strike them.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Choice, Reader, Working, question
from drillbook.maths import Number, write_number
from drillbook.maths.number_words import signed
from drillbook.rulesets.breaking_of_nations.common import shooting, shot_die
from drillbook.rulesets.breaking_of_nations.common.inputs import FORMATIONS, Charging, Range, half_inches, soldiers
from drillbook.rulesets.breaking_of_nations.common.riding import doubles
from drillbook.rulesets.breaking_of_nations.movement.formation import (
    DISMOUNTED,
    FACING,
    MOUNTED,
    OPEN,
    OUTWARD,
    SAME,
    SQUARE,
    TROOPS,
    check_pace,
    every_formation,
    layout,
)
from drillbook.rulesets.fixed_baynet.common import close_combat as combat

SHAPES = {
    OPEN: "formations.open-rectangle",
    "closed": "formations.closed-rectangle",
    "mass": "formations.mass-shape",
    SQUARE: "formations.square-shape",
}
TOUCHING = {"closed": "formations.closed-contact", "mass": "formations.mass-contact"}


@dataclass(frozen=True, slots=True)
class Formed:
    """The result for a formation.

    legal: whether the men may stand so. needed, hit: what a shot at them needs, and its chance. cluster: whether they are
    a charging cluster. skill, guard: their CS and DS in close combat. cost: the cost of the formation.
    """

    legal: bool
    needed: int
    hit: Fraction
    cluster: bool
    skill: int
    guard: int
    cost: int


@question(
    "fb/formation?troops=foot&grade=regular&formation=square&charging=no&gap=0&facing=outward",
    "fb/formation?troops=foot&grade=native-regular&formation=mass&charging=yes&gap=0&facing=same",
    "fb/formation?troops=mounted&grade=regular&formation=square&charging=no&gap=0&facing=outward",
    replaces="formation",
)
def formation(
    r: Reader,
    *,
    troops: Annotated[str, Choice(TROOPS, label="Troops")],
    grade: Annotated[str, soldiers("They are", "native-regular")],
    formation: Annotated[str, Choice(FORMATIONS, default="mass", label="Formation")],
    charging: Charging,
    gap: Annotated[Number, half_inches("Between figures", 6, 0, help="0: their bases touch.")],
    facing: Annotated[str, Choice(FACING, label="They face")],
    firer: Annotated[str, soldiers("Shot at by")],
    range: Range,
) -> Breakdown[Formed]:
    """May they stand in this formation, and what does it do for those who shoot at them or strike them?"""
    w = Working(r)
    checks = Checks(w)
    _who(r, checks, troops, grade, formation)
    _shape(r, checks, formation, gap, facing)
    check_pace(checks, formation, charging)
    charges = charging and (troops != MOUNTED or doubles(r))
    if charging and not charges:
        found = "riders come into contact by a move like any other"
        checks.ask("Does it count as a charge?", None, found, "movement.charge-double")
    man = shooting.Man(grade, "minimal", formation=formation, charging=charges)
    needed = shooting.man_number(r, w, man, firer, range)
    hit = w.then("chance of a shot to hit", shot_die.hit_chance(r, needed), "ranged-combat.die")
    figures = combat.figures(
        r, w, combat.Fighter(grade, formation=formation, charging=charges), combat.Fighter(grade), "he", each=True
    )
    cost = w.then("AC to change into it", "formations.change-cost")
    checks.note()
    told = Formed(
        checks.passed, needed, hit, shooting.charges_as_cluster(r, man), figures.skill, figures.guard, int(cost)
    )
    how = "a charging man is" if charges else "a man is"
    words = f"{how} hit on {shot_die.needs(r, needed, hit)}; hand to hand CS {signed(told.skill)}, DS {told.guard}"
    if troops == MOUNTED and r.holds("mount-as-target", "hit-apart"):
        words += "; for his mount no number is printed"
    return w.answer(
        told,
        headline=f"Allowed; {words}" if checks.passed else f"Not allowed: {checks.failed[0].finding}",
        chance=hit if checks.passed else None,
        exhibits=[
            layout(formation, gap),
            checks.decision("May they stand so?", "legal"),
            every_formation(r, man, firer, range, charging=charging, counts=True),
        ],
    )


def _who(r: Reader, checks: Checks, troops: str, grade: str, formation: str) -> None:
    """Who may take the formation."""
    native = grade in (row.key for row in r.ruleset.table("soldiers").where("native"))
    name = f"{'native' if native else 'European'} {TROOPS[troops].lower()}"
    if formation != SQUARE:
        checks.ask("Is it open to them?", True, f"{name} may", "formations.who")
        return
    free = not native or (troops == DISMOUNTED and r.holds("square-scope", "any-dismounted"))
    found = "cavalry must dismount first" if troops == MOUNTED else f"{name} may{'' if free else ' not'}"
    checks.ask("Is a square open to them?", free and troops != MOUNTED, found, "formations.square-who")


def _shape(r: Reader, checks: Checks, formation: str, gap: Number, facing: str) -> None:
    """How close its figures stand, and which way they look."""
    inches = f'{write_number(gap)}" between figures' if gap else "their bases touch"
    if formation == OPEN:
        least, most = (r.int("formations.open-spacing", part) for part in ("least", "most"))
        found = f'{inches}, {least}" to {most}" wanted'
        checks.ask("Do they keep their distance?", least <= gap <= most, found, "formations.open-spacing")
    elif formation in TOUCHING:
        found = inches if not gap else f"{inches}, where every base must touch another"
        checks.ask("Does every base touch another?", not gap, found, TOUCHING[formation])
    rule = "formations.open-facing" if formation == OPEN else SHAPES[formation]
    right = facing == (OUTWARD if formation == SQUARE else SAME)
    checks.ask("Do they face as they should?", right, f"they face {FACING[facing].lower()}", rule)
    r.cite(SHAPES[formation])
