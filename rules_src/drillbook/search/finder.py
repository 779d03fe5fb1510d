"""The search itself, in every ruleset at once or in one; the best hits come first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from drillbook.asking.answers.ask import ask
from drillbook.asking.questions.registry import Spec, find_question
from drillbook.errors import AskError
from drillbook.rules.library import Library, library
from drillbook.rules.model import Ruleset
from drillbook.rules.remembered import remembered
from drillbook.search.entries import search_entries
from drillbook.search.form import Form, forms_of
from drillbook.search.forms import Forms
from drillbook.search.hits import Hit
from drillbook.search.index import Index, IndexedEntry
from drillbook.search.reading import QueryReader, SearchTerm
from drillbook.search.situations import (
    FilledForm,
    applicable_values,
    filled_address,
    filled_forms,
    left_out,
    understood_line,
)
from drillbook.search.words import EMPTY_STEMS

MOST_HITS = 12
ANSWERED_HITS = 5
"""So many hits that are questions are answered."""
IN_TITLE, IN_WORDS, IN_BODY = 1.0, 0.72, 0.6
"""What a word counts that stands in a title, among the other words of an entry, or in its text."""
EXACT = 0.16
"""What a title counts more that says nothing else."""
GLOSSARY_WEIGHT = 0.21
"""What a word of the glossary counts more that was typed whole: what it means comes first."""
INPUT_WEIGHT = 0.03
"""What each input counts more that was set, and how much what was lost counts less."""
LOST_WEIGHT = 0.12
LONE = 0.1
"""What a question counts less of which a single thing was said and nothing else."""
NAME_WEIGHT = 0.14
"""What a question counts more whose own name was typed."""
LEAST_SCORE = 0.28
FAR_BEHIND = 0.45
"""A hit whose score is less than this share of the best one's is left out."""
LONGEST_SNIPPET = 180


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something found that is not yet made into a hit.

    score: how well it fits. known: what identifies it. tell: makes the hit.
    """

    score: float
    known: str
    tell: Callable[[], Hit | None]


class Searcher:
    """One ruleset, ready to be searched.

    forms: the forms of its questions, if they are stored; else each question is imported for its form.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        lib: Library,
        written: frozenset[str] | None = None,
        forms: Sequence[Form] | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.forms = Forms(forms_of(ruleset, lib) if forms is None else forms)
        self.index = Index(search_entries(ruleset, self.forms.all, written), self.forms.spoken())
        self.reader = QueryReader(ruleset, self.index)
        self._lib = lib
        self._forms = {form.name: form for form in self.forms.all}
        self._granted: dict[str, str] = {}
        self._of_question = {
            _name(one.entry.address): one for one in self.index.shelved if one.entry.kind == "question"
        }

    def find(self, text: str, elsewhere: Callable[[str], bool]) -> list[Candidate]:
        """Return what a search finds, in no order.

        elsewhere: whether a stem is known to another ruleset, so that it does not count as misspelt.
        """
        pieces = self.reader.read(text, elsewhere)
        whole = sum(piece.weight for piece in pieces)
        if not whole:
            return []
        found: dict[str, Candidate] = {}
        for score, filled in self._situations(pieces, whole):
            if score >= LEAST_SCORE:
                found[filled.form.name] = Candidate(score, "", partial(self._filled, filled, pieces, score))
        for shelved in self._candidates(pieces):
            entry = shelved.entry
            score = entry.weight * _fit(shelved, pieces, whole)
            name = f"{entry.kind} {entry.known or entry.address}"
            if entry.kind == "question":
                name = _name(entry.address)
                score += NAME_WEIGHT * self._forms[name].called(_said(pieces))
            if score >= LEAST_SCORE and (name not in found or found[name].score < score):
                found[name] = Candidate(score, f"{entry.kind} {entry.known}" if entry.known else "",
                                    partial(self._placed, shelved, pieces, score))  # fmt: skip
        return list(found.values())

    def _candidates(self, pieces: Sequence[SearchTerm]) -> list[IndexedEntry]:
        wanted = [phrase for piece in pieces if not piece.empty for phrase in piece.phrases]
        return [self.index.shelved[number] for number in self.index.candidates(wanted)]

    def _situations(self, pieces: Sequence[SearchTerm], whole: float) -> Iterable[tuple[float, FilledForm]]:
        """Yield the forms that understand something, each with its score.

        The words of a form's question count as understood too.
        """
        known = sum(piece.weight for piece in pieces if piece.number is None and self._knows(piece))
        for filled in filled_forms(self.forms, pieces):
            shelved = self._of_question.get(filled.form.name)
            if shelved is None:
                continue
            for at, piece in enumerate(pieces):
                if filled.understood.get(at, 0.0) < 1 and not piece.empty and piece.number is None:
                    share = max(IN_TITLE * piece.within(shelved.title), IN_WORDS * piece.within(shelved.words))
                    filled.understood[at] = max(share, filled.understood.get(at, 0.0))
            understood = _understood(filled, pieces, known)
            called = filled.form.called(_said(pieces))
            score = shelved.entry.weight * understood / whole + INPUT_WEIGHT * min(
                3, len(filled.chosen) + (called == 1)
            )
            lone = LONE if len(filled.chosen) == 1 and len(filled.understood) == 1 else 0.0
            yield score + NAME_WEIGHT * called - lone, filled

    def _knows(self, piece: SearchTerm) -> bool:
        """Return whether a word, or what it may mean, appears anywhere in the ruleset."""
        return any(all(map(self.index.knows, phrase)) for phrase in piece.phrases)

    def _filled(self, filled: FilledForm, pieces: Sequence[SearchTerm], score: float) -> Hit | None:
        """Return a question filled with what was understood; None if nothing of that applies."""
        spec = self._spec(filled.form.name)
        try:
            applied = applicable_values(spec, self.ruleset, filled.chosen)
        except AskError:
            return None
        if applied is None:
            return None
        kept, values = applied
        score -= LOST_WEIGHT * len(filled.chosen.keys() - kept.keys())
        shelved = self._of_question[spec.name]
        without = left_out(filled, pieces, kept, frozenset(shelved.title))
        line, chapter = understood_line(spec, self.ruleset, kept, values, without), shelved.entry.chapter
        where = filled_address(spec, self.ruleset, kept)
        return Hit("question", spec.title, where, self.ruleset.short, line, chapter, None, round(score, 4), True)

    def _placed(self, shelved: IndexedEntry, pieces: Sequence[SearchTerm], score: float) -> Hit:
        """Return a place of the book as a hit, with the part of its text that fits the search."""
        entry = shelved.entry
        snippet = _snippet(entry.body, pieces) if entry.body != entry.title else ""
        if entry.kind == "question":
            snippet = self._as_it_stands(_name(entry.address))
        title, short = _snippet(entry.title, pieces), self.ruleset.short
        return Hit(
            entry.kind,
            title,
            entry.address,
            short,
            snippet,
            entry.chapter,
            None,
            round(score, 4),
            rulings=entry.rulings,
        )

    def _spec(self, name: str) -> Spec:
        return find_question(self.ruleset, name, self._lib)

    def _as_it_stands(self, name: str) -> str:
        """Return what a question takes for granted if its form is left unchanged."""
        if name not in self._granted:
            spec = self._spec(name)
            usual = spec.settle(self.ruleset, spec.defaults(self.ruleset))
            self._granted[name] = understood_line(spec, self.ruleset, {}, usual)
        return self._granted[name]


def _understood(filled: FilledForm, pieces: Sequence[SearchTerm], known: float) -> float:
    """Return how much of the typed words a form understands, by weight.

    A number counts for nothing if most words are not understood. known: the weight of the words that appear anywhere.
    """
    weights = {at: pieces[at].weight * share for at, share in filled.understood.items()}
    words = sum(weight for at, weight in weights.items() if pieces[at].number is None)
    return sum(weights.values()) if words >= known / 2 else words


def _said(pieces: Sequence[SearchTerm]) -> frozenset[str]:
    """Return the stems of what was typed, without those that a word only begins."""
    said = (phrase for piece in pieces if not piece.empty for phrase in piece.phrases if phrase not in piece.loose)
    return frozenset(one for phrase in said for one in phrase)


def _name(address: str) -> str:
    return address.partition("/")[2].partition("?")[0]


def _fit(shelved: IndexedEntry, pieces: Sequence[SearchTerm], whole: float) -> float:
    """How much of what was typed an entry holds, from 0 to about 1.2."""
    found, titled = 0.0, set[str]()
    for piece in pieces:
        if piece.empty or not piece.phrases:
            continue
        in_title = piece.within(shelved.title)
        share = IN_TITLE * in_title
        if share < IN_TITLE:
            share = max(share, IN_WORDS * piece.within(shelved.words), IN_BODY * piece.within(shelved.body))
        found += piece.weight * share
        if in_title:
            titled |= piece.all_stems & shelved.title
    exact = len(titled - EMPTY_STEMS) / shelved.told if shelved.told else 0.0
    own = GLOSSARY_WEIGHT * (found / whole) ** 3 if exact >= 1 and shelved.entry.kind == "term" else 0.0
    return found / whole + EXACT * min(1.0, exact) + own


def _snippet(text: str, pieces: Sequence[SearchTerm]) -> str:
    """Return a text, or the part of it around the first searched word."""
    if len(text) <= LONGEST_SNIPPET:
        return text
    low = text.casefold()
    places = [low.find(one[:6]) for piece in pieces if not piece.empty for phrase in piece.phrases for one in phrase]
    first = min((place for place in places if place >= 0), default=0)
    begin = 0 if first < LONGEST_SNIPPET - 40 else text.rfind(" ", 0, first - 60) + 1
    end = begin + LONGEST_SNIPPET
    part = text[begin:end].rsplit(" ", 1)[0] if end < len(text) else text[begin:]
    return f"{'… ' if begin else ''}{part}{' …' if end < len(text) else ''}"


class Finder:
    """Several rulesets, ready to be searched."""

    def __init__(self, rulesets: Iterable[Ruleset], lib: Library, written: frozenset[str] | None = None) -> None:
        self.searchers: dict[str, Searcher] = {}
        for one in rulesets:
            self.add(one, lib, written)

    def add(
        self,
        ruleset: Ruleset,
        lib: Library,
        written: frozenset[str] | None = None,
        forms: Sequence[Form] | None = None,
    ) -> None:
        """Add the words of one ruleset, or replace those of a known one.

        written: the chapters that can be read; None for all. forms: the forms of its questions, if they are stored.
        """
        self.searchers[ruleset.short] = Searcher(ruleset, lib, written, forms)

    def knows(self, stem: str) -> bool:
        """Return whether a stem appears anywhere in the book."""
        return any(one.index.knows(stem) for one in self.searchers.values())

    def search(self, text: str, ruleset: str | None = None, most: int = MOST_HITS) -> list[Hit]:
        """Return the best hits, in all rulesets or in the one named.

        What a layer takes over unchanged is found at its parent's place.
        """
        chosen = [one for short, one in self.searchers.items() if ruleset in (None, short)]
        found: list[Candidate] = []
        seen: set[str] = set()
        for searcher in chosen:
            new = [one for one in searcher.find(text, self.knows) if not one.known or one.known not in seen]
            seen |= {one.known for one in new}
            found += new
        found.sort(key=lambda one: -one.score)
        hits: list[Hit] = []
        for one in found:
            if len(hits) >= most and one.score < hits[most - 1].score:
                break
            hit = one.tell()
            if hit is not None:
                hits.append(hit)
                hits.sort(key=lambda hit: -hit.score)
        return [hit for hit in hits if hit.score >= FAR_BEHIND * hits[0].score][:most]


def with_answers(hits: Sequence[Hit], lib: Library | None = None, most: int = ANSWERED_HITS) -> list[Hit]:
    """Return the hits, with answers in the first of those that are questions.

    most: how many questions are answered.
    """
    questions = [hit for hit in hits if hit.kind == "question"][:most]
    return [replace(hit, answer=answer_headline(hit.address, lib)) if hit in questions else hit for hit in hits]


def answer_headline(where: str, lib: Library | None = None) -> str:
    """Return the headline of the answer at an address.

    If the address has no answer, for example because its inputs contradict each other, the result is the sentence that says
    so.
    """
    try:
        return ask(where, lib=lib).headline
    except AskError as problem:
        return str(problem)


@remembered()
def finder(ruleset: str | None = None) -> Finder:
    """Return the finder of this installation, for all rulesets or for one."""
    lib = library()
    return Finder([lib.find(ruleset)] if ruleset else lib.all(), lib)
