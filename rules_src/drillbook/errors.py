"""The errors that a reader can meet, and the wording of lists and visitors' text in them."""

import difflib
from collections.abc import Iterable


class AskError(ValueError):
    """What was asked cannot be understood; the message is the sentence to show."""


class Contradiction(AskError):
    """The error for inputs that are each valid and cannot be true together.

    sentence: what does not fit. instead: the nearest good value of each input to change, by the input's argument name.
    """

    def __init__(self, sentence: str, **instead: object) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.instead = {name.replace("_", "-"): value for name, value in instead.items()}


class RulesError(ValueError):
    """A file on disk is wrong; the message names file, key and cure."""


def listed(words: Iterable[str], joined_by: str = "or") -> str:
    """How several accepted words read in a sentence: `a, b or c`."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {joined_by} {items[-1]}"


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return the known name nearest to an unknown one as a question; empty if no name is near."""
    near = difflib.get_close_matches(name, list(known), n=1)
    return f"did you mean '{near[0]}'?" if near else ""


def nearest_of(name: str, known: Iterable[str]) -> str:
    """Return the end of a complaint about an unknown name: the nearest known name, if any.

    Without a near name, the result is a full stop.
    """
    hint = did_you_mean(name, known)
    return f"; {hint}" if hint else "."


def quoted(text: str) -> str:
    """Return a visitor's text in quotation marks, cut to 40 characters for use in a sentence."""
    clean = "".join(letter if letter.isprintable() else " " for letter in text)
    return f"'{clean[:40]}…'" if len(clean) > 40 else f"'{clean}'"
