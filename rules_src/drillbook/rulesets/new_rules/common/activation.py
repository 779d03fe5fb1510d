"""The activation roll: which dice are rolled, their result after blunders, and its effect.

The effect is on the turn. Every chapter that activates units uses this module.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import NamedTuple

from drillbook.asking import Reader, Working
from drillbook.maths import Distribution
from drillbook.maths.dice import read_dice
from drillbook.rulesets.new_rules.common.forced import FORCED, NOBODY, Near, left_of
from drillbook.rulesets.new_rules.common.orders import Standing

#: The lines of the blunder table that change what the dice give; the others bind what the unit does.
GARBLED, HESITATION = "garbled", "hesitation"
DIE_PARTS = {"six-sided": "six", "ten-sided": "ten", "eight-sided": "eight"}


class Rolled(NamedTuple):
    """A roll as it lies on the table.

    white, coloured: the successes of white and of coloured dice; failed: the failures;
    ones: the coloured dice that show the lowest face.
    """

    white: int = 0
    coloured: int = 0
    failed: int = 0
    ones: int = 0

    @property
    def successes(self) -> int:
        """How many dice have succeeded."""
        return self.white + self.coloured


class Outcome(NamedTuple):
    """The result of an activation: its actions, its strikes, and its number of blunders.

    strikes: how far the activation brings the turn towards its end.
    """

    actions: int
    strikes: int
    blunders: int


class Lying(NamedTuple):
    """A roll while its blunders are resolved.

    failed: the failures that count towards a turnover; blunders: how many there are; forced: the acts that they force, in order.
    """

    roll: Rolled
    failed: int
    hesitates: bool = False
    blunders: int = 0
    forced: tuple[str, ...] = ()


@dataclass(frozen=True)
class Activation:
    """The activation of a unit of that Quality under the readings in force.

    standing: the state of the unit, which decides what a blunder forces it to do; None if nothing is known of it.
    near: who is near the unit.
    """

    r: Reader
    quality: int
    standing: Standing | None = None
    near: Near = NOBODY

    @cached_property
    def die(self) -> str:
        """The activation die."""
        return self.r.text("activation.die", DIE_PARTS[self.r.read_as("activation-die")])

    @cached_property
    def faces(self) -> list[int]:
        """Its faces."""
        return self.r.dice("activation.die", DIE_PARTS[self.r.read_as("activation-die")]).outcomes

    @cached_property
    def limit(self) -> int:
        """How many strikes end the turn: failed dice of a roll, or failed activations."""
        return self.r.int("activation.turnover")

    def succeeds(self, face: int) -> bool:
        """Whether a die that shows this face is a success."""
        if self.r.holds("quality-range", "ends-are-sure") and face in (min(self.faces), max(self.faces)):
            return face == max(self.faces)
        return face >= self.quality

    @property
    def chance(self) -> Fraction:
        """The chance of a success of one die."""
        good = sum(1 for face in self.faces if self.succeeds(face))
        return Fraction(good, len(self.faces))

    def blunders(self, face: int) -> bool:
        """Whether a coloured die that shows this face brings a blunder."""
        return face == self.r.int("events.blunder-trigger") and self.r.holds("dice-pool", "activation-dice")

    @cached_property
    def _dice(self) -> tuple[Distribution[Rolled], Distribution[Rolled]]:
        """What a white die comes to, and a coloured one."""
        white, tinted = (
            Distribution.weighted((self.read(face, coloured), 1) for face in self.faces) for coloured in (False, True)
        )
        return white, tinted

    def one_die(self, coloured: bool) -> Distribution[Rolled]:
        """Return the distribution of what one die gives."""
        return self._dice[coloured]

    def read(self, face: int, coloured: bool) -> Rolled:
        """Return a single die as it lies on the table."""
        one = int(coloured and self.blunders(face))
        if not self.succeeds(face):
            return Rolled(failed=1, ones=one)
        return Rolled(coloured=1, ones=one) if coloured else Rolled(white=1)

    def lain(self, dice: Sequence[bool]) -> Distribution[Rolled]:
        """Return the distribution of the roll of these dice; True is a coloured die.

        The dice are rolled all together, or one at a time until one has failed, by the reading.
        """
        stops = self.r.holds("dice-declared", "one-at-a-time")
        roll = Distribution.sure(Rolled())
        for coloured in dice:
            die = self.one_die(coloured)
            roll = roll.then(
                lambda so_far, die=die: (  # type: ignore[misc]
                    Distribution.sure(so_far) if stops and so_far.failed else die.map(lambda one: added(so_far, one))
                )
            )
        return roll

    @cached_property
    def blunder_lines(self) -> Distribution[int]:
        """The lines of the blunder table and their chances; a number beyond its end does nothing."""
        own = self.r.holds("blunder-die", "activation-die")
        faces = self.faces if own else self.r.dice("events.blunder-roll").outcomes
        return Distribution.weighted((face, 1) for face in faces)

    @cached_property
    def named(self) -> dict[int, str]:
        """What each line of the blunder table is, by its number."""
        return {self.r.cell("blunders", row.key, "line").whole: row.key for row in self.r.rows("blunders")}

    def settle(self, roll: Rolled) -> Distribution[Outcome]:
        """Return the distribution of outcomes of a roll after all its blunders."""
        many = roll.ones if self.r.holds("blunder-count", "each-die") else min(roll.ones, 1)
        states = Distribution.sure(Lying(roll, roll.failed, blunders=many))
        for _ in range(many):
            states = states.then(self._blundered)
        return states.map(self._ended)

    def _blundered(self, state: Lying) -> Distribution[Lying]:
        """Return the distribution of a roll after one more blunder."""
        return self.blunder_lines.then(lambda line: self._line(line, state))

    def _ended(self, state: Lying) -> Outcome:
        """Return the outcome of a roll when no blunder is left to resolve."""
        return self.outcome(
            state.roll, state.failed, hesitates=state.hesitates, blunders=state.blunders, forced=state.forced
        )

    def _line(self, line: int, state: Lying) -> Distribution[Lying]:
        """Return the distribution of a roll after one line of the blunder table."""
        name = self.named.get(line)
        if name == HESITATION:
            self.r.cite("events.hesitation-no-turnover")
            return Distribution.sure(state._replace(hesitates=True))
        if name in FORCED:
            return Distribution.sure(state._replace(forced=(*state.forced, name)) if self.binds(name) else state)
        if name != GARBLED or not state.roll.successes:
            return Distribution.sure(state)
        coloured = not state.roll.white  # the player rerolls a white die if he can: it cannot blunder again
        chains = self.r.holds("garbled", "may-chain")
        again = self.one_die(coloured).map(lambda die: (die, self._rerolled(state, die)))
        return again.then(lambda one: self._chained(*one) if chains else Distribution.sure(one[1]))

    def _rerolled(self, state: Lying, die: Rolled) -> Lying:
        """Return the roll after one of its successes is rerolled."""
        roll = added(replace_one(state.roll, not state.roll.white), Rolled(die.white, die.coloured, die.failed))
        counts = not self.r.holds("garbled", "actions-alone")
        return state._replace(roll=roll, failed=state.failed + die.failed * counts)

    def _chained(self, die: Rolled, state: Lying) -> Distribution[Lying]:
        """Return the distribution of a roll after the reroll, if its blunders may chain.

        A rerolled coloured die that shows its lowest face blunders again. If such a die succeeds, it is not rerolled once more.
        """
        if not die.ones:
            return Distribution.sure(state)
        now = state._replace(blunders=state.blunders + 1)
        return self.blunder_lines.then(
            lambda line: (
                Distribution.sure(now) if die.successes and self.named.get(line) == GARBLED else self._line(line, now)
            )
        )

    @cached_property
    def _binding(self) -> dict[str, tuple[int, ...]]:
        """The actions left of each number of successes, by line of the table; filled on demand."""
        return {}

    def _left(self, line: str) -> tuple[int, ...]:
        """Return what a line that forces an act leaves of 0, 1, 2 … successes."""
        if line not in self._binding:
            most = range(self.r.int("activation.max-actions") + 1)
            self._binding[line] = tuple(left_of(self.r, line, many, self.standing, self.near) for many in most)
        return self._binding[line]

    def binds(self, line: str) -> bool:
        """Whether a line that forces an act takes any action of the unit."""
        return self._left(line) != tuple(range(len(self._left(line))))

    def outcome(
        self, roll: Rolled, failed: int, *, hesitates: bool, blunders: int, forced: Sequence[str] = ()
    ) -> Outcome:
        """Return the actions, strikes and blunders of a settled roll.

        failed: the failures that count towards a turnover; hesitates: whether Hesitation takes all actions;
        forced: the lines that force the unit to act.
        """
        actions = 0 if hesitates else roll.successes * self.r.int("activation.action-per-success")
        for line in forced:
            actions = self._left(line)[actions]
        return Outcome(actions, self.strikes(roll, failed, hesitates=hesitates), blunders)

    def strikes(self, roll: Rolled, failed: int, *, hesitates: bool) -> int:
        """Return how far the roll brings the turn towards its end.

        A turnover is all the way. Where two failed activations end the turn, a wholly failed activation is one step.
        """
        if hesitates and self.r.holds("hesitation", "no-turnover"):
            return 0
        match self.r.read_as("two-failures"):
            case "failed-activations":
                return int(not roll.successes and failed > 0)
            case "just-so-many":
                return self.limit if failed == self.limit else 0
            case _:
                return self.limit if failed >= self.limit else 0

    def activate(self, damage: int, dice: int, pick: str = "white") -> Distribution[Outcome]:
        """Return the distribution of outcomes of rolling that many of the unit's dice.

        damage: how many of all its dice are coloured; pick: which dice the player takes.
        """
        return hands(self.r, damage, dice, pick).then(self.lain).then(self.settle)


def blunders_in_combat(r: Reader) -> bool:
    """Whether a coloured die that is rolled in combat brings a blunder by its lowest face."""
    return r.holds("blunder-scope", "any-roll") and not r.holds("dice-pool", "markers")


def combat_blunder(r: Reader, dice: int, faces: int) -> Fraction:
    """Return the chance that at least one of that many coloured dice blunders in combat.

    dice: how many coloured dice are rolled; faces: the faces of each. The caller checks whether a blunder in combat counts.
    """
    return Fraction(r.formula("events.blunder-chance")(N=faces, c=dice))


def unit_blunder(r: Reader, coloured: int, roll: str) -> Fraction:
    """Return the chance that a unit blunders by its roll in combat.

    The unit takes white dice first, or as the reading states.
    coloured: how many of all its dice are coloured; roll: what it rolls, such as d6.
    """
    if not coloured or not blunders_in_combat(r):
        return Fraction(0)
    dice, faces = read_dice(roll)
    shown = hands(r, coloured, dice, "white")
    return Fraction(sum(chance * combat_blunder(r, sum(hand), faces) for hand, chance in shown.items()))


def tell_blunder(w: Working, who: str, coloured: int, roll: str) -> Fraction:
    """Return the chance that a side blunders by its roll in combat, and add the step.

    who: what the side is called; coloured: its coloured dice; roll: what it rolls, such as d6.
    """
    chance = unit_blunder(w.reader, coloured, roll)
    w.then(f"chance that {who} blunders by its roll", chance, "events.blunder-trigger", when=chance)
    return chance


def added(one: Rolled, other: Rolled) -> Rolled:
    """Two parts of a roll together."""
    return Rolled(*(first + second for first, second in zip(one, other, strict=True)))


def replace_one(roll: Rolled, coloured: bool) -> Rolled:
    """Return a roll without one of its successes, coloured or white."""
    return roll._replace(coloured=roll.coloured - 1) if coloured else roll._replace(white=roll.white - 1)


def hands(r: Reader, damage: int, dice: int, pick: str) -> Distribution[tuple[bool, ...]]:
    """Return the distribution of which dice are rolled, True for a coloured one.

    The player chooses the dice, or the reading decides. damage: how many of all dice are coloured;
    dice: how many are rolled.
    """
    white = r.int("damage.start") - damage
    match r.read_as("coloured-choice"):
        case "at-random":
            of_all = comb(white + damage, dice)
            return Distribution(
                {
                    hand(dice, tinted): Fraction(comb(damage, tinted) * comb(white, dice - tinted), of_all)
                    for tinted in range(max(0, dice - white), min(dice, damage) + 1)
                }
            )
        case "coloured-first":
            return Distribution.sure(hand(dice, min(dice, damage)))
        case _:
            tinted = min(dice, damage) if pick == "coloured" else max(0, dice - white)
            return Distribution.sure(hand(dice, tinted))


def hand(dice: int, tinted: int) -> tuple[bool, ...]:
    """So many dice, the white ones first."""
    return tuple(place >= dice - tinted for place in range(dice))


def fewest(r: Reader) -> int:
    """How few dice may be rolled for a unit."""
    r.cite("activation.choose-dice")
    return 0 if r.holds("zero-dice", "none-is-allowed") else 1


def check_dice(r: Reader, w: Working, dice: int) -> None:
    """Refuse a roll with fewer dice than the rules demand."""
    w.forbid("Every unit has to be activated, with a die at least.", "activation.choose-dice", when=dice < fewest(r))


def usual_qualities(r: Reader) -> list[int]:
    """Every Quality that some face of the die decides about."""
    faces = Activation(r, 0).faces
    top = max(r.dice("activation.die", "six").outcomes)
    return [face for face in faces if min(faces) < face <= top]
