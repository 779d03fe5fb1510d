"""Tests by a referee of Fixed Bay'net on men, worked out from the source alone.

They cover turns, ways, nerve, heroes, spears and the dark. Nothing of the ruleset is imported: the printed tables are
here a second time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction as F
from itertools import product
from math import ceil
from random import Random

import pytest
from referee_colonial import hit, told, value

from drillbook.asking.answers.results import Refusal
from drillbook.errors import AskError, Contradiction

D6, D12 = range(1, 7), range(1, 13)
#: CS, DS, SP, GL.
SOLDIERS = {
    "green": (-1, 4, 5, 5), "regular": (0, 5, 5, 4), "elite": (1, 5, 6, 3),
    "native-green": (0, 3, 5, 5), "native-regular": (1, 4, 5, 4), "native-elite": (2, 4, 6, 3),
}  # fmt: skip
SHARE = {"flat": F(1), "bumpy": F(2, 3), "jagged": F(1, 3)}
#: Bands and the AC of a shot; a spear has no medium band.
WEAPONS = {
    "rifle": (6, 12, 24, 1), "winchester": (6, 10, 20, 1), "musket": (6, 12, 24, 2), "bow": (6, 8, 16, 1),
    "pistol": (5, 9, 12, 1), "flintlock": (5, 9, 12, 2), "spear": (1, 1, 8, 1),
}  # fmt: skip


# A turn in AC.

ACTS = ("move", "charge", "fire", "strike", "formation", "drop", "rise", "answer", "section")


def budgeted(acts: tuple[str, ...], weapon: str, start: str, readings: Mapping[str, str]) -> tuple[bool, int] | None:
    """Return whether a plan is legal for a man of SP 5, and its AC.

    None means that the plan contradicts itself.
    """
    fast = readings["charge-scope"] == "C" and "charge" in acts
    ac, cost, legal = 5 if fast else 3, 0, True
    prone, dropped, aimed, acted = start != "up", False, False, False
    free: bool | None = None  # a blow that the charge brings: not yet, to be had, spent
    for act in acts:
        legal &= not (act == "answer" and acted)  # who has been activated answers nobody: L129
        acted |= act != "answer"
        match act:
            case "drop" | "rise":
                if prone == (act == "drop"):
                    return None
                legal &= act == "drop" or (not dropped and start != "suppressed")
                prone, dropped = act == "drop", dropped or act == "drop"
                cost += readings["prone-cost"] == "A"
            case "fire":
                cost += WEAPONS[weapon][3]
                cost += readings["target-order"] == "C" or (readings["target-order"] == "B" and not aimed)
                prone, aimed = False, True
            case "strike":
                prone = False
                cost += not free
                free = False if free else free
            case "charge":
                legal &= not prone
                free = readings["charge-strike"] == "B" if free is None else free
                cost += 1
            case _:
                cost += 1
    moves = sum(act in ("move", "charge", "section") for act in acts)
    legal &= moves <= 3 and not {"move", "charge"} <= set(acts) and cost <= ac
    legal &= "section" not in acts or set(acts) <= {"section", "move"}
    legal &= readings["charge-scope"] != "B" or acts.count("charge") < 2
    if readings["repeat-actions"] == "B":
        # moves have a limit of their own, and answers a price each
        legal &= all(acts.count(act) < 2 for act in {*acts} - {"move", "charge", "section", "answer"})
    return legal, cost


@pytest.mark.parametrize("seed", range(80))
def test_a_turn_with_anything_in_any_order(seed: int) -> None:
    dice = Random(seed)
    acts = tuple(dice.choice(ACTS) for _ in range(dice.choice((2, 3, 3, 4, 5))))
    weapon, start = dice.choice(list(WEAPONS)), dice.choice(("up", "up", "prone", "suppressed"))
    options = {
        "charge-scope": "AABC",
        "prone-cost": "AB",
        "target-order": "ABC",
        "charge-strike": "AB",
        "repeat-actions": "AB",
    }
    readings = {name: dice.choice(letters) if seed % 3 else "A" for name, letters in options.items()}
    wanted = budgeted(acts, weapon, start, readings)
    inputs = {"weapon": weapon, "start": start, "acts": ";".join(acts)}
    if wanted is None:
        with pytest.raises(Contradiction):
            told("budget", readings, **inputs)
        return
    found = value("budget", readings, **inputs)
    assert (found["legal"], found["cost"]) == wanted, (inputs, readings)


# Ways.


def rate(sp: int, how: str, ground: str, ground_first: bool) -> F:
    """Return the share that a kind of ground leaves of a move over the flat."""
    if how == "charge" and ground_first and ground != "flat":
        return F(2 * ceil(SHARE[ground] * sp), 2 * sp)
    return SHARE[ground]


def walked(sp: int, how: str, way: list[tuple[int, str]], readings: Mapping[str, str]) -> list[F]:
    """Where each move of a way ends, inch by inch along small steps of the printed fractions."""
    full = {"move": sp, "charge": 2 * sp, "prone": ceil(F(sp, 2))}[how]
    first = readings["rounding-order"] == "B"
    inches = [rate(sp, how, ground, first) for length, ground in way for _ in range(length)]
    ends, at = [], 0
    while at < len(inches):
        if readings["mixed-terrain"] == "A":
            left, gone = F(full), F(0)
            for share in inches[at:]:
                step = min(F(1), left * share)
                gone, left = gone + step, left - step / share
                if not left:
                    break
            at = min(len(inches), at + ceil(gone))
        else:
            reach = [far for far in range(1, len(inches) - at + 1) if far <= ceil(min(inches[at : at + far]) * full)]
            at += max(reach)
        ends.append(F(at))
    return ends


@pytest.mark.parametrize("seed", range(50))
def test_a_way_over_mixed_ground(seed: int) -> None:
    dice = Random(seed)
    grade, how = dice.choice(list(SOLDIERS)), dice.choice(("move", "charge", "prone"))
    way = [(dice.randint(1, 9), dice.choice(list(SHARE))) for _ in range(dice.randint(1, 4))]
    options = {"rounding-order": "AB", "mixed-terrain": "AB", "dangerous-terrain": "AAB"}
    readings = {name: dice.choice(letters) if seed % 3 else "A" for name, letters in options.items()}
    found = told("path", readings, grade=grade, how=how, way=";".join(f"{inches},{ground}" for inches, ground in way))
    barred = readings["dangerous-terrain"] == "B" and how == "charge" and any(ground == "jagged" for _, ground in way)
    assert isinstance(found.outcome, Refusal) == barred
    if barred:
        return
    ends = walked(SOLDIERS[grade][2], how, way, readings)
    figures = found.outcome.flat()
    wanted = ends[0], ends[min(3, len(ends)) - 1], len(ends), len(ends) <= 3
    assert (figures["first"], figures["turn"], figures["moves"], figures["arrives"]) == wanted, found.spec


@pytest.mark.parametrize(("ground", "line"), [("bumpy", "rubble"), ("jagged", "dense-forest"), ("flat", "clear")])
@pytest.mark.parametrize("how", ["move", "charge", "prone"])
@pytest.mark.parametrize("order", "AB")
def test_one_kind_of_ground_is_walked_alike_everywhere(ground: str, line: str, how: str, order: str) -> None:
    for grade in SOLDIERS:
        readings = {"rounding-order": order}
        move = value("move", readings, grade=grade, ground=line, how=how)["per_move"]
        assert move == value("path", readings, grade=grade, how=how, way=f"24,{ground}")["first"]
        assert move == told("ground-speed", readings, grade=grade, ground=ground, pace=how).outcome.value


# Nerve.


def glory(grade: str, story: list[tuple[set[str], str]], readings: Mapping[str, str]) -> tuple[F, F]:
    """Return the chance that a unit has panicked by the end of a story, and its mean GL then."""
    printed = SOLDIERS[grade][3]
    states: dict[tuple[int, bool], F] = {(printed, False): F(1)}
    before: set[str] = set()
    for events, relief in story:
        fresh = {one for one in events if one not in ("half", "pinned") or one not in before}
        if readings["glory-half-repeat"] == "B":
            fresh |= events & {"half", "pinned"}
        after: dict[tuple[int, bool], F] = defaultdict(F)
        for (gl, broken), chance in states.items():
            for end, part in turn(gl + len(fresh), len(fresh), relief, printed, readings).items():
                panicked = broken or end[1]
                after[end[0], panicked] += chance * part
        states, before = after, events
    return sum((part for (_, broken), part in states.items() if broken), F(0)), sum(
        (gl * part for (gl, _), part in states.items()), F(0)
    )


def turn(gl: int, points: int, relief: str, printed: int, readings: Mapping[str, str]) -> dict[tuple[int, bool], F]:
    """Return the chances of a turn's end: a unit's GL, and whether it has panicked.

    Relief comes before the test, and a unit in panic does not test.
    """
    cap, floor = readings["glory-cap"] == "B", readings["glory-floor"] == "B"

    def lower(now: int, by: int) -> int:
        return max(min(now, printed), now - by) if floor else now - by

    gl = min(gl, 7) if cap else gl
    panics = gl >= 7
    gl = gl if relief == "none" else lower(gl, 2)
    tests = points if points or readings["glory-retest"] == "A" else int(gl > printed)
    if gl >= 7 or not tests:
        return {(gl, panics): F(1)}
    passes = F(7 - max(1, gl), 6)
    ends: dict[tuple[int, bool], F] = defaultdict(F)
    ends[lower(gl, 1), panics] += passes
    ends[gl, panics] += 1 - passes
    return ends


HEADS = ("leader", "half", "charged", "charging", "pinned", "flank")
USUAL = {"glory-half-repeat": "A", "glory-cap": "A", "glory-floor": "A", "glory-retest": "A"}


@pytest.mark.parametrize("seed", range(40))
def test_a_story_of_turns(seed: int) -> None:
    dice = Random(seed)
    grade = dice.choice(list(SOLDIERS))
    reliefs = ("none", "none", "none", "rally") if seed % 2 else ("none",)
    story = [({one for one in HEADS if dice.random() < 1 / 4}, dice.choice(reliefs)) for _ in range(dice.randint(1, 5))]
    readings = {name: dice.choice("AB") if seed % 3 else "A" for name in USUAL}
    rows = ";".join(
        ",".join("yes" if one in events else "no" for one in HEADS) + f",{relief}" for events, relief in story
    )
    found = value("glory-track", readings, grade=grade, turns=rows)
    assert (found["panicked"], found["mean_gl"]) == glory(grade, story, readings), (grade, story, readings)


def test_half_strength_is_met_at_the_half() -> None:
    lost = [value("glory-triggers", grade="regular", men=10, left=left, leaders=0)["points"] for left in (6, 5, 4)]
    assert lost == [0, 1, 1]


@pytest.mark.parametrize("seed", range(40))
def test_a_panicked_man_checks_every_turn_or_every_other(seed: int) -> None:
    dice = Random(seed)
    grade, rank, turns = dice.choice(list(SOLDIERS)), dice.choice(("officer", "soldier")), dice.randint(1, 7)
    first, against = dice.choice("AB"), dice.choice("ABC")
    passes = {"A": F(7 - SOLDIERS[grade][3], 6), "B": F(0), "C": F(1, 6)}[against]
    checks = turns if rank == "officer" else (turns + (first == "A")) // 2
    found = value(
        "recovery", {"every-other-turn": first, "glory-panic-recovery": against}, grade=grade, rank=rank, turns=turns
    )
    assert (found["checks"], found["calm"]) == (checks, 1 - (1 - passes) ** checks)


def test_who_is_out_of_sight_is_not_too_far() -> None:
    readings = {"nearby": "B"}
    assert told("glory-relief", readings, grade="green", distance=5, seen="no").headline == "Out of sight: GL stays 7"
    assert told("glory-relief", grade="green", distance="9.5").headline == "Too far: GL stays 7"


# Prone and pinned.


@pytest.mark.parametrize(
    ("fire", "running", "earlier"), list(product(("none", "rifles", "machine-gun"), (0, 1), (0, 1)))
)
@pytest.mark.parametrize("held", "ABC")
def test_who_is_pinned_stays_down(fire: str, running: int, earlier: int, held: str) -> None:
    dice = Random(f"{fire}{running}{earlier}{held}")
    consecutive, at_once = dice.choice("AB"), dice.choice("AB")
    readings = {"glory-pinned-turns": consecutive, "mg-pinned": at_once, "suppressed": held}
    turns = (running + 1 if fire != "none" else 0) if consecutive == "A" else running + earlier + (fire != "none")
    pinned = turns >= 2 or (fire == "machine-gun" and at_once == "A")
    stays = {"A": pinned, "B": fire != "none", "C": False}[held]
    try:
        found = value("prone-rise", readings, fire=fire, running=running, earlier=earlier)
    except AskError:
        assert fire == "none"
        assert running or earlier
        return
    assert (found["pinned"], found["may_rise"]) == (pinned, not stays)


# The dark.


@pytest.mark.parametrize("seed", range(40))
def test_a_shot_in_the_dark(seed: int) -> None:
    dice = Random(seed)
    weapon, target = dice.choice(list(WEAPONS)), dice.choice(list(SOLDIERS))
    fog, light, mounted = (
        dice.choice(("yes", "no")),
        dice.choice(("dark", "flare", "sniper")),
        dice.choice(("yes", "no")),
    )
    short, medium, long, _ = WEAPONS[weapon]
    distance = dice.choice((1, short, short + 1, medium, medium + 1, 6, 12, 13))
    sign, spear = dice.choice("AB"), dice.choice("AB")
    found = told(
        "night-shot", {"night-sign": sign, "spear-bands": spear}, weapon=weapon, distance=distance, mounted=mounted, fog=fog,
        light=light, target=target,
    )  # fmt: skip
    if isinstance(found.outcome, Refusal):
        assert distance > min(long, 6 if fog == "yes" else 12)
        return
    assert distance <= min(long, 6 if fog == "yes" else 12)
    band = -1 if distance <= short else 0 if distance <= medium else 1
    if weapon == "spear" and distance > 1 and spear == "B":
        band = 0
    dark = {"A": 1, "B": -1}[sign] if light == "dark" else 0
    number = SOLDIERS[target][1] + band + dark + (mounted == "yes" and weapon != "winchester")
    figures = found.outcome.flat()
    assert (figures["needed"], figures["hit"]) == (number, hit(number)), found.spec


def test_a_success_in_the_dark_does_not_go_below_the_printed_glory() -> None:
    lowered = {"night-glory": "B"}
    assert value("night-obstacle", lowered, grade="elite", men=1)["gl_after"] == 2
    assert value("night-obstacle", {**lowered, "glory-floor": "B"}, grade="elite", men=1)["gl_after"] == 3


# The saddle.


@pytest.mark.parametrize("seed", range(40))
def test_fire_from_the_saddle(seed: int) -> None:
    dice = Random(seed)
    weapon, gait, moves = dice.choice(list(WEAPONS)), dice.choice(("walk", "canter", "gallop")), dice.randint(0, 3)
    distance = dice.choice(WEAPONS[weapon][:3])
    by_gait, once, order = dice.choice("AAB"), dice.choice("AAB"), dice.choice("ABC")
    readings = {"mounted-ac": by_gait, "repeat-actions": once, "target-order": order}
    asked = {"gait": gait, "moves": moves, "weapon": weapon, "distance": distance, "target": "regular"}
    if not moves and gait != "walk":  # a canter and a gallop have to cover some ground
        with pytest.raises(Contradiction):
            told("mounted-fire", readings, **asked)
        return
    found = told("mounted-fire", readings, **asked)
    left = (3 if by_gait == "A" else {"walk": 4, "canter": 6, "gallop": 9}[gait]) - moves
    price = WEAPONS[weapon][3]
    shots = {"A": left // price, "B": (left - 1) // price if left else 0, "C": left // (price + 1)}[order]
    shots = min(shots, 1) if once == "B" else shots
    short, medium = WEAPONS[weapon][:2]
    band = -1 if distance <= short else 0 if distance <= medium else 1
    number = 5 + band + (weapon != "winchester")
    figures = found.outcome.flat()
    wanted = left, shots, number, 1 - (1 - hit(number)) ** shots
    assert (figures["left"], figures["shots"], figures["needed"], figures["any_hit"]) == wanted, found.spec
    assert ("any hit" in found.headline) == bool(shots)


GAITS = {"walk": (7, 0, 0), "canter": (12, 7, 1), "gallop": (17, 12, 2)}
LADDER = ["stand", "walk", "canter", "gallop"]


@pytest.mark.parametrize("seed", range(50))
def test_a_gait_with_its_least_turns_and_slow_ground(seed: int) -> None:
    dice = Random(seed)
    before, gait = dice.choice(LADDER), dice.choice(LADDER[1:])
    ground, degrees, moves = dice.choice(list(SHARE)), dice.choice((0, 15, 90, 105, 180, 360)), dice.randint(1, 3)
    options = {"gait-start": "AB", "turn-angle": "AB", "gait-minimum": "AB", "move-scope": "ABC"}
    readings = {name: dice.choice(letters) if seed % 3 else "A" for name, letters in options.items()}
    speed, least, price = GAITS[gait]
    each, many = ceil(SHARE[ground] * speed), moves if readings["move-scope"] == "A" else 1
    turns = ceil(F(degrees, 90)) if readings["turn-angle"] == "A" else F(degrees, 90)
    shrunk = ceil(least * SHARE[ground]) if readings["gait-minimum"] == "B" else least
    left = each * many - price * turns
    from_ = "walk" if before == "stand" and readings["gait-start"] == "B" else before
    legal = LADDER.index(gait) <= LADDER.index(from_) + 1 and left >= max(0, shrunk * many)
    left = max(left, F(0))
    found = value("gait", readings, before=before, gait=gait, ground=ground, degrees=degrees, moves=moves)
    assert (found["legal"], found["left"], found["least"]) == (legal, left, shrunk * many), (
        before,
        gait,
        ground,
        degrees,
        moves,
        readings,
    )


# Heroes and spears.

#: What a place does: removed, DS, whether he then lies where no shot may name him.
PLACES = {
    1: (False, 0, False), 2: (False, 0, False), 3: (False, 0, True), 4: (False, -1, False), 5: (False, -1, False), 6: (False, 0, False),
    7: (False, 0, False), 8: (False, 0, True), 9: (True, 0, False), 10: (True, 0, False), 11: (True, 0, False), 12: (True, 0, False),
}  # fmt: skip


@pytest.mark.parametrize("grade", ["regular", "native-green"])
@pytest.mark.parametrize("shots", [1, 2, 4])
@pytest.mark.parametrize("sign", "AB")
@pytest.mark.parametrize("again", "AB")
def test_a_hero_under_several_shots(grade: str, shots: int, sign: str, again: str) -> None:
    states: dict[tuple[str, int], F] = {("fit", 0): F(1)}
    for _ in range(shots):
        after: dict[tuple[str, int], F] = defaultdict(F)
        for (fate, ds), chance in states.items():
            if fate in ("removed", "down"):
                after[fate, ds] += chance
                continue
            for face in D12:
                if face == 12:
                    after["removed", ds] += chance / 12
                elif face >= SOLDIERS[grade][1] + ds:
                    for removed, change, lies in PLACES.values():
                        then = "removed" if removed else "down" if lies else "hurt"
                        changed = 0 if again == "B" and ds else change if sign == "A" else -change
                        after[then, ds + changed] += chance / 144
                else:
                    after[fate, ds] += chance / 12
        states = after
    found = value("hero-shot", {"chest-light-sign": sign, "chest-light-again": again}, grade=grade, shots=shots)
    assert found["removed"] == sum(part for (fate, _), part in states.items() if fate == "removed")
    assert found["unharmed"] == sum(part for (fate, _), part in states.items() if fate == "fit")


@pytest.mark.parametrize("seed", range(40))
def test_a_spear_thrown_and_kept(seed: int) -> None:
    dice = Random(seed)
    grade, enemy = dice.choice(list(SOLDIERS)), dice.choice(list(SOLDIERS))
    ground = dice.choice(("clear", "light-forest", "brick-wall", "trenches"))
    spent, distance = dice.choice("AB"), dice.choice((1, 8))
    cv = {"clear": 0, "light-forest": 2, "brick-wall": 4, "trenches": 5}[ground]
    cs, ds = SOLDIERS[grade][0], SOLDIERS[enemy][1]
    needed = ds + cv + (-1 if distance == 1 else 1)
    guard = ds - (ground == "trenches")  # the man in the trench fends worse
    difference = dice.choice("ADD")
    against = guard if difference == "A" else SOLDIERS[enemy][0] - (ground == "trenches") + (ground == "brick-wall")
    ahead = [
        max(one, two if spent == "A" else one) + cs - against - (three if difference == "D" else 0)
        for one, two, three in product(D6, D6, D6)
    ]
    down, taken = F(sum(one >= 2 for one in ahead), 216), F(ahead.count(1), 216)
    found = value(
        "spear",
        {"spear-spent": spent, "cc-difference": difference},
        grade=grade,
        enemy=enemy,
        thrown="yes",
        distance=distance,
        ground=ground,
    )
    wanted = needed, hit(needed), taken, 1 - (1 - hit(needed)) * (1 - down)
    assert (found["needed"], found["throw"], found["capture"], found["down"]) == wanted
