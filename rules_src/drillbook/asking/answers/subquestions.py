"""One question asks another: the state that it has found goes on, and the page links to the question with that state in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from drillbook.asking.answers.address import encode
from drillbook.asking.answers.reader import Reader
from drillbook.asking.answers.results import Breakdown
from drillbook.asking.questions.registry import find_question


@dataclass(frozen=True, slots=True)
class Handed:
    """What the other question answers, and the address at which it does."""

    outcome: Breakdown[Any]
    address: str

    @property
    def value(self) -> Any:
        """The answer's value."""
        return self.outcome.value


def hand(r: Reader, asked: Callable[..., Any], /, **inputs: Any) -> Handed:
    """The answer of another question of the ruleset to these inputs, the rest at their defaults, under the same readings.

    Its no is this question's no.
    """
    spec = find_question(r.ruleset, asked.__module__.rpartition(".")[-1].replace("_", "-"))
    given = {name.replace("_", "-"): value for name, value in inputs.items()}
    values = spec.settle(r.ruleset, spec.defaults(r.ruleset) | given)
    outcome = spec.function(r, **{one.argument: values[one.name] for one in spec.inputs})
    return Handed(outcome, encode(spec.address(r.ruleset, values, r.chosen)))
