"""The house rules that a link to a ruleset's rulings carries.

They are a group's house rules, shown beside the book's own rulings and the reader's house rules.
"""

from __future__ import annotations

from dataclasses import dataclass

from drillbook import AskError, decode
from drillbook.asking.uses.house_rules import REGISTER, departing_readings, settled_sentences
from drillbook.errors import quoted
from drillbook.rules.model import Ruleset


@dataclass(frozen=True, slots=True)
class Theirs:
    """One house rule that a link brings."""

    id: str
    name: str
    ask: str
    letter: str
    words: str
    ours: str


@dataclass(frozen=True, slots=True)
class Brought:
    """The house rules of a link.

    theirs: the house rules. settled: sentences about those that can no longer be chosen. complaint: what of the link
    cannot be read.
    """

    theirs: tuple[Theirs, ...] = ()
    settled: tuple[str, ...] = ()
    complaint: str = ""


def brought(ruleset: Ruleset, query: str) -> Brought:
    """Return the house rules in the query of an address."""
    try:
        written = decode(f"{ruleset.short}/{REGISTER}?{query}")
    except AskError as problem:
        return Brought(complaint=str(problem))
    readings, complaints = departing_readings(ruleset, written.readings)
    odd = [f"This page takes readings such as ruling.NAME=B; it has no {quoted(name)}." for name in written.inputs]
    found = []
    for name, letter in readings.items():
        ruling = ruleset.ruling(name)
        found.append(Theirs(ruling.id, name, ruling.ask, letter, ruling.readings[letter], ruling.default))
    vain = tuple(settled_sentences(ruleset, written.readings).values())
    unread = [one for one in complaints if one not in vain]
    return Brought(tuple(found), vain, " ".join((*unread, *odd[:1])))
