"""The two errors a reader can meet, and how a list of accepted things is worded."""

from collections.abc import Iterable


class AskError(ValueError):
    """What was asked cannot be understood; the message is the sentence to show."""


class RulesError(ValueError):
    """A file on disk is wrong; the message names file, key and cure."""


def listed(words: Iterable[str], joined_by: str = "or") -> str:
    """How several accepted words read in a sentence: `a, b or c`."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {joined_by} {items[-1]}"
