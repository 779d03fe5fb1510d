"""Tests of the title page and the history of a ruleset.

They are shown with the numbers of its rules; mistakes are refused with a sentence.
"""

import shutil
from pathlib import Path

import pytest

from drillbook import Library, RulesError, ask, library
from drillbook.asking.questions.validation import declared_faults
from drillbook.rules.changelog import history
from drillbook.rules.title_page import filled_title_page

TOYS = Path(__file__).parents[1] / "toy" / "rulesets"
PAGE = """
[title_page]
subject  = "Stones, thrown at {throwing.reach} cm or nearer."
period   = "Long ago."
scale    = "A stone is a stone."
dice     = "Some."
equipment = ["Stones"]
evenings_to_learn = 1
learning = "At once."
"""


def with_page(tmp_path: Path, page: str, changes: str = "") -> Library:
    """Return a library of the toys with a title page, and with changes if there are any."""
    root = Path(shutil.copytree(TOYS, tmp_path / "rulesets"))
    path = root / "base_game" / "ruleset.toml"
    path.write_text(path.read_text("utf-8") + page, "utf-8")
    if changes:
        (path.parent / "changes.toml").write_text(changes, "utf-8")
    return Library(root, package="toy.rulesets")


def test_a_title_page_takes_its_numbers_from_the_rules_and_a_layer_has_its_own(tmp_path: Path) -> None:
    lib = with_page(tmp_path, PAGE)
    page = filled_title_page(lib.find("toy"))
    assert page is not None
    assert page.subject == "Stones, thrown at 30 cm or nearer."
    assert filled_title_page(lib.find("layer")) is None
    assert (lib.cover("base_game").period, lib.cover("base_game").evenings_to_learn) == ("Long ago.", 1)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("A stone is a stone.", "A stone is two men.", "holds the number 'two'"),
        ("{throwing.reach}", "{throwing.nothing}", "has no rule 'throwing.nothing'"),
        ("evenings_to_learn = 1", "evenings_to_learn = 0", "evenings_to_learn"),
        (
            "",
            '[[title_page.reading_orders]]\nname = "x"\nchapters = ["x"]\naudience = "y"\n',
            "there is no chapter 'x'",
        ),
    ],
)
def test_a_title_page_that_cannot_stand_gets_a_sentence(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    lib = with_page(tmp_path, PAGE.replace(old, new, 1) if old else PAGE + new)
    with pytest.raises(RulesError, match=sentence):
        lib.find("toy")


def test_a_tool_that_leads_nowhere_is_found_by_the_check(tmp_path: Path) -> None:
    tool = '[[title_page.tools]]\naddress = "catapult"\nname = "Catapult"\npurpose = "Throws."\n'
    lib = with_page(tmp_path, PAGE + tool)
    assert [one for one in declared_faults(lib.find("toy"), lib) if "[title_page.tools]: toy/catapult" in one]


@pytest.mark.parametrize("ruleset", library().all(), ids=lambda ruleset: ruleset.short)
def test_every_ruleset_has_its_title_page_with_tools_that_answer(ruleset) -> None:  # type: ignore[no-untyped-def]
    page = filled_title_page(ruleset)
    assert page is not None
    assert page.tools
    for tool in page.tools:
        assert ask(f"{ruleset.short}/{tool.address}").headline
    read = [slug for way in page.reading_orders for slug in way.chapters]
    assert sorted(read) == sorted({chapter.slug for chapter in ruleset.chapters}), "a way for every chapter, once"


def test_a_history_is_told_newest_first(tmp_path: Path) -> None:
    said = """
[[change]]
date = 2026-01-01
kind = "book"
text = "It began."
[[change]]
date = 2026-02-01
kind = "rule"
about = "throwing.reach"
text = "A stone flies farther."
"""
    lib = with_page(tmp_path, "", said)
    assert [one.text for one in history(lib.find("toy"), lib)] == ["A stone flies farther.", "It began."]


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [("rule", "has no rule 'x'"), ("ruling", "no ruling 'x'"), ("chapter", "no chapter 'x'"), ("mood", "kind")],
)
def test_a_change_of_something_that_is_not_there_gets_a_sentence(tmp_path: Path, kind: str, sentence: str) -> None:
    said = f'[[change]]\ndate = 2026-01-01\nkind = "{kind}"\nabout = "x"\ntext = "?"\n'
    lib = with_page(tmp_path, "", said)
    with pytest.raises(RulesError, match=sentence):
        history(lib.find("toy"), lib)


def test_every_history_can_be_told() -> None:
    for ruleset in library().all():
        assert history(ruleset, library())
