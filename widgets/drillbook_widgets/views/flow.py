"""How does a whole divide from stage to stage? A row of boxes a stage, as wide as they are likely, and bands from row to row."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from drillbook.asking.wholes import Flow
from drillbook.maths.words import short_percent
from drillbook_widgets.theme import ACCENT, INK, MISS, NARROW, PIN, QUIET, SMALL
from drillbook_widgets.views.scene import LETTER, LINE_HEIGHT, Fill, Margin, Scene

if TYPE_CHECKING:
    from drillbook_widgets.views import Look

BETWEEN = 0.03  # room between two boxes of a row, as a share of the whole
HALF = 0.15  # half the height of a box, rows being one apart


def draw(exhibit: Flow, look: Look) -> Scene:
    """The rows of a flow, the first stage on top."""
    stages = len(exhibit.stages)
    scene = Scene((0.0, 1.0), (-0.55, stages - 0.35), Margin(4, 6, 4, 6))
    rows = [_places(exhibit.at(stage)) for stage in range(stages)]
    for stage in range(stages - 1):
        _bands(scene, exhibit, stage, rows)
    for stage, places in enumerate(rows):
        up = stages - 1 - stage
        scene.write(0.0, up + HALF, exhibit.stages[stage], align="start", dy=-9, size=SMALL, rank=1)
        under = 0
        for name, chance in exhibit.at(stage).items():
            left, right = places[name]
            color = ACCENT if name in exhibit.good else QUIET
            scene.box(left, up - HALF, right, up + HALF, color, 0.55, color)
            if not _name(scene, name, float(chance), (left, right), up):
                _under(scene, name, (left, right), up, under)
                under += 1
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
    """The bands from the boxes of a row to those of the next, side by side in the order of both."""
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


def _name(scene: Scene, name: str, chance: float, sides: tuple[float, float], up: float) -> bool:
    """What a box is and how likely, in two lines where it has the room, else its share alone; whether its name stands in it."""
    wide = (sides[1] - sides[0]) * (NARROW - 12)
    letters = int(wide / (SMALL * LETTER)) - 1
    middle, share = (sides[0] + sides[1]) / 2, short_percent(chance)
    if letters >= len(name):
        scene.write(middle, up, name, dy=-6, size=SMALL, color=INK, rank=0)
        scene.write(middle, up, share, dy=7, size=SMALL, color=INK, rank=0)
        return True
    if letters >= len(share):
        scene.write(middle, up, share, size=SMALL, color=INK, rank=2)
    return False


def _under(scene: Scene, name: str, sides: tuple[float, float], up: float, turn: int) -> None:
    """The name of a box that is too narrow for it, under the box; neighbours take turns on two lines.

    At an end of the row it has no other place, so that it comes first; elsewhere it may begin or end with its box, on either line.
    """
    half = len(name) * SMALL * LETTER / 2 / (NARROW - 12)
    left, right = sides
    middle = (left + right) / 2
    y, downs = up - HALF, (9 + LINE_HEIGHT * (turn % 2), 9 + LINE_HEIGHT * ((turn + 1) % 2))
    if middle < half or middle > 1 - half:
        x, align = (left, "start") if middle < half else (right, "end")
        scene.write(x, y, name, align=align, dy=downs[0], size=SMALL, color=INK, rank=1)
        return
    elsewhere = tuple(
        (x, y, align, 0, dy) for dy in downs for x, align in ((middle, "middle"), (right, "end"), (left, "start"))
    )
    scene.write(middle, y, name, dy=downs[0], size=SMALL, color=INK, rank=2, elsewhere=elsewhere[1:])


def _pinned(scene: Scene, pinned: Flow | None, stages: int, rows: list[dict[str, tuple[float, float]]]) -> None:
    """The pinned shares as a rust line along the foot of each box, as long as it was likely."""
    if pinned is None or len(pinned.stages) != stages:
        return
    for stage, places in enumerate(rows):
        for name, chance in pinned.at(stage).items():
            if name in places:
                left, low = places[name][0], stages - 1 - stage - HALF
                scene.line((left, low), (min(1.0, left + float(chance)), low), PIN, 2.5)
