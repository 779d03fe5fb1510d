"""A turn played step by step, with seeded dice; every roll is reported with its rule."""

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Contradiction, Count, Flag, Length, Reader, Rows, Working, question
from drillbook.asking.exhibits import Card
from drillbook.maths import Number
from drillbook.rulesets.new_rules.common.activation import check_dice
from drillbook.rulesets.new_rules.common.inputs import FORMATIONS
from drillbook.rulesets.new_rules.walk._blunders import resolve
from drillbook.rulesets.new_rules.walk._deployed import Row, check_arms, deployed, entry, table_top
from drillbook.rulesets.new_rules.walk._orders import PLANS
from drillbook.rulesets.new_rules.walk._pieces import AS_IT_STANDS, OURS, SHOOT, THEIRS, Field, Told
from drillbook.rulesets.new_rules.walk._table import Wood, table_of
from drillbook.rulesets.new_rules.walk._turns import play as play_turns

UNITS = Rows(
    {
        "unit": Choice(table="muster", default="line-infantry", label="Unit"),
        "formation": Choice(FORMATIONS, default="line", label="Formation"),
        "coloured": Count(0, 3, label="Coloured dice"),
        "dice": Count(0, 3, default=3, label="Dice rolled"),
        "plan": Choice(PLANS, default=SHOOT, label="Plan"),
        "across": Length(-6, 6, step=Fraction(1, 2), default=0, label="Across"),
        "forms": Choice({AS_IT_STANDS: "Nothing else", **FORMATIONS}, default=AS_IT_STANDS, label="Changes to"),
    },
    low=1, high=4, noun="unit", late=1 + 1,
    default=(
        ("heavy-cavalry", "column", 0, 2, "close", 3, AS_IT_STANDS), ("line-infantry", "line", 1, 3, "shoot", 0, AS_IT_STANDS),
    ),
)  # fmt: skip

#: An edge as far off as it can be is out of reach, and is not drawn.
EDGE = Length(0, 12, step=Fraction(1, 2), default=12, label="The table goes on", help="Behind and beside the units.")


def side_of(label: str, default: tuple[Row, ...]) -> Rows:
    """Return the input for the units of a side, in the order of their activation."""
    return Rows(UNITS.fields, low=1, high=4, noun="unit", late=UNITS.late, default=default, label=label)


@dataclass(frozen=True, slots=True)
class Play:
    """The last step of the report, its turn, and what is left.

    step: the number of the step; ours, theirs: how many units are left; points: the coloured dice of all of them;
    over: whether the game is over before the step asked for.
    """

    step: int
    turn: int
    ours: int
    theirs: int
    points: int
    over: bool


@question(
    "nr/play?own=heavy-cavalry,column,0,2,close,3;line-infantry,line,1,3,shoot,0&enemy=foot-battery,column,0,3,canister,-1.5;recruits,line,0,2,shoot,0&distance=4&cover=none&seed=132&step=12",
    "nr/play?own=grenadiers,column,2,3,close,0&enemy=line-infantry,line,3,3,shoot,0&distance=2&cover=light&seed=3&step=20",
    "nr/play?own=light-infantry,line,0,2,aim,-2&enemy=light-cavalry,column,1,3,close,2;recruits,square,0,1,hold,0&distance=6&cover=none&seed=11&step=30",
    "nr/play?own=line-infantry,line,0,3,leave,0,square;recruits,column,0,3,shoot,2,line&enemy=light-cavalry,column,0,3,close,0,same&distance=3&cover=none&edge=1&wood=yes&wood-up=1.5&wood-left=-0.5&wood-right=2.5&seed=5&step=30",
)
def play(
    r: Reader,
    *,
    own: Annotated[tuple[Row, ...], side_of("Our units, in their order", UNITS.default)],
    enemy: Annotated[
        tuple[Row, ...],
        side_of(
            "Enemy units",
            (
                ("foot-battery", "column", 0, 3, "canister", Fraction(-3, 2), AS_IT_STANDS),
                ("recruits", "line", 0, 2, "shoot", 0, AS_IT_STANDS),
            ),
        ),
    ],
    distance: Annotated[Number, Length(1, 12, step=Fraction(1, 2), default=4, label="The sides are apart")],
    cover: Annotated[str, Choice(table="cannon-covers", default="none", label="The enemy is")],
    edge: Annotated[Number, EDGE],
    wood: Annotated[bool, Flag(label="A wood hides")],
    wood_up: Annotated[
        Number,
        Length(0, 12, step=Fraction(1, 2), default=2, label="Wood, up the table", when={"wood": ("yes",)}, why_not="There is no wood."),
    ],
    wood_left: Annotated[
        Number,
        Length(-8, 8, step=Fraction(1, 2), default=-1, label="Wood, from", when={"wood": ("yes",)}, why_not="There is no wood."),
    ],
    wood_right: Annotated[
        Number,
        Length(-8, 8, step=Fraction(1, 2), default=1, label="Wood, to", when={"wood": ("yes",)}, why_not="There is no wood."),
    ],
    seed: Annotated[int, Count(0, 999, default=132, label="Dice number", help="Another number is another game.")],
    step: Annotated[int, Count(1, 60, default=12, label="Step", help="One more roll with each.")],
) -> Breakdown[Play]:  # fmt: skip
    """What happens, step by step?"""
    if wood and wood_left > wood_right:
        raise Contradiction("The wood ends before it begins.", wood_left=wood_right)
    check_arms(r, {OURS: own, THEIRS: enemy})
    w = Working(r)
    for row in (*own, *enemy):
        _, _, _, dice, *_ = row
        check_dice(r, w, dice)
    pieces = {
        piece.name: piece
        for side, rows, home in ((OURS, own, Fraction(0)), (THEIRS, enemy, Fraction(distance)))
        for piece in deployed(r, side, rows, home, cover if side == THEIRS else "none")
    }
    for rule in ("walk.dice-number", "walk.place", "walk.guns", "walk.edge", "walk.wood"):
        r.cite(rule)
    hides = Wood(wood_up, wood_left, wood_right) if wood else None
    table = table_of([piece.place for piece in pieces.values()], edge, hides)
    field = Field(r, pieces, Random(seed), table, resolve=resolve)
    over = play_turns(field, step)
    told = field.told[:step]
    for one in told:
        w.note(one.text, one.rule)
    last = told[-1]
    left = {side: [piece for piece in last.pieces.values() if piece.side == side] for side in (OURS, THEIRS)}
    value = Play(
        len(told), last.turn, len(left[OURS]), len(left[THEIRS]), sum(piece.unit.coloured for piece in last.pieces.values()), over,
    )  # fmt: skip
    return w.answer(
        value,
        headline=_headline(last, value),
        exhibits=[
            table_top(last, table, edges=edge < EDGE.high),
            Card("The units as they stand now", [entry(piece, last) for piece in last.pieces.values()], name="units"),
            Card(
                "What has happened", [(f"{place}.", one.text) for place, one in enumerate(told, start=1)], name="story"
            ),
        ],
    )


def _headline(last: Told, value: Play) -> str:
    """Return the headline: what happens in this step."""
    done = "; and with that it is over" if value.over else ""
    return f"Step {value.step}: {last.text}{done}"
