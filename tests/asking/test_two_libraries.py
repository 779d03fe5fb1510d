"""Tests of two libraries side by side.

Each library has its own rulesets and the questions that its package declares, even if both use the same name.
"""

import shutil
from itertools import count
from pathlib import Path

import pytest

from drillbook import AskError, Library, ask, library, questions
from drillbook.asking.questions.registry import find_question

TOYS = Path(__file__).parents[1] / "toy" / "rulesets"
SLING = Path("base_game/slinging/sling.py")
ADDRESS = "toy/sling?sling=staff"
NUMBERS = count()


@pytest.fixture
def toys() -> Library:
    return Library(TOYS, package="toy.rulesets")


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    """Return a copy of the toys as a library in a package of its own.

    The question about the slinger has other words in the copy.
    """
    package = f"scratch_{next(NUMBERS)}"  # Python imports a package once
    shutil.copytree(TOYS, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (tmp_path / package).rglob("*.py"):
        path.write_text(path.read_text("utf-8").replace("toy.rulesets", package), "utf-8")
    sling = tmp_path / package / SLING
    sling.write_text(sling.read_text("utf-8").replace("What does a slinger need", "What does he need here"), "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    return Library(tmp_path / package, package=package)


def test_a_ruleset_of_one_library_is_absent_from_the_other(toys: Library) -> None:
    assert "sling" in questions(toys.find("toy"), toys)
    with pytest.raises(AskError, match="no ruleset 'toy'"):
        library().find("toy")
    with pytest.raises(AskError, match="no ruleset 'bn'"):
        toys.find("bn")


def test_one_folder_name_has_other_questions_in_another_package(toys: Library, scratch: Library) -> None:
    """Neither complains that the question is declared twice, in whichever order they are loaded."""
    there, here = questions(toys.find("toy"), toys), questions(scratch.find("toy"), scratch)
    assert there.keys() == here.keys()
    assert there["sling"].title.startswith("What does a slinger need")
    assert here["sling"].title.startswith("What does he need here")
    assert {spec.function.__module__.partition(".")[0] for spec in here.values()} == {scratch.package}
    assert {spec.function.__module__.partition(".")[0] for spec in there.values()} == {"toy"}
    assert find_question(toys.find("toy"), "sling", toys) is there["sling"]
    assert find_question(scratch.find("toy"), "sling", scratch) is here["sling"]


def test_rules_without_a_package_take_no_questions_of_another_library(toys: Library) -> None:
    assert questions(toys.find("toy"), toys)
    bare = Library(TOYS, package=None)
    assert questions(bare.find("toy"), bare) == {}


def test_both_answer(toys: Library, scratch: Library) -> None:
    found = [ask(ADDRESS, lib=one) for one in (toys, scratch)]
    assert [one.spec.function.__module__ for one in found] == [
        "toy.rulesets.base_game.slinging.sling",
        f"{scratch.package}.base_game.slinging.sling",
    ]
    assert found[0].headline == found[1].headline
