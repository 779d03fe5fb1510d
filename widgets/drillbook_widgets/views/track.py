"""The track picture: how a unit moves along a track of boxes, turn by turn.

Each turn has one row of boxes; the deeper a box's colour, the likelier it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from drillbook.asking.exhibits import Track
from drillbook.maths.number_words import short_percent
from drillbook_widgets.views.heatmap import DEEPEST
from drillbook_widgets.views.labels import lines_of_heads, write_heads
from drillbook_widgets.views.scene import LETTER, LINE_HEIGHT, Margin, Scene
from drillbook_widgets.views.theme import ACCENT, INK, LINE, NARROW, PIN, QUIET, SMALL

if TYPE_CHECKING:
    from drillbook_widgets.views import Look

MOST = 11  # rows that still can be read
LONGEST = 12  # letters of the name of a row


def draw(exhibit: Track, look: Look) -> Scene:
    """Return the boxes of a track as a scene, the start on top."""
    rows = chosen(len(exhibit.turns))
    states = list(exhibit.states)
    names = ["Start" if turn == 0 else _row(exhibit.turn_word, turn) for turn in rows]
    left = 12 + round(max(map(len, names)) * SMALL * LETTER)
    room = (NARROW - left - 6) / len(states)
    heads = [exhibit.label(state) for state in states]
    steps = lines_of_heads(heads, room)
    scene = Scene((-0.5, len(states) - 0.5), (-0.5, len(rows) - 0.5), Margin(13 + LINE_HEIGHT * steps, 6, 6, left))
    likely = [short_percent(float(part)) for turn in rows for _, part in exhibit.turns[turn].items()]
    certain = {part for turn in exhibit.turns for _, part in turn.items()} <= {0, 1}
    roomy = certain or max(map(len, likely)) * SMALL * LETTER < room * 0.9
    for line, turn in enumerate(rows):
        up = len(rows) - 1 - line
        scene.write(-0.5, up, names[line], align="end", dx=-6, size=SMALL, rank=0)
        now = exhibit.turns[turn]
        for across, state in enumerate(states):
            part = float(now[state])
            edge = QUIET if state in exhibit.absorbing else LINE
            scene.box(
                across - 0.44, up - 0.4, across + 0.44, up + 0.4, ACCENT, DEEPEST * part**0.7 if part else 0.0, edge
            )
            if part:
                words = _note(exhibit, turn, room) if certain else short_percent(part)
                scene.write(
                    across, up, words if roomy else words.removesuffix(" %"), size=SMALL, color=INK, rank=2, bare=True
                )
        _pinned(scene, look.pinned, states, turn, up)
        if line:
            _flow(scene, len(states), up)
    if not roomy:
        scene.write(-0.5, len(rows) - 0.5, "in %", align="end", dx=-6, dy=-9, size=SMALL, rank=2)
    write_heads(scene, heads, len(rows) - 0.5, steps, room)
    return scene


def _row(word: str, turn: int) -> str:
    """Return the name of a row.

    If the word for a turn is long, the name uses only its last word, never a part of a word.
    """
    whole = f"{word} {turn}"
    return whole if len(whole) <= LONGEST else f"{word.split()[-1].capitalize()} {turn}"


def chosen(turns: int) -> list[int]:
    """Which turns are drawn: all of a few, else the first ones, some between and the last."""
    if turns <= MOST:
        return list(range(turns))
    first = MOST // 2
    rest = [first + round((turns - 1 - first) * i / (MOST - first - 1)) for i in range(MOST - first)]
    return sorted({*range(first), *rest})


def _note(exhibit: Track, turn: int, room: float) -> str:
    """Return what happened in a turn of a track without chance, if that fits its box.

    The result is empty if the note does not fit. room: the width of the box in pixels.
    """
    note = exhibit.notes[turn - 1] if 0 < turn <= len(exhibit.notes) else ""
    return note if len(note) * SMALL * LETTER < room * 0.9 else ""


def _pinned(scene: Scene, pinned: Track | None, states: list[object], turn: int, up: int) -> None:
    """Draw the pinned track as rust bars along the bottom of the boxes.

    A bar is as long as the pinned probability.
    """
    if pinned is None or turn >= len(pinned.turns):
        return
    for across, state in enumerate(states):
        part = float(pinned.turns[turn][state])
        if part:
            scene.line((across - 0.44, up - 0.4), (across - 0.44 + 0.88 * part, up - 0.4), PIN, 2.5)


def _flow(scene: Scene, states: int, up: int) -> None:
    """Small ticks between the rows, so that the eye goes down."""
    for across in range(states):
        scene.line((across, up + 0.4), (across, up + 0.6), LINE, 1.0)
