"""Tests of glory against brute force.

Every face of every die is tried, by rules written down here a second time.
"""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from drillbook import ask
from drillbook.asking.answers.results import Breakdown
from drillbook.asking.answers.simulation import simulate

FACES = range(1, 7)
PRINTED = {"civilian": 6, "green": 5, "regular": 4, "veteran": 3, "elite": 2}
TRIGGERS = ("leader", "half", "charged", "charging", "pinned", "flank")
FRESH = ("leader", "charged", "charging", "flank")  # events, not conditions that last
COLUMNS = {
    "green": ["flee", "freeze", "onwards", "onwards", "onwards", "berserk"],
    "regular": ["flee", "onwards", "onwards", "prone", "take-cover", "berserk"],
    "elite": ["flee", "prone", "prone", "take-cover", "take-cover", "berserk"],
}
Plan = list[tuple[int, int]]  # (triggers, points taken off) for each turn


def outcome(address: str) -> Breakdown:
    found = ask(address).outcome
    assert isinstance(found, Breakdown)
    return found


def shares(counted: Counter) -> dict:
    whole = sum(counted.values())
    return {key: Fraction(count, whole) for key, count in counted.items()}


def track(grade: str, plan: Plan, **house: str) -> tuple[dict, Fraction]:
    """GL after the last turn and the chance of panic, by laying out every die of every turn."""
    printed = PRINTED[grade]
    floor = {"A": printed, "B": -99, "C": 2}[house.get("floor", "A")]
    ceiling = 7 if house.get("cap", "A") == "A" else 99
    twice = house.get("timing", "A") == "C"
    dice = [(e if house.get("each", "A") == "B" else min(e, 1)) * (2 if twice else 1) for e, _ in plan]
    ends: Counter = Counter()
    broken = 0
    for faces in product(FACES, repeat=sum(dice)):
        gl, panic, thrown = printed, False, iter(faces)
        for (events, off), tests in zip(plan, dice, strict=True):
            gl = min(gl + events, ceiling)
            panic = panic or gl >= 7
            if off:
                gl = max(gl - off, floor)
            for _ in range(tests):
                face = next(thrown)
                wanted = gl + events if house.get("modifiers", "A") == "B" else gl
                if gl < 7 and face >= wanted:
                    gl = max(gl - 1, floor)
            panic = panic or gl >= 7
        ends[gl] += 1
        broken += panic
    return shares(ends), Fraction(broken, sum(ends.values()))


def address(grade: str, plan: Plan) -> str:
    deed = {0: "none", 2: "rally"}
    rows = [
        ",".join(["yes" if name in FRESH[:events] else "no" for name in TRIGGERS] + [deed[off]]) for events, off in plan
    ]
    return f"bon/glory-track?grade={grade}&turns={';'.join(rows)}"


PLANS: list[Plan] = [
    [(1, 0)],
    [(1, 0), (1, 0), (1, 0), (1, 0)],
    [(2, 0), (0, 2), (2, 0), (1, 0)],
    [(3, 2), (1, 0), (0, 0), (1, 2)],
    [(4, 0), (0, 2), (1, 0)],
    [(0, 2), (1, 2), (2, 2)],
]
HOUSE = [
    ({}, ""),
    ({"cap": "B"}, "&ruling.gl-cap=B"),
    ({"floor": "B"}, "&ruling.gl-floor=B"),
    ({"floor": "C"}, "&ruling.gl-floor=C"),
    ({"modifiers": "B"}, "&ruling.gl-modifiers-once=B"),
    ({"floor": "B", "cap": "B", "modifiers": "B"}, "&ruling.gl-floor=B&ruling.gl-cap=B&ruling.gl-modifiers-once=B"),
]


@pytest.mark.parametrize("grade", PRINTED)
@pytest.mark.parametrize("plan", PLANS, ids=str)
@pytest.mark.parametrize(("house", "readings"), HOUSE, ids=[readings or "printed" for _, readings in HOUSE])
def test_track_against_every_die(grade: str, plan: Plan, house: dict[str, str], readings: str) -> None:
    found = outcome(address(grade, plan) + readings)
    ends, panic = track(grade, plan, **house)
    assert found.distribution is not None
    assert dict(found.distribution.items()) == ends
    assert found.flat()["panicked"] == panic


@pytest.mark.parametrize("grade", ["green", "regular", "elite"])
@pytest.mark.parametrize(
    ("house", "readings"),
    [
        ({"each": "B"}, "&ruling.gl-one-test=B"),
        ({"timing": "C"}, "&ruling.glory-timing=C"),
        ({"timing": "C", "floor": "B"}, "&ruling.glory-timing=C&ruling.gl-floor=B"),
    ],
)
def test_several_tests_in_a_turn(grade: str, house: dict[str, str], readings: str) -> None:
    plan = [(2, 0), (1, 0)]
    found = outcome(address(grade, plan) + readings)
    ends, panic = track(grade, plan, **house)
    assert found.distribution is not None
    assert dict(found.distribution.items()) == ends
    assert found.flat()["panicked"] == panic


@pytest.mark.parametrize("grade", PRINTED)
@pytest.mark.parametrize("fresh", [1, 2])
def test_standing_against_every_die(grade: str, fresh: int) -> None:
    for turns in (1, 2, 3, 4, 5):
        told = outcome(f"bon/turns-to-panic?grade={grade}&fresh={fresh}&turns={turns}").flat()
        assert told["standing"] == 1 - track(grade, [(fresh, 0)] * turns)[1]


@pytest.mark.parametrize("grade", PRINTED)
def test_expected_turns_against_the_sum_of_waits(grade: str) -> None:
    told = outcome(f"bon/turns-to-panic?grade={grade}&fresh=1").flat()
    assert told["expected"] == sum((Fraction(6, gl) for gl in range(PRINTED[grade], 7)), Fraction(0))


def test_expected_turns_are_the_tail_sum() -> None:
    """Expected turns to panic equal one plus the sum of the chances to hold.

    The mean of the turn of panic is a tail sum. Within 20 turns every unit panics, so the equality is exact.
    """
    for grade in PRINTED:
        told = outcome(f"bon/turns-to-panic?grade={grade}&fresh=2&turns=20").flat()
        tail = sum(
            outcome(f"bon/turns-to-panic?grade={grade}&fresh=2&turns={n}").flat()["standing"] for n in range(1, 21)
        )
        assert told["standing"] == 0
        assert told["expected"] == 1 + tail


@pytest.mark.parametrize("grade", COLUMNS)
def test_panic_counts_against_every_die(grade: str) -> None:
    men = 4
    for reaction in ("freeze", "flee", "take-cover", "prone", "berserk", "onwards"):
        counted = Counter(
            sum(COLUMNS[grade][face - 1] == reaction for face in faces) for faces in product(FACES, repeat=men)
        )
        found = outcome(f"bon/panic-roll?grade={grade}&men={men}&reaction={reaction}")
        assert found.distribution is not None
        assert dict(found.distribution.items()) == shares(counted)


@pytest.mark.parametrize("grade", COLUMNS)
@pytest.mark.parametrize("score", FACES)
def test_each_face_of_the_panic_die(grade: str, score: int) -> None:
    told = outcome(f"bon/panic-reaction?grade={grade}&score={score}").flat()
    assert told["reaction"] == COLUMNS[grade][score - 1]
    assert told["shoots"] == (told["reaction"] in ("take-cover", "prone", "berserk"))


def calm(grade: str, checks: int, *, successes: int = 1, wanted: int | None = None) -> Fraction:
    """Return the chance of so many successes, or more, in so many checks, die by die."""
    need = PRINTED[grade] if wanted is None else wanted
    every = list(product(FACES, repeat=checks))
    return Fraction(sum(sum(face >= need for face in faces) >= successes for faces in every), len(every))


@pytest.mark.parametrize("grade", PRINTED)
@pytest.mark.parametrize("turns", [1, 2, 3, 4, 5])
def test_recovery_against_every_die(grade: str, turns: int) -> None:
    plate = f"bon/recovery?grade={grade}&turns={turns}"
    assert outcome(f"{plate}&rank=officer").flat()["calm"] == calm(grade, turns)
    assert outcome(f"{plate}&rank=soldier").flat()["calm"] == calm(grade, turns // 2)
    odd = outcome(f"{plate}&rank=soldier&ruling.gl-recovery-rhythm=B").flat()
    assert odd["calm"] == calm(grade, (turns + 1) // 2)
    six = outcome(f"{plate}&rank=officer&ruling.gl-recovery-roll=C").flat()
    assert six["calm"] == calm(grade, turns, wanted=6)
    slow = outcome(f"{plate}&rank=officer&ruling.gl-recovery-end=B").flat()
    assert slow["calm"] == calm(grade, turns, successes=7 - PRINTED[grade])


def test_a_common_gl_recovers_with_the_first_success() -> None:
    for men, turns in ((1, 3), (2, 2), (5, 1)):
        together = outcome(f"bon/recovery?grade=regular&rank=officer&men={men}&turns={turns}&ruling.gl-per-man=B")
        assert together.flat()["all_calm"] == calm("regular", men * turns)


@pytest.mark.parametrize("grade", PRINTED)
@pytest.mark.parametrize("cover", ["clear", "rubble", "dense-forest", "trenches"])
def test_a_berserk_shot_against_every_face(grade: str, cover: str) -> None:
    skill = {"civilian": -2, "green": -1, "regular": 0, "veteran": 1, "elite": 2}[grade]
    worth = {"clear": 0, "rubble": 3, "dense-forest": 6, "trenches": 12}[cover]
    for distance, change in ((1, -1), (6, -1), (7, 0), (12, 0), (13, 1), (24, 1)):
        told = outcome(f"bon/berserk?grade={grade}&friend={distance}&enemy=24&cover={cover}").flat()
        needed = 5 + worth + change - skill
        assert told["needed"] == needed
        assert told["hit"] == Fraction(sum(face >= needed or face == 12 for face in range(1, 13)), 12)


ROLLED = [
    "bon/glory-test?grade=green&shaken=0&events=flank&volunteer=no",
    "bon/glory-test?grade=civilian&events=leader&ruling.civilian-hair-trigger=B",
    "bon/glory-test?grade=elite&events=half,flank&ruling.gl-one-test=B&ruling.glory-timing=C",
    "bon/glory-test?grade=regular&events=flank&volunteer=yes&ruling.glory-voluntary=B",
    "bon/glory-track?grade=veteran",
    "bon/glory-track?grade=veteran&ruling.gl-floor=B&ruling.gl-cap=B&ruling.gl-modifiers-once=B",
    "bon/glory-track?grade=civilian&ruling.civilian-hair-trigger=B",
    "bon/turns-to-panic?grade=elite&fresh=1&turns=8",
    "bon/turns-to-panic?grade=regular&fresh=0&lasting=1&ruling.gl-standing=B",
    "bon/panic-roll?grade=green&men=7&reaction=onwards",
    "bon/panic-roll?grade=green&men=7&reaction=flee&ruling.panic-word=B",
    "bon/berserk?grade=veteran&friend=5&enemy=9&cover=rubble",
    "bon/recovery?grade=veteran&rank=soldier&men=5&turns=4",
    "bon/recovery?grade=regular&rank=officer&men=3&turns=4&ruling.gl-recovery-end=B",
    "bon/recovery?grade=regular&rank=officer&men=3&turns=2&ruling.gl-recovery-end=B&ruling.gl-per-man=B",
]


@pytest.mark.parametrize("rolled", ROLLED)
def test_simulation_agrees_with_the_exact_answer(rolled: str) -> None:
    throws = 20_000
    found = ask(rolled)
    exact = outcome(rolled).distribution
    assert exact is not None
    *_, progress = simulate(found, throws, seed=1916)
    assert set(progress.counts) <= set(exact)
    for result, chance in exact.items():
        spread = float(throws * chance * (1 - chance)) ** 0.5
        assert abs(progress.counts[result] - float(throws * chance)) <= 5 * spread + 1e-9


# --- the words


@pytest.mark.parametrize(
    ("address", "headline"),
    [
        ("bon/turns-to-panic?grade=civilian&turns=2", "Panic after 1 turn; still standing after turn 2: never"),
        ("bon/panic-roll?grade=green&men=1&reaction=onwards", "Onwards: the man does so: 50.0 % (1/2)"),
        ("bon/panic-roll?grade=green&men=9&reaction=prone", "Prone: nobody of this grade does"),
        (
            "bon/recovery?grade=regular&rank=officer&turns=2&ruling.gl-recovery-roll=B",
            "After turn 2 calm: never; no check can pass",
        ),
        (
            "bon/recovery?grade=elite&rank=officer&turns=11",
            "After turn 11 calm: over 99.9 %; a check passes on 2+",
        ),
        ("bon/glory-relief?grade=regular&shaken=0", "GL stays 4, as low as it goes"),
        (
            "bon/berserk?friend=8&enemy=12&cover=trenches",
            "He shoots at the friend and hits on a critical only: 8.3 % (1/12)",
        ),
        ("bon/berserk?weapon=melee", "No shot at the friend: all he has in his hands is a melee weapon"),
    ],
)
def test_the_headline_says_what_comes_of_it(address: str, headline: str) -> None:
    assert outcome(address).headline == headline


@pytest.mark.parametrize(
    ("address", "other"),
    [
        ("bon/glory-relief?distance=6", "bon/glory-relief?distance=7"),
        ("bon/glory-test?volunteer=no", "bon/glory-test?volunteer=yes"),
        ("bon/glory-triggers?fire=rifles&earlier=0", "bon/glory-triggers?fire=rifles&earlier=2"),
        (
            "bon/glory-triggers?approach=canter&gait-before=walk",
            "bon/glory-triggers?approach=canter&gait-before=gallop",
        ),
    ],
)
def test_what_a_reading_passes_over_is_said(address: str, other: str) -> None:
    """An input that counts only under another reading still shows in the steps or the findings."""
    told = [
        repr((outcome(one).steps, [exhibit.table() for exhibit in outcome(one).exhibits])) for one in (address, other)
    ]
    assert told[0] != told[1]


@pytest.mark.parametrize(
    ("address", "parts"),
    [
        ("grade=regular&shaken=2&deed=rally&distance=6&near=yes", [4, 2, -2]),
        ("grade=regular&shaken=1&deed=rally&distance=6&near=yes", [4, 1, -1]),
        ("grade=green&shaken=2&deed=heroism&distance=6&near=no", [5, 2]),
    ],
)
def test_relief_is_drawn_as_what_is_left_below_panic(address: str, parts: list[int]) -> None:
    outcome = ask(f"bon/glory-relief?{address}").outcome
    stack = outcome.exhibits[0]  # type: ignore[union-attr]
    assert [amount for _, amount in stack.parts] == parts
    assert sum(parts) == outcome.flat()["after"]  # type: ignore[union-attr,index]
    assert (stack.limit.at, stack.limit.label, stack.limit.side) == (7, "panic", "at_most")
