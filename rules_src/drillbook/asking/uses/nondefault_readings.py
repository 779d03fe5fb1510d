"""The readings of an answer that are not the book's own, and the answer with the book's own."""

from __future__ import annotations

from dataclasses import dataclass

from drillbook.asking.answers.ask import Answer, answer
from drillbook.errors import AskError
from drillbook.rules.entities import Ruling


@dataclass(frozen=True, slots=True)
class Departure:
    """One reading that is not the book's own: its ruling and its letter."""

    ruling: Ruling
    letter: str

    @property
    def words(self) -> str:
        """What the reading says."""
        return self.ruling.readings[self.letter]

    @property
    def title(self) -> str:
        """The ruling's name as it reads in a sentence."""
        return self.ruling.name.replace("-", " ")

    @property
    def named(self) -> str:
        """What is departed from: `reading C of`, or `option` where an optional rule is in use."""
        return "option" if self.ruling.kind == "option" else f"reading {self.letter} of"


def departures(found: Answer) -> tuple[Departure, ...]:
    """Return the readings of an answer's address that differ from the defaults, in its order."""
    here = [found.ruleset.reading_here(*chosen) for chosen in found.address.readings.items()]
    chosen = [Departure(found.ruleset.ruling(name), letter) for name, letter in here]
    return tuple(one for one in chosen if one.letter != one.ruling.default)


def usually(found: Answer) -> str:
    """Return the headline of the same inputs with every reading the book's own.

    Returns an empty text if the inputs do not fit the book's readings.
    """
    try:
        return answer(found.spec, found.ruleset, found.inputs, {}).headline
    except AskError:
        return ""
