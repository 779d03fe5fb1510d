"""A question lists only rulings that can change its answer."""

import pytest
from idle_readings import EXCUSES, excuses, idle

from drillbook import library, questions
from drillbook.rules.model import Ruleset

QUESTIONS = [
    pytest.param(ruleset, name, id=f"{ruleset.short}/{name}")
    for ruleset in library().all()
    for name in questions(ruleset)
]


@pytest.mark.rotating
@pytest.mark.parametrize(("ruleset", "name"), QUESTIONS)
def test_each_listed_ruling_changes_the_answer_somewhere(ruleset: Ruleset, name: str) -> None:
    wrong = idle(ruleset, name)
    cure = f"consult it only where it matters, run python tests/tools/idle_readings.py {ruleset.short} --write, or excuse it"
    assert not wrong, f"{wrong}: {cure} in {EXCUSES}"


@pytest.mark.parametrize("ruleset", library().all(), ids=lambda one: one.short)
def test_each_excuse_is_a_sentence_about_a_question(ruleset: Ruleset) -> None:
    told = excuses(ruleset)
    assert set(told) <= set(questions(ruleset))
    assert all(why.endswith(".") and len(why.split()) > 3 for some in told.values() for why in some.values())
