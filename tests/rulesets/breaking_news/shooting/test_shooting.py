"""Tests of shooting against brute force.

Every face of every die is counted, with nothing of the chapter's code.
"""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from drillbook import ask, library
from drillbook.asking.answers.ask import ask_otherwise
from drillbook.asking.answers.results import Breakdown
from drillbook.errors import AskError, Contradiction
from drillbook.rules.entities import formula

FACES = range(1, 7)
ENDS = (25, 50, 100, 150)
# needed to 25, 50, 100, 150 cm; dice
TABLE = {
    "pistol": ((3, None, None, None), 1),
    "ar-single": ((3, 4, 5, 6), 1),
    "ar-burst": ((4, 6, None, None), 3),
    "sniper": ((2, 3, 4, 5), 1),
    "smg": ((4, 6, None, None), 3),
    "lmg": ((4, 5, 6, 6), 4),
    "mmg": ((4, 5, 5, 6), 4),
    "hmg": ((4, 5, 5, 6), 5),
    "grenade": ((4, None, None, None), 1),
    "flamethrower": ((4, None, None, None), 1),
    "rpg": ((4, 5, 6, None), 1),
    "grenade-launcher": ((4, 5, 6, None), 1),
    "heavy-at": ((4, 5, 6, 6), 1),
    "tank": ((4, 4, 5, 6), 1),
}
SMALL = {"pistol", "ar-single", "ar-burst", "sniper", "smg", "lmg", "mmg", "hmg"}
NOT_AT_MEN = {"heavy-at", "tank"}
THROUGH_COVER = {"sniper", "grenade", "flamethrower", "rpg", "grenade-launcher"}
NOVICES = {"r5", "irr2", "irr3"}
SAVE = {"r1": 2, "r2": 3, "r3": 3, "r4": 4, "r5": 5, "irr1": 4, "irr2": 5, "irr3": 5}


def weapon_of(row: str) -> str:
    return f"weapon=ar&mode={row[3:]}" if row.startswith("ar-") else f"weapon={row}"


def flat(address: str) -> dict[str, object]:
    found = ask(address)
    assert isinstance(found.outcome, Breakdown), found.headline
    value = found.outcome.flat()
    assert isinstance(value, dict)
    return value


def column(distance: int) -> int:
    return next(place for place, end in enumerate(ENDS) if distance <= end)


def wanted(row: str, troops: str, cover: bool, dodge: bool, sniper: bool, base: int, more: int = 0) -> int:
    """Return the number needed after all modifiers, from the source's list."""
    number = base + more + sniper
    number += cover and row not in THROUGH_COVER
    number += dodge and row != "sniper"
    number += troops in NOVICES and row in SMALL
    number -= troops == "r1" and TABLE[row][1] == 1
    return number


def hits(needed: int, dice: int) -> dict[int, Fraction]:
    """How many of so many dice reach the number, over every throw."""
    throws = Counter(sum(face >= needed for face in throw) for throw in product(FACES, repeat=dice))
    return {count: Fraction(ways, 6**dice) for count, ways in throws.items()}


@pytest.mark.parametrize("row", TABLE)
@pytest.mark.parametrize("distance", [0, 9, 10, 11, 24, 25, 26, 49, 50, 51, 99, 100, 101, 149, 150])
def test_the_table_at_each_edge(row: str, distance: int) -> None:
    found = ask(f"bn/shot?{weapon_of(row)}&distance={distance}&troops=r3")
    numbers, dice = TABLE[row]
    base = numbers[column(distance)]
    short = row in ("pistol", "grenade", "flamethrower") and distance > 10
    if base is None or short or (row == "tank" and distance < 10):
        assert found.refused
        return
    assert not found.refused
    assert (found.outcome.value.needed, found.outcome.value.dice) == (base, dice)  # type: ignore[union-attr]


@pytest.mark.by_turn
@pytest.mark.parametrize("row", TABLE)
@pytest.mark.parametrize("troops", SAVE)
@pytest.mark.parametrize(("cover", "dodge", "sniper"), list(product((False, True), repeat=3)))
def test_every_shot_at_ten_centimetres(row: str, troops: str, cover: bool, dodge: bool, sniper: bool) -> None:
    words = {True: "yes", False: "no"}
    address = (
        f"bn/shot?{weapon_of(row)}&distance=10&troops={troops}&cover={words[cover]}&dodge={words[dodge]}"
        f"&sniper-target={words[sniper]}"
    )
    if row in NOT_AT_MEN and (dodge or sniper):
        with pytest.raises(Contradiction):
            ask(address)
        return
    found = ask(address)
    numbers, dice = TABLE[row]
    base = numbers[0]
    assert base is not None
    number = wanted(row, troops, cover, dodge, sniper, base)
    if dice > 1 and number > 6:
        dice, number = max(0, dice - (number - 6)), 6
    assert dict(found.outcome.distribution.items()) == hits(number, dice)  # type: ignore[union-attr]


@pytest.mark.parametrize("extra", range(4))
@pytest.mark.parametrize("distance", [20, 40, 80, 120])
def test_the_heavy_machine_gun_loses_a_die_for_each_point(extra: int, distance: int) -> None:
    flags = "".join(f"&{name}=yes" for name in ("cover", "dodge", "sniper-target")[:extra])
    found = ask(f"bn/shot?weapon=hmg&mount=ground&crew=1&distance={distance}&troops=irr3{flags}")
    base = TABLE["hmg"][0][column(distance)]
    assert base is not None
    number = base + 1 + 1 + extra
    dice = max(0, 5 - max(0, number - 6))
    assert dict(found.outcome.distribution.items()) == hits(min(6, number), dice)  # type: ignore[union-attr]


def test_the_formula_of_lost_dice() -> None:
    import sympy

    found = formula(library().find("bn").rule("shooting.burst-overflow"))
    expression = found.sympy()
    dice, number = sympy.symbols("D N")
    for d, n in product(range(7), range(1, 13)):
        assert found(D=d, N=n) == max(0, d - max(0, n - 6)) == expression.subs({dice: d, number: n})


@pytest.mark.parametrize("troops", ["r1", "r3", "irr3"])
@pytest.mark.parametrize("distance", [25, 26, 50, 51])
@pytest.mark.parametrize("flags", list(product((False, True), repeat=4)))
def test_single_or_burst(troops: str, distance: int, flags: tuple[bool, ...]) -> None:
    names = ("moved", "cover", "dodge", "sniper-target")
    told = flat(
        f"bn/single-or-burst?distance={distance}&troops={troops}"
        + "".join(f"&{name}={'yes' if flag else 'no'}" for name, flag in zip(names, flags, strict=True))
    )
    moved, cover, dodge, sniper = flags
    means = {}
    for row in ("ar-single", "ar-burst"):
        base = TABLE[row][0][column(distance)]
        if base is None:
            continue
        number, dice = wanted(row, troops, cover, dodge, sniper, base, moved), TABLE[row][1]
        if dice > 1 and number > 6:
            dice, number = max(0, dice - (number - 6)), 6
        means[row] = sum((count * chance for count, chance in hits(number, dice).items()), Fraction(0))
    assert (told["single_mean"], told["burst_mean"]) == (means["ar-single"], means.get("ar-burst"))
    order = "equal" if len(set(means.values())) < len(means) else max(means, key=lambda row: means[row])[3:]
    assert told["better"] == ("single" if distance > 50 else order)


@pytest.mark.parametrize("target", SAVE)
@pytest.mark.parametrize("cover", [False, True])
@pytest.mark.parametrize("row", ["ar-burst", "sniper", "lmg"])
def test_removals_by_every_throw_and_save(row: str, target: str, cover: bool) -> None:
    told = flat(f"bn/weapon-comparator?weapons={row}&troops=r3&target={target}&cover={'yes' if cover else 'no'}")
    fails = Fraction(sum(face == 1 or face + cover < SAVE[target] for face in FACES), 6)
    base, dice = TABLE[row][0][0], TABLE[row][1]
    assert base is not None
    number = wanted(row, "r3", cover, False, False, base)
    removed = sum((chance * (1 - (1 - fails) ** count) for count, chance in hits(number, dice).items()), Fraction(0))
    assert told["close_chance"] == removed


def struck_all(shares: tuple[int, ...], needed: tuple[int, ...]) -> Fraction:
    """Return the chance that each target is hit, over every throw of all the dice."""
    good = 0
    for throw in product(FACES, repeat=sum(shares)):
        left = list(throw)
        good += all(
            any(face >= number for face in [left.pop() for _ in range(count)])
            for count, number in zip(shares, needed, strict=True)
        )
    return Fraction(good, 6 ** sum(shares))


@pytest.mark.parametrize(("weapon", "dice"), [("smg", 3), ("lmg", 4), ("hmg", 5)])
@pytest.mark.parametrize("second", [(), ("cover",), ("cover", "dodge")])
def test_the_best_split_is_the_best_of_all(weapon: str, dice: int, second: tuple[str, ...]) -> None:
    row = ",".join("yes" if name in second else "no" for name in ("cover", "dodge", "sniper"))
    told = flat(f"bn/burst-split?weapon={weapon}&distance=20&troops=r3&gap=3&targets=no,no,no;{row}")
    needed = (4, 4 + len(second))
    ways = {(first, dice - first): struck_all((first, dice - first), needed) for first in range(1, dice)}
    assert told["each"] == max(ways.values())
    assert ways[tuple(map(int, str(told["share"]).split(" + ")))] == told["each"]  # type: ignore[index]


@pytest.mark.parametrize("gap", [0, 2, 3, 5, 6])
@pytest.mark.parametrize("targets", [2, 3])
def test_neighbours_within_five_centimetres(gap: int, targets: int) -> None:
    rows = ";".join(["no,no,no"] * targets)
    found = ask(f"bn/burst-split?weapon=hmg&distance=20&troops=r3&gap={gap}&targets={rows}")
    assert found.refused == (gap * (targets - 1) > 5)


@pytest.mark.parametrize("weapon", ["ar", "smg"])
@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize("bursts", [1, 2, 5])
def test_magazines_by_every_throw(weapon: str, dice: int, bursts: int) -> None:
    told = flat(f"bn/magazine?weapon={weapon}&dice={dice}&bursts={bursts}&troops=r4")
    most = Counter(max(Counter(throw).values()) for throw in product(FACES, repeat=dice))
    whole = 6**dice
    triple = Fraction(most[3], whole) if weapon == "ar" else Fraction(0)
    double = Fraction(most[2] + most[3], whole) - triple
    assert (told["empties"], told["restricts"]) == (double, triple)
    going = 1 - double - triple
    assert told["empty_by"] == sum((going**before * double for before in range(bursts)), Fraction(0))


@pytest.mark.parametrize("far", [4, 5, 6])
@pytest.mark.parametrize("watchers", [0, 1, 3])
def test_groups_of_two(far: int, watchers: int) -> None:
    told = flat(f"bn/group-fire?men=0,0,a;0,{far},a&watchers={watchers}")
    assert told["one_group"] == (far <= 5)
    assert told["reactions"] == watchers * (1 if far <= 5 else 2)
    assert told["apart"] == watchers * 2


@pytest.mark.parametrize("angle", [89, 90, 91])
@pytest.mark.parametrize(("weapon", "limit"), [("smg", 15), ("lmg", 15), ("rpg", 5), ("sniper", 5), ("hmg", 0)])
@pytest.mark.parametrize("over", [0, 1])
def test_arc_and_move(angle: int, weapon: str, limit: int, over: int) -> None:
    told = flat(f"bn/line-of-fire?weapon={weapon}&distance=30&angle={angle}&moved={limit + over}&target=man")
    assert (told["arc"], told["move"]) == (angle <= 90, not over)
    assert told["allowed"] == (angle <= 90 and not over)


# what the ledger says each reading would give: headlines of the rulings' own examples
READINGS = {
    "range-bands": {"A": "Hit on 4+: 50.0 % (1/2)", "B": "Hit on 3+: 66.7 % (2/3)"},
    "what-is-burst": {
        "A": "Hit on 4+ with 4 dice: at least one hit 93.8 % (15/16)",
        "B": "Hit on 3+ with 4 dice: at least one hit 98.8 % (80/81)",
    },
    "small-arms": {
        "A": "Hit on 6+ with 5 dice: at least one hit 59.8 %",
        "B": "Hit on 5+ with 5 dice: at least one hit 86.8 % (211/243)",
    },
    "burst-overflow": {
        "A": "Hit on 6+ with 4 dice: at least one hit 51.8 %",
        "B": "Hit on 4+ with 2 dice: at least one hit 75.0 % (3/4)",
        "C": "Hit on 6+ with 2 dice: at least one hit 30.6 % (11/36)",
    },
    "single-above-six": {"A": "Cannot hit: it would need 7 on a d6", "B": "Hit on 6+: 16.7 % (1/6)"},
    "needed-one": {"A": "Hits without fail", "B": "Hit on 2+: 83.3 % (5/6)"},
    "cover-exempt-sniper": {"A": "Hit on 3+: 66.7 % (2/3)", "B": "Hit on 4+: 50.0 % (1/2)"},
    "cover-exempt-launcher": {"A": "Hit on 5+: 33.3 % (1/3)", "B": "Hit on 6+: 16.7 % (1/6)"},
    "sf-launcher": {"A": "Hit on 4+: 50.0 % (1/2)", "B": "Hit on 5+: 33.3 % (1/3)"},
    "lmg-light": {
        "A": "Hit on 5+ with 4 dice: at least one hit 80.2 % (65/81)",
        "B": "No shot: he has moved, and a light machine gun fires only when standing still.",
    },
    "split-modifiers": {
        "A": "Share the dice 2 + 2: both are hit with a chance of 17.0 % (55/324), any at all with a chance of 69.1 % (56/81)",
        "B": "Share the dice 2 + 2: both are hit with a chance of 9.3 %, any at all with a chance of 51.8 %",
    },
    "group-fire-target": {
        "A": "All 3 fire as one group: 2 reactions instead of 6; the firing player says whom of a group they strike",
        "B": "All 3 fire as one group: 2 reactions instead of 6; the reacting player says whom of a group they strike",
    },
    "within-5cm": {
        "A": "Not one group but 2, of 2 and 1: 4 reactions instead of 6; the firing player says whom of a group they strike",
        "B": "All 3 fire as one group: 2 reactions instead of 6; the firing player says whom of a group they strike",
    },
}


@pytest.mark.parametrize(("ruling", "letter"), [(name, letter) for name, one in READINGS.items() for letter in one])
def test_readings(ruling: str, letter: str) -> None:
    example = library().find("bn").ruling(ruling).example
    assert example
    found = ask(example)
    told = found.headline if letter == "A" else ask_otherwise(found, ruling, letter).headline
    assert told == READINGS[ruling][letter]


def test_more_against_the_shot_never_helps_under_our_reading_but_may_under_b() -> None:
    addresses = [f"bn/shot?weapon=hmg&distance=20&troops=irr3{more}" for more in ("&cover=yes", "&cover=yes&dodge=yes")]
    means = [flat(one)["mean"] for one in addresses]
    assert means == [Fraction(5, 6), Fraction(2, 3)]
    under_b = [flat(f"{one}&ruling.burst-overflow=B")["mean"] for one in addresses]
    assert under_b == [Fraction(5, 6), 1]


@pytest.mark.parametrize(
    ("letter", "empties", "restricts"),
    [("A", Fraction(5, 12), Fraction(1, 36)), ("B", Fraction(4, 9), Fraction(1, 36))],
)
def test_triples_and_doubles(letter: str, empties: Fraction, restricts: Fraction) -> None:
    told = flat(f"bn/magazine?weapon=ar&dice=3&bursts=1&troops=r4&ruling.triple-double={letter}")
    assert (told["empties"], told["restricts"]) == (empties, restricts)
    assert flat(f"bn/magazine?weapon=smg&dice=3&bursts=1&troops=r4&ruling.triple-double={letter}")[
        "empties"
    ] == Fraction(4, 9)


@pytest.mark.parametrize(("letter", "move"), [("A", 25), ("B", 0)])
def test_with_an_empty_magazine(letter: str, move: int) -> None:
    assert flat(f"bn/magazine?bursts=2&troops=r4&ruling.ammo-movement={letter}")["move_when_empty"] == move


def test_exhausted_for_good_or_not() -> None:
    for_good = [flat(f"bn/magazine?weapon=ar&bursts={turns}&troops=r4")["out_of_ammunition"] for turns in range(1, 11)]
    assert for_good == sorted(for_good)  # type: ignore[type-var]
    again = flat("bn/magazine?weapon=ar&bursts=10&troops=r4&ruling.ammo-exhausted=B")["out_of_ammunition"]
    assert again < for_good[-1]  # type: ignore[operator]


@pytest.mark.parametrize(
    ("address", "instead"),
    [
        ("shot?weapon=heavy-at&distance=60&dodge=yes", {"dodge": False}),
        ("shot?weapon=tank&distance=60&target=man&dodge=no&sniper-target=no&moved=0", None),
        ("shot?weapon=tank&distance=60&sniper-target=yes", {"sniper-target": False}),
        ("line-of-fire?weapon=mmg&mount=fixed&moved=3", {"moved": 0}),
        ("line-of-fire?weapon=smg&moved=26", {"moved": 25}),
        ("line-of-fire?weapon=hmg&mount=soft&moved=26", None),
    ],
)
def test_what_cannot_be_true_together_is_said(address: str, instead: dict[str, object] | None) -> None:
    if instead is None:
        ask(f"bn/{address}")
        return
    with pytest.raises(Contradiction) as found:
        ask(f"bn/{address}")
    assert found.value.instead == instead


@pytest.mark.parametrize("more", ["target=vehicle&dodge=yes", "target=structure&sniper-target=yes"])
def test_only_a_man_dodges(more: str) -> None:
    with pytest.raises(AskError, match="Only a man"):
        ask(f"bn/shot?weapon=ar&{more}")
