"""From where to where is a distance measured, and is a unit within the arc of another? Blocks of troops that stand square to the table."""

from dataclasses import dataclass
from fractions import Fraction
from math import radians, tan

from drillbook.asking import Reader
from drillbook.maths import Number
from drillbook.rulesets.new_rules.common.plan import Place, middle


@dataclass(frozen=True, slots=True)
class Block:
    """A unit from above, in S: its left and right, its near and far edge; line: infantry in line, whose officer stands in its middle."""

    left: Number
    right: Number
    near: Number
    far: Number
    line: bool = False

    @property
    def centre(self) -> Place:
        """Its middle, where the officer of a line stands."""
        return middle(self.left, self.right), middle(self.near, self.far)

    def at(self, place: Place) -> "Block":
        """That place as a block without extent."""
        return Block(place[0], place[0], place[1], place[1])

    def measured(self, r: Reader) -> "Block":
        """What of it a distance is measured to: the officer of a line, else all of it."""
        if not self.line:
            return self
        r.cite("infantry.line-officer")
        return self.at(self.centre) if r.holds("officer-range", "officer-alone") else self


def apart(one: Block, other: Block) -> Fraction:
    """The distance of the nearest points of a pair of blocks, squared."""
    across = max(Fraction(0), Fraction(other.left) - one.right, Fraction(one.left) - other.right)
    ahead = max(Fraction(0), Fraction(other.near) - one.far, Fraction(one.near) - other.far)
    return across * across + ahead * ahead


def distance_squared(r: Reader, shooter: Block, target: Block) -> Fraction:
    """The distance that counts between a shooter, whose front is its far edge, and its target, squared."""
    match r.read_as("measuring-point"):
        case "centre-to-centre":
            return apart(shooter.at(shooter.centre), target.at(target.centre))
        case "from-the-front":
            return apart(shooter.at((shooter.centre[0], shooter.far)), target.measured(r))
        case _:
            return apart(shooter.measured(r), target.measured(r))


def in_arc(r: Reader, shooter: Block, target: Block) -> bool:
    """Whether some part of what is measured of the target lies within the arc that opens from the shooter's front edge."""
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
    """The block as it lies when the table is turned clockwise by so many quarters about its origin."""
    for _ in range(quarters):
        block = Block(block.near, block.far, -block.right, -block.left, block.line)
    return block
