"""Tests by a referee of Fixed Bay'net where chapters cross.

They cover ways into fire, saddles, slow weapons, formations, towers, spears and answers. Everything is worked out
from the source alone, by enumeration; nothing of the ruleset is imported.
"""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from referee_colonial import hit, told, value

from drillbook.errors import Contradiction

F = Fraction
D6 = range(1, 7)
#: CS, DS, SP: the two tables of stats.
MEN = {
    "green": (-1, 4, 5), "regular": (0, 5, 5), "elite": (1, 5, 6),
    "native-green": (0, 3, 5), "native-regular": (1, 4, 5), "native-elite": (2, 4, 6),
}  # fmt: skip
#: Where short, medium and long range end (no medium range for the spear), and the AC of a use.
ARMS = {
    "spear": (1, None, 8, 1), "bow": (6, 8, 16, 1), "rifle": (6, 12, 24, 1), "winchester": (6, 10, 20, 1),
    "musket": (6, 12, 24, 2), "pistol": (5, 9, 12, 1), "flintlock": (5, 9, 12, 2),
}  # fmt: skip
CV = {"clear": 0, "rubble": 1, "light-forest": 2, "wooden-wall": 3, "brick-wall": 4}
HOUSES = {"wooden-building": 3, "brick-building": 4}
FORMED = {"open": 0, "mass": 1}
AC = 3


def band(weapon: str, distance: int) -> int | None:
    """Return the modifier of the range, or None if the target is out of reach."""
    limits = [(change, limit) for change, limit in zip((-1, 0, 1), ARMS[weapon], strict=False) if limit is not None]
    return next((change for change, limit in limits if distance <= limit), None)


def volley(left: dict[int, F], shots: int, chance: F) -> dict[int, F]:
    """Who is left after so many shots."""
    after: dict[int, F] = defaultdict(F)
    for men, weight in left.items():
        for count in range(shots + 1):
            part = comb(shots, count) * chance**count * (1 - chance) ** (shots - count)
            after[max(0, men - count)] += weight * part
    return dict(after)


def blows(lead: int, throws: int = 1) -> tuple[F, F]:
    """Return the chances that a blow strikes down and that it captures.

    They are those of a difference of 2 or more, and of 1. lead: the striker's CS less his enemy's, and less what changes
    his enemy's DS; throws: the dice of which the striker's best counts.
    """
    leads = [max(faces) - other + lead for *faces, other in product(D6, repeat=throws + 1)]
    return F(sum(one >= 2 for one in leads), len(leads)), F(leads.count(1), len(leads))


# 1. On foot into fire ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("formation", list(FORMED))
@pytest.mark.parametrize(("weapon", "actions"), [("rifle", 1), ("winchester", 3), ("musket", 2), ("bow", 2)])
@pytest.mark.parametrize(("grade", "moves"), [("native-elite", 2), ("regular", 1)])
def test_a_way_into_fire(formation: str, weapon: str, actions: int, grade: str, moves: int) -> None:
    """Advances into fire lose men where each turn ends.

    A mass is a point harder to hit. A musket takes 2 AC a shot. The firer's CS counts for nothing.
    """
    _, guard, speed = MEN[grade]
    left, away, turns = {9: F(1)}, 20, 0
    while away:
        away, turns = max(0, away - moves * speed), turns + 1
        change = band(weapon, away)
        if away and change is not None:
            left = volley(left, 4 * (actions // ARMS[weapon][3]), hit(guard + FORMED[formation] + change))
    found = value(
        "advance", start=20, grade=grade, how="move", moves=moves, men=9, formation=formation, firers=4,
        firer="native-green", weapon=weapon, actions=actions,
    )  # fmt: skip
    assert found["turns"] == turns
    assert found["anybody"] == 1 - left.get(0, F(0))
    assert found["mean_left"] == sum(men * chance for men, chance in left.items())


# 2. On horseback into fire ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("formation", list(FORMED))
@pytest.mark.parametrize(("weapon", "rifles"), [("rifle", 5), ("pistol", 9)])
def test_a_charge_with_the_longer_gaits(formation: str, weapon: str, rifles: int) -> None:
    """7, 12 and 17 inches, a gait more a turn; they fire where each turn ends."""
    left, away, turns = {6: F(1)}, 49, 0
    for inches in (7, 12, 17, 17):
        away, turns = max(0, away - inches), turns + 1
        change = band(weapon, away)
        if away and change is not None:
            left = volley(left, rifles, hit(5 + FORMED[formation] + change))
        if not away:
            break
    found = value(
        "charge-gauntlet", start=49, approach="walk;canter;gallop;gallop", moves=1, riders=6, rider="elite",
        formation=formation, rifles=rifles, firer="regular", weapon=weapon, actions=1,
    )  # fmt: skip
    assert (found["contact_in"], found["anybody"]) == (turns, 1 - left.get(0, F(0)))
    assert found["mean_left"] == sum(men * chance for men, chance in left.items())


@pytest.mark.parametrize(("start", "last"), [(20, "gallop"), (20, "canter"), (25, "canter"), (30, "gallop")])
def test_nobody_rides_into_contact_faster_than_the_way_is_long(start: int, last: str) -> None:
    """Nobody rides into contact faster than the way is long.

    A canter covers at least 7 inches and a gallop at least 12, in the turn of contact as well. The ride question agrees.
    """
    left = start - 7 - 12
    with pytest.raises(Contradiction, match="The nearest that fits"):
        told("charge-gauntlet", start=start, approach=f"walk;canter;{last}", moves=1)
    ride = value("ride", ground="flat", turns=f"walk,0,7;canter,0,12;{last},0,{left}")
    assert (ride["legal"], ride["stopped_in"]) == (False, 3)


# 3. From the saddle ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weapon", list(ARMS))
@pytest.mark.parametrize("moves", [1, 2, 3])
@pytest.mark.parametrize("distance", [1, 8, 10, 17])
def test_what_a_ride_leaves_of_the_fire(weapon: str, moves: int, distance: int) -> None:
    """An AC a move, one or two a shot; a point for the saddle, with a Winchester none."""
    change, shots = band(weapon, distance), (AC - moves) // ARMS[weapon][3]
    asked = told(
        "mounted-fire", gait="canter", moves=moves, rider="native-regular", weapon=weapon, distance=distance,
        target="green", ground="rubble",
    )  # fmt: skip
    if change is None:
        assert asked.refused
        return
    found = asked.outcome.flat()
    number = 4 + 1 + change + (weapon != "winchester")
    assert (found["needed"], found["shots"]) == (number, shots)
    assert found["any_hit"] == 1 - (1 - hit(number)) ** shots


# 4. The best weapon ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mounted", ["no", "yes"])
@pytest.mark.parametrize("moved", ["no", "yes"])
@pytest.mark.parametrize("distance", [1, 4, 7, 9, 11, 18, 22])
def test_which_weapon_hits_most(mounted: str, moved: str, distance: int) -> None:
    """All of the table side by side, each with its price and its bands."""
    found = {}
    for weapon, (*_, price) in ARMS.items():
        change = band(weapon, distance)
        if change is not None:
            number = 4 + 2 + change + (mounted == "yes" and weapon != "winchester")
            found[weapon] = (AC - (moved == "yes")) // price * hit(number)
    best = value(
        "weapon-comparator", firer="regular", distance=distance, target="native-elite", ground="light-forest",
        mounted=mounted, moved=moved,
    )  # fmt: skip
    assert best["in_reach"] == len(found)
    assert best["hits"] == max(found.values())
    assert found[best["best"]] == best["hits"]


# 5. Slow weapons --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weapon", ["musket", "flintlock", "rifle"])
@pytest.mark.parametrize("actions", [1, 2, 3])
def test_two_actions_a_shot_wherever_it_is_fired(weapon: str, actions: int) -> None:
    """The turn's budget, the volley and the card agree on how often a weapon is fired."""
    shots = actions // ARMS[weapon][3]
    asked = told("volley", firers=7, weapon=weapon, firer="regular", actions=actions, distance=5, men=9, target="green")
    assert asked.refused == (not shots)
    if shots:
        assert asked.outcome.flat()["shots"] == 7 * shots
    plan = ";".join(["fire"] * shots + ["move"] * (AC - actions)) or "move"
    budget = value("budget", grade="regular", weapon=weapon, acts=plan)
    assert (budget["legal"], budget["shots"]) == (True, shots)
    too_much = value("budget", grade="regular", weapon=weapon, acts=";".join(["fire"] * (AC // ARMS[weapon][3] + 1)))
    assert not too_much["legal"]


# 6. A formation is the same in both its chapters ----------------------------------------------------------------------------------


@pytest.mark.parametrize("grade", ["green", "regular", "elite"])
@pytest.mark.parametrize(
    ("formation", "charging"), [*product(("open", "closed", "mass"), ("no", "yes")), ("square", "no")]
)
def test_a_formation_hand_to_hand(grade: str, formation: str, charging: str) -> None:
    """Formations hand to hand change DS and the score of a blow.

    A mass and a closed charge have 1 DS more. A square has 1 DS less and strikes a point harder.
    """
    skill, guard, _ = MEN[grade]
    guard += {"open": 0, "closed": int(charging == "yes"), "mass": 1, "square": -1}[formation]
    facing, gap = ("outward" if formation == "square" else "same"), (2 if formation == "open" else 0)
    card = value(
        "formation", troops="foot", grade=grade, formation=formation, charging=charging, gap=gap, facing=facing
    )
    assert (card["legal"], card["guard"], card["skill"]) == (True, guard, skill + (formation == "square"))
    struck = value("strike", grade="native-elite", enemy=grade, formation=formation, charging=charging)
    down, taken = blows(MEN["native-elite"][0] - skill - (formation == "square") - (guard - MEN[grade][1]))
    assert (struck["bloody"] + struck["wound"], struck["capture"]) == (down, taken)


# 7. Houses and towers on the smaller scale ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("walls", list(HOUSES))
@pytest.mark.parametrize(("men", "windows"), [(1, 2), (5, 2), (8, 3)])
def test_fire_out_of_a_house_and_into_it(walls: str, men: int, windows: int) -> None:
    """Two to a window, the house's CV inside; no CS on either side."""
    found = value(
        "window", walls=walls, windows=windows, men=men, grade="elite", outside=4, enemy="native-green",
        ground="rubble", range="long",
    )  # fmt: skip
    out, back = 3 + 1 + 1, 5 + HOUSES[walls] + 1
    assert (found["firing"], found["needed_out"], found["needed_in"]) == (min(men, 2 * windows), out, back)
    assert (found["hits_out"], found["chance_in"]) == (min(men, 2 * windows) * hit(out), hit(back))


@pytest.mark.parametrize("railing", ["wooden-wall", "brick-wall"])
@pytest.mark.parametrize("behind", [2, 3])
def test_a_tower_looks_over_the_cover(railing: str, behind: int) -> None:
    """Walls more than 2 inches in front of a man are worth only 2 to him against a tower."""
    found = value(
        "watchtower", men=3, height=3, distance=9, weapon="rifle", railing=railing, grade="regular",
        enemy="native-elite", enemy_cover="brick-wall", behind=behind,
    )  # fmt: skip
    down, up = 4 + (4 if behind <= 2 else 2), 5 + CV[railing]
    assert (found["needed_down"], found["needed_up"]) == (down, up)
    assert (found["hits_down"], found["chance_up"]) == (3 * hit(down), hit(up))


# 8. The spear, in the air and in the hand ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("enemy", ["green", "elite", "native-regular"])
@pytest.mark.parametrize("distance", [1, 2, 8])
@pytest.mark.parametrize("ground", ["clear", "light-forest", "trenches"])
def test_a_spear_is_a_shot_and_then_a_blow(enemy: str, distance: int, ground: str) -> None:
    """Spears are a shot and then a blow.

    Its short range ends at 1 inch and its long range at 8. In the hand it is a close combat weapon with two throws, at a
    trench too.
    """
    guard = MEN[enemy][1]
    cover = {"clear": 0, "light-forest": 2, "trenches": 5}[ground]
    change = band("spear", distance)
    assert change is not None
    found = value("spear", grade="native-elite", enemy=enemy, thrown="yes", distance=distance, ground=ground)
    shot = value("to-hit", firer="native-elite", weapon="spear", distance=distance, target=enemy, ground=ground)
    assert found["needed"] == shot["needed"] == guard + cover + change
    assert found["throw"] == hit(guard + cover + change)
    lead = MEN["native-elite"][0] - MEN[enemy][0] + (ground == "trenches")  # who holds a trench has a point of DS less
    where = {"trench": "storms"} if ground == "trenches" else {"enemy_place": ground}
    blow = value("strike", grade="native-elite", weapon="yes", enemy=enemy, **where)
    assert (blow["bloody"] + blow["wound"], blow["capture"]) == blows(lead, 2)
    down = 1 - (1 - found["throw"]) * (1 - blows(lead, 2)[0])
    assert (found["capture"], found["down"]) == (blow["capture"], down)


# 9. The answer to a blow, told twice ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("one", "other"), list(product(("green", "elite"), ("native-green", "native-elite"))))
@pytest.mark.parametrize("spent", [0, 2, 3])
def test_an_answer_is_paid_for(one: str, other: str, spent: int) -> None:
    """Answers to a blow are paid for with an AC.

    If one side alone rolls, a man who is wounded and not dead or taken strikes back with an AC left. His difference counts
    like any other.
    """
    alone = {"cc-difference": "A", "cc-who-rolls": "A"}
    lead = [face + MEN[other][0] - MEN[one][1] for face in D6]
    back = [face + MEN[one][0] - MEN[other][1] for face in D6]
    wounded = F(sum(2 <= face < 5 for face in lead), 6) if spent < AC else F(0)
    fells, takes = F(sum(face >= 2 for face in back), 6), F(back.count(1), 6)
    answer = value("counter-attack", alone, attack="blow", grade=other, enemy=one, spent=spent)
    assert answer["answers"] == wounded
    whole = value("exchange", alone, grade=other, enemy=one, spent=spent)
    assert (whole["attacker_falls"], whole["attacker_taken"]) == (wounded * fells, wounded * takes)
    assert (answer["attacker_falls"], answer["attacker_taken"]) == (wounded * fells, wounded * takes)
    assert whole["defender_falls"] == F(sum(face >= 2 for face in lead), 6)
    assert whole["defender_taken"] == F(lead.count(1), 6)


@pytest.mark.parametrize("scope", "ABC")
@pytest.mark.parametrize("die", "AB")
@pytest.mark.parametrize("arm", ["spear", "bow", "musket"])
@pytest.mark.parametrize(("distance", "formation"), list(product((1, 8, 12, 16), FORMED)))
def test_who_is_shot_answers_as_far_as_his_weapon_reaches(
    scope: str, die: str, arm: str, distance: int, formation: str
) -> None:
    """Men who are shot answer as far as their weapon reaches.

    A wound from the shot brings a plain roll of CS against DS, with the D12 or with the differences of the D6. Under
    reading A of `counter-scope` a shot brings no answer.
    """
    one, other = "native-regular", "elite"
    change = band("rifle", distance)
    assert change is not None
    needed = MEN[one][1] + FORMED[formation] + change
    wounded = F(sum(face >= needed for face in range(1, 12)), 12)
    if scope == "A" or band(arm, distance) is None:
        wounded = F(0)
    number = MEN[other][1] - MEN[one][0]
    fells = hit(number) if die == "A" else F(sum(face - number >= 2 for face in D6), 6)
    takes = F(0) if die == "A" else F(sum(face - number == 1 for face in D6), 6)
    found = value(
        "counter-attack", {"counter-scope": scope, "counter-die": die}, attack="shot", grade=other, enemy=one, arm=arm,
        distance=distance, formation=formation,
    )  # fmt: skip
    assert found["answers"] == wounded
    assert (found["attacker_falls"], found["attacker_taken"]) == (wounded * fells, wounded * takes)


# 10. Up again, and a target again -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("grade", list(MEN))
@pytest.mark.parametrize(("range_", "distance", "change"), [("short", 6, -1), ("medium", 12, 0), ("long", 13, 1)])
def test_who_fires_from_the_ground_is_a_target_like_any_other(
    grade: str, range_: str, distance: int, change: int
) -> None:
    """Prone, no shot is aimed at him; once he has fired he is hit as if he had never lain down."""
    lying = value("prone-man", attack="shot", who="soldier", did="nothing", grade=grade, range=range_)
    risen = value("prone-man", attack="shot", who="soldier", did="fired", grade=grade, ground="rubble", range=range_)
    standing = value("to-hit", weapon="rifle", distance=distance, target=grade, ground="rubble")
    assert not lying["reached"]
    assert risen["needed"] == standing["needed"] == MEN[grade][1] + 1 + change
    assert risen["hit"] == standing["hit"] == hit(MEN[grade][1] + 1 + change)
