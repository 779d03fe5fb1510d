"""The fight for a building over several rounds, exactly: every throw of either side, every save, every test.

No chapter of its own. Whatever may become of a side is a whole number over one denominator, and a side is known by its
place in the list of all its states: fractions and tuples would be many times slower.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, lcm
from typing import NamedTuple

from drillbook.rulesets.breaking_news._storm import ONE, Force, Men, Rules, Side, count, struck

#: What is told of a side after a round: its whole state, or only its men, or only the dice it will throw.
STATE, MEN, DICE = "state", "men", "dice"


class Row(NamedTuple):
    """What may become of a side: its states (or what is told of them), a whole number each, and one denominator."""

    ends: tuple[int, ...]
    parts: tuple[int, ...]
    under: int


#: States, or what is told of them, each with a whole number.
Vector = Mapping[int, int]


class Party:
    """One side of the fight: all its states, and what the enemy's dice make of them."""

    def __init__(self, force: Force, own: Rules, faced: Fraction, toll: Fraction) -> None:
        self._kinds, self._spread = force.kinds, own.spread
        self._faced, self._toll = faced, toll
        ways = [[Men(up, down) for up in range(men.all + 1) for down in range(men.all + 1 - up)] for men in force.men]
        self._sides: list[Side] = list(product(*ways))
        self._places = {side: place for place, side in enumerate(self._sides)}
        self.start = self._places[force.men]
        self.men = [count(side) for side in self._sides]
        self.dice = [own.dice(force.kinds, side) for side in self._sides]
        self._upright = [self._places[tuple(Men(men.all, 0) for men in side)] for side in self._sides]
        self._tests = lcm(*(chance.denominator for kind in force.kinds for chance in kind.rallies))
        self._rallied: dict[tuple[int, str], Row] = {}
        self._struck: dict[tuple[int, int, str], Row] = {}
        self._after: dict[tuple[int, int], Row] = {}

    def _words(self, told: str) -> Sequence[int]:
        """For every state what is told of it: itself, or its dice."""
        return range(len(self.men)) if told == STATE else self.dice

    def alive(self, told: str) -> Sequence[int]:
        """How many men, or how many dice, are behind what is told of the side; none where the fight is over."""
        return self.men if told == STATE else range(max(self.men + self.dice) + 1)

    def left(self, side: Vector, thrown: Iterable[int], told: str) -> list[Row]:
        """What each of these numbers of the enemy's dice leaves of a side that stands so or so."""
        if told == MEN:
            return [self._men_left(side, dice) for dice in thrown]
        numbers = list(thrown)
        hit = [self._hit_by(side, hits, told) for hits in range(max(numbers) + 1)]
        return [self._mixed(hit, dice) for dice in numbers]

    def _men_left(self, side: Vector, dice: int) -> Row:
        """The men left: who of them is up does not matter, so that the states are first taken together."""
        together: dict[int, int] = {}
        for place, weight in side.items():
            upright = self._upright[place]
            together[upright] = together.get(upright, 0) + weight
        for upright in together:
            if (upright, dice) not in self._after:
                hit = [self._hit(upright, hits, MEN) for hits in range(dice + 1)]
                self._after[upright, dice] = self._mixed(hit, dice)
        return _sum([(weight, self._after[upright, dice]) for upright, weight in together.items()])

    def _mixed(self, hit: Sequence[Row], dice: int) -> Row:
        """What so many dice do, given what each number of hits does; every hit weighs the toll."""
        good, faces = self._faced.as_integer_ratio()
        weighs, over = self._toll.as_integer_ratio()
        chances = [
            comb(dice, hits) * (good * weighs) ** hits * ((faces - good) * over) ** (dice - hits)
            for hits in range(dice + 1)
        ]
        found = _sum(list(zip(chances, hit, strict=False)))
        return found._replace(under=found.under * (faces * over) ** dice)

    def _hit_by(self, side: Vector, hits: int, told: str) -> Row:
        """After so many hits on a side that stands so or so."""
        return _sum([(weight, self._hit(place, hits, told)) for place, weight in side.items()])

    def _hit(self, place: int, hits: int, told: str) -> Row:
        """After so many hits and, if more is asked than the men, after the suppression tests."""
        key = (place, hits, told)
        if key not in self._struck:
            found = struck(self._kinds, self._sides[place], hits, self._spread)
            parts = []
            for side, saved in found.parts:
                now = self._places[side]
                parts.append((saved, Row((self.men[now],), (1,), 1) if told == MEN else self._steadied(now, told)))
            row = _sum(parts)
            self._struck[key] = row._replace(under=row.under * found.under)
        return self._struck[key]

    def _steadied(self, place: int, told: str) -> Row:
        """After the suppression tests that open a round."""
        key = (place, told)
        if key not in self._rallied:
            side = self._sides[place]
            led = any(men.all for kind, men in zip(self._kinds, side, strict=True) if kind.leads)
            ways: list[tuple[Side, int]] = [((), 1)]
            for kind, men in zip(self._kinds, side, strict=True):
                good = int(kind.rallies[-1 if led else 0] * self._tests)
                own = [
                    comb(men.down, back) * good**back * (self._tests - good) ** (men.down - back)
                    for back in range(men.down + 1)
                ]
                ways = [
                    ((*before, Men(men.up + back, men.down - back)), weight * part)
                    for before, weight in ways
                    for back, part in enumerate(own)
                    if part
                ]
            words, gathered = self._words(told), dict[int, int]()
            for way, part in ways:
                word = words[self._places[way]]
                gathered[word] = gathered.get(word, 0) + part
            under = self._tests ** sum(men.down for men in side)
            self._rallied[key] = Row(tuple(gathered), tuple(gathered.values()), under)
        return self._rallied[key]


def _sum(rows: Sequence[tuple[int, Row]]) -> Row:
    """Rows together, each so many times over."""
    under = lcm(*{row.under for _, row in rows})
    gathered: dict[int, int] = {}
    for weight, row in rows:
        scale = weight * (under // row.under)
        for end, part in zip(row.ends, row.parts, strict=True):
            gathered[end] = gathered.get(end, 0) + scale * part
    return Row(tuple(gathered), tuple(gathered.values()), under)


@lru_cache(maxsize=16)
def party(force: Force, own: Rules, faced: Fraction, toll: Fraction = ONE) -> Party:
    """The side, remembered with all that has been found out about it."""
    return Party(force, own, faced, toll)


class Standing(NamedTuple):
    """How the fight may stand, over one denominator.

    Open fights are told by pairs, what the attackers may be and what the defenders may be whichever the attackers are;
    after the first round a single pair tells them all. Fights that are over are told by the men left.
    """

    open: Sequence[tuple[Vector, Vector]]
    over: Mapping[tuple[int, int], int]
    under: int


class Stage(NamedTuple):
    """What is told of the fight after a round: the men left on both sides, and the dice of the round to come."""

    men: Mapping[tuple[int, int], Fraction]
    attack_dice: Fraction
    defend_dice: Fraction

    @property
    def going(self) -> Fraction:
        """The chance that the fight goes on."""
        return sum((chance for left, chance in self.men.items() if all(left)), Fraction(0))


class Assault:
    """The whole assault: both forces under their rules."""

    def __init__(self, attackers: Force, defenders: Force, attack: Rules, defend: Rules) -> None:
        self._forces, self._rules = (attackers, defenders), (attack, defend)

    def rounds(self, number: int) -> list[Stage]:
        """How the fight stands at the start and after each round."""
        sides = self._parties(ONE)
        now = _start(sides)
        told = [_stage(now, sides, STATE)]
        for left in reversed(range(number)):
            known = STATE if left else MEN
            now = _fought(now, sides, (known, known))
            told.append(_stage(now, sides, known))
        return told

    def spared(self, number: int, toll: Fraction) -> list[Fraction]:
        """What is left, at the start and after each round, of one whom every hit of the attackers spares with `toll`.

        Of the last round only the number of dice matters.
        """
        sides = self._parties(toll)
        each = 1 - self._rules[0].hits * (1 - toll)
        now = _start(sides)
        dice: Sequence[int] = sides[0].dice
        told = [ONE]
        for left in reversed(range(number)):
            known = sum(now.over.values()) * ONE
            for mine, theirs in now.open:
                known += sum(theirs.values()) * sum(each ** dice[place] * weight for place, weight in mine.items())
            told.append(known / now.under)
            if left:
                now = _fought(now, sides, (STATE, STATE) if left > 1 else (DICE, MEN))
                dice = dice if left > 1 else sides[0].alive(DICE)
        return told

    def _parties(self, toll: Fraction) -> tuple[Party, Party]:
        attack, defend = self._rules
        return party(self._forces[0], attack, defend.hits), party(self._forces[-1], defend, attack.hits, toll)


def _start(sides: tuple[Party, Party]) -> Standing:
    own, other = sides
    return Standing([({own.start: 1}, {other.start: 1})], {}, 1)


def _fought(now: Standing, sides: tuple[Party, Party], told: tuple[str, str]) -> Standing:
    """One round: how the defenders' dice leave the attackers, and the other way round.

    Either depends on the enemy's number of dice alone, so that the men who throw as many are taken together.
    """
    own, other = sides
    pairs: list[tuple[Row, Row]] = []
    for mine, theirs in now.open if len(now.open) == 1 else _multiplied(now.open):
        men, enemies = _by_dice(mine, own), _by_dice(theirs, other)
        ours = [own.left(side, enemies, told[0]) for side in men.values()]
        others = [other.left(side, men, told[-1]) for side in enemies.values()]
        pairs += [(ours[i][j], others[j][i]) for i in range(len(men)) for j in range(len(enemies))]
    scale = lcm(*{mine.under * theirs.under for mine, theirs in pairs})
    over = {left: weight * scale for left, weight in now.over.items()}
    still = _sorted_out(pairs, scale, over, [one.alive(known) for one, known in zip(sides, told, strict=True)])
    return Standing(still, over, now.under * scale)


def _by_dice(side: Vector, party: Party) -> dict[int, dict[int, int]]:
    """The states of a side, those together that throw the same number of dice."""
    gathered: dict[int, dict[int, int]] = {}
    for place, weight in side.items():
        gathered.setdefault(party.dice[place], {})[place] = weight
    return gathered


def _sorted_out(
    pairs: Sequence[tuple[Row, Row]], scale: int, over: dict[tuple[int, int], int], men: Sequence[Sequence[int]]
) -> Sequence[tuple[Vector, Vector]]:
    """The open fights; those that are over are added to the others that are."""
    ours, others = men
    still: list[tuple[Vector, Vector]] = []
    for first, second in pairs:
        factor = scale // (first.under * second.under)
        mine = dict(zip(first.ends, first.parts, strict=True))
        theirs = {end: part * factor for end, part in zip(second.ends, second.parts, strict=True)}
        left, against = _gathered(mine, ours), _gathered(theirs, others)
        for one, weight in left.items():
            for two, part in against.items():
                if not (one and two):
                    over[one, two] = over.get((one, two), 0) + weight * part
        still.append(
            (
                {place: weight for place, weight in mine.items() if ours[place]},
                {place: weight for place, weight in theirs.items() if others[place]},
            )
        )
    return still


def _multiplied(pairs: Sequence[tuple[Vector, Vector]]) -> list[tuple[Vector, Vector]]:
    """The same, with one pair for every state of the attackers."""
    ends = list(dict.fromkeys(end for _, theirs in pairs for end in theirs))
    whole: dict[int, list[int]] = {}
    for mine, theirs in pairs:
        parts = [theirs.get(end, 0) for end in ends]
        for place, weight in mine.items():
            before = whole.get(place)
            if before is None:
                whole[place] = [weight * part for part in parts]
            else:
                whole[place] = [told + weight * part for told, part in zip(before, parts, strict=True)]
    return [({place: 1}, dict(zip(ends, weights, strict=True))) for place, weights in whole.items()]


def _gathered(side: Vector, words: Sequence[int]) -> dict[int, int]:
    gathered: dict[int, int] = {}
    for place, weight in side.items():
        gathered[words[place]] = gathered.get(words[place], 0) + weight
    return gathered


def _stage(now: Standing, sides: tuple[Party, Party], told: str) -> Stage:
    own, other = sides
    gathered = dict(now.over)
    attack = defend = 0
    for mine, theirs in now.open:
        for left, weight in _gathered(mine, own.alive(told)).items():
            for against, part in _gathered(theirs, other.alive(told)).items():
                gathered[left, against] = gathered.get((left, against), 0) + weight * part
        if told == STATE:
            attack += sum(theirs.values()) * sum(weight * own.dice[place] for place, weight in mine.items())
            defend += sum(mine.values()) * sum(weight * other.dice[place] for place, weight in theirs.items())
    chances = {left: Fraction(weight, now.under) for left, weight in gathered.items()}
    return Stage(chances, Fraction(attack, now.under), Fraction(defend, now.under))
