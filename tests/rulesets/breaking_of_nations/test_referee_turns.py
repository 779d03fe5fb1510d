"""Referee's tests of what a turn holds.

They cover gaits, guns on the move, plans, ways, rooms, rallies, squads, melees and a bombardment.
"""

from fractions import Fraction as F
from functools import cache
from itertools import product
from math import ceil
from random import Random

import pytest
from referee import ARMOUR, CV, SOLDIERS, binomial, hits, value

from drillbook import ask
from drillbook.errors import AskError, Contradiction

PARTS = {"flat": F(1), "bumpy": F(2, 3), "jagged": F(1, 3)}
GAITS = ("stand", "walk", "canter", "gallop")
GRADES = tuple(SOLDIERS)


# Gaits that remember: L356-381 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("slowing", "AC")
def test_a_ride_of_several_turns(slowing: str) -> None:
    """Rides of several turns step up at most one gait per turn.

    A canter covers at least 6 inches and a gallop at least 8. Armour and turns take inches away. Ground leaves 2/3 or 1/3,
    rounded up. Under reading C of `gait-change` the ride slows by one gait at most.
    """
    random = Random(1914)
    for _ in range(60):
        armour, ground = random.choice(list(ARMOUR)), random.choice(["flat", "flat", "bumpy", "jagged"])
        turns: list[tuple[int, int, int]] = []
        gait = 0
        for _ in range(random.randint(1, 5)):
            gait = max(0, min(3, gait + random.choice([1, 1, 1, 0, -1, 2, -2])))
            speed = (0, 6, 8, 10)[gait]
            turns.append(
                (gait, random.choice([0, 0, 45, 90, 135, 270]) if gait else 0, random.randint(min(1, speed), speed))
            )
        stopped = before = 0
        for number, (gait, turned, inches) in enumerate(turns, start=1):
            speed = (0, 6, 8, 10)[gait] - 2 * ((armour, gait) in {("flak", 3), ("heavy", 2)})
            most = ceil(PARTS[ground] * speed) - (0, 0, 1, 2)[gait] * ceil(F(turned, 90))
            steps = gait - before
            fits = (0, 0, 6, 8)[gait] <= inches <= most and (armour, gait) != ("heavy", 3)
            if not fits or steps > 1 or (slowing == "C" and steps < -1):
                stopped = number
                break
            before = gait
        told = ";".join(f"{GAITS[gait]},{turned},{inches}" for gait, turned, inches in turns)
        address = f"bon/ride?armour={armour}&ground={ground}&turns={told}&ruling.gait-change={slowing}"
        found = ask(f"{address}&ruling.mount-per-action=B").outcome.flat()  # type: ignore[union-attr]
        assert (found["legal"], found["stopped_in"]) == (not stopped, stopped), address


# A gun that is hauled, turned and fired: L260-272 -----------------------------------------------------------------------


@pytest.mark.parametrize("piece", ["mg", "mortar", "light-howitzer", "heavy-howitzer", "light-gun", "medium-gun"])
def test_a_gun_is_hauled_turned_and_fired(piece: str) -> None:
    """Guns are hauled, turned and fired within their crew's AC.

    A move costs 2 AC, each quarter turn that has begun beyond the arc 1, and firing 3. Nothing is spread over two turns.
    """
    heavy = piece in {"heavy-howitzer", "medium-gun"}
    side = F(45) if piece == "mg" else F(45, 2)
    random = Random(1915)
    for bearing, moves, spent in product((0, 22.5, 25, 45, 47.5, 112.5, 115, 135, 137.5, 180), (0, 1, 2), (0, 2, 3)):
        team, ec, planned = random.randint(1, 3), random.randint(0, 3), random.choice(["yes", "no"])
        haul = random.choice(["crew", "cavalry", "vehicle"])
        moved = {"crew": False, "cavalry": team > heavy, "vehicle": ec >= 2 or not heavy}[haul]
        address = f"bon/crew-clock?piece={piece}&bearing={bearing}&moves={moves}&spent={spent}"
        if moves:
            address += f"&haul={haul}" + f"&hauliers={team}" * (haul != "crew") + f"&ec={ec}" * (haul == "vehicle")
        if piece == "mortar":
            address += f"&planned={planned}"
        outcome = ask(address).outcome
        if moves and not moved:
            assert "cannot be done" in outcome.headline, address  # type: ignore[union-attr]
            continue
        turned = max(0, ceil((F(bearing) - side) / 90))
        turn, left = 1, 3 - spent
        for cost in [2] * moves + [1] * turned + [3]:
            if left < cost:
                turn, left = turn + 1, 3
            left -= cost
        if piece == "mortar" and planned == "no":
            turn = max(turn, 2)
        found = outcome.flat()  # type: ignore[union-attr]
        assert (found["rotations"], found["needed"], found["turn"]) == (turned, 2 * moves + turned + 3, turn), address


# A turn's plan: L53, L83-87, L100, L206 ------------------------------------------------------------------------------------

MOVES = {"flat": F(1), "bumpy": F(2, 3), "jagged": F(1, 3), "wire": F(1, 3)}
ACTS = [*MOVES, "flat", "fire", "fire", "fight", "formation", "drop", "rise"]


def planned(grade: str, armour: str, load: str, start: str, charge: bool, bends: bool, plan: list[str]) -> int | None:
    """How far the plan takes him; none where a rule forbids it."""
    _, _, printed, _ = SOLDIERS[grade]
    actions, speed = ceil(F(printed, 2)), printed - ARMOUR[armour]
    prone, dropped, standing_fire, inches = start != "up", False, False, 0
    moves = sum(act in MOVES for act in plan)
    legal = len(plan) <= actions and moves <= 3 and plan.count("fire") <= 1 and not (charge and bends and moves)
    for act in plan:
        if act in MOVES:
            legal &= not charge or (act != "wire" and not prone)
            inches += ceil(MOVES[act] * (speed * 2 if charge else ceil(F(speed, 2)) if prone else speed))
        elif act == "drop":
            prone = dropped = True
        elif act == "rise":
            legal &= not dropped and start != "suppressed"
            prone = False
        elif act == "fight" or (act == "fire" and load == "rifle"):
            prone = False
        elif act == "fire":
            standing_fire |= not prone
    if standing_fire and (moves > F(actions, 2) or (charge and moves)):
        legal = False
    return inches if legal else None


def test_a_turn_with_anything_in_any_order() -> None:
    """Turns may hold AC, movement, a charge, a load, lying down and getting up in any order."""
    random, legal = Random(1916), 0
    for _ in range(500):
        grade, armour, load = random.choice(GRADES), random.choice(list(ARMOUR)), random.choice(["rifle", "lmg", "lft"])
        start, charge, bends = (
            random.choice(["up", "up", "prone", "suppressed"]),
            random.random() < 0.3,
            random.random() < 0.3,
        )
        plan = random.choices(ACTS, k=random.randint(1, 4))
        address = f"bon/move-plan?grade={grade}&armour={armour}&load={load}&start={start}&plan={';'.join(plan)}"
        address += f"&charge=yes&bends={'yes' if bends else 'no'}" if charge else "&charge=no"
        try:
            found = ask(address).outcome.flat()  # type: ignore[union-attr]
        except Contradiction:
            continue  # he lies down where he lies, or gets up on his feet
        far = planned(grade, armour, load, start, charge, bends, plan)
        assert found["legal"] == (far is not None), address
        if far is not None:
            assert found["inches"] == far, address
            legal += 1
    assert legal > 60


# The same man over ground and up a stair: L393, L471-492 -------------------------------------------------------------------

GROUND = {
    "clear": "flat", "rubble": "bumpy", "light-forest": "bumpy", "dense-forest": "jagged", "shallow-river": "bumpy",
    "deep-river": "jagged", "wooden-wall": "jagged", "brick-wall": "jagged", "trenches": "jagged",
}  # fmt: skip


@pytest.mark.parametrize("armour", ARMOUR)
def test_through_a_place_and_up_a_stair(armour: str) -> None:
    random = Random(1917)
    for _ in range(40):
        grade, place = random.choice(GRADES), random.choice(list(GROUND))
        pace, across = random.choice(["move", "charge", "prone"]), F(random.randint(1, 40), 2)
        speed = SOLDIERS[grade][2] - ARMOUR[armour]
        each = ceil(PARTS[GROUND[place]] * {"move": speed, "charge": 2 * speed, "prone": ceil(F(speed, 2))}[pace])
        through = value(
            f"bon/passage?terrain={place}&grade={grade}&armour={armour}&pace={pace}&across={float(across):g}"
        )
        actions = ceil(across / each)
        assert (through["inches"], through["actions"], through["left"]) == (each, actions, actions * each - across)
        floor, climb, ground = F(random.randint(0, 20), 2), F(random.randint(1, 20), 2), random.choice(list(PARTS))
        house = f"bon/room-move?building=openable&grade={grade}&armour={armour}&ground={ground}"
        found = value(f"{house}&floor={float(floor):g}&climb={float(climb):g}")
        each = ceil(PARTS[ground] * speed)
        moves = ceil((floor + climb) / each)
        assert (found["cost"], found["moves"], found["left"]) == (floor + climb, moves, moves * each - floor - climb)


def test_there_must_be_something_to_get_through() -> None:
    with pytest.raises(Contradiction, match="nothing to get through"):
        ask("bon/passage?terrain=brick-wall&across=0")
    assert value("bon/passage?terrain=hills&across=0&levels=2")["left"] == 3


# A word from an officer, under every floor and ceiling: L186-190 -------------------------------------------------------------


@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize("floor", "ABC")
@pytest.mark.parametrize("ceiling", "AB")
def test_relief_under_every_floor_and_ceiling(grade: str, floor: str, ceiling: str) -> None:
    """Relief takes 2 off under every floor and ceiling.

    The relief comes from an officer's word or a heroic deed, within 9 inches or within what the umpire calls near. It stops
    at the printed GL, at 2 or nowhere.
    """
    printed = SOLDIERS[grade][3]
    for shaken, deed, distance, reach in product((0, 1, 4), ("rally", "fallback", "heroism"), (9, 10), "AB"):
        address = f"bon/glory-relief?grade={grade}&shaken={shaken}&deed={deed}&distance={distance}&near=yes"
        address += f"&ruling.gl-floor={floor}&ruling.gl-cap={ceiling}&ruling.nearby-undefined={reach}"
        if ceiling == "A" and printed + shaken > 7:
            with pytest.raises(Contradiction):
                ask_by_letter(address)
            continue
        found = ask_by_letter(address)
        if reach == "B" and distance > 9:
            continue  # nobody hears him, whatever is said of it
        before = printed + shaken
        lowest = {"A": printed, "B": -99, "C": 2}[floor]
        assert (found["before"], found["after"]) == (before, max(min(before, lowest), before - 2)), address


def ask_by_letter(address: str) -> dict[str, object]:
    outcome = ask(address).outcome
    return dict(outcome.flat()) if hasattr(outcome, "flat") else {}


# Squads: L190-210 --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cap", "AB")
def test_which_squads_are_legal(cap: str) -> None:
    """Legal squads have nine soldiers and one officer.

    There may be two specialists, or one. The hero has the squad's grade or a worse one. Blades are not allowed among
    trenches, except the hero's.
    """
    random, legal = Random(1918), 0
    for _ in range(150):
        officers, soldiers, blades = (
            random.choice([0, 1, 1, 1, 1, 2]),
            random.choice([8, 9, 9, 9, 10]),
            random.choice([0, 0, 2]),
        )
        kinds = random.choices(["lmg", "lft", "grenadier", "gas", "sniper", "medic"], k=random.randint(0, 3))
        hero, trenches = random.choice(["rifle", "blade", "lmg", "lft", "grenades"]), random.choice(["yes", "no"])
        grade, his = random.choice(GRADES), random.choice(GRADES)
        address = (
            f"bon/squad?officers={officers}&soldiers={soldiers}&specialists={';'.join(kinds) or 'none'}&grade={grade}"
        )
        address += f"&trenches={trenches}&blades={blades}&ruling.hero-specialist-cap={cap}"
        if officers:
            address += f"&hero={hero}&hero-grade={his}"
        most = 1 if officers and (hero in {"lmg", "lft", "grenades"} or cap == "B") else 2
        right = officers == 1 and soldiers == 9 and len(kinds) <= most and GRADES.index(his) <= GRADES.index(grade)
        right &= not (trenches == "yes" and blades)
        assert ask_by_letter(address)["legal"] == right, address
        legal += right
    assert legal > 5


# A melee with blades on any ground, to its end: L122-138, L214-218 ---------------------------------------------------------------


def faces(cs: int, ds: int, blade: bool) -> dict[str, F]:
    """Return the chances that a blow strikes, goes astray or does nothing.

    With a blade the higher of two dice counts.
    """
    told = {"strikes": F(0), "astray": F(0), "nothing": F(0)}
    for one, other in product(range(1, 7), repeat=2):
        face = max(one, other) if blade else one
        told["strikes" if face >= 5 or (face >= 3 and face + cs >= ds) else "astray" if face <= 2 else "nothing"] += F(
            1, 36
        )
    return told


@pytest.mark.parametrize("many", [1, 2])
@pytest.mark.parametrize("place", ["level", "uphill", "cover", "trench", "mounted"])
def test_a_melee_with_blades_to_its_end(many: int, place: str) -> None:
    """Melees with blades run round after round until one side is gone.

    All strike at once. A blow that goes astray strikes the next man. Two men have no blades among trenches.
    """
    random = Random(f"{many} {place}")
    for _ in range(6):
        grade, lone, worn, his = *random.choices(GRADES, k=2), *random.choices(list(ARMOUR), k=2)
        blade, his_blade = random.random() < 0.5, random.random() < 0.5
        ds = SOLDIERS[lone][1] + ARMOUR[his] + {"level": 0, "uphill": 1, "cover": 1, "trench": 1, "mounted": -1}[place]
        theirs = faces(SOLDIERS[grade][0], ds, blade)
        back = faces(SOLDIERS[lone][0], SOLDIERS[grade][1] + ARMOUR[worn] - (place == "trench"), his_blade)

        def round_of(men: int, theirs: dict[str, F] = theirs, back: dict[str, F] = back) -> dict[tuple[int, bool], F]:
            told: dict[tuple[int, bool], F] = {}
            for *blows, blow in product(theirs, repeat=men + 1):
                chance, fallen = back[blow], {{"strikes": 0, "astray": 1}.get(blow)}
                for who, one in enumerate(blows):
                    chance *= theirs[one]
                    fallen |= {1 - who} if one == "astray" else set()
                after = men - len(fallen & set(range(men))), "strikes" not in blows
                told[after] = told.get(after, F(0)) + chance
            return told

        @cache
        def ends(men: int, stands: bool, round_of=round_of) -> tuple[F, F, F, F]:  # type: ignore[no-untyped-def]
            if not (men and stands):
                return F(bool(men)), F(stands), F(not men and not stands), F(0)
            after = round_of(men)
            stays = after.pop((men, True), F(0))
            total = [F(0), F(0), F(0), F(1)]
            for left, chance in after.items():
                total = [one + chance * more for one, more in zip(total, ends(*left), strict=True)]
            return tuple(one / (1 - stays) for one in total)  # type: ignore[return-value]

        address = f"bon/melee-end?many={many}&grade={grade}&armour={worn}&weapon={'yes' if blade else 'no'}&lone={lone}"
        address += f"&lone-armour={his}&lone-weapon={'yes' if his_blade else 'no'}&place={place}&rounds=3"
        if place == "trench" and blade and many > 1:
            assert ask(address).refused, address
            continue
        found = value(address)
        told = found["they_win"], found["he_wins"], found["nobody"], found["mean_rounds"]
        assert told == ends(many, True), address


# The guns before the battle: L281-293 ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weapon", ["light", "medium", "heavy"])
def test_a_bombardment_hour_by_hour(weapon: str) -> None:
    """Bombardments cover their place phase by phase with a template of 3 inches.

    Two D12 give the place of the template. Each die attacks two men with one score, and the phases follow one another.
    """
    random, dice = Random(weapon), {"light": 2, "medium": 3, "heavy": 4}[weapon]
    for _ in range(10):
        hours, phased, men = random.randint(2, 7), random.random() < 0.6, random.randint(1, 14)
        along, across = random.randint(0, 24) / 2, random.randint(0, 24) / 2
        grade, armour, ground = random.choice(GRADES), random.choice(list(ARMOUR)), random.choice(list(CV))
        lies = sum((x - along) ** 2 + (y - across) ** 2 <= 9 for x, y in product(range(1, 13), repeat=2))
        covered, needed = F(lies, 144), SOLDIERS[grade][1] + ARMOUR[armour] + CV[ground] + 1
        left = {men: F(1)}
        for _ in range(hours // 2 if phased else 1):
            after: dict[int, F] = {}
            for now, chance in left.items():
                after[now] = after.get(now, F(0)) + chance * (1 - covered)
                for struck, luck in binomial(dice, hits(needed)).items():
                    rest = max(0, now - 2 * struck)
                    after[rest] = after.get(rest, F(0)) + chance * covered * luck
            left = after
        address = f"bon/bombardment?hours={hours}&phased={'yes' if phased else 'no'}&weapon={weapon}&along={along:g}&across={across:g}"
        found = value(f"{address}&men={men}&grade={grade}&armour={armour}&ground={ground}")
        lost = men - sum((rest * chance for rest, chance in left.items()), F(0))
        assert (found["covered_each"], found["needed"], found["casualties"]) == (covered, needed, lost), address


@pytest.mark.parametrize(
    ("piece", "wounds"),
    {"mg": 3, "mortar": 3, "howitzer": 2, "heavy-howitzer": 3, "light-gun": 2, "heavy-gun": 4}.items(),
)
def test_a_burst_at_a_piece(piece: str, wounds: int) -> None:
    """DS 6 and a green crew; a hit takes a wound: L256, L301."""
    for (distance, change), salvoes, ground in product(((9, -1), (18, 0), (30, 1)), (1, 3), ("clear", "rubble")):
        needed = 6 + CV[ground] + 1 + change
        chance = sum((one for hit, one in binomial(6 * salvoes, hits(needed)).items() if hit >= wounds), F(0))
        address = (
            f"bon/machine-gun?distance={distance}&salvoes={salvoes}&target=gun&emplacement={piece}&ground={ground}"
        )
        assert (value(address)["needed"], value(address)["destroyed"]) == (needed, chance), address


def test_what_a_layer_has_dropped_is_no_question_of_this_place() -> None:
    with pytest.raises(AskError, match="has dropped it"):
        ask("fb/passage?terrain=trenches&along=yes")
