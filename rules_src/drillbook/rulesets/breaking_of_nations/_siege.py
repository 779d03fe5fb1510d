"""Fire on a building, shot by shot: the points its walls have left and the men still unhurt behind them.

Exact, in whole-number weights: every shot multiplies the weight of each state by the faces of the die that lead on from it, and only
the finished distribution becomes fractions. The building falls with its last point; no shot is fired at the ruin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from drillbook.dice import Distribution
from drillbook.reader import Reader
from drillbook.rulesets.breaking_of_nations._shooting import hits, is_critical


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
    if r.reading("building-save") == "B":
        return (face > fire.number) | is_critical(r, face)
    return hits(r, fire.number, face)


def pierces(r: Reader, fire: Fire, face: Any) -> Any:
    """Whether a face goes through the wall."""
    r.cite("buildings.critical")
    return breaches(r, fire, face) & is_critical(r, face)


def damage_of(r: Reader, fire: Fire) -> int:
    """The points a failed save takes."""
    return 1 if r.reading("building-save") == "C" else fire.damage


def struck_by(r: Reader, fire: Fire) -> int:
    """The men a critical strikes."""
    return fire.men if r.reading("critical-inside") == "B" else min(1, fire.men)


def effects(r: Reader, fire: Fire) -> Mapping[Effect, int]:
    """How many faces of the die have each effect."""
    die = r.dice("ranged-combat.die")
    damage, struck = damage_of(r, fire), struck_by(r, fire)
    spared = r.reading("critical-inside") == "C"
    found: Counter[Effect] = Counter()
    for face in die:
        through = bool(pierces(r, fire, face))
        fails = bool(breaches(r, fire, face)) and not (through and spared)
        found[Effect(damage if fails else 0, struck if through else 0)] += 1
    return found


def siege(
    points: int, men: int, shot: Mapping[Effect, int], shots: int, turns: int
) -> list[Distribution[tuple[int, int]]]:
    """The joint distribution of points left and men unhurt, at the start and after each turn."""
    faces = sum(shot.values())
    now = {(points, men): 1}
    after = [Distribution.sure((points, men))]
    for _ in range(turns):
        for _ in range(shots):
            now = _one_shot(now, shot, faces)
        after.append(Distribution.weighted(now.items()))
    return after


def _one_shot(now: dict[tuple[int, int], int], shot: Mapping[Effect, int], faces: int) -> dict[tuple[int, int], int]:
    then: dict[tuple[int, int], int] = {}
    for (left, unhurt), weight in now.items():
        if not left:
            then[left, unhurt] = then.get((left, unhurt), 0) + weight * faces
            continue
        for effect, count in shot.items():
            state = (max(0, left - effect.damage), max(0, unhurt - effect.struck))
            then[state] = then.get(state, 0) + weight * count
    return then
