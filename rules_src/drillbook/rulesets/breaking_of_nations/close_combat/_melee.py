"""Some men against one, round after round: who is struck, who is struck by mistake, and what is left of them.

The men of the many-sided side stand round the lone man; each of them has the next one as his nearest comrade, and the lone man strikes
at one and has another beside him.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from typing import NamedTuple

from drillbook.asking import Reader, Working
from drillbook.maths import Chain, Distribution, gathered
from drillbook.rulesets.breaking_of_nations.close_combat._told import ASTRAY, CRITICAL, STRIKES, end_of
from drillbook.rulesets.breaking_of_nations.common import close_combat as combat
from drillbook.rulesets.breaking_of_nations.common.close_combat import Fighter, blow_die

THEY, HE, NOBODY = "they win", "he wins", "nobody is left"


class Fight(NamedTuple):
    """Who is still up: how many of the many, and whether the lone man is."""

    many: int
    lone: bool

    @property
    def end(self) -> str | None:
        """How it has ended, if it has."""
        if self.many and self.lone:
            return None
        return THEY if self.many else HE if self.lone else NOBODY


@dataclass(frozen=True)
class Melee:
    """What a round depends on: the dice of both sides, what each pair of them does, whose turn it is, and what a stray blow does.

    against[own, other] is what one of the many's die does, replies[own, other] what the lone man's does; stray_many and stray_lone are the
    chances that a stray blow hurts whom it lands on.
    """

    many_die: Distribution[int]
    lone_die: Distribution[int]
    against: dict[tuple[int, int], str]
    replies: dict[tuple[int, int], str]
    stray_many: Fraction
    stray_lone: Fraction
    order: str

    @classmethod
    def read(
        cls,
        r: Reader,
        w: Working,
        many: Fighter,
        lone: Fighter,
        *,
        weapon: bool,
        lone_weapon: bool,
        sides: tuple[str, str] = ("they", "he"),
        duel: bool = False,
    ) -> "Melee":
        """Everything a fight of these men depends on; the steps to both scores go into `w`; sides: what both are called there.

        duel: whether it is one man against one, where a stray blow finds nobody.
        """
        own = combat.blow(r, w, many, lone, None, side=sides[0])
        his = combat.blow(r, w, lone, many, None, side=sides[1])
        combat.tell_criticals(r, w)
        w.note(
            "a reroll with a close combat weapon keeps the higher score",
            "weapons.cc-highest",
            when=weapon or lone_weapon,
        )
        faces = r.dice("close-combat.die").outcomes
        scatter = "enemies-only" if duel else r.read_as("cc-critical-miss")
        comrade = combat.blow(r, Working(r), many, many, None, side="a comrade")
        fresh = {
            "friend-or-foe": Fraction(1),
            "fresh-roll": combat.strike_chance(r, comrade),
            "enemies-only": Fraction(0),
        }
        back = {"friend-or-foe": Fraction(1), "fresh-roll": combat.strike_chance(r, his), "enemies-only": Fraction(1)}
        return cls(
            blow_die(r, weapon=weapon),
            blow_die(r, weapon=lone_weapon),
            {pair: end_of(r, own, *pair) for pair in product(faces, faces)},
            {pair: end_of(r, his, *pair) for pair in product(faces, faces)},
            fresh[scatter],
            back[scatter],
            _order(r, w),
        )

    def after(self, fight: Fight) -> Distribution[Fight]:
        """The fight after one more round."""
        if fight.end is not None:
            return Distribution.sure(fight)
        return self._at_once(fight.many) if self.order == "at-once" else self._in_turn(fight.many)

    def _at_once(self, many: int) -> Distribution[Fight]:
        """Everybody rolls, and all results apply together; the lone man's die is compared with each of theirs."""
        rolls = gathered(
            ((self.replies[his, first], self.against[first, his], self._against(his)), his_chance * first_chance)
            for his, his_chance in self.lone_die.items()
            for first, first_chance in self.many_die.items()
        )
        weights: list[tuple[Fight, Fraction]] = []
        for (reply, lead, others), rolled in rolls.items():
            felled: dict[int, Fraction] = {0: Fraction(1)} if reply in (STRIKES, CRITICAL) else {}
            if reply == ASTRAY and many > 1:
                felled = {1: self.stray_lone}
            blows = [Distribution.sure(lead), *([others] * (many - 1))]
            weights += [(fight, rolled * chance) for fight, chance in self._blows(many, felled, blows).items()]
        return Distribution.weighted(weights)

    def _against(self, his: int) -> Distribution[str]:
        return self.many_die.map(lambda own: self.against[own, his])

    def _blows(self, many: int, felled: dict[int, Fraction], blows: list[Distribution[str]]) -> Distribution[Fight]:
        """The fight once these blows of the many have fallen; felled: who of them falls besides, by the lone man's hand, how likely."""
        weights: list[tuple[Fight, Fraction]] = []
        for ends in product(*(one.items() for one in blows)):
            chance = prod((each for _, each in ends), start=Fraction(1))
            risks = dict(felled)
            for place, (end, _) in enumerate(ends):
                if end == ASTRAY and many > 1 and self.stray_many:
                    beside = (place + 1) % many
                    risks[beside] = 1 - (1 - risks.get(beside, Fraction(0))) * (1 - self.stray_many)
            struck = any(end in (STRIKES, CRITICAL) for end, _ in ends)
            weights += [
                (Fight(many - lost, not struck), chance * share) for lost, share in _losses(tuple(risks.values()))
            ]
        return Distribution.weighted(weights)

    def _in_turn(self, many: int) -> Distribution[Fight]:
        """The many roll first; whoever of the two sides is still there then rolls, by the reading in force."""
        return self._attack(many).then(lambda state: self._then(*state))

    def _attack(self, many: int) -> Distribution[tuple[int, bool, bool]]:
        """How many are left, whether the lone man is, and whether he may strike back before he falls: the many's blows alone."""
        each = self.many_die.combine(self.lone_die, lambda own, his: self.against[own, his])
        weights: list[tuple[tuple[int, bool, bool], Fraction]] = []
        for ends in product(*([tuple(each.items())] * many)):
            chance = prod((part for _, part in ends), start=Fraction(1))
            told = [end for end, _ in ends]
            strays = {(place + 1) % many for place, end in enumerate(told) if end == ASTRAY and many > 1}
            struck = CRITICAL in told or STRIKES in told
            reply = struck and CRITICAL not in told and self.order == "active-side"
            for lost, share in _losses((self.stray_many,) * len(strays)):
                weights.append(((many - lost, not struck, reply), chance * share))
        return Distribution.weighted(weights)

    def _then(self, many: int, alive: bool, reply: bool) -> Distribution[Fight]:
        if not many or not (alive or reply):
            return Distribution.sure(Fight(many, alive))
        his = self.lone_die.combine(self.many_die, lambda one, other: self.replies[one, other])
        falls = his[STRIKES] + his[CRITICAL] + (his[ASTRAY] * self.stray_lone if many > 1 else 0)
        return Distribution({Fight(many - 1, alive): falls, Fight(many, alive): 1 - falls})

    def after_his_turn(self, fight: Fight) -> Distribution[Fight]:
        """The fight after one more round in which the lone man has attacked: where both do not roll at once, he rolls first."""
        if fight.end is not None:
            return Distribution.sure(fight)
        return self._at_once(fight.many) if self.order == "at-once" else self._he_first(fight.many)

    def _he_first(self, many: int) -> Distribution[Fight]:
        """He rolls; a man whom he wounds strikes back before he falls where the reading says so; then those who are left roll."""
        his = self.lone_die.combine(self.many_die, lambda one, other: self.replies[one, other])
        critical, wounds = his[CRITICAL], his[STRIKES]
        strays = his[ASTRAY] * self.stray_lone if many > 1 else Fraction(0)
        ways: list[tuple[Fight, Fraction]] = [(Fight(many, True), 1 - critical - wounds - strays)]
        if self.order == "active-side":
            ways += [(fight, wounds * chance) for fight, chance in self._last_blow(many)]
        else:
            critical += wounds
        ways.append((Fight(many - 1, True), critical + strays))
        return Distribution.weighted(ways).then(self._they_roll)

    def _last_blow(self, many: int) -> list[tuple[Fight, Fraction]]:
        """What a wounded man of the many does before he falls: he strikes, or hits the comrade beside him, or nobody."""
        each = self.many_die.combine(self.lone_die, lambda own, his: self.against[own, his])
        strikes = each[STRIKES] + each[CRITICAL]
        strays = each[ASTRAY] * self.stray_many if many > 1 else Fraction(0)
        left = many - 1
        ways = [(Fight(left, False), strikes), (Fight(left, True), 1 - strikes - strays)]
        return [*ways, (Fight(left - 1, True), strays)] if left else ways

    def _they_roll(self, fight: Fight) -> Distribution[Fight]:
        """The fight once those who are left of the many have rolled as well."""
        if fight.end is not None:
            return Distribution.sure(fight)
        return self._attack(fight.many).map(lambda state: Fight(state[0], state[1]))

    def chain(self, many: int) -> Chain[Fight]:
        """The fight to its end."""
        ends = [Fight(0, True), Fight(0, False), *(Fight(left, False) for left in range(1, many + 1))]
        return Chain(Fight(many, True), self.after, absorbing=ends)

    @property
    def exchanges(self) -> tuple[Fraction, Fraction]:
        """The chances that one blow of theirs, and one of his, strikes."""
        own = self.many_die.combine(self.lone_die, lambda one, his: self.against[one, his])
        back = self.lone_die.combine(self.many_die, lambda one, other: self.replies[one, other])
        return own[STRIKES] + own[CRITICAL], back[STRIKES] + back[CRITICAL]


def _order(r: Reader, w: Working) -> str:
    """Who rolls when; who strikes back before he falls does so as well where counter attacks belong to close combat."""
    order: str = r.read_as("cc-simultaneous")
    strikes_back = order == "attackers-first" and r.has("ruling.counter-attack", "close-combat")
    if not (strikes_back and r.holds("counter-attack", "close-combat")):
        return order
    w.note("who is struck, but not killed outright, strikes back before he is removed", "ranged-combat.counter-who")
    return "active-side"


@lru_cache(maxsize=512)
def _losses(risks: tuple[Fraction, ...]) -> tuple[tuple[int, Fraction], ...]:
    """How many men fall who each fall with these chances, and how likely that is."""
    lost: Distribution[int] = Distribution.sure(0)
    for risk in risks:
        lost = lost + Distribution({1: risk, 0: 1 - risk})
    return tuple(lost.items())
