"""Tests of mixed battalions of 1418 on targets under the circle.

Every way to lay shots and bonuses is tried one by one. Nothing of the ruleset is imported. A battery that fires has
one shot with its guns' bonus (L225-229, L271).
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import NamedTuple

import pytest
from referee_1418 import BACK, told, value

F = Fraction
GUNS = ("seven-cm-field-guns", "light-howitzers", "twelve-cm-howitzers")
#: As the book has it, then one switch after the other.
SWITCHES: list[dict[str, str]] = [
    {}, {"reroll_bonus": "B"}, {"natural_six": "B"}, {"low_r": "B"}, {"bombard_bonus": "B"}, {"bonus_die": "C"},
]  # fmt: skip


class Target(NamedTuple):
    """A platoon under the circle: what hits it, its hits, and whether it is in the outer ring."""

    needs: int
    carried: int
    outer: bool


class Battalion:
    """Batteries of several guns, drawn at random, with fewer shots than would take long to try."""

    def __init__(self, seed: str) -> None:
        luck = Random(seed)
        self.batteries, self.bonus = luck.randint(1, 2), luck.randint(0, 3)
        self.others = [(gun, luck.randint(1, 2)) for gun in luck.sample(GUNS, luck.randint(1, 2))]
        firing = self.batteries + sum(many for _, many in self.others)
        self.shots = luck.randint(firing, min(6, 2 * firing))
        self.targets = [
            Target(luck.choice((1, 2, 3, 4, 5, 6, 7, 8, 9)), luck.randint(0, 1), luck.random() < 0.4)
            for _ in range(luck.randint(1, 2))
        ]
        self.plus = Counter({self.bonus: self.batteries})
        for gun, many in self.others:
            self.plus[BACK[gun][4]] += many
        self.luck = luck

    @property
    def address(self) -> str:
        """The battalion as both questions are asked."""
        others = ";".join(f"{gun},{many}" for gun, many in self.others)
        return f"shots={self.shots}&batteries={self.batteries}&bonus={self.bonus}&others={others}"


def hit(face: int, needs: int, bonus: int, how: Mapping[str, str]) -> bool:
    """Whether one face hits."""
    if how.get("low_r") == "B" and face == 1:
        return False
    return face + bonus >= needs or (how.get("natural_six") == "B" and face == 6)


def chance(target: Target, bonus: int, how: Mapping[str, str]) -> Fraction:
    """Return the chance that one shell hits; in the outer ring a hit is rolled again."""
    kept = 0 if how.get("reroll_bonus") == "B" else bonus
    falls = [
        hit(face, target.needs, bonus, how) and (not target.outer or hit(again, target.needs, kept, how))
        for face, again in product(range(1, 7), repeat=2)
    ]
    return F(sum(falls), 36)


@cache
def hits(target: Target, bonuses: tuple[int, ...], how: tuple[tuple[str, str], ...]) -> tuple[Fraction, ...]:
    """Return the chances of no hit, one, and two or more, of shells with these bonuses.

    The shells are rolled one after the other.
    """
    read = dict(how)
    if read.get("bonus_die") == "C":
        bonuses = (0,) * (len(bonuses) + sum(bonuses))
    found = [F(1), F(0), F(0)]
    for bonus in bonuses:
        one = chance(target, bonus, read)
        found = [found[0] * (1 - one), found[1] * (1 - one) + found[0] * one, found[2] + found[1] * one]
    return tuple(found)


def hands(guns: Battalion, laid: tuple[int, ...], how: Mapping[str, str]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to deal the bonuses out to the shots that are laid, target by target."""
    free = Counter() if how.get("bombard_bonus") == "B" else Counter({plus: n for plus, n in guns.plus.items() if plus})

    def deal(place: int, left: Counter[int]) -> Iterator[list[tuple[int, ...]]]:
        if place == len(laid):
            yield []
            return
        kinds = sorted(left)
        for taken in product(*(range(min(left[plus], laid[place]) + 1) for plus in kinds)):
            if sum(taken) > laid[place]:
                continue
            given = tuple(plus for plus, many in zip(kinds, taken, strict=True) for _ in range(many))
            rest = left - Counter(given)
            for others in deal(place + 1, rest):
                yield [(*given, *[0] * (laid[place] - len(given))), *others]

    yield from deal(0, free)


def worth(guns: Battalion, laid: tuple[int, ...], how: dict[str, str]) -> list[tuple[Fraction, Fraction]]:
    """Return what shots laid so remove and hit on average, for every deal of the bonuses."""
    key, found = tuple(sorted(how.items())), []
    for hand in hands(guns, laid, how):
        falls = [hits(target, bonuses, key) for target, bonuses in zip(guns.targets, hand, strict=True)]
        removed = [sum(fall[2 - target.carried :], F(0)) for fall, target in zip(falls, guns.targets, strict=True)]
        found.append((sum(removed, F(0)), sum((1 - fall[0] for fall in falls), F(0))))
    return found


def splits(guns: Battalion) -> list[tuple[int, ...]]:
    """Every way to lay the shots, with half of all on one target at the most."""
    most = max(1, guns.shots // 2)
    return [way for way in product(range(most + 1), repeat=len(guns.targets)) if sum(way) <= guns.shots]


@pytest.mark.parametrize("how", SWITCHES, ids=str)
def test_the_best_split_of_mixed_batteries(how: dict[str, str]) -> None:
    """Nothing that can be laid removes more, or hits more."""
    for seed in range(8):
        guns = Battalion(f"mixed {seed} {how}")
        rows = ";".join(f"{needs},{carried},{'yes' if outer else 'no'}" for needs, carried, outer in guns.targets)
        ways = [way for laid in splits(guns) for way in worth(guns, laid, how)]
        for place, (aim, name) in enumerate((("removals", "removed"), ("harm", "harmed"))):
            address = f"gw/best-bombardment?{guns.address}&aim={aim}&targets={rows}{told(**how)}"
            assert value(address)[name] == max(way[place] for way in ways), address


@pytest.mark.parametrize("how", SWITCHES, ids=str)
def test_shots_of_mixed_batteries_laid_by_hand(how: dict[str, str]) -> None:
    """Shots of mixed batteries, laid by hand, remove what the referee calculates.

    One or two platoons are targets: the first is in the inner circle, the second in the ring. The test also checks the
    most that the best split of the shots removes.
    """
    for seed in range(8):
        guns = Battalion(f"laid {seed} {how}")
        guns.targets = [one._replace(outer=place > 0) for place, one in enumerate(guns.targets)]
        laid = guns.luck.choice([way for way in splits(guns) if sum(way)])
        rows = ";".join(
            f"{2.4 * place:g},0,no,{target.needs},{target.carried},{shots}"
            for place, (target, shots) in enumerate(zip(guns.targets, laid, strict=True))
        )
        address = f"gw/shelling?{guns.address}&targets={rows}{told(**how)}"
        found = value(address)
        assert found["removed"] == max(way[0] for way in worth(guns, laid, how)), address
        assert found["best_removed"] == max(way[0] for one in splits(guns) for way in worth(guns, one, how)), address
