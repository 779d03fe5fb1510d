"""Tests where chapters of New Rules meet: blunders, events, arcs and sight.

Each answer is worked out from the printed rules alone. Nothing of the ruleset is imported; the referee's own rules
are in referee_field_new_rules.py. A test is named for what crosses in it.
"""

from fractions import Fraction
from itertools import product
from random import Random

import pytest
from referee_field_new_rules import (
    FORMS,
    Stance,
    afterwards,
    blunders,
    forced,
    lies_in_arc,
    middle_of,
    points,
    squares_apart,
    strides,
)
from referee_new_rules import ARMS, Man, read, sampled, told, value

F = Fraction
Readings = dict[str, str]
YES = {True: "yes", False: "no"}


# 14 to 17: blunders and events --------------------------------------------------------------------------------------------------

FORCED: list[Readings] = [
    {}, {"blunder_impossible": "B"}, {"blunder_impossible": "C"}, {"blunder_moves": "B"}, {"blunder_moves": "C"},
    {"blunder_first_action": "B"},
    {"charge_cost": "B"}, {"charge_reach": "B"}, {"recoil_blocked": "B"}, {"line_movement": "B"},
]  # fmt: skip
NEAR = [
    [], [("enemy", F(0), F(1, 2))], [("friend", F(0), F(1))], [("enemy", F(0), F(-1))], [("enemy", F(-1), F(1)), ("enemy", F(1), F(1))],
    [("friend", F(1), F(1)), ("enemy", F(0), F(2))], [("enemy", F(2), F(1)), ("friend", F(-3), F(3, 2))],
    [("enemy", F(0), F(5)), ("friend", F(0), F(-2))], [("enemy", F(0), F(2)), ("friend", F(0), F(1))],
    [("enemy", F(1), F(3, 2)), ("friend", F(1, 2), F(1)), ("friend", F(-1), F(1))],
    [("enemy", F(1), F(3, 2)), ("friend", F(3, 2), F(1, 2))],
]  # fmt: skip


@pytest.mark.parametrize("line", [3, 4, 5, 6])
@pytest.mark.parametrize("readings", FORCED, ids=str)
def test_a_blunder_sends_a_unit_where_it_may_not_go(line: int, readings: Readings) -> None:
    """Blunders that send a unit where it may not go have the referee's effect.

    The test covers squares, unlimbered guns, units locked in melee, guns that run into an enemy, friends in the way, and
    the arc and range of a shot.
    """
    chance = Random(f"{line}{readings}")
    for near in NEAR:
        unit = chance.choice(("line-infantry", "line-infantry", "heavy-cavalry", "foot-battery", "foot-battery"))
        form, limbered, engaged = chance.choice(FORMS), chance.random() < 0.6, chance.random() < 0.2
        speed, successes, arm = chance.randint(1, 3), chance.randint(0, 3), ARMS[unit]
        formed = form if arm == "infantry" else ""
        move, _ = strides(speed, arm, formed, limbered, F(1, 4), readings)
        front = chance.choice((F(0), F(1), F(2)))
        mine = forced(line, Stance(arm, formed, limbered, engaged, move, speed, successes, front), near, readings)
        address = f"nr/blunder?line={line}&unit={unit}&speed={speed}&engaged={YES[engaged]}&successes={successes}&front={front}"
        address += f"&formation={form}" if arm == "infantry" else ""
        address += f"&guns={'limbered' if limbered else 'unlimbered'}" if arm == "artillery" else ""
        address += f"&others={';'.join(f'{who},{float(x)},{float(y)}' for who, x, y in near)}" + told(readings)
        book = value(address)
        assert float(book["moved"]) == pytest.approx(float(mine.pop("moved")), abs=1e-6), address
        assert {name: book[name] for name in mine} == mine, address


EVENTS: list[Readings] = [
    {}, {"artillery_recoil": "B"}, {"artillery_recoil": "C"}, {"square_recoil": "B"}, {"recoil_distance": "B"}, {"recoil_blocked": "B"},
    {"unlimbered_recoil": "B"}, {"rout_formation": "B"},
]  # fmt: skip


@pytest.mark.parametrize("readings", EVENTS, ids=str)
def test_an_event_to_a_unit_with_its_back_to_the_edge(readings: Readings) -> None:
    """Critical events at the table's edge have the referee's effect on a unit.

    The test covers squares and guns that recoil or do not, limbered or in melee, and cavalry that recoils farther. It
    also covers units with no room behind, and the fourth point of disorder, which removes the unit.
    """
    for (unit, form), worn, room, melee, limbered in product(
        (("line-infantry", "square"), ("heavy-cavalry", ""), ("foot-battery", "")), (0, 3), (F(0), F(3, 2)), (True, False), (True, False)
    ):  # fmt: skip
        guns = unit == "foot-battery"
        if limbered and not guns:
            continue
        ends = list(afterwards(Man(ARMS[unit], form, worn, limbered=limbered), room, readings, melee))
        address = f"nr/critical?unit={unit}&coloured={worn}&engaged={YES[melee]}&room={float(room)}"
        address += f"&formation={form}" if form else ""
        address += f"&guns={'limbered' if limbered else 'unlimbered'}" if guns else ""
        for rolled in (7, 9) if worn else (7, 11):
            book = value(f"{address}&rolled={rolled}" + told(readings))
            then, left = next((then, left) for sum_, then, left in ends if sum_ == rolled)
            coloured = None if then.coloured == 4 else then.coloured
            assert (book["coloured"], book["engaged"]) == (coloured, melee and not left), address
        assert book["leaves"] == F(sum(left for _, _, left in ends), 36), address
        assert book["removed"] == F(sum(then.coloured == 4 for _, then, _ in ends), 36), address


DICE: list[Readings] = [
    {}, {"activation_die": "B"}, {"activation_die": "B", "blunder_die": "B"}, {"blunder_count": "B"}, {"dice_pool": "C"},
    {"quality_range": "B"},
]  # fmt: skip


@pytest.mark.parametrize("readings", DICE, ids=str)
def test_blunders_of_dice_of_another_size(readings: Readings) -> None:
    """Blunder odds hold for dice of another size.

    The test tries every face of every coloured die, and a table of six lines under a die of ten. A Quality of 1 is tried,
    too: its 1 is no failure.
    """
    for coloured, quality in product(range(4), (1, 4)):
        book = value(f"nr/blunder-odds?coloured={coloured}&quality={quality}&combat=0" + told(readings))
        none, line, many, fails = blunders(coloured, quality, readings)
        assert (book["none"], book["line"], book["expected"], book["fails"]) == (none, line, many, fails)


# 18 to 20: places ---------------------------------------------------------------------------------------------------------------


ARCS: list[Readings] = [
    {}, {"measuring_point": "B"}, {"measuring_point": "C"}, {"fire_arc": "B"}, {"fire_arc": "C"}, {"officer_range": "B"},
    {"musket_bands": "B"},
]  # fmt: skip


@pytest.mark.parametrize("readings", ARCS, ids=str)
def test_an_arc_a_range_and_an_officer(readings: Readings) -> None:
    """Arc, range and officer agree with blocks of points a quarter of S apart.

    A line on either side is measured at its officer, if the reading says so. The test covers what answers and what may be
    canister.
    """
    for weapon, line, other_line, width, across, ahead in sampled(
        ("musket", "cannon"),
        (True, False),
        (True, False),
        (F(1), F(4)),
        (F(-3), F(0), F(2), F(5)),
        (F(1), F(7, 4), F(4)),
        many=12,
    ):
        line &= weapon == "musket"
        own = (-width / 2, width / 2, F(-1, 2), F(0))
        other = (across - F(3, 2), across + F(3, 2), ahead, ahead + F(1, 2))
        alone = read(readings, "officer_range") == "A"
        seen, shows = (
            middle_of(box) if stands and alone else box for box, stands in ((own, line), (other, other_line))
        )
        match read(readings, "measuring_point"):
            case "B":
                ends = middle_of(own), middle_of(other)
            case "C":
                ends = (F(0), F(0), F(0), F(0)), shows
            case _:
                ends = seen, shows
        (x1, y1), (x2, y2) = ([{p[axis] for p in points(end)} for axis in (0, 1)] for end in ends)
        squared = min((a - b) ** 2 for a, b in product(x1, x2)) + min((a - b) ** 2 for a, b in product(y1, y2))
        reach = 3 if weapon == "musket" else 6
        back = (-other[1], -other[0], -other[3], -other[2]), (-seen[1], -seen[0], -seen[3], -seen[2])
        address = f"nr/fire-arc?weapon={weapon}&width={float(width)}&depth=0.5&target={'line' if other_line else 'other'}&target-width=3"
        address += f"&target-depth=0.5&across={float(across)}&ahead={float(ahead)}&faces=towards&seen=yes&short=4&measure=inches"
        address += (f"&shooter={'line' if line else 'other'}" if weapon == "musket" else "") + told(readings)
        book = value(address)
        assert (book["squared"], book["reached"]) == (squared, squared <= reach**2), address
        assert (book["arc"], book["returned"]) == (lies_in_arc(own, shows, readings), lies_in_arc(*back, readings)), (
            address
        )
        assert book["canister"] == (weapon == "cannon" and squared <= 4), address
        near = 2 if weapon == "cannon" or read(readings, "musket_bands") == "B" else 1
        middle = squared < 16 if weapon == "cannon" else squared <= 4
        gives = 1 if squared <= near**2 else 0 if middle else -1
        assert book["modifier"] == (gives if squared <= reach**2 else None), address


def test_a_half_hidden_square_in_range_of_another_weapon() -> None:
    """Grid squares give the range, the arc and the sight of a half-hidden square.

    The test counts squares by walking them, with both ways of counting a diagonal. A square that is exactly half hidden
    is seen; a square that is hidden by 51 % is not.
    """
    for letter, weapon, right, up in product("AB", ("musket", "cannon"), (-4, 0, 1, 2), (0, 1, 3, 6)):
        if not (right or up):
            continue
        far = squares_apart(right, up, {"grid": letter})
        reach, limits = (3, (1, 2)) if weapon == "musket" else (6, (2, 3))
        gives = None if far > reach else 1 if far <= limits[0] else 0 if far <= limits[1] else -1
        for hidden in (F(1, 2), F(51, 100)):
            book = value(
                f"nr/grid-square?right={right}&up={up}&hidden={float(hidden)}&weapon={weapon}&short=1&measure=squares&ruling.grid={letter}"
            )
            assert (book["squares"], book["modifier"]) == (far, gives), (right, up)
            ahead = (
                abs(right) <= up
            )  # the lines of 45 degrees from the front corners pass through the middles on the diagonal
            assert (book["seen"], book["arc"]) == (hidden <= F(1, 2), ahead), (right, up)
            assert book["may"] == (hidden <= F(1, 2) and ahead and far <= reach), (right, up)


@pytest.mark.parametrize("readings", [{}, {"officer_range": "B"}, {"terrain": "B"}], ids=str)
def test_a_line_whose_officer_stands_behind_a_wood(readings: Readings) -> None:
    """Lines of sight past a wood find a line by its officer or by any part of it.

    By the usual reading, only the officer in the middle of a line counts. By reading B of `officer_range` any part of the
    line counts, as for other targets. The test sends rays to two hundred places along the front.
    """
    for line, width, across, ahead, wall, (left, right) in sampled(
        (True, False),
        (F(1), F(4)),
        (F(-1), F(0), F(3, 2)),
        (F(2), F(4)),
        (F(1), F(2), F(5)),
        ((F(-1, 2), F(1, 2)), (F(0), F(2))),
        many=24,
    ):

        def blocked(x: Fraction, ahead=ahead, wall=wall, left=left, right=right) -> bool:
            return wall < ahead and left < x * wall / ahead < right and read(readings, "terrain") == "A"

        rays = [blocked(across - width / 2 + width * F(2 * ray + 1, 400)) for ray in range(200)]
        hidden = F(sum(rays), 200)
        officer = not blocked(across) if line else None
        part = hidden < 1 and (not line or read(readings, "officer_range") == "B")
        book = value(
            f"nr/line-of-sight?target={'line' if line else 'other'}&width={float(width)}&across={float(across)}&ahead={float(ahead)}"
            f"&wall={float(wall)}&left={float(left)}&right={float(right)}&short=4&measure=inches" + told(readings)
        )
        assert abs(book["hidden"] - hidden) <= F(1, 200)
        assert (book["officer"], book["seen"]) == (officer, bool(officer) or part), (line, width, across, wall)
