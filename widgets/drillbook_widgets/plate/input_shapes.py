"""The shape of an input's control, from its kind alone, before anything is drawn.

marks are further facts for the style sheet: `long`, too wide to be beside its label; `broad`, too wide for one column
of a form; `few` and `tap`, quick to step through with a finger and with a mouse.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.inputs.numbers import Numeric
from drillbook.asking.inputs.options import Choice, Flag

ROOM = 204  # pixels for the segments of a choice, where the form is narrowest
BESIDE = 118  # pixels for them where the label stands beside them
LETTER, AROUND = 7.8, 16  # pixels of one letter, and of the space around a segment's words
MENU = 15  # letters that a menu shows beside its label
COLUMN = 25  # and one in a column of a form above its picture; a longer one takes two
FEW, TAP = 12, 3  # steps that are as soon tapped as dragged with a finger, and with a mouse
YES_OR_NO = {"no": False, "yes": True}


def steps(kind: Numeric) -> int:
    """How many steps it is from one end to the other."""
    return int((Fraction(kind.high) - kind.low) / kind.step)


def of_number(kind: Numeric) -> tuple[str, ...]:
    """Return the marks of a number's slider."""
    many = steps(kind)
    return ("few", "tap") if many <= TAP else ("few",) if many <= FEW and not kind.ticks else ()


def of_options(words: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Return the shape and the marks of a choice between these words.

    The shape is `segments` if the words are few and short, otherwise `menu`.
    """
    wide = sum(len(one) * LETTER + AROUND for one in words)
    few = len(words) <= 4 and wide <= ROOM
    long = wide > BESIDE if few else max(map(len, words)) > MENU
    broad = not few and max(map(len, words)) > COLUMN
    return "segments" if few else "menu", ("long", "broad") if broad else ("long",) if long else ()


def option_words(kind: Choice) -> dict[str, str]:
    """Return the unique label of each option and its key."""
    words = list(kind.options.values())
    return {(word if words.count(word) == 1 else f"{word} ({key})"): key for key, word in kind.options.items()}


def marks(kind: Kind) -> tuple[str, ...]:
    """Return the marks of any input's control."""
    match kind:
        case Numeric():
            return of_number(kind)
        case Choice():
            return of_options(list(option_words(kind)))[1]
        case Flag():
            return of_options(list(YES_OR_NO))[1]
        case _:
            return ()
