"""Tests of vehicles under fire against brute force.

The table of section 9.2 is typed a second time, and every face of every die is tried.
"""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from asking import chances, comes_near, value
from drillbook import ask
from drillbook.errors import AskError, Contradiction

FACES = range(1, 7)
SMALL = ("ar-single", "ar-burst", "sniper", "smg", "grenade", "grenade-launcher")
GUNS = ("lmg", "mmg", "hmg")
BIG = ("heavy-at", "tank")


def number(vehicle: str, weapon: str) -> int | None:
    """Return what the vehicle needs by the lines of 9.2 under our default readings.

    None means that nothing happens.
    """
    if vehicle in ("front", "side"):
        first, heavy = (1, 4) if vehicle == "front" else (2, 5)
        return heavy if weapon in BIG else first if weapon == "rpg" else None
    if vehicle == "heavy":
        return 5 if weapon in BIG else 2
    if vehicle == "light":
        return 6 if weapon in BIG else 4 if weapon in ("rpg", "ied") else 3
    return 6 if weapon in (*BIG, "rpg", "ied", "hmg") else 4


def written(vehicle: str) -> str:
    return {"front": "tank&angle=20", "side": "tank&angle=120"}.get(vehicle, vehicle)


@pytest.mark.parametrize("vehicle", ["front", "side", "heavy", "light", "protected", "unprotected"])
@pytest.mark.parametrize("weapon", [*SMALL, *GUNS, "rpg", *BIG, "ied"])
def test_every_weapon_at_every_vehicle(vehicle: str, weapon: str) -> None:
    scored = "" if weapon == "ied" else "&count=hits&hits=1"
    told = value(f"bn/vehicle-hit?vehicle={written(vehicle)}&weapon={weapon}{scored}")
    needed = number(vehicle, weapon)
    assert told["number"] == needed
    assert told["knocked_out"] == Fraction(sum(face < (needed or 0) for face in FACES), 6)
    assert told["explodes"] == Fraction(sum((needed or 0) - face >= 3 for face in FACES), 6)


@pytest.mark.parametrize(
    ("vehicle", "weapon"), [("light", "rpg"), ("protected", "hmg"), ("side", "tank"), ("heavy", "rpg")]
)
@pytest.mark.parametrize("hits", [1, 2, 3])
def test_the_worst_of_several_hits_counts(vehicle: str, weapon: str, hits: int) -> None:
    told = chances(f"bn/vehicle-hit?vehicle={written(vehicle)}&weapon={weapon}&count=hits&hits={hits}")
    needed = number(vehicle, weapon)
    assert needed is not None
    ends: Counter[str] = Counter()
    for throw in product(FACES, repeat=hits):
        short = needed - min(throw)
        ends["undamaged" if short <= 0 else "explodes" if short >= 3 else "knocked out"] += 1
    assert told == {end: Fraction(count, 6**hits) for end, count in ends.items()}


@pytest.mark.parametrize("vehicle", ["side", "heavy", "light", "protected"])
@pytest.mark.parametrize("leader", ["yes", "no"])
@pytest.mark.parametrize("crew", [1, 2, 3])
def test_the_men_inside_a_vehicle_that_explodes(vehicle: str, leader: str, crew: int) -> None:
    found = ask(f"bn/vehicle-hit?vehicle={written(vehicle)}&weapon=tank&count=hits&hits=1&crew={crew}&leader={leader}")
    needed, figure = number(vehicle, "tank"), 2 if vehicle in ("side", "heavy") else 3
    assert needed is not None
    ends: Counter[int] = Counter()
    for hull, *men in product(FACES, repeat=1 + crew):
        dead = [man == 1 or man + (leader == "yes" and place == 0) < figure for place, man in enumerate(men)]
        ends[sum(dead) if needed - hull >= 3 else 0] += 1
    told = {exhibit.name: exhibit for exhibit in found.outcome.exhibits}["crew"].series[""]
    assert dict(told.items()) == {lost: Fraction(count, 6 ** (1 + crew)) for lost, count in ends.items()}


@pytest.mark.parametrize("leader", ["no", "yes"])
@pytest.mark.parametrize("hits", [1, 2])
@pytest.mark.parametrize(("riders", "own"), [("r2", 3), ("irr3", 5)])
def test_hits_on_a_vehicle_may_strike_the_men_inside_as_well(riders: str, own: int, hits: int, leader: str) -> None:
    crew, situation = 2, f"weapon=ar-single&count=hits&hits={hits}&crew=2&leader={leader}&riders={riders}"
    found = ask(f"bn/vehicle-hit?vehicle=protected&{situation}&ruling.occupant-target=B")
    ends: Counter[int] = Counter()
    for hulls in product(FACES, repeat=hits):
        for whom in product(range(crew), repeat=hits):
            for saves in product(FACES, repeat=hits):
                dead = {man for man, die in zip(whom, saves, strict=True) if die == 1 or die + 1 < own}
                for wreck in product(FACES, repeat=crew):
                    bonus = [1 if man == 0 and leader == "yes" else 0 for man in range(crew)]
                    burnt = {man for man, die in enumerate(wreck) if die == 1 or die + bonus[man] < 3}
                    ends[len(dead | burnt) if min(hulls) == 1 else len(dead)] += 1
    told = {exhibit.name: exhibit for exhibit in found.outcome.exhibits}["crew"].series[""]
    assert dict(told.items()) == {lost: Fraction(count, ends.total()) for lost, count in ends.items()}


def test_a_machine_gun_that_is_no_small_arm_finds_nobody_inside() -> None:
    plain = "bn/vehicle-hit?vehicle=unprotected&weapon=mmg&count=hits&hits=2&crew=3&riders=r5"
    both = value(f"{plain}&ruling.occupant-target=B&ruling.small-arms=B")
    assert both["any_lost"] == value(plain)["any_lost"] < value(f"{plain}&ruling.occupant-target=B")["any_lost"]


@pytest.mark.parametrize(("distance", "needed"), [(25, 4), (26, 5), (50, 5), (51, 6), (100, 6)])
def test_a_rocket_is_thrown_before_the_vehicle_saves(distance: int, needed: int) -> None:
    told = chances(f"bn/vehicle-hit?vehicle=light&weapon=rpg&count=shot&distance={distance}&shooter=r4")
    ends: Counter[str] = Counter()
    for shot, hull in product(FACES, repeat=2):
        hit = shot >= needed
        ends["undamaged" if not hit or hull >= 4 else "explodes" if hull == 1 else "knocked out"] += 1
    assert told == {end: Fraction(count, 36) for end, count in ends.items()}


@pytest.mark.parametrize("reading", "AB")
@pytest.mark.parametrize("hits", [1, 2])
@pytest.mark.parametrize("aboard", [1, 3])
def test_who_of_the_men_inside_is_struck(reading: str, hits: int, aboard: int) -> None:
    """Hits on a vehicle strike the men inside as the reading says.

    Trained men in cover fail a save on 1 or 2. Under A all hits are the same man's. Under B each hit picks its man by
    chance and the vehicle is tested as well.
    """
    address = f"bn/occupants?count=hits&hits={hits}&weapon=ar-burst&aboard={aboard}&troops=r4&ruling.occupant-target={reading}"
    told, ends, out, every = chances(address), Counter[str](), 0, 0
    men = range(aboard) if reading == "B" else [0]
    for throw in product(product(men, FACES, FACES), repeat=hits):
        every += 1
        on_him = [save for man, save, _ in throw if man == 0]
        ends["unhurt" if not on_him else "removed" if min(on_him) <= 2 else "suppressed"] += 1
        out += any(hull < 4 for *_, hull in throw)
    assert told == {end: Fraction(count, every) for end, count in ends.items()}
    assert value(address)["vehicle_out"] == (Fraction(out, every) if reading == "B" else None)


@pytest.mark.parametrize(("drive", "reach"), [("wheeled", 45), ("tracked", 30)])
@pytest.mark.parametrize("obstacle", [0, 17, 18, 23, 28, 29, 33, 43, 44])
def test_a_vehicle_without_its_driver(drive: str, reach: int, obstacle: int) -> None:
    told = value(f"bn/occupants?count=hits&hits=1&who=driver&drive={drive}&ahead=obstacle&obstacle={obstacle}")
    runs = [reach - first - second for first, second in product(FACES, repeat=2)]
    assert told["crashes"] == Fraction(sum(run >= obstacle for run in runs), 36)
    assert told["runs_on"] == Fraction(sum(min(run, obstacle) for run in runs), 36)


def test_the_best_weapon_is_best() -> None:
    """Vehicle killers name the weapon with the best chance per shot.

    The target is a Hummer at 40 cm and the shooter a Trained man. The test compares every weapon that reaches so far.
    """
    needs = {"ar-single": (4, 1), "ar-burst": (6, 3), "smg": (6, 3), "sniper": (3, 1), "lmg": (5, 4), "mmg": (5, 4)}
    needs |= {"hmg": (5, 5), "rpg": (5, 1), "grenade-launcher": (5, 1), "heavy-at": (5, 1), "tank": (4, 1)}
    per_shot = {}
    for weapon, (needed, dice) in needs.items():
        save = number("protected", weapon)
        assert save is not None
        stops = sum(die >= needed and hull < save for die, hull in product(FACES, repeat=2))
        per_shot[weapon] = 1 - (1 - Fraction(stops, 36)) ** dice
    told = value("bn/vehicle-killers?vehicle=protected&distance=40&shooter=r4")
    assert told["best"] == max(per_shot, key=lambda weapon: per_shot[weapon])
    assert told["knocked_out"] == max(per_shot.values())


def test_an_explosive_has_neither_shot_nor_hits() -> None:
    for needless in ("count=shot", "count=hits&hits=3"):
        with pytest.raises(AskError, match="does not apply here"):
            ask(f"bn/vehicle-hit?vehicle=light&weapon=ied&{needless}")


@pytest.mark.parametrize("reading", "AB")
@pytest.mark.parametrize("weapon", [*SMALL, *GUNS, "rpg", *BIG, "ied"])
@pytest.mark.parametrize("ruling", ["light-at", "vehicle-base-save", "tank-light-weapons"])
def test_the_maps_mark_the_weapon_asked_for(ruling: str, weapon: str, reading: str) -> None:
    """The weapons that share a row of the maps are alike under every reading."""
    for vehicle in ("tank&angle=90", "light"):
        found = ask(f"bn/vehicle-hit?vehicle={vehicle}&weapon={weapon}&ruling.{ruling}={reading}")
        picture = {exhibit.name: exhibit for exhibit in found.outcome.exhibits}["out"]
        row, column = picture.here
        assert picture.cells[row][column] == found.outcome.value.knocked_out


def test_a_weapon_that_never_fails_is_told_in_a_sentence() -> None:
    """Headlines state in a sentence that a weapon never fails.

    Special Forces aim a precision rifle at 2 - 1 = 1, and under the narrower reading nothing saves the pick-up.
    """
    found = ask("bn/vehicle-killers?vehicle=unprotected&distance=20&shooter=r1&ruling.unprotected-save=B")
    assert found.outcome.headline == "From 20 cm a precision rifle is best: one shot stops it for certain"


@pytest.mark.parametrize(
    "address",
    [
        "bn/vehicle-hit?vehicle=protected&weapon=hmg&count=shot&distance=40&shooter=irr3&crew=5",
        "bn/vehicle-hit?vehicle=tank&angle=0&weapon=rpg&count=hits&hits=3&ruling.vehicle-one=B",
        "bn/vehicle-hit?vehicle=light&weapon=ied&crew=2",
        "bn/occupants?vehicle=protected&weapon=ar-burst&distance=20&shooter=r3&aboard=4&troops=r4",
        "bn/occupants?vehicle=protected&weapon=lmg&distance=20&shooter=r3&aboard=4&troops=r4&ruling.occupant-target=B",
    ],
)
def test_dice_agree_with_the_exact_chances(address: str) -> None:
    comes_near(address, seed=7, throws=20_000)


def test_a_man_alone_in_a_vehicle_drives_it() -> None:
    with pytest.raises(Contradiction) as found:
        ask("bn/occupants?count=hits&hits=1&who=passenger&aboard=1")
    assert found.value.instead == {"who": "driver"}
