"""Every form opens on a lawful case of this ruleset, its own questions and the inherited ones alike, and its examples can be played."""

import pytest

from drillbook import ask, library, questions

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
