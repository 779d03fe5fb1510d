"""Tests of turn and movement against brute force.

Every way of spending the centimetres is tried, with nothing of the chapter's code.
"""

from itertools import product

import pytest

from asking import value
from drillbook import ask

RUN, SHOOT = "run", "move-and-shoot"
REACH = {RUN: 25, SHOOT: 15, "cautious": 5, "covering": 5}
LEFT = {(RUN, "waist"): 15, (SHOOT, "waist"): 5, (RUN, "man"): 5, (RUN, "two-men"): 5}
LIMIT = {
    **dict.fromkeys(("pistol", "rifle", "ar", "smg", "lmg", "grenade"), 15),
    **dict.fromkeys(("sniper", "rpg", "grenade-launcher"), 5),
    **dict.fromkeys(("mmg", "hmg", "flamethrower", "heavy-at"), 0),
}
COVERS = ("pistol", "rifle", "ar", "sniper", "smg", "lmg", "mmg", "hmg")


def yes(flag: bool) -> str:
    return "yes" if flag else "no"


@pytest.mark.parametrize("weapon", LIMIT)
@pytest.mark.parametrize("moved", [0, 1, 4, 5, 6, 14, 15, 16, 24, 25])
def test_the_actions_of_a_man_in_the_clear(weapon: str, moved: int) -> None:
    told = value(f"bn/action?weapon={weapon}&moved={moved}&distance=8&troops=r3")
    limit = LIMIT[weapon]
    assert told["run_left"] == 25 - moved
    assert told["may_shoot"] == (moved <= limit)
    assert told["shoot_left"] == (limit - moved if moved <= limit else None)
    assert told["cautious_left"] == (min(5, limit) - moved if moved <= min(5, limit) else None)
    assert told["penalty"] == (int(moved > 5) if moved <= limit else None)
    assert told["may_cover"] == (weapon in COVERS and moved <= (0 if weapon in ("mmg", "hmg") else 5))
    names = told["actions"]
    assert ("Cautious Move" in names) == (moved <= min(5, limit))
    assert ("Move and Shoot" in names) == (moved <= limit)


@pytest.mark.parametrize("short", ["A", "B", "C"])
@pytest.mark.parametrize("split", ["A", "B"])
@pytest.mark.parametrize("obstacle", ["waist", "man", "two-men"])
def test_the_actions_of_a_man_over_an_obstacle(obstacle: str, split: str, short: str) -> None:
    for before, beyond, helped in product((0, 3, 5, 10, 15, 16, 25), (0, 2, 5, 6, 15), (True, False)):
        told = value(
            f"bn/action?weapon=ar&moved={before}&obstacle={obstacle}&beyond={beyond}&distance=20&troops=r3"
            + (f"&helped={yes(helped)}" if obstacle == "two-men" else "")
            + f"&ruling.obstacle-split={split}&ruling.move-shoot-short={short}"
        )
        fine = obstacle != "two-men" or helped
        for action, left in ((RUN, "run_left"), (SHOOT, "shoot_left")):
            whole = LEFT.get((action, obstacle))
            spent = before + beyond if split == "A" else beyond
            allowed = fine and whole is not None and spent <= whole and (split == "A" or before <= REACH[action])
            assert told[left] == (whole - spent if allowed and whole is not None else None)
            assert (("Run Move" if action == RUN else "Move and Shoot") in told["actions"]) == allowed
            if action == SHOOT:
                pays = int(short != "C" or before + beyond > 5) if allowed else None
                assert told["shoot_penalty"] == told["penalty"] == pays
        assert told["covering_left"] is told["cautious_left"] is None


def farthest(
    action: str, at: int, behind: int, walls: list[tuple[int, str]], two: str, split: str
) -> set[tuple[int, int]]:
    """Return every (place, obstacles behind him) that a man can reach with one action.

    The steps are one centimetre each.
    """
    ends = set()
    for crossed in range(len(walls) - behind + 1):
        if crossed > 1 and two == "A":
            break
        over = walls[behind : behind + crossed]
        if any((action, level) not in LEFT for _, level in over):
            break
        budget = REACH[action] - sum(REACH[action] - LEFT[action, level] for _, level in over)
        for end in range(at, at + 2 * REACH[action] + 1):
            if any(wall > end for wall, _ in over) or any(wall < end for wall, _ in walls[behind + crossed :]):
                continue
            free = over and split == "B"
            if free and over[0][0] - at > REACH[action]:
                continue
            spent = end - over[0][0] if free else end - at
            if spent <= budget:
                ends.add((end, behind + crossed))
    return ends


def fewest(goal: int, walls: list[tuple[int, str]], two: str, split: str) -> int:
    """Return the fewest Run Moves to the goal by breadth-first search.

    The search goes over every place he could stop at.
    """
    walls = [wall for wall in sorted(walls) if wall[0] < goal]
    reached, turns = {(0, 0)}, 0
    while not any(at >= goal and behind == len(walls) for at, behind in reached):
        reached |= {end for at, behind in reached for end in farthest(RUN, at, behind, walls, two, split)}
        turns += 1
    return turns


WAYS = [
    (40, [(10, "waist")]),
    (20, [(0, "waist"), (4, "waist")]),
    (60, [(5, "man"), (9, "two-men"), (30, "waist")]),
    (50, [(15, "waist"), (16, "waist"), (40, "man")]),
    (31, [(6, "man")]),
    (45, [(20, "waist"), (20, "man")]),
    (26, [(26, "man")]),
]


@pytest.mark.parametrize("two", ["A", "B"])
@pytest.mark.parametrize("split", ["A", "B"])
@pytest.mark.parametrize(("goal", "walls"), WAYS)
def test_a_runner_takes_the_fewest_turns(goal: int, walls: list[tuple[int, str]], two: str, split: str) -> None:
    rows = ";".join(f"{at},{level}" for at, level in walls)
    link = f"bn/wall-run?goal={goal}&pace=run&walls={rows}&helped=yes&ruling.two-obstacles={two}&ruling.obstacle-split={split}"
    told = value(link)
    assert told["turns"] == fewest(goal, walls, two, split)
    assert told["clear"] == -(-goal // 25)
    ahead = [wall for wall in sorted(walls) if wall[0] < goal]
    best = max(farthest(RUN, 0, 0, ahead, two, split), key=lambda end: (end[1], end[0]))
    assert told["first"] == min(goal, best[0])
    assert told["first_crossed"] == best[1]


@pytest.mark.parametrize(("level", "action"), list(product(("waist", "man", "two-men"), (RUN, SHOOT))))
def test_what_an_obstacle_leaves(level: str, action: str) -> None:
    link = f"bn/crossing?obstacle={level}&action={action}" + ("&helped=yes" if level == "two-men" else "")
    if (action, level) not in LEFT:
        assert ask(link).refused
        return
    told = value(link)
    assert (told["left"], told["fire"]) == (LEFT[action, level], action == SHOOT)
    assert told["cost"] == REACH[action] - LEFT[action, level]


@pytest.mark.parametrize("gap", [0, 1, 24, 25, 26, 50, 51, 60])
def test_turns_at_a_vehicle(gap: int) -> None:
    walks = sum(1 for start in range(0, gap, 25))
    for way in ("in", "out"):
        told = value(f"bn/boarding?way={way}&gap={gap}")
        assert (told["turns"], told["on_foot"]) == (walks + 1, walks)
        assert told["may_react"] == (way == "out")


@pytest.mark.parametrize("moved", range(0, 26, 5))
@pytest.mark.parametrize("wall", [False, True])
def test_which_weapons_fire_after_a_move(moved: int, wall: bool) -> None:
    told = value(f"bn/fire-after-move?moved={moved}&wall={yes(wall)}")
    fire = (
        [w for w, limit in LIMIT.items() if limit == 15 and moved <= 5]
        if wall
        else [w for w, limit in LIMIT.items() if moved <= limit]
    )
    pays = len(fire) if wall or moved > 5 else 0
    assert (told["free"], told["penalised"], told["silent"]) == (len(fire) - pays, pays, len(LIMIT) - len(fire))


@pytest.mark.parametrize(
    ("link", "headline"),
    [
        (
            "bn/action?weapon=pistol&moved=6&distance=20",
            "He may run on 19 cm; or go on 9 cm and shoot at a penalty. Out of range: 20 cm is beyond the 10 cm of a pistol",
        ),
        ("bn/action?weapon=ar&moved=25", "His move is at its end, and he has no shot"),
        (
            "bn/action?weapon=mmg&moved=0&distance=60&ruling.move-shoot-short=B",
            "He may run on 25 cm; or shoot from here without penalty; or lay covering fire. "
            "From here he needs 5+ with 4 dice, a hit 80.2 % (65/81)",
        ),
        ("bn/boarding?way=in&gap=0", "He is aboard after 1 turn, and has no shot"),
        (
            "bn/boarding?way=out&gap=30&ruling.vehicle-exit-ground=B",
            "Out and 30 cm away after 3 turns at the least; suppressed, so that he cannot react",
        ),
        ("bn/wall-run?goal=40&walls=25,waist&ruling.obstacle-split=B", "1 turn, 1 fewer than in the clear"),
        ("bn/wall-run?goal=5&walls=0,waist&pace=shoot", "1 turn; 1 shot, with the penalty"),
    ],
)
def test_the_headline_is_a_plain_sentence(link: str, headline: str) -> None:
    assert ask(link).headline == headline


def test_a_weapon_behind_a_wall_is_silent_for_the_wall() -> None:
    steps = {step.label: step.rule for step in ask("bn/fire-after-move?moved=6&wall=yes").outcome.steps}
    assert steps["pistol: no, for 6 cm is more than the 5 cm left by the obstacle"] == "bn.movement.obstacle-1-fire"
    steps = {step.label: step.rule for step in ask("bn/fire-after-move?moved=4&wall=yes").outcome.steps}
    assert steps["RPG: no, for the obstacle takes more of a move than an RPG allows"] == "bn.movement.rpg-5"


def test_an_obstacle_is_paid_for_as_what_it_is() -> None:
    def labels(link: str) -> list[str]:
        return [step.label for step in ask(link).outcome.steps if step.rule == "bn.shooting.mod-moved"]

    assert labels("bn/action?weapon=ar&moved=2&obstacle=waist&beyond=1&distance=20") == ["the penalty for moving"]
    assert labels("bn/action?weapon=ar&moved=7&distance=20") == ["moved 7 cm"]
