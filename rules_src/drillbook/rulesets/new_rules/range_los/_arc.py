"""The plan of an arc: shooter and target from above, the edges of the arc, and the reach."""

from drillbook.asking import Reader
from drillbook.asking.exhibits import Disc, Figure, Line, Tabletop
from drillbook.asking.exhibits.gestures import Grip
from drillbook.maths import Number
from drillbook.rulesets.new_rules.common.measuring import Block
from drillbook.rulesets.new_rules.common.plan import block, middle


def arc_plan(r: Reader, own: Block, other: Block, reach: Number) -> Tabletop:
    """Both units, the shooter facing up the table; the target can be moved."""
    x, y = other.centre
    figures = [
        Figure(*own.centre, "shooter", "own"),
        Figure(x, y, "target", "enemy", grip=Grip({"across": (1, 0), "ahead": (0, 1)})),
    ]
    blocks = [block(one.left, one.right, one.near, one.far, "", "wall") for one in (own, other)]
    return Tabletop(
        "The shooter faces up; the lines are the edges of its arc, the rings its reach", "S",
        discs=[Disc(*place, reach, "reach" if not number else "", "range") for number, place in enumerate(_measured_from(r, own))],
        figures=figures,
        lines=[*blocks, *_edges(r, own, reach)],
    )  # fmt: skip


def _measured_from(r: Reader, own: Block) -> list[tuple[Number, Number]]:
    """Return the points from which the reach is drawn.

    They are the ends of the part that a distance is measured from.
    """
    match r.read_as("measuring-point"):
        case "centre-to-centre":
            return [own.centre]
        case "from-the-front":
            return [(own.centre[0], own.far)]
        case _:
            found = own.measured(r)
            return (
                [(found.left, found.far)]
                if found.left == found.right
                else [(found.left, found.far), (found.right, found.far)]
            )


def _edges(r: Reader, own: Block, reach: Number) -> list[Line]:
    """Return the edges of the arc, as far ahead as the weapon reaches.

    If the arc narrows inward, the edges end where they meet.
    """
    centre = own.centre[0]
    match r.read_as("fire-arc"):
        case "inward":
            half = middle(own.right, -own.left)
            ends = [(own.left, half), (own.right, -half)]
            return [Line([(x, own.far), (x + far, own.far + abs(far))], "", "sight") for x, far in ends]
        case "from-the-middle":
            starts = [(centre, -reach), (centre, reach)]
        case _:
            starts = [(own.left, -reach), (own.right, reach)]
    return [Line([(x, own.far), (x + far, own.far + reach)], "", "sight") for x, far in starts]
