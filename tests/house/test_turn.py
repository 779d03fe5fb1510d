"""Rotation: consecutive commits run every part, and each run takes what is being worked on."""

import pytest
import turn as turns
from turn import PARTS, QUICK, VARIABLE, for_another_commit, for_the_whole_suite, in_turn, of_other_chapters

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


FUNCTIONS = [f"tests/test_b.py::test_{number}" for number in range(5)]


@pytest.mark.parametrize("parts", [PARTS, 8])
@pytest.mark.parametrize("names", [NAMES, FUNCTIONS], ids=["cases", "functions"])
def test_as_many_commits_as_there_are_parts_run_all_that_rotates(
    monkeypatch: pytest.MonkeyPatch, names: list[str], parts: int
) -> None:
    taken: list[str] = []
    for number in range(17, 17 + parts):
        monkeypatch.setenv(VARIABLE, str(number))
        kept = [name for name in names if name not in for_another_commit(names, parts=parts)]
        assert kept == in_turn(names, parts=parts)
        taken += kept
    assert sorted(taken) == sorted(names)


def test_all_that_rotates_runs_where_its_folder_is_touched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "touched", lambda: ("widgets/drillbook_widgets/edition/links.py",))
    assert for_another_commit(NAMES, ["drillbook_widgets/edition/"]) == set()
    assert for_another_commit(NAMES, ["drillbook_widgets/site/"])


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
