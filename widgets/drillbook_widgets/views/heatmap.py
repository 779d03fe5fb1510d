"""The heat map: a grid of tinted cells for every combination of two inputs.

The cell of the form's current values is framed.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from drillbook.asking.exhibits import Grid
from drillbook.maths.exact import Number
from drillbook.maths.number_words import short_percent
from drillbook_widgets.views.labels import MOST_LINES, lines_of_heads, side_letters, wrapped, write_heads, write_side
from drillbook_widgets.views.scene import FINGER, LETTER, LINE_HEIGHT, Cell, Margin, Scene
from drillbook_widgets.views.theme import ACCENT, INK, LINE, NARROW, NONE, PIN, QUIET, SMALL, TALL

if TYPE_CHECKING:
    from drillbook_widgets.views import Look

DEEPEST = 0.5  # no darker, so that ink stays readable on every tint in both themes
PALEST = 0.04
SMALLEST = 13.2  # pixels of a row that still holds a number
EDGE, RIM = 13, 6  # pixels before the names of the rows, and behind the last column
FEW = 4  # columns that leave their rows room for long names
PHONE = 358  # pixels of a picture's width on a phone, on which a finger chooses cells
MOST = 120  # numbers that can still be read; of more the tints alone are shown
SIGN = "in %"  # where the numbers themselves have no room for it
SIGNS = {"yes": "✓", "no": "·"}


def draw(exhibit: Grid, look: Look) -> Scene:
    """Return the cells of a grid as a scene."""
    rows, columns = len(exhibit.rows), len(exhibit.columns)
    letters, high_row = _side(exhibit)
    room, written = _room(exhibit, letters, high_row)
    if written == "short" and letters < len(SIGN):  # which stands over the rows' names, and needs as much room
        letters = len(SIGN)
        room, written = _room(exhibit, letters, high_row)
    left = EDGE + round(letters * SMALL * LETTER)
    steps = lines_of_heads(exhibit.columns, room)
    around = Margin(25 + LINE_HEIGHT * steps, RIM, 18, left)
    scene = Scene((-0.5, columns - 0.5), (-0.5, rows - 0.5), around, rows_high=round(high_row * rows))
    low, high = bounds(exhibit)
    for row, line in enumerate(exhibit.cells):
        up = rows - 1 - row
        for column, cell in enumerate(line):
            _choose(scene, exhibit, row, column)
            color, tint = tint_of(cell, low, high)
            scene.box(column - 0.48, up - 0.46, column + 0.48, up + 0.46, color, tint, NONE if color != NONE else LINE)
            if cell is not None and written:
                scene.write(column, up, in_cell(exhibit, cell, written), size=SMALL, color=INK, rank=3, bare=True)
        write_side(scene, -0.5, up, exhibit.rows[row], letters, high_row, size=SMALL, color=INK, rank=1)
    write_heads(scene, exhibit.columns, rows - 0.5, steps, room)
    above = -15 - LINE_HEIGHT * steps
    scene.write(columns - 0.5, rows - 0.5, exhibit.column_axis, align="end", dy=above, size=SMALL, color=QUIET, rank=1)
    if written == "short":
        scene.write(-0.5, rows - 0.5, SIGN, align="end", dx=-6, dy=-9, size=SMALL, color=QUIET, rank=2)
    scene.write(-0.5, -0.5, exhibit.row_axis, align="end", dx=-6, dy=10, size=SMALL, color=QUIET, rank=1)
    for found, color in ((look.pinned.here if look.pinned else None, PIN), (exhibit.here, INK)):
        if found is not None:
            _frame(scene, found[1], rows - 1 - found[0], color)
    if exhibit.here is not None:
        _tell(scene, exhibit, rows)
    return scene


def _side(exhibit: Grid) -> tuple[int, float]:
    """Return the letters of the longest line beside the rows, and the height of a row.

    The height is in pixels. Beside few columns, a name on one line has more space. A name that does not fit takes several
    lines, and so does a name beside many columns that a finger chooses.
    """
    columns = len(exhibit.columns)
    high_row = (TALL - 57) / len(exhibit.rows)
    alone = 24 if columns <= FEW else 18
    most = max(_longest_word(exhibit), int((PHONE - RIM - EDGE - FINGER * columns) / (SMALL * LETTER)))
    narrow = bool(exhibit.sets(0, 0)) and most < min(14, max(map(len, exhibit.rows)))
    if narrow or (high_row < 2 * LINE_HEIGHT and max(map(len, exhibit.rows)) > alone):
        alone = most if narrow else alone
        high_row = max(high_row, _lines_want(exhibit, alone))
        return alone, high_row
    return side_letters(exhibit.rows, 14, high_row, alone), high_row


def _longest_word(exhibit: Grid) -> int:
    return max(len(word) for name in exhibit.rows for word in name.split())


def _lines_want(exhibit: Grid, letters: int) -> int:
    """Return the height of a row, in pixels, in which every name fits.

    letters: the number of letters on a line.
    """
    return LINE_HEIGHT * max(len(wrapped(name, letters, MOST_LINES)) for name in exhibit.rows)


def bounds(exhibit: Grid) -> tuple[float, float]:
    """Return the least and the greatest value; zero lies between them."""
    values = [float(cell) for line in exhibit.cells for cell in line if cell is not None]
    return min([0.0, *values]), max([1e-9, *values])


def tint_of(cell: Number | None, low: float, high: float) -> tuple[str, float]:
    """Return the colour and the depth of a cell.

    The farther a value is from zero, the deeper its colour. Values below zero have another colour.
    """
    if cell is None:
        return NONE, 0.0
    if cell < 0:
        return PIN, PALEST + (DEEPEST - PALEST) * float(cell) / low
    return ACCENT, PALEST + (DEEPEST - PALEST) * float(cell) / max(high, -low)


def is_written(exhibit: Grid) -> bool:
    """Whether there is room for the numbers; where there is none the tints have a key."""
    return bool(_room(exhibit, *_side(exhibit))[1])


def _room(exhibit: Grid, letters: int, high_row: float) -> tuple[float, str]:
    """Return the width of a column, and how the cells are written in it.

    letters: the letters of the row names beside the columns. high_row: the height of a row in pixels.
    """
    room = (NARROW - RIM - EDGE - round(letters * SMALL * LETTER)) / len(exhibit.columns)
    return room, _written(exhibit, room, high_row)


def _written(exhibit: Grid, room: float, high_row: float) -> str:
    """How the cells are written: in full, short (without the sign of percent), or not at all."""
    if high_row < SMALLEST or len(exhibit.rows) * len(exhibit.columns) > MOST:
        return ""
    for how in ("full", "short"):
        longest = max(
            (len(in_cell(exhibit, cell, how)) for line in exhibit.cells for cell in line if cell is not None), default=0
        )
        if longest * SMALL * LETTER <= room - 4:
            return how if exhibit.chance else "full"
    return ""


def _choose(scene: Scene, exhibit: Grid, row: int, column: int) -> None:
    """Add a cell that can be chosen, if choosing it means anything."""
    sets = exhibit.sets(row, column)
    if sets:
        up = len(exhibit.rows) - 1 - row
        words = f"{exhibit.rows[row]}, {exhibit.columns[column]}: {exhibit.shown(exhibit.cells[row][column])}"
        edges = column - 0.5, up - 0.5, column + 0.5, up + 0.5
        scene.cells.append(Cell(*edges, words, row, column, exhibit.here == (row, column), sets))


def in_cell(exhibit: Grid, cell: Number, how: str = "full") -> str:
    """Return a value in its shortest form.

    how: `full`, or `short` for a probability without the percent sign.
    """
    if not exhibit.chance:
        words = exhibit.shown(cell) if Fraction(cell).denominator == 1 else f"{float(cell):.2f}"
        return SIGNS.get(words, words.replace("-", "−"))
    words = short_percent(float(cell))
    return words if how == "full" else words.removesuffix(" %")


def _frame(scene: Scene, across: int, up: int, color: str) -> None:
    corners = [(across - 0.5, up - 0.5), (across + 0.5, up - 0.5), (across + 0.5, up + 0.5), (across - 0.5, up + 0.5)]
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        scene.line(start, end, color, 2.0)


def _tell(scene: Scene, exhibit: Grid, rows: int) -> None:
    """Write the framed cell in words below the grid, because its own words may have no space."""
    assert exhibit.here is not None
    row, column = exhibit.here
    if 0 <= row < rows and 0 <= column < len(exhibit.columns):
        words = f"{exhibit.rows[row]}, {exhibit.columns[column]}: {exhibit.shown(exhibit.cells[row][column])}"
        scene.write(len(exhibit.columns) - 0.5, -0.5, words, align="end", dy=10, size=SMALL, color=INK, rank=2)
