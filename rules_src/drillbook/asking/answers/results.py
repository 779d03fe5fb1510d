"""What a question gives back: steps, and a breakdown or a refusal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from drillbook.maths.exact import Number

if TYPE_CHECKING:
    from drillbook.asking.exhibits.charts import Exhibit
    from drillbook.asking.exhibits.handouts import Paper
    from drillbook.maths.dice import Distribution

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the way to an answer.

    op: start, add, subtract, times, divide, at_least and at_most change the running value; then starts a new line of
    reasoning with its amount (a number, dice or a word); note only cites a rule.
    amount: what the rule gave. value: the running value after the step.
    asks: the address of another question whose answer the step takes over.
    """

    label: str
    op: str
    amount: Number | str | None
    value: Number | str | None
    rule: str
    asks: str = ""


@dataclass(frozen=True, slots=True)
class Breakdown(Generic[T]):
    """An answer that a rule gives: a value and the steps that led to it.

    value: a number, a text, a truth value or a flat dataclass of them.
    chance: the probability that the headline is about, if there is one. distribution: the probability of every outcome.
    paper: the sheet on which the answer is printed, if it has its own.
    to_roll: whether the case is too large for an exact count, so that only a simulation with dice gives an answer.
    """

    value: T
    steps: tuple[Step, ...]
    headline: str
    chance: Fraction | None = None
    distribution: Distribution[Any] | None = None
    exhibits: tuple[Exhibit, ...] = ()
    paper: Paper | None = None
    to_roll: bool = False

    def flat(self) -> Any:
        """Return the value as plain data: a dict for a dataclass, else the value itself."""
        if is_dataclass(self.value) and not isinstance(self.value, type):
            return {item.name: getattr(self.value, item.name) for item in fields(self.value)}
        return self.value


@dataclass(frozen=True, slots=True)
class Refusal:
    """A rule says no: the reason in words and the rule."""

    reason: str
    rule: str
    steps: tuple[Step, ...] = ()
    exhibits: tuple[Exhibit, ...] = ()

    @property
    def headline(self) -> str:
        """The reason is the headline."""
        return self.reason


class Refused(Exception):
    """Inside a question a rule's no ends the working; ask() turns it into the answer."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.refusal = refusal


def attempt(work: Callable[[], T]) -> T | Refusal:
    """Return the result of the work, or the refusal of a rule."""
    try:
        return work()
    except Refused as no:
        return no.refusal
