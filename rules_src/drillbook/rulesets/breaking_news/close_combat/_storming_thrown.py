"""Storming a building with dice: the same fight as the exact one, thrown man by man."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice, repeat

from drillbook.asking import Reader
from drillbook.maths import Thrower
from drillbook.rulesets.breaking_news.close_combat import _storming as storming
from drillbook.rulesets.breaking_news.common.casualties import save
from drillbook.rulesets.breaking_news.common.recovery import beside


@dataclass(slots=True)
class Soldier:
    """One man: his kind, his dice, the faces that save him, and whether he is down.

    steady holds the numbers that he needs to get up, alone and beside a leader.
    """

    kind: int
    melee: int
    saves: frozenset[int]
    steady: tuple[int, int]
    leads: bool
    down: bool = False


class Cup:
    """Single dice, drawn from a store that is thrown in advance."""

    def __init__(self, dice: Thrower, text: str, store: int) -> None:
        stores = (dice.roll_each(text, 1, store)[0].tolist() for _ in repeat(None))
        self._faces: Iterator[int] = chain.from_iterable(stores)

    def throw(self, number: int) -> list[int]:
        """So many dice."""
        return list(islice(self._faces, number))


def fight_with_dice(
    r: Reader, dice: Thrower, count: int, groups: Mapping[str, Sequence[storming.Group]], rounds: int
) -> Iterator[tuple[int, int]]:
    """How many attackers and defenders each of `count` assaults has left after the rounds."""
    cup = Cup(dice, r.text("close-combat.storm-dice"), count)
    rules = {side: storming.rules_of(r, side) for side in groups}
    need = {side: r.int(storming.hit_rule(side)) for side in groups}
    for _ in range(count):
        men = {side: _muster(r, side, own) for side, own in groups.items()}
        for _ in range(rounds):
            if not all(men.values()):
                break
            hits = {side: _hits(cup, own, rules[side], need[side]) for side, own in men.items()}
            men = {
                storming.ATTACKERS: _struck(
                    cup, men[storming.ATTACKERS], hits[storming.DEFENDERS], rules[storming.ATTACKERS]
                ),
                storming.DEFENDERS: _struck(
                    cup, men[storming.DEFENDERS], hits[storming.ATTACKERS], rules[storming.DEFENDERS]
                ),
            }
            if all(men.values()):
                for own in men.values():
                    _tested(cup, own)
        yield len(men[storming.ATTACKERS]), len(men[storming.DEFENDERS])


def _muster(r: Reader, side: str, groups: Sequence[storming.Group]) -> list[Soldier]:
    best = max(group.leadership for group in groups)
    men = []
    for kind, group in enumerate(groups):
        led = storming.help_for(r, group, best)
        steady = (beside(r, group.troops).number, beside(r, group.troops, led).number)
        faces = save(r, group.troops, leader=group.leads, protected=storming.protected(r, side)).faces
        melee = storming.melee_of(r, group.troops)
        men += [Soldier(kind, melee, faces, steady, group.leads, place < group.down) for place in range(group.men)]
    return men


def _hits(cup: Cup, men: Sequence[Soldier], rules: storming.Rules, need: int) -> int:
    """How many of a side's dice hit."""
    down = sum(one.down for one in men)
    throwing = [one for one in men if rules.printed_dice or not one.down]
    number = sum(rules.dice_each(one.melee, down) for one in throwing)
    return sum(face >= need for face in cup.throw(number))


def _struck(cup: Cup, men: list[Soldier], hits: int, rules: storming.Rules) -> list[Soldier]:
    """Return the men left after the saves; the hits fall kind by kind."""
    order = sorted(men, key=lambda one: (one.kind, one.down != rules.down_first))
    left = []
    for one, share in zip(order, storming.taken(len(order), hits, rules.spread), strict=True):
        if all(face in one.saves for face in cup.throw(share)):
            one.down = one.down or share > 0
            left.append(one)
    return left


def _tested(cup: Cup, men: list[Soldier]) -> None:
    led = any(one.leads for one in men)
    for one in men:
        if one.down:
            (face,) = cup.throw(1)
            one.down = face > one.steady[-1 if led else 0]
