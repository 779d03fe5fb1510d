"""Patterns for words of an answer that trip a reader up.

They find one man who is several, a score of 0+, and fractions of a centimetre.

python tests/tools/wording.py bn # what the examples, the default forms and some draws of each question say wrongly
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from random import Random

from domain import by_chance

from drillbook import ask, library, questions
from drillbook.asking.answers.address import decode
from drillbook.asking.answers.ask import Answer, answer
from drillbook.asking.questions.spec import Spec
from drillbook.errors import AskError, Contradiction
from drillbook.rules.model import Ruleset

DRAWS = 20
"""So many situations of a question are drawn where the list is printed; the test takes its examples alone."""
SINGULARS = (
    "man woman die turn round rider friend enemy point squad team figure gun unit wound soldier horse model stand"
    " platoon battalion company group leader vehicle grenade rocket section"
).split()
PLURALS = [
    "men",
    "women",
    "dice",
    "enemies",
    "batteries",
    "hits",
    "shots",
    *(f"{one}s" for one in SINGULARS if one not in ("man", "woman", "die", "enemy")),
]
NUMBER = r"(?<![\d./,:–−+-])"
PATTERNS = {
    "one of several": re.compile(
        rf"{NUMBER}1 (?:{'|'.join(PLURALS)})\b|\b[Oo]ne (?:{'|'.join(PLURALS)})\b(?! (?:of|or))"
    ),
    "several of one": re.compile(rf"{NUMBER}(?:0|[2-9]|[1-9]\d+) (?:{'|'.join(SINGULARS)})\b(?![-’'])"),
    "one with a verb of several": re.compile(rf"{NUMBER}1 (?:are|have|were)\b"),
    "one of one on average": re.compile(r"about 1 of 1\b|about 1 (?:rounds|turns|hits|men|shots)\b"),
    "a score that any die shows": re.compile(rf"(?<![\d.])[-−](?:\d+)\+(?!\d)|{NUMBER}[01]\+(?![\d])"),
    "never after its verb": re.compile(r"\b(?:back|half|away|touched|falls?|through|holds?|struck) never\b"),
    "short of it and yet there": re.compile(r"short; [^;]*(?:for certain|certain)"),
    "a part of a length": re.compile(r"\d/\d+ ?(?:cm|inches|inch|S\b|\")"),
}


def wrong(text: str) -> list[str]:
    """Return the kinds of what is wrong with a sentence."""
    return [kind for kind, pattern in PATTERNS.items() if pattern.search(text)]


def said(found: Answer) -> Iterator[str]:
    """Yield each sentence of an answer: the headline, the labels of its steps."""
    yield found.headline
    yield from (step.label for step in found.outcome.steps)


def answers(spec: Spec, ruleset: Ruleset, draws: int = 0) -> Iterator[Answer]:
    """Yield the answers to the default form, to the examples, and to as many drawn situations."""
    addresses = [f"{ruleset.short}/{spec.name}"]
    addresses += [f"{ruleset.short}/{decode(one).question}?{one.partition('?')[2]}" for one in spec.examples]
    for address in addresses:
        try:
            yield ask(address)
        except AskError:
            continue
    random = Random(spec.name)
    for _ in range(draws):
        try:
            yield answer(spec, ruleset, by_chance(spec, ruleset, random), {}, draws=False)
        except Contradiction:
            continue


def found_in(spec: Spec, ruleset: Ruleset, draws: int = 0) -> dict[str, tuple[str, str]]:
    """Return what is wrong with a question's answers: kind -> a sentence and its address."""
    found: dict[str, tuple[str, str]] = {}
    for one in answers(spec, ruleset, draws):
        for text in said(one):
            for kind in wrong(text):
                found.setdefault(kind, (text, str(one.address)))
    return found


def main(words: list[str]) -> None:
    """Print what is wrong, question by question."""
    for short in words:
        ruleset = library().find(short)
        for spec in questions(ruleset).values():
            for kind, (text, address) in found_in(spec, ruleset, DRAWS).items():
                print(f"{short}/{spec.name} {kind}: {text}\n    {address}")


if __name__ == "__main__":
    main(sys.argv[1:])
