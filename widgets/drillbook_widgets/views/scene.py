"""The content of a picture: areas, lines, dots and words in the picture's own units.

Nothing here knows of Jupyter.

A view turns an exhibit into a scene; the canvas puts a scene on the page. Words that would collide on the narrowest
page, or leave the picture, are moved or left out here, the least important first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from drillbook.asking.exhibits.gestures import Grip
from drillbook.maths.exact import Number
from drillbook_widgets.views.theme import NARROW, QUIET, TALL, TEXT

Point = tuple[float, float]
LINE_HEIGHT = 14
WIDER = ((455.0, 272.0), (720.0, 272.0))  # pictures in a column of two, and in a wide one
RING = 12  # pixels from the middle of a mark that can be moved to the edge of its ring
FINGER = 24  # pixels that a finger wants of anything
LETTER = 0.6  # width of an average letter in a wide sans face, as a share of its size


@dataclass(frozen=True, slots=True)
class Fill:
    """A closed area."""

    points: Sequence[Point]
    color: str
    opacity: float = 1.0
    edge: str = "transparent"


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points."""

    points: Sequence[Point]
    color: str
    width: float = 1.5
    style: str = "solid"
    under: bool = False  # drawn below the areas, like the lines of a grid


@dataclass(frozen=True, slots=True)
class Dot:
    """A round mark whose size is in pixels, not in the picture's units."""

    x: float
    y: float
    color: str
    pixels: int = 6


@dataclass(frozen=True, slots=True)
class Text:
    """Words at a point, moved by (dx, dy) pixels; rank 0 is kept first, higher ranks give way."""

    x: float
    y: float
    words: str
    align: str = "middle"
    dx: int = 0
    dy: int = 0
    color: str = QUIET
    size: float = TEXT
    bold: bool = False
    rank: int = 1
    loose: bool = False  # may stand on any side of its point
    rim: float = 0.0  # so far from it, in the picture's units, across and up
    elsewhere: tuple[
        tuple[float, float, str, int, int], ...
    ] = ()  # other points that will do as well, with align, dx, dy
    bare: bool = False  # in a cell of its own, where nothing is drawn behind it


@dataclass(frozen=True, slots=True)
class Hold:
    """A mark that can be moved, and what it is called.

    rim: it lies on a circle or an arc that is taken hold of anywhere: its centre across and ahead, its radius, its middle
    (degrees clockwise from straight up) and its width (degrees).
    """

    x: float
    y: float
    label: str
    grip: Grip
    rim: tuple[float, float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """A part of the picture that can be chosen.

    A cell has its edges, its label, and the values that the form takes once the cell is chosen.

    nudges: the inputs that increase by an amount from their current values, if only that amount is known.
    """

    left: float
    bottom: float
    right: float
    top: float
    label: str
    row: int = 0
    column: int = 0
    chosen: bool = False
    sets: Mapping[str, Any] = field(default_factory=dict)
    nudges: Mapping[str, Number] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Margin:
    """Room around the plotted area, in pixels."""

    top: int = 16
    right: int = 12
    bottom: int = 24
    left: int = 12


@dataclass(slots=True)
class Scene:
    """A whole picture. aspect (width / height) is set where both axes must have the same scale.

    holds and cells are what can be moved and chosen in it; with jumps a touch anywhere brings the first hold there.
    rows_high: pixels that the names of all its rows want.
    bodies: opposite corners of what loose words leave uncovered if they can, beside the dots.
    """

    x: tuple[float, float]
    y: tuple[float, float]
    margin: Margin = field(default_factory=Margin)
    fills: list[Fill] = field(default_factory=list)
    strokes: list[Stroke] = field(default_factory=list)
    dots: list[Dot] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    aspect: float | None = None
    holds: list[Hold] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    jumps: bool = False
    bodies: list[tuple[Point, Point]] = field(default_factory=list)
    rows_high: int = 0

    def box(
        self,
        left: float,
        bottom: float,
        right: float,
        top: float,
        color: str,
        opacity: float = 1.0,
        edge: str = "transparent",
    ) -> None:
        """Add a rectangle."""
        corners = ((left, bottom), (right, bottom), (right, top), (left, top))
        self.fills.append(Fill(corners, color, opacity, edge))

    def line(self, start: Point, end: Point, color: str, width: float = 1.0, style: str = "solid") -> None:
        """Add a straight line."""
        self.strokes.append(Stroke((start, end), color, width, style))

    def rule(self, start: Point, end: Point, color: str, width: float = 0.75) -> None:
        """Add a line of a grid, under everything else."""
        self.strokes.append(Stroke((start, end), color, width, "solid", True))

    def write(self, x: float, y: float, words: str, **how: object) -> None:
        """Add words."""
        self.texts.append(Text(x, y, words, **how))  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Place:
    """The rectangle that words take up, in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Place, gap: float = 2.0) -> bool:
        """Whether the two overlap or nearly touch."""
        return (
            self.left < other.right + gap
            and other.left < self.right + gap
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def covers(self, point: Point) -> bool:
        """Whether a point (across and down, in pixels) lies within it or on its edge."""
        x, y = point
        return self.left <= x <= self.right and self.top <= y <= self.bottom


def size(scene: Scene, width: float = NARROW, height: float = TALL) -> tuple[float, float]:
    """Width and height in pixels that the picture takes of the room it has."""
    if scene.aspect is None:
        return width, height
    return (width, width / scene.aspect) if width / height < scene.aspect else (height * scene.aspect, height)


def word_box(scene: Scene, text: Text, width: float = NARROW, height: float = TALL) -> Place:
    """Where words come to stand, in pixels from the top left of a picture of this size."""
    wide, tall = size(scene, width, height)
    inner_wide = wide - scene.margin.left - scene.margin.right
    inner_tall = tall - scene.margin.top - scene.margin.bottom
    across = scene.margin.left + (text.x - scene.x[0]) / (scene.x[1] - scene.x[0]) * inner_wide + text.dx
    down = scene.margin.top + (scene.y[1] - text.y) / (scene.y[1] - scene.y[0]) * inner_tall + text.dy
    long = len(text.words) * text.size * LETTER
    left = across - {"start": 0.0, "middle": long / 2, "end": long}[text.align]
    return Place(left, down - text.size * 0.6, left + long, down + text.size * 0.6)


def ring(scene: Scene, hold: Hold, width: float = NARROW, height: float = TALL) -> Place:
    """Return the square around the ring of a movable mark, in pixels."""
    middle = word_box(scene, Text(hold.x, hold.y, "", size=0.0), width, height)
    return Place(middle.left - RING, middle.top - RING, middle.right + RING, middle.bottom + RING)


def high(scene: Scene) -> int:
    """Return the height in pixels for choosing rows by finger and for reading their names.

    The result is 0 if the usual height has space for both.
    """
    rows = 1 + max((one.row for one in scene.cells), default=0)
    wanted = max(FINGER * rows, scene.rows_high) + scene.margin.top + scene.margin.bottom
    return wanted if wanted > TALL else 0


def settle_words(scene: Scene, width: float = NARROW, height: float = TALL) -> Scene:
    """Return the scene with its words moved inside, and those left out that would still collide.

    The words must not collide here or on a wider page.
    """
    tall = high(scene)
    height = max(height, tall)
    wider = [(broad, max(usual, tall)) for broad, usual in WIDER]
    wide, _ = size(scene, width, height)
    kept: list[tuple[int, Text]] = []
    taken: list[tuple[Place, ...]] = []
    marks = [word_box(scene, Text(dot.x, dot.y, "", size=dot.pixels), width, height) for dot in scene.dots]
    marks = [
        replace(one, left=one.left - dot.pixels / 2, right=one.right + dot.pixels / 2)
        for one, dot in zip(marks, scene.dots, strict=True)
    ]
    marks += [_around(scene, low, high, width, height) for low, high in scene.bodies]
    marks += [ring(scene, hold, width, height) for hold in scene.holds]
    for index, text in sorted(enumerate(scene.texts), key=lambda item: (item[1].rank, item[0])):
        if not text.words:
            continue
        sides = [_inside(scene, tried, wide, width, height) for tried in _sides(text)]
        if len(sides) > 1:  # first those on which no mark is covered
            where = {tried: word_box(scene, tried, width, height) for tried in sides}
            sides.sort(
                key=lambda tried: (
                    where[tried].top < 0,
                    sum(where[tried].meets(mark, -1.0) for mark in marks),
                )
            )
        for moved in sides:
            rooms = (word_box(scene, moved, width, height), *(word_box(scene, moved, *room) for room in wider))
            if not text.rank or not any(
                one.meets(other) for many in taken for one, other in zip(rooms, many, strict=True)
            ):
                taken.append(rooms)
                kept.append((index, moved))
                break
    return replace(scene, texts=[text for _, text in sorted(kept, key=lambda item: item[0])])


def _around(scene: Scene, low: Point, high: Point, width: float, height: float) -> Place:
    """Return the rectangle between two corners, in pixels."""
    first, last = (word_box(scene, Text(*corner, "", size=0.0), width, height) for corner in (low, high))
    return Place(first.left, last.top, last.right, first.bottom)


def _sides(text: Text) -> list[Text]:
    """Return the places where words may go.

    They are the given place, then other points that are suitable, and for loose words the other sides of the point.
    """
    if not text.loose:
        others = [replace(text, x=x, y=y, align=align, dx=dx, dy=dy) for x, y, align, dx, dy in text.elsewhere]
        return [text, *others]
    across, up, rim = abs(text.dx), abs(text.dy), text.rim
    spots = ((text.align, text.dx, text.dy), ("start", across, up), ("end", -across, -up), ("end", -across, up))
    return [
        replace(
            text, align=align, dx=dx, dy=dy, x=text.x + (rim if dx > 0 else -rim), y=text.y - (rim if dy > 0 else -rim)
        )
        for align, dx, dy in spots
    ]


def _inside(scene: Scene, text: Text, wide: float, width: float, height: float) -> Text:
    room = word_box(scene, text, width, height)
    if room.right > wide and text.align != "end":
        text = replace(text, align="end", dx=-abs(text.dx))
        room = word_box(scene, text, width, height)
    if room.left < 0 and text.align != "start":
        moved = replace(text, align="start", dx=abs(text.dx))
        if word_box(scene, moved, width, height).right <= wide:
            return moved
        most = max(4, int((wide - 4) / (text.size * LETTER)))
        short = text.words if len(text.words) <= most else text.words[: most - 1].rstrip() + "…"
        return replace(moved, x=scene.x[0], dx=2 - scene.margin.left, words=short)
    return text


def cut(words: str, letters: int) -> str:
    """Words of at most so many letters, with an ellipsis where some are lost."""
    return words if len(words) <= letters else words[: letters - 1].rstrip() + "…"


def axis_number(number: float) -> str:
    """Return a number as text for an axis."""
    return f"{number:g}".replace("-", "−")


def axis_ticks(low: float, high: float, most: int = 5, whole: bool = False) -> list[float]:
    """At most so many round numbers from low to high; whole ones alone where parts mean nothing."""
    span = high - low
    if span <= 0:
        return [low]
    power = 1e-6
    while True:
        for step in (power, 2 * power, 2.5 * power, 5 * power):
            if span / step <= most - 1 and not (whole and step % 1):
                first = -(-low // step)
                found: list[float] = []
                while (first + len(found)) * step <= high + step * 1e-9:
                    found.append(round((first + len(found)) * step, 9))
                return found
        power *= 10
