"""Tests of sections that meet, by oracles that work from the printed rules alone.

Each oracle works an answer out by enumeration and compares the book's. Nothing of the ruleset is imported: tables,
saves, shots and tests are written down here a second time, from the source.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest

from drillbook import ask

F = Fraction
D6 = range(1, 7)
Chances = dict[Any, Fraction]

#: 3.0: initiative and morale, fire modifier, covering bonus, melee, save, suppression.
CLASSES = {
    "r1": (5, -1, 4, 5, 2, 5), "r2": (5, 0, 3, 4, 3, 4), "r3": (4, 0, 2, 3, 3, 4), "r4": (3, 0, 1, 2, 4, 3),
    "r5": (2, 1, 0, 1, 5, 2), "irr1": (4, 0, 1, 3, 4, 4), "irr2": (3, 1, 0, 2, 5, 3), "irr3": (2, 1, 0, 1, 5, 2),
}  # fmt: skip
#: 8.0: numbers in the columns 25, 50, 100 and 150, and the dice.
WEAPONS: dict[str, tuple[tuple[int | None, ...], int]] = {
    "ar-single": ((3, 4, 5, 6), 1), "ar-burst": ((4, 6, None, None), 3), "sniper": ((2, 3, 4, 5), 1),
    "smg": ((4, 6, None, None), 3), "lmg": ((4, 5, 6, 6), 4), "mmg": ((4, 5, 5, 6), 4), "hmg": ((4, 5, 5, 6), 5),
    "rpg": ((4, 5, 6, None), 1),
}  # fmt: skip


def value(address: str) -> Mapping[str, Any]:
    """Return the figures of the book's answer to an address."""
    found = ask(address).outcome
    return found.flat()  # type: ignore[union-attr]


def totals(dice: int) -> Chances:
    """Return the distribution of the totals of so many dice."""
    result: Chances = defaultdict(F)
    for thrown in product(D6, repeat=dice):
        result[sum(thrown)] += F(1, 6**dice)
    return result


def shot(weapon: str, distance: int, troops: str, cover: bool = False, dodge: bool = False) -> tuple[int, Fraction]:
    """8.0: the dice thrown and the chance of each; a burst pays for what is above 6 in dice."""
    row, dice = WEAPONS[weapon]
    number = next(one for one, reach in zip(row, (25, 50, 100, 150), strict=True) if distance <= reach)
    assert number is not None
    fire = CLASSES[troops][1]
    if fire > 0 and weapon != "rpg":
        number += 1
    if fire < 0 and dice == 1:
        number -= 1
    number += (cover and weapon not in ("sniper", "rpg")) + (dodge and weapon != "sniper")
    if dice > 1 and number > 6:
        dice, number = max(0, dice - (number - 6)), 6
    return dice, F(max(0, min(6, 7 - number)), 6)


def saves(troops: str, bonus: bool = False) -> Fraction:
    """9.0: +1 on the die for one reason or several; a 1 as thrown always kills."""
    return F(sum(1 for die in D6 if die > 1 and die + bonus >= CLASSES[troops][4]), 6)


def fates(dice: int, each: Fraction, saved: Fraction) -> dict[str, Fraction]:
    """Return the chances that a volley, hit by hit, leaves a man unhurt, suppressed or removed."""
    result: dict[str, Fraction] = defaultdict(F)
    for hits in range(dice + 1):
        chance = comb(dice, hits) * each**hits * (1 - each) ** (dice - hits)
        result["unhurt" if not hits else "suppressed"] += chance * saved**hits
        result["removed"] += chance * (1 - saved**hits)
    return result


def volley(row: tuple[str, int, str], troops: str, man: str, place: str, leader: bool = False) -> dict[str, Fraction]:
    """Return the chances of a shot at a man who is up or down, in the open or in cover.

    A man flat in the open is in cover beyond 25 cm (10.0).
    """
    weapon, distance, by = row
    cover = place == "cover" or (man == "suppressed" and distance > 25)
    return fates(*shot(weapon, distance, by, cover), saves(troops, cover or leader))


def caught(worth: int, dice: int) -> Fraction:
    """8.3: the chance to throw no more than the value."""
    return sum((chance for total, chance in totals(dice).items() if total <= worth), F(0))


# 8.1, 9.0 and 10.0: several men at one target, together and one after another ------------------------------------------------


@pytest.mark.parametrize("cover", [False, True])
@pytest.mark.parametrize(
    "firers",
    [
        [("ar-burst", 20, "r4")] * 3,
        [("ar-single", 40, "r3"), ("lmg", 40, "r3"), ("ar-single", 40, "r1")],
        [("rpg", 30, "irr2"), ("smg", 45, "irr3"), ("sniper", 90, "r2")],
        [("mmg", 60, "r5"), ("hmg", 20, "irr1")],
    ],
)
@pytest.mark.parametrize("target", ["irr1", "irr3", "r2"])
def test_several_men_at_one_target(target: str, firers: list[tuple[str, int, str]], cover: bool) -> None:
    place = "cover" if cover else "open"
    missed = alive = F(1)
    for one in firers:
        found = volley(one, target, "unhurt", place)
        missed, alive = missed * found["unhurt"], alive * (1 - found["removed"])
    now: Chances = {"unhurt": F(1)}
    for one in firers:
        after: Chances = defaultdict(F)
        for man, chance in now.items():
            if man == "removed" or (cover and man == "suppressed"):  # gone, or hidden
                after[man] += chance
                continue
            for fate, part in volley(one, target, man, place).items():
                after["suppressed" if (man, fate) == ("suppressed", "unhurt") else fate] += chance * part
        now = after
    lines = ";".join(f"1,{weapon},{troops},{distance},still,no" for weapon, distance, troops in firers)
    told = value(f"bn/group-shot?firers={lines}&target={target}&cover={'yes' if cover else 'no'}")
    assert told["unhurt"] == missed == 1 - told["hit"]
    assert told["removed"] == 1 - alive
    assert told["removed_apart"] == now.get("removed", 0)


# 8.2, 8.3, 9.0 and 10.0: opportunity fire through covering fire at a man who goes down on the way ------------------------------


def run(troops: str, men: int, cover: bool, worth: int, watchers: Iterable[tuple[str, int, str, str]]) -> Chances:
    """Return the chances of the worst that comes to any of the men who cross one by one.

    A watcher who is caught is out, whether he saves or not.
    """
    order = ("unhurt", "suppressed", "removed")
    posts = list(watchers)
    now: Chances = {("unhurt", (True,) * len(posts)): F(1)}
    for _ in range(men):
        here: Chances = {("unhurt", *state): chance for state, chance in now.items()}
        for place, (weapon, distance, by, swept) in enumerate(posts):
            after: Chances = defaultdict(F)
            for (man, worst, ready), chance in here.items():
                hidden = man == "suppressed" and cover
                if not ready[place] or man == "removed" or hidden:
                    after[man, worst, ready] += chance
                    continue
                out = (*ready[:place], False, *ready[place + 1 :])
                struck = F(0) if swept == "clear" else caught(worth, 3 if swept == "bunker" else 2)
                after[man, worst, out] += chance * struck
                left = out if weapon == "rpg" else ready
                found = volley((weapon, distance, by), troops, man, "cover" if cover else "open")
                for fate, part in found.items():
                    then = max(man, fate, key=order.index)
                    after[then, max(worst, then, key=order.index), left] += chance * (1 - struck) * part
            here = after
        now = defaultdict(F)
        for (_, worst, ready), chance in here.items():
            now[worst, ready] += chance
    ends: Chances = defaultdict(F)
    for (worst, _), chance in now.items():
        ends[worst] += chance
    return ends


@pytest.mark.parametrize("cover", [False, True])
@pytest.mark.parametrize("men", [1, 2, 3])
@pytest.mark.parametrize(
    "watchers",
    [
        (("lmg", 40, "irr3", "bunker"), ("ar-burst", 20, "irr3", "cover")),
        (("rpg", 30, "r3", "swept"), ("sniper", 90, "r1", "clear"), ("smg", 45, "r5", "clear")),
        (("hmg", 26, "r4", "swept"), ("hmg", 25, "r4", "swept")),
    ],
)
def test_a_run_under_fire(watchers: tuple[tuple[str, int, str, str], ...], men: int, cover: bool) -> None:
    """Runs under fire meet each watcher in the state that earlier fire has left.

    8.2, 8.3, 9.0, 10.0: in cover the first hit hides the man from the second watcher. In the open he lies flat for the
    second watcher.
    """
    rows = ";".join(",".join(map(str, row)) for row in watchers)
    told = value(f"bn/gauntlet?men={men}&troops=r4&cover={'yes' if cover else 'no'}&value=7&watchers={rows}")
    ends = run("r4", men, cover, 7, watchers)
    assert (told["unhurt"], told["suppressed"], told["removed"]) == tuple(
        ends[one] for one in ("unhurt", "suppressed", "removed")
    )


def test_a_group_under_fire() -> None:
    """Groups under fire draw one reaction from each watcher (6.4, 8.2).

    All reactions are at the man that the owner names, and no shot sees what another has done.
    """
    told = value("bn/gauntlet?men=3&group=yes&troops=r3&value=0&watchers=ar-single,30,r3,clear;lmg,45,irr1,clear")
    pair = [volley(row, "r3", "unhurt", "open") for row in (("ar-single", 30, "r3"), ("lmg", 45, "irr1"))]
    unhurt = pair[0]["unhurt"] * pair[1]["unhurt"]
    kept = (1 - pair[0]["removed"]) * (1 - pair[1]["removed"])
    assert (told["unhurt"], told["removed"]) == (unhurt, 1 - kept)


def test_a_shot_through_covering_fire_by_the_other_reading() -> None:
    """8.3 by the reading that a man caught who saves still shoots."""
    told = value("bn/gauntlet?men=1&troops=r4&value=9&watchers=lmg,40,irr3,bunker&ruling.covering-hit-suppressed=B")
    fires = 1 - caught(9, 3) * (1 - saves("irr3", True))
    assert told["unhurt"] == 1 - fires * (1 - volley(("lmg", 40, "irr3"), "r4", "unhurt", "open")["unhurt"])


# 6.5 and 10.0: what a man under fire may do ------------------------------------------------------------------------------------


@pytest.mark.parametrize("distance", [20, 25, 26, 40])
@pytest.mark.parametrize("weapon", ["ar-single", "ar-burst", "lmg", "sniper"])
def test_a_suppressed_man_cannot_dodge_but_lies_flat(weapon: str, distance: int) -> None:
    """Suppressed men cannot dodge but lie flat.

    6.5, 10.0: he gets no reaction. In the open beyond 25 cm lying flat gives him cover for the shot and for the save.
    """
    told = value(f"bn/dodge?reaction=dodge&suppressed=yes&weapon={weapon}&distance={distance}&shooter=irr1&troops=r4")
    found = volley((weapon, distance, "irr1"), "r4", "suppressed", "open")
    assert (told["allowed"], told["removed"]) == (False, found["removed"])
    crossed = value(f"bn/hit-chain?start=suppressed&weapon={weapon}&distance={distance}&shooter=irr1&troops=r4")
    assert crossed["removed"] == found["removed"]


def test_lying_flat_by_the_other_reading() -> None:
    """Lying flat is cover against the shot alone under the other reading.

    9.0, 10.0: the dodge, the hit chain and the second shot of a run follow reading B of `prone-cover`.
    """
    by = "weapon=ar-single&distance=50&shooter=r3&troops=r4&ruling.prone-cover=B"
    flat = fates(*shot("ar-single", 50, "r3", True), saves("r4"))
    assert value(f"bn/dodge?reaction=dodge&suppressed=yes&{by}")["removed"] == flat["removed"]
    assert value(f"bn/hit-chain?start=suppressed&{by}")["removed"] == flat["removed"]
    rows = "ar-single,50,r3,clear;ar-single,50,r3,clear"
    told = value(f"bn/gauntlet?men=1&troops=r4&value=0&watchers={rows}&ruling.prone-cover=B")
    first = fates(*shot("ar-single", 50, "r3"), saves("r4"))
    again = first["unhurt"] * first["removed"] + first["suppressed"] * flat["removed"]
    assert told["removed"] == first["removed"] + again


@pytest.mark.parametrize(
    ("weapon", "moved", "shoots"), [("mmg", 0, 1), ("mmg", 4, 0), ("hmg", 1, 0), ("lmg", 4, 1), ("rpg", 5, 1)]
)
def test_a_reaction_after_a_dodge(weapon: str, moved: int, shoots: int) -> None:
    """Machine guns on a mount do not fire after a dodge, which is a move (6.1, 6.5, 8.2).

    Such a gun is fired only if nobody of its crew has moved.
    """
    assert value(f"bn/squad-plan?side=reacting&figures={weapon},{moved},none,fit")["shooters"] == shoots


@pytest.mark.parametrize("reaction", ["dodge", "ground"])
def test_a_man_in_cover_has_it_when_he_is_shot_at(reaction: str) -> None:
    """Men in cover already have its benefit for this very shot (6.5, 8.0, 9.0).

    They may not go to ground instead.
    """
    told = value(f"bn/dodge?reaction={reaction}&cover-distance=0&weapon=ar-burst&distance=20&shooter=r3&troops=r4")
    found = fates(*shot("ar-burst", 20, "r3", True, reaction == "dodge"), saves("r4", True))
    assert told["removed"] == found["removed"]


@pytest.mark.parametrize("worth", [4, 6, 9])
def test_a_dodge_out_of_a_swept_area(worth: int) -> None:
    """Dodges out of a swept area take the test before the move.

    6.5, 8.3: a man who is caught takes a hit, and after a save the shot as a man who has not dodged.
    """
    told = value(f"bn/dodge?reaction=dodge&weapon=lmg&distance=20&shooter=r4&troops=r4&cover-distance=3&value={worth}")
    dodges = fates(*shot("lmg", 20, "r4", dodge=True), saves("r4"))
    stays, struck = fates(*shot("lmg", 20, "r4"), saves("r4")), caught(worth, 2)
    removed = (1 - struck) * dodges["removed"] + struck * (1 - saves("r4") * (1 - stays["removed"]))
    assert (told["caught"], told["removed"]) == (struck, removed)


# 9.0, 10.0: from the hit to the next action --------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["open", "cover"])
@pytest.mark.parametrize("found", ["yes", "no"])
@pytest.mark.parametrize("troops", ["r5", "irr1"])
def test_shot_test_and_crawl_turn_by_turn(place: str, found: str, troops: str) -> None:
    """Shot, test and crawl turn by turn agree with the enumeration (7.0, 9.0, 10.0).

    Shots come between the turns; a failed test crawls 8 cm into cover, and a man hit in cover is hidden.
    """
    told = value(
        f"bn/hit-chain?weapon=lmg&distance=40&shooter=r4&troops={troops}&place={place}&shots=every-turn&found={found}&turns=4"
        + ("&cover-distance=8" if place == "open" else "")
    )
    passes = F(min(5, CLASSES[troops][5]), 6)
    now: Chances = {(place, "unhurt", False): F(1)}
    for turn in range(5):
        after: Chances = defaultdict(F)
        for (where, man, hidden), chance in now.items():
            if turn:
                stays = 1 - passes if man == "suppressed" else F(0)
                after[where, "unhurt" if man == "suppressed" else man, False] += chance * (1 - stays)
                after["cover", "suppressed", hidden] += chance * stays
            else:
                after[where, man, hidden] += chance
        now = {state: chance for state, chance in after.items() if chance}
        if turn == 4:
            break
        after = defaultdict(F)
        for (where, man, hidden), chance in now.items():
            if man == "removed" or (hidden and found == "no"):
                after[where, man, hidden] += chance
                continue
            for fate, part in volley(("lmg", 40, "r4"), troops, man, where).items():
                then = "suppressed" if man == "suppressed" and fate == "unhurt" else fate
                struck = fate == "suppressed"
                after[where, then, then == "suppressed" and (hidden or (struck and where == "cover"))] += chance * part
        now = after
    gone = sum((chance for (_, man, _), chance in now.items() if man == "removed"), F(0))
    up = sum((chance for (_, man, _), chance in now.items() if man == "unhurt"), F(0))
    assert (told["removed_at_end"], told["fit_at_end"]) == (gone, up)


# 8.3: values of areas ------------------------------------------------------------------------------------------------------------

COVERING = {"ar": (3, 2), "smg": (4, 2), "lmg": (5, 4), "mmg": (6, 5), "hmg": (7, 6), "pistol": (1, 0), "rifle": (1, 1)}


@pytest.mark.parametrize("bunker", [False, True])
@pytest.mark.parametrize(
    ("arms", "distance"), [({"ar": 1, "lmg": 1}, 32), ({"pistol": 2, "ar": 1}, 40), ({"rifle": 2}, 50)]
)
@pytest.mark.parametrize("troops", ["r5", "irr1", "r1"])
def test_covering_fire(arms: dict[str, int], distance: int, troops: str, bunker: bool) -> None:
    """Covering fire adds each weapon by distance and the bonus once per group.

    3.0, 8.3: the value is 9 at most. A second group brings its own bonus.
    """
    counts = "&".join(f"{name}={many}" for name, many in arms.items())
    where = f"distance={distance}&troops={troops}&bunker={'yes' if bunker else 'no'}"
    mine = sum(many * COVERING[name][distance > 25] for name, many in arms.items()) + CLASSES[troops][2]
    told = value(f"bn/covering-fire?{counts}&{where}")
    assert (told["value"], told["hit"]) == (min(9, mine), caught(min(9, mine), 3 if bunker else 2))
    told = value(f"bn/covering-fire?{counts}&{where}&others=1,ar,20,r4")
    assert told["value"] == min(9, mine + 3 + 1)


# 8.0, 8.7: the dice of a burst ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("weapon", "distance", "troops"), [("hmg", 20, "irr3"), ("mmg", 40, "r3"), ("smg", 30, "r5")])
def test_the_best_share_of_a_burst(weapon: str, distance: int, troops: str) -> None:
    """Splitting a burst best hits all targets most often.

    8.0: the dice are shared out first, then each target has its own number.
    """
    told = value(
        f"bn/burst-split?weapon={weapon}&distance={distance}&troops={troops}&gap=4&targets=no,no,no;yes,yes,no"
    )
    dice, full = WEAPONS[weapon][1], []
    for mine in range(dice + 1):
        chance = F(1)
        for many, cover, dodge in ((mine, False, False), (dice - mine, True, True)):
            left, each = shot(weapon, distance, troops, cover, dodge)
            left = max(0, many - (dice - left))
            chance *= 1 - (1 - each) ** left
        full.append(chance)
    assert told["each"] == max(full)


@pytest.mark.parametrize("dodge", ["yes", "no"])
def test_friends_in_the_line(dodge: str) -> None:
    """8.7, 9.0: every die that misses is a save at +1, and neither cover nor rank adds to that."""
    told = value(
        f"bn/friendly-fire?weapon=ar-burst&troops=irr2&distance=40&dodge={dodge}&friends=0,10,r4,open;3,45,r2,leader;0,51,r4,open"
        "&base=0"
    )
    dice, each = shot("ar-burst", 40, "irr2", dodge=dodge == "yes")
    lives, alone = F(0), F(0)
    for misses in range(dice + 1):
        chance = comb(dice, misses) * (1 - each) ** misses * each ** (dice - misses)
        alone += chance * saves("r4", True) ** misses
        lives += chance * saves("r4", True) ** misses * saves("r2", True) ** misses
    assert (told["in_line"], told["removed"], told["any_removed"]) == (2, 1 - alone, 1 - lives)


@pytest.mark.parametrize(
    ("roe", "agreed", "leave"), [("no", "no", F(1, 3)), ("yes", "yes", F(1, 6)), ("no", "yes", F(1))]
)
def test_speculative_fire(roe: str, agreed: str, leave: Fraction) -> None:
    """Speculative fire needs a 5 or 6, unless both players agree.

    8.6, 9.0, Extras: under Rules of Engagement it always needs a 6. The save has one bonus. Agreement without Rules of
    Engagement needs no roll.
    """
    told = value(
        f"bn/speculative-fire?weapon=lmg&troops=r4&distance=45&target=building&agreed={agreed}&roe={roe}&victim=r5"
    )
    found = [fates(*shot("lmg", 45, "r4", cover), saves("r5", True))["removed"] * leave for cover in (True, False)]
    assert told["allowed"] == leave
    assert told["removed"] in found


# 8.4, 8.8, 9.1, 9.2: vehicles and bombardment ------------------------------------------------------------------------------------


@pytest.mark.parametrize("leader", [False, True])
@pytest.mark.parametrize(
    ("vehicle", "weapon", "number", "crew"),
    [("tank&angle=120", "tank", 5, 2), ("light", "rpg", 4, 3), ("protected", "hmg", 6, 3)],
)
def test_a_crew_in_a_wreck(vehicle: str, weapon: str, number: int, crew: int, leader: bool) -> None:
    """Crews of a wreck save after the vehicle's hits are resolved.

    9.1, 9.2: a vehicle is knocked out if the lower of two dice is below `number`, and explodes 3 or more below. After an
    explosion every man survives on 3+, or on 2+ in heavy armour, a leader at +1.
    """
    told = value(
        f"bn/vehicle-hit?vehicle={vehicle}&weapon={weapon}&count=hits&hits=2&crew=3&leader={'yes' if leader else 'no'}"
    )
    out = explodes = F(0)
    for pair in product(D6, repeat=2):
        out += F(min(pair) < number, 36)
        explodes += F(min(pair) <= number - 3, 36)
    plain = F(7 - crew, 6)
    best = min(F(5, 6), plain + F(1, 6)) if leader else plain
    assert (told["knocked_out"], told["explodes"]) == (out, explodes)
    assert told["any_lost"] == explodes * (1 - plain**2 * best)


@pytest.mark.parametrize("obstacle", [33, 38, 43])
def test_a_driverless_car(obstacle: int) -> None:
    """Cars without a driver move on and may crash into an obstacle.

    6.0, 8.8, 9.0: the driver is in cover from small arms. Without its driver the car moves on for 45 cm less 2d6.
    """
    told = value(
        "bn/occupants?vehicle=protected&weapon=ar-burst&distance=20&shooter=r4&who=driver&aboard=3&troops=r4"
        f"&ahead=obstacle&obstacle={obstacle}"
    )
    assert told["removed"] == volley(("ar-burst", 20, "r4"), "r4", "unhurt", "cover")["removed"]
    assert told["crashes"] == sum(chance for total, chance in totals(2).items() if 45 - total >= obstacle)


@pytest.mark.parametrize(("asks", "number"), [("", 4), ("&improved=yes", 3), ("&roe=yes", 5)])
def test_a_strike_from_call_to_save(asks: str, number: int) -> None:
    """Strikes are worked out from call to save (8.4, 9.1, Extras).

    A strike needs 4+ to call it, lands 4d6 cm off the man it is meant for, and a man within 15 cm saves on 3+.
    """
    told = value(f"bn/support-strike?caller=regulars&shift=best&men=0,0,irr3,open{asks}&base=0")
    covered = sum(chance for total, chance in totals(4).items() if total <= 15)
    assert (told["granted"], told["covered"]) == (F(7 - number, 6), covered)
    assert told["removed_overall"] == told["granted"] * covered / 3
    called = value(f"bn/support-call?caller=regulars{asks}")
    assert called["granted"] == told["granted"]


# 11.0, 11.1: hand to hand --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lone", ["r1", "r2", "irr2"])
@pytest.mark.parametrize("down", [0, 1, 2])
def test_three_against_one(lone: str, down: int) -> None:
    """Three men against one add the modifiers of all three.

    3.0, 10.0, 11.0: each suppressed man of the three costs 2. Equal totals decide nothing.
    """
    rows = ";".join(f"irr1,{'yes' if place < down else 'no'}" for place in range(3))
    told = value(f"bn/melee?many={rows}&lone={lone}&lone-suppressed=no")
    they, he = 3 * CLASSES["irr1"][3] - 2 * down, CLASSES[lone][3]
    pairs = [(one + they) - (other + he) for one, other in product(D6, repeat=2)]
    assert (told["win"], told["tie"]) == (F(sum(p > 0 for p in pairs), 36), F(sum(p == 0 for p in pairs), 36))


def test_a_duel_for_a_house() -> None:
    """Duels for a house count both rolls of each round.

    11.1, 9.0, 10.0: each man throws as many dice as his bonus (3), needs 6 from outside and 5+ from inside, and is tested
    for recovery before the second round if he has survived a hit by a save. A man who fails the test throws no dice.
    """
    told = value("bn/storm?attackers=1&attack-troops=r3&defenders=1&defend-troops=irr1&rounds=2")

    def lives(dice: int, each: Fraction, saved: Fraction) -> Chances:
        return {fate: chance for fate, chance in fates(dice, each, saved).items() if chance}

    now: Chances = {("unhurt", "unhurt"): F(1)}
    for turn in range(2):
        after: Chances = defaultdict(F)
        for (one, other), chance in now.items():
            if "removed" in (one, other):
                after[one, other] += chance
                continue
            ups = [(F(1), True)] if one == "unhurt" or not turn else [(F(4, 6), True), (F(2, 6), False)]
            others = [(F(1), True)] if other == "unhurt" or not turn else [(F(4, 6), True), (F(2, 6), False)]
            for (p, up), (q, fit) in product(ups, others):
                mine = lives(3 if fit else 0, F(1, 3), saves("r3"))
                theirs = lives(3 if up else 0, F(1, 6), saves("irr1"))
                for (fate, a), (end, b) in product(mine.items(), theirs.items()):
                    kept = "suppressed" if fate == "unhurt" and not up else fate
                    held = "suppressed" if end == "unhurt" and not fit else end
                    after[kept, held] += chance * p * q * a * b
        now = after
    taken = sum(chance for (one, other), chance in now.items() if other == "removed" != one)
    assert told["taken"] == taken


# 9.3, 12.0, 13.0: morale ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("men", "lost", "leaders"), [(10, 3, 0), (10, 2, 1), (10, 6, 0), (8, 4, 0), (8, 4, 1), (12, 6, 1)]
)
@pytest.mark.parametrize("troops", ["r1", "r4", "irr3"])
def test_morale(men: int, lost: int, leaders: int, troops: str) -> None:
    """Morale counts a dead leader as two losses and one man.

    12.0: below half strength a 6 passes only if it reaches the number. At exactly half strength a 6 always passes.
    """
    told = value(f"bn/morale-test?squad={men},{troops},yes&lost={lost}&leaders={leaders}")
    needed, left = lost + 2 * leaders, men - lost - leaders
    faces = [die for die in D6 if die >= needed or (die == 6 and 2 * left >= men)]
    assert told["passes"] == 1 - F(6 - len(faces), 6) ** CLASSES[troops][0]
    tracked = value(f"bn/morale-track?troops={troops}&squads={men}&motivation=no&turns="
                    + ";".join([f"{min(6, lost + leaders)},0,0,0,{'yes' if leaders else 'no'}"]))  # fmt: skip
    if lost + leaders <= 6:
        assert tracked["holds"] == told["passes"]


@pytest.mark.parametrize("motivation", [False, True])
def test_a_platoon_breaks(motivation: bool) -> None:
    """Platoons break under losses that mount over three turns.

    12.0, 13.0, Extras: four dice and one more for each team above half strength. With motivation one failure is forgiven.
    """
    told = value(
        f"bn/morale-track?troops=r3&squads=8;8;4&motivation={'yes' if motivation else 'no'}"
        "&turns=2,0,2,0,no;1,1,0,0,yes;2,1,1,0,no"
    )
    chances, left, losses = [], [8, 8, 4], 0
    for gone, leader in (((2, 0, 2), 0), ((1, 1, 0), 1), ((2, 1, 1), 0)):
        left = [there - less for there, less in zip(left, gone, strict=True)]
        losses += sum(gone) + leader
        dice = 4 + sum(2 * there > whole for there, whole in zip(left, (8, 8, 4), strict=True))
        faces = [die for die in D6 if die >= losses or (die == 6 and 2 * sum(left) >= 20)]
        chances.append(1 - F(6 - len(faces), 6) ** dice)
    holds = chances[0] * chances[1] * chances[2]
    once = sum((holds / one * (1 - one) for one in chances), F(0))
    assert told["holds"] == holds + (once if motivation else 0)


# 4.1, 14.0, Extras: markers, points and talk -------------------------------------------------------------------------------------


def _worth(die: int, reading: str) -> int:
    """Return what markers 1 to 5 are worth once the die is known.

    Marker 4 was primary, 2 and 5 secondary.
    """
    kinds = {1: "fake", 2: "secondary", 3: "fake", 4: "primary", 5: "secondary"}
    if die == 6:
        kinds[4] = "fake"
    elif die != 4:
        kinds[4], kinds[die] = {"A": ("primary", "primary"), "B": ("fake", "primary"), "C": (kinds[die], "primary")}[
            reading
        ]
    return sum({"primary": 50, "secondary": 20, "fake": 0}[kind] for kind in kinds.values())


@pytest.mark.parametrize("reading", ["A", "B", "C"])
def test_the_secret_die(reading: str) -> None:
    """Secret dice decide the stakes of the markers.

    4.1, 14.0: a primary marker is worth 50 and a secondary one 20. A die of 1-5 makes a marker primary and a 6 makes marker
    4 a fake. `reading` settles `second-primary`.
    """
    each = [_worth(die, reading) for die in D6]
    told = value(f"bn/secret-die?primary=4&secondary=2-5&die=unknown&ruling.second-primary={reading}")
    assert (told["stakes"], told["lowest"], told["highest"]) == (F(sum(each), 6), min(each), max(each))


@pytest.mark.parametrize(("media", "times", "scandal"), [("none", 1, 1), ("embedded", 2, 3), ("independent", 2, 4)])
@pytest.mark.parametrize("roe", [False, True])
@pytest.mark.parametrize("die", [2, 5])
def test_a_ledger(media: str, times: int, scandal: int, roe: bool, die: int) -> None:
    """Defeat ledgers add the talks with their last die before the media.

    14.0, Extras: the media then multiply all points by `times`, and points for buildings and civilians by `scandal`. The
    last die of the talks pays only above the level of 3.
    """
    told = value(
        f"bn/defeat-ledger?match=mixed&losses=blue,sf,2,no;blue,regular,1,no;red,leader,1,no;red,irregular,3,no&first=blue"
        f"&blue-roe={'yes' if roe else 'no'}&buildings=1&civilians=2&red-main=1&media={media}&talks=3&turns=2&die={die}"
    )
    plain = 2 * 15 + 10 + 5 + 25 * roe + (30 if die > 3 else 0)
    public = (10 if roe else 5) * 3
    assert told["blue"] == plain * times + public * scandal
    assert told["red"] == 10 + 15 + (100 if media == "embedded" else 50)


@pytest.mark.parametrize("breaks", range(6))
def test_a_negotiation(breaks: int) -> None:
    """Negotiations at level 3 gather 15 points per turn over three turns.

    Extras: a broken truce cancels the points and gives the enemy 15. A last die of 3 or less cancels the points, and
    embedded media double them.
    """
    told = value(f"bn/negotiation?force=regulars&level=3&turns=3&breaks={breaks}&media=embedded")
    lasts = (1 - F(breaks, 6)) ** 3
    assert (told["expected"], told["enemy_expected"]) == (lasts * F(1, 2) * 45 * 2, (1 - lasts) * 15)


@pytest.mark.parametrize("lands", [2, 5])
@pytest.mark.parametrize("boards", [1, 5, 9])
def test_an_evacuation(lands: int, boards: int) -> None:
    """Extras: it throws in every turn after the one it lands in, and a 1 sends it off."""
    told = value(f"bn/evacuation?point=primary&lands={lands}&boards={boards}")
    assert told["there"] == F(5, 6) ** max(0, boards - lands)


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_civilians(level: int) -> None:
    """Extras: the Irregulars move them on more than the level; 15 cm a turn."""
    told = value(f"bn/civilians?match=mixed&level={level}&figures=3&distance=31&turns=5")
    each = F(6 - level, 6)
    arrives = sum(comb(5, many) * each**many * (1 - each) ** (5 - many) for many in range(3, 6))
    assert (told["control"], told["arrives"], told["price"]) == (each, arrives, 30)


def test_forces_of_either_side() -> None:
    """3.0, Points, Extras: prices, and what only one side or one class may have."""
    told = value(
        "bn/force?side=irregulars&men=6,irr3,ar,0;1,irr1,rpg,2&extras=mortars,ambush&motivation=1&ied=1&ied-remote=1&intelligence=2"
    )
    assert told["points"] == 6 * 5 + 11 + 7 + 10 + 15 + 25 + 15 + 20 + 30 + 20
    assert told["allowed"]
    wrong: Callable[[str], bool] = lambda inputs: not value(f"bn/force?{inputs}&budget=0")["allowed"]  # noqa: E731
    assert wrong("side=regulars&men=6,r3,ar,0&extras=mortars")
    assert wrong("side=regulars&men=6,r3,ar,0&extras=infiltrators")
    assert wrong("side=regulars&men=6,r3,ar,0&extras=improved-support,roe")
    assert wrong("side=regulars&men=6,r3,ar,0&ied=1")
    assert wrong("side=regulars&men=6,r3,ar,0&intelligence=4")
    assert wrong("side=regulars&men=6,r1,ar,0&negotiation=4")
    assert wrong("side=irregulars&men=6,irr3,ar,0&negotiation=2")
