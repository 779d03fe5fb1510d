"""A second referee of 1418, for what crosses from chapter to chapter.

Every die is worked out face by face, every duel blow by blow. Nothing of the ruleset is imported. `how` holds
readings by their names; A is the default.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product

from referee_1418 import BACK, FIRST, WORKS, Chances, both

F = Fraction
How = Mapping[str, str]
Place = tuple[str, str]
MISS, NEAR, HIT = "miss", "near", "hit"
MOUNTED = ("cavalry", "tank")
ORDERS = ("advance", "hold", "assault", "retreat")
#: What each order offers: dug in and safe, dug in under fire, not dug in and safe, not dug in under fire.
MAY = {
    "advance": ("stay move", "stay", "move", "stay move"), "hold": ("stay", "stay", "stay find-cover", "stay find-cover"),
    "assault": ("assault", "assault stay", "assault", "assault find-cover"),
    "retreat": ("retreat", "retreat stay", "retreat", "retreat find-cover stay"),
}  # fmt: skip


def letter(how: How, name: str) -> str:
    """Return the letter of the reading in force, A if none is given."""
    return how.get(name, "A")


# one die, and a handful ---------------------------------------------------------------------------------------------------------


def reaches(face: int, needs: int, bonus: int, how: How) -> bool:
    """Return whether a face with its bonus matches or beats what it needs."""
    sides = 6
    if face == 1 and letter(how, "low_r") == "B":
        return False
    return face + bonus >= needs or (face == sides and letter(how, "natural_six") == "B")


def fate_of_die(needs: int, bonus: int, again: bool, how: How) -> dict[str, Fraction]:
    """Return the chances that a die misses, would hit with its bonus, or hits without it.

    again: the die is rolled again, against armour.
    """
    faces = range(1, 7)
    kept = bonus if letter(how, "reroll_bonus") == "A" else 0

    def hit(first: int, second: int, push: int) -> bool:
        one = reaches(first, needs, push, how)
        two = reaches(second, needs, min(push, kept), how)
        return (one and not again) or (
            again and {"A": one and two, "B": two, "C": one or two}[letter(how, "vehicle_reroll")]
        )

    found = {MISS: F(0), NEAR: F(0), HIT: F(0)}
    for first, second in product(faces, faces):
        name = HIT if hit(first, second, 0) else NEAR if hit(first, second, bonus) else MISS
        found[name] += F(1, len(faces) ** 2)
    return found


def handful(count: int, bonus: int, needs: int, again: bool, how: How) -> Chances:
    """Return the chances of how many of the dice hit.

    One of them may have the bonus: named before the roll, found after it, or taken as more dice.
    """
    reading = letter(how, "bonus_die") if bonus and count else "A"
    extra = bonus if reading == "C" else 0
    die = fate_of_die(needs, 0 if reading == "C" else bonus, again, how)
    found: Chances = defaultdict(F)
    for names in product(die, repeat=count + extra):
        chance = F(1)
        for name in names:
            chance *= die[name]
        helped = (bonus and NEAR in names) if reading == "B" else (names[:1] == (NEAR,))
        if chance:
            found[names.count(HIT) + bool(helped and reading != "C")] += chance
    return {0: found[0], 1: 1 - found[0]} if letter(how, "hits_per_die") == "B" else dict(found)


def again_of(unit: str, how: How) -> bool:
    """Return whether armour has a unit's dice rolled again.

    They are for infantry, Heavy Weapons and tanks; by a reading for cavalry too; never for guns.
    """
    kind = BACK[unit][7]
    return kind != "gun" and (kind != "cavalry" or letter(how, "vehicle_reroll_who") == "B")


def shot(unit: str, needs: int, vehicle: bool, how: How) -> Chances:
    """Return the chances of the hits of a unit's shot."""
    _, _, _, count, bonus, *_, kind = BACK[unit]
    if letter(how, "two_unit_tables") == "B" and unit in FIRST:
        bonus = 0
    if letter(how, "mounted_steps") == "C" and kind in MOUNTED:
        count = 0
    return handful(count, bonus, needs, vehicle and again_of(unit, how), how)


def at_least(hits: Chances, many: int) -> Fraction:
    """Return the chance of at least so many hits."""
    return sum((chance for scored, chance in hits.items() if scored >= many), F(0))


# ground -------------------------------------------------------------------------------------------------------------------------


def line(place: Place, dug: bool, how: How) -> int:
    """Return what a place is worth as cover, dug in or not."""
    going, works = place
    bare = {"open": -2, "rough": -1, "impractical": {"A": 0, "B": -1, "C": -2}[letter(how, "impractical_cover")]}[going]
    stacks = letter(how, "cover_stacking") == "B"
    if works != "none":
        return WORKS[works][0 if dug else 1] + (bare if stacks or letter(how, "combined_ground") == "B" else 0)
    return bare if not dug else 1 + (bare if stacks else 0)


def no_hole(place: Place, how: How) -> bool:
    """Where nobody can be dug in."""
    return place == ("impractical", "none") and letter(how, "impractical_cover") == "A"


def on_the_way(start: Place, end: Place, was_dug: bool, how: How) -> int:
    """Return what a mover's cover is worth: the weaker of the two grounds, out of its hole."""
    found = []
    for place in (start, end):
        keeps = letter(how, "dug_in_lost") == "B" and place == start and place[1] == "none"
        as_dug = letter(how, "weaker_type") == "B" and place[1] != "none"
        found.append(line(place, was_dug and (keeps or as_dug), how))
    return min(found)


# duels --------------------------------------------------------------------------------------------------------------------------


def fists(unit: str, how: How) -> tuple[int, int]:
    """Melee dice and bonus: grenadiers alone have one; a tank may strike with its guns."""
    _, fights, push, shoots, *_, kind = BACK[unit]
    if kind == "tank" and letter(how, "tank_melee") == "B":
        return shoots, 0
    return fights, push


def place_in_line(unit: str) -> int:
    """Fast cavalry, medium, infantry, Heavy Weapons."""
    speed, *_, kind = BACK[unit]
    return {"fast-cav": 0, "medium-cav": 1}.get(speed, 3 if kind in ("heavy", "lmg") else 2)


def duel(units: tuple[str, str], needs: tuple[int, int], hits: tuple[int, int], how: How) -> dict[str, Fraction]:
    """Return what becomes of the two units of a clash and its deathmatch, with chances.

    'never' is the outcome if nobody can end it.
    """
    arms = [fists(unit, how) for unit in units]
    vehicles = [BACK[unit][7] == "tank" for unit in units]

    def blows(mine: int, rounds: int) -> Chances:
        return handful(*arms[mine], needs[1 - mine] - rounds, vehicles[1 - mine] and again_of(units[mine], how), how)

    harmless = [not at_least(blows(mine, 0), 1) for mine in (0, 1)]
    if not (arms[0][0] or arms[1][0]) or (any(harmless) and letter(how, "cannot_harm") == "B"):
        return {"never": F(1)}
    first = 0 if place_in_line(units[0]) <= place_in_line(units[1]) else 1
    together = place_in_line(units[0]) == place_in_line(units[1]) or letter(how, "melee_simultaneity") == "B"
    now: Chances = {hits: F(1)}
    ends: dict[str, Fraction] = defaultdict(F)
    for rounds in range(12):
        after: Chances = defaultdict(F)
        struck = [blows(mine, rounds) for mine in (0, 1)]
        for state, chance in now.items():
            for (out, share), (back, part) in product(struck[first].items(), struck[1 - first].items()):
                left = list(state)
                left[1 - first] = min(2, state[1 - first] + out)
                answers = together or left[1 - first] < 2
                left[first] = min(2, state[first] + (back if answers else 0))
                after[tuple(left)] += chance * share * part
        now = {}
        for state, chance in after.items():
            gone = (state[0] == 2, state[1] == 2)
            if any(gone):
                ends["both" if all(gone) else "second" if gone[1] else "first"] += chance
            elif chance:
                now[state] = chance
    assert not now or rounds > 10, "a duel in its last rounds hits for certain"
    ends["open"] = sum(now.values(), F(0))
    return dict(ends)


# orders -------------------------------------------------------------------------------------------------------------------------


def allowed(order: str, dug: bool, fire: bool, wants: str, how: How, *, way: str, reach: bool, digs: bool) -> bool:
    """Whether a company may do it: the chart, its spade, its direction, its goal."""
    fits = wants in MAY[order][(0 if dug else 2) + fire].split()
    spade = not dug and (order == "hold" or (order == "advance" and fire and letter(how, "dig_under_advance") == "A"))
    if digs and not spade:
        return False
    if order == "advance" and wants == "find-cover" and (digs or letter(how, "find_cover") != "C"):
        # Whoever may move may go into cover, out of a hole too (L88-91); under fire he may stay and dig instead (L91-92).
        fits = digs or "move" in MAY[order][(0 if dug else 2) + fire].split()
    if letter(how, "order_directions") == "A" and {"assault": "towards", "retreat": "away"}.get(wants, way) != way:
        return False
    if wants == "find-cover" and not digs:
        fits = fits and {"A": True, "B": reach, "C": False}[letter(how, "find_cover")]
    return fits and (wants != "assault" or reach or letter(how, "assault_target") == "A")


def sheet_faults(sheet: Iterable[tuple[str, ...]], rows: Iterable[tuple[int, int, bool, bool, str]], how: How) -> int:
    """Return how many Low Commands of the rows the sheet of orders forbids.

    A row: battalion, bound, dug in, under fire, what is wanted.
    """
    orders = list(sheet)
    wrong = 0
    for battalion, bound, dug, fire, wants in rows:
        order = orders[battalion - 1][bound]
        if order == "bombard":
            wrong += wants != "stay"
            continue
        way = "away" if wants == "retreat" else "towards"
        wrong += not allowed(order, dug, fire, wants, how, way=way, reach=True, digs=False)
    return wrong


# an approach --------------------------------------------------------------------------------------------------------------------


def approach(
    gap: Fraction, paces: Mapping[bool, tuple[Fraction, Fraction]], hits: Chances, bounds: int
) -> tuple[Fraction, Fraction]:
    """Return the chances that the unit has arrived and that it is removed after so many bounds.

    In each bound a walk is ordered, or an assault as soon as it closes the gap; then comes the fire, then the move.
    paces: by whether the unit is hurt, how far a walk and an assault go.
    """
    now: Chances = {(gap, 0): F(1)}
    for _ in range(bounds):
        then: Chances = defaultdict(F)
        for (left, hurt), chance in now.items():
            if not left or hurt == 2:
                then[left, hurt] += chance
                continue
            for (_, after), share in both(
                {(left, hurt): F(1)}, hits, lambda at, more: (at[0], min(2, at[1] + more))
            ).items():
                ordered = int(paces[hurt == 1][1] >= left)
                far = F(0) if after == 2 else paces[after == 1][ordered]
                then[max(F(0), left - far), after] += chance * share
        now = then
    there = sum((chance for (left, hurt), chance in now.items() if not left and hurt < 2), F(0))
    return there, sum((chance for (_, hurt), chance in now.items() if hurt == 2), F(0))
