"""Tests of inputs that are each fine but contradict each other.

They get a sentence, and what is offered instead is answered. Each ruleset lists its own cases in
`contradictions.toml`: under `[cannot]` an address, and the input that the sentence mends; under `odd` what is one
step away from a contradiction, and is possible.
"""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from drillbook import ask
from drillbook.errors import Contradiction

LISTS: list[dict[str, Any]] = [
    tomllib.loads(path.read_text(encoding="utf-8"))
    for path in sorted(Path(__file__).parent.glob("*/contradictions.toml"))
]
CANNOT = [(address, mended) for one in LISTS for address, mended in one["cannot"].items()]


@pytest.mark.parametrize(("address", "mended"), CANNOT, ids=[address for address, _ in CANNOT])
def test_what_cannot_be_true_together(address: str, mended: str) -> None:
    """The sentence offers the nearest good value; with it the question answers."""
    with pytest.raises(Contradiction) as caught:
        ask(address)
    name = mended.partition("=")[0]
    assert list(caught.value.instead) == [name]
    question, _, query = address.partition("?")
    kept = [one for one in query.split("&") if one.partition("=")[0] != name]
    again = ask(f"{question}?{'&'.join([*kept, mended])}")
    assert again.inputs[name] == caught.value.instead[name]


@pytest.mark.parametrize("address", [address for one in LISTS for address in one["odd"]])
def test_what_is_odd_but_can_be(address: str) -> None:
    """One step beside a contradiction there is an answer."""
    assert not ask(address).refused
