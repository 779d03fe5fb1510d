"""A quiz: items of a chapter, a ruleset or the whole book, the same ones for the same seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from drillbook.asking.answers.address import decode
from drillbook.asking.answers.ask import Answer, answer, ask
from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.inputs.numbers import Numeric
from drillbook.asking.inputs.options import Choice, Choices, Flag
from drillbook.asking.questions.registry import Spec, questions
from drillbook.asking.uses.house_rules import with_house_rules
from drillbook.errors import AskError, Contradiction, RulesError, did_you_mean, quoted
from drillbook.quiz.items import Item, item
from drillbook.rules.entities import EMPTY
from drillbook.rules.library import Library, library
from drillbook.rules.model import Ruleset

ITEMS = 6
MOST_SEED = 999_999
ROUNDS = 3
TRIES = 3
"""How many variations of an example are tried before another question is taken."""
MOST_CHANGES = 2
"""How many of its inputs are changed at most."""


@dataclass(frozen=True, slots=True)
class Quiz:
    """A quiz: what it is about, the seed that makes it again, and its items."""

    about: str
    seed: int
    items: tuple[Item, ...]


def quiz(
    about: str,
    seed: int,
    count: int = ITEMS,
    lib: Library | None = None,
    rules: Mapping[str, Mapping[str, str]] = EMPTY,
) -> Quiz:
    """Return the quiz of a place in the book.

    about: `bn/shooting` for a chapter, `bn` for a ruleset, empty for the whole book. seed: from 1 to 999999.
    count: the largest number of items.
    rules: the house rules that are right in the items, by the short name of a ruleset.
    Raises AskError with the sentence to show if there is no such place, or if the seed is out of range.
    """
    if not 1 <= seed <= MOST_SEED:
        raise AskError(f"A quiz has a number from 1 to {MOST_SEED}, not {seed}.")
    random = Random(f"{about} {seed}")
    places = [*_places(about, lib or library())]
    found: list[Item] = []
    for _ in range(ROUNDS):  # a chapter of few questions asks them of another situation again
        random.shuffle(places)
        for ruleset, spec in places:
            if len(found) < count and (one := _varied(ruleset, spec, random, rules.get(ruleset.short, {}))):
                found += [one] if one.address not in {known.address for known in found} else []
    if not found:  # situations that seldom make an item: the examples as they stand
        every = (one for ruleset, spec in places for one in items_of(ruleset, spec, rules.get(ruleset.short, {})))
        found = [*islice(every, count)]
    return Quiz(about, seed, tuple(found))


def items_of(ruleset: Ruleset, spec: Spec, rules: Mapping[str, str] = EMPTY) -> Iterator[Item]:
    """Yield the item of every example of a question from which an item can be made.

    rules: house rules, by which the examples are answered.
    """
    for example in spec.examples:
        made = item(_by(rules, example), Random(example))
        if made is not None:
            yield made


def _places(about: str, lib: Library) -> Iterator[tuple[Ruleset, Spec]]:
    """Every question that the quiz may ask."""
    short, _, chapter = about.partition("/")
    for ruleset in [lib.find(short)] if short else lib.all():
        slugs = {one.stem: one.slug for one in ruleset.chapters}
        if chapter and chapter not in slugs.values():
            hint = did_you_mean(chapter, slugs.values()).replace("did", "Did", 1)
            raise AskError(f"{ruleset.title} has no chapter {quoted(chapter)}. {hint}".strip())
        # by name, since the order in which they came to be known is another in each process, and a seed makes the same quiz in all
        for spec in sorted(questions(ruleset, lib).values(), key=lambda one: one.name):
            if not chapter or slugs.get(spec.chapter) == chapter:
                yield ruleset, spec


def _varied(ruleset: Ruleset, spec: Spec, random: Random, rules: Mapping[str, str]) -> Item | None:
    """Draw an item about an example in which up to two inputs are changed.

    Returns None if no item can be made after several tries.
    """
    for _ in range(TRIES):
        found = _by(rules, random.choice(spec.examples))
        for _ in range(random.randint(0, MOST_CHANGES)):
            found = _changed(found, random)
        if made := item(found, random):
            return made
    return None


def _by(rules: Mapping[str, str], example: str) -> Answer:
    """Return the answer to an example by house rules, or without them if they contradict it."""
    try:
        return ask(with_house_rules(decode(example), rules))
    except Contradiction:
        return ask(example)


def _changed(found: Answer, random: Random) -> Answer:
    """Draw one input of an answer and change it; return the new answer.

    Returns the given answer if the change does not fit.
    """
    kinds = found.spec.kinds(found.ruleset)
    name = random.choice(found.spec.visible(found.ruleset, found.inputs) or tuple(kinds) or ("",))
    if not name:
        return found
    try:
        values = {**found.inputs, name: _drawn(kinds[name], found.inputs[name], random)}
        return answer(found.spec, found.ruleset, found.spec.settle(found.ruleset, values), found.address.readings)
    except (AskError, RulesError):
        return found


def _drawn(kind: Kind, now: Any, random: Random) -> Any:
    """Draw another value of an input.

    A number changes to one near it, a truth value changes to the other one, and a choice takes any option. Other inputs
    stay.
    """
    if isinstance(kind, Flag):
        return not now
    if isinstance(kind, Choice) and not isinstance(kind, Choices):
        return random.choice(list(kind.options))
    if isinstance(kind, Numeric):
        return kind.nearest(now + (kind.high - kind.low) * random.choice((-3, -2, -1, 1, 2, 3)) / 10)
    return now
