"""No question takes more than 100 ms at any legal form value: the slowest address that was found of each, and the search."""

from __future__ import annotations

import json

import pytest

from drillbook import ask
from drillbook.asking.questions import Spec
from drillbook.rules.model import Ruleset
from slowest import FOUND, MOST_MS, REFERENCE_MS, every_question, reference_ms, search, timed

QUESTIONS = {f"{ruleset.short}/{spec.name}": (ruleset, spec) for ruleset, spec in every_question()}
SLOWEST: dict[str, str] = json.loads(FOUND.read_text(encoding="utf-8"))
#: Processor's time is not quite the work's own: neighbours on the machine take cache and clock from it.
LEEWAY = 1.5


def limit() -> float:
    """What a question may take on this machine as it is just now, in ms."""
    return MOST_MS * LEEWAY * max(1.0, reference_ms() / REFERENCE_MS)


def test_every_question_has_its_slowest_address() -> None:
    """Where one is missing: python tests/slowest.py finds it."""
    assert set(SLOWEST) == set(QUESTIONS)
    assert all(address.partition("?")[0] == name for name, address in SLOWEST.items())


@pytest.mark.parametrize("address", SLOWEST.values(), ids=SLOWEST)
def test_no_question_takes_long(address: str) -> None:
    ask(address)  # its module and its tables are loaded
    ms = timed(address)
    if ms > MOST_MS / 2:  # only then is it worth while to look closely
        ms = min(ms, timed(address, 3))
        assert ms < limit(), f"{address} takes {ms:.0f} ms"


@pytest.mark.thorough
@pytest.mark.parametrize(("ruleset", "spec"), QUESTIONS.values(), ids=QUESTIONS)
def test_no_slower_address_can_be_found(ruleset: Ruleset, spec: Spec) -> None:
    address, ms = search(ruleset, spec, 8)
    assert ms < limit() or timed(address, 5) < limit(), f"{address} takes {ms:.0f} ms"
