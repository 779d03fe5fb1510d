"""The differences of glory from the parent ruleset.

These are the time and the cost of a test, tests without a new trigger, and who is rushed.
"""

from drillbook.asking import Reader, replacing
from drillbook.rulesets.breaking_of_nations.common import morale, riding


@replacing(morale.test_time)
def test_time(r: Reader) -> str:
    """A shaken unit tests in the glory phase; where every test is an order, in its next Orders."""
    return "next-orders" if pays_for_tests(r) else "glory-phase"


@replacing(morale.tests_twice)
def tests_twice(r: Reader) -> bool:
    """No reading has a unit test twice for the same events."""
    return False


@replacing(morale.pays_for_tests)
def pays_for_tests(r: Reader) -> bool:
    """Whether a test that events bring costs an action."""
    return r.holds("glory-cost", "every-test")


@replacing(morale.tests_again)
def tests_again(r: Reader) -> bool:
    """Whether a unit above its printed GL tests in a turn without a trigger."""
    return r.holds("glory-retest", "every-turn")


@replacing(morale.first_rolls)
def first_rolls(r: Reader) -> bool:
    """No grade stands so near to panic that its first trigger breaks it."""
    return False


@replacing(riding.is_rush)
def is_rush(r: Reader, gait: str, before: str, grade: str) -> bool:
    """Whether whoever is ridden at faces a higher gear: above the walk, faster than last turn, or faster than he is."""
    ladder = riding.order(r)
    match r.read_as("higher-gear"):
        case "canter-or-gallop":
            return ladder.index(gait) > ladder.index(riding.WALK)
        case "faster-gait":
            return ladder.index(gait) > ladder.index(before)
        case _:
            own = r.cell("soldiers", grade, "sp").number
            if r.holds("move-scope", "foot-per-action"):  # a gait is then a turn's, and SP a single move's
                own *= r.int("movement.max-actions")
            return r.cell("gaits", gait, "speed").number > own
