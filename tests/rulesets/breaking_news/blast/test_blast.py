"""Tests of blast, scatter and smoke against brute force.

Every face of every die is counted, with nothing of the chapter's code.
"""

from fractions import Fraction
from itertools import product
from math import cos, hypot, pi, sin

import pytest

from asking import chances, value
from drillbook import ask, library

FACES = range(1, 7)
WIDTH = {
    "grenade": 5,
    "grenade-launcher": 5,
    "rpg": 5,
    "heavy-at": 5,
    "tank": 7,
    "light-mortar": 10,
    "heavy-mortar": 30,
}
ROCKET = ["short", "short", "left", "left", "right", "right"]
THROWN = ["short", "short", "left", "right", "over", "over"]
SHELL = ["over", "over", "left", "left", "right", "right"]
TABLE = {"grenade": THROWN, "grenade-launcher": THROWN, "rpg": ROCKET, "heavy-at": ROCKET, "tank": SHELL}
STEP = {"tank": 5}
TO = {"short": (0, -1), "over": (0, 1), "left": (-1, 0), "right": (1, 0)}
SAVE = {"r1": 2, "r2": 3, "r3": 3, "r4": 4, "r5": 5, "irr1": 4, "irr2": 5, "irr3": 5}


def saves(figure: int, bonus: bool) -> Fraction:
    """Return the chance that a die saves: no 1, and the figure reached with the bonus."""
    return Fraction(sum(face != 1 and face + bonus >= figure for face in FACES), len(FACES))


def lies(weapon: str, need: int, die: int, way: int, table: list[str]) -> tuple[int, int] | None:
    """Where the template lies after these two dice; None for a misfire."""
    if die >= need:
        return 0, 0
    if die == 1:
        return None
    far = STEP.get(weapon, 3) * (need - die)
    x, y = TO[table[way - 1]]
    return far * x, far * y


def under(at: tuple[int, int] | None, man: tuple[float, float], reach: float) -> bool:
    return at is not None and hypot(at[0] - man[0], at[1] - man[1]) <= reach + 1e-9


MEN = [
    (0, 0, "r4", "enemy"),
    (2.5, 0, "irr3", "enemy"),
    (0, 5, "r2", "enemy"),
    (-3, 0, "r4", "friend"),
    (4.5, -4, "r1", "friend"),
]
ROWS = ";".join(f"{x:g},{y:g},{troops},no,{side}" for x, y, troops, side in MEN)


@pytest.mark.parametrize("weapon", TABLE)
@pytest.mark.parametrize("need", [2, 4, 5, 7])
@pytest.mark.parametrize(
    "readings", ["", "burst-area", "model-point", "grenade-launcher-scatter", "heavy-at-area", "scatter-example"]
)
def test_every_pair_of_dice(weapon: str, need: int, readings: str) -> None:
    width, table = WIDTH[weapon], TABLE[weapon]
    if readings == "grenade-launcher-scatter" and weapon == "grenade-launcher":
        table = ROCKET
    if readings == "scatter-example" and weapon in ("rpg", "heavy-at"):
        table = ["short", "short", "left", "right", "right", "right"]
    if readings == "heavy-at-area" and weapon == "heavy-at":
        width = 7
    reach = width if readings == "burst-area" else width / 2
    reach += 1.25 if readings == "model-point" else 0
    address = f"bn/scatter?weapon={weapon}&laid=number&need={need}&missed-shots=yes&base=2.5&men={ROWS}"
    address += f"&ruling.{readings}=B" if readings else ""
    told, counted = value(address), chances(address)
    seen: dict[int, Fraction] = {}
    touched = [Fraction(0)] * len(MEN)
    friend = target = nothing = Fraction(0)
    for die, way in product(FACES, FACES):
        share = Fraction(1, 36)
        at = lies(weapon, need, die, way, table)
        hits = [under(at, (x, y), reach) for x, y, _, _ in MEN]
        touched = [old + share * hit for old, hit in zip(touched, hits, strict=True)]
        enemies = sum(hits[:3])
        seen[enemies] = seen.get(enemies, Fraction(0)) + share
        friend += share * any(hits[3:])
        target += share * under(at, (0, 0), reach)
        nothing += share * (at is None)
    assert counted == seen
    assert (told["friend"], told["target"], told["nothing"]) == (friend, target, nothing)
    assert told["enemies"] == sum(touched[:3])
    lost = [chance * (1 - saves(SAVE[man[2]], man[3] == "friend")) for chance, man in zip(touched, MEN, strict=True)]
    assert (told["lost_enemies"], told["lost_friends"]) == (sum(lost[:3]), sum(lost[3:]))


@pytest.mark.parametrize("weapon", TABLE)
@pytest.mark.parametrize("need", range(2, 9))
def test_the_tables_side_by_side(weapon: str, need: int) -> None:
    told = value(f"bn/miss-directions?weapon={weapon}&need={need}")
    ways = dict.fromkeys(("short", "over", "left", "right", "hit", "nothing"), Fraction(0))
    farthest = 0
    for die, way in product(FACES, FACES):
        at = lies(weapon, need, die, way, TABLE[weapon])
        name = "nothing" if at is None else "hit" if die >= need else TABLE[weapon][way - 1]
        ways[name] += Fraction(1, 36)
        farthest = max(farthest, *(abs(part) for part in at or (0, 0)))
    assert told == {**ways, "farthest": farthest or None}


@pytest.mark.parametrize("weapon", TABLE)
@pytest.mark.parametrize("need", [2, 4, 7])
def test_the_dice_on_the_table(weapon: str, need: int) -> None:
    for die, way in product(FACES, FACES):
        told = value(f"bn/missed-shot?weapon={weapon}&need={need}&rolled={die}&direction={way}&base=0&men=3,0,enemy")
        at = lies(weapon, need, die, way, TABLE[weapon])
        words = "misfire" if at is None else "on target" if die >= need else TABLE[weapon][way - 1]
        assert told["lands"] == words
        assert (told["x"], told["y"]) == (at or (None, None))
        assert told["under"] == ("1" if under(at, (3, 0), WIDTH[weapon] / 2) else "nobody")


@pytest.mark.parametrize(
    ("weapon", "reach"), [("grenade", 2.5), ("rpg", 2.5), ("tank", 3.5), ("light-mortar", 5), ("heavy-mortar", 15)]
)
@pytest.mark.parametrize("troops", SAVE)
def test_a_burst_at_its_rim(weapon: str, reach: float, troops: str) -> None:
    saved = saves(3 if weapon == "heavy-mortar" else SAVE[troops], True)
    men = f"{reach:g},0,{troops},yes;0,{-reach:g},{troops},yes;{reach + 0.5:g},0,{troops},yes"
    told = value(f"bn/burst?weapon={weapon}&base=2.5&men={men}")
    assert (told["under"], told["count"]) == ("1, 2", 2)
    assert told["all_survive"] == saved**2
    assert told["lost"] == 2 * (1 - saved)
    assert chances(f"bn/burst?weapon={weapon}&base=2.5&men={men}")[1] == 2 * saved * (1 - saved)


PLACES = [(0, 2), (-8, 0), (3, 4), (9, 12), (0, 0), (-2.5, 0.5)]


@pytest.mark.parametrize("need", range(2, 9))
@pytest.mark.parametrize("small", [False, True])
def test_the_opponent_turns_the_mortar_bomb(need: int, small: bool) -> None:
    """Tries every direction of a fine fan, the man's own among them, for every face."""
    reach = 2.5 if small else 5
    for x, y in PLACES:
        own = [(x / hypot(x, y), y / hypot(x, y)), (-x / hypot(x, y), -y / hypot(x, y))] if x or y else []
        fan = [(cos(2 * pi * i / 90), sin(2 * pi * i / 90)) for i in range(90)] + own
        least = most = target = Fraction(0)
        for die in FACES:
            far = 3 * max(0, need - die)
            hits = [hypot(far * dx - x, far * dy - y) <= reach + 1e-9 for dx, dy in fan]
            least += Fraction(all(hits), 6)
            most += Fraction(any(hits), 6)
            target += Fraction(far <= reach, 6)
        ruling = "&ruling.light-mortar-template=B" if small else ""
        told = value(f"bn/light-mortar?laid=number&need={need}&missed-shots=no&base=0&men={x:g},{y:g},friend{ruling}")
        assert (told["first_least"], told["first_most"], told["friend"], told["target"]) == (least, most, most, target)


@pytest.mark.parametrize("need", [2, 5, 8])
def test_the_mortar_by_the_scatter_table(need: int) -> None:
    for x, y in PLACES:
        told = value(f"bn/light-mortar?laid=number&need={need}&missed-shots=yes&base=0&men={x:g},{y:g},enemy")
        pairs = [lies("grenade", need, die, way, THROWN) for die, way in product(FACES, FACES)]
        chance = Fraction(sum(under(at, (x, y), 5) for at in pairs), 36)
        assert told["first_least"] == told["first_most"] == chance
        assert told["target"] == Fraction(sum(under(at, (0, 0), 5) for at in pairs), 36)


@pytest.mark.parametrize(
    ("thrower", "distance", "need", "step"), [("hand", 10, 4, 1), ("launcher", 25, 4, 3), ("launcher", 51, 6, 3)]
)
@pytest.mark.parametrize("life", ["A", "B"])
@pytest.mark.parametrize("parity", ["A", "B"])
@pytest.mark.parametrize("picks", ["A", "B"])
def test_two_turns_of_smoke(
    thrower: str, distance: int, need: int, step: int, life: str, parity: str, picks: str
) -> None:
    far = "throw" if thrower == "hand" else "distance"
    address = f"bn/smoke?thrower={thrower}&first=thrown&{far}={distance}&troops=r4&hour=12&points=0,0"
    address += f"&ruling.smoke-life={life}&ruling.smoke-parity={parity}&ruling.smoke-direction={picks}"
    told, counted = value(address), chances(address)
    seen: dict[int, Fraction] = {}
    now = Fraction(0)
    for die, one, two, extra in product(FACES, FACES, FACES, FACES):
        first = step * max(0, need - die)
        now += Fraction(first <= 5, 6**4)
        total = one + two
        even = (total if parity == "A" else extra) % 2 == 0
        still = life == "B" or (picks == "B" and first == 0)
        at = first if still else first + (total if even else -total)
        seen[at] = seen.get(at, Fraction(0)) + Fraction(1, 6**4)
    assert counted == seen
    assert told["now"] == now
    assert told["turns"] == (2 if life == "A" else 1)
    assert told["later"] == (sum(share for at, share in seen.items() if abs(at) <= 5) if life == "A" else 0)


@pytest.mark.parametrize("aside", [-5.5, -5, -3, 0, 4, 5, 5.5])
@pytest.mark.parametrize("along", [-6, -5, -4, 0, 10, 20, 24, 25, 26])
def test_smoke_beside_a_line_of_fire(aside: float, along: int) -> None:
    """Smoke beside a line of fire blocks a shot exactly if the line crosses the cloud.

    The test walks along the line of fire in steps of 0.01 cm and checks whether any step lies in the cloud (radius 5 cm).
    """
    steps = (i / 100 for i in range(2001))
    inside = any(hypot(aside, along - step) <= 5 + 1e-9 for step in steps)
    address = f"bn/through-smoke?weapon=ar-single&distance=20&troops=r3&along={along}&aside={aside:g}"
    assert ask(address).refused == inside
    told = value(f"{address}&ruling.smoke-effect=B")
    assert (told["in_the_way"], told["needed"]) == (inside, 4 if inside else 3)


def test_the_smoke_moves_along_the_clock() -> None:
    """On a hit the smoke moves the drift away in the direction of the chosen hour.

    A cloud of radius 5 cm touches a place 12 cm off if it drifts 7 to 12 cm onward. An even total of two dice drifts
    onward.
    """
    for hour, (x, y) in {12: (0, 12), 3: (12, 0), 6: (0, -12), 9: (-12, 0)}.items():
        found = ask(f"bn/smoke?thrower=hand&first=landed&off=0&hour={hour}&points={x},{y}")
        later = next(one for one in found.outcome.exhibits if one.name == "later")
        totals = [one + two for one, two in product(FACES, FACES)]
        reached = sum(total % 2 == 0 and 7 <= total <= 12 for total in totals)
        assert later.figures[0].touched == Fraction(reached, 36)


def test_the_table_of_templates_agrees_with_its_neighbours() -> None:
    """Two widths stand in other chapters as well."""
    rules = library().find("bn")
    rows = rules.table("areas").rows
    assert rows["support"].cells["width"] == rules.rule("support.template").value
    assert rows["extra"].cells["width"] == rules.rule("army.mortars-template").value
