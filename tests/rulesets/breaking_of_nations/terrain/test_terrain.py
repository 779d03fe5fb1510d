"""Tests of terrain: speeds and covers worked out a second time from the printed chart.

Wire is worked out by playing the turns.
"""

from fractions import Fraction
from itertools import product
from math import ceil

import pytest

from asking import picture
from drillbook import ask

SP = {"civilian": 4, "green": 5, "regular": 5, "veteran": 6, "elite": 6}
DS = {"civilian": 4, "green": 4, "regular": 5, "veteran": 5, "elite": 6}
CS = {"civilian": -2, "green": -1, "regular": 0, "veteran": 1, "elite": 2}
ARMOUR = {"minimal": (0, 0), "flak": (1, -1), "heavy": (2, -2)}
PART = {"flat": Fraction(1), "bumpy": Fraction(2, 3), "jagged": Fraction(1, 3)}
CV = {"clear": 0, "rubble": 3, "barbed-wire": 0, "light-forest": 3, "dense-forest": 6, "wooden-wall": 6, "trenches": 12}
PLACES = {"light-forest": "bumpy", "dense-forest": "jagged", "shallow-river": "bumpy", "deep-river": "jagged"}


def walked(grade: str, armour: str, ground: str) -> int:
    return ceil((SP[grade] + ARMOUR[armour][1]) * PART[ground])


@pytest.mark.parametrize(("grade", "armour", "ground"), [*product(SP, ARMOUR, PART)])
def test_every_speed_in_every_order(grade: str, armour: str, ground: str) -> None:
    off, part, here = ARMOUR[armour][1], PART[ground], f"grade={grade}&armour={armour}&ground={ground}"
    assert ask(f"bon/ground-speed?{here}&pace=move").outcome.value == walked(grade, armour, ground)
    charges = {
        "A": {"A": ceil((SP[grade] + off) * 2 * part), "B": ceil((SP[grade] * 2 + off) * part)},
        "B": {"A": ceil((SP[grade] + off) * part) * 2, "B": ceil(SP[grade] * part) * 2 + off},
    }
    for order, worn in product("AB", repeat=2):
        readings = f"ruling.charge-terrain-order={order}&ruling.armour-charge-order={worn}"
        assert ask(f"bon/ground-speed?{here}&pace=charge&{readings}").outcome.value == charges[order][worn]


@pytest.mark.parametrize(("terrain", "grade"), [*product(CV, DS)])
def test_cover_against_a_level_and_a_higher_shooter(terrain: str, grade: str) -> None:
    for firer, away, higher in product(CS, (0, 2, Fraction(5, 2), 9), ("yes", "no")):
        cv = CV[terrain]
        if not cv and (away or higher == "yes"):
            continue  # there is nothing to be behind, nor to be shot at over
        if higher == "yes" and away > 2 and cv and terrain != "trenches":
            cv = 2
        needed = DS[grade] + cv - CS[firer]
        found = ask(
            f"bon/ground?terrain={terrain}&behind={float(away):g}&within=clear&higher={higher}&grade={grade}"
            f"&armour=minimal&firer={firer}&range=medium"
        ).outcome
        faces = [face for face in range(1, 13) if face >= needed or face == 12]
        assert (found.value.cv, found.value.needed) == (cv, needed)
        assert found.chance == Fraction(len(faces), 12)


@pytest.mark.parametrize(("terrain", "grade"), [*product(PLACES, SP)])
def test_a_way_is_walked_action_by_action(terrain: str, grade: str) -> None:
    for half_inches in range(1, 30, 3):
        across, each = Fraction(half_inches, 2), walked(grade, "minimal", PLACES[terrain])
        gone = actions = 0
        while gone < across:
            gone, actions = gone + each, actions + 1
        found = ask(f"bon/passage?terrain={terrain}&grade={grade}&armour=minimal&pace=move&across={float(across):g}")
        assert found.outcome.value.actions == actions
        assert found.outcome.value.left == gone - across


def played(work: list[tuple[int, int]], actions: int) -> int:
    """Return the turn in which a list of work comes to its end, an AC at a time.

    work: pairs of AC to spend and the most of it in a turn.
    """
    turn, spent = 1, 0
    for cost, most in work:
        paid = 0
        for _ in range(cost):
            if spent == actions or paid == most:
                turn, spent, paid = turn + 1, 0, 0
            spent, paid = spent + 1, paid + 1
    return turn


@pytest.mark.parametrize(("grade", "armour"), [*product(SP, ARMOUR)])
def test_wire_turn_by_turn(grade: str, armour: str) -> None:
    actions = ceil(Fraction(SP[grade], 2))
    for halves in range(1, 25):
        depth = Fraction(halves, 2)
        cut, cross = ceil(depth), ceil(depth / walked(grade, armour, "jagged"))
        walk = ceil(depth / walked(grade, armour, "flat"))
        found = ask(f"bon/wire?depth={float(depth):g}&grade={grade}&armour={armour}&tools=yes&men=4").outcome.value
        assert (found.cut, found.cross) == (cut, cross)
        assert found.cut_turns == played([(cut, actions)], actions)
        assert found.cross_turns == played([(cross, min(3, actions))], actions)
        assert found.through_turns == played([(cut, actions), (walk, min(3, actions))], actions)
        assert (found.all_cut, found.all_cross) == (cut + 5 * walk, 5 * cross)


def test_every_turn_in_the_wire_has_its_number() -> None:
    """A turn of one AC has no room for a word."""
    events = picture("bon/wire?depth=7", "clock").events
    assert [one.label for one in events if one.lane == "Cut"] == ["1", "2", "3", "walk"]


@pytest.mark.parametrize(("across", "spare"), [(5, "nothing"), (4, '1"')])
def test_a_way_says_what_is_left(across: int, spare: str) -> None:
    assert (
        ask(f"bon/passage?terrain=clear&across={across}").headline
        == f'1 action: {across}" at 5" an action, {spare} to spare'
    )


def test_the_order_in_force_is_framed() -> None:
    """Order in force is framed in a picture that has a row for every order by its whole name.

    A charge is framed on the order in force, a move on none.
    """
    grid = picture("bon/ground-speed?ground=bumpy&pace=charge&ruling.charge-terrain-order=B", "orders")
    assert (grid.rows[grid.here[0]], grid.columns[grid.here[1]]) == ("armour, ground, charge", "Bumpy")
    assert picture("bon/ground-speed?ground=bumpy&pace=move", "orders").here is None
