"""Tests of melee against a second working: rounds go from state to state.

Hits are counted from faces; real dice are compared with the chances.
"""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from asking import chances, comes_near, value
from drillbook import ask

#: Melee dice, built-in Resilience, place in the order of blows, copied from the source once more.
UNITS = {
    "reserve-inf": (2, 3, 4),
    "line-inf": (2, 4, 4),
    "elite-inf": (2, 5, 4),
    "skirmishers": (1, 5, 4),
    "melee-cav": (3, 3, 1),
    "mtd-rifles": (2, 3, 2),
}
GROUND = {"open": -2, "rough": -1, "dug-open": 1, "defensible-dug": 2, "fort-dug": 3}
NAMES = ("unharmed", "injured", "removed")


def hit_counts(dice: int, resilience: int) -> dict[int, Fraction]:
    """How many of so many dice reach it, face by face."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    for faces in product(range(1, 7), repeat=dice):
        found[sum(face >= resilience for face in faces)] += Fraction(1, 6**dice)
    return dict(found)


def one_round(
    one: str, other: str, tough: tuple[int, int], state: tuple[int, int], together: bool
) -> dict[tuple[int, int], Fraction]:
    """Where one round leads from the hits that both carry."""
    found: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    mine, theirs = hit_counts(UNITS[one][0], tough[1]), hit_counts(UNITS[other][0], tough[0])
    first = 0 if together else UNITS[one][2] - UNITS[other][2]
    for (hits, chance), (back, again) in product(mine.items(), theirs.items()):
        a, b = min(2, state[0] + back), min(2, state[1] + hits)
        if first < 0 and b == 2:
            a = state[0]
        if first > 0 and a == 2:
            b = state[1]
        found[a, b] += chance * again
    return dict(found)


def to_the_end(
    one: str, other: str, tough: tuple[int, int], start: tuple[int, int], together: bool
) -> dict[str, Fraction]:
    live, ends = {start: Fraction(1)}, defaultdict[str, Fraction](Fraction)
    for number in range(40):
        after: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for state, weight in live.items():
            now = tough[0] - number, tough[1] - number
            for then, chance in one_round(one, other, now, state, together).items():
                if 2 in then:
                    ends[f"{NAMES[then[0]]} / {NAMES[then[1]]}"] += weight * chance
                else:
                    after[then] += weight * chance
        live = after
    assert not live
    return dict(ends)


@pytest.mark.parametrize("one", UNITS)
@pytest.mark.parametrize("other", ["line-inf", "skirmishers", "mtd-rifles"])
@pytest.mark.parametrize("reading", "AB")
def test_melees_to_the_end(one: str, other: str, reading: str) -> None:
    for ground, there, carried in (
        ("open", "open", 0),
        ("rough", "defensible-dug", 0),
        ("open", "fort-dug", 1),
        ("dug-open", "open", 1),
    ):
        tough = UNITS[one][1] + GROUND[ground], UNITS[other][1] + GROUND[there]
        pair = f"unit={one}&ground={ground}&carried={carried}&enemy={other}&enemy-ground={there}&ruling.melee-simultaneity={reading}"
        first = one_round(one, other, tough, (carried, 0), reading == "B")
        wanted = {f"{NAMES[a]} / {NAMES[b]}": chance for (a, b), chance in first.items() if chance}
        assert chances(f"gw/clash?{pair}") == wanted
        assert chances(f"gw/deathmatch?{pair}") == to_the_end(one, other, tough, (carried, 0), reading == "B"), pair


@pytest.mark.parametrize("reading", "ABC")
@pytest.mark.parametrize("hurt", [False, True])
def test_a_second_rank_hit_by_hit(reading: str, hurt: bool) -> None:
    """Hits on a front platoon and its second rank fall as each reading has them.

    In the first clash, line infantry with a platoon behind it, fresh or injured, fights line infantry. Both are on rough
    ground.
    """
    found: dict[str, Fraction] = defaultdict(Fraction)
    dice = 4 if reading == "C" else 2
    for (hits, chance), (back, again) in product(hit_counts(dice, 3).items(), hit_counts(2, 3).items()):
        front, behind = 0, int(hurt)
        for _ in range(back):
            if reading == "B":
                front, behind = (front, behind + 1) if behind < 2 else (front + 1, behind)
            elif front == 0:
                front = 1
            elif behind < 2:
                behind += 1
            else:
                front = 2
        found[f"{NAMES[front]} + {NAMES[behind]} / {NAMES[min(2, hits)]}"] += chance * again
    address = (
        f"gw/clash?unit=line-inf&ground=rough&behind={'hurt' if hurt else 'fresh'}&enemy=line-inf&enemy-ground=rough"
        f"&ruling.second-rank={reading}"
    )
    assert chances(address) == dict(found)


def test_a_pair_without_dice_never_ends() -> None:
    found = value("gw/deathmatch?unit=mother-tanks&ground=open&enemy=medium-whip&enemy-ground=rough")
    assert (found["never"], found["wins"], found["loses"], found["neither"]) == (1, 0, 0, 0)


PAIRS = [
    "unit=line-inf&ground=open&enemy=early-hmg&enemy-ground=defensible-dug",
    "unit=gren-squad&ground=rough&behind=fresh&enemy=melee-cav&enemy-ground=open&enemy-behind=hurt",
]


@pytest.mark.parametrize("pair", PAIRS)
def test_real_dice_fall_as_they_should(pair: str) -> None:
    comes_near(f"gw/deathmatch?{pair}", seed=1917)


@pytest.mark.parametrize("behind", ["fresh", "hurt"])
@pytest.mark.parametrize(
    ("unit", "enemy"), [("line-inf", "line-inf"), ("reserve-inf", "melee-cav"), ("elite-inf", "early-hmg")]
)
def test_a_second_rank_is_worth_what_it_changes_of_the_whole_fight(unit: str, enemy: str, behind: str) -> None:
    pair = f"unit={unit}&ground=rough&enemy={enemy}&enemy-ground=rough"
    told = value(f"gw/second-rank?{pair}&behind={behind}")
    deep, thin = value(f"gw/deathmatch?{pair}&behind={behind}"), value(f"gw/deathmatch?{pair}")
    assert (told["left"], told["enemy_left"]) == (deep["left"], deep["enemy_left"])
    assert (told["left_without"], told["enemy_left_without"]) == (thin["wins"], thin["loses"])
    ends = chances(f"gw/deathmatch?{pair}&behind={behind}")
    alive = [sum((chance for end, chance in ends.items() if set(end.split(" / ")[side].split(" + ")) != {"removed"}), Fraction(0))
        for side in (0, 1)]  # fmt: skip
    assert [deep["left"], deep["enemy_left"]] == alive
    assert told["left"] > told["left_without"]


@pytest.mark.parametrize(
    ("unit", "enemy"), [("melee-cav", "line-inf"), ("line-inf", "mtd-rifles"), ("line-inf", "elite-inf")]
)
def test_a_first_blow_is_worth_what_the_other_cannot_answer(unit: str, enemy: str) -> None:
    pair = f"unit={unit}&ground=open&enemy={enemy}&enemy-ground=rough"
    told = value(f"gw/first-blow?{pair}")
    for reading, names in (("A", ("own_lost", "enemy_lost")), ("B", ("own_lost_at_once", "enemy_lost_at_once"))):
        clash = value(f"gw/clash?{pair}&ruling.melee-simultaneity={reading}")
        assert [told[name] for name in names] == [clash["own_lost"], clash["enemy_lost"]]


def test_a_second_rank_of_those_who_cannot_harm_each_other() -> None:
    found = ask("gw/second-rank?unit=mother-tanks&behind=fresh&enemy=light-howitzers")
    assert found.headline.startswith("It never ends")


def squares(x: float, y: float, turned: bool) -> set[tuple[int, int]]:
    """Return the quarter-inch squares of the table on which a base lies."""
    wide, deep = (4, 8) if turned else (8, 4)
    left, near = round(4 * x) - wide // 2, round(4 * y) - deep // 2
    return {(across, ahead) for across in range(left, left + wide) for ahead in range(near, near + deep)}


def edge_between(one: set[tuple[int, int]], other: set[tuple[int, int]], step: tuple[int, int] | None = None) -> int:
    """Return along how many quarter inches two bases touch.

    step: count only where the other lies on that side of the first.
    """
    steps = [step] if step else [(1, 0), (-1, 0), (0, 1), (0, -1)]
    return sum((across + right, ahead + up) in other for across, ahead in one for right, up in steps)


def test_a_board_square_by_square() -> None:
    """Pairing boards give the most pairs and the number of ways to make them.

    Bases are thrown on the table at random. The test counts contacts by squares, and it finds the pairs by trying every
    set of contacts. More than five of the boards leave a choice.
    """
    dice, met = Random(1418), 0
    for _ in range(150):
        laid: list[tuple[float, float, bool, bool]] = []
        ground: list[set[tuple[int, int]]] = []
        for number in range(40):
            row = (dice.randint(-8, 8) / 4, dice.choice((-3, -1, 1, 3)) / 2, dice.random() < 0.2, number % 2 > 0)
            if len(laid) < 6 and not any(squares(*row[:3]) & taken for taken in ground):
                laid.append(row)
                ground.append(squares(*row[:3]))
        mine = [place for place, row in enumerate(laid) if not row[3]]
        theirs = [place for place, row in enumerate(laid) if row[3]]
        touching = [(one, other) for one in mine for other in theirs if edge_between(ground[one], ground[other])]
        most, ways = 0, set[frozenset[tuple[int, int]]]()
        for chosen in range(1 << len(touching)):
            pairs = [pair for bit, pair in enumerate(touching) if chosen >> bit & 1]
            if len({one for pair in pairs for one in pair}) == 2 * len(pairs):
                ways = {frozenset(pairs)} | (ways if len(pairs) == most else set()) if len(pairs) >= most else ways
                most = max(most, len(pairs))
        rows = ";".join(f"{x},{y},{'yes' if turned else 'no'},{'yes' if foe else 'no'}" for x, y, turned, foe in laid)
        found = value(f"gw/pairing-board?bases={rows}")
        assert (found["pairs"], found["ways"]) == (most, len(ways)), rows
        assert found["idle"] == len(laid) - 2 * most - found["second_ranks"], rows
        met += most > 1 and len(ways) > 1
    assert met > 5  # some of these boards leave a choice


@pytest.mark.parametrize(("turned", "aside"), [(False, 0.0), (False, 0.5), (False, 2.0), (True, 0.0), (True, 1.25)])
def test_who_stands_behind_is_a_second_rank_and_who_stands_beside_is_not(turned: bool, aside: float) -> None:
    front, enemy = (0.0, -0.5, False), (0.0, 0.5, False)
    rank = (aside, -2.0 if turned else -1.5, turned)
    rows = f"0,-0.5,no,no;0,0.5,no,yes;{rank[0]},{rank[1]},{'yes' if turned else 'no'},no"
    behind = edge_between(squares(*front), squares(*rank), (0, -1))
    assert edge_between(squares(*front), squares(*enemy)) == 8
    assert value(f"gw/pairing-board?bases={rows}")["second_ranks"] == (behind > 0)
