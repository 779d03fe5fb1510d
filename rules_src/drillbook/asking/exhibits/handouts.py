"""What an answer is good for on paper: a sheet to tick and to write on at the table. Data only; printers lay it out."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PaperLine:
    """One line of a sheet: what it is, what one needs of it, how many boxes stand before it to be ticked, its amount."""

    words: str
    detail: str = ""
    boxes: int = 0
    amount: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Lines under one heading; blanks are the headings of columns that are left free to be written in."""

    heading: str
    entries: Sequence[PaperLine]
    blanks: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Paper:
    """A whole sheet."""

    title: str
    groups: Sequence[Group]
