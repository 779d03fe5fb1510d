"""The stats of a soldier: what his grade and his armour make of him."""

from collections.abc import Callable
from dataclasses import dataclass

from drillbook.asking import Breakdown, Reader, Working, question
from drillbook.asking.exhibits import Card, Grid
from drillbook.maths.number_words import signed
from drillbook.rulesets.breaking_of_nations.common.inputs import Armour, Grade
from drillbook.rulesets.breaking_of_nations.common.morale import all_grades
from drillbook.rulesets.breaking_of_nations.common.shooting import Man, defence_skill
from drillbook.rulesets.breaking_of_nations.common.soldier import actions, called, speed


@dataclass(frozen=True, slots=True)
class Soldier:
    """A man on the table: his figures in his armour, his AC in a turn, and his wounds."""

    cs: int
    ds: int
    sp: int
    ac: int
    gl: int
    wounds: int


@question("bon/soldier?grade=regular&armour=flak", "bon/soldier?grade=green&armour=heavy&ruling.ac-from-sp=B")
def soldier(r: Reader, *, grade: Grade, armour: Armour) -> Breakdown[Soldier]:
    """What can a soldier of this grade do in this armour?"""
    w = Working(r)
    combat, glory = r.cell("soldiers", grade, "cs").whole, r.cell("soldiers", grade, "gl").whole
    w.then("CS, which armour leaves alone", r.cell("soldiers", grade, "cs"))
    w.then("GL, the score that passes his test", r.cell("soldiers", grade, "gl"))
    wounds = w.then("wounds", "stats.infantry-wound")
    acts = actions(r, w, grade, armour)
    pace = speed(r, w, grade, armour)
    guard = _defence(r, w, grade, armour)
    name, worn = r.name("soldiers", grade), r.name("armour", armour).lower()
    entries = (
        ("CS", signed(combat)),
        ("DS", str(guard)),
        ("SP", f"{pace} inches"),
        ("AC", f"{acts} a turn"),
        ("GL", f"{glory}+"),
        ("Wounds", str(wounds)),
    )
    return w.answer(
        Soldier(combat, guard, pace, acts, glory, wounds),
        headline=f'{name}, {worn} armour: DS {guard}, SP {pace}", {acts} AC a turn',
        exhibits=[
            Card(f"{name} in {worn} armour", entries),
            _grid(r, "DS in armour: the number that a shot starts from", "DS", _defence, grade, armour),
            _grid(r, "SP in armour, in inches", "SP", speed, grade, armour),
            _grid(r, "AC in a turn", "AC", actions, grade, armour),
        ],
    )


def _defence(r: Reader, w: Working, grade: str, armour: str) -> int:
    """DS in armour."""
    return defence_skill(r, w, Man(grade, armour), f"DS ({called(r, grade)})")


def _grid(
    r: Reader, caption: str, name: str, figure: Callable[[Reader, Working, str, str], int], grade: str, armour: str
) -> Grid:
    """One figure for every grade in every armour."""
    grades, armours = all_grades(r), tuple(row.key for row in r.rows("armour"))
    cells = [[figure(r, Working(r), one, worn) for worn in armours] for one in grades]
    return Grid(
        caption,
        "Grade",
        "Armour",
        [r.name("soldiers", one) for one in grades],
        [r.name("armour", one) for one in armours],
        cells,
        chance=False,
        here=(grades.index(grade), armours.index(armour)),
        name=name,
        by_row={"grade": grades},
        by_column={"armour": armours},
    )
