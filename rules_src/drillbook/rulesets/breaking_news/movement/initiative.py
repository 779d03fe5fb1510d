"""Initiative, section 5.0: who will be the Active Player, and how long one side can keep it."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from drillbook.asking import Breakdown, Choice, Count, Flag, Reader, Rows, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Exhibit
from drillbook.errors import Contradiction
from drillbook.maths import Distribution, Thrower, likely, np
from drillbook.rulesets.breaking_news.common.initiative import (
    MINE,
    NOBODY,
    SIDES,
    THEIRS,
    Lead,
    Mine,
    Record,
    TheirLead,
    Theirs,
    Throw,
    add_up,
    leadership_of,
    morale_dice,
    penalties,
    record_of,
    roll_winners,
    throw,
    throws_again,
)  # fmt: skip

AT_ONCE, AFTER_TIE, LATE, LOST = "acts at once", "acts after a tie", "reacts after a tie", "reacts at once"

History = Annotated[
    tuple[tuple[str], ...],
    Rows(
        {"winner": Choice(SIDES, default=MINE, label="Active")},
        high=10,
        noun="turn",
        label="Turns so far",
        help="Who was the Active Player in each turn, the first turn first.",
    ),
]


class Side(NamedTuple):
    """A side at the throw: its troops, its commander's leadership, and the next in rank.

    out states whether the commander is out, deputy is the leadership of the next in rank.
    """

    troops: str
    leadership: int
    out: bool
    deputy: int


@dataclass(frozen=True, slots=True)
class Initiative:
    """The answer on Initiative: the chance to be active, the chances of a throw, the additions.

    mine and theirs are what each side adds. morale_dice is the number of morale dice that the same figure gives.
    """

    active: Fraction
    win: Fraction
    tie: Fraction
    lose: Fraction
    mine: int
    theirs: int
    morale_dice: int


@question(
    "bn/initiative?troops=r2&leadership=2&enemy-troops=irr3&enemy-leadership=1",
    "bn/initiative?troops=r4&leadership=1&enemy-troops=r4&enemy-leadership=1&history=own;enemy",
    "bn/initiative?troops=r3&leadership=4&out=yes&deputy=1&enemy-troops=irr1&enemy-leadership=0&history=own;enemy&ambush=enemy",
    "bn/initiative?troops=r5&leadership=4&enemy-troops=irr2&enemy-leadership=3&history=enemy;enemy&ambush=own",
)
def initiative(
    r: Reader,
    *,
    troops: Mine,
    leadership: Lead,
    out: Annotated[bool, Flag(label="My leader is out")],
    deputy: Annotated[
        int, Count(0, 4, label="Next in rank", when={"out": ("yes",)}, why_not="The commander still leads.")
    ],
    enemy_troops: Theirs,
    enemy_leadership: TheirLead,
    enemy_out: Annotated[bool, Flag(label="His leader is out")],
    enemy_deputy: Annotated[
        int,
        Count(
            0, 4, label="His next in rank", when={"enemy-out": ("yes",)}, why_not="The enemy's commander still leads."
        ),
    ],
    history: History,
    ambush: Annotated[
        str,
        Choice(
            {NOBODY: "Nobody", **SIDES},
            label="Ambush by",
            help="Who sprang one as the last turn ended; enter the turns so far above.",
        ),
    ],
) -> Breakdown[Initiative]:
    """Who will be the Active Player this turn?"""
    w = Working(r)
    w.note("one side will be active, the other reacts", "movement.roles")
    w.note("Initiative comes first in the turn", "movement.turn-sequence")
    most = max(leadership, deputy, enemy_leadership, enemy_deputy)
    high = r.int("movement.initiative-leader", "high")
    if most > high:
        w.refuse(f"No commander has a leadership of {most}: the best have {high}.", "movement.initiative-leader")
    if ambush != NOBODY and not history:
        raise Contradiction("An ambush is sprung as a turn ends, and no turn has been played yet.", ambush=NOBODY)
    record = record_of(history)
    me = Side(troops, leadership, out, deputy)
    enemy = Side(enemy_troops, enemy_leadership, enemy_out, enemy_deputy)
    mine, theirs = _before_the_dice(w, me, enemy, record, ambush)
    found = throw(r, mine - theirs, record)
    w.then("each throws", "movement.initiative-dice")
    w.then("chance of the higher total", found.win, "movement.initiative-winner")
    settled = "thrown again"
    if not throws_again(r, record):
        settled = f"{'my side' if record.run < 0 else 'the enemy'} reacted last turn and is active"
    w.then(f"chance of a tie: {settled}", found.tie, "movement.initiative-winner")
    w.then("chance to be active", found.active, "movement.initiative-winner")
    ahead = f"{abs(mine - theirs)} {'ahead' if mine > theirs else 'behind'}" if mine != theirs else "level"
    spirit, ends = morale_dice(r, troops).whole, _outcomes(found)
    w.note(f"the same figure gives {spirit} dice for a morale test", "basics.col-initiative-morale")
    return w.answer(
        Initiative(found.active, found.win, found.tie, found.lose, mine, theirs, spirit),
        headline=f"Active {likely(found.active)}: {ahead} before the dice",
        chance=found.active,
        distribution=ends,
        exhibits=_pictures(r, record, mine, theirs, ends, "deputy" if out else "leadership"),
    )


@simulation
def throw_initiative(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Both sides' dice thrown, and thrown again after ties where the reading says so."""
    record = record_of(inputs["history"])
    me, enemy = (Side(*(inputs[side + name] for name in Side._fields)) for side in ("", "enemy_"))
    mine, theirs = _before_the_dice(Working(r), me, enemy, record, inputs["ambush"])
    active, tied = roll_winners(r, dice, np.full(count, mine - theirs), np.full(count, record.run))
    return np.where(active, np.where(tied, AFTER_TIE, AT_ONCE), np.where(tied, LATE, LOST))


def _before_the_dice(w: Working, me: Side, enemy: Side, record: Record, ambush: str) -> tuple[int, int]:
    """Return what each side adds to its dice, my side first, and add the steps."""
    paid, gained = penalties(w.reader, record)
    mine, theirs = (
        add_up(
            w.reader,
            w,
            name,
            side.troops,
            leadership_of(w.reader, side.leadership, side.out, side.deputy),
            wins,
            ambush == whose,
        )
        for name, side, wins, whose in (("my side", me, paid, MINE), ("the enemy", enemy, gained, THEIRS))
    )
    return mine, theirs


def _outcomes(found: Throw) -> Distribution[str]:
    return Distribution(
        {
            AT_ONCE: found.win,
            AFTER_TIE: found.tie * found.after_tie,
            LATE: found.tie * (1 - found.after_tie),
            LOST: found.lose,
        }
    )


def _pictures(r: Reader, record: Record, mine: int, theirs: int, ends: Distribution[str], leads: str) -> list[Exhibit]:
    dice = r.dice("movement.initiative-dice")
    spread = max(dice) - min(dice)
    totals = {"my total": dice.map(lambda total: total + mine), "the enemy's": dice.map(lambda total: total + theirs)}
    by_lead = [(lead, throw(r, lead, record).active) for lead in range(-spread, spread + 1)]
    return [
        Bars("The totals of both sides", "Total", totals, name="totals"),
        Curves(
            "The chance to be active, by what one is ahead before the dice",
            "Ahead",
            "Active",
            {"active": by_lead},
            here=mine - theirs,
            name="lead",
            sets=leads,
        ),
        Bars("What my side will be, and whether a tie is settled first", "My side", {"": ends}, name="role"),
    ]
