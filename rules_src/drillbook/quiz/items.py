"""What does an item of a quiz look like, and how is one made from an answer?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from drillbook.asking.answers.ask import Answer
from drillbook.asking.uses.nondefault_readings import departures
from drillbook.formats.sheet import StepLine, lines, situation_lines
from drillbook.quiz.mistakes import Slip, led_astray, slips

MOST_WRONG, FEWEST_WRONG = 3, 2
MOST_TRIED = 12
"""How many slips are followed to their answer: the reader waits meanwhile."""
LONGEST_HEADLINE = 140
"""Letters: a longer one is no choice to be read beside three others."""
LONGEST_SITUATION = 320
MOST_STEPS = 18
"""An answer of more steps is nobody's to find at a glance."""


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to choose: its words, and the reason why a player could give it.

    why: empty for the right answer.
    """

    words: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a quiz: the question, its situation, the options and the right one.

    steps: the steps that show the right answer. address: asks the same. rules: the ids of the rules that the answer
    consults.
    readings: the readings that the answer uses and that are not the book's own, in words.
    """

    asked: str
    situation: tuple[tuple[str, str], ...]
    options: tuple[Option, ...]
    right: int
    steps: tuple[StepLine, ...]
    address: str
    rules: tuple[str, ...]
    readings: tuple[tuple[str, str], ...] = ()


def fits(found: Answer) -> bool:
    """Return whether an answer is short enough for a quiz."""
    told = situation_lines(found)
    return (
        bool(told)
        and len(found.headline) <= LONGEST_HEADLINE
        and len(found.outcome.steps) <= MOST_STEPS
        and sum(len(label) + len(words) for label, words in told) <= LONGEST_SITUATION
    )


def item(found: Answer, random: Random) -> Item | None:
    """Return the item that asks for an answer.

    Returns None if the answer is too long, or if there are too few wrong answers.
    """
    if not fits(found):
        return None
    wrong = _wrong(found, random)
    if len(wrong) < FEWEST_WRONG:
        return None
    options = [Option(found.headline), *wrong]
    random.shuffle(options)
    right = next(place for place, one in enumerate(options) if not one.why)
    told, rules = lines(found), tuple(sorted(found.consulted))
    departed = [one for one in departures(found) if one.ruling.name in found.readings]
    readings = tuple((f"{one.named} {one.title}", one.words) for one in departed)
    return Item(found.title, situation_lines(found), tuple(options), right, told, _address(found), rules, readings)


def _address(found: Answer) -> str:
    """Return the address that asks the same, with only the readings that the answer depends on."""
    here = dict(found.ruleset.reading_here(*chosen) for chosen in found.address.readings.items())
    return str(
        replace(found.address, readings={name: letter for name, letter in here.items() if name in found.readings})
    )


def _wrong(found: Answer, random: Random) -> list[Option]:
    """Up to three wrong answers, no two alike, of as many sorts of slips as there are."""
    sorts: dict[str, list[Slip]] = {}
    for slip in slips(found):
        sorts.setdefault(slip.sort, []).append(slip)
    for same in sorts.values():
        random.shuffle(same)
    wrong: dict[str, Option] = {}
    tried = 0
    while len(wrong) < MOST_WRONG and tried < MOST_TRIED and any(sorts.values()):
        for same in sorts.values():
            if same and len(wrong) < MOST_WRONG:
                slip = same.pop()
                words = led_astray(found, slip)
                tried += 1
                if words and len(words) <= LONGEST_HEADLINE:
                    wrong.setdefault(words, Option(words, slip.words))
    return list(wrong.values())
