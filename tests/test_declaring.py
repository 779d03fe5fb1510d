"""What is said of a question that is declared wrongly: file and cure."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from drillbook import Library, RulesError, library, questions
from drillbook.asking import Breakdown, Reader, Working, question
from drillbook.book.markers import filled

TOYS = Path(__file__).parent / "toy" / "rulesets"


def asked(module: str, text: str = "How far?") -> Callable[..., Any]:
    """A question's function as a file of a chapter of the toys would hold it."""

    def far(r: Reader) -> Breakdown[int]:
        raise NotImplementedError

    far.__module__, far.__doc__ = f"toy.rulesets.base_game.{module}", text
    return far


def test_a_question_is_declared_once() -> None:
    toys = Library(TOYS, package="toy.rulesets")
    questions(toys.find("toy"), toys)
    with pytest.raises(RulesError, match=r"^base_game/throwing/sling\.py: .* in base_game/slinging/sling\.py as well"):
        question("toy/sling")(asked("throwing.sling"))


def test_a_question_has_words_and_an_example() -> None:
    with pytest.raises(RulesError, match=r"slinging/far\.py: far needs a docstring"):
        question("toy/far")(asked("slinging.far", ""))


def test_a_step_without_a_rule_is_told_so() -> None:
    with pytest.raises(RulesError, match="“men” has the amount 3 without a rule; name the rule"):
        Working(Reader(library().find("bn"))).start("men", 3)


def test_a_step_gives_back_what_it_leaves() -> None:
    w = Working(Reader(library().find("bon")))
    assert w.start("GL", w.reader.cell("soldiers", "regular", "gl")) == w.whole
    before = w.whole
    assert w.add("a trigger", "glory.plus-one") == before + w.reader.int("glory.plus-one")
    assert w.add("and another", "glory.plus-one", when=False) == before + w.reader.int("glory.plus-one")
    assert w.times("men", before, "glory.plus-one") == w.total == w.steps[-1].value


def test_a_row_is_called_by_its_name() -> None:
    assert Reader(library().find("bon")).name("soldiers", "regular") == "Regular"


def test_the_nearest_rule_and_ruling_are_offered() -> None:
    reader = Reader(library().find("bn"))
    with pytest.raises(RulesError, match=r"has no rule 'reaction\.dodge-5'; did you mean 'reaction\.dodge-5cm'\?"):
        reader.int("reaction.dodge-5")
    with pytest.raises(RulesError, match=r"has no ruling 'dodge-whom'; did you mean 'dodge-who'\?"):
        reader.holds("dodge-whom", "targets-only")


@pytest.mark.parametrize("words", ["value:bogus", "dice:percent"])
def test_a_marker_that_cannot_print_says_what_it_could(words: str) -> None:
    with pytest.raises(ValueError, match=r"there is no way to print .*; known are :word"):
        filled(f"<!--ask bn/covering-fire?ar=1 {words}--><!--/ask-->", library())
