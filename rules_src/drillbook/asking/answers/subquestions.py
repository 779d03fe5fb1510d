"""Questions that ask another question of the same ruleset.

The asking question passes on the state that it has found. The page links to the other question with that state in it.
"""

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
    """Return the answer of another question of the ruleset to the given inputs.

    Inputs left out take their defaults; the readings are the same. A refusal by the other question is a refusal by this
    one.
    """
    spec = find_question(r.ruleset, asked.__module__.rpartition(".")[-1].replace("_", "-"))
    given = {name.replace("_", "-"): value for name, value in inputs.items()}
    values = spec.settle(r.ruleset, spec.defaults(r.ruleset) | given)
    outcome = spec.function(r, **{one.argument: values[one.name] for one in spec.inputs})
    return Handed(outcome, encode(spec.address(r.ruleset, values, r.chosen)))
