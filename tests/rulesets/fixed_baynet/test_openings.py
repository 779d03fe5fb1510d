"""Tests that every form opens on a lawful case of this ruleset.

This holds for its own questions and the inherited ones alike; its examples can be played.
"""

import pytest

from drillbook import ask, library, questions
from drillbook.asking.inputs.options import Choice
from drillbook.asking.questions.registry import find_question
from drillbook.errors import Contradiction
from drillbook.formats import json as as_data

FB = library().find("fb")
NAMES = list(questions(FB))
#: How a headline begins that says no.
NO = ("Not allowed", "Not legal", "It cannot be done", "No fire", "No shot", "Too ", "Out of ")


@pytest.mark.parametrize("name", NAMES)
def test_a_form_opens_on_a_lawful_case(name: str) -> None:
    found = ask(f"fb/{name}")
    assert not found.refused, found.headline
    assert not found.headline.startswith(NO), found.headline


@pytest.mark.parametrize("name", NAMES)
def test_the_first_example_is_lawful(name: str) -> None:
    found = ask(questions(FB)[name].examples[0])
    assert not found.refused, found.headline
    assert not found.headline.startswith(NO), found.headline


@pytest.mark.parametrize("name", NAMES)
def test_a_form_opens_on_natives_against_europeans(name: str) -> None:
    """Forms that ask for two sides open on one native side and one that is not.

    A friend, a leader or a gun's owner is no side.
    """
    soldiers = {row.key for row in FB.table("soldiers").where("person")}
    sides = {
        one: kind.first
        for one, kind in questions(FB)[name].kinds(FB).items()
        if isinstance(kind, Choice) and soldiers <= set(kind.options) and one not in ("hero-grade", "friend-grade")
    }
    native = {grade.startswith("native") for grade in sides.values()}
    assert len(sides) < 2 or native == {True, False}, sides


def test_a_form_names_no_option_that_the_layer_has_dropped() -> None:
    for spec in questions(FB).values():
        inputs = as_data.question_json(spec, FB)["inputs"]
        options = {one["name"]: one["choices"] for one in inputs if one["choices"]}
        for one in inputs:
            for other, accepted in {**one["when"], **one["unless"]}.items():
                assert set(accepted) <= set(options.get(other, accepted)), f"{spec.name} {one['name']}"
            assert "LMG" not in one["why_not"], f"{spec.name} {one['name']}"


def test_the_form_says_why_the_usual_reading_has_no_shot_at_a_hero_s_squad() -> None:
    aimed = find_question(library().find("fb"), "hero-shot").kinds(library().find("fb"))["aimed"]
    with pytest.raises(Contradiction) as problem:
        ask("fb/hero-shot?aimed=squad&men=10")
    assert problem.value.instead == {"aimed": "hero"}
    assert "the shooter names his man" in aimed.help
    assert "by lot" in aimed.help
    assert not ask("fb/hero-shot?aimed=squad&men=10&ruling.hit-allocation=B").refused
