"""What happens when, and on whose side? Bars in lanes along a named axis."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drillbook.asking.exhibits import Timeline
from drillbook.maths.number_words import short_percent
from drillbook_widgets.views.labels import side_letters, wrapped, write_side
from drillbook_widgets.views.scene import LETTER, LINE_HEIGHT, Margin, Scene, axis_number, axis_ticks
from drillbook_widgets.views.theme import ACCENT, AMBER, INK, LINE, MISS, NARROW, PIN, QUIET, SMALL, TALL

if TYPE_CHECKING:
    from drillbook_widgets.views import Look

KINDS = {"act": (ACCENT, 0.5), "wait": (MISS, 0.5), "danger": (PIN, 0.5), "stop": (AMBER, 0.5)}

AROUND = 3.0  # pixels that words inside a bar leave free
BESIDE = 4  # pixels from a bar to words beside it
HALF = 0.32  # of a bar's height, as a share of its lane
ENOUGH = 9  # letters of words that may be cut short; where there are fewer, they stand beside the bar


def draw(exhibit: Timeline, look: Look) -> Scene:
    """Return the lanes of a timeline as a scene, the first on top."""
    events = list(exhibit.events)
    both = events + (list(look.pinned.events) if look.pinned else [])
    lanes = list(dict.fromkeys(event.lane for event in events)) or [""]
    left, right = min((float(e.start) for e in both), default=0.0), max((float(e.end) for e in both), default=1.0)
    right = 1.0 if exhibit.chance else right if right > left else left + 1.0
    high_row = (TALL - 46) / len(lanes)
    letters = side_letters(lanes, 16, high_row, 16)
    margin = Margin(8, 18 if exhibit.chance else 12, 38, 14 + round(letters * SMALL * LETTER))
    scene = Scene((left, right), (-0.5, len(lanes) - 0.5), margin)
    whole = exhibit.whole or all(float(bound).is_integer() for event in both for bound in (event.start, event.end))
    for x in axis_ticks(left, right, 7, whole):
        scene.rule((x, -0.5), (x, len(lanes) - 0.5), LINE)
        scene.write(x, -0.5, short_percent(x) if exhibit.chance else axis_number(x), dy=11, size=SMALL, rank=1)
    scene.write(right, -0.5, exhibit.axis, align="end", dy=28, size=SMALL, rank=1)
    for row, lane in enumerate(lanes):
        write_side(scene, left, len(lanes) - 1 - row, lane, letters, high_row, size=SMALL, color=INK, rank=0)
    for event in look.pinned.events if look.pinned else ():
        if event.lane in lanes:
            low = len(lanes) - 1 - lanes.index(event.lane) - 0.4
            scene.line((float(event.start), low), (float(event.end), low), PIN, 2.5)
    across = (NARROW - margin.left - margin.right) / (right - left)
    for event in events:
        up = len(lanes) - 1 - lanes.index(event.lane)
        color, opacity = KINDS.get(event.kind, KINDS["act"])
        start, end = float(event.start), float(event.end)
        if start == end:
            scene.line((start, up - 0.36), (start, up + 0.36), color, 3.0)
            scene.write(start, up, event.label, align="start", dx=6, size=SMALL, color=INK, rank=2)
            continue
        scene.box(start, up - HALF, end, up + HALF, color, opacity, color)
        inside = max(1, int(((end - start) * across - AROUND) / (SMALL * LETTER)))
        lines = wrapped(event.label, inside, max(1, int(high_row * 2 * HALF // LINE_HEIGHT)))
        unbroken = all(len(word) <= inside for word in event.label.split())  # none is torn apart
        if (unbroken and all("…" not in line and len(line) <= inside for line in lines)) or inside > ENOUGH:
            for number, line in enumerate(lines):
                down = round((number - (len(lines) - 1) / 2) * LINE_HEIGHT)
                scene.write((start + end) / 2, up, line, dy=down, size=SMALL, color=INK, rank=2)
        elif not any(
            one.lane == event.lane and 0 <= float(one.start) - end < _room(event.label) / across for one in events
        ):
            scene.write(end, up, event.label, align="start", dx=BESIDE, size=SMALL, color=QUIET, rank=3)
    return scene


def _room(label: str) -> float:
    """Return the width in pixels that words beside a bar take.

    If another bar is within that width, the words would seem to belong to it.
    """
    return BESIDE + len(label) * SMALL * LETTER
