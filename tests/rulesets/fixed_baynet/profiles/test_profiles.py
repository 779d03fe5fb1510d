"""Tests of the two stat blocks against a second copy of them.

They also check what the layer does with the words that it has dropped.
"""

import pytest

from drillbook import AskError, RulesError, ask, library
from drillbook.asking.answers.results import Breakdown

#: CS, DS, SP and GL, copied from the source once more: European, then native.
GRADES = {
    "green": ((-1, 4, 5, 5), (0, 3, 5, 5)),
    "regular": ((0, 5, 5, 4), (1, 4, 5, 4)),
    "elite": ((1, 5, 6, 3), (2, 4, 6, 3)),
}


@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize("native", [False, True])
def test_every_grade_of_both_sides(grade: str, native: bool) -> None:
    found = ask(f"fb/profile?grade={'native-' if native else ''}{grade}").outcome
    assert isinstance(found, Breakdown)
    cs, ds, sp, gl = GRADES[grade][native]
    assert found.flat() == {"cs": cs, "ds": ds, "sp": sp, "ac": -(-sp // 2), "gl": gl, "wounds": 1}


@pytest.mark.parametrize("grade", ["veteran", "civilian"])
def test_a_grade_that_has_no_figures_here_is_none(grade: str) -> None:
    with pytest.raises(AskError, match=f"not '{grade}'"):
        ask(f"fb/profile?grade={grade}")


def test_the_parents_card_is_replaced_and_armour_dropped() -> None:
    with pytest.raises(AskError, match=r"no longer asks .* \(soldier\); ask fb/profile"):
        ask("fb/soldier")
    with pytest.raises(RulesError, match=r"it drops bon\.stats\.armour-table"):
        library().find("fb").rule("stats.armour-table")


@pytest.mark.parametrize(
    ("question", "rule"), [("company", r"organisation\.table"), ("heavy-load", r"infantry\.heavy-load")]
)
def test_what_is_dropped_is_said_to_be(question: str, rule: str) -> None:
    with pytest.raises(AskError, match=rf"no longer asks .* It has dropped the rule bon\.{rule}"):
        ask(f"fb/{question}")


@pytest.mark.parametrize(
    ("address", "told"),
    [
        (
            "squad?specialists=lmg",
            r"no 'specialists'\. Fixed .* The Breaking of Nations has it in bon\.infantry\.specialist: ",
        ),
        ("strike?enemy-armour=flak", r"no 'enemy-armour'\. Fixed .* has it in bon\.stats\.armour-table: "),
        ("charge-gauntlet?lmgs=1", r"does not apply here: Fixed .* has it in bon\.weapons\.lmg-shots: "),
        ("mass-melee?rounds=2", r"no 'rounds'\. The Breaking of Nations asks for it at bon/melee-end\."),
        ("squad?grad=green", r"no 'grad'\. Did you mean 'grade'\?"),
        ("squad?sergeants=1", r"no 'sergeants'\.$"),
    ],
)
def test_an_input_that_is_gone_names_the_rule_that_is_dropped(address: str, told: str) -> None:
    with pytest.raises(AskError, match=told):
        ask(f"fb/{address}")
