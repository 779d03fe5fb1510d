"""Initiative over several turns, section 5.0: how long one side can keep it."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Exhibit, Track
from drillbook.maths import Chain, Distribution, Thrower, counted, likely, np, percent, write_mean
from drillbook.rulesets.breaking_news.common import initiative


@dataclass(frozen=True, slots=True)
class Kept:
    """The answer on Initiative over several turns: to be active in all, in the last, in none.

    mean is the mean number of turns in which my side is active.
    """

    keeps: Fraction
    last: Fraction
    never: Fraction
    mean: Fraction


@question(
    "bn/initiative-track?troops=r2&leadership=2&enemy-troops=irr3&enemy-leadership=1&turns=6",
    "bn/initiative-track?troops=r4&leadership=1&enemy-troops=r4&enemy-leadership=1&start=enemy&run=2&turns=4",
)
def initiative_track(
    r: Reader,
    *,
    troops: initiative.Mine,
    leadership: initiative.Lead,
    enemy_troops: initiative.Theirs,
    enemy_leadership: initiative.TheirLead,
    start: Annotated[str, Choice({initiative.NOBODY: "Nobody yet", **initiative.SIDES}, label="Last active")],
    run: Annotated[
        int,
        Count(
            1,
            6,
            label="Turns running",
            when={"start": (initiative.MINE, initiative.THEIRS)},
            why_not="Nobody has been active yet.",
        ),
    ],
    turns: Annotated[int, Count(1, 10, default=6, label="Turns to come")],
) -> Breakdown[Kept]:
    """How long can one side keep the Initiative?"""
    w = Working(r)
    begin = _begin(start, run)
    lead = _lead(w, troops, leadership, enemy_troops, enemy_leadership)
    w.then("so that before the dice I am ahead by", lead, "movement.initiative-quality")

    def step(record: initiative.Record) -> Distribution[initiative.Record]:
        paid, gained = initiative.penalties(r, record)
        mine = initiative.throw(r, lead + r.int("movement.initiative-penalty") * (paid - gained), record).active
        return Distribution.weighted(((record.won_by(True), mine), (record.won_by(False), 1 - mine)))

    flow = Chain(begin, step).flow(turns)
    active = [now.chance(lambda record: record.run > 0) for now in flow[1:]]
    wins = [now.map(lambda record: record.mine - begin.mine) for now in flow]
    every = [wins[turn][turn] for turn in range(1, turns + 1)]
    if begin.run:
        payer = "I start" if begin.run > 0 else "the enemy starts"
        price = r.int("movement.initiative-penalty") * run
        words = f"the penalty {payer} with, for {counted(run, 'turn')} won"
        w.then(words, price, "movement.initiative-penalty")
    w.then("chance to be active in the next turn", active[0], "movement.initiative-winner")
    w.note("every turn won makes the next throw harder for the winner", "movement.initiative-penalty")
    w.then("chance to be active in every turn", percent(every[-1]), "movement.initiative-penalty")
    value = Kept(every[-1], active[-1], wins[-1][0], wins[-1].mean)
    told = f"Active in the turn to come {likely(value.keeps)}"
    if turns > 1:
        told = f"Active in all {turns} turns {likely(value.keeps)}; on average in {write_mean(value.mean)} of them"
    return w.answer(
        value,
        headline=told,
        chance=value.keeps,
        distribution=wins[-1],
        exhibits=[_track(r, flow), *_pictures(active, every, wins[-1])],
    )


@simulation
def throw_initiative_track(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Turn after turn thrown with real dice: in how many of them my side is active."""
    begin = _begin(inputs["start"], inputs["run"])
    lead = _lead(Working(r), *(inputs[name] for name in ("troops", "leadership", "enemy_troops", "enemy_leadership")))
    price, lapses = r.int("movement.initiative-penalty"), r.holds("initiative-streak", "present-run")
    run, mine, theirs = (np.full(count, start) for start in (begin.run, begin.mine, begin.theirs))
    for _ in range(inputs["turns"]):
        paid, gained = (np.maximum(run, 0), np.maximum(-run, 0)) if lapses else (mine, theirs)
        active, _ = initiative.roll_winners(r, dice, lead + price * (paid - gained), run)
        run = np.where(active, np.maximum(run, 0) + 1, np.minimum(run, 0) - 1)
        mine, theirs = mine + active, theirs + ~active
    return mine - begin.mine


def _begin(start: str, run: int) -> initiative.Record:
    return initiative.record_of(() if start == initiative.NOBODY else ((start,),) * run)


def _lead(w: Working, troops: str, leadership: int, enemy_troops: str, enemy_leadership: int) -> int:
    """Return by how much my side is ahead before the dice and before any penalty."""
    mine = initiative.add_up(w.reader, w, "my side", troops, leadership, 0, False)
    return mine - initiative.add_up(w.reader, w, "the enemy", enemy_troops, enemy_leadership, 0, False)


def _pictures(active: Sequence[Fraction], every: Sequence[Fraction], wins: Distribution[int]) -> list[Exhibit]:
    at = range(1, len(active) + 1)
    lines = {"active in that turn": active, "active in every turn so far": every}
    return [
        Curves(
            "The chance to be active in each turn, and in all of them so far",
            "Turn",
            "Chance",
            {name: list(zip(at, chances, strict=True)) for name, chances in lines.items()},
        ),
        Bars(f"In how many of the {len(active)} turns I am active", "Turns active", {"": wins}, name="count"),
    ]


def _track(r: Reader, flow: tuple[Distribution[initiative.Record], ...]) -> Track:
    """Return the track of the active side's run, turn by turn.

    Runs as long as or longer than the best leadership can compensate for share a state.
    """
    most = r.int("movement.initiative-leader", "high")

    def shown(record: initiative.Record) -> int:
        return max(-most, min(most, record.run))

    labels = {run: f"{run:+d}".replace("-", "−") for run in range(-most, most + 1) if run}
    labels |= {0: "none", most: f"≥ {most}", -most: f"≤ −{most}"}
    return Track(
        "How long the run of turns has become: plus is mine, minus the enemy's",
        [run for run in range(most, -most - 1, -1) if run or flow[0].chance(lambda record: not record.run)],
        [one.map(shown) for one in flow],
        labels,
    )
