"""Tests where chapters of 1418 meet: ground, the spade and dice against Resilience.

Each answer is worked out from the source alone. Nothing of the ruleset is imported; the charts are in
referee_1418.py, written down there from the source.
"""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest
from referee_1418 import (
    BACK,
    D6,
    FIRST,
    GOING,
    WORKS,
    Chances,
    both,
    die,
    pool,
    rolls_again,
    states,
    told,
    twice,
    value,
)

from drillbook import AskError, ask
from drillbook.errors import Contradiction

F = Fraction

# 1 to 4: ground, works, movement and the spade ---------------------------------------------------------------------------------


def line_of(
    going: str, works: str, *, dug: bool, impractical: str = "A", stacking: str = "A", combined: str = "A"
) -> int:
    """Return what a place is worth to a platoon that is dug in there, or is not."""
    bare = {"open": -2, "rough": -1, "impractical": {"A": 0, "B": -1, "C": -2}[impractical]}[going]
    if works == "none":
        return bare if not dug else 1 + (bare if stacking == "B" else 0)
    return WORKS[works][0 if dug else 1] + (bare if "B" in (stacking, combined) else 0)


PLACES = [*product(GOING, ("none", "defensible", "fortification"))]


@pytest.mark.parametrize(
    "readings", [{}, {"cover_stacking": "B"}, {"combined_ground": "B"}, {"impractical_cover": "B"}]
)
@pytest.mark.parametrize("unit", ["reserve-inf", "early-hmg", "mixed-cav", "mother-tanks"])
def test_a_platoon_at_rest_on_every_ground(unit: str, readings: dict[str, str]) -> None:
    """Platoons at rest have the Resilience of one line of the chart, on every ground.

    A Heavy Weapon has the built-in Resilience of its battalion. Vehicles never dig in, and nobody digs in on impractical
    ground without works by the usual reading.
    """
    names = {"impractical": "impractical_cover", "stacking": "cover_stacking", "combined": "combined_ground"}
    given = {name: readings.get(ruling, "A") for name, ruling in names.items()}
    built = BACK[unit][5] or BACK["elite-inf"][5] or 0
    for (going, works), dug in product(PLACES, (False, True)):
        address = f"gw/resilience?unit={unit}&going={going}&works={works}&posture={'dug-in' if dug else 'standing'}"
        found = ask(address + ("&parent=elite-inf" if BACK[unit][5] is None else "") + told(**readings))
        hole = (going, works, given["impractical"]) == ("impractical", "none", "A")
        if dug and (unit == "mother-tanks" or hole):
            assert found.refused, address
            continue
        r = built + line_of(going, works, dug=dug, **given)
        assert (found.outcome.value.resilience, found.outcome.value.hit) == (r, die(r)), address


@pytest.mark.parametrize("weaker", "ABC")
@pytest.mark.parametrize("scrapes", "AB")
@pytest.mark.parametrize("across", ["", "open", "rough,defensible"])
def test_over_the_top(weaker: str, scrapes: str, across: str) -> None:
    """Movers over the top have the Resilience of the weakest ground that they touch.

    A mover is not dug in, unless a reading lets it keep its holes. By one reading only the ground of both ends counts.
    """
    spots = [("open", "none"), ("rough", "none"), ("rough", "defensible"), ("open", "fortification")]
    for start, end, posture in product(spots, spots, ("moving", "leaving")):
        ends = []
        for place in (start, end):
            dug = posture == "leaving" and (
                (weaker == "B" and place[1] != "none") or (scrapes == "B" and place == start and place[1] == "none")
            )
            ends.append(line_of(*place, dug=dug))
        if weaker == "A" and across:
            for one in across.split(","):
                own = (
                    scrapes == "B" and posture == "leaving" and start == (one, "none")
                )  # over the ground that it has dug up
                ends.append(line_of(one, "none", dug=own) if one in GOING else WORKS[one][1])
        address = f"gw/resilience?unit=line-inf&going={start[0]}&works={start[1]}&posture={posture}&to-going={end[0]}"
        address += f"&to-works={end[1]}&across={across or 'none'}" + told(weaker_type=weaker, dug_in_lost=scrapes)
        assert value(address)["resilience"] == 4 + min(ends), address


ORDERS = ("advance", "hold", "assault", "retreat")


@pytest.mark.parametrize("penalty", "ABCD")
@pytest.mark.parametrize("time", "ABC")
@pytest.mark.parametrize("under", "AB")
def test_the_spade(penalty: str, time: str, under: str) -> None:
    """Digging in needs an order that allows it, and its penalty and time follow the readings.

    Assault and Retreat forbid it. Advance allows it under fire, by one reading. The test checks Resilience while the unit
    digs and in the next bound.
    """
    for order, fire, (going, works) in product(
        ORDERS, (False, True), [("open", "none"), ("rough", "none"), ("open", "fortification")]
    ):
        address = f"gw/resilience?unit=line-inf&going={going}&works={works}&posture=digging&order={order}"
        address += f"&under-fire={'yes' if fire else 'no'}" + told(
            dig_penalty=penalty, dig_time=time, dig_under_advance=under
        )
        found = ask(address)
        if order in ("assault", "retreat") or (order == "advance" and (under == "B" or not fire)):
            assert found.refused, address
            continue
        holes, bare = line_of(going, works, dug=True), line_of(going, works, dug=False)
        costs = {"A": fire, "B": True, "C": fire, "D": fire and order == "hold"}[penalty] and time != "B"
        now = holes if time == "B" else (0 if costs and penalty == "C" else bare) - costs
        assert found.outcome.value.resilience == 4 + now, address
        assert found.outcome.value.next_bound == 4 + (now if time == "C" else holes), address


def test_a_platoon_that_is_dug_in_by_itself_has_nothing_to_dig() -> None:
    """Platoons in works that need no spade are dug in if they stay, whatever they do with it.

    A mover still is not dug in.
    """
    for works, (dug, other) in WORKS.items():
        for posture, worth in (("standing", dug), ("digging", dug), ("dug-in", dug), ("moving", other)):
            more = f"&to-works={works}" if posture == "moving" else "&under-fire=yes" if posture == "digging" else ""
            address = f"gw/resilience?unit=line-inf&works={works}&posture={posture}{more}" + told(dig_in_works="B")
            assert value(address)["resilience"] == 4 + worth, address


# 5 to 9: dice against Resilience ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("low", "ABC")
@pytest.mark.parametrize("again", "ABC")
@pytest.mark.parametrize("keeps", "AB")
def test_a_die_with_a_bonus_against_armour(low: str, again: str, keeps: str) -> None:
    """Chances of a die with a bonus against armour follow the three readings.

    Resilience is matched or beaten. The die is then rolled again: hits only, every roll, or failures only. The second
    roll has the bonus or does not have it.
    """
    for needs, bonus in product((-1, 1, 2, 4, 7, 8, 9), range(4)):
        found = value(
            f"gw/hit?resilience={needs}&bonus={bonus}&again=yes"
            + told(low_r=low, vehicle_reroll=again, reroll_bonus=keeps)
        )
        assert found["one_roll"] == die(needs, bonus, low=low)
        assert found["chance"] == twice(needs, bonus, again=again, keeps=keeps, low=low)


def hits_of(
    unit: str, needs: int, *, vehicle: bool, who: str, again: str, keeps: str, nominated: str, chart: str
) -> Chances:
    """Return the distribution of the hits of one platoon's shots."""
    _, _, _, count, bonus, *_ = BACK[unit]
    if chart == "B" and unit in FIRST:
        bonus = 0
    if not bonus:
        nominated = "A"

    def one(extra: int) -> Fraction:
        if vehicle and rolls_again(unit, who):
            return twice(needs, extra, again=again, keeps=keeps)
        return die(needs, extra)

    if nominated == "C":
        return pool([one(0)] * (count + bonus))
    if nominated == "A":
        return pool([one(0)] * (count - 1) + [one(bonus)])
    assert not vehicle
    found: Chances = defaultdict(F)
    for faces in product(D6, repeat=count):
        plain = sum(face >= needs for face in faces)
        found[plain + any(face < needs <= face + bonus for face in faces)] += F(1, 6**count)
    return found


def volley(
    shooters: list[tuple[str, int]], needs: int, carried: int, *, each: str, **how: Any
) -> tuple[Fraction, dict[str, Fraction]]:
    """Hits to expect, and what is left of the target."""
    found: Chances = {0: F(1)}
    for unit, platoons in shooters:
        one = hits_of(unit, needs, **how)
        if each == "B":
            one = {0: one.get(0, F(0)), 1: 1 - one.get(0, F(0))}
        for _ in range(platoons):
            found = both(found, one, lambda so_far, more: so_far + more)
    return sum((many * chance for many, chance in found.items()), F(0)), states(found, carried)


SHOOTERS = [
    [("line-inf", 2), ("late-hmg", 1), ("mixed-cav", 1), ("seven-cm-field-guns", 1)],
    [("early-hmg", 2), ("gren-squad", 1), ("mother-tanks", 1)],
    [("twelve-cm-howitzers", 2), ("mtd-rifles", 1), ("medium-whip", 1)],
]
VOLLEYS = [
    {"vehicle": False, "nominated": "A"}, {"vehicle": False, "nominated": "B"}, {"vehicle": False, "nominated": "C"},
    {"vehicle": True}, {"vehicle": True, "who": "B"}, {"vehicle": True, "again": "B"}, {"vehicle": True, "again": "C"},
    {"vehicle": True, "keeps": "B"}, {"vehicle": True, "each": "B"}, {"vehicle": False, "chart": "B"},
    {"vehicle": True, "nominated": "C", "keeps": "B", "who": "B"},
]  # fmt: skip


@pytest.mark.parametrize("more", VOLLEYS, ids=str)
def test_a_mixed_volley(more: dict[str, Any]) -> None:
    """Mixed volleys give each platoon its own dice and bonus.

    Re-rolls go to the platoons that have them; hits of an earlier bound count.
    """
    how = {
        "vehicle": False,
        "who": "A",
        "again": "A",
        "keeps": "A",
        "nominated": "A",
        "chart": "A",
        "each": "A",
        **more,
    }
    readings = told(
        vehicle_reroll_who=how["who"], vehicle_reroll=how["again"], reroll_bonus=how["keeps"], bonus_die=how["nominated"],
        two_unit_tables=how["chart"], hits_per_die=how["each"],
    )  # fmt: skip
    for shooters, needs, carried in product(SHOOTERS, (1, 4, 7, 8), (0, 1)):
        rows = ";".join(f"{unit},{platoons}" for unit, platoons in shooters)
        address = f"gw/volley?shooters={rows}&resilience={needs}&carried={carried}&vehicle={'yes' if how['vehicle'] else 'no'}"
        mean, left = volley(shooters, needs, carried, **how)
        found = value(address + readings)
        assert found["hits"] == mean, address
        assert [found[state] for state in ("unharmed", "injured", "removed")] == [
            left[s] for s in ("unharmed", "injured", "removed")
        ]


@pytest.mark.parametrize("melee", [False, True])
@pytest.mark.parametrize("readings", [{}, {"tank_melee": "B"}, {"two_unit_tables": "B"}], ids=str)
def test_who_can_harm_a_fortress(melee: bool, readings: dict[str, str]) -> None:
    """R7 and R8 take a bonus: guns, Heavy Weapons and tanks by fire, grenadiers hand to hand."""
    for needs, vehicle in ((4, False), (7, False), (8, False), (7, True)):
        able: dict[str, Fraction] = {}
        for unit, (_, fights, push, shoots, bonus, *_, kind) in BACK.items():
            dice = (fights, push) if melee else (shoots, bonus)
            if readings.get("two_unit_tables") == "B" and unit in FIRST:
                dice = (dice[0], 0)
            if melee and readings.get("tank_melee") == "B" and kind == "tank":
                dice = (shoots, 0)
            count, extra = dice
            if not count:
                continue
            plain, best = die(needs), die(needs, extra)
            if vehicle and rolls_again(unit, "A"):
                plain, best = plain**2, best**2
            hit = 1 - (1 - plain) ** (count - 1) * (1 - best)
            if hit:
                able[unit] = hit
        if not able:
            continue
        found = value(
            f"gw/who-can-harm?resilience={needs}&melee={'yes' if melee else 'no'}&vehicle={'yes' if vehicle else 'no'}"
            + told(**readings)
        )
        assert (found["able"], found["best"]) == (len(able), max(able.values())), (needs, vehicle)


# 19 and 20: range, and what a form must not take for granted ---------------------------------------------------------------------


@pytest.mark.parametrize(("letter", "factor"), [("A", F(1, 10)), ("B", F(1, 9)), ("C", F(1)), ("D", F(254, 2500))])
def test_ranges_in_every_unit(letter: str, factor: Fraction) -> None:
    """Ranges of every unit come out right in each of the four units of length.

    The units are millimetres, metres at 1:900, centimetres, and yards at an inch to 25. The range of Mounted Rifles
    depends on movement, on the mount, or is always the longer one, as the reading has it. Dismounted Mounted Rifles
    cannot move.
    """
    for unit, (*_, figure, _) in BACK.items():
        if unit == "melee-cav":
            continue
        readings = product("ABC", (False, True), (False, True)) if unit == "mtd-rifles" else [("A", False, False)]
        for rifles, moving, dismounted in readings:
            far = figure
            if unit == "mtd-rifles" and ((rifles == "A" and moving) or (rifles == "B" and not dismounted)):
                far = 100
            more = "".join(f"&{n}=yes" for n, one in (("moving", moving), ("dismounted", dismounted)) if one)
            address = f"gw/range?unit={unit}&distance=25{more}" + told(range_unit=letter, mounted_rifles_range=rifles)
            if moving and dismounted:  # nobody moves with his horses held behind him
                with pytest.raises(Contradiction, match="stay where they are"):
                    ask(address)
                continue
            found = ask(address)
            assert found.outcome.value.farthest == (None if far is None else far * factor), (unit, letter)


NONSENSE = [
    "gw/clash?unit=line-inf&ground=defensible-dug&enemy=line-inf&enemy-ground=fort-dug",
    "gw/deathmatch?unit=line-inf&ground=dug-open&enemy=line-inf&enemy-ground=dug-open",
    "gw/clash?unit=mother-tanks&ground=fort-dug",
    "gw/resilience?unit=medium-whip&posture=digging",
    "gw/move?speed=fast-cav&transport=mech",
    "gw/injury-clock?resilience=10&built-in=3",
    "gw/recovery-race?resilience=-1&built-in=6",
]


@pytest.mark.parametrize("address", NONSENSE)
def test_nonsense_is_told_so(address: str) -> None:
    """Inputs that cannot be true together get a sentence."""
    try:
        found = ask(address)
    except AskError:
        return
    assert found.refused


def test_binomials_agree_with_the_pool() -> None:
    """The referee's own dice."""
    assert pool([F(1, 3)] * 4) == {n: comb(4, n) * F(1, 3) ** n * F(2, 3) ** (4 - n) for n in range(5)}
