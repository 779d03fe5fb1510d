"""Tests of ranged combat against brute force.

Faces are enumerated one by one, a firefight is followed man by man, and dice are compared with exact chances.
"""

from collections import defaultdict
from fractions import Fraction
from itertools import product

import pytest

from asking import comes_near
from drillbook import ask
from drillbook.asking.answers.results import Breakdown
from drillbook.asking.answers.simulation import simulate
from drillbook.errors import Contradiction

FACES = range(1, 13)
DS = {"civilian": 4, "green": 4, "regular": 5, "veteran": 5, "elite": 6}
CS = {"civilian": -2, "green": -1, "regular": 0, "veteran": 1, "elite": 2}
GL = {"civilian": 6, "green": 5, "regular": 4, "veteran": 3, "elite": 2}


def outcome(address: str) -> Breakdown:
    found = ask(address).outcome
    assert isinstance(found, Breakdown), found
    return found


def hits(face: int, needed: int) -> bool:
    return face == 12 or face >= needed


@pytest.mark.parametrize("grade", DS)
@pytest.mark.parametrize(("men", "shots"), [(1, 3), (2, 3), (3, 2)])
def test_a_volley_face_by_face(grade: str, men: int, shots: int) -> None:
    needed = DS[grade] + 3 + 1  # rubble, long range, regular firers
    fallen: dict[int, int] = defaultdict(int)
    for faces in product(FACES, repeat=shots):
        fallen[min(men, sum(hits(face, needed) for face in faces))] += 1
    found = outcome(f"bon/volley?firers={shots}&firer=regular&distance=20&men={men}&target={grade}&ground=rubble")
    assert found.distribution is not None
    assert dict(found.distribution.items()) == {lost: Fraction(n, 12**shots) for lost, n in fallen.items()}


@pytest.mark.parametrize("scope", "ABC")
def test_surplus_hits_walked_down_the_lane(scope: str) -> None:
    shots, target, behind = 4, 1, [(1, 5 + 12), (2, 5)]  # a man in a trench, then two in the open; regulars throughout
    lost = [Fraction(0), Fraction(0)]
    for faces in product(FACES, repeat=shots):
        left = {max(0, sum(hits(face, 5) for face in faces) - target): Fraction(1, 12**shots)}
        for place, (men, needed) in enumerate(behind):
            after: dict[int, Fraction] = defaultdict(Fraction)
            for count, weight in left.items():
                if scope == "C" and place:
                    count = 0
                if scope == "B":
                    p = Fraction(max(1, 13 - needed), 12)
                    ways = [(bits, sum(bits)) for bits in product((0, 1), repeat=count)]
                    rolled = [(good, p**good * (1 - p) ** (count - good)) for _, good in ways]
                else:
                    rolled = [(count, Fraction(1))]
                for good, chance in rolled:
                    lost[place] += weight * chance * min(men, good)
                    after[max(0, good - men)] += weight * chance
            left = after
    found = outcome(
        f"bon/equalizer?scored=to-roll&shots={shots}&weapon=rifle&firer=regular&distance=8&men={target}"
        f"&units=9,enemy,1,regular,trenches,no;10,friend,2,regular,clear,no&ruling.equalizer-scope={scope}"
    ).flat()
    # at eight inches and beyond it is medium range: no modifier
    assert (found["enemies"], found["friends"]) == tuple(lost)


#: Of the six reactions of a grade, those that leave a man his shot: prone, take cover, berserk.
SHOOT = {grade: Fraction(many, 6) for grade, many in zip(GL, (1, 1, 3, 5, 5), strict=True)}
Side = tuple[int, int, bool, int, bool]  # men, GL, leader alive, triggers not yet tested for, panicked


def told_man_by_man(grades: tuple[str, str], sizes: tuple[int, int], turns: int) -> dict[str, Fraction]:
    """Return how a fight in the open at medium range ends, by recursion over every die.

    Both sides have rifles; the first side fires first.
    """
    ends: dict[str, Fraction] = defaultdict(Fraction)

    def shake(side: Side, was: int, start: int, lost: int, pinned: bool) -> list[tuple[Fraction, Side]]:
        men, gl, leader, pending, _panicked = side
        if not men:
            return [(Fraction(1), side)]
        found = []
        for falls in (True, False):
            chance = Fraction(lost, was) if leader else Fraction(0)
            chance = chance if falls else 1 - chance
            if chance:
                gained = falls + (men * 2 <= start < was * 2) + pinned
                now = min(7, gl + gained)
                found.append((chance, (men, now, leader and not falls, pending + gained, now >= 7)))
        return found

    def go(sides: tuple[Side, Side], turn: int, by: int, weight: Fraction) -> None:
        if turn == turns or any(not side[0] or side[4] for side in sides):
            out = tuple(not side[0] or side[4] for side in sides)
            for whose, (men, *_, panicked) in zip(("us", "them"), sides, strict=True):
                ends[f"panic takes {men} of {whose}"] += weight * panicked
            ends[{(True, True): "neither", (False, True): "won", (True, False): "lost"}.get(out, "open")] += weight
            return
        own, other = sides[by], sides[1 - by]
        if own[3]:  # one test for all that has happened
            good = Fraction(max(0, 7 - own[1]), 6)
            calm = max(min(own[1], GL[grades[by]]), own[1] - 1)
            options = [(good, calm), (1 - good, own[1])]
        else:
            options = [(Fraction(1), own[1])]
        for chance, gl in options:
            if chance:
                fire((own[0], gl, own[2], 0, False), other, turn, by, weight * chance)

    def fire(own: Side, other: Side, turn: int, by: int, weight: Fraction) -> None:
        needed = DS[grades[1 - by]] - CS[grades[by]]
        back = DS[grades[by]] - CS[grades[1 - by]]
        plain = Fraction(sum(hits(face, needed) and face != 12 for face in FACES), 12)
        kinds = {"miss": 1 - plain - Fraction(1, 12), "hit": plain, "critical": Fraction(1, 12)}
        for shots in product(kinds, repeat=own[0]):
            chance = weight
            for shot in shots:
                chance *= kinds[shot]
            if not chance:
                continue
            scored = [shot for shot in shots if shot != "miss"][: other[0]]
            men = other[0] - len(scored)
            after = shake((men, *other[1:]), other[0], sizes[1 - by], len(scored), turn == 1)
            answers = sum(shot == "hit" for shot in scored) if by == 0 else 0
            q = Fraction(sum(hits(face, back) for face in FACES), 12)
            for felled in product((0, 1), repeat=answers):
                luck = q ** sum(felled) * (1 - q) ** (answers - sum(felled))
                gone = min(own[0], sum(felled))
                hurt = (
                    shake((own[0] - gone, *own[1:]), own[0], sizes[by], gone, False) if gone else [(Fraction(1), own)]
                )
                for one, theirs in after:
                    for two, mine in hurt:
                        pair = (mine, theirs) if by == 0 else (theirs, mine)
                        step = (turn, 1) if by == 0 else (turn + 1, 0)
                        if luck:
                            go(pair, *step, chance * luck * one * two)

    first, second = ((size, GL[grade], True, 0, False) for size, grade in zip(sizes, grades, strict=True))
    go((first, second), 0, 0, Fraction(1))
    return ends


@pytest.mark.parametrize(
    ("grades", "sizes", "turns"),
    [
        (("regular", "regular"), (1, 1), 3),
        (("regular", "green"), (2, 2), 2),
        (("civilian", "veteran"), (2, 2), 2),
        (("green", "elite"), (3, 2), 1),
        (("green", "green"), (2, 3), 2),
    ],
)
def test_a_firefight_man_by_man(grades: tuple[str, str], sizes: tuple[int, int], turns: int) -> None:
    wanted = told_man_by_man(grades, sizes, turns)
    found = outcome(
        f"bon/firefight?distance=12&turns={turns}&first=ours&men={sizes[0]}&grade={grades[0]}&enemy-men={sizes[1]}&enemy={grades[1]}"
    ).flat()
    assert (found["won"], found["lost"], found["open"]) == (wanted["won"], wanted["lost"], wanted["open"])
    for whose, grade, chance in zip(("we", "they"), grades, (found["we_panic"], found["they_panic"]), strict=True):
        whom = {"we": "us", "they": "them"}[whose]
        broken = {men: wanted[f"panic takes {men} of {whom}"] for men in range(1, max(sizes) + 1)}
        assert chance == sum(broken.values())
        nobody = sum(weight * (1 - SHOOT[grade]) ** men for men, weight in broken.items())
        assert found[f"{whose}_still_shoot"] == (1 - nobody / chance if chance else None)


DICE = [
    "bon/to-hit?firer=green&distance=20&target=regular&ground=rubble",
    "bon/volley?firers=5&weapon=lmg&firer=regular&distance=10&men=6&target=regular&ruling.lmg-scatter=C",
    "bon/volley?firers=2&weapon=lmg&firer=regular&distance=10&men=2&target=regular&ruling.lmg-scatter=B",
    "bon/return-shot?firer=veteran&target=elite&distance=5",
    "bon/return-shot?firer=regular&target=regular&hero=yes&distance=14",
    "bon/return-shot?firer=green&target=elite&hero=yes&distance=10&ruling.hero-hit-location=C",
    "bon/equalizer?scored=to-roll&shots=6&weapon=rifle&firer=regular&distance=8&men=4",
    "bon/firefight?men=4&lmgs=1&grade=green&enemy-men=5&enemy=regular&enemy-ground=rubble&turns=3&first=theirs",
    "bon/firefight?men=3&grade=civilian&enemy-men=4&enemy=green&turns=2&ruling.civilian-hair-trigger=B&ruling.gl-standing=B",
    "bon/firefight?men=3&grade=civilian&enemy-men=3&enemy=civilian&turns=2&ruling.civilian-hair-trigger=B&ruling.glory-timing=C",
    "bon/firefight?men=2&lmgs=2&grade=veteran&enemy-men=4&enemy=regular&turns=2&distance=10&ruling.lmg-scatter=C",
]


@pytest.mark.parametrize("address", DICE)
def test_dice_fall_as_the_chances_say(address: str) -> None:
    comes_near(address, seed=11)


def test_a_large_fight_is_rolled() -> None:
    found = ask("bon/firefight?men=10&enemy-men=9&turns=2")
    assert isinstance(found.outcome, Breakdown)
    assert found.outcome.to_roll
    assert found.outcome.distribution is None
    *_, last = simulate(found, 200, seed=3)
    assert sum(last.counts.values()) == 200


def test_what_cannot_be() -> None:
    with pytest.raises(Contradiction, match="more LMGs than men"):
        ask("bon/firefight?men=1&lmgs=2")
    with pytest.raises(Contradiction, match="nearer to the firers"):
        ask("bon/equalizer?distance=12&units=11,enemy,2,regular,clear,no")
