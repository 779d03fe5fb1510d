"""Fire on a building, shot by shot: the points of its walls and the men still unhurt behind.

The results are exact, in whole-number weights: every shot multiplies the weight of each state by the faces of the die
that lead on from it. Only the finished distribution becomes fractions. The building falls with its last point; no
volley is fired at a ruin.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from drillbook.asking import Reader, procedure
from drillbook.maths import Distribution, sums_by_key
from drillbook.rulesets.breaking_of_nations.common.shot_die import hits, is_critical

State = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Effect:
    """What one shot does: points off the wall, and men struck behind it."""

    damage: int
    struck: int


@dataclass(frozen=True, slots=True)
class Fire:
    """One shot at a building: the number to reach or save, the damage, and the men inside.

    number is the owner's save if the owner rolls.
    """

    number: int
    damage: int
    men: int


@procedure
def breaches(r: Reader, fire: Fire, face: Any) -> Any:
    """A face of the D12 is a failed save for the shooter's die, or on another reading for the owner's, who saves on CV or less."""
    if r.holds("building-save", "owner-rolls"):
        return (face > fire.number) | is_critical(r, face)
    return hits(r, fire.number, face)


def pierces(r: Reader, fire: Fire, face: Any) -> Any:
    """Whether a face goes through the wall."""
    r.cite("buildings.critical")
    return breaches(r, fire, face) & is_critical(r, face)


@procedure
def damage_of(r: Reader, fire: Fire) -> int:
    """A failed save takes the weapon's damage, or on another reading a point."""
    return 1 if r.holds("building-save", "one-point-lost") else fire.damage


def struck_by(r: Reader, fire: Fire) -> int:
    """Return the number of men that a critical strikes."""
    everybody = r.has("ruling.critical-inside", "all-and-damage") and r.holds("critical-inside", "all-and-damage")
    return fire.men if everybody else min(1, fire.men)


def effects(r: Reader, fire: Fire) -> Mapping[Effect, int]:
    """How many faces of the die have each effect."""
    damage, struck = damage_of(r, fire), struck_by(r, fire)
    spared = r.holds("critical-inside", "one-no-damage")

    def effect(face: int) -> Effect:
        through = bool(pierces(r, fire, face))
        fails = bool(breaches(r, fire, face)) and not (through and spared)
        return Effect(damage if fails else 0, struck if through else 0)

    return Counter(effect(face) for face in r.dice("ranged-combat.die"))


@dataclass(frozen=True, slots=True)
class Fall:
    """The fall of a house: whether the volley is fired to its end, and if it buries the men."""

    whole_volley: bool
    buries: bool

    @classmethod
    def read(cls, r: Reader) -> "Fall":
        """By the readings in force."""
        r.cite("buildings.destructible")
        return cls(r.holds("volley-at-the-fall", "fired-to-its-end"), r.holds("men-in-the-fall", "lost"))


def siege(
    points: int, men: int, shot: Mapping[Effect, int], shots: int, turns: int, fall: Fall
) -> list[Distribution[State]]:
    """Return the joint distributions of points left and men unhurt, turn by turn.

    The first one is for the start, the others for the end of each turn. shot holds the number of faces of the die for
    each effect. shots is the number of shots in a turn.
    """
    all_faces = sum(shot.values()) ** shots
    now = {(points, men): 1}
    after = [Distribution.sure((points, men))]
    for _ in range(turns):
        standing = {state: weight for state, weight in now.items() if state[0]}
        ruins = {state: weight * all_faces for state, weight in now.items() if not state[0]}
        for _ in range(shots):
            standing = sums_by_key(
                (_shot_at(state, effect, fall.whole_volley), weight * count)
                for state, weight in standing.items()
                for effect, count in shot.items()
            )
        joined = [*ruins.items(), *standing.items()]
        now = sums_by_key(
            ((left, 0 if fall.buries and not left else unhurt), weight) for (left, unhurt), weight in joined
        )
        after.append(Distribution.weighted(now.items()))
    return after


def _shot_at(state: State, effect: Effect, whole_volley: bool) -> State:
    """Return the state after one shot of a volley.

    If the volley is not fired to its end, the shots after the fall change nothing.
    """
    left, unhurt = state
    if not left and not whole_volley:
        return state
    return max(0, left - effect.damage), max(0, unhurt - effect.struck)
