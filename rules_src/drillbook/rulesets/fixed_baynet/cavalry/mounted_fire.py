"""Fire from the saddle: what a ride leaves of a rider's AC, and what he hits with them."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Contradiction, Count, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Event, Timeline
from drillbook.maths import Distribution, Number, Thrower, binomial, counted, np, spoken
from drillbook.rulesets.breaking_of_nations.common import shooting, shot_die
from drillbook.rulesets.breaking_of_nations.common.inputs import FIREARM_BANDS, Weapon, ground_of, soldiers
from drillbook.rulesets.breaking_of_nations.common.riding import GAITS, least
from drillbook.rulesets.breaking_of_nations.common.volley import shots_each
from drillbook.rulesets.fixed_baynet.common.riding import rider_actions
from drillbook.rulesets.fixed_baynet.common.volley import aiming, price


@dataclass(frozen=True, slots=True)
class Saddle:
    """The result of mounted fire.

    actions, left: a rider's AC, and the AC that the ride leaves. shots: the shots, or 0 if he cannot pay for one. needed,
    hit: what each shot needs, and its chance. any_hit: the chance of any hit. hits: the expected hits.
    """

    actions: int
    left: int
    shots: int
    needed: int
    hit: Fraction
    any_hit: Fraction
    hits: Fraction


@question(
    "fb/mounted-fire?gait=canter&moves=1&rider=regular&weapon=winchester&distance=10&target=native-regular",
    "fb/mounted-fire?gait=gallop&moves=2&rider=native-regular&weapon=spear&distance=6&target=regular",
    "fb/mounted-fire?gait=walk&moves=0&rider=elite&weapon=rifle&distance=20&target=native-green&ground=light-forest",
)
def mounted_fire(
    r: Reader,
    *,
    rider: Annotated[str, soldiers("Rider")],
    gait: Annotated[str, Choice(GAITS, default="canter", label="Goes at a")],
    moves: Annotated[int, Count(0, 3, default=1, label="Moves first")],
    weapon: Weapon,
    distance: Annotated[
        Number, Length(0, 26, step=Fraction(1, 2), default=10, label="Then shoots from", bands=FIREARM_BANDS)
    ],
    target: Annotated[str, soldiers("At a", "native-regular")],
    ground: Annotated[str, ground_of("He stands in")],
) -> Breakdown[Saddle]:
    """What does a ride leave of a rider's fire?"""
    w = Working(r)
    if not moves and least(r, gait):
        raise Contradiction(f"A mount at the {gait} cannot stand still.", moves=1)
    actions, shots = _shots(r, w, rider, gait, moves, weapon)
    left = actions - moves * r.int("turn-sequence.action-cost")
    needed = _needed(r, w, rider, weapon, distance, target, ground)
    chance = w.then("chance of each shot", shot_die.hit_chance(r, needed), "ranged-combat.die")
    scored: Distribution[int] = binomial(shots, chance)
    any_hit = w.then("chance that any shot hits", 1 - scored[0], "ranged-combat.die")
    hits = shot_die.needs(r, needed, chance)
    fired = f"{counted(shots, 'shot')} of {left} AC left, each hits on {hits}; any hit: {spoken(any_hit)}"
    return w.answer(
        Saddle(actions, left, shots, needed, chance, any_hit, scored.mean),
        headline=fired if shots else f"No shot: {left} AC left; one would hit on {hits}",
        chance=any_hit,
        distribution=scored,
        exhibits=[
            _clock(r, actions, moves, shots, weapon),
            Bars("Hits of the shots that are left", "Hits", {"": scored}, name="hits"),
        ],
    )


def _shots(r: Reader, w: Working, rider: str, gait: str, moves: int, weapon: str) -> tuple[int, int]:
    """Return the rider's AC and the shots that his moves leave him.

    The number of shots is 0 if the AC left do not pay for one.
    """
    actions = rider_actions(r, w, rider, gait)
    left = w.subtract("moves", moves, "turn-sequence.action-cost", when=moves)
    shot = price(r, weapon) + sum(aiming(r))
    if left < shot:
        w.note(f"a shot takes {shot} AC", r.cell("weapons", weapon, "ac").rule)
        return actions, 0
    return actions, shots_each(r, w, weapon, left)


def _needed(r: Reader, w: Working, rider: str, weapon: str, distance: Number, target: str, ground: str) -> int:
    """Return what a shot needs."""
    w.note("a moving mount spoils the aim", "cavalry.firing")
    band = shooting.band_in_reach(r, w, weapon, distance)
    return shooting.man_number(r, w, shooting.Man(target, "", ground), rider, band, mounted=True, weapon=weapon)


def _clock(r: Reader, actions: int, moves: int, shots: int, weapon: str) -> Timeline:
    """Return the timeline of a rider's AC in the turn and what they are spent on.

    These are moves, the choice of a target if it costs AC, and shots; AC that are left are shown as spare. If every shot
    has its own choice of a target, the AC for the choice are part of the shot.
    """
    order, aim = aiming(r)
    cost = price(r, weapon) + aim
    events = [Event("AC", at, at + 1, "ride", "act") for at in range(moves)]
    start = moves + (order if shots else 0)
    if start > moves:
        events.append(Event("AC", moves, start, "target", "act"))
    events += [Event("AC", start + at * cost, start + (at + 1) * cost, "shot", "danger") for at in range(shots)]
    spent = start + shots * cost
    if spent < actions:
        events.append(Event("AC", spent, actions, "to spare", "wait"))
    return Timeline("The AC of the turn, and what they go on", "AC", events, name="clock")


@simulation
def throw_mounted_fire(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the dice of the shots that are left, and return the hits."""
    w = Working(r)
    _, shots = _shots(r, w, inputs["rider"], inputs["gait"], inputs["moves"], inputs["weapon"])
    needed = _needed(r, w, *(inputs[one] for one in ("rider", "weapon", "distance", "target", "ground")))
    if not shots:
        return np.zeros(count, dtype=int)
    return shot_die.hits(r, needed, dice.roll_each(r.text("ranged-combat.die"), count, shots)).sum(axis=1)
