"""Referee's tests where chapters cross, by enumeration from the printed rules alone.

They cover charges into LMGs, volleys in firefights, nerve over turns, doors, windows, flames and blades. Nothing of
the ruleset is imported.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from referee import ARMOUR, CV, D6, D12, SOLDIERS, Chances, binomial, hits, then, track, value

from drillbook import ask as ask_by_letter

F = Fraction
BANDS = {"rifle": (6, 12, 24), "lmg": (6, 12, 24), "pistol": (5, 9, 12)}
GAITS = {"walk": 6, "canter": 8, "gallop": 10}


def flat(address: str) -> Mapping[str, Any]:
    """Return the figures of an answer whose readings are asked for by their letters."""
    return ask_by_letter(address).outcome.flat()  # type: ignore[union-attr, no-any-return]


def band(weapon: str, distance: int) -> int | None:
    """-1 at short, 0 at medium, 1 at long range: L110-113, L430; none beyond."""
    return next((change for change, limit in zip((-1, 0, 1), BANDS[weapon], strict=True) if distance <= limit), None)


# 1. Cavalry, armour, formation, LMGs and rounds of fire ------------------------------------------------------------------


@pytest.mark.parametrize(("armour", "formation"), list(product(("minimal", "flak"), ("open", "mass"))))
@pytest.mark.parametrize(("rifles", "lmgs", "actions", "moves"), [(6, 0, 2, 1), (5, 2, 2, 1), (2, 2, 3, 2)])
@pytest.mark.parametrize("each", [False, True])
def test_riders_through_rifles_and_lmgs(
    armour: str, formation: str, rifles: int, lmgs: int, actions: int, moves: int, each: bool
) -> None:
    """Riders who charge pass the fire of rifles and LMGs at the end of each turn.

    Flak takes 2 inches off a gallop. A mass is a point harder to hit: L96, L340-377.

    each: whether a rifle fires for every action, by reading B of `rof-missing`; else it fires once in a turn.
    """
    start, plan = 40, ("walk", "canter", "gallop", "gallop")
    left: Chances = {7: F(1)}
    away, turns = start, 0
    for gait in plan:
        away = max(0, away - moves * (GAITS[gait] - (2 if armour == "flak" and gait == "gallop" else 0)))
        turns += 1
        change = band("rifle", away)
        if away and change is not None:
            number = SOLDIERS["veteran"][1] + ARMOUR[armour] + change - SOLDIERS["green"][0] + (formation == "mass")
            shots = (rifles - lmgs) * (actions if each else 1) + lmgs * 3
            fallen = binomial(shots, hits(number))
            left = then(left, lambda men, fallen=fallen: _less(men, fallen))  # type: ignore[misc]
        if not away:
            break
    told = flat(
        f"bon/charge-gauntlet?start={start}&approach={';'.join(plan)}&moves={moves}&riders=7&rider=veteran&armour={armour}"
        f"&formation={formation}&rifles={rifles}&firer=green&actions={actions}&lmgs={lmgs}{'&ruling.rof-missing=B' if each else ''}"
    )
    assert told["contact_in"] == (None if away else turns)
    assert told["anybody"] == 1 - left.get(0, F(0))
    assert told["mean_left"] == sum(men * chance for men, chance in left.items())
    assert told["above_half"] == sum((chance for men, chance in left.items() if men * 2 > 7), F(0))


def _less(men: int, fallen: Chances) -> Chances:
    found: Chances = {}
    for count, chance in fallen.items():
        found[max(0, men - count)] = found.get(max(0, men - count), F(0)) + chance
    return found


# 2. A firefight's first volley is a volley ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("grade", "enemy", "ground"), [("green", "elite", "rubble"), ("veteran", "civilian", "clear")])
@pytest.mark.parametrize(("men", "lmgs", "enemies"), [(3, 0, 2), (2, 1, 4), (2, 2, 5)])
def test_the_first_turn_of_a_firefight(grade: str, enemy: str, ground: str, men: int, lmgs: int, enemies: int) -> None:
    """Second firers lose to one volley alone in the first turn of a firefight.

    Those who have acted answer no more: L117. Without machine guns, the volley question gives the same losses.
    """
    number = SOLDIERS[enemy][1] + CV[ground] - SOLDIERS[grade][0]
    scored = binomial(men - lmgs + 3 * lmgs, hits(number))
    fight = value(
        f"bon/firefight?distance=12&turns=1&first=ours&men={men}&lmgs={lmgs}&grade={grade}"
        f"&enemy-men={enemies}&enemy={enemy}&enemy-ground={ground}"
    )
    lost = sum(min(enemies, count) * chance for count, chance in scored.items())
    assert (fight["needed"], fight["their_losses"]) == (number, lost)
    if not lmgs:
        volley = value(
            f"bon/volley?firers={men}&firer={grade}&distance=12&men={enemies}&target={enemy}&ground={ground}"
        )
        assert volley["fallen"] == lost


# 3. Nerve turn by turn, told by three questions ------------------------------------------------------------------------------


@pytest.mark.parametrize("grade", ["green", "regular", "veteran", "elite"])
@pytest.mark.parametrize("relief", ["none", "rally"])
def test_nerve_over_turns(grade: str, relief: str) -> None:
    """Nerve over turns panics under an assault on the flank in each turn.

    A rally takes 2 off before the test, and 7 is panic for good: L126-175.
    """
    printed = SOLDIERS[grade][3]
    now: Chances = {printed: F(1)}
    for turn in range(1, 5):
        now = then(
            now, lambda gl: {7: F(1)} if gl >= 7 else track(gl, printed, 1, 1, relief=2 if relief == "rally" else 0)
        )
        row = f"no,no,no,no,no,yes,{relief}"
        story = value(f"bon/glory-track?grade={grade}&turns={';'.join([row] * turn)}")
        stand = value(f"bon/turns-to-panic?grade={grade}&fresh=1&relief={relief}&turns={turn}")
        if relief == "none":
            assert story["panicked"] == now.get(7, F(0))
        assert stand["standing"] == 1 - story["panicked"]


# 4. A door, bashed -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("grade", list(SOLDIERS))
@pytest.mark.parametrize("turns", [1, 3])
def test_a_door_bashed_in(grade: str, turns: int) -> None:
    """D6 and CS against a DS of 4, once a turn: L403-407."""
    once = F(sum(face + SOLDIERS[grade][0] >= 4 for face in D6), 6)
    told = value(f"bon/door?door=locked&way=bash&grade={grade}&squad=7&turns={turns}")
    assert told["by_turn"] == 1 - (1 - once) ** turns


# 5. Windows: how many shoot, and what both sides need ------------------------------------------------------------------------


@pytest.mark.parametrize("walls", ["wooden-building", "brick-building"])
@pytest.mark.parametrize(("men", "windows"), [(3, 1), (3, 2), (9, 4)])
@pytest.mark.parametrize(("range_", "change"), [("short", -1), ("long", 1)])
def test_fire_from_windows(walls: str, men: int, windows: int, range_: str, change: int) -> None:
    """Two to a window, the house's CV for those inside: L395-418."""
    cv = {"wooden-building": 6, "brick-building": 9}[walls]
    told = value(
        f"bon/window?walls={walls}&windows={windows}&men={men}&grade=veteran&armour=flak&outside=5&enemy=green"
        f"&enemy-armour=heavy&ground=rubble&range={range_}"
    )
    assert told["firing"] == min(men, 2 * windows)
    out, back = 4 + 2 + 3 + change - 1, 5 + 1 + cv + change + 1
    assert (told["needed_out"], told["needed_in"]) == (out, back)
    assert told["hits_out"] == min(men, 2 * windows) * hits(out)


# 6. An exchange of shots, and the answer of the dying --------------------------------------------------------------------------


@pytest.mark.parametrize(("firer", "target"), list(product(SOLDIERS, SOLDIERS)))
def test_the_answer_leaves_cover_and_range_out(firer: str, target: str) -> None:
    """Answers of a man who is hit leave cover and range out.

    A shot back is a shot like any other. The answer of a man who is hit is CS against DS alone: L117.
    """
    there = SOLDIERS[target][1] + 3 + 1 - SOLDIERS[firer][0]
    matrix = value(f"bon/grade-matrix?firer={firer}&target={target}&range=long&ground=rubble")
    duel = value(f"bon/return-shot?firer={firer}&target={target}&distance=20&ground=rubble")
    bare = SOLDIERS[firer][1] - SOLDIERS[target][0]
    assert duel["needed"] == matrix["needed"] == there
    assert duel["needed_back"] == bare
    assert duel["target_falls"] == hits(there)
    assert duel["firer_falls"] == (hits(there) - F(1, 12)) * hits(bare)


# 7. One blow, told by the blow, the weapon and the door ---------------------------------------------------------------------


@pytest.mark.parametrize(("grade", "enemy"), [("civilian", "elite"), ("elite", "civilian"), ("regular", "green")])
@pytest.mark.parametrize("armour", list(ARMOUR))
def test_a_blow_with_a_blade_and_through_a_door(grade: str, enemy: str, armour: str) -> None:
    """Blows with a blade throw twice, and a door adds 2: L121-126, L215, L410.

    5 and 6 strike and 1 and 2 go astray, whatever is wanted.
    """
    wanted = SOLDIERS[enemy][1] + ARMOUR[armour] - SOLDIERS[grade][0]

    def strikes(number: int, throws: int) -> Fraction:
        best = [max(faces) for faces in product(D6, repeat=throws)]
        return F(sum(face >= 5 or (face > 2 and face >= number) for face in best), len(best))

    blow = value(f"bon/blow?grade={grade}&enemy={enemy}&enemy-armour={armour}")
    blade = value(f"bon/blow?grade={grade}&enemy={enemy}&enemy-armour={armour}&weapon=yes")
    both = value(f"bon/close-combat-weapon?grade={grade}&enemy={enemy}&enemy-armour={armour}")
    door = value(
        f"bon/door-fight?place=door&attackers=4&attacker-grade={grade}&defenders=1&defender-grade={enemy}&defender-armour={armour}"
    )
    assert (blow["wanted"], blow["strikes"], blade["strikes"]) == (wanted, strikes(wanted, 1), strikes(wanted, 2))
    assert (both["bare"], both["armed"]) == (strikes(wanted, 1), strikes(wanted, 2))
    assert (door["attackers"], door["attacker_hits"]) == (2, strikes(wanted + 2, 1))


# 8. An LMG, by its own chapter and by the volley's ------------------------------------------------------------------------------


@pytest.mark.parametrize("distance", [6, 7, 12, 13, 24])
@pytest.mark.parametrize("men", [1, 2, 8])
def test_an_lmg_is_three_rifles(distance: int, men: int) -> None:
    """Three shots of a rifle, no more men than there are: L262-266."""
    number = 5 + 1 + CV["light-forest"] + (band("lmg", distance) or 0) - 1
    lost = sum(min(men, count) * chance for count, chance in binomial(3, hits(number)).items())
    own = value(
        f"bon/light-machine-gun?firer=veteran&distance={distance}&men={men}&target=regular&armour=flak&ground=light-forest"
    )
    volley = value(
        f"bon/volley?firers=1&weapon=lmg&firer=veteran&distance={distance}&men={men}&target=regular&armour=flak&ground=light-forest"
    )
    assert own["needed"] == volley["needed"] == number
    assert own["fallen"] == volley["fallen"] == lost
    assert (own["shots"], own["pinned"]) == (volley["shots"], True) == (3, True)


# 9. A stream of flame on friend and foe ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("grade", list(SOLDIERS))
@pytest.mark.parametrize("armour", list(ARMOUR))
def test_a_stream_asks_for_ds_alone(grade: str, armour: str) -> None:
    """Flame streams reach nine inches straight ahead and ask for the bare DS: L249-258.

    Every figure that the stream crosses is hit unless its DS saves it.
    """
    figures = "0,3,0.5,enemy,no;0,8.5,0.5,enemy,no;0.6,5,0.5,enemy,no;0,9.6,0.5,enemy,no"
    told = value(f"bon/flame?at=men&target={grade}&armour={armour}&across=0&ahead=9&figures={figures}")
    burns = hits(SOLDIERS[grade][1])
    assert told["enemies"] == 2
    assert (told["hit"], told["burnt"]) == (burns, 2 * burns)


# 10. What one more natural score is worth everywhere --------------------------------------------------------------------------


@pytest.mark.parametrize("must_reach", [False, True])
def test_twelve_where_thirteen_is_needed(must_reach: bool) -> None:
    """Twelves hit or miss alike in every chapter if 13 or more is needed.

    A trench puts a regular out of reach of everything but a 12, because 17 is needed. `must_reach` chooses the reading
    under which a 12 misses: L114.
    """
    letter = "&ruling.twelve-over-target=" + "AB"[must_reach]
    chance = F(sum(face >= 17 or (face == 12 and not must_reach) for face in D12), 12)

    assert flat("bon/to-hit?distance=12&ground=trenches" + letter)["hit"] == chance
    assert flat("bon/volley?distance=12&ground=trenches&men=3&firers=4" + letter)["chance"] == chance
    assert flat("bon/ground?terrain=trenches" + letter)["chance"] == chance
    assert flat("bon/return-shot?distance=12&ground=trenches" + letter)["target_falls"] == chance
    assert flat("bon/machine-gun?distance=12&ground=trenches&men=3" + letter)["chance"] == chance
