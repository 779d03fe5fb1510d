"""Shooting against brute force: the source's table typed once more, every face of every die counted, nothing of the chapter's code."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

from drillbook import ask

FACES = range(1, 7)
BANDS = (25, 50, 100, 150)
# numbers by column, dice, nearest and farthest distance
TABLE: dict[str, tuple[tuple[int | None, ...], int, int, int]] = {
    "pistol": ((3, None, None, None), 1, 0, 10),
    "rifle": ((3, 4, 5, 6), 1, 0, 150),
    "ar&mode=single": ((3, 4, 5, 6), 1, 0, 150),
    "ar&mode=burst": ((4, 6, None, None), 3, 0, 50),
    "sniper": ((2, 3, 4, 5), 1, 0, 150),
    "smg": ((4, 6, None, None), 3, 0, 50),
    "lmg": ((4, 5, 6, 6), 4, 0, 150),
    "mmg": ((4, 5, 5, 6), 4, 0, 150),
    "hmg": ((4, 5, 5, 6), 5, 0, 150),
    "grenade": ((4, None, None, None), 1, 0, 10),
    "flamethrower": ((4, None, None, None), 1, 0, 10),
    "rpg": ((4, 5, 6, None), 1, 0, 100),
    "grenade-launcher": ((4, 5, 6, None), 1, 0, 100),
    "heavy-at": ((4, 5, 6, 6), 1, 0, 150),
    "tank": ((4, 4, 5, 6), 1, 10, 150),
}
NO_SMALL_ARM = ("grenade", "flamethrower", "rpg", "grenade-launcher", "heavy-at", "tank")
THROUGH_COVER = ("sniper", "grenade", "flamethrower", "rpg", "grenade-launcher")
NOVICES = ("r5", "irr2", "irr3")
CLASSES = ("r1", "r2", "r3", "r4", "r5", "irr1", "irr2", "irr3")
SAVE = {"r1": 2, "r2": 3, "r3": 3, "r4": 4, "r5": 5, "irr1": 4, "irr2": 5, "irr3": 5}
FLAGS = list(product((False, True), repeat=3))


def flat(address: str) -> dict[str, Any]:
    found = ask(address)
    assert not found.refused, found.headline
    value = found.outcome.flat()
    assert isinstance(value, dict)
    return value


def yes(flag: bool) -> str:
    return "yes" if flag else "no"


@cache
def counted(needed: int, dice: int) -> Counter[int]:
    """How many of all throws score so many hits."""
    return Counter(sum(face >= needed for face in throw) for throw in product(FACES, repeat=dice))


def share(needed: int, dice: int, hits: int) -> Fraction:
    return Fraction(counted(needed, dice)[hits], 6**dice)


def any_hit(needed: int, dice: int) -> Fraction:
    return 1 - share(needed, dice, 0)


def wanted(
    weapon: str,
    distance: int,
    troops: str,
    *,
    cover: bool = False,
    dodge: bool = False,
    sniper: bool = False,
    more: int = 0,
) -> tuple[int, int] | None:
    """Needed number and dice by sections 8.0 and 6.5; None where the table has no number."""
    numbers, dice, nearest, farthest = TABLE[weapon]
    if not nearest <= distance <= farthest:
        return None
    table = next(number for number, end in zip(numbers, BANDS, strict=True) if distance <= end)
    assert table is not None
    change = more + sniper
    change += cover and weapon not in THROUGH_COVER
    change += dodge and weapon != "sniper"
    change += troops in NOVICES and weapon not in NO_SMALL_ARM
    change -= troops == "r1" and dice == 1
    number = table + change
    if dice > 1 and number > 6:
        return 6, max(0, dice - (number - 6))
    return number, dice


@pytest.mark.parametrize("weapon", TABLE)
@pytest.mark.parametrize("troops", CLASSES)
def test_the_table_at_every_edge(weapon: str, troops: str) -> None:
    for distance in (0, 9, 10, 11, 24, 25, 26, 49, 50, 51, 99, 100, 101, 149, 150):
        found = ask(f"bn/shot?weapon={weapon}&distance={distance}&troops={troops}")
        right = wanted(weapon, distance, troops)
        assert found.refused == (right is None), (distance, found.headline)
        if right:
            told = found.outcome.flat()
            assert (told["needed"], told["dice"]) == right
            assert told["each"] == any_hit(right[0], 1)
            assert told["at_least_one"] == any_hit(*right) == found.outcome.chance
            assert {hits: chance for hits, chance in found.outcome.distribution.items() if chance} == {
                hits: share(*right, hits) for hits in counted(*right)
            }


@pytest.mark.parametrize("weapon", TABLE)
@pytest.mark.parametrize(("cover", "dodge", "sniper"), FLAGS)
def test_every_mix_of_modifiers(weapon: str, cover: bool, dodge: bool, sniper: bool) -> None:
    for troops, distance in product(("r1", "r3", "irr3"), (10, 40)):
        right = wanted(weapon, distance, troops, cover=cover, dodge=dodge, sniper=sniper)
        address = f"bn/shot?weapon={weapon}&distance={distance}&troops={troops}"
        if right is None:
            assert ask(address).refused
            continue
        told = flat(f"{address}&cover={yes(cover)}&dodge={yes(dodge)}&sniper-target={yes(sniper)}")
        assert (told["needed"], told["dice"]) == right
        assert told["at_least_one"] == any_hit(*right)


@pytest.mark.parametrize("weapon", ["mmg", "hmg"])
@pytest.mark.parametrize(("mount", "penalty"), [("ground", 1), ("fixed", 0), ("armoured", 0), ("soft", 0)])
def test_a_lone_machine_gunner(weapon: str, mount: str, penalty: int) -> None:
    for troops in CLASSES:
        told = flat(f"bn/shot?weapon={weapon}&mount={mount}&crew=1&distance=60&troops={troops}")
        assert (told["needed"], told["dice"]) == wanted(weapon, 60, troops, more=penalty)


@pytest.mark.parametrize(("moved", "penalty"), [(0, 0), (5, 0), (6, 1), (15, 1)])
@pytest.mark.parametrize("weapon", ["pistol", "rifle", "ar&mode=single", "ar&mode=burst", "smg", "lmg", "grenade"])
def test_the_price_of_a_move(weapon: str, moved: int, penalty: int) -> None:
    told = flat(f"bn/shot?weapon={weapon}&distance=10&troops=r4&moved={moved}")
    assert (told["needed"], told["dice"]) == wanted(weapon, 10, "r4", more=penalty)


@pytest.mark.parametrize(
    ("weapon", "limit"),
    [(weapon, 15) for weapon in ("pistol", "rifle", "ar", "smg", "lmg", "grenade")]
    + [(weapon, 5) for weapon in ("sniper", "rpg", "grenade-launcher")]
    + [(weapon, 0) for weapon in ("mmg", "hmg", "flamethrower", "heavy-at", "tank")],
)
def test_how_far_each_may_move(weapon: str, limit: int) -> None:
    for moved in (limit, limit + 1):
        told = flat(f"bn/line-of-fire?weapon={weapon}&distance=10&angle=0&moved={moved}&target=structure")
        assert told["move"] == told["allowed"] == (moved <= limit)


@pytest.mark.parametrize(("angle", "seen"), [(0, True), (89, True), (90, True), (91, False), (180, False)])
def test_the_arc(angle: int, seen: bool) -> None:
    told = flat(f"bn/line-of-fire?weapon=ar&mode=single&distance=40&angle={angle}&moved=0&target=man")
    assert told["arc"] == told["allowed"] == seen


@pytest.mark.parametrize("distance", [0, 25, 26, 50, 51, 100, 101, 150])
@pytest.mark.parametrize(("cover", "dodge", "sniper"), FLAGS)
def test_single_or_burst(distance: int, cover: bool, dodge: bool, sniper: bool) -> None:
    for troops, moved in product(("r1", "r4", "irr3"), (False, True)):
        told = flat(
            f"bn/single-or-burst?distance={distance}&troops={troops}&moved={yes(moved)}"
            f"&cover={yes(cover)}&dodge={yes(dodge)}&sniper-target={yes(sniper)}"
        )
        kinds = {
            name: wanted(f"ar&mode={name}", distance, troops, cover=cover, dodge=dodge, sniper=sniper, more=int(moved))
            for name in ("single", "burst")
        }
        means = {name: any_hit(line[0], 1) * line[1] if line else Fraction(0) for name, line in kinds.items()}
        assert (told["single_mean"], told["burst_mean"]) == (means["single"], means["burst"])
        burst = kinds["burst"]
        assert told["burst_any"] == (any_hit(*burst) if burst else 0)
        if means["single"] != means["burst"]:
            assert told["better"] == max(means, key=means.__getitem__)


def removed(needed: int, dice: int, save: int, bonus: int) -> Fraction:
    """One man's chance to fail at least one save: hit face and saving face of each die laid out."""
    pairs = list(product(FACES, FACES))
    kills = sum(hit >= needed and (face == 1 or face + bonus < save) for hit, face in pairs)
    return 1 - Fraction(len(pairs) - kills, len(pairs)) ** dice


@pytest.mark.parametrize("weapon", ["ar-single", "ar-burst", "sniper", "smg", "lmg", "mmg", "hmg", "rpg", "tank"])
@pytest.mark.parametrize("cover", [False, True])
def test_one_weapon_compared(weapon: str, cover: bool) -> None:
    key = weapon.replace("ar-", "ar&mode=")
    for troops, target in product(("r1", "r3", "irr3"), SAVE):
        told = flat(f"bn/weapon-comparator?weapons={weapon}&troops={troops}&target={target}&cover={yes(cover)}")
        for column, end in zip(("close", "medium", "long", "extreme"), BANDS, strict=True):
            line = wanted(key, end, troops, cover=cover)
            right = removed(*line, SAVE[target], int(cover)) if line else Fraction(0)
            assert told[f"{column}_chance"] == right, column


def shares(dice: int, targets: int) -> list[tuple[int, ...]]:
    return [way for way in product(range(1, dice + 1), repeat=targets) if sum(way) == dice]


@pytest.mark.parametrize("weapon", ["ar-burst", "smg", "lmg", "mmg", "hmg"])
@pytest.mark.parametrize("men", [2, 3])
def test_every_way_to_share_a_burst(weapon: str, men: int) -> None:
    key = weapon.replace("ar-", "ar&mode=")
    numbers, dice, _, _ = TABLE[key]
    for distance, kinds in product((20, 50), product(((False, False), (True, False), (True, True)), repeat=men)):
        raw = [numbers[0 if distance <= 25 else 1] + cover + dodge for cover, dodge in kinds]  # type: ignore[operator]
        best = Fraction(0)
        for way in shares(dice, men):
            thrown = [max(0, dealt - max(0, number - 6)) for dealt, number in zip(way, raw, strict=True)]
            good = Fraction(1)
            for count, number in zip(thrown, raw, strict=True):
                good *= any_hit(min(6, number), count)
            best = max(best, good)
        targets = ";".join(f"{yes(cover)},{yes(dodge)},no" for cover, dodge in kinds)
        told = flat(f"bn/burst-split?weapon={weapon}&distance={distance}&troops=r3&gap=2&targets={targets}")
        assert told["each"] == best
        assert sum(map(int, told["share"].split(" + "))) == dice


def test_a_shared_burst_die_by_die() -> None:
    """The whole throw laid out: two dice at each of two men, one of them behind cover."""
    throws = list(product(FACES, repeat=4))
    good = sum(max(a, b) >= 5 and max(c, d) >= 6 for a, b, c, d in throws)
    told = flat("bn/burst-split?weapon=mmg&distance=40&troops=r4&gap=4&targets=no,no,no;yes,no,no")
    assert (told["share"], told["each"]) == ("2 + 2", Fraction(good, len(throws)))


def wear(weapon: str, dice: int) -> dict[str, Fraction]:
    """What one burst does, from all its throws: an equal trio restricts a rifle, otherwise an equal pair empties."""
    found: Counter[str] = Counter()
    for throw in product(FACES, repeat=dice):
        equal = max(Counter(throw).values())
        found["aimed" if weapon == "ar" and equal >= 3 else "empty" if equal >= 2 else "ready"] += 1
    return {state: Fraction(count, 6**dice) for state, count in found.items()}


@pytest.mark.parametrize("weapon", ["ar", "smg"])
@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize("bursts", [1, 2, 5, 10])
def test_the_magazine_turn_by_turn(weapon: str, dice: int, bursts: int) -> None:
    once = wear(weapon, dice)
    now = {"ready": Fraction(1), "empty": Fraction(0), "aimed": Fraction(0), "out": Fraction(0)}
    kept = Fraction(1)
    emptied = Fraction(0)
    for _ in range(bursts):
        fires, aims = now["ready"], now["aimed"]
        now = {
            "ready": fires * once.get("ready", 0) + now["empty"],
            "empty": fires * once.get("empty", 0),
            "aimed": fires * once.get("aimed", 0) + aims * Fraction(5, 6),
            "out": now["out"] + aims / 6,
        }
        emptied += kept * once.get("empty", Fraction(0))
        kept *= once.get("ready", Fraction(0))
    told = flat(f"bn/magazine?weapon={weapon}&dice={dice}&bursts={bursts}&troops=r4")
    assert told["empties"] == once.get("empty", 0)
    assert told["restricts"] == once.get("aimed", 0)
    assert told["empty_by"] == emptied
    assert (told["aimed_only"], told["out_of_ammunition"]) == (now["aimed"], now["out"])
    states = {str(state): chance for state, chance in ask_turns(weapon, dice, bursts).items() if chance}
    assert states == {state: chance for state, chance in now.items() if chance}


def ask_turns(weapon: str, dice: int, bursts: int) -> Any:
    return ask(f"bn/magazine?weapon={weapon}&dice={dice}&bursts={bursts}&troops=r4").outcome.distribution


SQUADS = [
    ((0, 0, "a"), (3, 4, "a")),
    ((0, 0, "a"), (4, 4, "a")),
    ((0, 0, "a"), (2, 0, "b")),
    ((0, 0, "a"), (4, 0, "a"), (8, 0, "a")),
    ((0, 0, "a"), (4, 0, "a"), (8, 0, "a"), (12, 0, "a")),
    ((0, 0, "a"), (4, 0, "a"), (2, 4, "a"), (6, 4, "b"), (8, 1, "b")),
    ((0, 0, "a"), (5, 0, "a"), (5, 5, "a"), (0, 5, "a"), (2, 2, "a"), (20, 20, "a")),
]


def fewest_groups(squad: tuple[tuple[int, int, str], ...]) -> int:
    """Every assignment of the men to groups tried; the fewest groups in which each pair is one team and near."""
    size = len(squad)
    best = size
    for names in product(range(size), repeat=size):
        fine = all(
            squad[one][2] == squad[other][2]
            and (squad[one][0] - squad[other][0]) ** 2 + (squad[one][1] - squad[other][1]) ** 2 <= 25
            for one, other in combinations(range(size), 2)
            if names[one] == names[other]
        )
        if fine:
            best = min(best, len(set(names)))
    return best


@pytest.mark.parametrize("squad", SQUADS)
def test_groups_against_every_assignment(squad: tuple[tuple[int, int, str], ...]) -> None:
    men = ";".join(f"{x},{y},{team}" for x, y, team in squad)
    for watchers in (0, 1, 3):
        told = flat(f"bn/group-fire?men={men}&watchers={watchers}")
        groups = fewest_groups(squad)
        assert told["groups"] == groups
        assert told["one_group"] == (groups == 1)
        assert told["reactions"] == groups * watchers
        assert told["apart"] == len(squad) * watchers
