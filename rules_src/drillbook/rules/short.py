"""What a chapter tells at a glance: the tables one needs in play, and the questions that people ask at a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from drillbook.rules.entities import EMPTY

LOST_READING = "-"
"""Stands for the letter of a reading that a layer has lost."""


@dataclass(frozen=True, slots=True)
class TableQuestion:
    """A question from the table and its answer, whose numbers are placeholders (`{reaction.cover-cap}`) of the rules it cites.

    rulings: those that it hangs on, each with the letter that the answer goes by, nothing where that is the default of the ruleset
    that asks. under: the whole answer under another reading, by `ruling=letter`.
    """

    question: str
    answer: str
    rules: tuple[str, ...]
    rulings: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    under: Mapping[str, str] = field(default_factory=lambda: EMPTY)


@dataclass(frozen=True, slots=True)
class Short:
    """What a chapter's short.toml holds; `tables` are the keys of the rules that show them, `dropped` the questions of a parent's
    that a layer does not take over."""

    tables: tuple[str, ...] = ()
    asked: tuple[TableQuestion, ...] = ()
    dropped: tuple[str, ...] = ()

    def above(
        self,
        inherited: Short,
        now: Callable[[str], str | None],
        taken: Callable[[TableQuestion], TableQuestion] = lambda one: one,
    ) -> Short:
        """This one before what a layer inherits.

        now: the id of the rule that a key stands for now, if there is one; what stands on a rule that is gone goes with it.
        taken: an inherited question with the layer's names and letters of its rulings.
        """
        own, shown = {*self.dropped, *(one.question for one in self.asked)}, {now(key) for key in self.tables}
        kept = tuple(taken(one) for one in inherited.asked if one.question not in own and all(map(now, one.rules)))
        tables = tuple(key for key in inherited.tables if now(key) not in {None, *shown})
        return Short((*self.tables, *tables), (*self.asked, *kept), self.dropped)
