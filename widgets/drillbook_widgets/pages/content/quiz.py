"""The data of a quiz page: the questions of a quiz and the links to other quizzes.

A number and house rules determine the questions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from drillbook import AskError, library
from drillbook.asking.uses import house_rules
from drillbook.errors import quoted
from drillbook.quiz import Quiz, quiz
from drillbook.quiz.builder import MOST_SEED
from drillbook.quiz.printed import LETTERS
from drillbook.rules.entities import EMPTY
from drillbook_widgets.pages.content.shared_house_rules import brought

FIRST_SEED = 1
OF_ONE, OF_ALL = "ruling.", "house."
"""How the names begin by which a quiz of one ruleset and one of all take house rules."""
STRAY = "A quiz of {} takes house rules such as {}; it has no {}."


@dataclass(frozen=True, slots=True)
class Spelt:
    """The house rules that a quiz's address spells.

    rules: by ruleset, as a link spells them; names: as the address of a quiz does; complaint: what of them cannot be read.
    """

    rules: tuple[tuple[str, str], ...]
    names: Mapping[str, str]
    complaint: str


def spelt_in(short: str, named: Mapping[str, str]) -> Spelt:
    """Return the house rules in the parameters of a quiz's address.

    short: the quiz's ruleset, or empty for a quiz of all rulesets. named: the names and values in the address.
    """
    own = {name: letter for name, letter in named.items() if name.startswith(OF_ONE)}
    of_all = {name: text for name, text in named.items() if name.startswith(OF_ALL)}
    told = {short: urlencode(own)} if short else {name.removeprefix(OF_ALL): text for name, text in of_all.items()}
    rules: dict[str, dict[str, str]] = {}
    complaints = []
    for one, text in told.items():
        try:
            ruleset = library().find(one)
        except AskError as problem:
            complaints.append(str(problem))
            continue
        found = brought(ruleset, text)
        theirs, complaint = found.theirs, " ".join(filter(None, (*found.settled, found.complaint)))
        if theirs:
            rules[ruleset.short] = {f"{OF_ONE}{each.name}": each.letter for each in theirs}
        complaints += [complaint] if complaint else []
    if stray := [*(of_all if short else own)]:
        takes = ("one ruleset", f"{OF_ONE}NAME=B") if short else ("all rulesets", f"{OF_ALL}bn=ruling.NAME%3DB")
        complaints.append(STRAY.format(*takes, quoted(stray[0])))
    by_book = {one: urlencode(readings) for one, readings in rules.items()}
    names = rules.get(short, {}) if short else {f"{OF_ALL}{one}": text for one, text in by_book.items()}
    return Spelt(tuple(by_book.items()), names, " ".join(complaints))


def make_quiz(about: str, seed: int, rules: tuple[tuple[str, str], ...] = ()) -> Quiz | str:
    """Return the quiz, or the sentence that says why there is no quiz.

    rules: the house rules of each ruleset, as a link writes them.
    """
    try:
        found = {short: house_rules.read_house_rules(library().find(short), text) for short, text in rules}
        return quiz(about, seed, rules=found)
    except AskError as problem:
        return str(problem)


def address_of(short: str, slug: str, seed: int | None, spelt: Mapping[str, str] = EMPTY) -> str:
    """Return the address of a quiz; without a number, the address of a random quiz.

    seed: the number of the quiz, or None. spelt: the house rules in the form that the address uses.
    """
    told = {"chapter": slug, "seed": seed, **spelt}
    query = urlencode({name: value for name, value in told.items() if value})
    return (f"/{short}" if short else "") + "/quiz" + (f"?{query}" if query else "")


def quiz_data(found: Quiz, short: str, slug: str, spelt: Spelt) -> dict[str, Any]:
    """Return the data of a quiz page.

    spelt: the house rules in the page's address.
    """
    return {
        "quiz": found,
        "letters": LETTERS,
        "another": address_of(short, slug, found.seed % MOST_SEED + 1, spelt.names),
        "fresh": address_of(short, slug, None, spelt.names),
        "spelt": urlencode(spelt.names),
        "unread": spelt.complaint,
        "plain": address_of(short, slug, found.seed),
    }
