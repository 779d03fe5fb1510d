"""Range and line of sight: whether a unit is in the arc and the range of another."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Choice, Contradiction, Flag, Length, Reader, Working, question
from drillbook.maths import Number, exact, write_number
from drillbook.maths.number_words import root_text, signed
from drillbook.rulesets.new_rules.common.bombarding import canister_reach, cannon_reach
from drillbook.rulesets.new_rules.common.fire import STANDARD, melee_stops
from drillbook.rulesets.new_rules.common.lengths import Measure, Short, scale
from drillbook.rulesets.new_rules.common.measuring import Block, apart, distance_squared, in_arc, turned
from drillbook.rulesets.new_rules.common.plan import middle
from drillbook.rulesets.new_rules.common.shooting import reach_of
from drillbook.rulesets.new_rules.range_los._arc import arc_plan
from drillbook.rulesets.new_rules.range_los._bands import band_of_squared

MUSKET, CANNON, LINE = "musket", "cannon", "line"
WEAPONS = {MUSKET: "Muskets", CANNON: "Cannon"}
FORMED = {LINE: "In line", "other": "Not in line"}
#: Which way the target faces on the plan; each is a further quarter of the table's turn that brings it to face up.
FACINGS = {"away": "Away", "left": "Our left", "towards": "Us", "right": "Our right"}
RANGES = {MUSKET: "musket-ranges", CANNON: "cannon-ranges"}


@dataclass(frozen=True, slots=True)
class FireArc:
    """Whether a target is in the arc and in range, and what the range gives the shooter.

    arc, reached: whether it is in the arc and in range; squared: the square of its distance, in S;
    band, modifier: the range and what it gives, None beyond the reach; canister: whether canister may be used;
    returned: whether the shooter is in the target's own arc; may: whether the shooter may fire.
    """

    arc: bool
    reached: bool
    squared: Number
    band: str | None
    modifier: int | None
    canister: bool
    returned: bool
    may: bool


@question(
    "nr/fire-arc?weapon=musket&shooter=line&width=4&depth=0.5&target=other&target-width=1&target-depth=2&across=2&ahead=1.5&faces=towards&seen=yes&short=4&measure=inches",
    "nr/fire-arc?weapon=cannon&width=2&depth=1&target=line&target-width=4&target-depth=0.5&across=-4&ahead=1.5&faces=away&seen=yes&short=10&measure=cm",
)
def fire_arc(
    r: Reader,
    *,
    weapon: Annotated[str, Choice(WEAPONS, label="Weapon")],
    shooter: Annotated[str, Choice(FORMED, label="Shooter", when={"weapon": (MUSKET,)}, why_not="Guns form no line.")],
    width: Annotated[Number, Length(0, 8, step=Fraction(1, 2), default=4, label="Front")],
    depth: Annotated[Number, Length(0, 8, step=Fraction(1, 2), default=Fraction(1, 2), label="Depth")],
    target: Annotated[str, Choice(FORMED, default="other", label="Target")],
    target_width: Annotated[Number, Length(0, 8, step=Fraction(1, 2), default=1, label="Its width")],
    target_depth: Annotated[Number, Length(0, 8, step=Fraction(1, 2), default=2, label="Its depth")],
    across: Annotated[
        Number, Length(-8, 8, step=Fraction(1, 4), default=2, label="To the right", help="Its middle from ours.")
    ],
    ahead: Annotated[
        Number,
        Length(-8, 8, step=Fraction(1, 4), default=Fraction(3, 2), label="Ahead", help="Its near edge from our front."),
    ],
    faces: Annotated[str, Choice(FACINGS, default="towards", label="It faces")],
    seen: Annotated[bool, Flag(default=True, label="In sight")],
    engaged: Annotated[bool, Flag(label="It is locked in melee")],
    short: Short,
    measure: Measure,
) -> Breakdown[FireArc]:
    """Is that unit in my arc and in range?"""
    w, table = Working(r), scale(r, short, measure)
    own = Block(-middle(width), middle(width), -depth, 0, weapon == MUSKET and shooter == LINE)
    half = middle(target_width)
    other = Block(across - half, across + half, ahead, ahead + target_depth, target == LINE)
    if other.left < own.right and own.left < other.right and other.near < own.far and own.near < other.far:
        raise Contradiction("The target would stand inside the shooter.", ahead=0)
    reach = cannon_reach(r, w, STANDARD) if weapon == CANNON else reach_of(r, w, STANDARD)
    squared = distance_squared(r, own, other)
    reached, arc = squared <= reach * reach, in_arc(r, own, other)
    w.note("the officer is the point of a line", "infantry.officer-range", when=own.line or other.line)
    checks = Checks(w)
    if not apart(own, other) and melee_stops(r):
        checks.ask("Apart?", False, "they touch, and that is a melee", "melee.trigger")
    elif engaged and melee_stops(r):
        checks.ask("In no melee?", False, "it is in melee, and nobody shoots into one", "melee.trigger")
    checks.ask("In sight?", seen, "it is seen" if seen else "it is not seen", "range-los.must-see")
    checks.ask("In the arc?", arc, "within the arc" if arc else "outside the arc", "range-los.arc-formula")
    far = f"{root_text(squared)} S away, the reach is {write_number(reach)} S"
    checks.ask("In range?", reached, far, "range-los.range")
    w.note("sight and range are both needed", "range-los.both-needed")
    checks.tell()
    band, modifier = None, None
    if reached:
        band = band_of_squared(r, weapon == CANNON, squared, reach)
        modifier = w.then(f"{r.name(RANGES[weapon], band).lower()} range", r.cell(RANGES[weapon], band, "amount"))
    canister = weapon == CANNON and squared <= canister_reach(r, w) ** (1 + 1)
    quarters = list(FACINGS).index(faces)
    back = in_arc(r, turned(other, quarters), turned(own, quarters))
    told = "the shooter is in the target's arc, too" if back else "the shooter is not in the target's arc"
    w.note(told, "range-los.arc-not-mutual")
    value = FireArc(arc, reached, exact(squared), band, modifier, canister, back, checks.passed)
    return w.answer(
        value,
        headline=_headline(r, value, weapon, checks, far),
        exhibits=[arc_plan(r, own, other, reach), checks.decision("May it fire at that?"), table.card()],
    )


def _headline(r: Reader, value: FireArc, weapon: str, checks: Checks, far: str) -> str:
    """Whether it may fire, and how far that is."""
    if value.band is None or value.modifier is None or not value.may:
        return f"No: {', and '.join(one.finding for one in checks.failed)}"
    name = r.name(RANGES[weapon], value.band).lower()
    also = "; near enough for canister" if value.canister else ""
    return f"Yes: {name} range ({signed(value.modifier)}), {far}{also}"
