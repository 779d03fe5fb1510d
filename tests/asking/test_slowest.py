"""Tests that no question takes more than 100 ms at any legal form value.

For each question they use the slowest address that was found, and the search that finds it. No command `drillbook
ask` takes more than 250 ms for a question's first example, all that its other readings give included, except where it
is stated.
"""

from __future__ import annotations

import functools
import json
import os
import sys
import time

import pytest
from slowest import FOUND, MOST_MS, REFERENCE_MS, every_question, forget, reference_ms, search, timed
from turn import in_turn

from drillbook import ask
from drillbook.asking.questions.registry import Spec
from drillbook.formats.text import text
from drillbook.rules.model import Ruleset

QUESTIONS = {f"{ruleset.short}/{spec.name}": (ruleset, spec) for ruleset, spec in every_question()}
SLOWEST: dict[str, str] = json.loads(FOUND.read_text(encoding="utf-8"))
#: Processor's time is not quite the work's own: neighbours on the machine take cache and clock from it.
LEEWAY = 1.5
#: What the command may take of the processor's time, once Python has compiled it.
COMMAND_MS = 250.0


def limit(most: float = MOST_MS) -> float:
    """Return the time in ms that a question may take on this machine at its present speed."""
    return most * LEEWAY * max(1.0, reference_ms() / REFERENCE_MS)


def commanded(address: str) -> float:
    """Return the processor time in ms of `drillbook ask` in a process of its own."""
    compiled = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    nowhere = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    command = [sys.executable, "-m", "drillbook", "ask", address]
    child = os.posix_spawn(sys.executable, command, compiled, file_actions=nowhere)
    used = os.wait4(child, 0)[2]
    return (used.ru_utime + used.ru_stime) * 1000


@functools.cache
def start() -> float:
    """Return the processor time in ms of the command when there is next to nothing to work out."""
    return min(commanded("bn/class-card?troops=r2") for _ in range(4))


def told(address: str) -> float:
    """Return the processor time in ms to answer an address with its other readings and print it."""
    forget()
    begun = time.process_time()
    text(ask(address, otherwise=True))
    return (time.process_time() - begun) * 1000


def test_every_question_has_its_slowest_address() -> None:
    """Where one is missing: python tests/tools/slowest.py finds it."""
    assert set(SLOWEST) == set(QUESTIONS)
    assert all(address.partition("?")[0] == name for name, address in SLOWEST.items())


@pytest.mark.by_turn
@pytest.mark.parametrize("address", SLOWEST.values(), ids=SLOWEST)
def test_no_question_takes_long(address: str) -> None:
    ask(address)  # its module and its tables are loaded
    ms = timed(address)
    if ms > MOST_MS / 2:  # only then is it worth while to look closely
        ms = min(ms, timed(address, 3))
        assert ms < limit(), f"{address} takes {ms:.0f} ms"


FIRST = {name: spec.examples[0] for name, (_, spec) in QUESTIONS.items()}


@pytest.mark.by_turn
@pytest.mark.parametrize("name", in_turn(list(FIRST)))
def test_the_command_answers_at_once(name: str) -> None:
    """A quarter of the questions in each turn."""
    address = FIRST[name]
    ask(address)  # its module and its tables are loaded
    ms = told(address)
    if start() + ms > COMMAND_MS / 2:  # only then is it worth while to look closely
        ms = min(ms, told(address), told(address))
        assert start() + ms < limit(COMMAND_MS), f"drillbook ask '{address}' takes {start() + ms:.0f} ms"


@pytest.mark.thorough
@pytest.mark.parametrize("address", FIRST.values(), ids=FIRST)
def test_the_command_does_so_in_a_process_of_its_own(address: str) -> None:
    commanded(address)  # compiled
    ms = min(commanded(address) for _ in range(5))
    assert ms < limit(COMMAND_MS), f"drillbook ask '{address}' takes {ms:.0f} ms"


@pytest.mark.thorough
@pytest.mark.parametrize(("ruleset", "spec"), QUESTIONS.values(), ids=QUESTIONS)
def test_no_slower_address_can_be_found(ruleset: Ruleset, spec: Spec) -> None:
    address, ms = search(ruleset, spec, 8)
    assert ms < limit() or timed(address, 5) < limit(), f"{address} takes {ms:.0f} ms"
