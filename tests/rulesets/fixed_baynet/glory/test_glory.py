"""Tests of glory without a floor or a ceiling against brute force.

Every face of every die is tried, by rules written down here a second time.
"""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from drillbook import ask, library, questions
from drillbook.asking.answers.results import Breakdown
from drillbook.errors import AskError, Contradiction

FACES = range(1, 7)
PRINTED = {"green": 5, "regular": 4, "elite": 3, "native-green": 5, "native-regular": 4, "native-elite": 3}
TRIGGERS = ("leader", "half", "charged", "charging", "pinned", "flank")
FRESH = ("leader", "charged", "charging", "flank")
#: Triggers and points taken off, turn by turn.
PLANS = [[(1, 0), (1, 0), (1, 0)], [(2, 0), (0, 2), (2, 0)], [(3, 2), (0, 0), (1, 2), (0, 0)], [(4, 0), (0, 2), (0, 0)]]


def outcome(address: str) -> Breakdown:
    found = ask(address).outcome
    assert isinstance(found, Breakdown)
    return found


def track(printed: int, plan: list[tuple[int, int]], again: bool) -> tuple[dict[int, Fraction], Fraction]:
    """GL after the last turn and the chance of panic; again: a shaken unit tests in every turn."""
    ends: Counter[int] = Counter()
    broken = 0
    for faces in product(FACES, repeat=len(plan)):
        gl, panic = printed, False
        for face, (events, off) in zip(faces, plan, strict=True):
            gl += events
            panic |= gl >= 7
            gl -= off
            if (events or (again and gl > printed)) and gl < 7 and face >= gl:
                gl -= 1
            panic |= gl >= 7
        ends[gl] += 1
        broken += panic
    return {gl: Fraction(many, 6 ** len(plan)) for gl, many in ends.items()}, Fraction(broken, 6 ** len(plan))


@pytest.mark.parametrize("grade", PRINTED)
@pytest.mark.parametrize("plan", PLANS, ids=str)
@pytest.mark.parametrize("again", [False, True])
def test_track_against_every_die(grade: str, plan: list[tuple[int, int]], again: bool) -> None:
    rows = [
        ",".join(["yes" if name in FRESH[:events] else "no" for name in TRIGGERS] + [{0: "none", 2: "rally"}[off]])
        for events, off in plan
    ]
    found = outcome(f"fb/glory-track?grade={grade}&turns={';'.join(rows)}&ruling.glory-retest={'B' if again else 'A'}")
    ends, panic = track(PRINTED[grade], plan, again)
    assert found.distribution is not None
    assert dict(found.distribution.items()) == ends
    assert found.flat()["panicked"] == panic


@pytest.mark.parametrize("rank", ["officer", "soldier"])
@pytest.mark.parametrize("turns", range(1, 6))
def test_recovery_against_every_die(rank: str, turns: int) -> None:
    tries = turns if rank == "officer" else (turns + 1) // 2
    calm = sum(any(face >= 4 for face in faces) for faces in product(FACES, repeat=tries))
    found = outcome(f"fb/recovery?grade=regular&rank={rank}&men=1&turns={turns}").flat()
    assert found["calm"] == Fraction(calm, 6**tries)


def test_a_leaders_order_is_an_action_and_a_deed_is_not() -> None:
    told = {
        deed: outcome(f"fb/glory-relief?shaken=2&deed={deed}").flat()["cost"]
        for deed in ("rally", "fallback", "heroism")
    }
    assert told == {"rally": 1, "fallback": 1, "heroism": 0}


def test_what_hangs_on_a_rule_that_is_dropped_is_neither_asked_nor_offered() -> None:
    """Inputs that depend on a dropped rule are neither asked nor offered.

    This ruleset has no rule for an LMG, and no reading lets a unit ask for a test. In the parent ruleset both exist.
    """
    both = {short: library().find(short) for short in ("bon", "fb")}
    offered = {
        short: set(questions(one)["prone-rise"].kinds(one)["fire"].options)  # type: ignore[union-attr]
        for short, one in both.items()
    }
    assert offered["bon"] - offered["fb"] == {"lmg"}
    asked = {short: questions(one)["glory-test"] for short, one in both.items()}
    shown = {short: asked[short].visible(one, asked[short].defaults(one)) for short, one in both.items()}
    assert set(shown["bon"]) - set(shown["fb"]) == {"volunteer"}


def test_nobody_has_no_unit() -> None:
    with pytest.raises(AskError, match="from 1 to 30"):
        ask("fb/glory-triggers?left=0")


def test_several_tests_are_told_as_several() -> None:
    both = "fb/glory-triggers?grade=elite&men=10&left=5&leaders=1"
    assert ask(both).headline == "2 points: GL 5, test passed: 33.3 % (1/3)"
    assert ask(f"{both}&ruling.glory-one-test=B").headline == "2 points: GL 5, 2 tests, each passed: 33.3 % (1/3)"


def test_europe_is_written_large() -> None:
    with pytest.raises(Contradiction, match="no European regular unit"):
        ask("fb/glory-triggers?shaken=4&ruling.glory-cap=B")
    with pytest.raises(Contradiction, match="no native regular unit"):
        ask("fb/glory-triggers?grade=native-regular&shaken=4&ruling.glory-cap=B")


def test_a_reading_that_the_inputs_contradict_says_so() -> None:
    """Readings that the inputs contradict say so, and the answer in force stays the same."""
    found = ask("fb/glory-triggers?shaken=5", otherwise=True)
    told = {one.ruling: one for one in found.otherwise or ()}
    assert told["glory-cap"].differs
    assert told["glory-cap"].headline.startswith("GL never goes above 7")
