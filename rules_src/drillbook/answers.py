"""What an answer is made of: steps, a breakdown or a refusal, and what other readings would give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from drillbook.exact import Number

if TYPE_CHECKING:
    from drillbook.address import Address
    from drillbook.dice import Distribution
    from drillbook.exhibits import Exhibit
    from drillbook.questions import Spec
    from drillbook.rules import Ruleset

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the way to an answer.

    op: start, add, subtract, times, divide, at_least, at_most change the running value; then starts a new line of reasoning with
    its amount (a number, dice or a word); note only cites. amount is what the rule gave, value what stands after the step.
    """

    label: str
    op: str
    amount: Number | str | None
    value: Number | str | None
    rule: str


@dataclass(frozen=True, slots=True)
class Breakdown(Generic[T]):
    """An answer that a rule gives: a value (number, text, truth value or a flat dataclass of them) and how it came about.

    chance is the probability the headline is about, if it is about one; distribution gives every outcome's probability.
    """

    value: T
    steps: tuple[Step, ...]
    headline: str
    chance: Fraction | None = None
    distribution: Distribution[Any] | None = None
    exhibits: tuple[Exhibit, ...] = ()

    def flat(self) -> Any:
        """The value as plain data: a dict for a dataclass, else the value itself."""
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


@dataclass(frozen=True, slots=True)
class Otherwise:
    """What one other reading of one ruling would give."""

    ruling: str
    reading: str
    words: str
    headline: str
    value: Any
    differs: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """Everything about one question asked once."""

    address: Address
    spec: Spec
    ruleset: Ruleset
    inputs: Mapping[str, Any]
    outcome: Breakdown[Any] | Refusal
    consulted: tuple[str, ...]
    readings: Mapping[str, str]
    otherwise: tuple[Otherwise, ...] | None = None

    @property
    def refused(self) -> bool:
        """Whether a rule forbids what was asked."""
        return isinstance(self.outcome, Refusal)

    @property
    def headline(self) -> str:
        """The answer in one line."""
        return self.outcome.headline

    @property
    def title(self) -> str:
        """The question in words."""
        return self.spec.title
