"""Activations with real dice, independent of the exact computation.

Each die is rolled and read, and its blunder is resolved by a further roll.
"""

from typing import Any

from drillbook.maths import Thrower, np
from drillbook.rulesets.new_rules.common.activation import GARBLED, HESITATION, Activation, Rolled
from drillbook.rulesets.new_rules.common.forced import FORCED


def actions_thrown(found: Activation, dice: Thrower, damage: int, many: int, pick: str) -> int:
    """Throw one activation and return its actions."""
    return _activation(found, dice, _taken(found, dice, damage, many, pick))[0]


def throw_activations(
    found: Activation, dice: Thrower, count: int, damage: int, many: int, pick: str
) -> tuple[Any, Any]:
    """Actions and strikes of so many activations."""
    told = [_activation(found, dice, _taken(found, dice, damage, many, pick)) for _ in range(count)]
    return np.array([one[0] for one in told]), np.array([one[1] for one in told])


def _taken(found: Activation, dice: Thrower, damage: int, many: int, pick: str) -> list[bool]:
    """Which dice are rolled, true for a coloured one."""
    pool = [False] * (found.r.int("damage.start") - damage) + [True] * damage
    match found.r.read_as("coloured-choice"):
        case "at-random":
            return sorted(pool[place] for place in dice.random.permutation(len(pool))[:many])
        case "coloured-first":
            return sorted(pool[::-1][:many])
        case _:
            return sorted(pool[::-1][:many] if pick == "coloured" else pool[:many])


def _activation(found: Activation, dice: Thrower, taken: list[bool]) -> tuple[int, int]:
    """One activation rolled out."""
    lying: list[Rolled] = []
    for coloured in taken:
        lying.append(found.read(_face(found, dice), coloured))
        if lying[-1].failed and found.r.holds("dice-declared", "one-at-a-time"):
            break
    failed = sum(one.failed for one in lying)
    ones = sum(one.ones for one in lying)
    due = ones if found.r.holds("blunder-count", "each-die") else min(1, ones)
    good = sorted(bool(one.coloured) for one in lying if one.successes)
    hesitates = False
    repeats = False
    forced: list[str] = []
    while due:
        due -= 1
        line = _line(found, dice)
        hesitates |= line == HESITATION
        forced += [line] if line in FORCED else []
        if line == GARBLED and good and not repeats:
            coloured = good.pop(0)
            new = found.read(_face(found, dice), coloured)
            good = sorted([*good, coloured]) if new.successes else good
            failed += new.failed * (not found.r.holds("garbled", "actions-alone"))
            chained = new.ones and found.r.holds("garbled", "may-chain")
            due += int(chained)
            repeats = bool(chained and new.successes)
        else:
            repeats = False
    end = found.outcome(Rolled(white=len(good)), failed, hesitates=hesitates, blunders=ones, forced=forced)
    return end.actions, end.strikes


def _face(found: Activation, dice: Thrower) -> int:
    return int(dice.roll(found.die, 1)[0])


def _line(found: Activation, dice: Thrower) -> str | None:
    """Throw the blunder roll and return its line of the table; None if the table has none."""
    own = found.r.holds("blunder-die", "activation-die")
    return found.named.get(_face(found, dice) if own else int(dice.roll(found.r.text("events.blunder-roll"), 1)[0]))
