"""Tests of what the book says that it covers, and leaves out, of the questions there are.

What it covers is counted.
"""

import shutil
from pathlib import Path

import pytest

from drillbook import Library, RulesError, library, questions
from drillbook.book.about import LEAVES_OUT, POINTER, chapter_facts, leaves_out, pieces, whole
from drillbook.rules.model import Ruleset

TOYS = Path(__file__).parents[1] / "toy" / "rulesets"


@pytest.mark.parametrize("ruleset", library().all(), ids=lambda ruleset: ruleset.short)
def test_the_chapters_together_tell_all_rules_and_questions_of_a_ruleset(ruleset: Ruleset) -> None:
    told = [chapter_facts(ruleset.short, slug) for slug in whole(ruleset.short).chapters]
    asked = [one.name for chapter in told for one in chapter.questions]
    assert sorted(asked) == sorted(questions(ruleset))
    assert all(chapter.read for chapter in told if chapter.questions)


@pytest.mark.parametrize("ruleset", library().all(), ids=lambda ruleset: ruleset.short)
def test_every_question_says_what_it_leaves_out_or_that_it_is_whole(ruleset: Ruleset) -> None:
    told = leaves_out(ruleset, library())
    assert sorted(set(questions(ruleset)) - set(told)) == [], f"{LEAVES_OUT}: say what they leave out; empty if nothing"
    without = {name: sentence for name, sentence in told.items() if sentence}
    assert {name: one for name, one in without.items() if not (one[0].isupper() and one.endswith("."))} == {}
    assert {name for name, one in without.items() if name in POINTER.findall(one)} == set()  # none leads to itself
    assert len(without) > len(told) / 2


@pytest.mark.parametrize("line", ['trebuchet = "The wind."', 'KNOWN = "The wind: {trebuchet}."'])
def test_a_question_that_is_not_there_leaves_nothing_out_and_answers_nothing(line: str, tmp_path: Path) -> None:
    root = Path(shutil.copytree(TOYS, tmp_path / "rulesets"))
    lib = Library(root, package="toy.rulesets")
    known = next(iter(questions(lib.find("toy"), lib)))
    (root / "base_game" / LEAVES_OUT).write_text(line.replace("KNOWN", known) + "\n", "utf-8")
    with pytest.raises(RulesError, match="there is no question 'trebuchet'"):
        leaves_out(lib.find("toy"), lib)


def test_a_sentence_leads_to_the_questions_that_it_names() -> None:
    assert pieces("The save: {saving-throw}.") == (("The save: ", ""), ("saving throw", "saving-throw"), (".", ""))
    assert pieces("The wind.") == (("The wind.", ""),)
    assert pieces("") == ()
