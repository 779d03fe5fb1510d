"""The printed side of an answer: a sheet to tick and to write on at the table.

The sheets are data only; printers lay them out.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PaperLine:
    """One line of a sheet: its words, what is needed of it, its tick boxes and its amount.

    boxes: how many boxes to tick are printed before the line.
    """

    words: str
    detail: str = ""
    boxes: int = 0
    amount: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Lines under one heading.

    blanks: the headings of columns that are left free to write in.
    """

    heading: str
    entries: Sequence[PaperLine]
    blanks: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Paper:
    """A whole sheet."""

    title: str
    groups: Sequence[Group]
