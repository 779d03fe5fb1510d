"""Artillery: how a machine gun fares that may jam in every turn."""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves
from drillbook.maths import Distribution, Number, Thrower, averaged, counted, np, spoken, write_mean
from drillbook.rulesets.breaking_of_nations.common import shooting, shot_die
from drillbook.rulesets.breaking_of_nations.common.inputs import FORMATIONS, ground_of, soldiers
from drillbook.rulesets.fixed_baynet.artillery import _burst as burst
from drillbook.rulesets.fixed_baynet.artillery.machine_gun import RANGES

READY, JAMMED = "ready", "jammed"
State = tuple[int, str]


@dataclass(frozen=True, slots=True)
class JamClock:
    """The result of firing a machine gun over several turns.

    every_turn, never: the chances that the gun fires in every turn and in no turn. turns_fired, hits: the expected turns
    of fire and hits. unjammed: the expected hits without any jam.
    """

    every_turn: Fraction
    never: Fraction
    turns_fired: Fraction
    hits: Fraction
    unjammed: Fraction


@question(
    "fb/jam-clock?turns=3&distance=18&target=regular",
    "fb/jam-clock?turns=6&distance=9&target=native-regular&ground=light-forest",
    "fb/jam-clock?turns=4&distance=30&target=native-green&ruling.mg-jam=C",
)
def jam_clock(
    r: Reader,
    *,
    turns: Annotated[int, Count(1, 8, default=3, label="Turns of fire")],
    distance: Annotated[Number, Length(0, 40, default=18, label="Distance", bands=RANGES)],
    target: Annotated[str, soldiers("At", "native-regular")],
    ground: Annotated[str, ground_of("They stand in")],
    formation: Annotated[str, Choice(FORMATIONS, label="Their formation")],
    charging: Annotated[bool, Flag(label="They charge")],
) -> Breakdown[JamClock]:
    """In how many of these turns does the gun fire, and what does a jam cost?"""
    w = Working(r)
    shots, needed = _burst(r, w, distance, shooting.Man(target, "", ground, formation, charging))
    chance = w.then("chance of each shot", shot_die.hit_chance(r, needed), "ranged-combat.die")
    a_turn = shots * chance
    w.then("hits in a turn of fire, on average", a_turn, "artillery.mg-rof")
    jam = w.then("chance of a jam in a turn", burst.jams(r), "artillery.mg-jam")
    flow = _flow(r, turns, jam)
    firing = flow[-1].map(lambda state: state[0])
    mean = w.then("turns in which it fires, on average", firing.mean, "artillery.mg-jam")
    told = JamClock(firing[turns], firing[0], mean, mean * a_turn, turns * a_turn)
    w.then("hits in all, on average", told.hits, "ranged-combat.die")
    reach = [(turn, at.chance(lambda state: state[1] == JAMMED)) for turn, at in enumerate(flow)]
    grown = [(turn, at.map(lambda state: state[0]).mean * a_turn) for turn, at in enumerate(flow)]
    free = [(turn, turn * a_turn) for turn in range(turns + 1)]
    return w.answer(
        told,
        headline=(
            f"Fires in every turn: {spoken(told.every_turn)}; in {counted(turns, 'turn')} {averaged(told.hits, 'hit')} on average, "
            f"{write_mean(told.unjammed)} without a jam"
        ),
        chance=told.every_turn,
        distribution=firing,
        exhibits=[
            Bars("In how many turns it fires", "Turns", {"": firing}, name="turns"),
            Curves(
                "Hits so far on average, with jams and without", "Turn", "Hits", {"with jams": grown, "without": free}, chance=False,
                name="hits",
            ),
            Curves(
                "The chance that the gun is jammed after each turn", "Turn", "Jammed", {"jammed": reach}, step=True, name="jammed"
            ),
        ],
    )  # fmt: skip


def _burst(r: Reader, w: Working, distance: Number, man: shooting.Man) -> tuple[int, int]:
    """Return the shots of a full turn and what each shot needs."""
    shooting.check_target(r, w, man)
    band = burst.band_of(r, w, distance)
    fired = burst.salvoes(r, w, r.int("artillery.mg-rof", "salvoes"))
    w.forbid("The crew never has the AC that it takes to fire.", "artillery.fire-cost", when=not fired)
    shots = burst.shots_of(r, w, fired)
    firer = r.text("artillery.crew-grade", "grade")
    return shots, shooting.man_number(r, w, man, firer, band)


def _flow(r: Reader, turns: int, jam: Fraction) -> list[Distribution[State]]:
    """Return the state at the start and after each turn, as distributions.

    The state is the number of turns fired so far, and whether the gun is jammed.
    """
    reading = r.read_as("mg-jam")
    now: Distribution[State] = Distribution.sure((0, READY))
    flow = [now]
    for _ in range(turns):
        now = now.then(partial(_next, reading=reading, jam=jam))
        flow.append(now)
    return flow


def _next(state: State, reading: str, jam: Fraction) -> Distribution[State]:
    """Return the state of a gun after one more turn.

    The jam die is rolled before the gun fires, or after it on the reading `next-turn`.
    """
    fired, was = state
    if reading == "next-turn":
        gone = fired + (was == READY)
        return Distribution({(gone, JAMMED): jam, (gone, READY): 1 - jam})
    if reading == "for-good" and was == JAMMED:
        return Distribution.sure(state)
    return Distribution({(fired, JAMMED): jam, (fired + 1, READY): 1 - jam})


@simulation
def throw_jams(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll the die of every turn, and count the turns in which the gun fires."""
    man = shooting.Man(inputs["target"], "", inputs["ground"], inputs["formation"], inputs["charging"])
    _burst(r, Working(r), inputs["distance"], man)
    reading, turns = r.read_as("mg-jam"), inputs["turns"]
    rolled = dice.roll_each(r.text("artillery.mg-jam", "dice"), count, turns) >= r.int("artillery.mg-jam", "jams")
    if reading == "next-turn":
        return turns - rolled[:, :-1].sum(axis=1)
    if reading == "for-good":
        return np.cumprod(~rolled, axis=1).sum(axis=1)
    return (~rolled).sum(axis=1)
