"""Tests of setup and objectives against brute force.

Every face, every pair of markers, and every place of man and enemy is tried.
"""

from fractions import Fraction
from itertools import combinations, product
from math import ceil

import pytest

from asking import chances, value
from drillbook import ask
from drillbook.asking.answers.simulation import simulate
from drillbook.errors import Contradiction

FACES = range(1, 7)
REGULARS, IRREGULARS = ("r1", "r2", "r3", "r4", "r5"), ("irr1", "irr2", "irr3")


def share(good: int, of: int) -> Fraction:
    return Fraction(good, of)


@pytest.mark.parametrize(("first", "second"), list(product(REGULARS + IRREGULARS, repeat=2)))
def test_the_mission_of_every_pair(first: str, second: str) -> None:
    told = value(f"bn/mission?first={first}&second={second}")
    special = [one == "r1" for one in (first, second)]
    if sum(special) == 1:
        mission, markers = 3, [0 if one else 5 for one in special]
    else:
        mission, markers = (1 if first.startswith("r") == second.startswith("r") else 2), [5, 5]
    assert told["mission"] == mission
    assert [told["first_markers"], told["second_markers"]] == markers
    assert told["secret_die"] == (mission == 2)


@pytest.mark.parametrize("men", [1, 4, 5])
@pytest.mark.parametrize("special", [0, 1, 4, 5, 6])
@pytest.mark.parametrize("reading", ["A", "B", "C"])
def test_when_a_few_special_forces_count(men: int, special: int, reading: str) -> None:
    others = f"&second-men={men}" if special else ""
    told = value(f"bn/mission?first=irr3&second=r3&second-sf={special}{others}&ruling.mission-sf={reading}")
    counts = special >= 1 if reading == "C" else special > men
    assert told["mission"] == (3 if counts else 2)


def after(primary: int, pair: tuple[int, int], die: int, reading: str) -> dict[int, str]:
    """Return the markers as the source's words have them, reading by reading."""
    was = {n: "P" if n == primary else "S" if n in pair else "F" for n in range(1, 6)}
    now = dict(was)
    if die == 6:
        now[primary] = "F"
    elif die != primary:
        now[die] = "P"
        if reading == "B":
            now[primary] = "F"
        if reading == "C":
            now[primary] = was[die]
    return now


def worth(markers: dict[int, str]) -> int:
    return sum({"P": 50, "S": 20, "F": 0}[what] for what in markers.values())


SETS = [(primary, pair) for primary in range(1, 6) for pair in combinations(range(1, 6), 2) if primary not in pair]


@pytest.mark.parametrize("reading", ["A", "B", "C"])
def test_the_secret_die_on_every_set_of_markers(reading: str) -> None:
    for primary, pair in SETS:
        link = f"bn/secret-die?primary={primary}&secondary={pair[0]}-{pair[1]}&ruling.second-primary={reading}&die="
        sums = [worth(after(primary, pair, die, reading)) for die in FACES]
        assert chances(f"{link}unknown") == {one: share(sums.count(one), 6) for one in set(sums)}
        told = value(f"{link}unknown")
        assert (told["lowest"], told["highest"], told["stakes"]) == (min(sums), max(sums), Fraction(sum(sums), 6))
        stays = sum(after(primary, pair, die, reading)[primary] == "P" for die in FACES)
        assert told["stays"] == share(stays, 6)


@pytest.mark.parametrize("reading", ["A", "B", "C"])
@pytest.mark.parametrize("die", FACES)
def test_which_markers_are_what_after_a_known_die(die: int, reading: str) -> None:
    for primary, pair in SETS[::7]:
        link = (
            f"bn/secret-die?primary={primary}&secondary={pair[0]}-{pair[1]}&die={die}&ruling.second-primary={reading}"
        )
        told, now = value(link), after(primary, pair, die, reading)
        for what, letter in (("primary", "P"), ("secondary", "S"), ("fake", "F")):
            numbers = [int(mark) for mark in told[what] if mark.isdigit()]
            assert numbers == [n for n in now if now[n] == letter]
        assert told["stakes"] == worth(now)


@pytest.mark.parametrize("die", ["unknown", "3", "6"])
def test_the_sources_own_markers_are_told_to_be_so(die: str) -> None:
    told = ask(f"bn/secret-die?primary=4&secondary=2-5&die={die}")
    (note,) = [step.label for step in told.outcome.steps if step.rule == "bn.setup.m2-example"]
    assert "for a 3 and for a 6" in note
    other = ask(f"bn/secret-die?primary=4&secondary=2-3&die={die}")
    assert "bn.setup.m2-example" not in other.consulted


@pytest.mark.parametrize("primary", [1, 4])
def test_a_six_points_at_the_marker_that_it_unmakes(primary: int) -> None:
    grid = ask(f"bn/secret-die?primary={primary}&secondary=2-5&die=6").outcome.exhibits[0]
    assert grid.here == (5, primary - 1)
    assert grid.cells[5][primary - 1] == 0


def test_a_deployment_that_is_not_allowed_says_why() -> None:
    link = "bn/deployment?figures=28&second=9&second-held=0&second-now={}&first=12&first-held=3&first-now={}"
    few = "the Second player sets out 4 first, and 5 is the least"
    many = "the First player cannot set out 10 first, having 9"
    assert ask(link.format(4, 9)).outcome.headline == f"Not so: {few}"
    assert ask(link.format(5, 10)).outcome.headline == f"Not so: {many}"
    assert ask(link.format(4, 10)).outcome.headline == f"Not so: {few}; {many}"


def test_a_marker_is_not_primary_and_secondary_at_once() -> None:
    with pytest.raises(Contradiction) as problem:
        ask("bn/secret-die?primary=5&secondary=2-5")
    assert problem.value.instead == {"primary": 4}


@pytest.mark.parametrize("reading", ["A", "B"])
def test_an_objective_from_every_place(reading: str) -> None:
    """The man on a ring about the marker, the enemy along a line through it."""
    for (x, y), foe in product([(0, 0), (3, 4), (-5, 0), (4, 4), (0, 6)], range(-40, 41, 5)):
        told = value(f"bn/objective?men={x},{y}&enemies={foe},0&end=yes&held=no&ruling.objective-30cm={reading}")
        near = x * x + y * y <= 25
        from_x, from_y = (x, y) if reading == "B" else (0, 0)
        free = (foe - from_x) ** 2 + from_y**2 > 900
        assert told["taken"] == (near and free)


def test_one_of_several_men_may_take_it_where_the_man_is_measured() -> None:
    link = "bn/objective?men=0,5;0,-5&enemies=0,28&end=yes&held=no&ruling.objective-30cm="
    assert not value(f"{link}A")["taken"]
    assert value(f"{link}B")["taken"], "the man in front is 33 cm away, the one behind 23"


@pytest.mark.parametrize(("distance", "a", "b"), [("0", True, True), ("0.5", True, False), ("10", True, False)])
def test_reaching_a_marker(distance: str, a: bool, b: bool) -> None:
    for reading, wanted in (("A", a), ("B", b)):
        link = f"bn/marker-reveal?distance={distance}&ruling.objective-reach={reading}"
        assert value(link)["revealed"] is wanted
        assert value(f"{link}&intelligence=yes")["revealed"] is True
    assert value("bn/marker-reveal?distance=10.5")["revealed"] is False


@pytest.mark.parametrize(("mine", "theirs"), list(product(range(5), repeat=2)))
def test_the_rolloff_pair_by_pair(mine: int, theirs: int) -> None:
    pairs = [(own + mine, other + theirs) for own, other in product(FACES, repeat=2)]
    won, tied, lost = (sum(test(a, b) for a, b in pairs) for test in (int.__gt__, int.__eq__, int.__lt__))
    told = value(f"bn/rolloff?mine={mine}&theirs={theirs}")
    assert (told["first"], told["tie"], told["second"]) == tuple(share(n, 36) for n in (won, tied, lost))
    assert told["first_player"] == share(won, won + lost)
    by_leader = value(f"bn/rolloff?mine={mine}&theirs={theirs}&ruling.setup-ties=B")["first_player"]
    wins_ties = won + tied if mine > theirs else won
    assert by_leader == (share(wins_ties, 36) if mine != theirs else Fraction(1, 2))


@pytest.mark.parametrize(("mine", "theirs"), [(0, 4), (2, 2), (3, 1)])
def test_the_curve_of_leads_shows_where_the_form_stands(mine: int, theirs: int) -> None:
    found = ask(f"bn/rolloff?mine={mine}&theirs={theirs}").outcome
    (curve,) = [exhibit for exhibit in found.exhibits if exhibit.name != "ahead"]
    assert curve.here == mine - theirs
    assert dict(curve.lines["First player"])[curve.here] == found.value.first_player


@pytest.mark.parametrize("force", [8, 9, 15])
@pytest.mark.parametrize("held", [0, 1, 4])
def test_half_of_those_who_deploy(force: int, held: int) -> None:
    least = ceil((force - held) / 2)
    for now in (least - 1, least, force - held, force - held + 1):
        link = f"second={force}&second-held={held}&second-now={now}&first=8&first-held=0&first-now=4"
        told = value(f"bn/deployment?figures=28&{link}")
        assert told["second_least"] == least
        assert told["legal"] == (least <= now <= force - held)
        assert told["second_later"] == max(0, force - held - now)


@pytest.mark.parametrize(
    ("figures", "reading", "zone", "gap"),
    [("28", "A", 30, 20), ("28", "B", 30, 20), ("20", "A", 30, 0), ("20", "B", Fraction(45, 2), 15)],
)
def test_the_ground_between_the_areas(figures: str, reading: str, zone: Fraction, gap: int) -> None:
    told = value(f"bn/deployment?figures={figures}&ruling.small-table={reading}")
    assert (told["zone"], told["gap"]) == (zone, gap)


@pytest.mark.parametrize("apart", ["9.5", "10", "10.5"])
@pytest.mark.parametrize("across", [True, False])
def test_the_distance_between_markers(apart: str, across: bool) -> None:
    x, y = (20 + Fraction(apart), 20) if across else (20, 15 + Fraction(apart))
    told = value(f"bn/marker-layout?figures=28&role=alone&mine=20,{20 if across else 15};{float(x):g},{float(y):g}")
    assert told["legal"] == (Fraction(apart) >= 10)


@pytest.mark.parametrize(("mine", "theirs"), list(product(range(1, 6), range(6))))
def test_who_lays_the_next_marker(mine: int, theirs: int) -> None:
    """The Second player lays first, then they take turns: laid one by one, not by a formula."""
    own = ";".join(f"{10 + 12 * n},10" for n in range(mine))
    other = ";".join(f"{10 + 12 * n},70" for n in range(theirs)) or "none"
    for role in ("first", "second"):
        told = value(f"bn/marker-layout?figures=28&role={role}&mine={own}&theirs={other}")
        laid = {"second": 0, "first": 0}
        reached, following = False, ""
        for turn in ("second", "first") * 5 + ("",):
            if (laid[role], laid["first" if role == "second" else "second"]) == (mine, theirs):
                reached, following = True, {role: "me", "": ""}.get(turn, "the enemy")
            if turn:
                laid[turn] += 1
        assert told["in_turn"] == reached == told["legal"]
        assert told["next"] == (following if reached else "")


@pytest.mark.parametrize(
    "address",
    [
        "bn/rolloff?mine=3&theirs=1",
        "bn/rolloff?mine=0&theirs=0",
        "bn/secret-die?primary=4&secondary=2-5&die=unknown",
        "bn/secret-die?primary=1&secondary=2-3&die=unknown&ruling.second-primary=B",
        "bn/secret-die?primary=1&secondary=2-3&die=unknown&ruling.second-primary=C",
        "bn/secret-die?primary=4&secondary=2-5&die=2&ruling.second-primary=C",
    ],
)
def test_simulation_agrees(address: str) -> None:
    found = ask(address)
    last = list(simulate(found, 20000, seed=7))[-1]
    exact = chances(address)
    assert set(last.counts) <= set(exact)
    for outcome, chance in exact.items():
        assert abs(last.counts[outcome] / last.done - float(chance)) < 0.015
