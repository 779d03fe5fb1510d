"""The field of spaces: how large it may be, and how it is drawn."""

from collections.abc import Iterable
from typing import Annotated

from drillbook.asking import Checks, Count, Length, Reader
from drillbook.asking.exhibits import Line
from drillbook.maths import Number, counted, write_number

DEEP = Count(1, 8, default=3, label="Spaces deep", bands=("battlefield.depth",))
WIDE = Count(1, 8, default=4, label="Spaces wide")
Rows = Annotated[int, DEEP]
Columns = Annotated[int, WIDE]
Side = Annotated[
    Number, Length(4, 18, default=12, unit="inches", label="Side of a space", bands=("battlefield.spaces",))
]


def legal(r: Reader, rows: int, columns: int, left_out: int = 0) -> bool:
    """Return whether a field of that many spaces is legal in depth and size.

    left_out: the spaces left out of the rectangle, which do not count; they are legal only if any shape is allowed.
    The field must be deep enough, and have neither too few spaces nor too many.
    """
    least, most = (r.int("battlefield.space-count", one) for one in ("least", "most"))
    shaped = not left_out or r.holds("eight-spaces", "any-shape")
    return shaped and min(rows, columns) >= r.int("battlefield.depth") and least <= rows * columns - left_out <= most


def check(r: Reader, checks: Checks, rows: int, columns: int, side: Number, left_out: int = 0) -> None:
    """Ask every condition of the field."""
    largest, deep = r.int("battlefield.spaces"), r.int("battlefield.depth")
    least, most = (r.int("battlefield.space-count", one) for one in ("least", "most"))
    spaces = rows * columns - left_out
    checks.ask(
        f"Sides of {largest} inches or less?",
        side <= largest,
        f"sides of {write_number(side)} inches",
        "battlefield.spaces",
    )
    shortest = min(rows, columns)
    checks.ask(
        f"{deep} spaces deep?",
        shortest >= deep,
        f"the shortest side is {counted(shortest, 'space')}",
        "battlefield.depth",
    )
    checks.ask(
        f"{least} to {most} spaces?", least <= spaces <= most, counted(spaces, "space"), "battlefield.space-count"
    )
    if left_out:
        shaped = r.holds("eight-spaces", "any-shape")
        found = f"{counted(left_out, 'space')} left out of the rectangle"
        checks.ask("A field of such a shape?", shaped, found, "battlefield.space-count")


def lattice(rows: int, columns: int, side: Number = 1, start: Number = 0) -> Iterable[Line]:
    """Yield the lines between the spaces, and around them."""
    wide, deep = columns * side, rows * side
    for column in range(columns + 1):
        x = start + column * side
        yield Line([(x, start), (x, start + deep)], kind="thin")
    for row in range(rows + 1):
        y = start + row * side
        yield Line([(start, y), (start + wide, y)], kind="thin")
