"""States of the game, the inputs that hold them, and comparisons of their questions.

The questions of a comparison answer the same about one state.

A state is what the table looks like when a question is asked: a man's posture, armour or losses, a unit's formation,
a gun's limber. `states.toml` beside a ruleset's tests names each state with the inputs that hold it
(`question.input`):

    [posture]
    what = "Whether a man stands or lies flat."
    [posture.groups]                      # what a group's questions all answer, and their inputs
    "how hard he is to hit" = ["to-hit.prone", "volley.prone"]
    [posture.alone]                       # an input whose question answers what no other one answers, and why
    "orders.prone" = "Says only which orders a man who lies may take."

    [plain]                               # names of inputs that hold no state: what the player chooses or where he measures
    inputs = ["distance", "weapon"]

Beside it, `compared_states.py`, and more files whose names begin so, hold `COMPARED`, comparisons that connect the
inputs of each group.
"""

from __future__ import annotations

import importlib.util
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from drillbook import ask, questions
from drillbook.asking.answers.ask import Answer
from drillbook.errors import Contradiction
from drillbook.rules.model import Ruleset

HERE = Path(__file__).parents[1] / "rulesets"
FILE, CODE = "states.toml", "compared_states*.py"
REFUSED, CONTRADICTION = "refused", "contradiction"

Take = Callable[[Answer], Any]
Draw = Callable[[Random], tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Compared:
    """Two questions that must answer the same about one state.

    inputs: the two inputs, `question.input`. draw: one random state, as the addresses that ask each question about it (`to-hit?prone=yes`).
    left, right: what is compared of each answer; see `field`.
    """

    inputs: tuple[str, str]
    draw: Draw
    left: Take
    right: Take


def field(name: str) -> Take:
    """Return a function that takes a field of an answer, or `refused` if a rule says no.

    Of a single answer it takes the only value.
    """

    def take(found: Answer) -> Any:
        if found.refused:
            return REFUSED
        flat = found.outcome.flat()  # type: ignore[union-attr]
        value = flat[name] if isinstance(flat, dict) else flat
        return Fraction(value) if isinstance(value, int | Fraction) and not isinstance(value, bool) else value

    return take


def taken(ruleset: Ruleset, address: str, take: Take) -> Any:
    """Return what is compared of the answer to an address, or `contradiction`."""
    try:
        found = ask(f"{ruleset.short}/{address}")
    except Contradiction:
        return CONTRADICTION
    return take(found)


def table(ruleset: Ruleset) -> dict[str, Any]:
    """Return the ruleset's table of states; empty where it has none."""
    path = HERE / ruleset.slug / FILE
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def compared(ruleset: Ruleset) -> list[Compared]:
    """Return the ruleset's comparisons, of all its files; none where it has no such file."""
    return [one for path in sorted((HERE / ruleset.slug).glob(CODE)) for one in _comparisons(path)]


def _comparisons(path: Path) -> list[Compared]:
    """Return the comparisons of a file."""
    found = importlib.util.spec_from_file_location(f"{path.stem}_{path.parent.name}", path)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return list(module.COMPARED)


def all_inputs(ruleset: Ruleset) -> set[str]:
    """Return every input of every question, as `question.input`."""
    return {f"{spec.name}.{name}" for spec in questions(ruleset).values() for name in spec.kinds(ruleset)}


def unclassified(ruleset: Ruleset) -> set[str]:
    """Return the inputs that are neither in a state's table nor plain."""
    held = table(ruleset)
    plain = set(held.get("plain", {}).get("inputs", ()))
    listed = {one for name, state in held.items() if name != "plain" for one in inputs_of(state)}
    return {one for one in all_inputs(ruleset) - listed if one.partition(".")[2] not in plain and one not in plain}


def inputs_of(state: dict[str, Any]) -> list[str]:
    """Return all inputs of a state, of its groups and those that stand alone."""
    return [*(one for group in state.get("groups", {}).values() for one in group), *state.get("alone", {})]


def unconnected(group: list[str], pairs: list[Compared]) -> set[str]:
    """Return the inputs of a group that no chain of comparisons connects with its first one."""
    reached, before = {group[0]}, 0
    while len(reached) > before:
        before = len(reached)
        reached |= {one for pair in pairs if set(pair.inputs) & reached for one in pair.inputs}
    return set(group) - reached
