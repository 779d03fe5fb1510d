"""Inputs that are each fine and cannot be true together get a sentence, and what is offered instead is answered."""

import pytest

from drillbook import ask
from drillbook.errors import Contradiction

CONTRADICTIONS = [
    ("fb/strike?riding=striker&trench=holds", "riding=nobody"),
    ("fb/strike?riding=enemy&trench=storms", "riding=nobody"),
    ("fb/strike?riding=striker&place=wooden-building", "riding=nobody"),
    ("fb/strike?riding=enemy&enemy-place=brick-building", "riding=nobody"),
    ("fb/strike?charging=yes&trench=storms", "charging=no"),
    ("fb/glory-triggers?men=2&left=2&leaders=3", "leaders=2"),
    ("fb/mass-melee?pairs=9&men=5", "men=9"),
]


@pytest.mark.parametrize(("address", "instead"), CONTRADICTIONS)
def test_what_cannot_be_true_together(address: str, instead: str) -> None:
    """The sentence offers the nearest good value; with it the question answers."""
    with pytest.raises(Contradiction) as caught:
        ask(address)
    name = instead.partition("=")[0]
    assert list(caught.value.instead) == [name]
    question, _, query = address.partition("?")
    kept = [one for one in query.split("&") if one.partition("=")[0] != name]
    mended = ask(f"{question}?{'&'.join([*kept, instead])}")
    assert mended.inputs[name] == caught.value.instead[name]


@pytest.mark.parametrize(
    "address",
    [
        "fb/strike?riding=striker&trench=storms",
        "fb/strike?riding=enemy&enemy-place=wooden-wall",
        "fb/glory-triggers?men=2&left=1&leaders=2",
    ],
)
def test_what_is_odd_but_can_be(address: str) -> None:
    """One step beside a contradiction there is an answer."""
    assert not ask(address).refused
