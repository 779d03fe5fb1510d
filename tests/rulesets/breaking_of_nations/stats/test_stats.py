"""The soldier's card against a second table, for every grade in every armour."""

from itertools import product

import pytest

from drillbook import ask
from drillbook.asking.answers.results import Breakdown

#: CS, DS, SP and GL, copied from the source once more.
GRADES = {
    "civilian": (-2, 4, 4, 6),
    "green": (-1, 4, 5, 5),
    "regular": (0, 5, 5, 4),
    "veteran": (1, 5, 6, 3),
    "elite": (2, 6, 6, 2),
}
ARMOUR = {"minimal": (0, 0), "flak": (1, -1), "heavy": (2, -2)}


@pytest.mark.parametrize(("grade", "armour", "reading"), [*product(GRADES, ARMOUR, "AB")])
def test_every_grade_in_every_armour(grade: str, armour: str, reading: str) -> None:
    found = ask(f"bon/soldier?grade={grade}&armour={armour}&ruling.ac-from-sp={reading}").outcome
    assert isinstance(found, Breakdown)
    (cs, ds, sp, gl), (harder, slower) = GRADES[grade], ARMOUR[armour]
    pace = sp if reading == "A" else sp + slower
    actions = pace // 2 + pace % 2
    assert found.flat() == {"cs": cs, "ds": ds + harder, "sp": sp + slower, "ac": actions, "gl": gl, "wounds": 1}
