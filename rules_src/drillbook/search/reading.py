"""A search as a ruleset understands it: each word with what it may mean.

Synonyms and misspellings are included.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from drillbook.rules.model import Ruleset
from drillbook.search.index import Index
from drillbook.search.words import AGAINST, EMPTY_STEMS, EMPTY_WORDS, MOST, NEGATIONS, Token, stems, tokens

Phrase = tuple[str, ...]
LONGEST_SYNONYM = 4
"""Words that somebody types for one thing."""
SHORTEST_BEGINNING = 2
LIGHT, UNKNOWN = 0.7, 2.5
"""What a word weighs that says little, and one that stands nowhere in the book."""
LIGHT_WORDS = frozenset(
    "far use used make makes come comes take takes kind thing good best chance chances odds".split()
)


@dataclass(frozen=True)
class SearchTerm:
    """A word or several that mean one thing, or a number.

    phrases: what the term may mean, as stems. loose: those phrases that only begin with the typed letters.
    denied: whether a negation comes before it. after: whether it follows a word such as against.
    empty: whether it says nothing by itself.
    """

    text: str
    phrases: tuple[Phrase, ...] = ()
    loose: frozenset[Phrase] = frozenset()
    number: Fraction | None = None
    unit: str = ""
    denied: bool = False
    after: bool = False
    weight: float = 0.0
    empty: bool = False

    @cached_property
    def all_stems(self) -> frozenset[str]:
        """Every stem of every phrase."""
        return frozenset(one for phrase in self.phrases for one in phrase)

    def covers(self, named: frozenset[str]) -> float:
        """How much of the words that name something it says."""
        told = [one for one in named if one not in EMPTY_STEMS]
        return len(self.all_stems & set(told)) / len(told) if told else 1.0

    def within(self, found: frozenset[str] | set[str]) -> float:
        """Return how well the term is contained in a set of stems.

        The value is 1 for one of its phrases, less for a phrase that it only begins, and 0 for none.
        """
        best = 0.0
        for phrase in self.phrases:
            if all(one in found for one in phrase):
                best = max(best, 0.8 if phrase in self.loose else 1.0)
        return best


class QueryReader:
    """Reads what is typed for one ruleset, with its synonyms and its glossary's spellings."""

    def __init__(self, ruleset: Ruleset, index: Index) -> None:
        self.index = index
        self.synonyms = _synonyms(ruleset)

    def read(self, text: str, elsewhere: Callable[[str], bool]) -> list[SearchTerm]:
        """Return the terms of a search, in order.

        elsewhere: whether a stem is a word of another ruleset, so that it does not count as misspelt.
        """
        typed = tokens(text)
        ended = bool(text) and not (text[-1].isalnum())
        found: list[SearchTerm] = []
        denied = after = False
        at = 0
        while at < len(typed) and len(found) < MOST:
            token = typed[at]
            if token.text in NEGATIONS and at + 1 < len(typed):
                denied, at = True, at + 1
                continue
            if token.text in AGAINST and found:
                after = True
            taken, phrases = self._synonym(typed, at)
            last = at + taken == len(typed) and not ended
            piece = self._piece(typed[at : at + taken], phrases, last, denied, after, elsewhere)
            found.append(piece)
            denied = denied and piece.empty
            at += taken
        return found

    def _synonym(self, typed: list[Token], at: int) -> tuple[int, tuple[Phrase, ...]]:
        """How many of the words from there on are a synonym, and of what; else one and nothing."""
        for length in range(min(LONGEST_SYNONYM, len(typed) - at), 0, -1):
            words = typed[at : at + length]
            key = tuple(one.stem for one in words)
            if any(one.number is not None and one.text.isdigit() for one in words):
                continue
            if key in self.synonyms and (length > 1 or words[0].text not in EMPTY_WORDS):
                return length, self.synonyms[key]
        return 1, ()

    def _piece(
        self,
        typed: list[Token],
        more: tuple[Phrase, ...],
        last: bool,
        denied: bool,
        after: bool,
        elsewhere: Callable[[str], bool],
    ) -> SearchTerm:
        token, text = typed[0], " ".join(one.text for one in typed)
        if token.number is not None and not more and len(typed) == 1:
            numbered: tuple[Phrase, ...] = ((token.stem,),) if self.index.knows(token.stem) else ()
            return SearchTerm(
                text, numbered, number=token.number, unit=token.unit, after=after, weight=1.5, empty=token.unit != ""
            )
        own = tuple(one.stem for one in typed)
        phrases = (own, *more)
        loose: set[Phrase] = set()
        word = token.text
        if len(typed) == 1 and not more and word in EMPTY_WORDS:
            return SearchTerm(text, (own,), empty=True, after=after, denied=denied)
        if len(typed) == 1:
            if last and len(word) >= SHORTEST_BEGINNING and word not in EMPTY_WORDS:
                loose |= {(one,) for one in self.index.endings(word) if one != own[0]}
                if own[0] != word:
                    loose |= {(one,) for one in self.index.endings(own[0]) if one != own[0]}
            if not self.index.knows(own[0]) and not loose and not more and not elsewhere(own[0]):
                phrases = (*phrases, *self.index.meant(word))
        phrases = tuple(dict.fromkeys((*phrases, *sorted(loose))))
        known = [phrase for phrase in phrases if all(map(self.index.knows, phrase))]
        weights = [max(map(self.index.weight, phrase)) for phrase in known if phrase not in loose]
        weights = weights or [max(map(self.index.weight, phrase)) for phrase in known]
        weight = LIGHT if word in LIGHT_WORDS else min(weights, default=UNKNOWN)
        return SearchTerm(
            text, phrases, frozenset(loose), denied=denied, after=after, weight=weight * len(typed) ** 0.5
        )


def _synonyms(ruleset: Ruleset) -> Mapping[Phrase, tuple[Phrase, ...]]:
    """Return the phrases that typed words can mean, by the stems of the words.

    They come from the ruleset's own synonyms, the other spellings of its words, and names of several words.
    """
    found: dict[Phrase, list[Phrase]] = {}

    def add(typed: str, names: Iterable[str]) -> None:
        key = tuple(stems(typed))
        for name in names:
            phrase = tuple(stems(name))
            if key and phrase and phrase != key:
                found.setdefault(key, []).append(phrase)

    def whole(name: str) -> None:
        key = tuple(stems(name))
        if len(key) > 1:
            found.setdefault(key, [])

    for name in (rule.name for rule in ruleset.rules.values() if rule.essential):
        whole(name)
    for typed, names in ruleset.synonyms.items():
        add(typed, names)
    for name, term in ruleset.terms.items():
        whole(name)
        for form in term.spellings:
            if tuple(stems(form)) != tuple(stems(name)):
                add(form, [name])
    return {key: tuple(dict.fromkeys(phrases)) for key, phrases in found.items()}
