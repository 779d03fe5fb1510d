"""Filling a rule's words with its numbers: placeholders, their formats, and the watch for numbers that stand outside them."""

import re
from collections.abc import Mapping
from fractions import Fraction
from string import Formatter
from typing import Any

from drillbook.exact import Number, write_number

SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
    "nineteen twenty"
).split()
_WORDS = [*SMALL[1:], *"thirty forty fifty sixty seventy eighty ninety hundred thousand".split()]
_WORDS += "half halves third thirds quarter quarters twice thrice double doubles doubled triple triples".split()
_NUMBER = re.compile(rf"\d+|\b(?:{'|'.join(_WORDS)})\b", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"\{[^{}]*\}")


def in_words(value: Any) -> str:
    """A small whole number as a word; any other as figures."""
    return SMALL[value] if isinstance(value, int) and 0 <= value < len(SMALL) else shown(value)


def shown(value: Any) -> str:
    """How a value is printed: exact numbers as figures, dice and words as they are, nothing as a dash."""
    if value is None:
        return "–"
    if isinstance(value, Fraction) and 0 < abs(value) < 1:  # a chance or a part: 3/8 says more than 0.375
        return str(value).replace("-", "−")
    if isinstance(value, int | Fraction):
        return write_number(value).replace("-", "−")
    return str(value)


def _signed(value: Number) -> str:
    return f"+{write_number(value)}" if value > 0 else shown(value)


_FORMATS: Mapping[str, Any] = {
    "word": in_words,
    "Word": lambda value: in_words(value).capitalize(),
    "signed": _signed,
    "abs": lambda value: shown(abs(value)),
    "percent": lambda value: f"{shown(value * 100)} %",
    "": shown,
}


class _Words(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec not in _FORMATS:
            raise KeyError(f":{format_spec}")
        return str(_FORMATS[format_spec](value))


def fill(text: str, values: Mapping[str, Any]) -> str:
    """The text with its placeholders filled; KeyError names a placeholder or format that is not there."""
    return _Words().vformat(text, (), values)


def stray_numbers(text: str, exempt: Mapping[str, str]) -> list[str]:
    """The digits and number words of a text that stand outside placeholders and are not exempted."""
    bare = _PLACEHOLDER.sub(" ", text)
    allowed = {word.lower() for word in exempt}
    return [found for found in _NUMBER.findall(bare) if found.lower() not in allowed]
