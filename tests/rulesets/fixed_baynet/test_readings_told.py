"""Tests of headlines that say what the reading in force does.

They do so if the answer's numbers alone would not.
"""

import pytest

from drillbook import ask

ALONE = "ruling.cc-difference=A&ruling.cc-below-zero"
"""The striker's die against DS, under which a blow that falls short may strike the striker."""

TOLD = [
    ("fb/hit-curve?needed=1&ruling.natural-1=B", "any score but a 1", True),
    (
        "fb/to-hit?weapon=rifle&distance=3&target=native-green&firer=native-elite&ruling.ranged-cs=B&ruling.natural-1=B",
        "0+",
        False,
    ),
    ("fb/machine-gun?distance=18", "pins nobody at once", False),
    ("fb/machine-gun?distance=18&ruling.mg-pinned=B", "pins nobody at once", True),
    ("fb/gun-card?piece=mg&ruling.mg-pinned=B", "pins nobody at once", True),
    ("fb/weapon-card?weapon=melee", "where bases touch", True),
    ("fb/weapon-card?weapon=melee&ruling.melee-range=B", 'reaches 1"', True),
    *(
        (f"fb/{asked}&{ALONE}={letter}", "falling short, the striker", letter == "B")
        for asked in (
            "strike?grade=regular&enemy=native-regular",
            "spear?grade=regular&enemy=native-regular&thrown=no",
            "close-combat-weapon?grade=regular&enemy=native-regular",
            "door-fight?place=room&attacker-grade=regular",
        )
        for letter in "AB"
    ),
]


@pytest.mark.parametrize(("address", "words", "told"), TOLD, ids=[one[0] for one in TOLD])
def test_a_headline_follows_its_reading(address: str, words: str, told: bool) -> None:
    assert (words in ask(address).headline) == told
