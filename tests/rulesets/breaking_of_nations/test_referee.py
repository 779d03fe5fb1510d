"""Tests of chapters that meet, by oracles that work from the printed rules alone.

Each oracle works an answer out by enumeration and compares the book's. Nothing of the ruleset is imported: tables,
shots, templates and tests are written down here and in referee.py a second time.
"""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import ceil, cos, hypot, pi, sin

import pytest
from referee import (
    ARMOUR,
    CV,
    D3,
    D6,
    D12,
    PIECES,
    SOLDIERS,
    Chances,
    ask,
    binomial,
    headline,
    hits,
    then,
    track,
    value,
)
from referee_one_shot import each_with_a_roll

F = Fraction


# Deviation, critical misses and the template over friend and foe ------------------------------------------------------


def lands(kind: str, aim: float, critical: Fraction) -> Chances:
    """Where a round comes down: D3 or D6 inches, D6 or D6 + 3 on a critical miss, by the clock."""
    far: Chances = defaultdict(F)
    usual, wild = (list(D3), list(D6)) if kind == "shell" else (list(D6), [face + 3 for face in D6])
    for inches in usual:
        far[inches] += (1 - critical) / len(usual)
    for inches in wild:
        far[inches] += critical / len(wild)
    places: Chances = defaultdict(F)
    for inches, chance in far.items():
        for hour in D12:
            places[inches * sin(hour * pi / 6), aim + inches * cos(hour * pi / 6)] += chance / 12
    return places


@pytest.mark.parametrize("kind", ["shell", "shot"])
@pytest.mark.parametrize("error", [0, 3, -5])
@pytest.mark.parametrize(
    ("ruling", "critical", "whole_base"),
    [
        ("", F(1, 4), True),
        ("&ruling.template-touch=middle-of-base", F(1, 4), False),
        ("&ruling.artillery-critical-miss=only-a-one", F(1, 12), True),
        ("&ruling.artillery-critical-miss=none&ruling.template-touch=middle-of-base", F(0), False),
        ("&roll=critical", F(1), True),
    ],
)
def test_where_a_round_falls(kind: str, error: int, ruling: str, critical: Fraction, whole_base: bool) -> None:
    """Deviation and its critical miss never add up, and touch every figure within the radius.

    The figures may be friend or foe.
    """
    figures = [
        (0, 0, F(1, 2), "enemy"),
        (F(3, 2), F(1, 2), F(1, 2), "enemy"),
        (0, -4, F(1, 2), "friend"),
        (-3, 2, 1, "friend"),
    ]
    rows = ";".join(f"{float(x)},{float(y)},{float(base)},{side}" for x, y, base, side in figures)
    told = value(f"bon/deviation?piece=howitzer&ammunition={kind}&distance=20&error={error}&figures={rows}{ruling}")
    radius = 2 if kind == "shell" else 1
    first, friend, enemies = F(0), F(0), F(0)
    for (x, y), chance in lands(kind, error, critical).items():
        under = [
            hypot(x - float(one[0]), y - float(one[1])) <= radius + whole_base * float(one[2]) + 1e-9 for one in figures
        ]
        first += chance * under[0]
        friend += chance * (under[2] or under[3])
        enemies += chance * (under[0] + under[1])
    assert (told["covered"], told["friend"], told["enemies"]) == (first, friend, enemies)
    assert told["critical"] == critical


def test_a_chance_given_a_critical_miss_says_so() -> None:
    """Chances under a critical miss or an ordinary deviation say that they are conditional.

    The chance is that of a round whose deviation is known. If the reading leaves no critical miss, the question is refused.
    """
    address = "bon/deviation?piece=howitzer&distance=24&roll="
    assert headline(address + "critical").startswith("Given a critical miss, ")
    assert headline(address + "ordinary").startswith("Given an ordinary deviation, ")
    assert headline(address + "chain").startswith("First figure touched")
    refused = ask(address + "critical&ruling.artillery-critical-miss=none").outcome
    assert refused.rule == "bon.weapons.grenade-critical-miss"


# A burst and the units behind ------------------------------------------------------------------------------------------


def mg_band(distance: int) -> int:
    """Return the modifier of the machine gun's range."""
    return -1 if distance <= 9 else 0 if distance <= 18 else 1


def mg_number(distance: int, grade: str, armour: str, ground: str, cover: str = "added") -> int:
    """DS, armour, CV, range and a green crew."""
    ds, cv = SOLDIERS[grade][1], CV[ground]
    if cv and cover == "cover-replaces":
        ds = 0
    return ds + ARMOUR[armour] + cv + mg_band(distance) + 1


@pytest.mark.parametrize("men", [1, 3, 10])
@pytest.mark.parametrize("scope", ["from-unit-to-unit", "rolled-again", "one-unit-behind"])
@pytest.mark.parametrize("cover", ["added", "cover-replaces"])
def test_a_burst_and_those_behind(men: int, scope: str, cover: str) -> None:
    """Hits beyond the men pass on, nearest first, as far as the gun reaches."""
    behind = [(12, 2, "rubble"), (20, 3, "clear"), (38, 9, "clear")]
    rows = ";".join(",".join(map(str, row)) for row in reversed(behind))
    told = value(
        f"bon/machine-gun?distance=9&salvoes=2&men={men}&grade=green&armour=flak&ground=rubble&behind={rows}"
        f"&ruling.equalizer-scope={scope}&ruling.ds-plus-cv={cover}"
    )
    number = mg_number(9, "green", "flak", "rubble", cover)
    scored = binomial(12, hits(number))
    lost, left = F(0), then(scored, lambda n: {max(0, n - men): F(1)})
    for place, (distance, there, ground) in enumerate(behind[:2]):
        if place and scope == "one-unit-behind":
            break
        if scope == "rolled-again":
            chance = hits(mg_number(distance, "green", "flak", ground, cover))
            left = then(left, lambda n, chance=chance: binomial(n, chance))  # type: ignore[misc]
        lost += sum((min(there, n) * chance for n, chance in left.items()), F(0))
        left = then(left, lambda n, there=there: {max(0, n - there): F(1)})  # type: ignore[misc]
    assert told["needed"] == number
    assert told["casualties"] == sum((min(men, n) * chance for n, chance in scored.items()), F(0))
    assert told["behind"] == lost


# Pinned: three questions, one state --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("running", "earlier"), list(product((0, 1, 2), (0, 1))))
@pytest.mark.parametrize("fire", ["rifles", "lmg", "machine-gun"])
@pytest.mark.parametrize("by_gun", ["at-once", "counts-as-fire"])
@pytest.mark.parametrize("turns", ["running", "any-two"])
def test_pinned_is_one_thing(running: int, earlier: int, fire: str, by_gun: str, turns: str) -> None:
    """Pinned means the same in three questions.

    The triggers, the prone man and the machine gun agree. A state that has lasted from the last turn is no new event.
    """
    given = f"&ruling.pinned-by-mg={by_gun}&ruling.pinned-two-turns={turns}"
    count = 1 + running + (earlier if turns == "any-two" else 0)
    held = count >= 2 or (fire != "rifles" and by_gun == "at-once")
    rise = value(f"bon/prone-rise?fire={fire}&running={running}&earlier={earlier}{given}")
    assert (rise["pinned"], rise["may_rise"]) == (held, not held)
    lasted = running > 0 and count - 1 >= 2
    address = f"bon/glory-triggers?men=10&left=10&facts=none&fire={fire}&running={running}&earlier={earlier}{given}"
    told = value(address + ("&already=pinned" if lasted else ""))
    assert (told["pinned"], told["count"], told["gl"]) == (held, int(held and not lasted), 4 + (held and not lasted))
    if lasted:
        with pytest.raises(ValueError, match="pinned last turn already"):
            ask(address)
    elif running and by_gun == "counts-as-fire":
        with pytest.raises(ValueError, match="was not pinned then"):
            ask(address + "&already=pinned")
    if fire == "machine-gun" and turns == "running":
        assert value(f"bon/machine-gun?running={running}{given}")["pinned"] == held


# Direct fire: the squad, the piece, its crew ---------------------------------------------------------------------------


@pytest.mark.parametrize("piece", ["light-howitzer", "howitzer", "medium-gun", "heavy-gun"])
@pytest.mark.parametrize("target", ["light-howitzer", "medium-gun", "heavy-gun"])
@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("dice_two", ["single-roll", "roll-each", "either-man"])
def test_direct_fire(piece: str, target: str, exact: bool, dice_two: str) -> None:
    """Direct fire puts all dice on the piece or spreads them over its crew.

    The crew is four green men in flak. The readings decide whether damage has to equal the piece's wounds exactly, and how
    the dice fall on the crew.
    """
    multiple, dice, _, _ = PIECES[piece]
    wounds = PIECES[target][2]
    address = f"bon/direct-fire?piece={piece}&ammunition=shell&distance=20&emplacement={target}&ground=rubble"
    address += f"&ruling.overkill={'exactly-zero' if exact else 'at-or-below'}&ruling.one-die-two={dice_two}"
    gun = value(f"{address}&target=gun")
    at_piece = binomial(dice, hits(6 + 3 + 1))
    gone = [
        n
        for n in at_piece
        if n and (n * multiple >= wounds if not exact else any(k * multiple == wounds for k in range(n + 1)))
    ]
    assert (gun["needed"], gun["destroyed"]) == (10, sum((at_piece[n] for n in gone), F(0)))
    crew = value(f"{address}&target=crew")
    number = 4 + 1 + 3 + 1
    mortal = F(1, 12) if exact and multiple != 1 else hits(number)
    fallen = {
        "single-roll": then(binomial(dice, mortal), lambda n: {n * 2: F(1)}),
        "roll-each": each_with_a_roll(dice, 4, mortal),
        "either-man": binomial(dice, mortal),
    }[dice_two]
    assert crew["needed"] == gun["crew_number"] == number
    assert crew["gun_number"] == gun["needed"]
    assert crew["casualties"] == sum((min(4, n) * chance for n, chance in fallen.items()), F(0))
    assert crew["nobody"] == fallen[0]


# A crew's AC, on the clock and at the machine gun ------------------------------------------------------------------------


@pytest.mark.parametrize("speed", ["printed-speed", "armoured-speed", "pooled-by-crew"])
@pytest.mark.parametrize("pay", ["all-salvoes", "each-salvo", "both-crewmen"])
def test_a_machine_gun_crew_has_the_same_time_everywhere(speed: str, pay: str) -> None:
    """Two green men in flak: SP 5 or 4, half of it rounded up; a salvo or all of them for 3 AC."""
    each = ceil(F(5 if speed == "printed-speed" else 4, 2))
    together = each * 2 if speed == "pooled-by-crew" or pay == "both-crewmen" else each
    given = f"&ruling.ac-from-sp={speed}&ruling.mg-fire-cost={pay}"
    clock = value(f"bon/crew-clock?piece=mg&bearing=60{given}")
    assert clock["available"] == together
    assert clock["now"] == (together >= 4)
    address = f"bon/machine-gun?salvoes=3{given}"
    if together < 3:
        assert clock["turn"] is None
        assert ask(address).outcome.rule == "bon.artillery.fire-cost"
        return
    assert value(address)["shots"] == 6 * (3 if pay == "all-salvoes" else min(3, together // 3))


# Glory: several triggers at once -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("grade", list(SOLDIERS))
@pytest.mark.parametrize("events", [("flank",), ("half", "flank"), ("charged", "flank", "leader")])
@pytest.mark.parametrize(
    ("ruling", "each", "twice", "one_attack"),
    [
        ("", False, False, False),
        ("&ruling.gl-one-test=test-each", True, False, False),
        ("&ruling.glory-timing=both-tests", False, True, False),
        ("&ruling.high-gear-stack=one-attack&ruling.gl-one-test=test-each", True, False, True),
    ],
)
def test_several_triggers(
    grade: str, events: Sequence[str], ruling: str, each: bool, twice: bool, one_attack: bool
) -> None:
    """Several triggers add their points before the first test.

    The triggers question sends the unit to the same test. The readings decide whether each point has a test of its own,
    whether both tests are taken, and whether a charge from the flank counts as one attack.
    """
    printed = SOLDIERS[grade][3]
    points = len(events) - (one_attack and {"charged", "flank"} <= set(events))
    tests = (points if each else 1) * (2 if twice else 1)
    for shaken in range(8 - printed):
        told = value(f"bon/glory-test?grade={grade}&shaken={shaken}&events={','.join(events)}{ruling}")
        gl = min(7, printed + shaken + points)
        after = track(printed + shaken, printed, points, tests)
        assert (told["gl"], told["triggers"], told["panic"]) == (gl, points, after.get(7, F(0)))
        assert told["passes"] == (None if gl == 7 else sum((p for at, p in after.items() if at < gl), F(0)))
        facts = [one for one in events if one in ("leader", "flank")]
        met = value(
            f"bon/glory-triggers?grade={grade}&shaken={shaken}&men=10&left={5 if 'half' in events else 10}&facts={','.join(facts)}"
            f"&approach={'gallop' if 'charged' in events else 'none'}&fire=none{ruling}"
        )
        assert (met["count"], met["gl"], met["panics"]) == (points, gl, gl == 7)


# Panic: the table, man by man and for the squad --------------------------------------------------------------------------

TABLE = {
    "raw": ("flee", "freeze", "onwards", "onwards", "onwards", "berserk"),
    "regular": ("flee", "onwards", "onwards", "prone", "take-cover", "berserk"),
    "seasoned": ("flee", "prone", "prone", "take-cover", "take-cover", "berserk"),
}
NERVE = {"civilian": "raw", "green": "raw", "regular": "regular", "veteran": "seasoned", "elite": "seasoned"}


@pytest.mark.parametrize("grade", list(SOLDIERS))
@pytest.mark.parametrize("word", ["freeze", "roll-again", "nothing"])
def test_panic_man_by_man(grade: str, word: str) -> None:
    """Panic of a squad is that of its men.

    A word without a meaning is Freeze, or nothing, or no score at all (the die is rolled again). The squad has seven men.
    """
    faces = list(TABLE[NERVE[grade]])
    if "freeze" in faces:
        refused = ask(f"bon/panic-reaction?grade={grade}&score=2&ruling.panic-word={word}").outcome
        assert hasattr(refused, "rule") == (word == "roll-again")
        faces = [one for one in faces if one != "freeze"] if word == "roll-again" else faces
        faces = [word if one == "freeze" else one for one in faces]
    for reaction in ("freeze", "flee", "take-cover", "prone", "berserk", "onwards"):
        told = value(f"bon/panic-roll?grade={grade}&men=7&reaction={reaction}&ruling.panic-word={word}")
        each = F(faces.count(reaction), len(faces))
        fights = F(sum(one in ("take-cover", "prone", "berserk", "onwards") for one in faces), len(faces))
        assert (told["each"], told["at_least_one"]) == (each, 1 - (1 - each) ** 7)
        assert told["fighting"] == 7 * fights
    for score, reaction in zip(D6, TABLE[NERVE[grade]], strict=True):
        if reaction != "freeze":
            told = value(f"bon/panic-reaction?grade={grade}&score={score}&cover=10&ruling.panic-word={word}")
            assert told["reaction"] == reaction
            assert told["shoots"] == (reaction in ("take-cover", "prone", "berserk"))


# Berserk: whom he shoots at ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("friend", "enemy"), [(3, 8), (8, 3), (5, 5), (6, 13), (9, 9)])
@pytest.mark.parametrize("whom", ["anybody", "nearest-enemy"])
@pytest.mark.parametrize("tie", ["the-enemy", "the-friend"])
@pytest.mark.parametrize("mounted", [False, True])
def test_a_berserk_man(friend: int, enemy: int, whom: str, tie: str, mounted: bool) -> None:
    """Berserk men attack the nearest man.

    The number to hit counts his own grade, his horse, the range, and the victim's armour and cover. Beyond 12 inches the
    question is refused.
    """
    ride = "yes" if mounted else "no"
    address = (
        f"bon/berserk?grade=veteran&weapon=pistol&friend={friend}&enemy={enemy}&friend-grade=green&enemy-grade=elite"
    )
    address += f"&armour=flak&cover=rubble&mounted={ride}&ruling.berserk-target={whom}&ruling.berserk-tie={tie}"
    at_friend = whom == "anybody" and (friend < enemy or (friend == enemy and tie == "the-friend"))
    distance, ds = (friend, 4) if at_friend else (enemy, 6)
    if distance > 12:
        assert ask(address).outcome.rule == "bon.ranged-combat.in-range"
        return
    number = ds + 1 + 3 - 1 + mounted + (-1 if distance <= 5 else 0 if distance <= 9 else 1)
    told = value(address)
    assert (told["target"], told["needed"], told["hit"]) == ("friend" if at_friend else "enemy", number, hits(number))


# Relief and recovery ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("grade", ["green", "regular", "veteran"])
@pytest.mark.parametrize("deed", ["none", "rally"])
def test_relief_between_trigger_and_test(grade: str, deed: str) -> None:
    """Relief takes effect between a trigger and its test.

    Two turns have two triggers each, and an officer's word before each test. A unit that has panicked stays panicked.
    """
    printed, relief = SOLDIERS[grade][3], 2 if deed == "rally" else 0
    now: Chances = {(printed, False): F(1)}
    for _ in range(2):
        now = then(
            now,
            lambda state: then(
                track(state[0], printed, 2, 1, relief),
                lambda at: {(at, state[1] or at == 7 or state[0] + 2 >= 7): F(1)},
            ),
        )
    told = value(f"bon/glory-track?grade={grade}&turns=yes,no,no,yes,no,no,{deed};yes,no,no,yes,no,no,{deed}")
    assert told["panicked"] == sum((chance for state, chance in now.items() if state[1]), F(0))
    assert told["in_panic"] == sum((chance for state, chance in now.items() if state[0] == 7), F(0))
    assert told["mean_gl"] == sum((state[0] * chance for state, chance in now.items()), F(0))


@pytest.mark.parametrize("grade", ["civilian", "regular", "elite"])
@pytest.mark.parametrize("rank", ["officer", "soldier"])
@pytest.mark.parametrize("end", ["one-success", "back-to-printed"])
@pytest.mark.parametrize("rhythm", ["second-turn", "first-turn"])
def test_recovery(grade: str, rank: str, end: str, rhythm: str) -> None:
    """A check every turn or every other; one success, or one for every point."""
    printed = SOLDIERS[grade][3]
    checks = 5 if rank == "officer" else 2 if rhythm == "second-turn" else 3
    wanted = 1 if end == "one-success" else 7 - printed
    passed = binomial(checks, F(7 - printed, 6))
    calm = sum((chance for n, chance in passed.items() if n >= wanted), F(0))
    told = value(
        f"bon/recovery?grade={grade}&rank={rank}&men=3&turns=5&ruling.gl-recovery-end={end}&ruling.gl-recovery-rhythm={rhythm}"
    )
    assert (told["calm"], told["expected_calm"], told["all_calm"]) == (calm, 3 * calm, calm**3)


# A house that falls in the middle of a volley ---------------------------------------------------------------------------


@pytest.mark.parametrize("inside", ["one-and-damage", "all-and-damage", "one-no-damage"])
@pytest.mark.parametrize("volley", ["not-fired", "fired-to-its-end"])
@pytest.mark.parametrize("men", ["unhurt", "lost"])
@pytest.mark.parametrize("walls", ["wooden-building", "brick-building"])
def test_a_house_falls(inside: str, volley: str, men: str, walls: str) -> None:
    """Face by face of every shot: 2 turns of 3 shots at 3 points with 2 men behind the wall."""
    number = {"wooden-building": 6, "brick-building": 9}[walls] + 1 - 1
    now: Chances = {(3, 2): F(1)}
    for _ in range(2):
        ruin = {state: chance for state, chance in now.items() if not state[0]}
        now = {state: chance for state, chance in now.items() if state[0]}
        for _ in range(3):

            def shot(state: tuple[int, int]) -> Chances:
                points, alive = state
                if not points and volley == "not-fired":
                    return {state: F(1)}
                after: Chances = defaultdict(F)
                for face in D12:
                    critical = face == 12
                    taken = 2 if face >= number and not (critical and inside == "one-no-damage") else 0
                    struck = (alive if inside == "all-and-damage" else 1) if critical else 0
                    after[max(0, points - taken), max(0, alive - struck)] += F(1, 12)
                return after

            now = then(now, shot)
        for state, chance in ruin.items():
            now[state] = now.get(state, F(0)) + chance
        if men == "lost":
            now = then(now, lambda state: {(state[0], state[1] if state[0] else 0): F(1)})
    told = value(
        f"bon/building?armour-class=2&size=1&walls={walls}&shots=3&grade=green&range=short&damage=2&occupants=2&turns=2"
        f"&ruling.critical-inside={inside}&ruling.volley-at-the-fall={volley}&ruling.men-in-the-fall={men}"
    )
    assert (told["damage_points"], told["needed"]) == (3, number)
    assert told["destroyed"] == sum((chance for state, chance in now.items() if not state[0]), F(0))
    assert told["casualties"] == sum(((2 - state[1]) * chance for state, chance in now.items()), F(0))


# Doors and towers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("grade", list(SOLDIERS))
@pytest.mark.parametrize("bash", ["no-criticals", "shooting-die", "with-criticals"])
def test_a_door_gives_way(grade: str, bash: str) -> None:
    """DS 4 less the man's CS, on a D6, a D12, or a D6 with criticals, once a turn."""
    wanted = 4 - SOLDIERS[grade][0]
    works = {
        "no-criticals": [face >= wanted for face in D6],
        "shooting-die": [face >= wanted for face in D12],
        "with-criticals": [face > 4 or (face > 2 and face >= wanted) for face in D6],
    }[bash]
    each = F(sum(works), len(works))
    told = value(f"bon/door?door=heavy&grade={grade}&way=bash&turns=4&ruling.door-bash={bash}")
    assert (told["wanted"], told["per_try"], told["by_turn"]) == (wanted, each, 1 - (1 - each) ** 4)


@pytest.mark.parametrize("place", ["door", "room"])
@pytest.mark.parametrize("criticals", ["bare-die", "labels-only"])
@pytest.mark.parametrize("gap", ["both-sides", "attacker-only", "replaces-cover"])
def test_a_fight_at_the_door(place: str, criticals: str, gap: str) -> None:
    """DS, armour, 2 for the gap and 1 for cover, less CS; two men a side at a door."""
    through = 2 if place == "door" else 0
    covered = 0 if place == "door" and gap == "replaces-cover" else 1
    storm = 5 + 1 + through + covered - 2
    hold = 6 + (0 if gap == "attacker-only" else through) - 1
    told = value(
        f"bon/door-fight?place={place}&attackers=5&attacker-grade=elite&defenders=3&defender-grade=veteran&defender-armour=flak"
        f"&defender-cover=yes&ruling.cc-criticals={criticals}&ruling.door-cv-2={gap}"
    )
    assert (told["attackers"], told["defenders"]) == ((2, 2) if place == "door" else (5, 3))
    assert (told["attacker_wanted"], told["defender_wanted"]) == (storm, hold)
    for name, number in (("attacker_hits", storm), ("defender_hits", hold)):
        bare = [face > 4 or (face > 2 and face >= number) for face in D6]
        assert told[name] == F(sum(bare if criticals == "bare-die" else [face >= number for face in D6]), 6)


@pytest.mark.parametrize("cover", ["clear", "wooden-wall", "trenches"])
@pytest.mark.parametrize("behind", [0, 2, 3])
@pytest.mark.parametrize("distance", [3, 4, 6, 13])
@pytest.mark.parametrize("angle", ["steep", "flat", "steeper-only"])
def test_a_tower(cover: str, behind: int, distance: int, angle: str) -> None:
    """Towers give their men fire at the angles that the reading leaves free.

    Cover more than 2 inches off is worth 2 from above, trenches excepted. The railing keeps its own value. If the angle is
    not free, there is no shot.
    """
    off = f"&behind={behind}" if cover != "clear" else ""
    told = value(
        f"bon/watchtower?men=3&height=4&distance={distance}&weapon=rifle&railing=brick-wall&grade=veteran&armour=flak"
        f"&enemy=green&enemy-armour=heavy&enemy-cover={cover}{off}&ruling.angle-45={angle}"
    )
    free = {"steep": distance > 4, "flat": distance <= 4, "steeper-only": distance >= 4}[angle]
    assert told["free"] == free
    if not free:
        assert told["needed_up"] is told["chance_down"] is told["hits_down"] is None
        return
    band = -1 if distance <= 6 else 0 if distance <= 12 else 1
    worth = CV[cover] if not CV[cover] or cover == "trenches" or behind <= 2 else 2
    down, up = 4 + 2 + worth + band - 1, 5 + 1 + 9 + band + 1
    assert (told["needed_down"], told["needed_up"]) == (down, up)
    assert (told["hits_down"], told["chance_up"]) == (3 * hits(down), hits(up))
