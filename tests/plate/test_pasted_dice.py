"""Tests of pasted dice: the rules' own throw judges them.

The plate states how rare they are.
"""

from __future__ import annotations

import pytest

from drillbook import ask
from drillbook_widgets.plate.tabs.luck import luck
from drillbook_widgets.plate.tabs.pasted_dice import MOST, Odd, PastedDice, come_to, numbers

BURST = "bn/shot?weapon=lmg&distance=40"  # four dice, each hits on 5 or 6


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I rolled 2, 5, 6", [2, 5, 6]),
        ("2 5 6", [2, 5, 6]),
        ("3d6: 2,5,6!", [2, 5, 6]),
        ("I rolled a 4", [4]),
        ("4", []),
        ("4.5 cm", []),
        ("5/6", []),
        ("-3", []),
        ("nothing", []),
        ("", []),
    ],
)
def test_dice_are_told_from_an_outcome(text: str, found: list[int]) -> None:
    assert numbers(text) == found


def test_the_dice_come_to_what_the_rules_make_of_them() -> None:
    found = ask(BURST)
    assert [come_to(found, dice) for dice in ([1, 2, 3, 4], [5, 1, 6, 1], [5, 5, 6, 6])] == [0, 2, 4]
    told = luck(found, "I rolled 5, 1, 6 and 1")
    assert told["read"].startswith("5, 1, 6 and 1: ")
    assert told["lines"] == luck(found, "2")["lines"]
    assert told["words"] == luck(found, "2")["words"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("2, 5, 6", "in this order: 4d6. You gave 2, 5 and 6."),
        ("1 2 3 4 5", "in this order: 4d6. You gave 1, 2, 3, 4 and 5."),
        ("2 5 6 9", "A d6 shows 1 to 6, not 9."),
        ("2 5 6 0", "A d6 shows 1 to 6, not 0."),
    ],
)
def test_dice_that_cannot_be_get_a_sentence(text: str, sentence: str) -> None:
    told = luck(ask(BURST), text)
    assert sentence in told["wrong"]
    assert "lines" not in told


def test_every_die_is_told_where_the_first_cannot_be() -> None:
    told = luck(ask("gw/volley?shooters=line-inf,3;early-hmg,1"), "7, 7, 7, 7")
    assert told["wrong"] == "A d6 shows 1 to 6, not 7. The rules take the dice here in this order: 6d6."


def test_a_throw_that_never_ends_is_broken_off() -> None:
    dice = PastedDice([])
    for _ in range(MOST):
        dice.roll("d6", 1)
    with pytest.raises(Odd):
        dice.roll("d6", 1)


def test_without_a_throw_of_the_rules_each_number_is_an_outcome() -> None:
    found = ask("bn/covering-fire?ar=1&lmg=1&distance=32&troops=r2&bunker=yes")
    assert "dice" in luck(found, "")
    plain = ask("bn/saving-throw")
    assert plain.spec.simulate is not None
    assert luck(plain, "I rolled 9999999").get("lines") is None
