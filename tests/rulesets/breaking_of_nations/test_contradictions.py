"""Inputs that are each fine and cannot be true together get a sentence, and what is offered instead is answered."""

import pytest

from drillbook import ask
from drillbook.errors import Contradiction

CONTRADICTIONS = [
    ("bon/blow?riding=enemy&trench=holds", "riding=nobody"),
    ("bon/blow?riding=striker&trench=storms", "riding=nobody"),
    ("bon/blow?riding=both&trench=holds", "riding=nobody"),
    ("bon/blow?charging=yes&trench=holds", "charging=no"),
    ("bon/charge-gauntlet?rifles=1&lmgs=2", "lmgs=1"),
    ("bon/charge-gauntlet?approach=gallop;gallop", "approach=walk;canter"),
    ("bon/squad?soldiers=2&blades=9", "soldiers=9"),
    ("bon/to-hit?distance=3&wall=rubble&behind=5", "behind=3"),
    ("bon/glory-test?grade=green&shaken=5", "shaken=2"),
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
        "bon/blow?riding=striker&trench=holds",
        "bon/blow?charging=yes&trench=storms",
        "bon/ground?terrain=rubble&behind=3",
    ],
)
def test_what_is_odd_but_can_be(address: str) -> None:
    """One step beside a contradiction there is an answer."""
    assert not ask(address).refused
