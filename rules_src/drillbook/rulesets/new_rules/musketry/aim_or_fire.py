"""Musketry: an aimed volley, or as many plain ones for the same actions."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from typing import Annotated, Any

from drillbook.asking import Breakdown, Count, Reader, Working, question
from drillbook.asking.exhibits import Bars, Exhibit, Grid
from drillbook.maths import Distribution, averaged, counted, spoken, write_mean
from drillbook.rulesets.new_rules.common.activation import Activation, check_dice
from drillbook.rulesets.new_rules.common.bands import Attack
from drillbook.rulesets.new_rules.common.fire import REMOVED, Shot
from drillbook.rulesets.new_rules.common.inputs import Damage, Pick, Quality
from drillbook.rulesets.new_rules.common.orders import cost_of
from drillbook.rulesets.new_rules.common.shooting import MUSKETS, dice_left
from drillbook.rulesets.new_rules.common.unit import INFANTRY, Unit

SHOOTER = Unit("shooter", INFANTRY)


@dataclass(frozen=True, slots=True)
class AimOrFire:
    """The points to expect and the chance to remove the target, for an aimed and a plain way.

    fires: how many plain volleys there are; aimed_actions: what an Aimed Shot costs;
    aimed_chance, plain_chance: the chance of enough actions for each way.
    """

    aimed: Fraction
    plain: Fraction
    aimed_removes: Fraction
    plain_removes: Fraction
    fires: int
    aimed_actions: int
    aimed_chance: Fraction
    plain_chance: Fraction


@question(
    "nr/aim-or-fire?shooter-adds=2&target-adds=2&coloured=0&quality=4&damage=0&dice=3&pick=white",
    "nr/aim-or-fire?shooter-adds=1&target-adds=4&coloured=2&quality=3&damage=1&dice=3&pick=white",
)
def aim_or_fire(
    r: Reader,
    *,
    shooter_adds: Annotated[
        int, Count(-3, 8, default=2, label="The shooter adds", help="Shooting Combat and modifiers.")
    ],
    target_adds: Annotated[int, Count(-3, 8, default=2, label="The target adds")],
    coloured: Annotated[
        int, Count(0, 3, label="The target's coloured dice", help="What it adds counts these already.")
    ],
    quality: Quality,
    damage: Damage,
    dice: Annotated[int, Count(0, 3, default=3, label="Dice rolled")],
    pick: Pick,
) -> Breakdown[AimOrFire]:
    """Aim once, or fire twice?"""
    w = Working(r)
    check_dice(r, w, dice)
    needs = w.then("actions for an Aimed Shot", cost_of(r, "aimed"))
    shot = cost_of(r, "fire").whole
    fires = 1 if r.holds("repeat-actions", "each-once") else needs // shot
    w.then("plain volleys for the actions of an Aimed Shot", fires, "actions.aim-or-two-shots")
    target = Target(r, coloured)
    lower = w.then("what aiming takes off the target", "actions.aimed-effect")
    aimed = target.after(shooter_adds, target_adds + lower, 1)
    plain = target.after(shooter_adds, target_adds, fires)
    outcomes = Activation(r, quality).activate(damage, dice, pick)
    value = AimOrFire(
        points(aimed), points(plain), share(aimed), share(plain), fires, needs,
        outcomes.chance(lambda one: one.actions >= needs), outcomes.chance(lambda one: one.actions >= fires * shot),
    )  # fmt: skip
    w.then("points to expect, aimed", value.aimed, "musketry.band-table")
    w.then("points to expect, plain", value.plain, "musketry.band-table")
    w.then("chance of the actions to aim", value.aimed_chance, "activation.p-at-least")

    def pictures() -> Iterator[Exhibit]:
        yield Bars(
            "Points of disorder on the target", "Points",
            {"Aimed": aimed.map(lambda one: one[0]), counted(fires, "plain volley"): plain.map(lambda one: one[0])},
        )  # fmt: skip
        yield _map(r, target, fires, lower, (shooter_adds, target_adds))

    return w.answer(value, headline=_headline(value), exhibits=pictures())


class Target:
    """A target under volleys: (points they bring, its coloured dice or that it is gone).

    Panic counts for the dice, as in a single volley; what else an event does is left out.
    """

    def __init__(self, r: Reader, coloured: int) -> None:
        self.r, self.coloured = r, coloured
        self.volley = cache(partial(r.once, _volley))
        self.means = cache(self._means)

    def after(self, own: int, other: int, many: int) -> Distribution[tuple[int, int | str]]:
        """Its state after so many volleys; own, other: what shooter and target add."""
        states: Distribution[Any] = Distribution.sure((0, self.coloured))
        for _ in range(many):
            states = states.then(lambda state: self._hit(state, own, other))
        return states

    def _hit(self, state: tuple[int, int | str], own: int, other: int) -> Distribution[tuple[int, int | str]]:
        taken, dice = state
        if isinstance(dice, str):
            return Distribution.sure(state)
        return self.volley(own, self._adds(other, dice), dice).map(lambda one: (taken + one[0], one[1]))

    def _adds(self, other: int, dice: int) -> int:
        """Return what the target adds once it has that many coloured dice."""
        newly = dice >= self.r.int("damage.crippled") > self.coloured and self.r.holds("crippled-scope", "every-roll")
        return other + (self.r.int("damage.crippled-modifier") if newly else 0)

    def expected(self, own: int, other: int, many: int, dice: int | str) -> Fraction:
        """Return the points to expect of several volleys at a target with that many coloured dice.

        The function works with means and does not follow each way in which the points come about.
        """
        if isinstance(dice, str) or not many:
            return Fraction(0)
        mean, then = self.means(own, self._adds(other, dice), dice)
        if many == 1:
            return mean
        return mean + sum((chance * self.expected(own, other, many - 1, left) for left, chance in then), Fraction(0))

    def _means(self, own: int, adds: int, dice: int) -> tuple[Fraction, list[tuple[int | str, Fraction]]]:
        """Return the points to expect of a volley, and the chances of the coloured dice after it."""
        now = self.volley(own, adds, dice)
        return points(now), list(now.map(lambda one: one[1]).items())


def _volley(r: Reader, own: int, adds: int, dice: int) -> Distribution[tuple[int, int | str]]:
    """Return the distribution of a volley's points and of the target's coloured dice after it."""
    shot = Shot(SHOOTER, own, Unit("target", INFANTRY, coloured=dice), adds, 1)
    return dice_left(r, Attack(r, MUSKETS, own, adds), shot)


def points(after: Distribution[tuple[int, int | str]]) -> Fraction:
    """Return the points to expect."""
    return after.map(lambda one: one[0]).mean


def share(after: Distribution[tuple[int, int | str]]) -> Fraction:
    """Return the chance that the target is removed."""
    return after.chance(lambda one: one[1] == REMOVED)


def _map(r: Reader, target: Target, fires: int, lower: int, here: tuple[int, int]) -> Grid:
    """How much more plain fire brings than an aimed shot, for all that both may add."""
    own = sorted({*range(max(r.dice("melee.both-roll", "six").outcomes)), here[0]})
    other = sorted({*own, here[1]})
    cells = r.once(_differences, target.coloured, tuple(own), tuple(other), fires, lower)
    return Grid(
        "Points that plain fire brings beyond an aimed shot", "Shooter adds", "Target adds",
        [str(a) for a in own], [str(d) for d in other], cells, chance=False, what="change",
        here=(own.index(here[0]), other.index(here[1])), by_row={"shooter-adds": own}, by_column={"target-adds": other},
        name="difference",
    )  # fmt: skip


def _differences(
    r: Reader, coloured: int, own: tuple[int, ...], other: tuple[int, ...], fires: int, lower: int
) -> list[list[Fraction]]:
    """Return the points that plain fire brings beyond an aimed shot, as rows of a grid.

    The rows are what the shooter adds, the columns what the target adds.
    """
    expected = partial(Target(r, coloured).expected, dice=coloured)
    return [[expected(a, d, fires) - expected(a, d + lower, 1) for d in other] for a in own]


def _headline(value: AimOrFire) -> str:
    """Which is better, and by how much."""
    volleys = counted(value.fires, "plain volley")
    plain = f"{volleys} {'brings' if value.fires == 1 else 'bring'} {averaged(value.plain, 'point')} on average"
    aimed = f"an Aimed Shot {write_mean(value.aimed)}"
    better = "Fire" if value.plain > value.aimed else "Aim" if value.aimed > value.plain else "Either"
    return f"{better}: {plain}, {aimed}; actions enough to aim: {spoken(value.aimed_chance)}"
