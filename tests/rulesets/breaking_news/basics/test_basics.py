"""Tests of Basics against the source's own table and plain arithmetic.

They use nothing of the chapter's code.
"""

from fractions import Fraction

import pytest

from asking import value
from drillbook import ask

FACES = range(1, 7)
# initiative, spotting, fire, covering, melee, save, suppression, points as the source prints them
PRINTED = {
    "r1": (5, -1, -1, 4, 5, 2, 5, 20),
    "r2": (5, 0, 0, 3, 4, 3, 4, 15),
    "r3": (4, 0, 0, 2, 3, 3, 4, 12),
    "r4": (3, 0, 0, 1, 2, 4, 3, 10),
    "r5": (2, 1, 1, 0, 1, 5, 2, 7),
    "irr1": (4, 0, 0, 1, 3, 4, 4, 11),
    "irr2": (3, 0, 1, 0, 2, 5, 3, 8),
    "irr3": (2, 1, 1, 0, 1, 5, 2, 5),
}
FIGURES = ("initiative", "spotting", "fire", "covering", "melee", "save", "suppression", "points")


@pytest.mark.parametrize("troops", PRINTED)
def test_a_class_has_the_printed_figures(troops: str) -> None:
    told = value(f"bn/class-card?troops={troops}")
    assert tuple(told[name] for name in FIGURES) == PRINTED[troops]
    assert told["morale_dice"] == told["initiative"]
    assert told["regular"] == troops.startswith("r")
    assert told["rank"] == int(troops[-1])


@pytest.mark.parametrize("troops", PRINTED)
def test_saves_and_recoveries_face_by_face(troops: str) -> None:
    told = value(f"bn/class-card?troops={troops}")
    save, suppression = PRINTED[troops][5], PRINTED[troops][6]
    assert told["saves"] == Fraction(sum(face >= save for face in FACES), 6)
    assert told["recovers"] == Fraction(sum(face <= suppression for face in FACES), 6)


def test_every_class_stands_in_the_comparison() -> None:
    grid = next(exhibit for exhibit in ask("bn/class-card?troops=r4").outcome.exhibits if exhibit.name == "classes")
    assert list(zip(*grid.cells, strict=True)) == [figures[:7] for figures in PRINTED.values()]
    assert grid.here == (0, 3)


@pytest.mark.parametrize("called", ["mercenary", "commando", "hardened-militia", "veteran-militia"])
@pytest.mark.parametrize("reading", ["A", "B"])
def test_only_the_name_of_the_price_list_is_in_doubt(called: str, reading: str) -> None:
    found = ask(f"bn/class-card?troops=irr1&called={called}&ruling.class-names={reading}")
    assert found.refused == (called == "veteran-militia" and reading == "B")


@pytest.mark.parametrize("distance", [0, 1, 10, 25, 50, 150])
@pytest.mark.parametrize("turns", [1, 2, 6])
def test_scales(distance: int, turns: int) -> None:
    told = value(f"bn/scales?distance={distance}&turns={turns}")
    assert told["metres"] == 2 * distance
    assert (told["seconds_least"], told["seconds_most"]) == (10 * turns, 15 * turns)
    assert told["slowest"] == Fraction(2 * distance, 15 * turns)
    assert told["fastest"] == Fraction(2 * distance, 10 * turns)


@pytest.mark.parametrize("men", [7, 8, 9, 14, 15, 16])
@pytest.mark.parametrize(("figures", "side"), [("28", 80), ("20", 60)])
def test_the_table_and_the_usual_squad(men: int, figures: str, side: int) -> None:
    told = value(f"bn/playing-area?figures={figures}&men={men}")
    assert (told["side"], told["metres"], told["front"]) == (side, 2 * side, Fraction(side, men))
    assert told["usual_squad"] == (8 <= men <= 15)


@pytest.mark.parametrize("troops", ["r1", "r2", "r3", "irr1", "irr3"])
@pytest.mark.parametrize("leadership", [0, 1, 4])
@pytest.mark.parametrize("budget", [100, 150])
def test_squad_price_man_by_man(troops: str, leadership: int, budget: int) -> None:
    price = PRINTED[troops][-1]
    told = value(f"bn/squad-price?troops={troops}&men=9&leadership={leadership}&budget={budget}")
    points = sum([price] * 9) + sum([5] * leadership)
    assert (told["points"], told["left"]) == (points, budget - points)
    most = told["most_men"]
    assert price * most + 5 * leadership <= budget < price * (most + 1) + 5 * leadership


def test_one_of_a_kind_is_not_many_and_nobody_runs_nowhere() -> None:
    found = ask("bn/scales?distance=0&turns=1&figures=1&models=2").outcome
    assert found.headline == "0 m in 10 to 15 seconds: standing still"
    labels = [step.label for step in found.steps]
    assert labels[-4:] == ["man to a figure", "figure", "vehicle to a model", "models"]


@pytest.mark.parametrize(
    ("reading", "words"),
    [("A", "initiative and morale 3"), ("B", "initiative 0, morale 3")],
)
def test_the_sentence_tells_the_readings_of_the_first_column_apart(reading: str, words: str) -> None:
    found = ask(f"bn/class-card?troops=irr2&ruling.initiative-morale-column={reading}").outcome
    assert found.headline == f"Fanatic: {words}, saves on 5+, recovers on 3 or less, 8 points"
