"""A quick run takes its turn at what goes through everything, and all of it what is being worked on."""

import pytest
import turn as turns
from turn import PARTS, QUICK, VARIABLE, for_the_whole_suite, of_other_chapters

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


CHAPTERS = [f"tests/rulesets/some_rules/chapter_{number}/test_it.py::test_it" for number in range(10)]
ELSEWHERE = ["tests/rulesets/test_cases.py::test_case[a]", "tests/book/test_book.py::test_it"]


def test_every_chapter_has_its_turn_and_what_is_no_chapters_is_always_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[str] = []
    for number in range(PARTS):
        monkeypatch.setenv(VARIABLE, str(number))
        left = of_other_chapters([*CHAPTERS, *ELSEWHERE])
        assert not left & {*ELSEWHERE}
        taken += set(CHAPTERS) - left
    assert sorted(taken) == sorted(CHAPTERS)


@pytest.mark.parametrize(
    "path", ["rules_src/drillbook/rulesets/some_rules/chapter_3/a.py", "book/some_rules/chapter_3.ipynb"]
)
def test_the_chapter_that_is_worked_on_is_always_tried(monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.setattr(turns, "touched", lambda: (path,))
    for number in range(PARTS):
        monkeypatch.setenv(VARIABLE, str(number))
        assert CHAPTERS[3] not in of_other_chapters(CHAPTERS)
