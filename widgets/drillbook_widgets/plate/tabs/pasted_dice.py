"""The outcome of pasted dice, as in "I rolled 2, 5, 6".

The dice are given to the rules' own throw, in the order in which the throw takes dice.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any, NoReturn

from drillbook.asking.answers.ask import Answer
from drillbook.asking.answers.reader import Reader
from drillbook.errors import listed
from drillbook.maths.dice import read_dice
from drillbook.maths.dice_cup import Thrower, np

MOST = 60
_NAMED = re.compile(r"\b\d*[dw]\d+\b", re.IGNORECASE)
_NUMBER = re.compile(r"\d+")
_ONE = re.compile(r"\s*[-−+]?\d+(?:[./]\d+)?\s*%?[^\d]*\Z")
"""One number, whole or not, with or without a unit after it."""
_ROLLED = re.compile(r"\b(?:roll|rolled|threw|thrown|throw|dice|die)\b", re.IGNORECASE)


class Odd(Exception):
    """These dice cannot have been thrown here; the message says why."""


class NotByDice(Exception):
    """Something else than dice decides here as well, so that dice alone do not tell."""


class PastedDice(Thrower):
    """Dice that have already been thrown, taken one after another.

    If they run out, the missing dice count as ones, so that the rules show what else they take.
    """

    def __init__(self, shown: Sequence[int]) -> None:
        self.left = list(shown)
        self.taken: list[str] = []
        self.missing = 0
        self.wrong = ""

    @property
    def random(self) -> NoReturn:  # type: ignore[override]
        """No die decides what would be drawn here."""
        raise NotByDice

    def roll_each(self, dice: str, throws: int, count: int = 1) -> Any:
        """Return the next of the given dice."""
        _, faces = read_dice(dice)
        many = throws * count
        self.taken += [f"d{faces}"] * many
        found, self.left = self.left[:many], self.left[many:]
        for place, one in enumerate(found):
            if not 1 <= one <= faces:
                self.wrong = self.wrong or f"A d{faces} shows 1 to {faces}, not {one}."
                found[place] = 1  # so that the rules go on, and tell what else they take
        self.missing += many - len(found)
        if self.missing > MOST:  # a throw that is repeated until it succeeds would go on for ever
            raise Odd("The rules go on throwing here; these dice do not bring it to an end.")
        return np.array([*found, *[1] * (many - len(found))], dtype=np.int64).reshape(throws, count)

    def happens(self, throws: int, chance: Any) -> Any:
        """No die decides it."""
        raise NotByDice

    def order(self) -> str:
        """Which dice the rules take here, in their order."""
        parts = [f"{len(list(same))}{die}" for die, same in groupby(self.taken)]
        return f"The rules take the dice here in this order: {', then '.join(parts)}."


def numbers(text: str) -> list[int]:
    """Return the dice that a text names, or an empty list if it names no dice.

    A text names dice if it has at least two numbers, or one number that is said to have been rolled.
    """
    bare = _NAMED.sub(" ", text)
    found = [int(one) for one in _NUMBER.findall(bare)[:MOST] if len(one) < 4]
    return found if not _ONE.match(text) and (len(found) > 1 or _ROLLED.search(bare)) else []


def come_to(found: Answer, shown: Sequence[int]) -> Any:
    """Return the outcome of an answer's question with exactly these dice.

    Raises Odd if these dice cannot have been thrown, and NotByDice if dice alone do not decide.
    """
    run = found.spec.simulate
    if run is None:
        raise NotByDice
    dice = PastedDice(shown)
    arguments = {one.argument: found.inputs[one.name] for one in found.spec.inputs}
    outcomes = run(Reader(found.ruleset, found.address.readings), dice, 1, **arguments)
    if dice.wrong:
        raise Odd(f"{dice.wrong} {dice.order()}")
    if dice.missing or dice.left:
        given = f"You gave {listed(map(str, shown), 'and')}."
        raise Odd(f"{dice.order()} {given}" if dice.taken else "No dice are thrown here.")
    return (outcomes.tolist() if hasattr(outcomes, "tolist") else list(outcomes))[0]
