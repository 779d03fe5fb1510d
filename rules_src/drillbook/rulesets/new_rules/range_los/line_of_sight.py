"""Range and line of sight: whether a unit is seen past a wood, and the role of its officer.

The officer matters for a line.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Contradiction, Length, Reader, Working, question
from drillbook.asking.exhibits import Figure, Line, Tabletop
from drillbook.asking.exhibits.gestures import Grip
from drillbook.maths import Number, percent
from drillbook.rulesets.new_rules.common.lengths import Measure, Short, scale
from drillbook.rulesets.new_rules.common.plan import middle

LINE = "line"
FORMED = {LINE: "In line", "other": "Not in line"}


@dataclass(frozen=True, slots=True)
class LineOfSight:
    """Whether a unit is seen, whether its officer is, and how much of its front is hidden.

    officer: None if no officer counts; hidden: the share of the front.
    """

    seen: bool
    officer: bool | None
    hidden: Fraction


@question(
    "nr/line-of-sight?target=line&width=4&across=0&ahead=4&wall=2&left=-0.5&right=0.5&short=4&measure=inches",
    "nr/line-of-sight?target=line&width=4&across=1&ahead=3&wall=1.5&left=-2&right=0.25&short=10&measure=cm",
    "nr/line-of-sight?target=other&width=1&across=0&ahead=4&wall=2&left=-1&right=1&short=4&measure=inches",
)
def line_of_sight(
    r: Reader,
    *,
    target: Annotated[str, Choice(FORMED, label="The target")],
    width: Annotated[Number, Length(Fraction(1, 2), 8, step=Fraction(1, 2), default=4, label="Its front")],
    across: Annotated[Number, Length(-6, 6, step=Fraction(1, 4), default=0, label="To the right")],
    ahead: Annotated[Number, Length(Fraction(1, 2), 8, step=Fraction(1, 4), default=4, label="Ahead")],
    wall: Annotated[
        Number,
        Length(Fraction(1, 4), 8, step=Fraction(1, 4), default=2, label="Wood, ahead", help="Or whatever hides."),
    ],
    left: Annotated[Number, Length(-6, 6, step=Fraction(1, 4), default=Fraction(-1, 2), label="Wood, from")],
    right: Annotated[Number, Length(-6, 6, step=Fraction(1, 4), default=Fraction(1, 2), label="Wood, to")],
    short: Short,
    measure: Measure,
) -> Breakdown[LineOfSight]:
    """Is that unit in sight?"""
    if left > right:
        raise Contradiction("The wood ends before it begins.", left=right)
    w, table = Working(r), scale(r, short, measure)
    w.note("what hides is for the players to say, cover or not", "range-los.terrain-no-cover")
    hides = wall < ahead and r.holds("terrain", "as-agreed")
    far = Fraction(ahead) / Fraction(wall)
    dark = (left * far, right * far) if hides else (Fraction(0), Fraction(0))
    ends = (across - middle(width), across + middle(width))
    covered = max(Fraction(0), min(ends[1], dark[1]) - max(ends[0], dark[0]))
    hidden = Fraction(w.then("of its front is hidden", Fraction(covered) / Fraction(width), "range-los.must-see"))
    officer = not dark[0] < across < dark[1] if target == LINE else None
    seen = _seen(r, w, hidden, officer)
    w.note("and it sees you as well" if seen else "and it does not see you either", "range-los.mutual")
    value = LineOfSight(seen, officer, hidden)
    return w.answer(
        value,
        headline=_headline(value),
        exhibits=[_plan(value, ends, across, ahead, wall, (left, right), dark), table.card()],
    )


def _seen(r: Reader, w: Working, hidden: Fraction, officer: bool | None) -> bool:
    """Whether the unit is seen; officer: whether that of a line is."""
    if officer is None:
        w.note("nothing of it is seen" if hidden == 1 else "some of it is seen", "range-los.must-see")
        return hidden < 1
    w.note("its officer is in its middle", "infantry.line-officer")
    w.note("its officer is seen, so all of it is" if officer else "its officer is hidden", "range-los.officer-los")
    return officer or (hidden < 1 and r.holds("officer-range", "any-part-too"))


def _headline(value: LineOfSight) -> str:
    part = f"{percent(value.hidden)} of its front is hidden" if value.hidden else "nothing of its front is hidden"
    if value.officer is None:
        return f"{'In sight' if value.seen else 'Out of sight'}: {part}"
    return f"{'In sight' if value.seen else 'Out of sight'}: the officer is {'seen' if value.officer else 'hidden'}, and {part}"


def _plan(
    value: LineOfSight,
    ends: tuple[Number, Number],
    across: Number,
    ahead: Number,
    wall: Number,
    wood: tuple[Number, Number],
    dark: tuple[Number, Number],
) -> Tabletop:
    """You below, the wood, the unit beyond it."""
    looks = value.seen if value.officer is None else value.officer
    lines = [
        Line([(x, ahead) for x in ends], "", "wall"),
        Line([(x, wall) for x in wood], "the wood", "wall"),
        Line([(0, 0), (across, ahead)], "", "sight" if looks else "blocked"),
    ]
    name = "target" if value.officer is None else "officer"
    shadow = [Line([(0, 0), (x, ahead)], "", "path") for x in dark if dark[0] < dark[1]]
    return Tabletop(
        "You are below; between the dashed lines the wood hides what is beyond it", "S",
        figures=[
            Figure(0, 0, "you", "own"),
            Figure(middle(*wood), wall, "", "marker", grip=Grip({"left": (1, 0), "right": (1, 0), "wall": (0, 1)})),
            Figure(across, ahead, name, "enemy", grip=Grip({"across": (1, 0), "ahead": (0, 1)})),
        ],
        lines=[*lines, *shadow],
    )  # fmt: skip
