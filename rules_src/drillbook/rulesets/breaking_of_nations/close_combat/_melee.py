"""Some men against one, round after round: who is struck, also by mistake, and who is left.

The men of the larger side are around the lone man. Each of them has the next one as his nearest comrade. The lone man
strikes at one of them and has another beside him.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from drillbook.asking import Reader, Working
from drillbook.maths import Chain, Distribution, sums_by_key
from drillbook.rules.remembered import remembered
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
    """What a round depends on: the dice of both sides, the effect of each pair, and the order.

    against[own, other] is what the die of one of the many does, replies[own, other] what the lone man's die does.
    stray_many and stray_lone are the chances that a stray blow hurts the man it lands on. order states who rolls when.
    """

    many_die: Distribution[int]
    lone_die: Distribution[int]
    against: dict[tuple[int, int], str] = field(hash=False)
    replies: dict[tuple[int, int], str] = field(hash=False)
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
        """Return the melee of these men; the steps to both scores go into `w`.

        sides holds the names of both sides in the steps. duel states whether it is one man against one, so that a stray blow
        finds nobody.
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
        """Return the distribution of the fight after one more round."""
        if fight.end is not None:
            return Distribution.sure(fight)
        return _at_once(self, fight.many) if self.order == "at-once" else self._in_turn(fight.many)

    def felled(self, reply: str, many: int) -> Fraction:
        """Return the chance that the lone man's blow removes somebody.

        The man is the one that he fights, or the next one if the blow goes astray.
        """
        if reply in (STRIKES, CRITICAL):
            return Fraction(1)
        return self.stray_lone if reply == ASTRAY and many > 1 else Fraction(0)

    def stray(self, blow: Distribution[str], many: int) -> Fraction:
        """Return the chance that a blow of one of the many removes the comrade beside him."""
        return blow[ASTRAY] * self.stray_many if many > 1 else Fraction(0)

    def ends_against(self, his: int) -> Distribution[str]:
        """Return what one of the many's blows does while the lone man's die shows `his`."""
        return self.many_die.map(lambda own: self.against[own, his])

    def _in_turn(self, many: int) -> Distribution[Fight]:
        """Return the distribution of the fight after the many and then the lone man have rolled.

        The reading in force decides which of them still roll.
        """
        return self._attack(many).then(lambda state: self._then(*state))

    def _attack(self, many: int) -> Distribution[tuple[int, bool, bool]]:
        """Return the distribution of the state after the blows of the many alone.

        The state is the number of men left, whether the lone man is left, and whether he may strike back before he falls.
        """
        each = self.many_die.combine(self.lone_die, lambda own, his: self.against[own, his])
        stray, strikes, critical = self.stray(each, many), each[STRIKES], each[CRITICAL]
        rests = 1 - stray, 1 - stray - critical, 1 - stray - critical - strikes
        reply = self.order == "active-side"
        weights: list[tuple[tuple[int, bool, bool], Fraction]] = []
        for lost, (chance, not_killed, unstruck) in enumerate(
            zip(*(_losses([(rest, stray)] * many) for rest in rests), strict=True)
        ):
            weights.append(((many - lost, True, False), unstruck))
            weights.append(((many - lost, False, reply), not_killed - unstruck))
            weights.append(((many - lost, False, False), chance - not_killed))
        return Distribution.weighted(weights)

    def _then(self, many: int, alive: bool, reply: bool) -> Distribution[Fight]:
        if not many or not (alive or reply):
            return Distribution.sure(Fight(many, alive))
        his = self.lone_die.combine(self.many_die, lambda one, other: self.replies[one, other])
        falls = his[STRIKES] + his[CRITICAL] + (his[ASTRAY] * self.stray_lone if many > 1 else 0)
        return Distribution({Fight(many - 1, alive): falls, Fight(many, alive): 1 - falls})

    def after_his_turn(self, fight: Fight) -> Distribution[Fight]:
        """Return the distribution of the fight after one more round in which the lone man attacked.

        If both sides do not roll at once, he rolls first.
        """
        if fight.end is not None:
            return Distribution.sure(fight)
        return _at_once(self, fight.many) if self.order == "at-once" else self._he_first(fight.many)

    def _he_first(self, many: int) -> Distribution[Fight]:
        """Return the distribution of the fight after the lone man and then the rest have rolled.

        A man that he wounds strikes back before he falls, if the reading says so.
        """
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
        """Return the ends of a wounded man's last blow, with their chances.

        He strikes the lone man, hits the comrade beside him, or hits nobody.
        """
        each = self.many_die.combine(self.lone_die, lambda own, his: self.against[own, his])
        strikes = each[STRIKES] + each[CRITICAL]
        strays = each[ASTRAY] * self.stray_many if many > 1 else Fraction(0)
        left = many - 1
        ways = [(Fight(left, False), strikes), (Fight(left, True), 1 - strikes - strays)]
        return [*ways, (Fight(left - 1, True), strays)] if left else ways

    def _they_roll(self, fight: Fight) -> Distribution[Fight]:
        """Return the distribution of the fight after the men left of the many have rolled as well."""
        if fight.end is not None:
            return Distribution.sure(fight)
        return self._attack(fight.many).map(lambda state: Fight(state[0], state[1]))

    def chain(self, many: int) -> Chain[Fight]:
        """Return the fight to its end, as a Markov chain."""
        ends = [Fight(0, True), Fight(0, False), *(Fight(left, False) for left in range(1, many + 1))]
        return Chain(Fight(many, True), self.after, absorbing=ends)

    @property
    def exchanges(self) -> tuple[Fraction, Fraction]:
        """The chances that one blow of theirs, and one of his, strikes."""
        own = self.many_die.combine(self.lone_die, lambda one, his: self.against[one, his])
        back = self.lone_die.combine(self.many_die, lambda one, other: self.replies[one, other])
        return own[STRIKES] + own[CRITICAL], back[STRIKES] + back[CRITICAL]


def _order(r: Reader, w: Working) -> str:
    """Return the reading of who rolls when, and add the step for striking back.

    A man who is struck but not killed outright strikes back before he falls if counter attacks belong to close combat.
    """
    order: str = r.read_as("cc-simultaneous")
    strikes_back = order == "attackers-first" and r.has("ruling.counter-attack", "close-combat")
    if not (strikes_back and r.holds("counter-attack", "close-combat")):
        return order
    w.note("who is struck, but not killed outright, strikes back before he is removed", "ranged-combat.counter-who")
    return "active-side"


@remembered(maxsize=512)
def _at_once(melee: Melee, many: int) -> Distribution[Fight]:
    """Return the fight after a round in which everybody rolls, and all results apply together.

    The lone man's die is compared with each of theirs. Many readings lead to the same melee, so its rounds are kept.
    """
    against = {his: melee.ends_against(his) for his in melee.lone_die}
    rolls = sums_by_key(
        ((melee.replies[his, first], melee.against[first, his], against[his]), his_chance * first_chance)
        for his, his_chance in melee.lone_die.items()
        for first, first_chance in melee.many_die.items()
    )
    weights: list[tuple[Fight, Fraction]] = []
    for (reply, lead, others), rolled in rolls.items():
        first, rest = [Distribution.sure(lead)], [others] * (many - 1)
        # The last of these blows goes astray to the man who is in danger from the lone man: the first man, or the one beside him.
        blows = [*rest, *first] if reply == ASTRAY else [*first, *rest]
        strays = [melee.stray(blow, many) for blow in blows]
        misses = [1 - stray - blow[STRIKES] - blow[CRITICAL] for stray, blow in zip(strays, blows, strict=True)]
        ends = (
            _losses(list(zip(quiet, strays, strict=True)), 1 - melee.felled(reply, many))
            for quiet in ([1 - stray for stray in strays], misses)
        )
        for lost, (chance, unstruck) in enumerate(zip(*ends, strict=True)):
            weights.append((Fight(many - lost, True), rolled * unstruck))
            weights.append((Fight(many - lost, False), rolled * (chance - unstruck)))
    return Distribution.weighted(weights)


def _losses(blows: Sequence[tuple[Fraction, Fraction]], stays: Fraction = Fraction(1)) -> list[Fraction]:
    """Return the chance of each number of men who fall by blows gone astray.

    blows holds for each blow the chance that it removes nobody and the chance that it removes the next man, so that no
    two of them remove the same one. If the chances of other ends are left out, the result adds up to that much less.
    stays is the chance that the lone man does not remove the man that the last of these blows hits by mistake.
    """
    chances = [Fraction(1)]
    *others, (rest, stray) = blows
    for nobody, one in [*others, (rest * stays, rest * (1 - stays) + stray)]:
        chances = [
            nobody * here + one * fewer
            for here, fewer in zip([*chances, Fraction(0)], [Fraction(0), *chances], strict=True)
        ]
    return chances
