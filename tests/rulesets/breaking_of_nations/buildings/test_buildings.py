"""Tests of buildings: the formula against SymPy, and every die enumerated by hand.

Each number is tried one step below, on and above; the rulings are tried too.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
import sympy

from asking import chances, value
from drillbook.asking.answers.ask import ask
from drillbook.asking.answers.simulation import simulate
from drillbook.book.folder import book_folder
from drillbook.rules.library import library

D6, D12 = range(1, 7), range(1, 13)
CS = {"civilian": -2, "green": -1, "regular": 0, "veteran": 1, "elite": 2}
DS = {"civilian": 4, "green": 4, "regular": 5, "veteran": 5, "elite": 6}
CV = {"wooden-building": 6, "brick-building": 9, "fortification": 15}


# --- the formula


def formula_of(rule: str) -> Any:
    from drillbook.rules.entities import formula

    return formula(library().find("bon").rule(rule))


def test_sympy_and_the_exact_evaluation_agree() -> None:
    found = formula_of("buildings.dp-formula")
    solid, size = sympy.symbols("A S")
    expression = found.sympy()
    assert expression.free_symbols == {solid, size}
    for a, s in product(range(0, 16), range(0, 13)):
        assert found(A=a, S=s) == expression.subs({solid: a, size: s}) == a - 1 + 2 * s
    assert found(A=Fraction(1, 3), S=Fraction(5, 2)) == Fraction(1, 3) - 1 + 5


def test_the_formula_on_the_page_is_written_from_that_expression() -> None:
    found = formula_of("buildings.dp-formula")
    page = json.loads((book_folder() / "breaking_of_nations" / "buildings.ipynb").read_text(encoding="utf-8"))
    text = "\n".join("".join(cell["source"]) for cell in page["cells"] if cell["cell_type"] == "markdown")
    blocks = re.findall(r"<!--formula bon\.buildings\.dp-formula\s*-->(.*?)<!--/formula-->", text, re.DOTALL)
    assert len(blocks) == 1
    shown = blocks[0].split("$$")[1]
    assert shown == found.latex()
    right = shown.partition("=")[2].replace("2 S", "2*S")
    assert sympy.simplify(sympy.sympify(right, locals={"S": sympy.Symbol("S")}) - found.sympy()) == 0


@pytest.mark.parametrize(("armour_class", "size"), [(1, 1), (1, 2), (4, 1), (10, 10)])
def test_the_question_and_the_formula_give_the_same_points(armour_class: int, size: int) -> None:
    found = value(f"bon/building?armour-class={armour_class}&size={size}")
    assert found["damage_points"] == formula_of("buildings.dp-formula")(A=armour_class, S=size)


# --- fire on a building, every sequence of dice by itself


def besiege(
    points: int,
    men: int,
    number: int,
    damage: int,
    rolls: tuple[int, ...],
    *,
    everybody: bool = False,
    spared: bool = False,
) -> tuple[int, int]:
    """Points left and men struck after these dice, shot by shot; a ruin is not fired at."""
    struck = 0
    for roll in rolls:
        if points == 0:
            break
        critical = roll == 12
        if critical:
            struck = men if everybody else min(men, struck + 1)
        if (roll >= number or critical) and not (critical and spared):
            points = max(0, points - damage)
    return points, struck


@pytest.mark.parametrize("walls", ["wooden-building", "fortification"])
@pytest.mark.parametrize(
    ("letter", "everybody", "spared"), [("A", False, False), ("B", True, False), ("C", False, True)]
)
@pytest.mark.parametrize(("grade", "band"), [("regular", "medium"), ("elite", "short"), ("green", "long")])
def test_the_siege_is_the_sum_over_all_dice(
    walls: str, letter: str, everybody: bool, spared: bool, grade: str, band: str
) -> None:
    number = CV[walls] - CS[grade] + {"short": -1, "medium": 0, "long": 1}[band]
    address = (
        f"bon/building?armour-class=2&size=1&walls={walls}&shots=2&grade={grade}&range={band}&damage=2&occupants=2&turns=2"
        f"&ruling.critical-inside={letter}"
    )
    ends = [besiege(3, 2, number, 2, rolls, everybody=everybody, spared=spared) for rolls in product(D12, repeat=4)]
    found = value(address)
    assert found["destroyed"] == Fraction(sum(left == 0 for left, _ in ends), len(ends))
    assert found["casualties"] == Fraction(sum(struck for _, struck in ends), len(ends))
    assert chances(address) == {left: Fraction(n, len(ends)) for left, n in Counter(left for left, _ in ends).items()}


@pytest.mark.parametrize("walls", CV)
def test_the_owners_save_by_counting_faces(walls: str) -> None:
    found = value(f"bon/building?walls={walls}&grade=elite&range=short&ruling.building-save=B")
    assert found["damaged"] == Fraction(sum(face > CV[walls] or face == 12 for face in D12), 12)


@pytest.mark.parametrize(("volley", "men"), list(product("AB", "AB")))
def test_the_fall_of_the_house_by_every_sequence_of_dice(volley: str, men: str) -> None:
    """Falls of a house agree with every sequence of dice.

    Two turns of two shots at 3 points: a 6 or more takes 2 points, a 12 also fells an occupant. The readings decide what
    the shots after the fall do, and whether the ruin buries the men.
    """

    def lost(rolls: tuple[int, ...]) -> int:
        points, struck = 3, 0
        for turn in (rolls[:2], rolls[2:]):
            if points == 0:
                break
            for roll in turn:
                if points or volley == "B":
                    struck = min(2, struck + (roll == 12))
                    points = max(0, points - 2 * (roll >= 6))
        return 2 if points == 0 and men == "B" else struck

    found = value(
        "bon/building?armour-class=2&size=1&walls=wooden-building&shots=2&grade=regular&range=medium&damage=2&occupants=2&turns=2"
        f"&ruling.volley-at-the-fall={volley}&ruling.men-in-the-fall={men}"
    )
    assert found["casualties"] == Fraction(sum(lost(rolls) for rolls in product(D12, repeat=4)), 12**4)


def test_points_fall_by_one_where_damage_is_always_one() -> None:
    heavy = "bon/building?armour-class=1&size=1&shots=1&damage=10&turns=1"
    assert value(heavy)["destroyed"] == Fraction(7, 12)
    assert value(f"{heavy}&ruling.building-save=C")["destroyed"] == 0
    assert value(heavy.replace("shots=1", "shots=2") + "&ruling.building-save=C")["destroyed"] == Fraction(49, 144)


# --- doors


@pytest.mark.parametrize("grade", CS)
def test_every_face_of_a_bash(grade: str) -> None:
    address = f"bon/door?door=heavy&grade={grade}&way=bash&turns=1&ruling.door-bash="
    plain = Fraction(sum(face + CS[grade] >= 4 for face in D6), 6)
    as_a_shot = Fraction(sum(face >= 4 - CS[grade] for face in D12), 12)
    with_criticals = Fraction(sum(face >= 5 or (face > 2 and face + CS[grade] >= 4) for face in D6), 6)
    assert [value(address + letter)["per_try"] for letter in "ABC"] == [plain, as_a_shot, with_criticals]


@pytest.mark.parametrize("turns", [1, 2, 4])
def test_the_turn_in_which_the_door_gives_way(turns: int) -> None:
    def first(rolls: tuple[int, ...]) -> int:
        return next((turn for turn, roll in enumerate(rolls, start=1) if roll + 1 >= 4), turns + 1)

    counted = Counter(first(rolls) for rolls in product(D6, repeat=turns))
    found = chances(f"bon/door?door=locked&grade=veteran&way=bash&turns={turns}")
    assert found == {turn: Fraction(n, 6**turns) for turn, n in counted.items()}


@pytest.mark.parametrize("squad", [1, 2, 10])
def test_one_man_opens_and_the_others_pass(squad: int) -> None:
    assert value(f"bon/door?door=heavy&squad={squad}&way=open")["passing"] == squad - 1
    assert value(f"bon/door?door=unlocked&squad={squad}")["passing"] == squad


# --- close combat through a gap


def faces_that_strike(letter: str, wanted: int, shift: int) -> set[int]:
    """Return the faces of a D6 that strike if criticals are read in this way."""
    if letter == "C":
        return {face for face in D6 if face >= wanted}
    shown = {face: face + shift if letter == "B" else face for face in D6}
    return {face for face in D6 if shown[face] >= 5 or (shown[face] > 2 and face >= wanted)}


@pytest.mark.parametrize(("striker", "target"), list(product(CS, DS)))
@pytest.mark.parametrize("letter", "ABC")
def test_blows_through_a_door_by_counting_faces(striker: str, target: str, letter: str) -> None:
    wanted = DS[target] + 2 - CS[striker]
    strikes = faces_that_strike(letter, wanted, CS[striker] - 2)
    found = value(
        f"bon/door-fight?place=door&attackers=1&attacker-grade={striker}&defenders=1&defender-grade={target}"
        f"&ruling.cc-criticals={letter}"
    )
    assert found["attacker_wanted"] == wanted
    assert found["attacker_hits"] == Fraction(len(strikes), 6)


@pytest.mark.parametrize(("striker", "target"), list(product(("green", "elite"), repeat=2)))
@pytest.mark.parametrize(("ruling", "margin"), [("cc-wanted=B", 1), ("cc-criticals=D", 2)])
def test_opposed_totals_by_counting_pairs(striker: str, target: str, ruling: str, margin: int) -> None:
    won = sum(own + CS[striker] - 2 - other - CS[target] >= margin for own, other in product(D6, repeat=2))
    found = value(
        f"bon/door-fight?attackers=1&attacker-grade={striker}&defenders=1&defender-grade={target}&ruling.{ruling}"
    )
    assert found["attacker_hits"] == Fraction(won, 36)


def test_two_blows_are_two_dice() -> None:
    found = chances("bon/door-fight?place=door&attackers=9&attacker-grade=elite&defenders=1&defender-grade=green")
    strikes = [face >= 5 or (face > 2 and face >= 4) for face in D6]
    pairs = Counter(int(one) + int(two) for one, two in product(strikes, repeat=2))
    assert found == {blows: Fraction(n, 36) for blows, n in pairs.items()}


# --- windows, the steep line, towers


def test_the_exchange_at_a_window_by_counting_faces() -> None:
    address = (
        "bon/window?walls=wooden-building&windows=1&men=5&grade=elite&outside=1&enemy=green&ground=rubble&range=short"
    )
    out = 4 + 3 - 1 - 2
    hits = [face >= out for face in D12]
    pairs = Counter(int(one) + int(two) for one, two in product(hits, repeat=2))
    assert chances(address) == {n: Fraction(times, 144) for n, times in pairs.items()}
    assert value(address)["needed_in"] == 6 + 6 - 1 + 1


@pytest.mark.parametrize(
    ("windows", "men", "firing"), [(1, 1, 1), (1, 2, 2), (1, 3, 2), (2, 3, 3), (2, 5, 4), (6, 10, 10)]
)
def test_two_men_to_a_window(windows: int, men: int, firing: int) -> None:
    found = value(f"bon/window?windows={windows}&men={men}")
    assert (found["firing"], found["idle"]) == (firing, men - firing)


@pytest.mark.parametrize("height", ["1/2", "4", "7.5"])
def test_below_on_and_above_the_steep_line(height: str) -> None:
    high = Fraction(height)
    free = {
        letter: [
            value(f"bon/sight-angle?height={height}&distance={high + step}&ruling.angle-45={letter}")["free"]
            for step in (-Fraction(1, 2), 0, Fraction(1, 2))
        ]
        for letter in "ABC"
    }
    assert free == {"A": [False, False, True], "B": [True, True, False], "C": [False, True, True]}


def test_the_sample_case_of_the_steep_line() -> None:
    free = [distance for distance in range(1, 9) if value(f"bon/sight-angle?height=4&distance={distance}")["free"]]
    assert free == [5, 6, 7, 8]


def test_on_the_same_level_every_reading_leaves_the_line_free() -> None:
    assert all(value(f"bon/sight-angle?height=0&distance=5&ruling.angle-45={letter}")["free"] for letter in "ABC")


def test_a_tower_has_room_for_four() -> None:
    assert [ask(f"bon/watchtower?men={men}").refused for men in (3, 4, 5)] == [False, False, True]


def test_cover_near_and_far_below_a_tower() -> None:
    needed = [
        value(f"bon/watchtower?enemy-cover=brick-wall&behind={behind}")["needed_down"] for behind in ("1.5", "2", "2.5")
    ]
    assert needed == [14, 14, 7]


def test_beyond_the_weapon_nobody_shoots_from_a_tower() -> None:
    assert not ask("bon/watchtower?weapon=pistol&distance=12").refused
    refused = ask("bon/watchtower?weapon=pistol&distance=12.5").outcome
    assert refused.headline == 'Out of range: 12.5" is beyond 12".'


# --- moving about


@pytest.mark.parametrize(
    ("floor", "climb", "moves", "left"), [(0, 0, 0, 0), (4, 0, 1, 1), (5, 0, 1, 0), (5, "0.5", 2, "9/2"), (5, 5, 2, 0)]
)
def test_moves_in_an_openable_building(floor: int, climb: Any, moves: int, left: Any) -> None:
    found = value(
        f"bon/room-move?building=openable&grade=regular&armour=minimal&ground=flat&floor={floor}&climb={climb}"
    )
    assert (found["moves"], found["left"]) == (moves, Fraction(left))


@pytest.mark.parametrize(
    ("squads", "change", "allowed"),
    [(2, "no", True), (3, "no", True), (4, "no", False), (2, "yes", True), (3, "yes", False)],
)
def test_squads_and_sections(squads: int, change: str, allowed: bool) -> None:
    found = value(f"bon/room-move?building=enclosed&sections=3&squads={squads}&change={change}")
    assert found["allowed"] is allowed


# --- rulings

EFFECTS: dict[str, tuple[str, dict[str, Any]]] = {
    "dp-terms": ("damage_points", {"A": 4, "B": 9}),
    "building-save": ("destroyed", {"A": Fraction(49, 144), "B": Fraction(1, 4), "C": 0}),
    "door-bash": ("per_try", {"A": Fraction(1, 6), "B": Fraction(7, 12), "C": Fraction(1, 3)}),
    "angle-45": ("free", {"A": False, "B": True, "C": True}),
    "door-cv-2": ("attacker_wanted", {"A": 7, "B": 7, "C": 6}),
    "cover-distance": ("chance_down", {"A": Fraction(1, 2), "B": Fraction(2, 3)}),
    "cc-wanted": ("attacker_hits", {"A": Fraction(1, 3), "B": Fraction(1, 36), "C": Fraction(2, 3)}),
    "cc-criticals": ("attacker_hits", {"A": Fraction(1, 3), "B": 0, "C": 0, "D": 0}),
    "cc-table-model": ("attacker_hits", {"A": Fraction(1, 2), "B": Fraction(2, 3), "C": Fraction(2, 3)}),
}


@pytest.mark.parametrize("name", EFFECTS)
def test_the_example_of_a_ruling_shows_its_effect(name: str) -> None:
    field, by_letter = EFFECTS[name]
    example = library().find("bon").ruling(name).example
    answers = {letter: value(f"{example}&ruling.{name}={letter}") for letter in by_letter}
    assert {letter: found[field] for letter, found in answers.items()} == by_letter
    assert all(answers[letter] != answers["A"] for letter in by_letter if letter != "A")


def test_a_critical_under_each_reading() -> None:
    one = "bon/building?armour-class=1&size=2&walls=wooden-building&shots=1&grade=regular&damage=1&occupants=5&turns=1"
    found = [value(f"{one}&ruling.critical-inside={letter}") for letter in "ABC"]
    assert [each["casualties"] for each in found] == [Fraction(1, 12), Fraction(5, 12), Fraction(1, 12)]
    assert [each["damaged"] for each in found] == [Fraction(7, 12), Fraction(7, 12), Fraction(1, 2)]
    example = library().find("bon").ruling("critical-inside").example
    assert len({ask(f"{example}&ruling.critical-inside={letter}").headline for letter in "ABC"}) == 3


def test_a_reading_that_forbids() -> None:
    shifted = library().find("bon").ruling("chart-shift").example
    assert [ask(f"{shifted}&ruling.chart-shift={letter}").refused for letter in "AB"] == [False, True]


# --- the dice themselves


@pytest.mark.parametrize(
    "address",
    [
        "bon/building?armour-class=1&size=2&shots=2&turns=2&damage=1",
        "bon/building?armour-class=1&size=2&shots=2&turns=2&damage=2&ruling.building-save=B&ruling.critical-inside=C",
        "bon/door?door=locked&grade=regular&way=bash&turns=3",
        "bon/door?door=locked&grade=civilian&way=bash&turns=2&ruling.door-bash=C",
        "bon/door-fight?place=door&attackers=4&attacker-grade=elite&defender-grade=regular",
        "bon/door-fight?place=room&attackers=2&attacker-grade=veteran&defender-grade=green&ruling.cc-wanted=B",
        "bon/window?windows=1&men=3",
        "bon/watchtower?men=3&height=4&distance=9&enemy-cover=wooden-wall&behind=3",
    ],
)
def test_the_throws_follow_the_exact_chances(address: str) -> None:
    found = ask(address)
    throws = 20_000
    *_, last = simulate(found, throws, seed=7)
    for outcome, chance in chances(address).items():
        spread = float(throws * chance * (1 - chance)) ** 0.5
        assert abs(last.counts[outcome] - float(throws * chance)) <= 4 * spread + 1
    assert set(last.counts) <= set(chances(address))


# --- the words


@pytest.mark.parametrize(
    ("address", "headline"),
    [
        (
            "bon/window?walls=brick-building",
            "4 of 6 can shoot, and each hits on 5+: 66.7 % (2/3); each shot back at them hits on a critical only: 8.3 % (1/12)",
        ),
        (
            "bon/window?ground=trenches&ruling.twelve-over-target=B",
            "4 of 6 can shoot, and each hits on no score (17 needed); each shot back at them hits on 11+: 16.7 % (1/6)",
        ),
        ("bon/sight-angle?height=0&distance=5", 'Free: 5" along, 0" up; both on one level'),
        (
            "bon/door-fight?place=door&attackers=1&attacker-grade=green&defenders=1&defender-grade=elite",
            "1 against 1: a blow of the attackers strikes on 5+ (wanted 9): 33.3 % (1/3); of the defenders on 4+: 50.0 % (1/2)",
        ),
    ],
)
def test_the_headline_says_what_the_die_must_show(address: str, headline: str) -> None:
    assert ask(address).outcome.headline == headline
