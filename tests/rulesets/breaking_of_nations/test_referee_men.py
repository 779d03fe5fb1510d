"""Tests of men who meet: shots, charges, trenches, wire, wounds and nerve.

Each answer is worked out from the printed rules alone and compared. Nothing of the ruleset is imported; the tables
are in referee.py, written down there from the source.
"""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from math import ceil, floor
from typing import Any

import pytest
from referee import ARMOUR, CV, D6, D12, SOLDIERS, Chances, ask, binomial, headline, hits, then, track, value

F = Fraction
GRADES = list(SOLDIERS)
#: Of the ground: the part of the speed that it leaves.
PART = {"flat": F(1), "bumpy": F(2, 3), "jagged": F(1, 3)}


def ac_of(grade: str) -> int:
    """Half of the printed SP, rounded up."""
    return ceil(F(SOLDIERS[grade][2], 2))


def inches_of(grade: str, armour: str, ground: str, how: str) -> int:
    """Return the inches of one action.

    They are SP less armour, doubled in a charge or halved by crawling, then the ground's part, each rounded up.
    """
    pace = SOLDIERS[grade][2] - ARMOUR[armour]
    pace = pace * 2 if how == "charge" else ceil(F(pace, 2)) if how == "prone" else pace
    return ceil(pace * PART[ground])


def band_of(distance: Fraction, limits: tuple[int, int, int]) -> int | None:
    """Return the modifier of the range, or None if the target is out of reach."""
    changes = (-1, 0, 1)
    return next((change for limit, change in zip(limits, changes, strict=True) if distance <= limit), None)


# To hit: armour, two covers, height, formation, charge, saddle --------------------------------------------------------------

WALLS = ("clear", "wooden-wall", "brick-wall")
SHOTS = [
    *product(("green", "elite"), ("flak",), ("clear", "light-forest"), WALLS, (0, 2, F(5, 2)), (False, True), ("open",), (False,)),
    *product(
        ("veteran",), ("minimal", "heavy"), ("rubble",), ("wooden-wall",), (2, 3), (True,), ("closed", "mass", "square"), (False, True),
    ),
    *product(("regular",), ("heavy",), ("trenches",), ("clear", "brick-wall"), (3,), (False, True), ("mass",), (True,)),
]  # fmt: skip


def shot_number(
    firer: str, target: str, armour: str, ground: str, wall: str, behind: Any, higher: bool, formation: str,
    charging: bool, mounted: bool, band: int, stacking: str = "best-cover", ds_cv: str = "added", dense: str = "raised",
) -> int:  # fmt: skip
    """DS + armour + CV + range - CS + saddle, and what the formation changes."""
    wall_cv = 0 if wall == "clear" else 2 if higher and behind > 2 else CV[wall]
    cover = CV[ground] + wall_cv if stacking == "added-up" else max(CV[ground], wall_cv)
    if stacking == "nearest-cover":
        cover = CV[ground] or wall_cv
    ds = SOLDIERS[target][1]
    tight = formation == "mass" or (formation == "closed" and charging)
    cluster = charging and formation in ("closed", "mass")
    if tight and dense == "fixed-value":
        ds = 1
    defence = ds if not cover or ds_cv == "cover-replaces" else ds + cover
    if cover and ds_cv != "added":
        defence = cover if ds_cv == "cover-replaces" else max(ds, cover)
    number = defence + ARMOUR[armour] + band - SOLDIERS[firer][0] + mounted
    if tight and dense == "raised":
        number += 1
    if tight and dense.startswith("lowered"):
        number -= 1
    return number - (cluster and not (tight and dense == "lowered-once"))


@pytest.mark.parametrize("mounted", [False, True])
def test_a_shot_at_a_man_behind_everything(mounted: bool) -> None:
    """Shots at a man behind everything count each modifier once.

    The better of two covers counts. A wall more than 2 inches off is worth 2 to a higher firer. A square does not charge.
    """
    for firer, armour, ground, wall, behind, higher, formation, charging in SHOTS:
        if formation == "square" and charging:  # its figures face every way
            continue
        for distance, target in ((F(6), "civilian"), (F(13), "elite"), (F(24), "green")):
            band = band_of(distance, (6, 12, 24))
            assert band is not None
            seen = "" if wall == "clear" else f"&behind={float(behind)}&higher={'yes' if higher else 'no'}"
            told = value(
                f"bon/to-hit?firer={firer}&weapon=rifle&distance={float(distance)}&mounted={'yes' if mounted else 'no'}"
                f"&target={target}&armour={armour}&ground={ground}&wall={wall}{seen}"
                f"&formation={formation}&charging={'yes' if charging else 'no'}"
            )
            high = higher and wall != "clear"
            number = shot_number(
                firer, target, armour, ground, wall, behind, high, formation, charging, mounted, band
            )  # fmt: skip
            assert (told["needed"], told["hit"]) == (number, hits(number))


@pytest.mark.parametrize("stacking", ["best-cover", "added-up", "nearest-cover"])
@pytest.mark.parametrize("ds_cv", ["added", "higher-counts", "cover-replaces"])
@pytest.mark.parametrize("dense", ["fixed-value", "raised", "lowered-once", "lowered-twice"])
@pytest.mark.parametrize("charging", [False, True])
def test_a_shot_under_every_reading(stacking: str, ds_cv: str, dense: str, charging: bool) -> None:
    """A heavy elite in a charging mass, in rubble behind a wall 3 inches off, seen from above."""
    told = value(
        "bon/to-hit?firer=veteran&weapon=pistol&distance=9.5&target=elite&armour=heavy&ground=rubble&wall=brick-wall"
        f"&behind=3&higher=yes&formation=mass&charging={'yes' if charging else 'no'}"
        f"&ruling.cv-stacking={stacking}&ruling.ds-plus-cv={ds_cv}&ruling.formation-ds-1={dense}"
    )
    number = shot_number(
        "veteran", "elite", "heavy", "rubble", "brick-wall", 3, True, "mass", charging, False, 1, stacking, ds_cv, dense
    )
    assert (told["needed"], told["hit"]) == (number, hits(number))


# A charge in armour over ground, in any order -------------------------------------------------------------------------------


@pytest.mark.parametrize("ground_first", [False, True])
@pytest.mark.parametrize("armour_last", [False, True])
def test_a_charge_in_armour_over_ground(ground_first: bool, armour_last: bool) -> None:
    """Doubling, armour and the part of the ground do not commute; every order is worked out."""
    given = f"&ruling.charge-terrain-order={'ground-first' if ground_first else 'double-first'}"
    given += f"&ruling.armour-charge-order={'armour-last' if armour_last else 'armour-first'}"
    for grade, armour, ground in product(GRADES, ARMOUR, PART):
        worn = ARMOUR[armour]
        pace = SOLDIERS[grade][2] - (0 if armour_last else worn)
        if ground_first:
            far = ceil(pace * PART[ground]) * 2 - (worn if armour_last else 0)
        else:
            far = ceil((pace * 2 - (worn if armour_last else 0)) * PART[ground])
        address = f"bon/ground-speed?grade={grade}&armour={armour}&ground={ground}&pace=charge"
        assert ask(address + given).outcome.value == far, address


# Wire: cut it, or wade through it ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize("armour", list(ARMOUR))
@pytest.mark.parametrize("depth", [F(1, 2), F(5, 2), F(7)])
def test_wire(grade: str, armour: str, depth: Fraction) -> None:
    """Wire costs an action for every inch begun, or counts as jagged ground.

    No more than 3 AC of a turn go on movement. A charge through wire is refused.
    """
    ac = ac_of(grade)
    told = value(f"bon/wire?depth={float(depth)}&grade={grade}&armour={armour}&tools=yes&men=9")
    cut, cross = ceil(depth), ceil(depth / inches_of(grade, armour, "jagged", "move"))
    walk = ceil(depth / inches_of(grade, armour, "flat", "move"))
    cut_turns = ceil(F(cut, ac))
    assert (told["cut"], told["cut_turns"], told["left"]) == (cut, cut_turns, cut_turns * ac - cut)
    assert (told["cross"], told["cross_turns"]) == (cross, ceil(F(cross, min(3, ac))))
    assert (told["all_cut"], told["all_cross"]) == (cut + 10 * walk, 10 * cross)
    assert told["through_turns"] == ceil(F(cut + walk, ac))
    charged = ask(f"bon/passage?terrain=barbed-wire&grade={grade}&armour={armour}&pace=charge&across=2").outcome
    assert charged.rule == "bon.terrain.wire-no-charge"


# Surplus hits: who lies, who stands in a trench, who is out of reach ---------------------------------------------------------


@pytest.mark.parametrize("prone", ["aimed-only", "immune"])
@pytest.mark.parametrize("scope", ["from-unit-to-unit", "rolled-again", "one-unit-behind"])
def test_surplus_hits_over_prone_and_entrenched_men(prone: str, scope: str) -> None:
    """Surplus hits go over friends who are prone and enemies in a trench.

    9 rifles of veterans fire at 2 greens in the open. Behind are prone friends, enemies in a trench, and a unit beyond 24
    inches, which is out of reach.
    """
    line = [(F(11), "friend", 2, "regular", "clear", True), (F(16), "enemy", 3, "elite", "trenches", False)]
    line += [(F(25), "enemy", 9, "green", "clear", False)]
    rows = ";".join(
        f"{float(d)},{side},{men},{grade},{ground},{'yes' if low else 'no'}"
        for d, side, men, grade, ground, low in line
    )
    told = value(
        f"bon/equalizer?scored=to-roll&shots=9&weapon=rifle&firer=veteran&distance=8&men=2&target=green&armour=flak&units={rows}"
        f"&ruling.prone-scope={prone}&ruling.equalizer-scope={scope}"
    )
    scored = binomial(9, hits(4 + 1 + 0 - 1))
    left: Chances = then(scored, lambda n: {max(0, n - 2): F(1)})
    lost = {"friend": F(0), "enemy": F(0)}
    first = True
    for distance, side, men, grade, ground, low in line:
        band = band_of(distance, (6, 12, 24))
        if band is None or (low and prone == "immune"):
            continue
        if not first and scope == "one-unit-behind":
            left = {0: F(1)}
        if scope == "rolled-again":
            again = hits(SOLDIERS[grade][1] + 1 + CV[ground] + band - 1)
            left = then(left, lambda n, again=again: binomial(n, again))  # type: ignore[misc]
        lost[side] += sum((min(men, n) * chance for n, chance in left.items()), F(0))
        left = then(left, lambda n, men=men: {max(0, n - men): F(1)})  # type: ignore[misc]
        first = False
    assert told["target"] == sum((min(2, n) * chance for n, chance in scored.items()), F(0))
    assert (told["friends"], told["enemies"]) == (lost["friend"], lost["enemy"])


# Blows: trench, square, slope, saddle ------------------------------------------------------------------------------------------


def strikes(wanted: int) -> list[str]:
    """Return what each face of the D6 does: 5 and 6 kill, 1 and 2 go astray, whatever is wanted."""
    return [
        "critical" if face >= 5 else "astray" if face <= 2 else "strikes" if face >= wanted else "miss" for face in D6
    ]


def trench_round(attacker: str, worn: str, defender: str, his: str) -> tuple[int, int, Fraction, Fraction]:
    """Both DS and both chances in a trench."""
    storms = SOLDIERS[attacker][1] + ARMOUR[worn] - 1
    holds = SOLDIERS[defender][1] + ARMOUR[his] + 1
    chances = [
        F(sum(one in ("critical", "strikes") for one in strikes(wanted)), 6)
        for wanted in (holds - SOLDIERS[attacker][0], storms - SOLDIERS[defender][0])
    ]
    return storms, holds, chances[0], chances[1]


@pytest.mark.parametrize("order", ["both-at-once", "active-side", "attackers-first"])
def test_a_trench_is_stormed(order: str) -> None:
    """Storming a trench costs 1 DS, and holding the trench gives 1 DS.

    The readings resolve the blows at once, or the attacker's first. If the active side is first, only a bloody death
    prevents the reply.
    """
    for attacker, worn, defender, his in product(GRADES, ("minimal", "heavy"), GRADES, ("flak",)):
        told = value(
            f"bon/trench-fight?attacker={attacker}&attacker-armour={worn}&defender={defender}&defender-armour={his}"
            f"&ruling.cc-simultaneous={order}"
        )
        storms, holds, own, reply = trench_round(attacker, worn, defender, his)
        killed = F(2, 6)  # a bloody death: he cannot strike back
        defends, attacks, both = own * (1 - reply), reply * (1 - own), own * reply
        if order != "both-at-once":
            defends = own if order == "attackers-first" else killed + (own - killed) * (1 - reply)
            both = F(0) if order == "attackers-first" else (own - killed) * reply
        assert (told["attacker_ds"], told["defender_ds"]) == (storms, holds)
        assert (told["attacker_hits"], told["defender_hits"]) == (own, reply)
        assert (told["defender_falls"], told["attacker_falls"], told["both_fall"]) == (defends, attacks, both)


@pytest.mark.parametrize("enemy_so", ["none", "uphill", "cover", "uphill,cover", "away"])
@pytest.mark.parametrize("formation", ["open", "closed", "mass", "square"])
@pytest.mark.parametrize("trench", ["none", "storms", "holds"])
@pytest.mark.parametrize("riding", ["nobody", "striker", "enemy", "both"])
def test_a_blow_with_everything(enemy_so: str, formation: str, trench: str, riding: str) -> None:
    """Blows add the enemy's situation to the score wanted.

    A trench is cover already. A rider wants 1 less against a man on foot. Riding, charging or facing that the formation or
    the trench excludes is refused as a contradiction.
    """
    for charging, weapon in product((False, True), (False, True)):
        address = (
            f"bon/blow?grade=veteran&weapon={'yes' if weapon else 'no'}&enemy=elite&enemy-armour=flak&enemy-so={enemy_so}"
            f"&formation={formation}&charging={'yes' if charging else 'no'}&trench={trench}&riding={riding}"
        )
        mounted = riding in ("enemy", "both")  # whom a square does not hold, nor anybody who looks away
        if formation == "square" and (enemy_so == "away" or mounted):
            with pytest.raises(ValueError, match="formed on foot" if enemy_so != "away" else "faces outward"):
                ask(address)
            continue
        saddled = mounted if trench == "holds" else trench == "storms" and riding in ("striker", "both")
        if formation == "square" and charging:
            with pytest.raises(ValueError, match=r"does not charge|from the saddle"):
                ask(address)
            continue
        if saddled or (trench == "holds" and charging):
            with pytest.raises(ValueError, match="from the saddle" if saddled else "charges does not hold"):
                ask(address)
            continue
        told = value(address)
        facts = enemy_so.split(",")
        wanted = 6 + 1 - 1 + {"none": 0, "storms": -1, "holds": 1}[trench]
        wanted += ("uphill" in facts) + ("cover" in facts and trench != "holds") - ("away" in facts)
        wanted += formation == "square" or formation == "mass"
        wanted += formation == "closed" and charging and not mounted  # riders charge on another reading alone
        wanted -= riding == "striker"
        faces = [strikes(wanted)[max(one, two) - 1] for one, two in product(D6, D6)] if weapon else strikes(wanted)
        for what, ends in (("strikes", ("strikes", "critical")), ("critical", ("critical",)), ("astray", ("astray",))):
            assert told[what] == F(sum(one in ends for one in faces), len(faces)), what
        assert told["wanted"] == wanted
        if formation == "closed" and charging and mounted:
            assert value(f"{address}&ruling.mount-charge=doubles")["wanted"] == wanted + 1


# Two men against one in his trench, to the end ---------------------------------------------------------------------------------


@pytest.mark.parametrize("lone", ["green", "elite"])
@pytest.mark.parametrize("worn", ["minimal", "heavy"])
def test_two_men_storm_the_trench_of_one(lone: str, worn: str) -> None:
    """Two men storm the trench of one: a stray blow lands on the comrade.

    The dice of all three are thrown at once; a man who is left alone has won.
    """

    def blows(many: int) -> Chances:
        _, _, own, reply = trench_round("regular", "minimal", lone, worn)
        after: Chances = defaultdict(F)
        theirs = [strikes(SOLDIERS[lone][1] + ARMOUR[worn] + 1), strikes(5 - 1 - SOLDIERS[lone][0])]
        for dice in product(D6, repeat=many + 1):
            mine, his = [theirs[0][face - 1] for face in dice[1:]], theirs[1][dice[0] - 1]
            fallen = {0} if his in ("strikes", "critical") else set()
            if many == 2:
                fallen |= {1} if his == "astray" else set()
                fallen |= {1 - place for place, one in enumerate(mine) if one == "astray"}
            alive = not any(one in ("strikes", "critical") for one in mine)
            after[many - len(fallen), alive] += F(1, 6 ** (many + 1))
        assert sum(after.values()) == 1
        assert 0 < own < 1 > reply > 0
        return dict(after)

    now: Chances = {(2, True): F(1)}
    rounds = 4
    for _ in range(rounds):
        now = then(now, lambda state: blows(state[0]) if state[0] and state[1] else {state: F(1)})
    told = value(
        f"bon/melee-end?many=2&grade=regular&armour=minimal&lone={lone}&lone-armour={worn}&place=trench&rounds={rounds}"
    )
    over = sum((chance for (many, alive), chance in now.items() if not (many and alive)), F(0))
    assert told["decided"] == over
    ones, twos = blows(1), blows(2)
    one = ones.get((1, False), F(0)) / (1 - ones.get((1, True), F(0)))
    two_win = sum((twos.get((left, False), F(0)) for left in (1, 2)), F(0)) + twos.get((1, True), F(0)) * one
    assert told["they_win"] == two_win / (1 - twos.get((2, True), F(0)))


# A hero: shot by shot, and what his wound leaves ---------------------------------------------------------------------------------


def place_of(face: int) -> str:
    """Where the D12 hits him."""
    names = ("arm", "leg", "groin", "chest", "chest", "head", "bad-arm", "bad-leg", "out", "out", "death", "death")
    return names[face - 1]


@pytest.mark.parametrize("number", [3, 5, 8, 14])
@pytest.mark.parametrize("shots", [1, 3, 6])
@pytest.mark.parametrize("chest", ["penalty", "bonus"])
@pytest.mark.parametrize("again", ["each-counts", "counts-once"])
def test_a_hero_under_fire(number: int, shots: int, chest: str, again: str) -> None:
    """Heroes under fire die on a 12 and roll a place for any other hit.

    A chest wound costs DS, or adds to DS under the reading `bonus`. Nobody aims at a hero who is down.
    """
    armour, ground, firer, band = {
        3: ("minimal", "clear", "veteran", "short"),
        5: ("minimal", "clear", "regular", "medium"),
        8: ("flak", "rubble", "veteran", "medium"),
        14: ("heavy", "wooden-wall", "regular", "long"),
    }[number]
    now: Chances = {("fit", 0): F(1)}
    for _ in range(shots):

        def shot(state: tuple[str, int]) -> Chances:
            fate, lost = state
            if fate in ("down", "out", "death", "critical"):
                return {state: F(1)}
            after: Chances = defaultdict(F)
            for face in D12:
                if face == 12:
                    after["critical", lost] += F(1, 12)
                elif face < number + (lost if chest == "bonus" else -lost):
                    after[state] += F(1, 12)
                else:
                    for place in map(place_of, D12):
                        fate = (
                            place if place in ("out", "death") else "down" if place in ("groin", "bad-leg") else "hurt"
                        )
                        hurt = lost + (place == "chest")
                        after[fate, min(hurt, 1) if again == "counts-once" else hurt] += F(1, 144)
            return after

        now = then(now, shot)
    told = value(
        f"bon/hero-shot?grade=regular&armour={armour}&ground={ground}&firer={firer}&range={band}&shots={shots}&aimed=hero"
        f"&ruling.chest-light={chest}&ruling.chest-light-again={again}"
    )
    ends: Chances = defaultdict(F)
    for (fate, _), chance in now.items():
        ends[fate] += chance
    assert told["needed"] == number
    assert (told["unharmed"], told["wounded"]) == (ends["fit"], ends["hurt"] + ends["down"])
    assert (told["bad_wound"], told["place_death"], told["critical"]) == (ends["out"], ends["death"], ends["critical"])


@pytest.mark.parametrize("score", list(D12))
@pytest.mark.parametrize(("grade", "armour"), [("civilian", "heavy"), ("regular", "minimal"), ("elite", "flak")])
@pytest.mark.parametrize(("weapon", "distance"), [("rifle", 6), ("rifle", 13), ("pistol", 9), ("lmg", 24)])
def test_what_a_wound_leaves(score: int, grade: str, armour: str, weapon: str, distance: int) -> None:
    """Wounds reduce range, speed or numbers by the place that is hit.

    An arm wound halves the range of long arms. A bad arm or a head wound stops fire. A leg or bad leg halves the speed, a
    groin wound leaves 2 inches, and a chest wound makes CS and DS 1 worse.
    """
    told = value(
        f"bon/hit-location?score={score}&grade={grade}&armour={armour}&weapon={weapon}&distance={distance}&enemy=green"
    )
    place = place_of(score)
    assert told["removed"] == (place in ("out", "death"))
    if told["removed"]:
        assert told["revivable"] == (place == "out")
        return
    pace = SOLDIERS[grade][2] - ARMOUR[armour]
    assert told["inches"] == {"leg": ceil(F(pace, 2)), "bad-leg": ceil(F(pace, 2)), "groin": 2}.get(place, pace)
    assert told["fires"] == (place not in ("head", "bad-arm"))
    limits = (5, 9, 12) if weapon == "pistol" else (6, 12, 24)
    half = place == "arm" and weapon != "pistol"
    band = band_of(F(distance), tuple(F(one, 2) for one in limits) if half else limits)  # type: ignore[arg-type]
    own = None if band is None or not told["fires"] else 4 + band - SOLDIERS[grade][0] + (place == "chest")
    assert told["needed"] == own
    rifle = band_of(F(distance), (6, 12, 24))
    assert rifle is not None
    at_him = SOLDIERS[grade][1] + ARMOUR[armour] + rifle + 1 - (place == "chest")
    assert told["needed_at_him"] == (None if place in ("groin", "bad-leg") else at_him)


# Glory below half strength ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("men", range(1, 14))
def test_half_strength_is_an_event_once(men: int) -> None:
    """Half strength is an event once: at half of the men or fewer, even of an odd number.

    What was true last turn is no new event.
    """
    for left, already in product(range(1, men + 1), (False, True)):
        told = value(
            f"bon/glory-triggers?grade=veteran&men={men}&left={left}&facts=flank&approach=none&fire=none"
            + ("&already=half" if already else "")
        )
        half = 2 * left <= men
        points = 1 + (half and not already)
        assert (told["half"], told["count"], told["gl"]) == (half, points, 3 + points)


@pytest.mark.parametrize("grade", GRADES)
def test_a_squad_that_stays_at_half_strength(grade: str) -> None:
    """Half strength for three turns and a lost leader count two points in all.

    The leader is lost in the second turn. Each point is followed by one test.
    """
    printed = SOLDIERS[grade][3]
    now: Chances = {printed: F(1)}
    for points in (1, 1, 0):
        now = then(
            now, lambda gl, points=points: track(gl, printed, points, 1 if points else 0) if gl < 7 else {7: F(1)}
        )  # type: ignore[misc]
    told = value(
        f"bon/glory-track?grade={grade}&turns=no,yes,no,no,no,no,none;yes,yes,no,no,no,no,none;no,yes,no,no,no,no,none"
    )
    assert told["in_panic"] == now.get(7, F(0))
    assert told["mean_gl"] == sum((gl * chance for gl, chance in now.items()), F(0))


@pytest.mark.parametrize("men", [2, 9, 10, 13])
def test_a_squad_says_when_it_is_at_half_strength(men: int) -> None:
    """The squad's own card names the number of men at which glory begins to ask."""
    told = value(f"bon/squad?historical=no&officers=1&soldiers={men}&specialists=none&hero=rifle")
    assert told["half"] == floor(F(men + 1, 2))


# A whole turn: charge over rough ground in armour, then a blow ---------------------------------------------------------------------


@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize("armour", list(ARMOUR))
@pytest.mark.parametrize("ground", ["flat", "bumpy", "jagged"])
def test_a_charge_and_a_blow_in_one_turn(grade: str, armour: str, ground: str) -> None:
    """Charging and striking a blow in one turn cost an AC each.

    The charge goes as far as on the ground's own card. A bend forbids it.
    """
    address = f"bon/move-plan?grade={grade}&armour={armour}&load=rifle&start=up&charge=yes&plan={ground};fight"
    told = value(f"{address}&bends=no")
    assert (told["legal"], told["inches"]) == (True, inches_of(grade, armour, ground, "charge"))
    assert (told["spent"], told["left"]) == (2, ac_of(grade) - 2)
    assert headline(f"{address}&bends=yes") == "Not allowed: it bends"
