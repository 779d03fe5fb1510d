"""Tests where chapters of New Rules meet: fire.

Each answer is worked out from the printed rules alone. Nothing of the ruleset is imported; dice, bands and events are
in referee_new_rules.py, written down there from the source.
"""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from referee_new_rules import ARMS, Chances, Man, activation, attack, band, counted, event, hurt, read, told, value

F = Fraction

# 9 to 13: fire ------------------------------------------------------------------------------------------------------------------

SHOTS: list[dict[str, str]] = [
    {}, {"musket_bands": "B"}, {"musket_bands": "C"}, {"shooting_defence": "B"}, {"shooting_stat": "B"}, {"shooting_stat": "C"},
    {"crippled_scope": "B"}, {"damage_overflow": "B"}, {"unlimbered_recoil": "B"}, {"artillery_recoil": "C"}, {"even_roll": "B"},
    {"exact_double": "B"}, {"nonpositive": "A"}, {"combat_die": "C"},
]  # fmt: skip


def range_of(distance: Fraction, reach: int, readings: dict[str, str]) -> int:
    """+1 at short range, -1 at long."""
    third = F(reach, 3)
    short, medium = {"A": (F(1), F(2)), "B": (F(2), F(2)), "C": (third, 2 * third)}[read(readings, "musket_bands")]
    return 1 if distance <= short else 0 if distance <= medium else -1


def fire(
    shooter: Man,
    target: Man,
    melee: int,
    distance: Fraction,
    reach: int,
    cover: int,
    aimed: bool,
    readings: dict[str, str],
) -> dict[str, Any]:
    """Return what a volley does.

    Figures are the Ranged Combat of both units, melee that of the target hand to hand.
    """
    weak = {"column": -2, "square": -2}
    own = shooter.figure + weak.get(shooter.formed, 0) + range_of(distance, reach, readings) - (shooter.coloured == 3)
    other = target.figure
    if target.arm == "cavalry":
        other = {"A": other, "B": 0, "C": melee}[read(readings, "shooting_stat")]
    other += weak.get(target.formed, 0) if read(readings, "shooting_defence") == "A" else 0
    other += cover - aimed - (target.coloured == 3 and read(readings, "crippled_scope") == "A")
    return {"adds": (own, other), **attack(own, other, shooter, target, readings, melee=False)}


#: Figure, formation and coloured dice of the shooter; of the target also whether its line is broken; cover, distance, reach, aimed.
VOLLEYS = [
    ((2, "line", 0), ("line-infantry", 1, "column", 2, False), (0, F(3, 2), 3, False)),
    ((4, "column", 3), ("heavy-cavalry", 1, "", 3, False), (1, F(1), 3, True)),
    ((1, "square", 0), ("line-infantry", 0, "square", 3, True), (2, F(3), 6, False)),
    ((5, "line", 2), ("foot-battery", 2, "", 0, False), (0, F(2), 4, True)),
    ((3, "line", 0), ("line-infantry", 2, "line", 1, True), (0, F(5, 4), 2, False)),
    ((6, "line", 0), ("heavy-cavalry", 3, "", 2, False), (0, F(1, 4), 3, False)),
]
COVERS = ("none", "light", "heavy")
CAVALRY_MELEE = 3


@pytest.mark.parametrize("readings", SHOTS, ids=str)
def test_a_volley_at_everything(readings: dict[str, str]) -> None:
    """Volleys have the referee's bands, points and critical events.

    The test combines range, formation, cover, aim and crippled units on both sides. The critical event comes to a target
    that is still there.
    """
    for (figure, formation, coloured), (unit, other, stance, worn, loose), (cover, distance, reach, aimed) in VOLLEYS:
        shooter, target = (
            Man("infantry", formation, coloured, False, "", figure),
            Man(ARMS[unit], stance, worn, loose, "", other),
        )
        found = fire(shooter, target, CAVALRY_MELEE, distance, reach, cover, aimed, readings)
        address = (
            f"nr/volley?shooter=line-infantry&figure={figure}&formation={formation}&coloured={coloured}&target={unit}"
        )
        address += f"&target-figure={other}&target-coloured={worn}&cover={COVERS[cover]}&distance={float(distance)}"
        address += (f"&target-formation={stance}" if stance else "") + ("&target-broken=yes" if loose else "")
        address += f"&aimed={'yes' if aimed else 'no'}" + ("" if reach == 3 else f"&reach={reach}") + told(readings)
        book = value(address)
        assert (book["shooter_adds"], book["target_adds"]) == found["adds"], address
        bands = {"missed": "held", "ahead": "ahead", "double": "double", "triple": "triple"}
        assert {name: book[name] for name in bands} == {
            name: found["bands"].get(one, 0) for name, one in bands.items()
        }, address
        assert (book["hurt"], book["expected"], book["critical"]) == (
            found["hurt"],
            found["points"],
            found["critical"],
        ), address
        removed = sum((chance for (_, d), chance in found["ends"].items() if d.out == "removed"), F(0))
        assert book["removed"] == removed, address


@pytest.mark.parametrize(
    "readings",
    [{}, {"damage_overflow": "B"}, {"crippled_scope": "B"}, {"square_recoil": "B"}, {"dice_pool": "C"}],
    ids=str,
)
def test_volley_after_volley(readings: dict[str, str]) -> None:
    """Volleys one after another shoot at what the volley before has left, Panic included.

    The chance of a blunder is that of a target that is still there.
    """
    for stance, worn, cover in (("line", 0, 0), ("column", 2, 1)):
        now: Chances = {worn: F(1)}
        for _ in range(3):
            after: Chances = defaultdict(F)
            for state, chance in now.items():
                if state == 4:
                    after[4] += chance
                    continue
                target = Man("infantry", stance, state, False, "", 2)
                for (_, d), share in fire(
                    Man("infantry", "line", 0, False, "", 3), target, 2, F(1), 3, cover, False, readings
                )["ends"].items():
                    after[4 if d.out == "removed" else d.coloured] += chance * share
            now = after
        address = (
            f"nr/volleys?shooter=line-infantry&figure=3&target=line-infantry&target-figure=2&target-formation={stance}"
        )
        book = value(address + f"&target-coloured={worn}&cover={COVERS[cover]}&distance=1&volleys=3" + told(readings))
        assert (book["removed"], book["crippled"]) == (now[4], now[3]), address
        there = 1 - now[4]
        trips = sum((now[state] * (1 - F(5, 6) ** state) for state in range(4)), F(0)) / there
        assert book["blunder"] == (trips if read(readings, "dice_pool") == "A" else 0)


AIMED: list[dict[str, str]] = [
    {},
    {"repeat_actions": "B"},
    {"aimed_shot": "B"},
    {"damage_overflow": "B"},
    {"crippled_scope": "B"},
]


@pytest.mark.parametrize("readings", AIMED, ids=str)
def test_one_aimed_or_two_plain(readings: dict[str, str]) -> None:
    """One aimed volley and plain ones for its price have the referee's points and removals.

    Aiming costs two actions, or three by reading B of `aimed_shot`. By reading B of `repeat_actions` there is one plain
    volley. The points are those of the volleys themselves. Panic helps to remove the target, as it does in a single
    volley.
    """

    def after(many: int, own: int, other: int, worn: int) -> tuple[Fraction, Fraction]:
        now: Chances = {(0, worn): F(1)}
        for _ in range(many):
            later: Chances = defaultdict(F)
            for (taken, state), chance in now.items():
                if state == 4:
                    later[taken, 4] += chance
                    continue
                newly = state == 3 > worn and read(readings, "crippled_scope") == "A"
                target = Man("cavalry", "", state)
                for points, left, share in shots(own, other - newly, target, readings):
                    later[taken + points, left] += chance * share
            now = later
        return sum((chance * taken for (taken, _), chance in now.items()), F(0)), sum(
            (c for (_, s), c in now.items() if s == 4), F(0)
        )

    for own, other, worn in ((2, 2, 0), (3, 1, 2), (1, 3, 3), (4, 2, 1)):
        needs = 3 if read(readings, "aimed_shot") == "B" else 2
        fires = 1 if read(readings, "repeat_actions") == "B" else needs
        book = value(
            f"nr/aim-or-fire?shooter-adds={own}&target-adds={other}&coloured={worn}&quality=4&damage=1&dice=3"
            + told(readings)
        )
        assert (book["plain"], book["plain_removes"]) == after(fires, own, other, worn), (own, other, worn)
        assert (book["aimed"], book["aimed_removes"]) == after(1, own, other - 1, worn), (own, other, worn)
        assert book["aimed_chance"] == counted(
            activation(4, 1, 3, "white", readings), lambda actions, _, __, needs=needs: actions >= needs
        )


def shots(own: int, other: int, target: Man, readings: dict[str, str]) -> list[tuple[int, int, Fraction]]:
    """Return (points of the volley, coloured dice with Panic, chance) of each result.

    Every pair of dice and every event gives a result.
    """
    found = []
    for first, second in product(range(1, 7), repeat=2):
        name = band(first + own, second + other, readings, melee=False)
        points = {"double": 1, "triple": 2, "ahead": int(not first % 2)}.get(name, 0)
        left = hurt(target, points, readings)
        if name in ("double", "triple") and left.out != "removed":
            found += [
                (points, 4 if then.out == "removed" else then.coloured, share / 36)
                for then, share in event(left, readings).items()
            ]
        else:
            found.append((points, 4 if left.out == "removed" else left.coloured, F(1, 36)))
    return found
