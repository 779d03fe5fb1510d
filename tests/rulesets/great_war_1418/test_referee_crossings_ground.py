"""Tests where chapters of 1418 meet: ground, orders and distances.

Each answer is worked out from the source alone. Nothing of the ruleset is imported; the calculation is in
referee_crossings_1418.py.
"""

from fractions import Fraction
from itertools import product
from math import floor
from random import Random

import pytest
from referee_1418 import BACK, CM, GOING, WORKS, sampled, told, value
from referee_crossings_1418 import (
    MAY,
    ORDERS,
    How,
    Place,
    allowed,
    approach,
    at_least,
    handful,
    letter,
    line,
    no_hole,
    on_the_way,
    sheet_faults,
)

from drillbook import ask

F = Fraction
PLACES: list[Place] = [*product(GOING, ("none", *WORKS))]


def yes(answer: bool) -> str:
    return "yes" if answer else "no"


# 10 to 14: ground, holes and movers ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"weaker_type": "B"},
        {"dug_in_lost": "B"},
        {"impractical_cover": "B"},
        {"cover_stacking": "B"},
        {"impractical_cover": "C", "dug_in_lost": "B"},
    ],
    ids=str,
)
def test_out_of_every_hole_into_every_ground(how: How) -> None:
    """All ground into all ground; nobody leaves a hole where nobody can dig."""
    grounds = {
        "open": ("open", "none"),
        "rough": ("rough", "none"),
        "impractical": ("impractical", "none"),
        "defensible": ("open", "defensible"),
        "fortification": ("open", "fortification"),
    }
    for (start, here), (end, there), dug in product(grounds.items(), grounds.items(), (False, True)):
        answer = ask(f"gw/weaker-ground?start={start}&end={end}&dug={yes(dug)}" + told(**how))
        if dug and no_hole(here, how):
            assert answer.refused
            continue
        assert answer.outcome.value.change == on_the_way(here, there, dug, how), (start, end, dug)


@pytest.mark.parametrize("when", "AB")
@pytest.mark.parametrize("how", [{}, {"dug_in_lost": "B"}, {"weaker_type": "C"}, {"combined_ground": "B"}], ids=str)
def test_a_marked_mover_crosses_the_steps_with_its_hole(how: How, when: str) -> None:
    """By one reading a mover is what it was until it moves, and only then out of its hole."""
    for unit, start, end, posture in sampled(
        ("reserve-inf", "medium-whip"), PLACES, PLACES, ("moving", "leaving"), many=10
    ):
        address = f"gw/resilience?unit={unit}&going={start[0]}&works={start[1]}&posture={posture}&to-going={end[0]}&to-works={end[1]}"
        answer = ask(address + told(moving_when=when, **how))
        dug = posture == "leaving"
        if dug and (unit == "medium-whip" or no_hole(start, how)):
            assert answer.refused, address
            continue
        built = BACK[unit][5] or 0
        late = built + on_the_way(start, end, dug, how)
        early = late if when == "A" else built + line(start, dug, how)
        assert (answer.outcome.value.resilience, answer.outcome.value.until_move) == (late, early), address


@pytest.mark.parametrize("parent", "AB")
def test_a_heavy_weapon_crosses_its_parents_hole(parent: str) -> None:
    """Heavy Weapons have the cover of their own ground, or all the cover of their parent's.

    By reading B the parent's ground counts, dug in or not, wherever the weapon is. The chance of a shot at that
    Resilience is checked, too.
    """
    for unit, grade, mine, (his, dug) in sampled(
        ("early-hmg", "lmg-squad"), ("reserve-inf", "elite-inf"), PLACES, [*product(PLACES, (False, True))], many=20
    ):
        if dug and no_hole(his, {}):
            continue
        address = f"gw/resilience?unit={unit}&parent={grade}&going={mine[0]}&works={mine[1]}&posture=standing"
        more = f"&parent-going={his[0]}&parent-works={his[1]}&parent-dug={yes(dug)}" if parent == "B" else ""
        found = value(address + more + told(as_parent=parent))
        needs = (BACK[grade][5] or 0) + (line(his, dug, {}) if parent == "B" else line(mine, False, {}))
        assert found["resilience"] == needs, address
        assert found["hit"] == at_least(handful(1, 0, needs, False, {}), 1), address


@pytest.mark.parametrize("items", "AB")
@pytest.mark.parametrize(
    "how", [{}, {"combined_ground": "B"}, {"impractical_cover": "C"}, {"dig_in_works": "B"}], ids=str
)
def test_a_wood_in_a_space_crosses_moves_and_cover(how: How, items: str) -> None:
    """Items in a space decide its move and its Resilience, or the space's own ground does.

    By reading A of `terrain_items`, the ground stated for an item counts for both; by reading B the space's own ground
    does.
    """
    for own, said, there in sampled(PLACES, PLACES, (False, True), many=12):
        place = said if there and items == "A" else own
        address = f"gw/space?going={own[0]}&works={own[1]}&item={yes(there)}"
        address += f"&item-going={said[0]}&item-works={said[1]}" if there else ""
        found = value(address + told(terrain_items=items, **how))
        stands_dug = letter(how, "dig_in_works") == "B" and place[1] != "none"
        hole = None if no_hole(place, how) else line(place, True, how)
        assert (found["share"], found["standing"]) == (GOING[place[0]], line(place, stands_dug, how)), address
        assert (found["moving"], found["dug_in"]) == (line(place, False, how), hole), address


@pytest.mark.parametrize("reading", "ABC")
def test_turns_at_the_table_cross_spaces_and_items(reading: str) -> None:
    """Turns of a set-up are allowed if they keep to the choice, the spaces and the trenches.

    A turn gives a space a character or an item, or both by reading C. A going, works and an item may be given once in a
    space. By reading B a character needs a going. Trenches are 1 to 2 inches deep.
    """
    luck = Random(f"set-up {reading}")
    verdicts = set()
    for _ in range(60):
        turns = [
            (
                luck.randint(1, 4),
                luck.randint(1, 3),
                luck.choice(("none", "open", "rough")),
                luck.choice(("none", "none", "defensible")),
                luck.choice(("none", "wood")),
            )
            for _ in range(luck.randint(1, 3))
        ]
        depth = luck.choice((F(1, 2), F(1), F(2), F(5, 2)))
        fine = 1 <= depth <= 2
        seen: set[tuple[object, ...]] = set()
        for column, row, going, works, item in turns:
            says = [("going", going)] * (going != "none") + [("works", works)] * (works != "none")
            puts = [("item", item)] * (item != "none")
            fine &= bool(says or puts) and not (says and puts and reading != "C")
            fine &= not (says and going == "none" and reading == "B")
            marks = {(column, row, name) for name, _ in (*says, *puts)}
            fine &= not marks & seen
            seen |= marks
        rows = ";".join(",".join(map(str, turn)) for turn in turns)
        found = value(
            f"gw/set-up?rows=3&columns=4&turns={rows}&trenches=1,{float(depth):g},defensible"
            + told(setup_choice=reading)
        )
        verdicts.add(fine)
        assert found["allowed"] == fine, rows
        assert found["bare"] == 12 - len({turn[:2] for turn in turns}), rows
    assert verdicts == {False, True}


# 15 to 17: orders ---------------------------------------------------------------------------------------------------------------

ORDER_READINGS = [
    {},
    {"find_cover": "B"},
    {"find_cover": "C"},
    {"assault_target": "B"},
    {"order_directions": "B"},
    {"dig_under_advance": "B"},
]
LATELY = {"A": {"missed", "hit"}, "B": {"watched", "missed", "hit"}, "C": {"hit"}}


@pytest.mark.parametrize("how", ORDER_READINGS, ids=str)
@pytest.mark.parametrize("under", "ABC")
def test_a_company_with_a_spade_crosses_fire_and_goals(how: How, under: str) -> None:
    """The chart, the spade, the way it goes and whether it gets there, all at once."""
    for order, dug, lately, wants, way, reach, digs in sampled(
        ORDERS,
        (False, True),
        ("quiet", "watched", "missed", "hit"),
        ("stay", "move", "find-cover", "assault", "retreat"),
        ("towards", "aside", "away"),
        (False, True),
        (False, True),
        many=40,
    ):
        address = f"gw/company-order?order={order}&dug={yes(dug)}&lately={lately}&wants={wants}"
        address += f"&way={way}" if wants in ("assault", "retreat") else ""
        address += f"&reach={yes(reach)}" if wants in ("find-cover", "assault") else ""
        address += f"&digs={yes(digs)}" if wants in ("stay", "find-cover") else ""
        spade = digs and wants in ("stay", "find-cover")
        found = value(address + told(under_fire=under, **how))
        fits = allowed(order, dug, lately in LATELY[under], wants, how, way=way, reach=reach, digs=spade)
        assert found["allowed"] == fits, address


@pytest.mark.parametrize("how", ORDER_READINGS, ids=str)
def test_which_order_crosses_fire_and_the_spade(how: How) -> None:
    """The orders under which a company may do it, one by one."""
    for wants, dug, lately, digs in product(
        [*MAY["retreat"][3].split(), "move", "assault"], (False, True), ("quiet", "hit"), (False, True)
    ):
        if digs and wants not in ("stay", "find-cover"):
            continue
        way = "away" if wants == "retreat" else "towards"
        fit = [one for one in ORDERS if allowed(one, dug, lately == "hit", wants, how, way=way, reach=True, digs=digs)]
        address = f"gw/which-order?wants={wants}&dug={yes(dug)}&lately={lately}" + (
            f"&digs={yes(digs)}" if wants in ("stay", "find-cover") else ""
        )
        assert value(address + told(**how))["count"] == len(fit), address


@pytest.mark.parametrize("how", ORDER_READINGS[:5], ids=str)
def test_a_sheet_of_battalions_crosses_bounds_and_companies(how: How) -> None:
    """Sheets of battalions judge every company by its battalion's order of that bound.

    Battalions are infantry, cavalry or artillery. A sheet has four bounds and six entries for companies.
    """
    for seed in range(20):
        luck = Random(f"sheet {seed}")
        kinds = [luck.choice(("infantry", "cavalry", "artillery")) for _ in range(luck.randint(1, 4))]
        sheet = [
            (kind, *(luck.choice((*ORDERS, *["bombard"] * (kind == "artillery"))) for _ in range(4))) for kind in kinds
        ]
        keys = luck.sample([*product(range(1, len(kinds) + 1), (1, 2), range(1, 5))], 6)
        rows = [
            (
                *key,
                luck.random() < 0.5,
                luck.random() < 0.5,
                luck.choice(("stay", "move", "find-cover", "assault", "retreat")),
            )
            for key in keys
        ]
        written = ";".join(",".join(one) for one in sheet)
        companies = ";".join(f"{b},{c},{n},{yes(dug)},{yes(fire)},{wants}" for b, c, n, dug, fire, wants in rows)
        found = value(f"gw/command-sheet?sheet={written}&companies={companies}" + told(**how))
        wrong = sheet_faults(sheet, [(b, n, dug, fire, wants) for b, _, n, dug, fire, wants in rows], how)
        assert (found["entries"], found["forbidden"]) == (4 * len(kinds) + 6, wrong), (written, companies)


# 18 to 20: distances ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("unit", "ABCD")
@pytest.mark.parametrize("asked", "AB")
def test_a_bombardment_crosses_ranges_and_tables(unit: str, asked: str) -> None:
    """Bombardments may be fired if they are ordered and the target is in range.

    The range is checked in every unit. Off the table, only guns without a limit reach; by reading B of `bombard_range`
    nobody asks for the range. Direct fire comes from the table alone.
    """
    factor = {"A": F(1, 10), "B": F(1, 9), "C": F(1), "D": F(254, 2500)}[unit]
    for gun, off, ordered, far in product(
        ("seven-cm-field-guns", "twelve-cm-howitzers"), (False, True), (False, True), (150, 203, 203.5, 222.5)
    ):
        limit = BACK[gun][6]
        near = limit is None or F(far) <= limit * factor
        may = ordered and (asked == "B" or (limit is None if off else near))
        found = value(
            f"gw/bombard-reach?gun={gun}&off-table={yes(off)}&ordered={yes(ordered)}&distance={far}"
            + told(range_unit=unit, bombard_range=asked)
        )
        assert (found["may"], found["direct"]) == (may, near and not off), (gun, off, ordered, far)


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"natural_six": "B"},
        {"bonus_die": "B"},
        {"bonus_die": "C", "hits_per_die": "B"},
        {"move_rounding": "B"},
        {"assault_target": "B"},
    ],
    ids=str,
)
def test_an_approach_crosses_dice_and_rounding(how: How) -> None:
    """Approaches under fire follow the readings of dice and of rounding.

    Three dice with a bonus of 1 shoot at the mover, and halves of a move are rounded down by one reading. By reading B of
    `assault_target`, an assault that cannot reach its target is refused.
    """
    rounds = letter(how, "move_rounding") == "B"
    walk = CM["medium-inf"] * GOING["rough"]
    ways = {hurt: [walk / (1 + hurt), 2 * walk / (1 + hurt)] for hurt in (False, True)}
    paces = {hurt: (F(floor(on)), F(floor(fast))) if rounds else (on, fast) for hurt, (on, fast) in ways.items()}
    for gap, needs in product((F(10), F(37, 2)), (3, 7)):
        there, removed = approach(gap, paces, handful(3, 1, needs, False, how), 4)
        address = (
            f"gw/approach?gap={float(gap):g}&speed=medium-inf&start=rough&resilience={needs}&dice=3&bonus=1&bounds=4"
        )
        found = value(address + told(**how))
        assert (found["there"], found["removed"]) == (there, removed), address
        held = gap > paces[False][1] and letter(how, "assault_target") == "B"
        assert ask(f"{address}&always=yes" + told(**how)).refused == held, address


@pytest.mark.parametrize("halving", "AB")
@pytest.mark.parametrize("black", "AB")
def test_smoke_crosses_the_clock_of_an_injury(halving: str, black: str) -> None:
    """Red while it is fresh or slow; half a move only in bounds in which the clock says so."""
    for age in range(4):
        fire = ";".join(["same"] * max(1, age))
        clock = value(
            f"gw/injury-clock?source=shot&fire={fire}&resilience=3&built-in=4&move=6"
            + told(injury_halving=halving, black_marker=black)
        )
        slow = clock["free"] == 0 if age else clock["slow_at_first"]
        held = f"&held={yes(True)}" if age else ""
        found = value(f"gw/smoke-marker?age={age}{held}" + told(injury_halving=halving, black_marker=black))
        assert found["slow"] == slow, age
        assert slow == (halving == "A" if not age else not (black == "B" and age > 1)), age
        assert found["colour"] == ("red" if slow or not age else "black"), age
