"""Typed text in pieces: words by their stems, and numbers with their units.

The module also lists the words that say nothing and can be left out.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

LONGEST = 200
"""Characters of a search; what comes after them is not read."""
MOST = 16
"""Words of a search; likewise."""

EMPTY_WORDS = frozenset(
    """a about all also am an and any are as be been by can could did do does doing for from get gets getting give gives go
    had has have he her him his how i if in is it its just like long many may me might more most much my need needs needed now of on one
    or our shall she should so some such than that the their them then there these they this those to too up us want wants was we
    were what whats when where which while who whom whose why will with would you your s t happens happen please tell find work works
    rule rules game become let vs v versus against at onto""".split()
)
NEGATIONS = frozenset({"no", "not", "without", "never", "non", "isnt", "dont"})
AGAINST = frozenset(
    {"vs", "v", "versus", "against", "at", "on", "into", "onto", "hits", "attacks", "charges", "shoots"}
)
"""Words after which whoever is named is more likely the other side."""
NUMBERS = {
    word: number
    for number, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
}
UNITS = {
    "cm": "cm",
    "centimetre": "cm",
    "centimetres": "cm",
    "centimeters": "cm",
    "mm": "mm",
    "m": "m",
    "metres": "m",
    "in": "inches",
    "inch": "inches",
    "inches": "inches",
    '"': "inches",
    "″": "inches",
    "”": "inches",
    "''": "inches",
    "s": "S",
    "degree": "degrees",
    "degrees": "degrees",
    "°": "degrees",
}
_INNER_MARK = re.compile(r"(?<=\w)['’`](?=\w)")
_PIECE = re.compile(r"\d+(?:[.,]\d+)?(?:/\d+)?|[^\W\d_]+(?:\d+)?|[\"″”°+%]|''")
_NUMBER = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Token:
    """A word as it was typed, or a number with its unit, where it has one."""

    text: str
    number: Fraction | None = None
    unit: str = ""

    @property
    def stem(self) -> str:
        """The word's stem."""
        return stem(self.text)


def plain(text: str) -> str:
    """Return the text in small letters, without accents and without apostrophes inside words."""
    bare = text.casefold()
    if not bare.isascii():  # most is, and has no accents
        loose = unicodedata.normalize("NFKD", bare)
        bare = "".join(letter for letter in loose if not unicodedata.combining(letter)).replace("½", "1/2")
    return _INNER_MARK.sub("", bare)


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Return a word without its ending, so that `dodges`, `dodged` and `dodging` are equal."""
    if len(word) <= 3 or not word.isalpha():
        return word[:-1] if len(word) == 4 and word.endswith("s") and word[:-1].isdigit() else word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "i"
    for ending in ("ing", "ed", "es", "s", "ly"):
        if word.endswith(ending) and not word.endswith("ss") and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            if ending in ("ing", "ed") and len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiousl":
                word = word[:-1]
            break
    if word.endswith("e") and len(word) > 3:
        return word[:-1]
    return word[:-1] + "i" if word.endswith("y") and len(word) > 3 else word


EMPTY_STEMS = frozenset(map(stem, EMPTY_WORDS))


def stems(text: str) -> list[str]:
    """Return the stems of all words and numbers of a text, in order."""
    return [stem(piece) for piece in _PIECE.findall(plain(text)) if piece[0].isalnum()]


def telling(text: str) -> list[str]:
    """Return the stems of a text, in order, without the words that say nothing."""
    return [stem(piece) for piece in _PIECE.findall(plain(text)) if piece[0].isalnum() and piece not in EMPTY_WORDS]


def tokens(text: str) -> list[Token]:
    """Return the typed text as tokens; a unit belongs to the number before it."""
    pieces = _PIECE.findall(plain(text[:LONGEST]))
    found: list[Token] = []
    for piece in pieces:
        if _NUMBER.match(piece):
            found.append(Token(piece, _number(piece)))
        elif found and found[-1].number is not None and not found[-1].unit and piece in UNITS:
            found[-1] = Token(found[-1].text, found[-1].number, UNITS[piece])
        elif piece[0].isalpha():
            found.append(Token(piece, Fraction(NUMBERS[piece]) if piece in NUMBERS else None))
    return found[: 2 * MOST]


def _number(piece: str) -> Fraction | None:
    try:
        return Fraction(piece.replace(",", "."))
    except (ValueError, ZeroDivisionError):
        return None
