"""The flow picture: how a whole divides from stage to stage.

Each stage is a row of boxes, as wide as their probabilities, with bands from row to row.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from drillbook.asking.exhibits import Flow
from drillbook.maths.number_words import short_percent
from drillbook_widgets.views.scene import LETTER, LINE_HEIGHT, Fill, Margin, Scene
from drillbook_widgets.views.theme import ACCENT, INK, MISS, NARROW, PIN, QUIET, SMALL, TALL

if TYPE_CHECKING:
    from drillbook_widgets.views import Look

BETWEEN = 0.03  # room between two boxes of a row, as a share of the whole
A_LINE = 0.21  # a line of names under a box, rows being one apart
HALF = 0.2  # half the height of a box, rows being one apart


def draw(exhibit: Flow, look: Look) -> Scene:
    """Return the rows of a flow as a scene, the first stage on top."""
    stages = len(exhibit.stages)
    rows = [_places(exhibit.at(stage)) for stage in range(stages)]
    outside = [_outside(exhibit.at(stage), places) for stage, places in enumerate(rows)]
    foot = HALF + A_LINE * max(2, len(outside[-1])) + 0.1
    scene = Scene((0.0, 1.0), (-foot, stages - 0.35), Margin(4, 6, 4, 6))
    for stage in range(stages - 1):
        _bands(scene, exhibit, stage, rows)
    for stage, places in enumerate(rows):
        up = stages - 1 - stage
        scene.write(0.0, up + HALF, exhibit.stages[stage], align="start", dy=-9, size=SMALL, rank=1)
        for name, chance in exhibit.at(stage).items():
            left, right = places[name]
            color = ACCENT if name in exhibit.good else QUIET
            scene.box(left, up - HALF, right, up + HALF, color, 0.55, color)
            for dy, words in _inside(name, chance, places[name]):
                scene.write((left + right) / 2, up, words, dy=dy, size=SMALL, color=INK, rank=0)
        _under(scene, outside[stage], up, (TALL - 8) / (stages - 0.35 + foot), most=2 if up else len(places))
    _pinned(scene, look.pinned, stages, rows)
    return scene


def _places(here: Mapping[str, Fraction]) -> dict[str, tuple[float, float]]:
    """Where each box of a row begins and ends."""
    room = 1.0 - BETWEEN * (len(here) - 1)
    places: dict[str, tuple[float, float]] = {}
    left = 0.0
    for name, chance in here.items():
        wide = float(chance) * room
        places[name] = left, left + wide
        left += wide + BETWEEN
    return places


def _bands(scene: Scene, exhibit: Flow, stage: int, rows: list[dict[str, tuple[float, float]]]) -> None:
    """Draw the bands from the boxes of one row to those of the next.

    The bands are side by side in the order of both rows.
    """
    high, low = len(rows) - 1 - stage - HALF, len(rows) - 2 - stage + HALF
    above, below = rows[stage], rows[stage + 1]
    parts, wholes = exhibit.between(stage), (exhibit.at(stage), exhibit.at(stage + 1))
    gone = {name: left for name, (left, _) in above.items()}
    come = {name: left for name, (left, _) in below.items()}
    for one in above:
        for other in below:
            chance = float(parts.get((one, other), 0))
            if not chance:
                continue
            first = chance / float(wholes[0][one]) * (above[one][1] - above[one][0])
            second = chance / float(wholes[1][other]) * (below[other][1] - below[other][0])
            corners = (
                (gone[one], high), (gone[one] + first, high), (come[other] + second, low), (come[other], low),
            )  # fmt: skip
            scene.fills.append(Fill(corners, ACCENT if other in exhibit.good else MISS, 0.3))
            gone[one] += first
            come[other] += second


def _inside(name: str, chance: Fraction, sides: tuple[float, float]) -> list[tuple[int, str]]:
    """Return what is written in a box, each text with its offset downward in pixels.

    The text is the name and the share on one line or on two, the share alone, or nothing.
    """
    letters = int((sides[1] - sides[0]) * (NARROW - 12) / (SMALL * LETTER))
    share = short_percent(chance)
    if letters >= len(f"{name} {share}"):
        return [(0, f"{name} {share}")]
    if letters >= max(len(name), len(share)):
        return [(-6, name), (7, share)]
    return [(0, share)] if letters >= len(share) else []


def _outside(here: Mapping[str, Fraction], places: Mapping[str, tuple[float, float]]) -> list[tuple[str, float, float]]:
    """Return the words that do not fit in the boxes of a row.

    Each comes with the places where its box begins and ends.
    """
    found = []
    for name, chance in here.items():
        inside = " ".join(words for _, words in _inside(name, chance, places[name]))
        if name not in inside:
            found.append((name if inside else f"{name} {short_percent(chance)}", *places[name]))
    return found


def _under(scene: Scene, outside: list[tuple[str, float, float]], up: float, unit: float, most: int) -> None:
    """Write the names of boxes that are too narrow for their names below the boxes.

    most: the greatest number of lines. unit: the pixels from row to row.

    The names go down like stairs; names of boxes at the right end are to the right. So a line from a box to its name
    meets no other name.
    """
    wide = {words: len(words) * SMALL * LETTER / (NARROW - 12) for words, _, _ in outside}
    lefts = [one for one in outside if one[1] + one[2] < 2 * wide[one[0]]]
    rights = [one for one in outside if one not in lefts]
    for group, align, aside in ((lefts[::-1], "start", 3), (rights, "end", -3)):
        for turn, (words, left, right) in enumerate(group):
            middle, down = (left + right) / 2, 9 + LINE_HEIGHT * (turn % most)
            scene.line((middle, up - HALF), (middle, up - HALF - (down + 4) / unit), QUIET, 1.0)
            scene.write(middle, up - HALF, words, align=align, dx=aside, dy=down, size=SMALL, color=INK, rank=1)


def _pinned(scene: Scene, pinned: Flow | None, stages: int, rows: list[dict[str, tuple[float, float]]]) -> None:
    """Draw the pinned shares as rust lines along the bottom of the boxes.

    A line is as long as the pinned probability.
    """
    if pinned is None or len(pinned.stages) != stages:
        return
    for stage, places in enumerate(rows):
        for name, chance in pinned.at(stage).items():
            if name in places:
                left, low = places[name][0], stages - 1 - stage - HALF
                scene.line((left, low), (min(1.0, left + float(chance)), low), PIN, 2.5)
