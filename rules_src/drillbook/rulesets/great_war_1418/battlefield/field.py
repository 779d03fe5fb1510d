"""Whether a table is a legal field, and how large it is."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Count, Reader, Working, question
from drillbook.asking.exhibits import Grid
from drillbook.errors import Contradiction
from drillbook.maths import Number, counted, exact, write_number
from drillbook.rulesets.great_war_1418.battlefield._field import DEEP, WIDE, Columns, Rows, Side, check, legal


@dataclass(frozen=True, slots=True)
class Field:
    """Whether a field is legal, and how large it is.

    legal: whether it is; spaces: how many there are; wide, deep: its size in inches;
    layouts: how many rectangles are legal, a turned one counted once.
    """

    legal: bool
    spaces: int
    wide: Number
    deep: Number
    layouts: int


@question(
    "gw/field?rows=4&columns=6&side=12",
    "gw/field?rows=3&columns=3&side=10",
    "gw/field?rows=2&columns=4&side=12",
)
def field(
    r: Reader,
    *,
    rows: Rows,
    columns: Columns,
    side: Side,
    left_out: Annotated[int, Count(0, 3, label="Spaces left out", help="At a corner, as in a field like an L.")],
) -> Breakdown[Field]:
    """Is this field legal?"""
    if left_out >= rows * columns:
        raise Contradiction(
            f"Of {counted(rows * columns, 'space')} not {left_out} can be left out.", left_out=rows * columns - 1
        )
    w = Working(r)
    checks = Checks(w)
    check(r, checks, rows, columns, side, left_out)
    checks.tell()
    w.start("spaces deep", rows, "battlefield.depth")
    w.times("spaces wide", columns, "battlefield.spaces")
    spaces = w.subtract("left out", left_out, "battlefield.space-count", when=left_out) or w.whole
    wide = w.then("inches wide", exact(columns * side), "battlefield.spaces")
    deep = w.then("inches deep", exact(rows * side), "battlefield.spaces")
    layouts = _layouts(r)
    w.then("rectangles that are legal", layouts, "battlefield.space-count")
    size = f"{write_number(wide)} by {write_number(deep)} inches, {counted(spaces, 'space')}"
    wrong = "" if checks.passed else f": {checks.failed[0].finding}"
    return w.answer(
        Field(checks.passed, spaces, wide, deep, layouts),
        headline=f"{'A legal field' if checks.passed else 'Not a legal field'}{wrong}; {size}",
        exhibits=[_grid(r, rows, columns), checks.decision("What a field has to be")],
    )


def _layouts(r: Reader) -> int:
    """How many rectangles are legal, whichever way they lie."""
    most = r.int("battlefield.space-count", "most")
    return sum(legal(r, rows, columns) for rows in range(1, most + 1) for columns in range(rows, most // rows + 1))


def _grid(r: Reader, rows: int, columns: int) -> Grid:
    """Which rectangles are legal."""
    deep, wide = range(1, int(DEEP.high) + 1), range(1, int(WIDE.high) + 1)
    return Grid(
        "Which rectangles of spaces are legal", "Deep", "Wide", [str(one) for one in deep], [str(one) for one in wide],
        [[int(legal(r, row, column)) for column in wide] for row in deep], chance=False, what="met",
        here=(rows - 1, columns - 1), name="fields", by_row={"rows": list(deep)}, by_column={"columns": list(wide)},
    )  # fmt: skip
