"""What a chapter tells at a glance: the tables one needs in play, and the questions that people ask at a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Asked:
    """A question from the table and its answer, whose numbers are placeholders (`{reaction.cover-cap}`) of the rules it cites."""

    question: str
    answer: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Short:
    """What a chapter's short.toml holds; `tables` are the keys of the rules that show them, `dropped` the questions of a parent's
    that a layer does not take over."""

    tables: tuple[str, ...] = ()
    asked: tuple[Asked, ...] = ()
    dropped: tuple[str, ...] = ()

    def above(self, inherited: Short, now: Callable[[str], str | None]) -> Short:
        """This one before what a layer inherits.

        now: the id of the rule that a key stands for now, if there is one; what stands on a rule that is gone goes with it.
        """
        own, shown = {*self.dropped, *(one.question for one in self.asked)}, {now(key) for key in self.tables}
        kept = tuple(one for one in inherited.asked if one.question not in own and all(map(now, one.rules)))
        tables = tuple(key for key in inherited.tables if now(key) not in {None, *shown})
        return Short((*self.tables, *tables), (*self.asked, *kept), self.dropped)
