"""The names of a picture's rows and columns where space is short.

The names are on several lines, or alternate between lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from drillbook_widgets.views.scene import LETTER, LINE_HEIGHT, Scene, cut
from drillbook_widgets.views.theme import INK, SMALL

MOST_SPREAD = 12  # columns whose heads may take turns on two lines
MOST_TURNS = 4  # lines on which they do
MOST_LINES = 3  # of the name of a row, or of a column whose words are broken
CONSONANT = "[b-df-hj-np-tvwxz]"
SYLLABLES = re.compile(  # where a word may be broken: before a consonant that leads to a vowel, and between two of which one does
    rf"(?i)(?<=[^aeiouy][aeiouy])(?={CONSONANT}(?:[aeiouy]\w|le))"
    rf"|(?<=[aeiouy]{CONSONANT})(?=(?!h){CONSONANT}r?[aeiouy]\w)"
)


def lines_of_heads(heads: Sequence[str], room: float) -> int:
    """Return over how many lines the heads of columns are spread.

    The number is greater if a head is too long for its column. room: the width of a column in pixels.
    """
    longest = max((len(head) for head in heads), default=0)
    if longest * SMALL * LETTER <= room - 4 or not (len(heads) <= MOST_SPREAD or _breaks(heads, room)):
        return 1
    groups = [] if _breaks(heads, room) else _groups(heads)
    if not groups and not _breaks(heads, room):
        if parted := _parted(heads, room):
            return max(map(len, parted))
        return next((lines for lines in range(2, MOST_TURNS) if longest <= _fitting(room * lines)), MOST_TURNS)
    return 2 if all(len(rest) <= _fitting(room) for _, rests in groups for rest in rests) else 3


def _breaks(heads: Sequence[str], room: float) -> bool:
    """Whether every head fits its column on two lines."""
    return all(
        len(line) * SMALL * LETTER <= room - 2 and "…" not in line
        for head in heads
        for line in wrapped(head, _fitting(room), 2)
    )


def _parted(heads: Sequence[str], room: float) -> list[list[str]]:
    """Return every head as lines for its column, with words broken between syllables.

    The result is empty if a head does not fit even so.
    """
    found = [parted(head, _fitting(room)) for head in heads]
    return found if all(found) else []


def parted(words: str, letters: int, most: int = MOST_LINES) -> list[str]:
    """Return words as lines, with words that are too long broken between syllables.

    letters: the letters on a line. most: the greatest number of lines. The result is empty if some words do not fit.
    """
    lines: list[str] = []
    for word in words.split():
        if lines and len(lines[-1]) + 1 + len(word) <= letters:
            lines[-1] += f" {word}"
            continue
        begun = ""
        syllables = [word] if len(word) <= letters else SYLLABLES.split(word)
        for syllable in syllables:
            if begun and len(begun) + len(syllable) + (syllable is not syllables[-1]) > letters:
                lines.append(f"{begun}-")
                begun = ""
            begun += syllable
        lines.append(begun)
    return lines if len(lines) <= most and all(len(line) <= letters for line in lines) else []


def _groups(heads: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Return groups of neighbouring heads that begin with the same word.

    Each group has that word and how each head continues. A head that is alone has no such word. The result is empty if
    fewer than two words are shared, unless the groups that share a word are all the groups.
    """
    found: list[tuple[str, list[str]]] = []
    for head in heads:
        first, _, rest = head.partition(" ")
        if found and found[-1][0] == first:
            found[-1][1].append(rest)
        else:
            found.append((first, [rest]))
    shared = [(first, rests) for first, rests in found if len(rests) > 1]
    if not shared or not all(all(rests) for _, rests in shared) or (len(shared) < 2 and len(shared) < len(found)):
        return []
    return [
        (first, rests) if len(rests) > 1 else ("", [" ".join(filter(None, (first, *rests)))]) for first, rests in found
    ]


def _fitting(room: float) -> int:
    return max(3, int((room - 2) / (SMALL * LETTER)))


def write_heads(scene: Scene, heads: Sequence[str], up: float, lines: int, room: float) -> None:
    """Write the heads of the columns above the position `up`.

    Each head has two lines if all fit so; otherwise they alternate on several lines. Words that neighbours have in common
    are written once above them.
    """
    broken = lines > 1 and _breaks(heads, room)
    groups = _groups(heads) if lines > 1 and not broken else []
    syllables = _parted(heads, room) if lines > 1 and not broken and not groups else []
    if groups:
        lines -= 1
        begin = 0
        for first, rests in groups:
            middle = begin + (len(rests) - 1) / 2
            if first:
                scene.write(middle, up, first, dy=-9 - LINE_HEIGHT * lines, size=SMALL, color=INK, rank=1)
            begin += len(rests)
        heads = [rest for _, rests in groups for rest in rests]
        broken = lines > 1 and _breaks(heads, room)  # so that the last does not stick out of the picture
    for across, head in enumerate(heads):
        rank = 1 if across % 5 == 0 else 2
        if broken or syllables:
            parts = syllables[across] if syllables else wrapped(head, _fitting(room), 2)
            for number, part in enumerate(reversed(parts)):
                scene.write(across, up, part, dy=-9 - LINE_HEIGHT * number, size=SMALL, color=INK, rank=rank)
            continue
        beside = heads[max(0, across - 1) : across + 2]
        low = all(len(one) * SMALL * LETTER <= room - 4 for one in beside)  # neither it nor a neighbour needs a turn
        raised = 0 if low else LINE_HEIGHT * ((len(heads) - 1 - across) % lines)
        scene.write(across, up, cut(head, _fitting(room * lines)), dy=-9 - raised, size=SMALL, color=INK, rank=rank)


def write_side(scene: Scene, x: float, up: float, words: str, letters: int, room: float, **how: Any) -> None:
    """Write the name of a row to its left.

    A long name takes several lines if the row is high enough. room: the height of the row in pixels.
    """
    lines = wrapped(words, letters, _lines_in(room))
    for number, line in enumerate(lines):
        down = round((number - (len(lines) - 1) / 2) * LINE_HEIGHT)
        scene.write(x, up, line, align="end", dx=-8, dy=down, **how)


def side_letters(names: Sequence[str], letters: int, room: float, alone: int) -> int:
    """Return the letters of the longest line of names beside rows of a given height.

    room: the height of a row in pixels. alone: the letters of a line if only one line fits.
    """
    many = _lines_in(room)
    return max((len(line) for name in names for line in wrapped(name, letters if many > 1 else alone, many)), default=1)


def _lines_in(room: float) -> int:
    return max(1, min(MOST_LINES, int(room // LINE_HEIGHT)))


def wrapped(words: str, letters: int, most: int) -> list[str]:
    """Words on lines of so many letters, with an ellipsis where some are lost."""
    if most == 1 or " " not in words:
        return [cut(words, letters)]
    lines = wrap(words, letters, max_lines=most, placeholder="…") or [""]
    return [line.rstrip() for line in lines]  # before a word that it breaks one Python leaves a blank, another does not
