"""What shape does the control of an input have, told from its kind alone, before anything is drawn?

marks say what else the style sheet must know: `long`, too wide to stand beside its label;
`broad`, for one column of a form; `few` and `tap`, soon stepped through.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from drillbook.asking.inputs.kinds import Choice, Flag, Kind, Numeric

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
    """The marks of a number's slider."""
    many = steps(kind)
    return ("few", "tap") if many <= TAP else ("few",) if many <= FEW and not kind.ticks else ()


def of_options(words: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The shape of a choice between these words, and its marks: segments where they are few and short, else a menu."""
    wide = sum(len(one) * LETTER + AROUND for one in words)
    few = len(words) <= 4 and wide <= ROOM
    long = wide > BESIDE if few else max(map(len, words)) > MENU
    broad = not few and max(map(len, words)) > COLUMN
    return "segments" if few else "menu", ("long", "broad") if broad else ("long",) if long else ()


def option_words(kind: Choice) -> dict[str, str]:
    """What each option is called, no two alike, and its key."""
    words = list(kind.options.values())
    return {(word if words.count(word) == 1 else f"{word} ({key})"): key for key, word in kind.options.items()}


def marks(kind: Kind) -> tuple[str, ...]:
    """The marks of any input's control."""
    match kind:
        case Numeric():
            return of_number(kind)
        case Choice():
            return of_options(list(option_words(kind)))[1]
        case Flag():
            return of_options(list(YES_OR_NO))[1]
        case _:
            return ()
