"""What is said of a question that is declared wrongly: file and cure."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import pytest

from drillbook import Library, RulesError, ask, library, questions
from drillbook.asking import Breakdown, Reader, Working, formed, hand, question
from drillbook.asking.answers.cache import Memo
from drillbook.asking.exhibits import Bars, Exhibit
from drillbook.asking.inputs.groups import inputs_of, spread_fields
from drillbook.asking.inputs.numbers import Count
from drillbook.book.markers import filled_markers
from drillbook.maths import Distribution

TOYS = Path(__file__).parents[1] / "toy" / "rulesets"


def asked(module: str, text: str = "How far?") -> Callable[..., Any]:
    """Return a question's function as a file of a chapter of the toys would hold it."""

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


@pytest.mark.parametrize("condition", [{"when": {"no_such": ("yes",)}}, {"unless": {"later": ("1",)}}])
def test_an_input_depends_on_inputs_before_it(condition: dict[str, Any]) -> None:
    def far(
        r: Reader, *, paces: Annotated[int, Count(0, 8, **condition)], later: Annotated[int, Count(0, 8)]
    ) -> Breakdown[int]:
        raise NotImplementedError

    far.__module__, far.__doc__ = "toy.rulesets.base_game.slinging.far", "How far?"
    with pytest.raises(
        RulesError, match=r"slinging/far\.py: the input paces depends on '(no_such|later)', which is no"
    ):
        question("toy/far")(far)


def test_a_step_without_a_rule_is_told_so() -> None:
    with pytest.raises(RulesError, match="“men” has the amount 3 without a rule; name the rule"):
        Working(Reader(library().find("bn"))).start("men", 3)


def test_what_meets_no_other_reading_is_worked_out_once() -> None:
    """One memo works a function out once unless another reading of what it met is chosen.

    What the function met and consulted counts again on each use.
    """
    bon, memo, worked = library().find("bon"), Memo(), []

    def broken_at(r: Reader, times: int) -> int:
        worked.append(times)
        return r.int("glory.panic-threshold") * times if r.holds("gl-cap", "capped") else 0

    readers = [Reader(bon, chosen, memo) for chosen in ({}, {"gl-floor": "B"}, {"gl-cap": "B"}, {})]
    found = [reader.once(broken_at, 1) for reader in readers]
    assert found == [found[0], found[0], 0, found[0]]
    assert worked == [1, 1]
    assert readers[3].once(broken_at, 2) == 2 * found[0]
    assert worked == [1, 1, 2]
    assert readers[1].consulted == readers[0].consulted == (bon.rule("glory.panic-threshold").id,)
    assert [reader.readings["gl-cap"] for reader in readers] == ["A", "A", "B", "A"]


def test_pictures_that_nobody_looks_at_are_left_alone() -> None:
    """Reading an answer without pictures leaves its generator of pictures untouched.

    A reader that draws runs the generator. A reader of what another reading would give (`draws=False`) does not.
    """
    drawn: list[bool] = []

    def pictures(r: Reader) -> Iterator[Exhibit]:
        drawn.append(r.draws)
        yield Bars("How many", "Men", {"": Distribution.sure(1)})

    bon = library().find("bon")
    found = [Working(r).answer(1, headline="1", exhibits=pictures(r)) for r in (Reader(bon), Reader(bon, draws=False))]
    assert [len(one.exhibits) for one in found] == [1, 0]
    assert drawn == [True]


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
        filled_markers(f"<!--ask bn/covering-fire?ar=1 {words}--><!--/ask-->", library())


@dataclass(frozen=True)
class Pair:
    """A form that questions share."""

    men: Annotated[int, Count(1, 8, label="Men")]
    enemies: Annotated[int, Count(1, 8, label="Enemies")]


def test_a_form_that_questions_share_is_filled_in_field_by_field() -> None:
    def together(r: Reader, *, pair: Pair, guns: Annotated[int, Count(0, 2)]) -> tuple[Pair, int]:
        return pair, guns

    assert [argument for argument, _ in inputs_of(together)] == ["men", "enemies", "guns"]
    reader = Reader(library().find("bn"))
    assert spread_fields(together)(reader, men=3, enemies=2, guns=1) == (Pair(3, 2), 1)
    assert formed(Pair, {"men": 3, "enemies": 2, "guns": 1}) == Pair(3, 2)


def test_a_question_asks_another_under_the_same_readings() -> None:
    """The answer is what the other gives at the address that the step links to."""
    from drillbook.rulesets.great_war_1418.shooting.volley import volley

    r = Reader(library().find("gw"), {"low-r": "B"})
    handed = hand(r, volley, shooters=(("early-hmg", 1),), resilience=1)
    assert handed.address.endswith("&ruling.low-r=B")
    assert ask(handed.address).outcome == handed.outcome
    assert handed.value.removed == Fraction(25, 27)
