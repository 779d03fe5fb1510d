"""Groups and the squad planner against brute force, with nothing of the chapter's code."""

from collections.abc import Iterator
from itertools import combinations, permutations, product
from math import sqrt

import pytest

from asking import chances, value
from drillbook import ask
from drillbook.asking.answers.simulation import simulate

Figure = tuple[str, str, int, int]
Watcher = tuple[int, int, str]

LINK = "bn/action?weapon=ar&mode=burst&moved=6&distance=20&troops=irr3"
SCENES: list[tuple[list[Figure], list[Watcher]]] = [
    ([("a", "run", 0, 0), ("a", "run", 4, 0), ("a", "run", 8, 0)], [(4, 40, "soldier"), (4, 49, "rocket")]),
    ([("a", "run", 0, 0), ("b", "run", 3, 0), ("b", "run", 6, 0)], [(3, 50, "soldier"), (3, 60, "sniper")]),
    (
        [("a", "cautious", 0, 0), ("a", "run", 1, 0), ("a", "cautious", 3, 4), ("a", "run", 30, 30)],
        [(10, 10, "rocket"), (20, 20, "soldier")],
    ),
    (
        [("a", "run", 0, 0), ("a", "run", 4, 0), ("b", "run", 9, 0), ("b", "run", 12, 0)],
        [(20, 0, "rocket"), (22, 0, "soldier")],
    ),
    ([("a", "run", 0, 0), ("a", "run", 4, 0), ("a", "run", 8, 0)], [(54, 0, "soldier"), (55, 0, "rocket")]),
    ([("a", "covering", 0, 0), ("c", "covering", 0, 5), ("a", "covering", 5, 0)], []),
]


def square(one: tuple[int, int], other: tuple[int, int]) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def set_partitions(items: list[int]) -> Iterator[list[list[int]]]:
    """Every partition, by giving each item the number of a block."""
    if not items:
        yield []
        return
    for blocks in set_partitions(items[:-1]):
        yield [*blocks, [items[-1]]]
        for place in range(len(blocks)):
            yield [*blocks[:place], [*blocks[place], items[-1]], *blocks[place + 1 :]]


def legal(men: list[Figure], chain: bool, platoon: bool) -> bool:
    if len(men) == 1:
        return True
    if len({man[0] for man in men}) > 1 and not platoon:
        return False
    if len({man[1] for man in men}) > 1:
        return False
    close = [[square(one[2:], other[2:]) <= 25 for other in men] for one in men]
    if not chain:
        return all(all(row) for row in close)
    seen = {0}
    while True:
        more = seen | {to for at in seen for to in range(len(men)) if close[at][to]}
        if more == seen:
            return len(seen) == len(men)
        seen = more


def drawn(men: list[Figure], groups: list[list[int]], watchers: list[Watcher], how: str) -> int:
    """Return the most reactions there can be.

    If a group draws a single reaction, every choice of its watcher is tried.
    """

    def seen(group: list[int], watcher: Watcher) -> int:
        x, y, kind = watcher
        return sum(kind == "sniper" or square(men[one][2:], (x, y)) <= 2500 for one in group)

    def shots(watcher: Watcher, group: list[int]) -> int:
        return min(seen(group, watcher), 1)

    shared = [group for group in groups if len(group) > 1 and how == "C"]
    open_to_all = [group for group in groups if group not in shared]
    most = 0
    for owners in product(range(len(watchers)), repeat=len(shared)):
        total = 0
        for place, watcher in enumerate(watchers):
            own = open_to_all + [group for group, owner in zip(shared, owners, strict=True) if owner == place]
            count = sum(shots(watcher, group) for group in own)
            total += min(count, 1) if watcher[2] == "rocket" else count
        most = max(most, total)
    return most


@pytest.mark.parametrize("how", ["A", "C"])
@pytest.mark.parametrize("near", ["A", "B"])
@pytest.mark.parametrize("platoon", ["A", "B"])
@pytest.mark.parametrize(("men", "watchers"), SCENES)
def test_groups_and_reactions(men: list[Figure], watchers: list[Watcher], platoon: str, near: str, how: str) -> None:
    rows = ";".join(",".join(map(str, man)) for man in men)
    posts = ";".join(",".join(map(str, post)) for post in watchers) or "none"
    told = value(
        f"bn/group-action?figures={rows}&watchers={posts}"
        f"&ruling.within-5cm={near}&ruling.xref-platoon={platoon}&ruling.group-reactions={how}"
    )
    ways = [
        way
        for way in set_partitions(list(range(len(men))))
        if all(legal([men[one] for one in block], near == "B", platoon == "B") for block in way)
    ]
    fewest = min(map(len, ways))
    best = [way for way in ways if len(way) == fewest]
    least = min(drawn(men, way, watchers, how) for way in best)
    largest = max(max(map(len, way)) for way in best if drawn(men, way, watchers, how) == least)
    assert (told["groups"], told["largest"], told["one_group"]) == (fewest, largest, fewest == 1)
    singly = [[one] for one in range(len(men))]
    assert told["apart"] == drawn(men, singly, watchers, how)
    assert told["reactions"] == least


@pytest.mark.parametrize(
    ("figure", "able", "shooters", "penalised"),
    [
        ("ar,5,none,fit", 1, 1, 0),
        ("ar,6,none,fit", 1, 1, 1),
        ("ar,15,none,fit", 1, 1, 1),
        ("ar,16,none,fit", 1, 0, 0),
        ("ar,26,none,fit", 0, 0, 0),
        ("ar,0,none,shot", 0, 0, 0),
        ("ar,0,none,looked", 1, 1, 0),
        ("sniper,5,none,hidden", 1, 1, 0),
        ("mmg,0,none,suppressed", 1, 1, 0),
        ("mmg,1,none,fit", 1, 0, 0),
        ("ar,5,waist,fit", 1, 1, 1),
        ("ar,6,waist,fit", 1, 0, 0),
        ("ar,16,waist,fit", 0, 0, 0),
        ("ar,5,man,fit", 1, 0, 0),
        ("ar,6,two-men,fit", 0, 0, 0),
        ("ar,9,none,shaken", 1, 0, 0),
        ("ar,10,none,shaken", 0, 0, 0),
        ("tank-gun,0,none,fit", 1, 1, 0),
        ("tank-gun,1,none,fit", 1, 0, 0),
        ("vehicle-mg,5,none,fit", 1, 1, 0),
        ("vehicle-mg,6,none,fit", 1, 1, 1),
        ("vehicle-mg,6,none,shot", 0, 0, 0),
        ("ar,0,none,empty", 1, 0, 0),
        ("smg,25,none,empty", 1, 0, 0),
        ("lmg,0,none,empty", 0, 0, 0),
        ("ar,0,none,retreats", 1, 1, 1),
        ("ar,16,none,retreats", 1, 0, 0),
        ("rpg,0,none,retreats", 1, 0, 0),
        ("ar,0,none,melee", 1, 0, 0),
        ("ar,9,none,carries", 1, 0, 0),
        ("ar,10,none,carries", 0, 0, 0),
        ("ar,0,waist,carries", 0, 0, 0),
    ],
)
def test_one_figure_of_the_active_side(figure: str, able: int, shooters: int, penalised: int) -> None:
    told = value(f"bn/squad-plan?side=active&figures={figure}")
    assert (told["able"], told["shooters"], told["penalised"]) == (able, shooters, penalised)


@pytest.mark.parametrize(
    ("figure", "reactors", "shooters"),
    [
        ("ar,0,none,fit", 1, 1),
        ("ar,0,none,shot", 1, 1),
        ("ar,0,none,suppressed", 0, 0),
        ("ar,0,none,shaken", 0, 0),
        ("rpg,4,none,shot", 1, 0),
        ("rpg,5,none,shot", 0, 0),
        ("rpg,5,none,fit", 1, 1),
        ("heavy-at,4,none,fit", 1, 0),
        ("heavy-at,5,none,fit", 0, 0),
        ("tank-gun,0,none,fit", 0, 0),
        ("vehicle-mg,0,none,fit", 1, 1),
        ("ar,0,none,got-in", 0, 0),
        ("smg,0,none,empty", 1, 0),
        ("ar,0,none,retreats", 1, 1),
        ("ar,5,none,retreats", 1, 1),
        ("ar,0,none,melee", 0, 0),
    ],
)
def test_one_figure_of_the_reacting_side(figure: str, reactors: int, shooters: int) -> None:
    told = value(f"bn/squad-plan?side=reacting&figures={figure}")
    assert (told["reactors"], told["shooters"]) == (reactors, shooters)


def test_a_squad_is_the_sum_of_its_figures() -> None:
    rows = [
        "ar,3,none,fit",
        "lmg,0,none,covered",
        "rpg,6,none,fit",
        "hmg,0,none,hidden",
    ]
    whole = value(f"bn/squad-plan?side=active&figures={';'.join(rows)}")
    parts = [value(f"bn/squad-plan?side=active&figures={row}") for row in rows]
    for name in ("able", "movers", "shooters", "penalised", "coverers", "tests"):
        assert whole[name] == sum(part[name] for part in parts)


def test_the_shot_of_an_action_is_thrown() -> None:
    exact = chances(LINK)
    *_, last = simulate(ask(LINK), throws=10000, seed=8)
    assert set(last.counts) <= set(exact)
    for hits, chance in exact.items():
        spread = sqrt(chance * (1 - chance) / last.done)
        assert abs(last.counts[hits] / last.done - chance) <= 5 * spread + 1e-9


def test_pairs_are_near_or_not() -> None:
    for (x, y), (u, v) in combinations([(0, 0), (3, 4), (5, 0), (4, 4), (0, 5)], 2):
        told = value(f"bn/group-action?figures=a,run,{x},{y};a,run,{u},{v}&watchers=20,20,soldier")
        assert told["one_group"] == ((x - u) ** 2 + (y - v) ** 2 <= 25)


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_order_of_the_figures_changes_nothing(order: tuple[int, ...]) -> None:
    men = ["a,run,0,0", "a,run,4,0", "a,run,8,0"]
    told = value(f"bn/group-action?figures={';'.join(men[place] for place in order)}&watchers=54,0,soldier")
    assert (told["groups"], told["reactions"], told["apart"]) == (2, 1, 2)


@pytest.mark.parametrize("does", ["move-and-shoot", "cautious"])
def test_a_shot_after_a_move_counts_apart_by_the_other_reading(does: str) -> None:
    link = f"bn/group-action?figures=a,{does},0,0;a,{does},3,0&watchers=20,0,soldier"
    assert value(link)["reactions"] == 1
    assert value(f"{link}&ruling.reaction-count=B")["reactions"] == 2


def test_a_suppressed_man_may_dodge_only_by_the_other_reading() -> None:
    link = "bn/squad-plan?side=reacting&figures=ar,4,none,suppressed;ar,5,none,suppressed"
    assert value(link)["reactors"] == 0
    told = value(f"{link}&ruling.dodge-suppressed=B")
    assert (told["reactors"], told["shooters"]) == (1, 0)


@pytest.mark.parametrize(
    ("side", "figure", "ruling", "counted"),
    [
        ("active", "ar,0,none,empty", "ammo-movement=B", {"movers": 0, "amiss": 0}),
        ("active", "ar,3,none,empty", "ammo-movement=B", {"amiss": 1}),
        ("active", "ar,0,none,melee", "melee-tie=B", {"amiss": 1}),
        ("active", "ar,5,none,carries", "carrier-shoots=B", {"shooters": 1, "penalised": 0}),
        ("active", "ar,6,none,carries", "carrier-shoots=B", {"shooters": 1, "penalised": 1}),
        ("active", "mmg,1,none,carries", "carrier-shoots=B", {"shooters": 0}),
        ("reacting", "ar,0,none,retreats", "retreat-react=B", {"reactors": 0, "shooters": 0}),
        ("reacting", "ar,0,none,retreats", "retreat-react=B&ruling.dodge-suppressed=B", {"reactors": 1, "shooters": 0}),
    ],
)
def test_what_another_reading_leaves_a_man_whose_hands_are_full(
    side: str, figure: str, ruling: str, counted: dict[str, int]
) -> None:
    told = value(f"bn/squad-plan?side={side}&figures={figure}&ruling.{ruling}")
    assert {name: told[name] for name in counted} == counted


def test_a_sniper_knows_no_limit_of_range() -> None:
    said = value("bn/squad-plan?side=reacting&figures=sniper,0,none,fit;ar,0,none,fit")["plan"]
    assert said.startswith(
        "1 Sniper: opportunity fire at any range; dodge up to 5 cm into cover. 2 AR: opportunity fire to 50 cm"
    )


def test_what_a_vehicle_drives_is_no_matter_of_centimetres_left() -> None:
    answer = ask("bn/squad-plan?side=active&figures=tank-gun,0,none,fit;ar,5,none,fit").outcome
    assert answer.value.movers == 2
    grid = next(one for one in answer.exhibits if one.name == "grid")
    assert (grid.rows, grid.cells) == (["2 AR"], [[20, 10, 0, 0]])


def test_looking_costs_a_suppressed_man_nothing_in_his_own_turn() -> None:
    squad = "figures=ar,0,none,suppressed;ar,0,none,shaken;ar,0,none,looked;ar,0,none,got-in;ar,0,none,fit"
    assert value(f"bn/squad-plan?side=active&{squad}")["lookers"] == 3
    assert value(f"bn/squad-plan?side=reacting&{squad}")["lookers"] == 1
