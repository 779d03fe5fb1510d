"""The search within an answering process: the words of each ruleset and their lookup.

The words of a ruleset are collected when the site is warm or by the first search that needs them, and collected again
if one of the ruleset's notebooks or a rules file changes. Collecting takes a moment per ruleset. A search that still
has too much to collect says so, and the page asks again.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from drillbook import library
from drillbook.rules.entities import EMPTY
from drillbook.rules.remembered import remembered
from drillbook.search.finder import Finder
from drillbook.search.form import Form
from drillbook.search.hits import KINDS, Hit

MOST_HITS = 12
GATHER_SECONDS = 1.0
"""So much of the processor's time one call spends on gathering words, beyond what it has begun."""
LOOK_SECONDS = 2.0
"""How long the notebooks count as unchanged."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The content that a search may find: readable chapters with their notebooks' change times."""

    chapters: tuple[tuple[str, int], ...]

    def of(self, short: str) -> tuple[tuple[str, int], ...]:
        """Those of one ruleset."""
        return tuple(one for one in self.chapters if one[0].startswith(f"{short}/"))

    @property
    def shorts(self) -> tuple[str, ...]:
        """The rulesets that have any."""
        return tuple(dict.fromkeys(name.partition("/")[0] for name, _ in self.chapters))


State = dict[str, tuple[tuple[str, int], ...]]


@dataclass(frozen=True, slots=True)
class Gathered:
    """The words that are there, and of what they were gathered."""

    finder: Finder = field(default_factory=lambda: Finder((), library()))
    of: State = field(default_factory=dict)


@remembered()
def gathered_words() -> Gathered:
    """Return the collected words of this process.

    The words are cached; as with every cached function, they are forgotten when the rules files have changed.
    """
    return Gathered()


def gather_search_words(
    wanted: Wanted, seconds: float = GATHER_SECONDS, forms: Mapping[str, Sequence[Form]] = EMPTY
) -> bool:
    """Collect the words of the rulesets that lack them, and return whether all are done.

    At least one ruleset is collected. seconds: the processor time after which no further ruleset is begun. forms: the
    stored forms of questions by ruleset, if there are any.
    """
    there, began, one = gathered_words(), time.process_time(), False
    for short in wanted.shorts:
        state = wanted.of(short)
        if there.of.get(short) == state:
            continue
        if one and time.process_time() - began > seconds:
            return False
        one = True
        # a layer that takes a parent's chapter over leads to it there
        written = frozenset(name for name, _ in wanted.chapters)
        there.finder.add(library().find(short), library(), written, forms.get(short))
        there.of[short] = state
    return True


def search_hits(
    wanted: Wanted,
    text: str,
    ruleset: str,
    seconds: float = GATHER_SECONDS,
    forms: Mapping[str, Sequence[Form]] = EMPTY,
) -> list[Hit] | None:
    """Return the hits of a search, or None while the words are still being collected.

    ruleset: the ruleset to search, or empty for all rulesets. forms: as for `gather_search_words`.
    """
    if not gather_search_words(wanted, seconds, forms):
        return None
    return gathered_words().finder.search(text, ruleset or None, MOST_HITS)


def hits_told(hits: Iterable[Hit]) -> list[dict[str, Any]]:
    """Return hits as data for a page."""
    return [
        {**hit.data(), "chapter": hit.chapter, "says": KINDS[hit.kind], "rulings": " ".join(hit.rulings)}
        for hit in hits
    ]
