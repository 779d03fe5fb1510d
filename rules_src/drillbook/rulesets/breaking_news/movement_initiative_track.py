"""Initiative over several turns, section 5.0: how long one side can keep it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.chains import Chain
from drillbook.dice import Distribution
from drillbook.exact import write_mean
from drillbook.exhibits import Bars, Curves, Exhibit, Track
from drillbook.kinds import Choice, Count
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
    add_up,
    penalties,
    record_of,
    roll_winners,
    throw,
)

if TYPE_CHECKING:
    from drillbook.simulate import Thrower


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
    start: Annotated[str, Choice({NOBODY: "Nobody yet", **SIDES}, default=NOBODY, label="Last active")],
    run: Annotated[
        int,
        Count(
            1,
            6,
            default=1,
            label="Turns running",
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
        payer = "I start" if begin.run > 0 else "the enemy starts"
        words = f"the penalty {payer} with, for {run} turn{'s' if run > 1 else ''} won"
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
    told = f"Active in all {turns} turns {percent(value.keeps)}; on average in {write_mean(value.mean)} of them"
    return w.answer(
        value,
        headline=told if turns > 1 else f"Active in the turn to come {percent(value.keeps)}",
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


def _begin(start: str, run: int) -> Record:
    return record_of(() if start == NOBODY else ((start,),) * run)


def _lead(r: Reader, w: Working, troops: str, leadership: int, enemy_troops: str, enemy_leadership: int) -> int:
    """What my side is ahead by before the dice and before any penalty."""
    mine = add_up(r, w, "my side", troops, leadership, 0, False)
    return mine - add_up(r, w, "the enemy", enemy_troops, enemy_leadership, 0, False)


def _adjusted(r: Reader, lead: int, record: Record) -> int:
    paid, gained = penalties(r, record)
    return lead + r.int("movement.initiative-penalty") * (paid - gained)


def _track(r: Reader, flow: tuple[Distribution[Record], ...]) -> Track:
    """The run of the side that is active, turn by turn; runs as long as the best leadership makes up for are gathered."""
    most = r.int("movement.initiative-leader", "high")

    def shown(record: Record) -> int:
        return max(-most, min(most, record.run))

    labels = {run: f"{run:+d}".replace("-", "−") for run in range(-most, most + 1) if run}
    labels |= {0: "none", most: f"≥ {most}", -most: f"≤ −{most}"}
    return Track(
        "How long the run of turns has become: mine above nought, the enemy's below",
        [run for run in range(most, -most - 1, -1) if run or flow[0].chance(lambda record: not record.run)],
        [one.map(shown) for one in flow],
        labels,
    )
