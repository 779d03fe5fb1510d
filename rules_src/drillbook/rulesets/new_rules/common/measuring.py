"""Measuring between blocks of troops: the points of a distance, and the arc of fire.

The blocks are aligned with the edges of the table.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import radians, tan

from drillbook.asking import Reader
from drillbook.maths import Number
from drillbook.rulesets.new_rules.common.plan import Place, middle


@dataclass(frozen=True, slots=True)
class Block:
    """A unit seen from above, in S: its left, right, near and far edge.

    line: whether it is infantry in line, with its officer in its middle.
    """

    left: Number
    right: Number
    near: Number
    far: Number
    line: bool = False

    @property
    def centre(self) -> Place:
        """The middle of the block, where the officer of a line stands."""
        return middle(self.left, self.right), middle(self.near, self.far)

    def at(self, place: Place) -> "Block":
        """Return that place as a block without extent."""
        return Block(place[0], place[0], place[1], place[1])

    def measured(self, r: Reader) -> "Block":
        """Return the part of the block that a distance is measured to.

        It is the officer of a line, if the reading measures to the officer alone, else the whole block.
        """
        if not self.line:
            return self
        r.cite("infantry.line-officer")
        return self.at(self.centre) if r.holds("officer-range", "officer-alone") else self


def apart(one: Block, other: Block) -> Fraction:
    """Return the squared distance between the nearest points of two blocks."""
    across = max(Fraction(0), Fraction(other.left) - one.right, Fraction(one.left) - other.right)
    ahead = max(Fraction(0), Fraction(other.near) - one.far, Fraction(one.near) - other.far)
    return across * across + ahead * ahead


def distance_squared(r: Reader, shooter: Block, target: Block) -> Fraction:
    """Return the squared distance that counts between a shooter and its target.

    The front of the shooter is its far edge.
    """
    match r.read_as("measuring-point"):
        case "centre-to-centre":
            return apart(shooter.at(shooter.centre), target.at(target.centre))
        case "from-the-front":
            return apart(shooter.at((shooter.centre[0], shooter.far)), target.measured(r))
        case _:
            return apart(shooter.measured(r), target.measured(r))


def in_arc(r: Reader, shooter: Block, target: Block) -> bool:
    """Return whether part of the target lies within the shooter's arc.

    The arc opens from the shooter's front edge. Only the part of the target that is measured counts.
    """
    found = target.measured(r)
    over = Fraction(found.far) - shooter.far
    if over < 0:
        return False
    begins = max(Fraction(0), Fraction(found.near) - shooter.far)
    middle_line, half = shooter.centre[0], middle(Fraction(shooter.right) - shooter.left)
    aside = max(Fraction(0), Fraction(found.left) - middle_line, middle_line - Fraction(found.right))
    slope = Fraction(tan(radians(r.int("range-los.arc")))).limit_denominator()
    match r.read_as("fire-arc"):
        case "inward":
            return aside <= half - begins * slope
        case "from-the-middle":
            return aside <= over * slope
        case _:
            width = Fraction(shooter.right) - shooter.left
            return r.formula("range-los.arc-formula")(x=aside, w=width) <= over * slope


def turned(block: Block, quarters: int) -> Block:
    """Return the block after the table is turned clockwise by quarter turns about its origin."""
    for _ in range(quarters):
        block = Block(block.near, block.far, -block.right, -block.left, block.line)
    return block
