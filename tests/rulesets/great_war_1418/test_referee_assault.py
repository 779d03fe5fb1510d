"""Tests of a whole assault of 1418, every bound fought out from the source alone.

Steps, ranges, ground, injuries and melee meet in it. Nothing of the ruleset is imported.
"""

from collections import defaultdict
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from referee_1418 import BACK, CM, FIRST, GOING, WORKS, Chances, both, die, pool, told, value
from referee_melee_1418 import HOW, clash, to_the_end
from referee_steps_1418 import Slot, fires

F = Fraction
BARE = {"open": -2, "rough": -1, "impractical": 0}
#: As the book has it, then one switch after the other.
SWITCHES: list[dict[str, str]] = [
    {}, {"simultaneous_fire": "B"}, {"injury_halving": "B"}, {"black_marker": "B"}, {"half_way_measuring": "B"},
    {"half_way_measuring": "C"},
    {"step_six_gap": "B"}, {"step_four": "B"}, {"skirmisher_assault": "C"}, {"melee_cover": "B"}, {"hits_per_die": "B"},
    {"mounted_rifles_range": "C"}, {"two_unit_tables": "B"}, {"cover_stacking": "B"}, {"melee_simultaneity": "B"},
    {"injury_halving": "B", "black_marker": "B", "simultaneous_fire": "B"},
    {"moving_when": "B"}, {"moving_when": "B", "dig_in_works": "B"}, {"weaker_type": "B"}, {"weaker_type": "C"},
    {"dug_in_lost": "B"}, {"dug_in_lost": "B", "moving_when": "B"}, {"under_fire": "C"},
]  # fmt: skip
FOOT = ("line-inf", "elite-inf", "skirmishers", "gren-squad", "smg-squad", "lmg-squad", "early-hmg")
FIGHTS = (*FOOT, "mixed-cav", "melee-cav", "mtd-rifles", "command")
SHOOTS = ("line-inf", "late-hmg", "mtd-rifles", "mother-tanks", "light-howitzers", "skirmishers", "smg-squad")
SORT = {"heavy": "heavy", "gun": "gun", "lmg": "lmg", "cavalry": "cavalry", "tank": "tank", "infantry": "infantry"}


def sort_of(unit: str) -> str:
    """Return what the list of steps takes a unit for."""
    return "skirmisher" if unit == "skirmishers" else SORT[BACK[unit][7]]


def ground_line(going: str, works: str, dug: bool, how: dict[str, str]) -> int:
    """Return what a place is worth to a platoon that is dug in there, or is not."""
    adds = BARE[going] if how.get("cover_stacking") == "B" else 0
    if works != "none":
        return WORKS[works][0 if dug else 1] + adds
    return 1 + adds if dug else BARE[going]


class Field:
    """An assault with everybody in it."""

    def __init__(self, seed: str, how: dict[str, str]) -> None:
        luck = Random(seed)
        self.how = how
        self.unit, self.enemy = luck.choice(FIGHTS), luck.choice(FIGHTS)
        self.parent, self.his_parent = luck.choice(("reserve-inf", "elite-inf")), "line-inf"
        self.carried, self.hurt = luck.randint(0, 1), luck.randint(0, 1)
        self.ground = luck.choice(("open", "rough", "rough", "impractical"))
        self.works = luck.choice(("none", "defensible", "fortification"))
        self.dug = luck.random() < 0.6 and not (self.ground == "impractical" and self.works == "none")
        self.flag = self.dug
        self.dug = self.dug or (self.works != "none" and how.get("dig_in_works") == "B")
        self.others = [
            (one, luck.random() < 0.5 and one != "mother-tanks") for one in luck.sample(SHOOTS, luck.randint(0, 2))
        ]
        self.pace = CM[BACK[self.unit][0]] * GOING[self.ground] * 2
        self.gap = F(min(80, max(2, round(float(self.pace) * luck.choice((0.6, 1.0, 1.4, 1.9)) * 2))), 2)
        self.bounds = luck.randint(1, 3)
        self.leaves = luck.choice(("none", "none", "defensible", "fortification"))
        self.was_dug = luck.random() < 0.4 and not (self.ground == "impractical" and self.leaves == "none")
        mine = ground_line(self.ground, "none", False, how), ground_line(self.ground, self.works, False, how)
        self.r = (BACK[self.unit][5] or BACK[self.parent][5] or 0) + min(mine)
        self.his = (BACK[self.enemy][5] or 4) + ground_line(self.ground, self.works, self.dug, how)
        self.early, self.at_first = self.first_bound()
        self.ends: dict[str, Fraction] = defaultdict(F)

    def first_bound(self) -> tuple[int, int]:
        """Return the numbers that hit the unit in its first bound: until it moves, and after."""
        how, ground = self.how, self.ground
        built = BACK[self.unit][5] or BACK[self.parent][5] or 0
        if self.leaves == "none" and not self.was_dug:
            return self.r, self.r
        works, stops = self.leaves != "none", self.pace < self.gap
        lines = [ground_line(ground, self.leaves, works and self.was_dug and how.get("weaker_type") == "B", how)]
        if self.was_dug and not works and how.get("dug_in_lost") == "B":
            lines = [ground_line(ground, "none", True, how)]
        if how.get("weaker_type", "A") == "A" and works:
            lines.append(ground_line(ground, "none", False, how))
        if not (stops and not works):
            ends = self.was_dug and how.get("weaker_type") == "B" and self.works != "none" and not stops
            if stops or self.works != "none" or works:
                lines.append(ground_line(ground, "none" if stops else self.works, ends, how))
        moved = built + min(lines)
        still = built + ground_line(
            ground, self.leaves, self.was_dug or (works and how.get("dig_in_works") == "B"), how
        )
        return (still if how.get("moving_when") == "B" else moved), moved

    @property
    def address(self) -> str:
        """The same as the book is asked."""
        others = ";".join(f"{unit},{'yes' if dug else 'no'}" for unit, dug in self.others)
        found = f"gw/full-assault?unit={self.unit}&carried={self.carried}&gap={float(self.gap):g}&ground={self.ground}"
        found += f"&works={self.works}&dug={'yes' if self.flag else 'no'}&enemy={self.enemy}&enemy-carried={self.hurt}"
        found += f"&others={others}&bounds={self.bounds}&leaves={self.leaves}&was-dug={'yes' if self.was_dug else 'no'}"
        found += "" if BACK[self.unit][5] else f"&parent={self.parent}"
        found += "" if BACK[self.enemy][5] else f"&enemy-parent={self.his_parent}"
        return found + told(**self.how)

    def hits(self, unit: str, needs: int) -> Chances:
        """One platoon's shots."""
        _, _, _, count, bonus, *_ = BACK[unit]
        if self.how.get("two_unit_tables") == "B" and unit in FIRST:
            bonus = 0
        found = pool([die(needs)] * (count - 1) + [die(needs, bonus)]) if count else {0: F(1)}
        return {0: found[0], 1: 1 - found[0]} if self.how.get("hits_per_die") == "B" else found

    def carries(self, unit: str, far: Fraction, moving: bool = False) -> bool:
        """Whether its shots go so far; the figures are millimetres."""
        if unit == "mtd-rifles" and moving and self.how.get("mounted_rifles_range") != "C":
            return far <= 10
        limit = BACK[unit][6]
        return bool(BACK[unit][3]) and (limit is None or far <= F(limit, 10))

    def slow(self, age: int | None) -> bool:
        """Return whether an injury of that age halves the move; None is no injury.

        The same shooters keep it so.
        """
        if age is None or (self.how.get("black_marker") == "B" and age > 1):
            return False
        return self.how.get("injury_halving") != "B" or age > 0

    def ahead(self, gap: Fraction, age: int | None, first: bool) -> Fraction:
        """Return how far a unit is set ahead when movers are marked.

        It is midway into other ground, if its move takes it there.
        """
        planned = self.pace / 2 if self.slow(age) else self.pace
        keeps = self.leaves == "none" and self.how.get("dug_in_lost") == "B" and (self.works == "none" or planned < gap)
        out = first and (self.leaves != "none" or (self.was_dug and not keeps))
        inside = out or (self.works != "none" and planned >= gap)
        return min(gap, planned) / 2 if inside and self.how.get("half_way_measuring") != "B" else F(0)

    def fire(self, gap: Fraction, hits: int, foe: int, way: Fraction, after: bool, first: bool = False) -> Chances:
        """Return the chances of all shots before the moves or after them.

        The outcome is the hits on both sides, and whether anybody has shot at the unit.
        """
        contact = after and not gap
        defenders = [(self.enemy, self.dug), *self.others]
        moments: dict[Slot, list[int]] = defaultdict(list)
        for number, (unit, dug) in enumerate(defenders):
            for slot in fires(sort_of(unit), dug, "stays", "never", False, self.how):
                moments[slot].append(number)
        for slot in fires(sort_of(self.unit), False, "assaults", "never", contact, self.how):
            moments[slot].append(-1)
        now: Chances = {(hits, foe, False): F(1)}
        for slot in sorted(moments):
            if (slot[0] > 5) != after:
                continue
            then: Chances = defaultdict(F)
            for (mine, his, seen), chance in now.items():
                at_me, at_him = {0: F(1)}, {0: F(1)}
                for number in moments[slot]:
                    unit = self.unit if number < 0 else defenders[number][0]
                    if mine > 1 or not self.carries(unit, gap - way, number < 0) or (number < 1 and his > 1):
                        continue
                    if number < 0:
                        at_him = self.hits(unit, self.his)
                    else:
                        seen = True
                        needs = self.early if first else self.r
                        at_me = both(at_me, self.hits(unit, needs), lambda one, more: one + more)
                for (back, share), (out, part) in ((one, other) for one in at_me.items() for other in at_him.items()):
                    fallen = mine + back > 1 and self.how.get("simultaneous_fire") == "B"
                    then[min(2, mine + back), min(2, his + (0 if fallen else out)), seen] += chance * share * part
            now = then
        return now

    def fight(self, hits: int, foe: int, chance: Fraction, first: bool) -> None:
        """Hand to hand to the end."""
        how = HOW | {
            "each": self.how.get("hits_per_die", "A"), "chart": self.how.get("two_unit_tables", "A"),
            "together": self.how.get("melee_simultaneity", "A"),
        }  # fmt: skip
        built = self.how.get("melee_cover") == "B"
        sides: list[dict[str, Any]] = [
            {
                "unit": self.unit,
                "r": (BACK[self.unit][5] or BACK[self.parent][5]) if built else self.at_first if first else self.r,
                "gives": "behind",
            },
            {"unit": self.enemy, "r": (BACK[self.enemy][5] or 4) if built else self.his, "gives": "behind"},
        ]
        ends = to_the_end(sides[0], sides[1], ((hits, None), (foe, None)), how)
        for end, name in (("wins", "taken"), ("loses", "lost_in_melee"), ("neither", "lost_in_melee")):
            self.ends[name] += chance * ends[end]
        self.ends["open"] += chance * ends["open"]

    def play(self) -> None:
        """Bound after bound."""
        now: Chances = {(self.gap, self.carried, self.hurt, None): F(1)}
        for bound in range(1, self.bounds + 1):
            then: Chances = defaultdict(F)
            for (gap, hits, foe, age), chance in now.items():
                way = self.ahead(gap, age, bound == 1)
                for (mine, his, seen), share in self.fire(gap, hits, foe, way, False, bound == 1).items():
                    kept = seen and self.how.get("under_fire") != "C"  # a shot that misses may be no fire
                    left, since = gap, 0 if mine > hits else age if kept else None
                    if mine < 2:
                        cm = self.pace / 2 if self.slow(since) else self.pace
                        if way and self.slow(since) and since == 0 and self.how.get("half_way_measuring") == "C":
                            cm = way + (self.pace - way) / 2
                        left = max(F(0), gap - cm)
                    older = None if since is None else since + 1
                    for (at_last, foes, _), part in self.fire(left, mine, his, F(0), True).items():
                        self.end(left, at_last, foes, older, chance * share * part, bound, then)
            now = then

    def end(
        self, gap: Fraction, hits: int, foe: int, age: int | None, chance: Fraction, bound: int, then: Chances
    ) -> None:
        """How a bound ends, or that it goes on."""
        last = bound == self.bounds
        if hits > 1:
            self.ends["shot_down"] += chance
        elif foe > 1 and (last or not gap):
            self.ends["cleared" if gap else "taken"] += chance
        elif not gap:
            self.ends["contact"] += chance
            self.fight(hits, foe, chance, bound == 1)
        elif last:
            self.ends["short"] += chance
        else:
            then[gap, hits, foe, age] += chance


@pytest.mark.parametrize("how", SWITCHES, ids=str)
def test_an_assault_fought_out(how: dict[str, str]) -> None:
    """Assaults of any unit on any other, over any ground, end as the referee fights them out.

    Other units shoot meanwhile. An assault takes one to three bounds. Chances of the melee differ from the referee's by
    at most the part that he leaves open, which is less than a millionth.
    """
    reached = 0
    for seed in range(10):
        field = Field(f"assault {seed} {how}", how)
        field.play()
        found = value(field.address)
        for name in ("contact", "shot_down", "short", "cleared"):
            assert found[name] == field.ends[name], (name, field.address)
        for name in ("taken", "lost_in_melee"):
            assert abs(found[name] - field.ends[name]) <= field.ends["open"], (name, field.address)
        assert field.ends["open"] < F(1, 10**6)
        reached += bool(field.ends["contact"])
    assert reached


def test_the_clash_adds_up() -> None:
    """Nothing is lost in a round of blows."""
    one = {"unit": "line-inf", "r": 4, "gives": "behind"}
    assert sum(clash(one, one, ((0, None), (1, None)), (0, 0), HOW).values()) == 1
