"""The cards of all units against both charts, copied from the source once more."""

from fractions import Fraction

import pytest

from asking import picture, value

CM = {"Slow Inf": 4, "Medium Inf": 6, "Fast Inf": 8, "Medium Cav": 12, "Fast Cav": 16}
#: Speed, melee, its bonus, shooting, its bonus, Resilience (nothing: as its parent), range figure (nothing: no limit).
BACK: dict[str, tuple[str, int, int, int, int, int | None, int | None]] = {
    "reserve-inf": ("Medium Inf", 2, 0, 1, 0, 3, 300),
    "line-inf": ("Medium Inf", 2, 0, 1, 0, 4, 300),
    "elite-inf": ("Medium Inf", 2, 0, 1, 0, 5, 400),
    "skirmishers": ("Fast Inf", 1, 0, 1, 0, 5, 200),
    "command": ("Slow Inf", 1, 0, 1, 0, None, 100),
    "early-hmg": ("Slow Inf", 1, 0, 3, 1, None, 800),
    "early-mortar": ("Slow Inf", 1, 0, 2, 1, None, 1200),
    "melee-cav": ("Fast Cav", 3, 0, 0, 0, 3, 0),
    "mixed-cav": ("Fast Cav", 3, 0, 1, 0, 3, 50),
    "mtd-rifles": ("Medium Cav", 2, 0, 1, 0, 3, 300),
    "late-hmg": ("Slow Inf", 1, 0, 4, 1, None, 1000),
    "lmg-squad": ("Medium Inf", 1, 0, 2, 0, None, 400),
    "smg-squad": ("Medium Inf", 2, 0, 2, 0, None, 150),
    "gren-squad": ("Medium Inf", 3, 1, 2, 0, None, 150),
    "mother-tanks": ("Slow Inf", 0, 0, 3, 2, 6, 400),
    "medium-whip": ("Fast Inf", 0, 0, 1, 1, 5, 200),
    "seven-cm-field-guns": ("Slow Inf", 0, 0, 2, 2, 4, 2000),
    "light-howitzers": ("Slow Inf", 0, 0, 2, 2, 4, None),
    "twelve-cm-howitzers": ("Slow Inf", 0, 0, 1, 3, 4, None),
}
NOT_IN_THE_FIRST = ("mother-tanks", "medium-whip", "seven-cm-field-guns", "light-howitzers", "twelve-cm-howitzers")
PARENTS = {"reserve-inf": 3, "line-inf": 4, "elite-inf": 5}


@pytest.mark.parametrize("unit", BACK)
@pytest.mark.parametrize("parent", PARENTS)
@pytest.mark.parametrize("reading", "AB")
def test_every_card(unit: str, parent: str, reading: str) -> None:
    speed, melee, melee_bonus, shooting, bonus, tough, far = BACK[unit]
    if reading == "B" and unit not in NOT_IN_THE_FIRST:
        melee_bonus = bonus = 0
    own = f"&parent={parent}" if tough is None else ""
    found = value(f"gw/unit-card?unit={unit}{own}&ruling.two-unit-tables={reading}")
    assert found["speed"] == CM[speed]
    assert (found["melee"], found["melee_bonus"]) == (melee, melee_bonus)
    assert (found["shooting"], found["bonus"]) == (shooting, bonus)
    assert found["resilience"] == (PARENTS[parent] if tough is None else tough)
    assert found["range"] == (None if far is None else Fraction(far, 10))


@pytest.mark.parametrize("unit", BACK)
def test_the_charts_differ_where_they_differ(unit: str) -> None:
    _, _, melee_bonus, _, bonus, _, _ = BACK[unit]
    heavy = unit in ("command", "early-hmg", "early-mortar", "late-hmg")
    wanted = 0 if unit in NOT_IN_THE_FIRST else heavy + bool(melee_bonus) + bool(bonus)
    assert value(f"gw/chart-diff?unit={unit}")["here"] == wanted


@pytest.mark.parametrize(("reading", "unit"), [("A", "mm"), ("B", "m"), ("C", "cm"), ("D", "yd")])
def test_ranges_stand_in_the_unit_they_are_read_in(reading: str, unit: str) -> None:
    for one, figures in {"early-hmg": "800", "mtd-rifles": "300 or 100"}.items():
        card = picture(f"gw/chart-diff?unit={one}&ruling.range-unit={reading}", "card")
        assert card.table()[1][-1] == ("Range", f"{figures} {unit} → {figures} {unit}")
    assert picture("gw/chart-diff?unit=light-howitzers", "card").table()[1][-1] == ("Range", "unlimited")
