"""The effect of another reading: the share of results that change.

The share is measured on a ruling's own examples.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from drillbook.asking.answers.ask import Answer, ask
from drillbook.asking.answers.results import Breakdown
from drillbook.asking.questions.registry import examples_of
from drillbook.maths.dice import Distribution
from drillbook.rules.entities import Ruling
from drillbook.rules.library import Library
from drillbook.rules.model import Ruleset


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example of a ruling: its answer under each reading, by letter.

    ours: the letter of the book's own reading.
    """

    answers: dict[str, Answer]
    ours: str

    @property
    def effect(self) -> Fraction:
        """The share of results that come out otherwise under the reading that changes most."""
        return max(share_of_changed(self.answers[self.ours], one) for one in self.answers.values())


def examples(ruling: Ruling, ruleset: Ruleset, lib: Library | None = None) -> list[Example]:
    """Return each worked example of a ruling, answered under every reading.

    The list is empty if the ruling's reading cannot be chosen.
    """
    found = []
    for address in examples_of(ruling, ruleset, lib) if ruling.free else ():
        link = f"{address}{'&' if '?' in address else '?'}ruling.{ruling.name}="
        answers = {letter: ask(f"{link}{letter}", lib=lib) for letter in ruling.readings}
        found.append(Example(answers, ruling.default))
    return found


def effect(worked: Iterable[Example]) -> Fraction:
    """Return the share of results that change in the example that changes most.

    The share is 0 if there are no examples.
    """
    return max((one.effect for one in worked), default=Fraction(0))


def share_of_changed(ours: Answer, theirs: Answer) -> Fraction:
    """Return the share of results that differ between two answers.

    With two distributions, the share is the total variation distance. Without them, it is the difference of the chances, if
    both answers have one. If that gives 0, the share is 1 if the headline or the value differs, else 0.
    """
    one, other = ours.outcome, theirs.outcome
    if not (isinstance(one, Breakdown) and isinstance(other, Breakdown)):
        return Fraction(int(ours.headline != theirs.headline))
    if one.distribution is not None and other.distribution is not None:
        share = _apart(one.distribution, other.distribution)
    else:
        share = abs(one.chance - other.chance) if one.chance is not None and other.chance is not None else Fraction(0)
    return share or Fraction(int((ours.headline, one.flat()) != (theirs.headline, other.flat())))


def _apart(one: Distribution[Any], other: Distribution[Any]) -> Fraction:
    """Half the sum of what the chances differ by: what must be moved to make one of the other."""
    outcomes = {**dict(one.items()), **dict(other.items())}
    return sum((abs(one[result] - other[result]) for result in outcomes), Fraction(0)) / 2
