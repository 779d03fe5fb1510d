"""A quick run takes its turn at what goes through everything, and all of it what is being worked on."""

import pytest

import turn as turns
from turn import QUICK, VARIABLE, for_the_whole_suite

NAMES = [f"tests/test_a.py::test_it[bn/question-{number}?a=1]" for number in range(50)]


@pytest.fixture(autouse=True)
def nothing_touched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "touched", tuple)


def test_every_case_has_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[str] = []
    for number in range(QUICK):
        monkeypatch.setenv(VARIABLE, str(number))
        taken += set(NAMES) - for_the_whole_suite(NAMES)
    assert sorted(taken) == sorted(NAMES)


def test_what_is_worked_on_is_always_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "touched", lambda: ("rules_src/drillbook/rulesets/breaking_news/a/question_7.py",))
    for number in range(QUICK):
        monkeypatch.setenv(VARIABLE, str(number))
        assert NAMES[7] not in for_the_whole_suite(NAMES)
