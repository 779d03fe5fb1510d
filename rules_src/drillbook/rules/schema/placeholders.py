"""Placeholders in a rule's words: filling them, their formats, and stray numbers."""

import re
from collections.abc import Mapping
from string import Formatter
from typing import Any

from drillbook.maths.number_words import SMALL, in_words, shown, signed

_WORDS = [*SMALL[1:], *"thirty forty fifty sixty seventy eighty ninety hundred thousand".split()]
_WORDS += "half halves third thirds quarter quarters twice thrice double doubles doubled triple triples".split()
_NUMBER = re.compile(rf"\d+|\b(?:{'|'.join(_WORDS)})\b", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"\{[^{}]*\}")


_FORMATS: Mapping[str, Any] = {
    "word": in_words,
    "Word": lambda value: in_words(value).capitalize(),
    "signed": signed,
    "abs": lambda value: shown(abs(value)),
    "percent": lambda value: f"{shown(value * 100)} %",
    "": shown,
}


#: The formats that a placeholder may ask for, as they are written.
FORMATS = tuple(f":{name}" for name in _FORMATS if name)


class UnknownFormat(KeyError):
    """A placeholder asks for a format that is not there."""

    def __str__(self) -> str:
        return str(self.args[0])


class _Words(Formatter):
    def get_field(self, field_name: str, args: Any, kwargs: Any) -> Any:
        """Return the value of the whole name; a dot in the name is an ordinary character."""
        return kwargs[field_name], field_name

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec not in _FORMATS:
            raise UnknownFormat(format_spec)
        if format_spec and isinstance(value, str):
            raise ValueError(f"'{value}:{format_spec}', which wants a number,")
        return str(_FORMATS[format_spec](value))


def fill(text: str, values: Mapping[str, Any]) -> str:
    """Return the text with its placeholders filled.

    Raises KeyError with the placeholder or format that does not exist.
    """
    return _Words().vformat(text, (), values)


def as_clause(sentence: str) -> str:
    """Return a sentence as part of another sentence: no full stop, a small first letter.

    The first letter stays if its word is an abbreviation (`AR`).
    """
    first = sentence.partition(" ")[0]
    start = sentence if any(letter.isupper() for letter in first[1:]) else sentence[:1].lower() + sentence[1:]
    return start.removesuffix(".")


def stray_numbers(text: str, exempt: Mapping[str, str]) -> list[str]:
    """Return the digits and number words of a text outside placeholders and not exempted."""
    bare = _PLACEHOLDER.sub(" ", text)
    allowed = {word.lower() for word in exempt}
    return [found for found in _NUMBER.findall(bare) if found.lower() not in allowed]
