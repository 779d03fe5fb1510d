"""Working, the steps to an answer with their running value.

The reader adds nothing up: Working does, and every step cites its rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NoReturn, TypeVar

from drillbook.asking.answers.reader import Cited, Reader
from drillbook.asking.answers.results import Breakdown, Refusal, Refused, Step
from drillbook.asking.exhibits.charts import Exhibit, Mark, Stack
from drillbook.asking.exhibits.handouts import Paper
from drillbook.errors import RulesError
from drillbook.maths.dice import Distribution
from drillbook.maths.exact import Number, exact

T = TypeVar("T")

#: What a step takes: a rule's name (its value), a cited value, or, together with the rule it follows, any amount.
Amount = str | Number | Cited


class Working:
    """The steps to an answer, with a running value, so that no result is typed.

    A step's amount is a rule's own value (`w.add("behind cover", "shooting.cover")`), a cited cell, or a result together
    with the rule that it follows (`w.then("chance of a hit", hit, "shooting.roll")`). Every step returns the running value
    after the step.
    A conditional step states its condition: `w.add("behind cover", "shooting.cover", when=cover)`.
    """

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.steps: list[Step] = []
        self.total: Any = None

    def _take(self, op: str, label: str, of: Amount, by: str | None, when: object, asks: str = "") -> Any:
        if not when:
            return self.total
        if by is not None:
            amount, rule = (of.amount if isinstance(of, Cited) else of), by
        else:
            if not isinstance(of, str | Cited):
                raise RulesError(
                    f"The step “{label}” has the amount {of} without a rule; name the rule that it follows."
                )
            amount, rule = of if isinstance(of, Cited) else self.reader.cited(of)
        self.total = replay(op, self.total, amount)
        self.steps.append(Step(label, op, amount, self.total, self.reader.cite(rule), asks))
        return self.total

    def start(self, label: str, of: Amount, by: str | None = None, *, when: object = True) -> Any:
        """Start the running value with the amount and return it."""
        return self._take("start", label, of, by, when)

    def add(self, label: str, of: Amount, by: str | None = None, *, when: object = True) -> Any:
        """Add the amount to the running value and return the new value."""
        return self._take("add", label, of, by, when)

    def subtract(self, label: str, of: Amount, by: str | None = None, *, when: object = True) -> Any:
        """Subtract the amount from the running value and return the new value."""
        return self._take("subtract", label, of, by, when)

    def times(self, label: str, of: Amount, by: str | None = None, *, when: object = True) -> Any:
        """Multiply the running value by the amount and return the new value."""
        return self._take("times", label, of, by, when)

    def divide(self, label: str, of: Amount, by: str | None = None, *, when: object = True) -> Any:
        """Divide the running value by the amount and return the new value."""
        return self._take("divide", label, of, by, when)

    def at_least(self, label: str, of: Amount, by: str | None = None, *, when: object = True) -> Any:
        """Raise the running value to the amount if it is lower, and return it."""
        return self._take("at_least", label, of, by, when)

    def at_most(self, label: str, of: Amount, by: str | None = None, *, when: object = True) -> Any:
        """Cut the running value to the amount if it is higher, and return it."""
        return self._take("at_most", label, of, by, when)

    def then(self, label: str, of: Amount, by: str | None = None, *, when: object = True, asks: str = "") -> Any:
        """Start a new line of reasoning: the amount becomes the running value, which is returned.

        of: a number, dice or a word. asks: the address of the question that gave the amount.
        """
        return self._take("then", label, of, by, when, asks)

    def pile(self, parts: Iterable[tuple[str, Number, str]]) -> None:
        """Add the steps of a separate sum: the first part starts the sum, the others are added.

        parts: the label, the amount and the rule of each part.
        """
        for place, part in enumerate(parts):
            self._take("add" if place else "start", *part, when=True)

    @property
    def whole(self) -> int:
        """The running value as a whole number; RulesError where it is none."""
        if not isinstance(self.total, int):
            raise RulesError(f"The running value is {self.total} where a whole number is wanted.")
        return self.total

    def stack(self, caption: str, axis: str, limit: Mark | None = None, name: str = "stack") -> Stack:
        """Return the contributions of the running sum, from its last start, as a picture."""
        first = max((i for i, step in enumerate(self.steps) if step.op in ("start", "then")), default=0)
        signs = {"start": 1, "then": 1, "add": 1, "subtract": -1}
        parts = [
            (s.label, s.amount * signs[s.op])
            for s in self.steps[first:]
            if s.op in signs and not isinstance(s.amount, str) and s.amount is not None
        ]
        return Stack(caption, axis, parts, limit, name)

    def note(self, label: str, rule: str, *, when: object = True, asks: str = "") -> None:
        """Add a rule that applies without a number as a note.

        asks: the address of the question that the note comes from.
        """
        if when:
            self.steps.append(Step(label, "note", None, self.total, self.reader.cite(rule), asks))

    def answer(
        self,
        value: T,
        *,
        headline: str,
        chance: Fraction | None = None,
        distribution: Distribution[Any] | None = None,
        exhibits: Iterable[Exhibit] = (),
        paper: Paper | None = None,
        to_roll: bool = False,
    ) -> Breakdown[T]:
        """Return the finished answer with its steps.

        exhibits: pictures; costly ones come from a generator, which is not run if no pictures are wanted.
        """
        pictures = tuple(exhibits) if self.reader.draws else ()
        return Breakdown(value, tuple(self.steps), headline, chance, distribution, pictures, paper, to_roll)

    def refuse(self, reason: str, rule: str, *, exhibits: Iterable[Exhibit] = ()) -> NoReturn:
        """End the working with a refusal: the reason, the rule and the steps that led to it."""
        raise Refused(Refusal(reason, self.reader.cite(rule), tuple(self.steps), tuple(exhibits)))

    def forbid(self, reason: str, rule: str, *, when: object) -> None:
        """End the working with a refusal if the condition is true.

        when: the condition under which the rule forbids the act.
        """
        if when:
            self.refuse(reason, rule)


def replay(op: str, value: Any, amount: Any) -> Any:
    """Return the running value after one step.

    This function is the only place where a step's arithmetic is done.
    """
    match op:
        case "start" | "then":
            return amount
        case "add":
            return exact(value + amount)
        case "subtract":
            return exact(value - amount)
        case "times":
            return exact(value * amount)
        case "divide":
            return exact(Fraction(value) / amount)
        case "at_least":
            return max(value, amount)
        case "at_most":
            return min(value, amount)
        case _:
            return value
