"""Initiative, section 5.0: who will be the Active Player, and how long one side can keep it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import Distribution
from drillbook.exhibits import Bars, Curves, Exhibit
from drillbook.kinds import Choice, Count, Flag, Rows
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.render.odds import percent
from drillbook.rulesets.breaking_news._initiative import (
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
)

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

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


@dataclass(frozen=True, slots=True)
class Initiative:
    """The chance to be active, the chances of one throw, what each side adds, and the morale dice the same figure gives."""

    active: Fraction
    win: Fraction
    tie: Fraction
    lose: Fraction
    mine: int
    theirs: int
    morale_dice: int


@question(
    "breaking_news",
    "initiative",
    examples=[
        "bn/initiative?troops=r2&leadership=2&enemy-troops=irr3&enemy-leadership=1",
        "bn/initiative?troops=r4&leadership=1&enemy-troops=r4&enemy-leadership=1&history=own;enemy",
        "bn/initiative?troops=r3&leadership=4&out=yes&deputy=1&enemy-troops=irr1&enemy-leadership=0&ambush=enemy",
        "bn/initiative?troops=r5&leadership=4&enemy-troops=irr2&enemy-leadership=3&history=enemy;enemy&ambush=own",
    ],
)
def initiative(
    r: Reader,
    /,
    *,
    troops: Mine,
    leadership: Lead,
    out: Annotated[bool, Flag(default=False, label="My leader is out")],
    deputy: Annotated[
        int,
        Count(0, 4, default=0, label="Next in rank", when={"out": ("yes",)}, why_not="The commander still leads."),
    ],
    enemy_troops: Theirs,
    enemy_leadership: TheirLead,
    enemy_out: Annotated[bool, Flag(default=False, label="His leader is out")],
    enemy_deputy: Annotated[
        int,
        Count(
            0,
            4,
            default=0,
            label="His next in rank",
            when={"enemy-out": ("yes",)},
            why_not="The enemy's commander still leads.",
        ),
    ],
    history: History,
    ambush: Annotated[
        str,
        Choice(
            {NOBODY: "Nobody", **SIDES},
            default=NOBODY,
            label="Ambush by",
            help="Who sprang one at the end of last turn.",
        ),
    ],
) -> Breakdown[Initiative] | Refusal:
    """Who will be the Active Player this turn?"""
    w = Working(r)
    w.note("one side will be active, the other reacts", "movement.roles")
    w.note("Initiative comes first in the turn", "movement.turn-sequence")
    high = r.int("movement.initiative-leader", "high")
    for asked in (leadership, deputy, enemy_leadership, enemy_deputy):
        if asked > high:
            return w.refuse(
                f"No commander has a leadership of {asked}: the best have {high}.", "movement.initiative-leader"
            )
    record, ahead, mine, theirs = _ahead(
        r,
        w,
        troops,
        (leadership, out, deputy),
        enemy_troops,
        (enemy_leadership, enemy_out, enemy_deputy),
        history,
        ambush,
    )
    found = throw(r, ahead, record)
    w.then("each throws", "movement.initiative-dice")
    w.then("chance of the higher total", Cited(found.win, r.cite("movement.initiative-winner")))
    again = throws_again(r, record)
    words = (
        "thrown again" if again else ("my side" if record.run < 0 else "the enemy") + " reacted last turn and is active"
    )
    w.then(f"chance of a tie: {words}", Cited(found.tie, r.cite("movement.initiative-winner")))
    w.then("chance to be active", Cited(found.active, r.cite("movement.initiative-winner")))
    spirit = morale_dice(r, troops)
    w.note(f"the same figure gives {spirit or 'no'} dice for a morale test", "basics.col-initiative-morale")
    value = Initiative(found.active, found.win, found.tie, found.lose, mine, theirs, spirit)
    return w.answer(
        value,
        headline=f"Active with a chance of {percent(found.active)}: {_against(mine, theirs)}"
        + ("" if spirit else "; no dice for morale"),
        chance=found.active,
        distribution=_outcomes(found),
        exhibits=_pictures(r, record, mine, theirs, found),
    )


@simulation("breaking_news", "initiative")
def throw_initiative(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Both sides' dice thrown, and thrown again after ties where the reading says so."""
    import numpy as np

    own = (inputs["leadership"], inputs["out"], inputs["deputy"])
    enemy = (inputs["enemy_leadership"], inputs["enemy_out"], inputs["enemy_deputy"])
    record, ahead, _, _ = _ahead(
        r, Working(r), inputs["troops"], own, inputs["enemy_troops"], enemy, inputs["history"], inputs["ambush"]
    )
    active, tied = roll_winners(r, dice, np.full(count, ahead), np.full(count, record.run))
    return np.where(active, np.where(tied, AFTER_TIE, AT_ONCE), np.where(tied, LATE, LOST))


def _ahead(
    r: Reader,
    w: Working,
    troops: str,
    commander: tuple[int, bool, int],
    enemy_troops: str,
    enemy_commander: tuple[int, bool, int],
    history: tuple[tuple[str], ...],
    ambush: str,
) -> tuple[Record, int, int, int]:
    """The turns so far, what my side is ahead by before the dice, and what each side adds."""
    record = record_of(history)
    paid, gained = penalties(r, record)
    mine = add_up(r, w, "my side", troops, leadership_of(r, *commander), paid, ambush == MINE)
    theirs = add_up(r, w, "the enemy", enemy_troops, leadership_of(r, *enemy_commander), gained, ambush == THEIRS)
    return record, mine - theirs, mine, theirs


def _against(mine: int, theirs: int) -> str:
    if mine == theirs:
        return "level before the dice"
    return f"{abs(mine - theirs)} {'ahead' if mine > theirs else 'behind'} before the dice"


def _outcomes(found: Throw) -> Distribution[str]:
    return Distribution(
        {
            AT_ONCE: found.win,
            AFTER_TIE: found.tie * found.after_tie,
            LATE: found.tie * (1 - found.after_tie),
            LOST: found.lose,
        }
    )


def _pictures(r: Reader, record: Record, mine: int, theirs: int, found: Throw) -> list[Exhibit]:
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
        ),
        Bars(
            "What my side will be, and whether a tie is settled first", "My side", {"": _outcomes(found)}, name="role"
        ),
    ]
