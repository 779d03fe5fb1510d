"""Initiative, section 5.0: who will be the Active Player, and how long one side can keep it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.chains import Chain
from drillbook.dice import Distribution
from drillbook.exact import write_number
from drillbook.exhibits import Bars, Curves, Exhibit, Track
from drillbook.kinds import Choice, Count, Flag, Rows
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.render.odds import percent
from drillbook.rulesets.breaking_news._initiative import (
    MINE,
    SIDES,
    THEIRS,
    Record,
    Throw,
    add_up,
    leadership_of,
    morale_dice,
    penalties,
    roll_winners,
    throw,
    throws_again,
)

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

NOBODY = "none"
AT_ONCE, AFTER_TIE, LATE, LOST = "active at once", "active after a tie", "reacting after a tie", "reacting at once"

Mine = Annotated[str, Choice(table="classes", default="r4", label="My troops")]
Theirs = Annotated[str, Choice(table="classes", default="irr3", label="The enemy's troops")]
Lead = Annotated[int, Count(0, 4, default=1, label="My commander's leadership")]
TheirLead = Annotated[int, Count(0, 4, default=1, label="His commander's leadership")]
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
    out: Annotated[bool, Flag(default=False, label="My commander is out")],
    deputy: Annotated[
        int,
        Count(0, 4, default=0, label="The next in rank", when={"out": ("yes",)}, why_not="The commander still leads."),
    ],
    enemy_troops: Theirs,
    enemy_leadership: TheirLead,
    enemy_out: Annotated[bool, Flag(default=False, label="His commander is out")],
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
            label="An ambush was sprung by",
            help="At the end of last turn.",
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
    value = Initiative(found.active, found.win, found.tie, found.lose, mine, theirs, morale_dice(r, troops))
    return w.answer(
        value,
        headline=f"Active with a chance of {percent(found.active)}: {_against(mine, theirs)}",
        chance=found.active,
        distribution=_outcomes(found),
        exhibits=_pictures(r, record, mine, theirs),
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


@dataclass(frozen=True, slots=True)
class Kept:
    """The chance to be active in every turn, in the last one, in none, and in how many on average."""

    keeps: Fraction
    last: Fraction
    never: Fraction
    mean: Fraction


@question(
    "breaking_news",
    "initiative-track",
    examples=[
        "bn/initiative-track?troops=r2&leadership=2&enemy-troops=irr3&enemy-leadership=1&turns=6",
        "bn/initiative-track?troops=r4&leadership=1&enemy-troops=r4&enemy-leadership=1&start=enemy&run=2&turns=4",
    ],
)
def initiative_track(
    r: Reader,
    /,
    *,
    troops: Mine,
    leadership: Lead,
    enemy_troops: Theirs,
    enemy_leadership: TheirLead,
    start: Annotated[str, Choice({NOBODY: "Nobody yet", **SIDES}, default=NOBODY, label="Active last turn")],
    run: Annotated[
        int,
        Count(
            1,
            6,
            default=1,
            label="For how many turns running",
            when={"start": (MINE, THEIRS)},
            why_not="Nobody has been active yet.",
        ),
    ],
    turns: Annotated[int, Count(1, 10, default=6, label="Turns to come")],
) -> Breakdown[Kept] | Refusal:
    """How long can one side keep the Initiative?"""
    w = Working(r)
    begin = _begin(start, run)
    lead = _lead(r, w, troops, leadership, enemy_troops, enemy_leadership)
    w.then("so that before the dice I am ahead by", Cited(lead, r.cite("movement.initiative-quality")))

    def chance(record: Record) -> Fraction:
        return throw(r, _adjusted(r, lead, record), record).active

    def step(record: Record) -> Distribution[Record]:
        mine = chance(record)
        return Distribution.weighted(((record.won_by(True), mine), (record.won_by(False), 1 - mine)))

    flow = Chain(begin, step).flow(turns)
    active = [flow[turn].chance(lambda record: record.run > 0) for turn in range(1, turns + 1)]
    every = [flow[turn].chance(lambda record, t=turn: record.mine - begin.mine == t) for turn in range(1, turns + 1)]  # type: ignore[misc]
    count = flow[-1].map(lambda record: record.mine - begin.mine)
    if begin.run:
        words = (
            f"the penalty I start with, for {run}" if begin.run > 0 else f"the penalty the enemy starts with, for {run}"
        )
        w.then(words, Cited(r.int("movement.initiative-penalty") * run, r.cite("movement.initiative-penalty")))
    w.then("chance to be active in the next turn", Cited(active[0], r.cite("movement.initiative-winner")))
    w.note("every turn won makes the next throw harder for the winner", "movement.initiative-penalty")
    w.then("chance to be active in every turn", Cited(percent(every[-1]), r.cite("movement.initiative-penalty")))
    value = Kept(every[-1], active[-1], count[0], count.mean)
    at = range(1, turns + 1)
    pictures: list[Exhibit] = [
        _track(r, flow),
        Curves(
            "The chance to be active in each turn, and in all of them so far",
            "Turn",
            "Chance",
            {
                "active in that turn": list(zip(at, active, strict=True)),
                "active in every turn so far": list(zip(at, every, strict=True)),
            },
        ),
        Bars(f"In how many of the {turns} turns I am active", "Turns active", {"": count}, name="count"),
    ]
    told = f"{turns} turns" if turns > 1 else "the turn"
    return w.answer(
        value,
        headline=f"Active in all of {told} {percent(value.keeps)}; on average in {_about(value.mean)} of {turns}",
        chance=value.keeps,
        distribution=count,
        exhibits=pictures,
    )


@simulation("breaking_news", "initiative-track")
def throw_initiative_track(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Turn after turn thrown with real dice: in how many of them my side is active."""
    import numpy as np

    begin = _begin(inputs["start"], inputs["run"])
    lead = _lead(
        r, Working(r), inputs["troops"], inputs["leadership"], inputs["enemy_troops"], inputs["enemy_leadership"]
    )
    price, lapses = r.int("movement.initiative-penalty"), r.reading("initiative-streak") == "A"
    run, mine, theirs = (np.full(count, start) for start in (begin.run, begin.mine, begin.theirs))
    for _ in range(inputs["turns"]):
        paid, gained = (np.maximum(run, 0), np.maximum(-run, 0)) if lapses else (mine, theirs)
        active, _ = roll_winners(r, dice, lead + price * (paid - gained), run)
        run = np.where(active, np.maximum(run, 0) + 1, np.minimum(run, 0) - 1)
        mine, theirs = mine + active, theirs + ~active
    return mine - begin.mine


def _record(history: tuple[tuple[str], ...]) -> Record:
    record = Record()
    for (winner,) in history:
        record = record.won_by(winner == MINE)
    return record


def _begin(start: str, run: int) -> Record:
    return _record(() if start == NOBODY else ((start,),) * run)


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
    record = _record(history)
    paid, gained = penalties(r, record)
    mine = add_up(r, w, "my side", troops, leadership_of(r, *commander), paid, ambush == MINE)
    theirs = add_up(r, w, "the enemy", enemy_troops, leadership_of(r, *enemy_commander), gained, ambush == THEIRS)
    return record, mine - theirs, mine, theirs


def _lead(r: Reader, w: Working, troops: str, leadership: int, enemy_troops: str, enemy_leadership: int) -> int:
    """What my side is ahead by before the dice and before any penalty."""
    mine = add_up(r, w, "my side", troops, leadership, 0, False)
    return mine - add_up(r, w, "the enemy", enemy_troops, enemy_leadership, 0, False)


def _adjusted(r: Reader, lead: int, record: Record) -> int:
    paid, gained = penalties(r, record)
    return lead + r.int("movement.initiative-penalty") * (paid - gained)


def _against(mine: int, theirs: int) -> str:
    if mine == theirs:
        return "level before the dice"
    return f"{abs(mine - theirs)} {'ahead' if mine > theirs else 'behind'} before the dice"


def _about(mean: Fraction) -> str:
    return f"{float(mean):.1f}" if mean.denominator > 1 else write_number(mean)


def _outcomes(found: Throw) -> Distribution[str]:
    return Distribution(
        {
            AT_ONCE: found.win,
            AFTER_TIE: found.tie * found.after_tie,
            LATE: found.tie * (1 - found.after_tie),
            LOST: found.lose,
        }
    )


def _pictures(r: Reader, record: Record, mine: int, theirs: int) -> list[Exhibit]:
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
    ]


def _track(r: Reader, flow: tuple[Distribution[Record], ...]) -> Track:
    """The run of the side that is active, turn by turn; runs as long as the best leadership makes up for are gathered."""
    most = r.int("movement.initiative-leader", "high")

    def shown(record: Record) -> int:
        return max(-most, min(most, record.run))

    labels = {
        run: f"{'mine' if run > 0 else 'theirs'} {abs(run)}{'+' if abs(run) == most else ''}"
        for run in range(-most, most + 1)
    }
    labels[0] = "nobody"
    return Track(
        "Whose run of turns it is, and how long it has become",
        [run for run in range(most, -most - 1, -1) if run or flow[0].chance(lambda record: not record.run)],
        [one.map(shown) for one in flow],
        labels,
    )
