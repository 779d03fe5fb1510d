"""Tests of the rulings on shooting: what each reading makes of a situation.

The expected results are worked by hand from the source.
"""

from fractions import Fraction
from typing import Any

import pytest

from drillbook import ask, library


def flat(address: str) -> dict[str, Any]:
    found = ask(address)
    assert not found.refused, found.headline
    value = found.outcome.flat()
    assert isinstance(value, dict)
    return value


HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
# the effects that the readings of each ruling have, worked from the source
EFFECTS = [
    (
        "range-bands",
        "shot?weapon=ar&mode=single&distance=30&troops=r3",
        "chance",
        {"A": HALF, "B": Fraction(2, 3)},
    ),
    ("what-is-burst", "shot?weapon=lmg&distance=20&troops=r1", "mean", {"A": 2, "B": Fraction(8, 3)}),
    ("what-is-burst", "shot?weapon=lmg&distance=100&troops=irr3&cover=yes", "mean", {"A": THIRD, "B": 0}),
    ("small-arms", "shot?weapon=hmg&distance=50&troops=irr3", "mean", {"A": Fraction(5, 6), "B": Fraction(5, 3)}),
    (
        "burst-overflow",
        "shot?weapon=hmg&distance=20&troops=irr3&cover=yes&dodge=yes",
        "mean",
        {"A": Fraction(2, 3), "B": 1, "C": THIRD},
    ),
    (
        "single-above-six",
        "shot?weapon=ar&mode=single&distance=120&troops=irr3",
        "chance",
        {"A": 0, "B": Fraction(1, 6)},
    ),
    ("needed-one", "shot?weapon=sniper&distance=20&troops=r1", "chance", {"A": 1, "B": Fraction(5, 6)}),
    (
        "cover-exempt-sniper",
        "shot?weapon=sniper&distance=50&troops=r3&cover=yes",
        "chance",
        {"A": Fraction(2, 3), "B": HALF},
    ),
    (
        "cover-exempt-launcher",
        "shot?weapon=grenade-launcher&distance=50&troops=r3&cover=yes",
        "chance",
        {"A": THIRD, "B": Fraction(1, 6)},
    ),
    (
        "dodge-cover",
        "shot?weapon=ar&mode=single&distance=20&troops=r3&dodge=yes",
        "chance",
        {"A": HALF, "B": THIRD},
    ),
    ("sf-launcher", "shot?weapon=rpg&distance=45&troops=r1", "chance", {"A": HALF, "B": THIRD}),
    ("lmg-light", "shot?weapon=lmg&distance=20&troops=r3&moved=10", "mean", {"A": Fraction(4, 3), "B": None}),
    ("grenade-flame", "shot?weapon=grenade&distance=8&troops=r3&moved=12", "chance", {"A": THIRD, "B": None}),
    ("covering-rifle", "shot?weapon=rifle&distance=20&troops=r3", "chance", {"A": Fraction(2, 3), "B": None}),
    (
        "vehicle-fire-penalty",
        "shot?weapon=hmg&mount=armoured&driven=30&distance=40&troops=r4",
        "mean",
        {"A": Fraction(5, 6), "B": None},
    ),
    (
        "soft-vehicle-mg",
        "shot?weapon=hmg&mount=soft&driven=20&distance=40&troops=irr3",
        "mean",
        {"A": Fraction(2, 3), "B": None},
    ),
    (
        "split-modifiers",
        "burst-split?weapon=mmg&distance=40&troops=r4&gap=4&targets=no,no,no;yes,no,no",
        "each",
        {"A": Fraction(55, 324), "B": Fraction(121, 1296)},
    ),
    (
        "triple-double",
        "magazine?weapon=ar&dice=3&elsewhere=0&bursts=1&troops=r4",
        "empties",
        {"A": Fraction(5, 12), "B": Fraction(4, 9)},
    ),
    (
        "triple-double",
        "magazine?weapon=smg&dice=3&elsewhere=0&bursts=1&troops=r4",
        "empties",
        {"A": Fraction(4, 9), "B": Fraction(4, 9)},
    ),
    (
        "smg-reload-roll",
        "magazine?weapon=smg&dice=3&elsewhere=1&bursts=1&troops=r4",
        "empties",
        {"A": Fraction(4, 9), "B": Fraction(1, 6)},
    ),
    (
        "ammo-movement",
        "magazine?weapon=ar&dice=3&elsewhere=0&bursts=2&troops=r4",
        "move_when_empty",
        {"A": 25, "B": 0},
    ),
    (
        "ammo-exhausted",
        "magazine?weapon=ar&dice=3&elsewhere=0&bursts=3&troops=r4",
        "out_of_ammunition",
        # out after the third turn: by the second already (1/36 x 1/6), and in the third; a refill lets go of the former
        {
            "A": Fraction(1, 216) + Fraction(25, 648) / 6,
            "B": Fraction(25, 648) / 6,
        },
    ),
    ("within-5cm", "group-fire?men=0,0,a;4,0,a;8,0,a&watchers=2", "reactions", {"A": 4, "B": 2}),
    ("group-reactions", "group-fire?men=0,0,a;1,0,a;2,0,a;3,0,a&watchers=3", "reactions", {"A": 3, "C": 1}),
    (
        "group-fire-target",
        "group-fire?men=0,0,a;4,0,a;2,4,a&watchers=2",
        "target_named_by",
        {"A": "firing player", "B": "reacting player"},
    ),
]


#: Settled by an example or a sentence of the source: an old link that asks for the other reading answers as one that does not.
SETTLED = {
    "slash-side": "shot?weapon=ar&mode=single&distance=20&troops=r3",
    "novice-burst": "shot?weapon=ar&mode=burst&distance=40&troops=irr2&dodge=yes",
    "dodge-double": "shot?weapon=ar&mode=single&distance=20&troops=r3&dodge=yes",
    "hardened-militia": "shot?weapon=ar&mode=single&distance=20&troops=irr1",
    "xref-dodge": "dodge?reaction=fire&weapon=ar-single&distance=20&shooter=r3",
    "xref-suppression": "dodge?reaction=ground&cover-distance=20&weapon=ar-single&distance=20&shooter=r3",
    "xref-group-fire": "group-fire?men=0,0,a;1,0,a;2,0,a&watchers=2",
    "negotiation-accept": "defeat-ledger?match=mixed&talks=3&turns=2&first=red",
}
#: Readings that are ruled out one by one, with what they would have answered.
RETIRED = {
    "range-bands=C": "shot?weapon=ar&mode=single&distance=30&troops=r3",
    "initiative-morale-column=C": "morale-test?squad=9,r3,yes&lost=3",
    "group-reactions=B": "reactions?men=4&watchers=3&action=move&group=yes",
}


@pytest.mark.parametrize("ruling", SETTLED)
def test_a_settled_ruling_cannot_be_switched(ruling: str) -> None:
    address = f"bn/{SETTLED[ruling]}"
    old, plain = ask(f"{address}&ruling.{ruling}=B"), ask(address)
    assert (old.headline, old.outcome.flat()) == (plain.headline, plain.outcome.flat())
    told = library().find("bn").ruling(ruling)
    assert told.settled
    assert not told.free
    assert ruling not in plain.readings


@pytest.mark.parametrize("reading", RETIRED)
def test_a_retired_reading_answers_with_the_default(reading: str) -> None:
    address = f"bn/{RETIRED[reading]}"
    assert ask(f"{address}&ruling.{reading}").headline == ask(address).headline
    ruling, letter = reading.split("=")
    told = library().find("bn").ruling(ruling)
    assert letter not in told.readings
    assert letter in told.retired


@pytest.mark.parametrize(("ruling", "address", "field", "told"), EFFECTS)
def test_the_effect_of_each_reading(
    ruling: str, address: str, field: str, told: dict[str, Fraction | int | str | None]
) -> None:
    for letter, right in told.items():
        found = ask(f"bn/{address}&ruling.{ruling}={letter}")
        if right is None:
            assert found.refused, letter
            continue
        assert not found.refused, found.headline
        value = found.outcome.chance if field == "chance" else found.outcome.flat()[field]
        assert value == right, letter


def test_a_further_modifier_never_helps() -> None:
    """Why reading A of burst-overflow is the default: under B it can."""
    two = "bn/shot?weapon=hmg&distance=20&troops=irr3&cover=yes&dodge=no"
    three = "bn/shot?weapon=hmg&distance=20&troops=irr3&cover=yes&dodge=yes"
    assert flat(three)["mean"] < flat(two)["mean"]
    way = "&ruling.burst-overflow=B"
    assert flat(three + way)["mean"] > flat(two + way)["mean"]
