"""Fire on a building, shot by shot: the points its walls have left and the men still unhurt behind them.

Exact, in whole-number weights: every shot multiplies the weight of each state by the faces of the die that lead on from it, and only
the finished distribution becomes fractions. The building falls with its last point; no volley is fired at a ruin.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from drillbook.asking import Reader
from drillbook.maths import Distribution
from drillbook.rulesets.breaking_of_nations.common.shooting import hits, is_critical

State = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Effect:
    """What one shot does: points off the wall, and men struck behind it."""

    damage: int
    struck: int


@dataclass(frozen=True, slots=True)
class Fire:
    """One shot at a building: the number to reach (or the owner's save), the weapon's damage, the men behind the wall."""

    number: int
    damage: int
    men: int


def breaches(r: Reader, fire: Fire, face: Any) -> Any:
    """Whether a face of the D12 is a failed save: the shooter's die, or on the other reading the owner's."""
    if r.holds("building-save", "owner-rolls"):
        return (face > fire.number) | is_critical(r, face)
    return hits(r, fire.number, face)


def pierces(r: Reader, fire: Fire, face: Any) -> Any:
    """Whether a face goes through the wall."""
    r.cite("buildings.critical")
    return breaches(r, fire, face) & is_critical(r, face)


def damage_of(r: Reader, fire: Fire) -> int:
    """The points a failed save takes."""
    return 1 if r.holds("building-save", "one-point-lost") else fire.damage


def struck_by(r: Reader, fire: Fire) -> int:
    """The men a critical strikes."""
    return fire.men if r.holds("critical-inside", "all-and-damage") else min(1, fire.men)


def effects(r: Reader, fire: Fire) -> Mapping[Effect, int]:
    """How many faces of the die have each effect."""
    die = r.dice("ranged-combat.die")
    damage, struck = damage_of(r, fire), struck_by(r, fire)
    spared = r.holds("critical-inside", "one-no-damage")
    found: Counter[Effect] = Counter()
    for face in die:
        through = bool(pierces(r, fire, face))
        fails = bool(breaches(r, fire, face)) and not (through and spared)
        found[Effect(damage if fails else 0, struck if through else 0)] += 1
    return found


@dataclass(frozen=True, slots=True)
class Fall:
    """What the fall of a house means: whether the volley under way is fired to its end, and whether the men inside are lost."""

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
    """The joint distribution of points left and men unhurt, at the start and after each turn."""
    all_faces = sum(shot.values()) ** shots
    now = {(points, men): 1}
    after = [Distribution.sure((points, men))]
    for _ in range(turns):
        standing = {state: weight for state, weight in now.items() if state[0]}
        ruins = {state: weight * all_faces for state, weight in now.items() if not state[0]}
        for _ in range(shots):
            standing = _one_shot(standing, shot, fall.whole_volley)
        now = dict(Counter(ruins) + Counter(standing))
        if fall.buries:
            now = _buried(now)
        after.append(Distribution.weighted(now.items()))
    return after


def _one_shot(now: Mapping[State, int], shot: Mapping[Effect, int], whole_volley: bool) -> dict[State, int]:
    """One shot of a volley; where it is not fired to its end, those after the fall change nothing."""
    then: Counter[State] = Counter()
    for (left, unhurt), weight in now.items():
        for effect, count in shot.items():
            idle = not left and not whole_volley
            state = (left, unhurt) if idle else (max(0, left - effect.damage), max(0, unhurt - effect.struck))
            then[state] += weight * count
    return dict(then)


def _buried(now: Mapping[State, int]) -> dict[State, int]:
    """Nobody is unhurt in a ruin."""
    then: Counter[State] = Counter()
    for (left, unhurt), weight in now.items():
        then[left, unhurt if left else 0] += weight
    return dict(then)
