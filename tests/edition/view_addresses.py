"""Addresses that have a picture of each view.

They are the examples of all questions and, if these are few, other ways to fill in the same forms.
Each turn draws its own by chance, and spreads them over rulesets and questions.
"""

from __future__ import annotations

import functools
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from random import Random
from typing import get_args

from domain import by_chance
from turn import turn

from drillbook import Answer, AskError, ask, encode, library, questions
from drillbook.asking.answers.ask import answer
from drillbook.asking.exhibits import Exhibit
from drillbook.asking.questions.registry import find_question
from drillbook_widgets.views.of_answer import exhibits

REFUSAL = "Refusal"
"""A rule's no, which has steps of its own whether or not it has a picture."""
VIEWS = (*(one.__name__ for one in get_args(Exhibit)), REFUSAL)
"""Each view by what it draws; cards and decisions are two kinds of sheets."""
MANY = 20
PARTS = 4
"""A run takes one of so many parts of the addresses of a view; the next ones take the others."""
TRIES = 400
"""So often a form is filled in by chance before it is given up."""


def views_of(found: Answer) -> set[str]:
    """Return the views that an answer is seen in."""
    return {type(one).__name__ for one in exhibits(found)} | ({REFUSAL} if found.refused else set())


def addresses(view: str) -> list[str]:
    """Return twenty addresses whose answers have a view.

    The addresses are the same for as many consecutive turns as there are parts (4).
    """
    random = Random(f"{view} {turn() // PARTS}")
    found = list(dict.fromkeys(examples()[view]))
    random.shuffle(found)
    if len(found) < MANY:
        found += further(view, MANY - len(found), random)
    return spread(spread(found, question_of), ruleset_of)[:MANY]


@functools.cache
def examples() -> dict[str, list[str]]:
    """Return the addresses of all examples, by view."""
    found = defaultdict(list)
    for ruleset in library().all():
        for spec in questions(ruleset).values():
            for here in map(ask, spec.examples):
                for view in views_of(here):
                    found[view].append(encode(here.address))
    return found


def further(view: str, number: int, random: Random) -> list[str]:
    """So many other addresses of the questions whose examples have that view."""
    asked = list(dict.fromkeys(map(question_of, examples()[view])))
    known = set(examples()[view])
    found: list[str] = []
    for address in others(asked, view, random):
        if address not in known:
            known.add(address)
            found.append(address)
        if len(found) == number:
            break
    return found


def others(asked: Sequence[str], view: str, random: Random) -> Iterator[str]:
    """Yield forms of these questions, filled in by chance, whose answers have that view.

    The questions take turns, one form of each question after another.
    """
    for question in list(asked) * TRIES:
        ruleset = library().find(ruleset_of(question))
        spec = find_question(ruleset, question.partition("/")[2])
        try:
            here = answer(spec, ruleset, by_chance(spec, ruleset, random), {})
        except AskError:  # values that contradict each other
            continue
        if view in views_of(here):
            yield encode(here.address)


def spread(found: Sequence[str], place: Callable[[str], str]) -> list[str]:
    """Return the same items with one of each place first, then a second of each, and so on."""
    before = Counter[str]()
    ranked = []
    for one in found:
        ranked.append((before[place(one)], one))
        before[place(one)] += 1
    return [one for _, one in sorted(ranked, key=itemgetter(0))]


def question_of(address: str) -> str:
    """Return the question of an address, with its ruleset."""
    return address.partition("?")[0]


def ruleset_of(address: str) -> str:
    """Return the ruleset of an address."""
    return address.partition("/")[0]
