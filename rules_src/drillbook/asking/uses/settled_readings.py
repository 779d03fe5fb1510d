"""A reading that an old link asks for and that can no longer be chosen.

Either its ruling is settled, or the reading has been ruled out.
"""

from __future__ import annotations

from dataclasses import dataclass

from drillbook.errors import AskError
from drillbook.rules.entities import Ruling


@dataclass(frozen=True, slots=True)
class SettledReading:
    """A ruling, and the letter of its reading that was asked for and cannot be chosen."""

    ruling: Ruling
    letter: str

    @property
    def sentence(self) -> str:
        """The sentence for the reader: which reading is taken, and what settles the point."""
        one = self.ruling
        if self.letter in one.retired:
            why = one.retired[self.letter]
            return f"“{one.ask}” has no reading {self.letter} any more, so that reading {one.default} is taken: {why}"
        return f"“{one.ask}” is settled as reading {one.default}, not {self.letter}: {one.settled_by}"


class CannotBeChosen(AskError):
    """The error for a reading that can no longer be chosen; the message is its sentence.

    It is raised if only readings that can be chosen are accepted.
    """

    def __init__(self, overruled: SettledReading) -> None:
        super().__init__(overruled.sentence)
        self.overruled = overruled
