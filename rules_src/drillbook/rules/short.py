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
    """What a chapter's short.toml holds; `tables` are the keys of the rules that show them."""

    tables: tuple[str, ...] = ()
    asked: tuple[Asked, ...] = ()

    def above(self, inherited: Short, there: Callable[[str], bool]) -> Short:
        """This one before what a layer inherits; what stands on a rule that is no longer `there` is gone with it."""
        own = {one.question for one in self.asked}
        kept = tuple(one for one in inherited.asked if one.question not in own and all(map(there, one.rules)))
        tables = tuple(key for key in inherited.tables if key not in self.tables and there(key))
        return Short((*self.tables, *tables), (*self.asked, *kept))
