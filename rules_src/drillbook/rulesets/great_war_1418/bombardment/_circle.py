"""The circle on the table: which bases lie under it, and which of them in the outer ring."""

from fractions import Fraction

from drillbook.asking import Reader, Working
from drillbook.asking.exhibits import Disc
from drillbook.asking.exhibits.gestures import Grip
from drillbook.maths import Number, exact
from drillbook.maths.geometry import covered_share, reaches
from drillbook.rulesets.great_war_1418.common.bases import HALF, Base

INNER, OUTER, CLEAR = "inner", "outer", "clear"
WHERE = {INNER: "in the inner circle", OUTER: "in the outer ring", CLEAR: "not under the circle"}


def radius(r: Reader) -> Number:
    """Return the circle's radius, in inches."""
    return exact(r.num("bombardment.circle") * HALF)


def inner_radius(r: Reader, w: Working) -> Number:
    """Return the inner circle's radius, in inches.

    The question is refused if the reading is to wait for the lost picture.
    """
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
    """Return where a base lies: in the inner circle, in the outer ring, or clear of both.

    inner: the inner circle's radius, in inches.
    """
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


def circles(r: Reader, inner: Number, middle: tuple[Number, Number] = (0, 0), grip: Grip | None = None) -> list[Disc]:
    """Return the discs of the circle and its inner circle, as they are drawn.

    inner: the inner circle's radius, in inches.
    """
    return [Disc(*middle, radius(r), "circle", grip=grip), Disc(*middle, inner, "inner circle", "range")]
