"""Ranged combat: every grade shooting at every grade."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Reader, Working, question
from drillbook.asking.exhibits import Grid
from drillbook.maths import Number
from drillbook.rulesets.breaking_of_nations.common.inputs import Range, armour_of, ground_of, soldiers
from drillbook.rulesets.breaking_of_nations.common.morale import all_grades
from drillbook.rulesets.breaking_of_nations.common.shooting import Man, man_number
from drillbook.rulesets.breaking_of_nations.common.shot_die import hit_chance, needs
from drillbook.rulesets.breaking_of_nations.common.soldier import called


@dataclass(frozen=True, slots=True)
class Duel:
    """The duel: what each needs against the other, in the same armour on the same ground."""

    needed: int
    hit: Fraction
    needed_back: int
    hit_back: Fraction


@question(
    "bon/grade-matrix?firer=veteran&target=green&range=medium",
    "bon/grade-matrix?firer=elite&target=elite&range=long&armour=heavy&ground=rubble",
)
def grade_matrix(
    r: Reader,
    *,
    firer: Annotated[str, soldiers("Firer", "veteran")],
    target: Annotated[str, soldiers("Target", "green")],
    range: Range,
    armour: Annotated[str, armour_of("Armour of both")],
    ground: Annotated[str, ground_of("Both stand in")],
) -> Breakdown[Duel]:
    """Which grade beats which in an exchange of shots?"""
    w = Working(r)
    there = man_number(r, w, Man(target, armour, ground), firer, range, what="there: the target's DS")
    hit = w.then("there: chance to hit", hit_chance(r, there), "ranged-combat.die")
    back = man_number(r, w, Man(firer, armour, ground), target, range, what="back: the firer's DS")
    hit_back = w.then("back: chance to hit", hit_chance(r, back), "ranged-combat.die")
    grades = all_grades(r)
    numbers = [[man_number(r, Working(r), Man(at, armour, ground), by, range) for at in grades] for by in grades]
    chances = [[hit_chance(r, number) for number in line] for line in numbers]
    here = grades.index(firer), grades.index(target)
    one, other = r.name("soldiers", firer), called(r, target)
    return w.answer(
        Duel(there, hit, back, hit_back),
        headline=f"{one} at {other}: {needs(r, there, hit)}; a shot back: {needs(r, back, hit_back)}",
        chance=hit,
        exhibits=[
            _grid(r, "Chance to hit: the firer's grade beside, the target's above", grades, chances, here, True),
            _grid(r, "Number needed", grades, numbers, here, False),
        ],
    )


def _grid(
    r: Reader,
    caption: str,
    grades: Sequence[str],
    cells: Sequence[Sequence[Number]],
    here: tuple[int, int],
    chance: bool,
) -> Grid:
    names = [r.name("soldiers", one) for one in grades]
    name = "chances" if chance else "numbers"
    return Grid(
        caption, "Firer", "Target", names, names, cells, chance=chance, here=here, name=name,
        by_row={"firer": grades}, by_column={"target": grades},
    )  # fmt: skip
