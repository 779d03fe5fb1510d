"""The parts of a chapter at a glance: tables for play, and questions asked at a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from drillbook.rules.entities import EMPTY

LOST_READING = "-"
"""Stands for the letter of a reading that a layer has lost."""


@dataclass(frozen=True, slots=True)
class TableQuestion:
    """A question from the table and its answer.

    The numbers of the answer are placeholders (`{reaction.cover-cap}`) of the rules that it cites.
    rulings: the rulings that the answer depends on, each with the letter that the answer uses; empty for the default of the
    ruleset that asks. under: the whole answer under another reading, by `ruling=letter`.
    """

    question: str
    answer: str
    rules: tuple[str, ...]
    rulings: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    under: Mapping[str, str] = field(default_factory=lambda: EMPTY)


@dataclass(frozen=True, slots=True)
class Short:
    """The content of a chapter's short.toml.

    `tables` are the keys of the rules that show the tables. `dropped` are the parent's questions that a layer does not take
    over.
    """

    tables: tuple[str, ...] = ()
    asked: tuple[TableQuestion, ...] = ()
    dropped: tuple[str, ...] = ()

    def above(
        self,
        inherited: Short,
        now: Callable[[str], str | None],
        taken: Callable[[TableQuestion], TableQuestion] = lambda one: one,
    ) -> Short:
        """Return this content followed by what a layer inherits.

        now: the id of the rule that a key means now, or None; whatever depends on a rule that is gone is left out.
        taken: gives an inherited question the layer's names and letters of its rulings.
        """
        own, shown = {*self.dropped, *(one.question for one in self.asked)}, {now(key) for key in self.tables}
        kept = tuple(taken(one) for one in inherited.asked if one.question not in own and all(map(now, one.rules)))
        tables = tuple(key for key in inherited.tables if now(key) not in {None, *shown})
        return Short((*self.tables, *tables), (*self.asked, *kept), self.dropped)
