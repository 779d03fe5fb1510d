"""Glory tests and whole turns thrown with dice, many units at once.

The module does not use the exact path.
"""

from typing import Any

from drillbook.maths import Thrower, np
from drillbook.rulesets.breaking_of_nations.common.morale import Morale


def throw_test(m: Morale, dice: Thrower, gl: Any, triggers: int, spared: Any) -> Any:
    """Throw a single glory test for each unit and return the GL of each unit after it.

    `spared` are the units that may roll although they are at the threshold.
    """
    needed = gl + triggers * m.per_trigger if m.added_again else gl
    needed = np.where(spared & (gl >= m.panic), m.printed, needed)
    passed = (dice.roll(m.die_text, len(gl)) >= needed) & ((gl < m.panic) | spared)
    lower = gl - m.per_success
    if m.floor is not None:
        lower = np.maximum(lower, m.floor)
    return np.where(passed, lower, gl)


def throw_turn(m: Morale, dice: Thrower, gl: Any, broken: Any, triggers: int, relief: int) -> tuple[Any, Any]:
    """One turn for each unit: triggers, relief, tests; gives GL and who has panicked so far."""
    spared = np.full(len(gl), m.hair_trigger and m.printed + m.per_trigger >= m.panic) & (gl < m.panic)
    gl = gl + triggers * m.per_trigger
    if m.capped:
        gl = np.minimum(gl, m.panic)
    broken = broken | ((gl >= m.panic) & ~spared)
    if relief:
        gl = gl - relief if m.floor is None else np.maximum(gl - relief, m.floor)
    if not triggers and m.tests_again:
        waits = (gl > m.printed) & (gl < m.panic)
        gl = np.where(waits, throw_test(m, dice, gl, triggers, spared), gl)
    for number in range(m.tests(triggers, m.printed)):
        gl = throw_test(m, dice, gl, triggers, spared & (number == 0))
    return gl, broken | (gl >= m.panic)


def units(count: int, gl: int) -> tuple[Any, Any]:
    """So many units at that GL, none of them in panic so far."""
    return np.full(count, gl), np.zeros(count, dtype=bool)
