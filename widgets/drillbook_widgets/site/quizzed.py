"""A quiz as its page tells it: its questions by a number and by house rules, and the ways to others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from drillbook import AskError, library
from drillbook.asking import house
from drillbook.quizzing import Quiz, quiz
from drillbook.quizzing.printed import LETTERS
from drillbook.quizzing.quiz import MOST_SEED
from drillbook.rules.parts import EMPTY

FIRST_SEED = 1


def made(about: str, seed: int, rules: tuple[tuple[str, str], ...] = ()) -> Quiz | str:
    """The quiz, or the sentence why there is none. rules: the house rules of each ruleset, as a link spells them."""
    try:
        found = {short: house.told(library().find(short), text) for short, text in rules}
        return quiz(about, seed, rules=found)
    except AskError as problem:
        return str(problem)


def address_of(short: str, slug: str, seed: int | None, spelt: Mapping[str, str] = EMPTY) -> str:
    """The address of a quiz; without a number that of any."""
    told = {"chapter": slug, "seed": seed, **spelt}
    query = urlencode({name: value for name, value in told.items() if value})
    return (f"/{short}" if short else "") + "/quiz" + (f"?{query}" if query else "")


def told_of(found: Quiz, short: str, slug: str, spelt: Mapping[str, str]) -> dict[str, Any]:
    """What the page tells of a quiz. spelt: the house rules as its address spells them."""
    return {
        "quiz": found,
        "letters": LETTERS,
        "another": address_of(short, slug, found.seed % MOST_SEED + 1, spelt),
        "fresh": address_of(short, slug, None, spelt),
        "spelt": urlencode(spelt),
        "plain": address_of(short, slug, found.seed),
    }
