"""The circle on the table: which bases lie under it, and which of them in the outer ring."""

from dataclasses import dataclass
from fractions import Fraction

from drillbook.asking import Reader, Working
from drillbook.maths import Number, exact
from drillbook.maths.geometry import covered_share, reaches

HALF = Fraction(1, 1 + 1)
INNER, OUTER, CLEAR = "inner", "outer", "clear"
WHERE = {INNER: "in the inner circle", OUTER: "in the outer ring", CLEAR: "not under the circle"}


@dataclass(frozen=True, slots=True)
class Base:
    """A base: its middle, in inches from the circle's, whether its long side runs ahead, and whose it is."""

    x: Number
    y: Number
    turned: bool = False
    enemy: bool = True

    def edges(self, r: Reader) -> tuple[Number, Number, Number, Number]:
        """Left, right, near and far edge, in inches from the circle's middle."""
        wide, deep = sides(r, self.turned)
        return self.x - wide * HALF, self.x + wide * HALF, self.y - deep * HALF, self.y + deep * HALF


def sides(r: Reader, turned: bool) -> tuple[Number, Number]:
    """How wide and how deep a base lies, in inches."""
    long, deep = r.num("scope.base-size", "long"), r.num("scope.base-size", "deep")
    return (deep, long) if turned else (long, deep)


def radius(r: Reader) -> Number:
    """The circle's radius in inches."""
    return exact(r.num("bombardment.circle") * HALF)


def inner_radius(r: Reader, w: Working) -> Number:
    """The inner circle's radius in inches; refused where one waits for its picture."""
    lost = r.holds("cross-references", "wait")
    w.forbid("The picture of the inner circle is lost: nobody can say where it ends.", "bombardment.print", when=lost)
    across = r.num("bombardment.inner", r.read_as("inner-circle"))
    r.cite("bombardment.print")
    return exact(across * HALF)


def share(r: Reader, base: Base, reach: Number) -> Fraction:
    """Which share of a base lies within a circle of that radius."""
    return covered_share(reach, *base.edges(r))


def is_under(r: Reader, base: Base) -> bool:
    """Whether shots may fall on a base."""
    reading = r.read_as("under-circle")
    if reading == "half":
        return share(r, base, radius(r)) >= HALF
    return reaches(radius(r), *base.edges(r)) and (base.enemy or reading != "enemies")


def place(r: Reader, base: Base, inner: Number) -> str:
    """Where a base lies, by the inner circle's radius in inches: in the inner circle, in the outer ring, or clear of both."""
    if not is_under(r, base):
        return CLEAR
    left, right, near, far = base.edges(r)
    match r.read_as("half-outside"):
        case "centre":
            outside = base.x * base.x + base.y * base.y > inner * inner
        case "any-part":
            outside = any(x * x + y * y > inner * inner for x in (left, right) for y in (near, far))
        case _:
            outside = 1 - share(r, base, inner) > r.num("bombardment.outer-reroll")
    return OUTER if outside else INNER
