"""The coverage of the book, counted from the rules and the questions themselves.

The counts are by ruleset and by chapter.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass

from drillbook.asking.answers.ask import ask
from drillbook.asking.inputs.enumerated import Tally, tallies
from drillbook.asking.inputs.situations import Extent, extent
from drillbook.asking.questions.registry import chapter_of, questions
from drillbook.book.versions import whole_history
from drillbook.errors import RulesError, did_you_mean
from drillbook.rules.changelog import Change
from drillbook.rules.library import Library, library
from drillbook.rules.model import Ruleset

LEAVES_OUT = "leaves_out.toml"
POINTER = re.compile(r"\{([a-z0-9-]+)\}")
"""A question of the same ruleset, named in a sentence that tells what another one leaves out."""


@dataclass(frozen=True, slots=True)
class QuestionFacts:
    """A question as the book describes it: its form, its tally and what it leaves out.

    tally: what came of asking all situations of the form. leaves_out: the sentence in the file, with the {questions} that
    answer the rest; empty if nothing is left out, None if the file does not have the question.
    """

    name: str
    address: str
    title: str
    extent: Extent
    tally: Tally | None
    leaves_out: str | None


@dataclass(frozen=True, slots=True)
class ChapterFacts:
    """A chapter: its number of rules and of open points, its questions and the rules they read."""

    slug: str
    title: str
    rules: int
    rulings: int
    questions: tuple[QuestionFacts, ...]
    read: frozenset[str]


@dataclass(frozen=True, slots=True)
class Whole:
    """A ruleset: its rules in force, its tables, its rulings and its history.

    switchable: how many of the rulings can be switched.
    """

    rules: frozenset[str]
    tables: int
    rulings: int
    switchable: int
    chapters: tuple[str, ...]
    history: tuple[Change, ...]


def whole(short: str) -> Whole:
    """Return the counts of a ruleset that do not need its questions."""
    ruleset = library().find(short)
    rules = {rule.id: rule for rule in ruleset.rules.values()}
    rulings = list(ruleset.rulings().values())
    return Whole(
        frozenset(rules),
        sum(rule.table is not None for rule in rules.values()),
        len(rulings),
        sum(one.free for one in rulings),
        tuple(chapter.slug for chapter in ruleset.chapters),
        whole_history(ruleset, library()),
    )


def chapter_facts(short: str, slug: str) -> ChapterFacts:
    """Return what a chapter covers.

    The rules that its questions read are those that their examples consult.
    Raises RulesError if the ruleset has no such chapter.
    """
    lib = library()
    ruleset = lib.find(short)
    chapter = ruleset.chapter(slug)
    if chapter is None:
        raise RulesError(f"{ruleset.title} has no chapter '{slug}'.")
    specs = [spec for spec in questions(ruleset, lib).values() if chapter_of(ruleset, spec) == chapter]
    kept, without = tallies(ruleset, lib), leaves_out(ruleset, lib)
    asked = []
    for spec in specs:
        held = extent(spec, ruleset)
        found = kept.get(spec.name)
        told = found if found is not None and found.situations == held.situations else None
        asked.append(
            QuestionFacts(spec.name, f"/{ruleset.short}/{spec.name}", spec.title, held, told, without.get(spec.name))
        )
    rulings = [one for one in ruleset.rulings().values() if one.chapter in {chapter.stem, *chapter.sources}]
    return ChapterFacts(
        slug,
        chapter.title,
        len(ruleset.rules_of(chapter)),
        len(rulings),
        tuple(asked),
        frozenset(rule for spec in specs for example in spec.examples for rule in ask(example).consulted),
    )


def leaves_out(ruleset: Ruleset, lib: Library) -> Mapping[str, str]:
    """Return what the questions of a ruleset leave out, a sentence for each.

    For questions that a layer inherits, its parent's sentences are included. An empty sentence means that nothing is left
    out.
    Raises RulesError if a question, or one that a sentence points to, does not exist.
    """
    known = questions(ruleset, lib)
    above = leaves_out(ruleset.parent, lib) if ruleset.parent else {}
    inherited = {name: told for name, told in above.items() if name in known and known[name].slug != ruleset.slug}
    path = lib.home_of(ruleset.slug).root / ruleset.slug / LEAVES_OUT
    own: dict[str, str] = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    told = {**inherited, **own}
    for name, sentence in told.items():
        for one in (name, *POINTER.findall(sentence)):
            if one not in known:
                hint = did_you_mean(one, known) or "take the line out."
                raise RulesError(f"{ruleset.slug}/{LEAVES_OUT}: there is no question '{one}'; {hint}")
    return told


def pieces(sentence: str) -> tuple[tuple[str, str], ...]:
    """Return a sentence in pieces: the words, and the question that each piece links to.

    The name of the question is empty if the piece links to none.
    """
    found = enumerate(POINTER.split(sentence))  # every other piece is a name
    return tuple((one.replace("-", " "), one) if place % 2 else (one, "") for place, one in found if one)
