"""Tests of reaction and covering fire against brute force.

Every face of every die is counted, with nothing of the chapter's code.
"""

from fractions import Fraction
from itertools import product

import pytest

from drillbook import ask
from drillbook.asking.answers.simulation import simulate
from drillbook.errors import Contradiction

FACES = range(1, 7)
COVERING = {
    "pistol": (1, None),
    "rifle": (1, 1),
    "ar": (3, 2),
    "smg": (4, 2),
    "lmg": (5, 4),
    "mmg": (6, 5),
    "hmg": (7, 6),
}
BONUS = {"r1": 4, "r2": 3, "r3": 2, "r4": 1, "r5": 0, "irr1": 1, "irr2": 0, "irr3": 0}
SAVE = {"r1": 2, "r2": 3, "r3": 3, "r4": 4, "r5": 5, "irr1": 4, "irr2": 5, "irr3": 5}


def flat(address: str) -> dict[str, object]:
    found = ask(address)
    assert not found.refused, found.headline
    value = found.outcome.flat()
    assert isinstance(value, dict)
    return value


def share(good: int, of: int) -> Fraction:
    return Fraction(good, of)


def caught(value: int, dice: int) -> Fraction:
    """Return the share of all throws of so many dice that total the value or less.

    No covering fire (0) catches nobody.
    """
    throws = list(product(FACES, repeat=dice))
    return share(sum(sum(throw) <= value for throw in throws), len(throws)) if value else Fraction(0)


def saves(figure: int, bonus: bool) -> Fraction:
    """Return the chance that a die saves: no 1, and the figure reached with the bonus."""
    return share(sum(face != 1 and face + bonus >= figure for face in FACES), len(FACES))


@pytest.mark.parametrize("weapon", COVERING)
@pytest.mark.parametrize("troops", BONUS)
@pytest.mark.parametrize("distance", [0, 24, 25, 26, 49, 50, 51])
def test_one_weapon_at_each_edge(weapon: str, troops: str, distance: int) -> None:
    empty = "" if weapon in ("ar", "lmg") else "ar=0&lmg=0&"
    others = {"ar": "lmg=0&", "lmg": "ar=0&"}.get(weapon, "")
    found = ask(f"bn/covering-fire?{empty}{others}{weapon}=1&distance={distance}&troops={troops}&bunker=no")
    near, far = COVERING[weapon]
    worth = near if distance <= 25 else far
    if distance > 50 or worth is None:
        assert found.refused
        return
    value = min(9, worth + BONUS[troops])
    told = found.outcome.flat()
    assert told["value"] == value
    assert told["hit_outside"] == caught(value, 2) == told["hit"]
    assert told["hit_in_bunker"] == caught(value, 3)


@pytest.mark.parametrize("value", range(10))
@pytest.mark.parametrize("bunker", [False, True])
@pytest.mark.parametrize("troops", SAVE)
def test_one_man_through_covering_fire(value: int, bunker: bool, troops: str) -> None:
    told = flat(f"bn/covering-test?value={value}&troops={troops}&bunker={'yes' if bunker else 'no'}")
    hit, saved = caught(value, 3 if bunker else 2), saves(SAVE[troops], bunker)
    assert told["fires"] == told["unhurt"] == 1 - hit
    assert told["suppressed"] == hit * saved
    assert told["removed"] == hit * (1 - saved)


@pytest.mark.parametrize("each", ["A", "B"])
@pytest.mark.parametrize("late", ["A", "B"])
@pytest.mark.parametrize("crewed", ["A", "B"])
@pytest.mark.parametrize(("value", "bunker", "crew", "shots"), [(9, True, 1, 3), (6, False, 2, 2), (8, True, 3, 2)])
def test_crews_and_shots(each: str, late: str, crewed: str, value: int, bunker: bool, crew: int, shots: int) -> None:
    """Walks every branch of test, save and shot by recursion."""
    hit, saved = caught(value, 3 if bunker else 2), saves(SAVE["irr3"], bunker)
    ends: dict[tuple[bool, bool, int], Fraction] = {}

    def walk(left: int, able: int, tested: bool, struck: bool, lost: bool, fired: int, chance: Fraction) -> None:
        if not chance:
            return
        if not left:
            key = (struck, lost, fired)
            ends[key] = ends.get(key, Fraction(0)) + chance
            return
        if not able:
            walk(0, able, tested, struck, lost, fired, chance)
            return
        if tested and each == "B":
            walk(left - 1, able, tested, struck, lost, fired + 1, chance)
            return
        walk(left - 1, able, True, struck, lost, fired + 1, chance * (1 - hit))
        men = able if crewed == "A" else 1
        for fates in product((True, False), repeat=men):
            alive = sum(fates)
            weight = saved**alive * (1 - saved) ** (men - alive)
            shoots = able > men or (late == "B" and alive > 0)
            walk(left - 1, able - men, True, True, lost or alive < men, fired + shoots, chance * hit * weight)

    walk(shots, crew, False, False, False, 0, Fraction(1))
    readings = f"&ruling.covering-each-shot={each}&ruling.covering-hit-suppressed={late}&ruling.covering-crew={crewed}"
    # a reading that meets nothing to decide is refused nowhere: it may always be named
    told = flat(
        f"bn/covering-test?value={value}&troops=irr3&bunker={'yes' if bunker else 'no'}&crew={crew}&shots={shots}{readings}"
    )
    assert sum(ends.values()) == 1
    assert told["unhurt"] == sum((c for (struck, _, _), c in ends.items() if not struck), Fraction(0))
    assert told["removed"] == sum((c for (_, lost, _), c in ends.items() if lost), Fraction(0))
    assert told["fires_all"] == sum((c for (_, _, fired), c in ends.items() if fired == shots), Fraction(0))
    assert told["mean_shots"] == sum((fired * c for (_, _, fired), c in ends.items()), Fraction(0))


def test_every_cell_of_the_covering_table() -> None:
    for men, troops in product((1, 2, 3), BONUS):
        found = ask(f"bn/covering-table?men={men}&troops={troops}&bunker=no")
        grids = {exhibit.name: exhibit for exhibit in found.outcome.exhibits}
        precise = {"rifle": ("rifle", "rifle")}  # a precision rifle covers as a rifle does
        weapons = [one for weapon in COVERING for one in precise.get(weapon, (weapon,))]
        for row, (near, far) in zip(grids["values"].cells, (COVERING[one] for one in weapons), strict=True):
            assert list(row) == [None if one is None else min(9, men * one + BONUS[troops]) for one in (near, far)]
        for row, values in zip(grids["chances"].cells, grids["values"].cells, strict=True):
            assert list(row) == [None if one is None else caught(one, 2) for one in values]


@pytest.mark.parametrize("front", [1, 14, 15, 16, 30, 31, 45, 46])
def test_areas_of_a_front(front: int) -> None:
    told = flat(f"bn/covering-areas?front={front}&high=15&troops=r4&bunker=no&firers=1,1,ar,20")
    needed = next(areas for areas in range(1, 10) if areas * 15 >= front)
    assert told["needed"] == needed
    assert told["weakest"] == (4 if needed == 1 else 0)


@pytest.mark.parametrize(("men", "watchers", "rockets"), [(1, 1, 0), (4, 3, 1), (12, 8, 8), (5, 0, 3)])
@pytest.mark.parametrize("action", ["move", "shoot", "move-and-shoot"])
@pytest.mark.parametrize("group", [True, False])
def test_reactions_counted_one_by_one(men: int, watchers: int, rockets: int, action: str, group: bool) -> None:
    if group and men == 1:
        return  # one man alone is no group
    shots = 0
    for watcher in range(watchers + rockets):
        reactions = 1 if group else sum(1 for _ in range(men))
        shots += min(1, reactions) if watcher < rockets else reactions
    told = flat(
        f"bn/reactions?men={men}&watchers={watchers}&rockets={rockets}&action={action}&group={'yes' if group else 'no'}"
    )
    assert told["total"] == shots


@pytest.mark.parametrize(
    ("address", "input_name", "nearest"),
    [
        ("bn/covering-areas?front=15&firers=3,2,ar,32", "firers", ((1, 2, "ar", 32),)),
        ("bn/covering-areas?front=30&firers=1,1,ar,20;5,1,ar,20", "firers", ((1, 1, "ar", 20), (2, 1, "ar", 20))),
        ("bn/gauntlet?men=1&group=yes", "men", 2),
        ("bn/reactions?men=1&group=yes", "group", False),
    ],
)
def test_what_cannot_be_is_answered_with_what_can(address: str, input_name: str, nearest: object) -> None:
    with pytest.raises(Contradiction) as problem:
        ask(address)
    assert problem.value.instead == {input_name: nearest}


NEEDED = {"ar-single": (3, 4, 5, 6), "sniper": (2, 3, 4, 5), "lmg": (4, 5, 6, 6), "ar-burst": (4, 6, None, None)}
THROWN = {"ar-single": 1, "sniper": 1, "lmg": 4, "ar-burst": 3}


def needs(weapon: str, distance: int, change: int = 0) -> tuple[int | None, int]:
    """Return the number a die needs, and the dice.

    A burst pays with dice for what is past the highest face. The number is None if the weapon cannot hit at that distance.
    """
    column = next((place for place, reach in enumerate((25, 50, 100, 150)) if distance <= reach), None)
    printed = None if column is None else NEEDED[weapon][column]
    if printed is None:
        return None, 0
    over = max(0, printed + change - 6) if THROWN[weapon] > 1 else 0
    return printed + change - over, max(0, THROWN[weapon] - over)


def outcome_of_shot(needed: int, dice: int, figure: int, bonus: bool) -> dict[str, Fraction]:
    """Every face of every shooting die, and for each hit every face of a saving die."""
    saved = saves(figure, bonus)
    result = {"unhurt": Fraction(0), "suppressed": Fraction(0), "removed": Fraction(0)}
    throws = list(product(FACES, repeat=dice))
    for throw in throws:
        hits = sum(face >= needed for face in throw)
        alive = saved**hits
        weight = share(1, len(throws))
        result["removed"] += weight * (1 - alive)
        result["suppressed" if hits else "unhurt"] += weight * alive
    return result


@pytest.mark.parametrize("weapon", NEEDED)
@pytest.mark.parametrize("target", ["man", "vehicle"])
@pytest.mark.parametrize(
    ("distance", "angle"), [(25, 0), (26, 45), (49, 46), (50, 45), (51, 44), (100, 0), (101, 90), (151, 0)]
)
def test_who_may_react(weapon: str, target: str, distance: int, angle: int) -> None:
    told = flat(
        f"bn/opportunity-fire?weapon={weapon}&target={target}&distance={distance}&angle={angle}&troops=r4&trigger=move"
    )
    needed, dice = needs(weapon, distance)
    near = distance <= 50 or target == "vehicle" or weapon == "sniper"
    assert told["allowed"] == (near and needed is not None and angle <= 45)
    if told["allowed"]:
        assert (told["needed"], told["dice"]) == (needed, dice)
        assert told["hit"] == 1 - outcome_of_shot(needed or 0, dice, 4, False)["unhurt"]


@pytest.mark.parametrize("distance", [4, 5, 6])
@pytest.mark.parametrize("weapon", NEEDED)
@pytest.mark.parametrize("suppressed", [True, False])
@pytest.mark.parametrize("value", [0, 6])
def test_a_dodge(distance: int, weapon: str, suppressed: bool, value: int) -> None:
    """Dodges are tested against covering fire first, and the shot follows.

    A shot is harder against a man who has got away, and against a suppressed man who lies flat, 40 cm off. A man further
    than 5 cm from cover, a suppressed man and the target of a sniper cannot dodge.
    """
    told = flat(
        f"bn/dodge?reaction=dodge&cover-distance={distance}&weapon={weapon}&distance=40&shooter=r3&troops=r4"
        f"&suppressed={'yes' if suppressed else 'no'}&value={value}"
    )
    may = distance <= 5 and weapon != "sniper" and not suppressed
    prone = suppressed and weapon != "sniper"
    plain = outcome_of_shot(*_known(needs(weapon, 40, 1 if prone else 0)), 4, suppressed)
    moved = outcome_of_shot(*_known(needs(weapon, 40, 1 if may else 0)), 4, False) if may else plain
    hit = caught(value, 2) if may else Fraction(0)
    saved = saves(4, False)
    assert told["allowed"] == may
    assert told["unhurt"] == (1 - hit) * moved["unhurt"]
    assert told["removed"] == (1 - hit) * moved["removed"] + hit * (1 - saved) + hit * saved * plain["removed"]
    assert told["unhurt"] + told["suppressed"] + told["removed"] == 1


def _known(pair: tuple[int | None, int]) -> tuple[int, int]:
    assert pair[0] is not None
    return pair[0], pair[1]


ORDER = ("unhurt", "suppressed", "removed")
RUNS = [
    ("lmg,40,irr1,bunker;ar-single,20,r4,cover", 9, 1, False, False),
    ("lmg,40,irr1,clear;ar-single,20,r4,swept", 7, 2, False, True),
    ("ar-single,51,r4,clear;sniper,90,r4,swept;ar-burst,30,r3,clear", 5, 2, False, False),
    ("ar-single,20,r4,swept;sniper,90,r4,clear", 8, 3, True, False),
]


@pytest.mark.parametrize(("watchers", "value", "men", "group", "waits"), RUNS)
def test_the_gauntlet_branch_by_branch(watchers: str, value: int, men: int, group: bool, waits: bool) -> None:
    """One recursion over every attempt; each attempt's chances come from counted faces.

    A man who is down in the open counts as in cover beyond 25 cm; a group is shot at all at once, so nobody is down yet.
    """
    posts = []
    for line in watchers.split(";"):
        weapon, distance, _, place = line.split(",")
        far = int(distance) > 50 and weapon != "sniper"
        hit = Fraction(0) if place == "clear" else caught(value, 3 if place == "bunker" else 2)
        lies_flat = int(distance) > 25 and not group
        shots = [
            None if far else outcome_of_shot(*_known(needs(weapon, int(distance), covered)), SAVE["r2"], bool(covered))
            for covered in (0, int(lies_flat))
        ]
        posts.append((shots, hit))
    attempts = [(man, post) for man in range(1 if group else men) for post in range(len(posts))]
    ends = dict.fromkeys(ORDER, Fraction(0))
    mean = Fraction(0)

    def walk(place: int, out: frozenset[int], man: str, worst: str, gone: int, chance: Fraction) -> None:
        nonlocal mean
        if place == len(attempts):
            ends[worst] += chance
            mean += chance * gone
            return
        number, post = attempts[place]
        here = "unhurt" if place and attempts[place - 1][0] != number else man
        shots, hit = posts[post]
        shot = shots[here != "unhurt"]
        gone_already = here == "removed" and not group
        if shot is None or post in out or (waits and here != "unhurt") or gone_already:
            walk(place + 1, out, here, worst, gone, chance)
            return
        if hit:
            walk(place + 1, out | {post}, here, worst, gone, chance * hit)
        for fate, weight in shot.items():
            if weight:
                after = max(here, fate, key=ORDER.index)
                fell = after == "removed" and here != "removed"
                walk(
                    place + 1, out, after, max(worst, after, key=ORDER.index), gone + fell, chance * (1 - hit) * weight
                )

    walk(0, frozenset(), "unhurt", "unhurt", 0, Fraction(1))
    told = flat(
        f"bn/gauntlet?men={men}&group={'yes' if group else 'no'}&troops=r2&value={value}&watchers={watchers}"
        + ("" if group else f"&waits={'yes' if waits else 'no'}")
    )
    assert {name: told[name] for name in ORDER} == ends
    assert told["mean_removed"] == mean


SIMULATED = [
    "bn/covering-fire?ar=1&lmg=1&distance=32&troops=r2&bunker=yes",
    "bn/covering-fire?ar=1&lmg=0&distance=40&troops=r4&bunker=no&others=1,smg,20,r4&ruling.covering-bonus=B",
    "bn/covering-test?value=8&troops=irr3&bunker=yes&crew=2&shots=3",
    "bn/covering-test?value=7&troops=r3&bunker=no&shots=2&ruling.covering-each-shot=B",
    "bn/dodge?reaction=dodge&weapon=ar-burst&distance=20&shooter=r3&troops=r4&cover-distance=4&value=6",
    "bn/opportunity-fire?weapon=lmg&distance=30&troops=irr3",
    "bn/dodge?reaction=fire&weapon=lmg&distance=20&shooter=r3&troops=r4&value=7",
    "bn/dodge?reaction=dodge&weapon=ar-single&distance=20&shooter=r3&troops=r4&cover-distance=4&value=6&ruling.dodge-cover=B"
    "&ruling.dodge-suppressed=B",
    "bn/dodge?reaction=ground&weapon=lmg&distance=30&shooter=r3&troops=r1&cover-distance=9",
    "bn/gauntlet?men=2&troops=r2&value=8&watchers=lmg,40,irr3,bunker;rpg,20,r4,swept;ar-burst,30,r3,clear",
    "bn/gauntlet?men=1&troops=r2&value=6&waits=yes&watchers=ar-burst,20,irr3,cover;ar-single,20,r4,swept",
]


@pytest.mark.parametrize("address", SIMULATED)
def test_thrown_dice_agree(address: str) -> None:
    """Thirty thousand throws lie within five standard deviations of the exact chances."""
    found = ask(address)
    throws = 30_000
    counts = list(simulate(found, throws, seed=7))[-1].counts
    exact = found.outcome.distribution
    assert set(counts) <= set(exact.outcomes)
    for outcome, chance in exact.items():
        spread = (throws * chance * (1 - chance)) ** Fraction(1, 2)
        assert abs(counts[outcome] - throws * chance) <= 5 * spread + 1, outcome
