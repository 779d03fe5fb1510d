"""Tests by a referee of Fixed Bay'net: whole situations, worked out from the source alone.

The readings are drawn at random, and the results are compared with the book's. Nothing of the ruleset is imported:
the printed tables are here a second time.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from drillbook import ask
from drillbook.asking.answers.results import Refusal
from drillbook.errors import Contradiction

D6, D12 = range(1, 7), range(1, 13)
#: CS, DS.
SOLDIERS = {
    "green": (-1, 4), "regular": (0, 5), "elite": (1, 5),
    "native-green": (0, 3), "native-regular": (1, 4), "native-elite": (2, 4),
}  # fmt: skip
CV = {
    "clear": 0, "rubble": 1, "light-forest": 2, "dense-forest": 3, "shallow-river": 1, "deep-river": 1,
    "wooden-wall": 3, "brick-wall": 4, "wooden-building": 3, "brick-building": 4, "trenches": 5,
}  # fmt: skip
#: Those that the chart marks as cover.
MARKED = ("rubble", "wooden-wall", "brick-wall", "wooden-building", "brick-building")
BETWEEN = ("clear", "rubble", "light-forest", "dense-forest", "wooden-wall", "brick-wall", "trenches")
#: Where the short, the medium and the long range end.
RANGES = {
    "rifle": (6, 12, 24), "winchester": (6, 10, 20), "musket": (6, 12, 24), "bow": (6, 8, 16),
    "pistol": (5, 9, 12), "flintlock": (5, 9, 12),
}  # fmt: skip


def drawn(seed: int, options: dict[str, Any]) -> dict[str, Any]:
    """One of the options of each, drawn by a seed."""
    dice = Random(seed)
    return {name: dice.choice(list(values)) for name, values in options.items()}


def address(question: str, situation: dict[str, Any], readings: dict[str, str]) -> str:
    """Return the address of a situation under readings."""
    told = [f"{name.replace('_', '-')}={value}" for name, value in situation.items()]
    told += [f"ruling.{name}={letter}" for name, letter in readings.items()]
    return f"fb/{question}?{'&'.join(told)}"


def cover(ground: str, wall: str, behind: int, higher: bool, readings: dict[str, str]) -> int:
    """Return the CV of a man on his ground and behind his wall.

    He may be some inches away from the wall.
    """
    wall_cv = CV[wall]
    if higher and behind > 2 and wall not in ("clear", "trenches"):
        wall_cv = 2 if readings.get("cover-two", "A") == "A" else min(2, wall_cv)
    both = (CV[ground], wall_cv)
    return max(both) if readings["cv-stacking"] == "A" else sum(both)


def needed(s: dict[str, Any], readings: dict[str, str]) -> int:
    """Return the number that a shot needs."""
    cs, _ = SOLDIERS[s["firer"]]
    _, ds = SOLDIERS[s["target"]]
    touching, charges = s["formation"] in ("closed", "mass"), s["charging"] == "yes"
    point = 0  # of the formation: one of the modifiers, so it stays where cover takes the place of DS
    if s["formation"] == "mass" or (s["formation"] == "closed" and charges):
        ds, point = {"A": (ds, 1), "B": (1, 0), "C": (ds, -1)}[readings["ds-one"]]
    cv = cover(s["ground"], s["wall"], s["behind"], s["higher"] == "yes", readings)
    base = {"A": ds + cv, "B": max(ds, cv), "C": cv or ds}[readings["ds-plus-cv"]]
    short, medium, _ = RANGES[s["weapon"]]
    inclusive = readings["range-bands"] == "A"
    near = s["distance"] <= short if inclusive else s["distance"] < short
    middle = s["distance"] <= medium if inclusive else s["distance"] < medium
    modifiers = -1 if near else 0 if middle else 1
    clustered = {"A": touching, "B": s["formation"] == "closed", "C": True}[readings["cluster"]]
    modifiers -= charges and clustered
    modifiers += s["mounted"] == "yes" and s["weapon"] != "winchester"
    skill = {"A": 0, "B": -cs, "C": cs}[readings["ranged-cs"]]
    return base + point + skill + (modifiers if readings["shooting-sign"] == "A" else -modifiers)


def shot(number: int, readings: dict[str, str]) -> tuple[Fraction, Fraction]:
    """Return the chance of a hit and of a critical one."""
    hits = criticals = 0
    for face in D12:
        reaches = face >= number
        critical = face == 12 and (reaches or readings["natural-12"] == "A")
        misses = face == 1 and readings["natural-1"] == "B"
        hits += (reaches or critical) and not misses
        criticals += critical
    return Fraction(hits, 12), Fraction(criticals, 12)


@pytest.mark.parametrize("seed", range(150))
def test_a_shot_with_everything_at_once(seed: int) -> None:
    """Shots with everything at once agree with an independent count.

    The situation combines range, saddle, formation, charge, ground, wall and a higher firer. Each rule has each of its
    readings.
    """
    situation = drawn(
        seed,
        {
            "firer": SOLDIERS, "weapon": RANGES, "mounted": ("yes", "no"), "target": SOLDIERS,
            "ground": CV, "wall": BETWEEN, "formation": ("open", "closed", "mass"), "charging": ("yes", "no"),
        },
    )  # fmt: skip
    dice = Random(seed + 1000)
    behind = dice.choice((0, 2, 3, 12)) if situation["wall"] != "clear" else 0
    higher = dice.choice(("yes", "no")) if behind else "no"
    reach = RANGES[situation["weapon"]]
    distance = dice.choice((1, *reach, reach[0] + 1, reach[1] + 1))
    situation |= {"distance": distance, "behind": min(behind, distance), "higher": higher}
    readings = drawn(
        seed + 2000,
        {
            "ds-one": "ABC", "cluster": "ABC", "cv-stacking": "AB", "ds-plus-cv": "AABC",
            "natural-12": "AB", "natural-1": "AB", "ranged-cs": "AABC", "shooting-sign": "A", "range-bands": "AB",
        },
    )  # fmt: skip
    readings = readings if seed % 3 else dict.fromkeys(readings, "A")
    asked = address("to-hit", situation, readings)
    found = ask(asked)
    if isinstance(found.outcome, Refusal):
        assert (situation["distance"], readings["range-bands"]) == (reach[2], "B"), (asked, found.headline)
        return
    value, number = found.outcome.flat(), needed(situation, readings)
    hit, critical = shot(number, readings)
    assert (value["needed"], value["hit"], value["critical"]) == (number, hit, critical), asked


def skill(s: dict[str, Any], own: str, readings: dict[str, str]) -> int:
    """Return the CS of the striker or of the enemy with all that the melee table adds.

    own: "" for the striker, "enemy_" for the enemy.
    """
    grade = s["enemy"] if own else s["grade"]
    so = s[f"{own}so"].split(",")
    total = SOLDIERS[grade][0] - ("away" in so)
    total += s["formation" if own else "own_formation"] == "square" and readings["square-ds"] != "C"
    if "uphill" in so and readings["uphill-double"] != "B":
        total += 1
    held = s["trench"] == ("storms" if own else "holds")  # the trench is the striker's, or the enemy's whom he storms
    place = "trenches" if held else s["enemy_place" if own else "place"]
    covered = {"A": place in MARKED, "B": CV[place] > 0, "C": CV[place] > 0 and place != "trenches"}
    total += covered[readings["cover-kinds"]]
    return total + (s["riding"] == ("enemy" if own else "striker"))


def guard(s: dict[str, Any], readings: dict[str, str]) -> tuple[int, int]:
    """Return the enemy's DS, and how far it is from the printed one."""
    printed = ds = SOLDIERS[s["enemy"]][1]
    rides = s["riding"] in ("enemy", "both")  # a ride into contact is a charge on one reading alone
    charges = s["charging"] == "yes" and (not rides or readings["mount-charge"] == "B")
    if s["formation"] == "mass" or (s["formation"] == "closed" and charges):
        ds = {"A": ds + 1, "B": 1, "C": ds - 1}[readings["ds-one"]]
    ds -= s["formation"] == "square" and readings["square-ds"] != "B"
    sign = 1 if readings["trench-sign"] == "A" else -1
    ds += {"none": 0, "holds": sign, "storms": -sign}[s["trench"]]  # he who does not storm holds it
    ds += "uphill" in s["enemy_so"] and readings["uphill-double"] != "C"
    if readings["cover-in-melee"] == "B":
        ds += CV["trenches" if s["trench"] == "storms" else s["enemy_place"]]
    return ds, ds - printed


def scores(weapon: str) -> list[int]:
    """Return the scores of a D6, each equally likely.

    With a close combat weapon a score is the higher of two throws.
    """
    return [max(one, other) if weapon == "yes" else one for one in D6 for other in D6]


def blow(s: dict[str, Any], readings: dict[str, str]) -> tuple[Fraction, Fraction, Fraction]:
    """Return the chances of a bloody death, a wound and a capture."""
    own, other, (ds, changed) = skill(s, "", readings), skill(s, "enemy_", readings), guard(s, readings)
    mine, theirs = scores(s["weapon"]), scores(s["enemy_weapon"])
    match readings["cc-difference"]:
        case "A":
            found = [one + own - ds for one in mine]
        case "B":
            found = [one + own - two - other for one in mine for two in theirs]
        case "C":
            found = [one + own - two - ds for one in mine for two in theirs]
        case _:
            found = [one + own - two - other - changed for one in mine for two in theirs]
    share = Fraction(1, len(found))
    return share * sum(d >= 5 for d in found), share * sum(2 <= d <= 4 for d in found), share * found.count(1)


def impossible(s: dict[str, Any]) -> bool:
    """Return whether the situation cannot be.

    It cannot if a rider is in a trench or a house, or if a man charges out of the trench that he holds.
    """
    own, enemy = s["riding"] in ("striker", "both"), s["riding"] in ("enemy", "both")
    saddled = [s["place"]] * own + [s["enemy_place"]] * enemy
    held = s["trench"] == "storms" and (enemy or s["charging"] == "yes")
    return held or (s["trench"] == "holds" and own) or any(one.endswith("building") for one in saddled)


@pytest.mark.parametrize("seed", range(150))
def test_a_blow_with_everything_at_once(seed: int) -> None:
    """Weapons, facing, slope, formation, charge, ground, trench and saddle on either side."""
    europeans = [grade for grade in SOLDIERS if not grade.startswith("native")]
    dice = Random(seed)
    own_formation, formation = (
        dice.choice(("open", "open", "square")),
        dice.choice(("open", "closed", "mass", "square")),
    )
    trench, riding = (
        dice.choice(("none", "none", "storms", "holds")),
        dice.choice(("nobody", "striker", "enemy", "both")),
    )
    slopes = dice.choice((("none", "none"), ("uphill", "none"), ("none", "uphill"), ("away", "away,uphill")))
    if riding in ("striker", "both"):
        own_formation = "open"
    if riding in ("enemy", "both") and formation == "square":
        formation = "open"
    if "square" in (own_formation, formation):  # every figure of a square faces outward
        slopes = tuple(one.replace("away,uphill", "uphill").replace("away", "none") for one in slopes)
    situation = {
        "grade": dice.choice(europeans if own_formation == "square" else list(SOLDIERS)),
        "enemy": dice.choice(europeans if formation == "square" else list(SOLDIERS)),
        "weapon": "no" if trench != "none" else dice.choice(("yes", "no")),
        "enemy_weapon": "no" if trench != "none" else dice.choice(("yes", "no")),
        "so": slopes[0], "enemy_so": slopes[1], "own_formation": own_formation, "formation": formation,
        "charging": dice.choice(("yes", "no")) if formation in ("open", "closed", "mass") else "no",
        "place": dice.choice(list(CV)), "enemy_place": dice.choice(list(CV)), "trench": trench, "riding": riding,
    }  # fmt: skip
    if trench != "none":
        situation |= {"place": "clear", "enemy_place": "clear"}
    readings = drawn(
        seed + 2000,
        {
            "ds-one": "ABC", "square-ds": "ABC", "trench-sign": "AB", "uphill-double": "ABC", "cover-in-melee": "AAB",
            "cover-kinds": "ABC", "cc-difference": "ABCDDD", "mount-charge": "AB",
        },
    )  # fmt: skip
    readings = readings if seed % 3 else dict.fromkeys(readings, "A") | {"cc-difference": "D"}
    asked = address("strike", situation, readings)
    if impossible(situation):
        with pytest.raises(Contradiction):
            ask(asked)
        return
    if "trenches" in (
        situation["place"],
        situation["enemy_place"],
    ):  # who stands in one holds it, and nobody storms it here
        with pytest.raises(Contradiction):
            ask(asked)
        return
    found = ask(asked).outcome
    value = found.flat()
    assert (value["bloody"], value["wound"], value["capture"]) == blow(situation, readings), asked


@pytest.mark.parametrize(
    "asked",
    [
        "fb/to-hit?target=native-regular&formation=square",
        "fb/volley?target=native-green&formation=square",
        "fb/night-shot?target=native-elite&formation=square&distance=5",
        "fb/strike?enemy=native-regular&formation=square",
        "fb/strike?grade=native-regular&own-formation=square",
    ],
)
def test_no_native_stands_in_a_square_whatever_is_done_to_him(asked: str) -> None:
    assert isinstance(ask(asked).outcome, Refusal)
    assert ask(asked).headline == "Natives form no square."
    assert not isinstance(ask(asked.replace("native-", "")).outcome, Refusal)
