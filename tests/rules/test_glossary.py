"""Tests of a ruleset's own words: loaded with the numbers of its rules.

Layers take them over, and mistakes are refused with a sentence, as are names that are taken already.
"""

import shutil
from pathlib import Path

import pytest

from drillbook import Library, RulesError, library
from drillbook.asking.questions.registry import question
from drillbook.rules.glossary import meanings
from drillbook.rules.model import Ruleset

TOYS = Path(__file__).parents[1] / "toy" / "rulesets"


def changed(tmp_path: Path, old: str, new: str, folder: str = "base_game") -> Library:
    """Return a library of the toys with one text of a ruleset.toml replaced.

    An empty `old` adds the new text at the end of the file.
    """
    root = Path(shutil.copytree(TOYS, tmp_path / "rulesets"))
    path = root / folder / "ruleset.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1) if old else text + new, encoding="utf-8")
    return Library(root, package="toy.rulesets")


def test_a_word_takes_its_numbers_from_the_rules() -> None:
    (pelt,) = meanings(Library(TOYS, package="toy.rulesets").find("toy"))
    assert (pelt.name, pelt.words) == ("pelt", "To throw, at 30 cm or nearer.")
    assert pelt.forms == ("pelt", "pelted")
    assert pelt.rule is not None
    assert pelt.rule.id == "toy.throwing.reach"


@pytest.mark.parametrize("ruleset", library().all(), ids=lambda ruleset: ruleset.short)
def test_each_word_has_an_anchor_of_its_own(ruleset: Ruleset) -> None:
    anchors = [word.anchor for word in meanings(ruleset)]
    assert sorted(set(anchors)) == sorted(anchors)


def test_a_word_without_a_meaning_says_what_its_rule_says(tmp_path: Path) -> None:
    lib = changed(tmp_path, 'meaning = "To throw, at {throwing.reach} cm or nearer.", ', "")
    assert meanings(lib.find("toy"))[0].words == "A stone flies 30 cm at most."


def test_a_layer_inherits_words_and_may_drop_them(tmp_path: Path) -> None:
    toys = Library(TOYS, package="toy.rulesets")
    assert [word.name for word in meanings(toys.find("layer"))] == ["pelt"]
    lib = changed(tmp_path, "", "\n[glossary]\npelt = { removed = true }\n", "colonial_layer")
    assert meanings(lib.find("layer")) == []


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('sling = { meaning = "Twice as far." }', "holds the number 'Twice'"),
        ('sling = { meaning = "Far.", rule = "throwing.nothing" }', "has no rule 'throwing.nothing'"),
        ('sling = { meaning = "{throwing.reach/width} cm." }', "has no number"),
        ("sling = { spellings = [] }", "needs meaning"),
        ("sling = { removed = true }", "removes a word that no parent explains"),
        ('sling = { meaning = "Far.", spellings = ["pelted"] }', "“pelted” means 'sling' already"),
    ],
)
def test_a_word_that_cannot_stand_gets_a_sentence(tmp_path: Path, line: str, sentence: str) -> None:
    lib = changed(tmp_path, "[glossary]\n", f"[glossary]\n{line}\n")
    with pytest.raises(RulesError, match=sentence):
        lib.find("toy")


@pytest.mark.parametrize("name", ["glossary", "rulings", "quiz", "compare", "sheet", "about"])
def test_no_chapter_and_no_question_takes_the_name_of_a_page(tmp_path: Path, name: str) -> None:
    lib = changed(tmp_path, 'slug = "slinging"', f'slug = "{name}"')
    with pytest.raises(RulesError, match=f"'{name}' is the name of a page that every ruleset has"):
        lib.find("toy")

    def asked() -> None:
        """What is this?"""

    asked.__module__ = f"toy.rulesets.base_game.throwing.{name}"
    with pytest.raises(RulesError, match="is the name of a page"):
        question("toy/x")(asked)


def test_every_ruleset_explains_the_words_that_its_chapters_use() -> None:
    for ruleset in library().all():
        if ruleset.chapters:
            assert len(meanings(ruleset)) > 30, f"{ruleset.title} explains too few of its words"
