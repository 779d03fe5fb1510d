"""Storming a building with real dice: the same fight as the exact one, thrown die by die and man by man."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from drillbook.rulesets.breaking_news._casualties import save
from drillbook.rulesets.breaking_news._steady import steady_number
from drillbook.rulesets.breaking_news._storm import ATTACKERS, DEFENDERS, hit_rule, melee_of, taken

if TYPE_CHECKING:
    from drillbook.reader import Reader
    from drillbook.simulate import Thrower

Rows = tuple[tuple[int, str, int], ...]


@dataclass(slots=True)
class Soldier:
    """One man: his kind, his dice, the faces that save him, what he needs to get up alone and beside a leader, and whether he is down."""

    kind: int
    melee: int
    saves: frozenset[int]
    steady: tuple[int, int]
    leads: bool
    down: bool = False


class Cup:
    """Single dice, drawn from a store that is thrown beforehand."""

    def __init__(self, dice: Thrower, text: str, store: int) -> None:
        self._dice, self._text, self._store = dice, text, store
        self._left: list[int] = []

    def throw(self, number: int) -> list[int]:
        """So many dice."""
        while len(self._left) < number:
            self._left += self._dice.roll_each(self._text, 1, self._store)[0].tolist()
        thrown, self._left = self._left[:number], self._left[number:]
        return thrown


def fight_with_dice(
    r: Reader, dice: Thrower, count: int, rows: Mapping[str, Rows], rounds: int
) -> Iterator[tuple[int, int]]:
    """How many attackers and defenders each of `count` assaults has left after the rounds."""
    cup = Cup(dice, r.text("close-combat.storm-dice"), count)
    spread = r.reading("storm-allocation") == "A"
    printed = r.reading("storm-21") == "B"
    need = {side: r.int(hit_rule(side)) for side in rows}
    never = r.int("casualties.supp-six")
    for _ in range(count):
        sides = {side: _muster(r, side, own) for side, own in rows.items()}
        for _ in range(rounds):
            if not all(sides.values()):
                break
            hits = {}
            for side, men in sides.items():
                down = sum(one.down for one in men)
                number = sum(max(0, one.melee - down) if printed else one.melee * (not one.down) for one in men)
                hits[side] = sum(face >= need[side] for face in cup.throw(number))
            sides = {
                side: _struck(cup, men, hits[DEFENDERS if side == ATTACKERS else ATTACKERS], spread)
                for side, men in sides.items()
            }
            if all(sides.values()):
                for men in sides.values():
                    _tested(cup, men, never)
        yield len(sides[ATTACKERS]), len(sides[DEFENDERS])


def _muster(r: Reader, side: str, rows: Rows) -> list[Soldier]:
    behind = side == DEFENDERS and r.reading("storm-protection") == "B"
    best = max(leadership for men, _, leadership in rows if men)
    men = []
    for kind, (number, troops, leadership) in enumerate(rows):
        helps = 0 if leadership and r.reading("supp-leader-self") == "B" else best
        steady = (steady_number(r, troops, 0), steady_number(r, troops, helps))
        faces = save(r, troops, leader=bool(leadership), protected=behind).faces
        men += [Soldier(kind, melee_of(r, troops), faces, steady, bool(leadership)) for _ in range(number)]
    return men


def _struck(cup: Cup, men: list[Soldier], hits: int, spread: bool) -> list[Soldier]:
    """The men left after the saves: those who are down are hit first, kind by kind."""
    order = sorted(men, key=lambda one: (one.kind, not one.down))
    left = []
    for one, share in zip(order, taken(len(order), hits, spread), strict=True):
        if not all(face in one.saves for face in cup.throw(share)):
            continue
        one.down = one.down or share > 0
        left.append(one)
    return left


def _tested(cup: Cup, men: list[Soldier], never: int) -> None:
    led = any(one.leads for one in men)
    for one in men:
        if one.down:
            (face,) = cup.throw(1)
            one.down = face > one.steady[-1 if led else 0] or face == never
