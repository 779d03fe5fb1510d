"""Tests of saves, suppression and the wounded against brute force.

Every face of every die is tried, with nothing of the chapter's code.
"""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from asking import chances, comes_near, value
from drillbook import ask
from drillbook.errors import Contradiction

FACES = range(1, 7)
SAVE = {"r1": 2, "r2": 3, "r3": 3, "r4": 4, "r5": 5, "irr1": 4, "irr2": 5, "irr3": 5}
NERVE = {"r1": 5, "r2": 4, "r3": 4, "r4": 3, "r5": 2, "irr1": 4, "irr2": 3, "irr3": 2}


def saves(face: int, figure: int, bonus: int) -> bool:
    return face != 1 and face + bonus >= figure


def share(good: int, faces: int = 6) -> Fraction:
    return Fraction(good, faces)


@pytest.mark.parametrize("troops", SAVE)
@pytest.mark.parametrize("hits", [1, 2, 3])
@pytest.mark.parametrize(("leader", "protected"), [("no", "no"), ("yes", "no"), ("no", "yes"), ("yes", "yes")])
def test_saves_against_hits(troops: str, hits: int, leader: str, protected: str) -> None:
    told = value(f"bn/saving-throw?troops={troops}&cause=shot&hits={hits}&leader={leader}&protected={protected}")
    bonus = int("yes" in (leader, protected))
    good = sum(all(saves(face, SAVE[troops], bonus) for face in throw) for throw in product(FACES, repeat=hits))
    assert told["suppressed"] == share(good, 6**hits)


@pytest.mark.parametrize("troops", SAVE)
@pytest.mark.parametrize("protected", [0, 1])
@pytest.mark.parametrize("reading", "ABC")
def test_saves_under_bombardment(troops: str, protected: int, reading: str) -> None:
    told = value(
        f"bn/saving-throw?troops={troops}&cause=bombardment&protected={'yes' if protected else 'no'}"
        f"&ruling.support-save={reading}"
    )
    figure, bonus = {"A": (3, protected), "B": (SAVE[troops], 2), "C": (3, 2)}[reading]
    assert told["each"] == share(sum(saves(face, figure, bonus) for face in FACES))


@pytest.mark.parametrize("troops", NERVE)
@pytest.mark.parametrize("leadership", range(5))
@pytest.mark.parametrize("away", [5, 6])
def test_the_number_of_the_test(troops: str, leadership: int, away: int) -> None:
    near = f"&leader-distance={away}" if leadership else ""
    told = value(f"bn/suppression-recovery?troops={troops}&leader={leadership}{near}&turns=3")
    number = NERVE[troops] + (leadership if away <= 5 else 0)
    passed = [face <= number and face != 6 for face in FACES]
    assert told["each"] == share(sum(passed))
    throws = list(product(passed, repeat=3))
    assert told["recovered"] == Fraction(sum(any(throw) for throw in throws), len(throws))


def walk(dice: tuple[int, ...], cover: bool, near: bool, found: bool, own: int, helper: int) -> str:
    """Return the state of one Trained man after two turns with a hit and a test in each.

    The hit comes before the turn; the dice are save, test, save, test.
    """
    up, hidden, out = True, False, False
    number = 3 + max(own, helper)
    for save, test in (dice[:2], dice[2:]):
        if not hidden or found:
            if not saves(save, 4, int(cover or own > 0)):
                out = True
                break
            up, hidden = False, cover
        if not up:
            if test <= number and test != 6:
                up, hidden = True, False
            elif near and not cover:
                cover = True
    return "removed" if out else "fit" if up else "hidden" if hidden else "in cover" if cover else "suppressed"


@pytest.mark.parametrize("place", ["open", "cover"])
@pytest.mark.parametrize("away", [10, 11])
@pytest.mark.parametrize("found", ["yes", "no"])
@pytest.mark.parametrize(("own", "helper"), [(0, 0), (1, 0), (0, 2), (1, 2)])
def test_two_turns_of_the_chain(place: str, away: int, found: str, own: int, helper: int) -> None:
    ditch = f"&cover-distance={away}" if place == "open" else ""
    told = chances(
        f"bn/hit-chain?by=hits&hits=1&troops=r4&distance=20&place={place}&own={own}&leader={helper}&shots=every-turn"
        f"&found={found}&turns=2{ditch}"
    )
    ends = Counter(
        walk(dice, place == "cover", away <= 10, found == "yes", own, helper) for dice in product(FACES, repeat=4)
    )
    assert told == {end: Fraction(count, 6**4) for end, count in ends.items()}


@pytest.mark.parametrize("distance", [20, 26])
@pytest.mark.parametrize("reading", "AB")
def test_a_shot_at_a_man_who_lies_flat(distance: int, reading: str) -> None:
    """A Veteran's single shot: 3+ to 25 cm, 4+ to 50 cm, and beyond 25 cm lying flat is cover."""
    told = value(
        f"bn/hit-chain?start=suppressed&place=open&weapon=ar-single&distance={distance}&shooter=r3&troops=r4&ruling.prone-cover={reading}"
    )
    far = distance > 25
    needed, bonus = (3, 0) if not far else (5, int(reading == "A"))
    throws = [(shot, save) for shot, save in product(FACES, repeat=2) if shot >= needed]
    assert told["unhurt"] == 1 - Fraction(len({shot for shot, _ in throws}), 6)
    assert told["removed"] == share(sum(not saves(save, 4, bonus) for _, save in throws), 36)


@pytest.mark.parametrize("way", [1, 4, 9, 10, 18, 25])
@pytest.mark.parametrize("reading", "AB")
def test_the_way_to_the_medic(way: int, reading: str) -> None:
    told = value(f"bn/wounded?state=down&help=carried&way={way}&ruling.wounded-timer={reading}")
    most = -(-way // 4)
    alive = meetings = 0
    for walked in product(FACES, repeat=most):
        turn = next(n for n in range(most + 1) if sum(10 - face for face in walked[:n]) >= way)
        meetings += turn
        alive += sum(face >= 3 and face - (reading == "B") >= turn for face in FACES)
    assert told["in_time"] == Fraction(alive, 6 ** (most + 1))
    assert told["mean_arrival"] == Fraction(meetings, 6**most)


@pytest.mark.parametrize("troops", ["r1", "r4", "irr3"])
@pytest.mark.parametrize("hits", [1, 2])
@pytest.mark.parametrize("reading", "AB")
def test_hit_and_then_wounded(troops: str, hits: int, reading: str) -> None:
    told = chances(f"bn/wounded?state=hit&troops={troops}&hits={hits}&help=medic&medic=5&ruling.wounded-one={reading}")
    ends: Counter[str] = Counter()
    for *rolled, die in product(FACES, repeat=hits + 1):
        if all(saves(face, SAVE[troops], 0) for face in rolled):
            ends["saves, suppressed"] += 1
        elif die <= 2 or (reading == "B" and 1 in rolled):
            ends["dead at once"] += 1
        else:
            ends["stabilised" if die >= 5 else "dies waiting"] += 1
    assert told == {end: Fraction(count, 6 ** (hits + 1)) for end, count in ends.items()}


@pytest.mark.parametrize(
    ("cause", "bare", "helped"),
    [("shot", 4, 3), ("friendly", 4, 3), ("speculative", 4, 3), ("ied", 3, 2), ("bombardment", 3, 2)],
)
def test_the_strip_without_a_bonus_has_none(cause: str, bare: int, helped: int) -> None:
    """Friendly fire shows the bare saving throw beside the throw with the bonus.

    Friendly fire is itself a reason for the bonus. The strip and the grid still show both figures.
    """
    told = {one.name: one for one in ask(f"bn/saving-throw?troops=r4&cause={cause}").outcome.exhibits}  # type: ignore[union-attr]
    saved = [event.start + Fraction(1, 2) for event in told["faces"].events if event.label == "saved"]
    assert saved == [bare, helped]
    assert list(told["everybody"].cells[3]) == [share(7 - bare), share(7 - helped)]


@pytest.mark.parametrize(
    ("help", "leadership"),
    [
        ("", 0),
        ("&leader=3&leader-distance=5", 3),
        ("&leader=3&leader-distance=6", 0),
        ("&own=1&leader=2&leader-distance=3", 2),
        ("&own=1&ruling.supp-leader-self=B", 0),
        ("&leader=1&leader-distance=3&second=2&second-distance=4", 2),
        ("&leader=1&leader-distance=3&second=2&second-distance=4&ruling.supp-two-leaders=B", 3),
    ],
)
def test_the_grid_marks_the_leadership_that_helps(help: str, leadership: int) -> None:
    found = ask(f"bn/suppression-recovery?troops=r5{help}").outcome
    grid = {one.name: one for one in found.exhibits}["everybody"]  # type: ignore[union-attr]
    row, column = grid.here
    assert column == leadership
    assert grid.cells[row][column] == share(2 + leadership)


@pytest.mark.parametrize(
    ("away", "ends"), [(10, {"removed", "fit", "in cover"}), (11, {"removed", "fit", "suppressed"})]
)
def test_a_failed_man_crawls_where_he_can(away: int, ends: set[str]) -> None:
    told = chances(f"bn/hit-chain?by=hits&hits=1&troops=r4&cover-distance={away}&turns=1")
    assert {end for end, chance in told.items() if chance} == ends
    assert told["in cover" if away <= 10 else "suppressed"] == share(1, 4)


def test_a_man_who_has_passed_is_told_so() -> None:
    told = ask("bn/suppressed-man?cause=saved&place=open&test=passed").outcome.exhibits[0].verdicts[0]  # type: ignore[union-attr]
    assert (told.ok, told.finding) == (False, "he has passed his test")


@pytest.mark.parametrize(
    "address",
    [
        "bn/saving-throw?troops=r4&cause=friendly&hits=3",
        "bn/suppression-recovery?troops=r5&leader=1&every=2&turns=5",
        "bn/hit-chain?weapon=lmg&distance=40&shooter=irr1&troops=r3&shots=every-turn&found=yes&cover-distance=8&every=2&turns=4",
        "bn/hit-chain?start=suppressed&place=cover&weapon=ar-burst&distance=20&troops=irr2&shots=every-turn&turns=3",
        "bn/wounded?state=hit&troops=irr2&hits=2&help=carried&way=22&ruling.wounded-one=B",
    ],
)
def test_dice_agree_with_the_exact_chances(address: str) -> None:
    comes_near(address, seed=11, throws=20_000)


@pytest.mark.parametrize(
    ("address", "instead"),
    [
        ("bn/hit-chain?start=fit&place=crawled", {"start": "suppressed"}),
        ("bn/hit-chain?by=hits&start=suppressed&place=cover&found=no", {"found": True}),
    ],
)
def test_what_cannot_be_is_answered_with_what_can(address: str, instead: dict[str, object]) -> None:
    with pytest.raises(Contradiction) as problem:
        ask(address)
    assert problem.value.instead == instead
