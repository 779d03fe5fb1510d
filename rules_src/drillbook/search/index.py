"""The words of one ruleset, ready for a search.

The module has SQLite's full-text search over the ruleset's entries, the weight of each word by its rarity, and the
meaning of misspelt words.
"""

from __future__ import annotations

import bisect
import difflib
import math
import re
import sqlite3
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from drillbook.search.entries import SearchEntry
from drillbook.search.words import EMPTY_STEMS, plain, stem, stems

MOST_CANDIDATES = 160
LIKE = 0.74
"""From 0 to 1: how like a word of the book a misspelt one must be to be taken for it."""
SHORTEST_MISSPELT = 4
MOST_ENDINGS = 12
"""Words that the beginning of a word is taken for."""
WEIGHTS = (8.0, 3.0, 1.0)
"""What a word counts in a title, among the other words of an entry, and in its text, where SQLite ranks."""
_WORD = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True, slots=True)
class IndexedEntry:
    """An entry with the stems that it is found by."""

    entry: SearchEntry
    title: frozenset[str]
    words: frozenset[str]
    body: frozenset[str]
    told: int
    """How many telling words its title has."""


class Index:
    """The entries of one ruleset, ready to be searched; more words are those of its forms."""

    def __init__(self, entries: Iterable[SearchEntry], more: Iterable[str] = ()) -> None:
        self.shelved: list[IndexedEntry] = []
        self._counted: Counter[str] = Counter()
        spelt: Counter[str] = Counter()
        self._base = sqlite3.connect(":memory:", check_same_thread=False)
        self._base.execute("CREATE VIRTUAL TABLE entry USING fts5(title, words, body, tokenize='unicode61')")
        for number, entry in enumerate(entries):
            parts = [stems(part) for part in (entry.title, entry.words, entry.body)]
            self._base.execute("INSERT INTO entry(rowid, title, words, body) VALUES (?, ?, ?, ?)",
                               (number, *(" ".join(part) for part in parts)))  # fmt: skip
            sets = [frozenset(part) for part in parts]
            if entry.kind == "question":  # its name is as good as its title
                sets[0] |= frozenset(stems(entry.address.partition("/")[2].replace("-", " ")))
            told = len([one for one in dict.fromkeys(parts[0]) if one not in EMPTY_STEMS])
            self.shelved.append(IndexedEntry(entry, sets[0], sets[1], sets[2], told))
            self._counted.update(sets[0] | sets[1] | sets[2])
            for text in (entry.title, entry.words, entry.body):
                spelt.update(_WORD.findall(plain(text)))
        for text in more:
            self._counted.update(set(stems(text)))
            spelt.update(_WORD.findall(plain(text)))
        self._spelt = spelt
        self._base.execute("CREATE VIRTUAL TABLE word USING fts5(spelt, tokenize='trigram')")
        self._base.executemany("INSERT INTO word(spelt) VALUES (?)", [(word,) for word in sorted(spelt)])
        self._base.commit()

    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(self._counted)

    def knows(self, one: str) -> bool:
        """Return whether a stem appears anywhere in the ruleset."""
        return one in self._counted

    def weight(self, one: str) -> float:
        """How telling a stem is: the rarer, the more; from about 1 to 5."""
        count = self._counted.get(one, 0)
        return 1.0 + min(4.0, math.log(max(len(self.shelved), 1) / (count + 1)) * 0.6) if count else 3.0

    def endings(self, beginning: str) -> list[str]:
        """Return the stems that begin with the given letters, the most frequent first.

        The result has at most MOST_ENDINGS stems.
        """
        at = bisect.bisect_left(self._sorted, beginning)
        found = []
        for one in self._sorted[at : at + 200]:
            if not one.startswith(beginning):
                break
            found.append(one)
        return sorted(found, key=lambda one: -self._counted[one])[:MOST_ENDINGS]

    def meant(self, word: str) -> list[tuple[str, ...]]:
        """Return what an unknown word may mean, as stems: one known word, or two run together.

        The result has at most two possibilities.
        """
        if len(word) < SHORTEST_MISSPELT or not word.isalpha():
            return []
        for at in range(3, len(word) - 2):
            left, right = word[:at], word[at:]
            if self._spelt[left] > 1 and self._spelt[right] > 1:
                return [(stem(left), stem(right))]
        pieces = {word[at : at + 3] for at in range(len(word) - 2)}
        query = " OR ".join(f'"{piece}"' for piece in sorted(pieces))
        rows = self._base.execute(
            "SELECT spelt FROM word WHERE word MATCH ? ORDER BY rank LIMIT 60", (query,)
        ).fetchall()
        rated = sorted(((_likeness(word, one), self._spelt[one], one) for (one,) in rows), reverse=True)
        good = [(like, one) for like, _, one in rated if like >= LIKE]
        best = good[0][0] if good else 0.0
        near: list[tuple[str, ...]] = [(stem(one),) for like, one in good if like >= best - 0.04]
        return list(dict.fromkeys(near))[:2]

    def candidates(self, phrases: Iterable[tuple[str, ...]]) -> list[int]:
        """Return the numbers of the entries that hold any of these phrases of stems.

        The result has at most MOST_CANDIDATES entries, those that SQLite ranks highest (BM25).
        """
        clean = [[re.sub(r"\W", "", one) for one in phrase] for phrase in phrases]
        parts = dict.fromkeys('"' + " ".join(phrase) + '"' for phrase in clean if all(phrase))
        if not parts:
            return []
        weights = ", ".join(map(str, WEIGHTS))
        found = self._base.execute(
            f"SELECT rowid FROM entry WHERE entry MATCH ? ORDER BY bm25(entry, {weights}) LIMIT ?",
            (" OR ".join(parts), MOST_CANDIDATES),
        )
        return [number for (number,) in found]


def _likeness(one: str, other: str) -> float:
    """Return how similar two spellings are.

    The same first letter and the same letters in another order raise the value. It is 0 if the lengths differ by more than
    3.
    """
    if abs(len(one) - len(other)) > 3:
        return 0.0
    like = difflib.SequenceMatcher(None, one, other).ratio()
    swapped = sorted(one) == sorted(other)
    return like + (0.03 if one[0] == other[0] else -0.06) + (0.08 if swapped else 0.0)
