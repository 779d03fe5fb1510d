"""What comes out for every combination of two inputs? A grid of tinted cells; the cell the form stands on is framed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drillbook.asking.exhibits import Grid
from drillbook.maths.exact import Number
from drillbook_widgets.theme import ACCENT, INK, LINE, NARROW, NONE, PIN, QUIET, SMALL, TALL
from drillbook_widgets.views.scene import LETTER, LINE_HEIGHT, Cell, Margin, Scene, cut, lines_of_heads, write_heads

if TYPE_CHECKING:
    from drillbook_widgets.views import Look

HEAD = 12  # letters of a column's head
DEEPEST = 0.5  # no darker, so that ink stays readable on every tint in both themes


def draw(exhibit: Grid, look: Look) -> Scene:
    """The cells of a grid."""
    rows, columns = len(exhibit.rows), len(exhibit.columns)
    letters = min(18, max((len(row) for row in exhibit.rows), default=1))
    left = 12 + round(letters * SMALL * LETTER)
    room = (NARROW - left - 6) / columns
    steps = lines_of_heads(exhibit.columns, room, HEAD)
    scene = Scene((-0.5, columns - 0.5), (-0.5, rows - 0.5), Margin(25 + LINE_HEIGHT * steps, 6, 18, left))
    values = [float(cell) for line in exhibit.cells for cell in line if cell is not None] or [0.0]
    low, high = (0.0, max([*values, 1e-9])) if min(values) >= 0 else (min(values), max(values))
    for row, line in enumerate(exhibit.cells):
        up = rows - 1 - row
        for column, cell in enumerate(line):
            _choose(scene, exhibit, row, column)
            if cell is None:
                scene.box(column - 0.48, up - 0.46, column + 0.48, up + 0.46, NONE, 0.0, LINE)
                continue
            tint = 0.04 + (DEEPEST - 0.04) * (float(cell) - low) / ((high - low) or 1.0)
            scene.box(column - 0.48, up - 0.46, column + 0.48, up + 0.46, ACCENT, tint)
            words = in_cell(exhibit, cell)
            if len(words) * SMALL * LETTER < room - 3 and (TALL - 54) / rows > SMALL:
                scene.write(column, up, words, size=SMALL, color=INK, rank=3)
        scene.write(-0.5, up, cut(exhibit.rows[row], letters), align="end", dx=-6, size=SMALL, color=INK, rank=1)
    write_heads(scene, exhibit.columns, rows - 0.5, steps, HEAD)
    scene.write(
        columns - 0.5,
        rows - 0.5,
        exhibit.column_axis,
        align="end",
        dy=-15 - LINE_HEIGHT * steps,
        size=SMALL,
        color=QUIET,
        rank=1,
    )
    scene.write(-0.5, -0.5, exhibit.row_axis, align="end", dx=-6, dy=10, size=SMALL, color=QUIET, rank=1)
    for found, color in ((look.pinned.here if look.pinned else None, PIN), (exhibit.here, INK)):
        if found is not None:
            _frame(scene, found[1], rows - 1 - found[0], color)
    if exhibit.here is not None:
        _tell(scene, exhibit, rows)
    return scene


def _choose(scene: Scene, exhibit: Grid, row: int, column: int) -> None:
    """A cell that can be chosen, where choosing it means anything."""
    sets = exhibit.sets(row, column)
    if sets:
        up = len(exhibit.rows) - 1 - row
        words = f"{exhibit.rows[row]}, {exhibit.columns[column]}: {exhibit.shown(exhibit.cells[row][column])}"
        edges = column - 0.5, up - 0.5, column + 0.5, up + 0.5
        scene.cells.append(Cell(*edges, words, row, column, exhibit.here == (row, column), sets))


def in_cell(exhibit: Grid, cell: Number) -> str:
    """A value, as short as it can be."""
    if not exhibit.chance:
        return exhibit.shown(cell)
    part = float(cell) * 100
    return f"{part:.0f}" if part >= 9.95 or part == 0 else f"{part:.1f}"


def _frame(scene: Scene, across: int, up: int, color: str) -> None:
    corners = [(across - 0.5, up - 0.5), (across + 0.5, up - 0.5), (across + 0.5, up + 0.5), (across - 0.5, up + 0.5)]
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        scene.line(start, end, color, 2.0)


def _tell(scene: Scene, exhibit: Grid, rows: int) -> None:
    """The framed cell in words under the grid, since its own words may have no room."""
    assert exhibit.here is not None
    row, column = exhibit.here
    if 0 <= row < rows and 0 <= column < len(exhibit.columns):
        words = f"{exhibit.rows[row]}, {exhibit.columns[column]}: {exhibit.shown(exhibit.cells[row][column])}"
        scene.write(len(exhibit.columns) - 0.5, -0.5, words, align="end", dy=10, size=SMALL, color=INK, rank=2)
