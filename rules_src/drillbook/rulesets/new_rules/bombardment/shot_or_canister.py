"""Bombardment: shot from every action, or canister whenever it can be loaded."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Annotated, Any

from drillbook.asking import Breakdown, Contradiction, Count, Flag, Reader, Working, question
from drillbook.asking.exhibits import Bars, Curves
from drillbook.maths import Distribution, counted, spoken, write_mean
from drillbook.rulesets.new_rules.common.activation import Activation, check_dice
from drillbook.rulesets.new_rules.common.bands import Attack
from drillbook.rulesets.new_rules.common.bombarding import CANNON, struck
from drillbook.rulesets.new_rules.common.fire import CANISTER, REMOVED, SHOT, Shot, dice_of
from drillbook.rulesets.new_rules.common.inputs import Damage, Pick, Quality
from drillbook.rulesets.new_rules.common.orders import CANISTER as LOAD
from drillbook.rulesets.new_rules.common.orders import FIRE, Standing, cost_of, loading_fires, repeats
from drillbook.rulesets.new_rules.common.unit import ARTILLERY, INFANTRY, Unit


@dataclass(frozen=True, slots=True)
class ShotOrCanister:
    """The chance of removal, the events and the points to expect, for shot and for canister.

    The events are critical events. load: what loading canister costs, in actions.
    """

    shot_removes: Fraction
    canister_removes: Fraction
    shot_events: Fraction
    canister_events: Fraction
    shot_points: Fraction
    canister_points: Fraction
    load: int


@dataclass(frozen=True, slots=True)
class Way:
    """One way of serving the guns, turn by turn.

    dice: the distribution of the target's coloured dice after each turn; events: the critical events to expect by then.
    """

    dice: list[Distribution[Any]]
    events: list[Fraction]

    def removed(self) -> list[Fraction]:
        """Return the chance that the target is removed, after each turn."""
        return [now[REMOVED] for now in self.dice]

    def points(self, before: int, whole: int) -> Fraction:
        """Return the points to expect at the end.

        before: the target's coloured dice at the start; whole: what a removed target counts as, before `before` is subtracted.
        """
        return self.dice[-1].map(lambda one: (whole if one == REMOVED else one) - before).mean


@question(
    "nr/shot-or-canister?adds=4&target-adds=1&coloured=0&loaded=no&again=yes&quality=4&damage=0&dice=3&pick=white&turns=4",
    "nr/shot-or-canister?adds=3&target-adds=2&coloured=1&loaded=yes&again=no&quality=3&damage=1&dice=2&pick=white&turns=2",
)
def shot_or_canister(
    r: Reader,
    *,
    adds: Annotated[int, Count(-3, 8, default=4, label="The battery adds", help="Its Shooting Combat and modifiers, within 1 M.")],
    target_adds: Annotated[int, Count(-3, 8, default=1, label="The target adds")],
    coloured: Annotated[int, Count(0, 3, label="The target's coloured dice", help="What it adds counts these already.")],
    loaded: Annotated[bool, Flag(label="Canister is loaded")],
    again: Annotated[bool, Flag(label="It is loaded anew", default=True)],
    quality: Quality,
    damage: Damage,
    dice: Annotated[int, Count(0, 3, default=3, label="Dice rolled")],
    pick: Pick,
    turns: Annotated[int, Count(1, 6, default=4, label="Turns")],
) -> Breakdown[ShotOrCanister]:  # fmt: skip
    """Shot or canister?"""
    w = Working(r)
    check_dice(r, w, dice)
    if not (loaded or again):
        raise Contradiction("Canister that is neither loaded nor going to be is no canister.", again=True)
    guns = Guns(r, adds, target_adds, coloured, again)
    load = w.then("actions to load canister", cost_of(r, LOAD))
    w.note("and the shot is among them", "actions.canister-cost", when=guns.at_once)
    w.then("actions to fire", cost_of(r, FIRE))
    w.note("the target stands within canister range all the time", "bombardment.canister-range")
    standing = Standing(Unit("battery", ARTILLERY, coloured=damage))
    actions = Activation(r, quality, standing).activate(damage, dice, pick).map(lambda one: one.actions)
    w.then("actions to expect in a turn", actions.mean, "activation.action-per-success")
    shots, loads = (
        r.once(serve, adds, target_adds, coloured, again, actions, canister, loaded and canister, turns)
        for canister in (False, True)
    )
    whole = r.int("damage.capacity") + r.int("damage.exchange")
    value = ShotOrCanister(
        shots.removed()[-1], loads.removed()[-1], shots.events[-1], loads.events[-1],
        shots.points(coloured, whole), loads.points(coloured, whole), load,
    )  # fmt: skip
    w.then("with shot: critical events to expect", value.shot_events, "bombardment.band-double")
    w.then("with canister: critical events to expect", value.canister_events, "bombardment.canister-critical")
    w.then("with shot: chance that the target is removed", value.shot_removes, "damage.removal")
    w.then("with canister: chance that the target is removed", value.canister_removes, "damage.removal")
    told = {"Shot": shots, "Canister": loads}
    return w.answer(
        value,
        headline=_headline(value, turns),
        chance=value.canister_removes,
        exhibits=[
            Curves(
                "Critical events to expect, turn by turn", "Turn", "Events",
                {name: list(enumerate(way.events)) for name, way in told.items()},
                chance=False, here=turns, sets="turns", name="events",
            ),
            Curves(
                "Chance that the target is removed, turn by turn", "Turn", "Chance",
                {name: list(enumerate(way.removed())) for name, way in told.items()}, here=turns, sets="turns", name="removed",
            ),
            Bars(
                f"The target's coloured dice after {counted(turns, 'turn')}", "Coloured dice",
                {name: way.dice[-1] for name, way in told.items()}, name="after",
            ),
        ],
    )  # fmt: skip


class Guns:
    """A battery within canister range of a target.

    The effect of a shot is computed once for each state of the target.
    """

    def __init__(self, r: Reader, adds: int, target_adds: int, coloured: int, again: bool) -> None:
        self.again = again
        self.r, self.adds, self.target_adds, self.coloured = r, adds, target_adds, coloured
        self.load, self.fire = cost_of(r, LOAD).whole, cost_of(r, FIRE).whole
        self.at_once = loading_fires(r)
        self.once = not repeats(r, FIRE)
        self.hit: Callable[[int, bool], Distribution[tuple[int | str, int]]] = cache(self._hit)

    def _hit(self, coloured: int, canister: bool) -> Distribution[tuple[int | str, int]]:
        """Return the distribution of the target's coloured dice after a shot and of its events."""
        crippled = self.r.int("damage.crippled")
        newly = coloured >= crippled > self.coloured and self.r.holds("crippled-scope", "every-roll")
        other = self.target_adds + (self.r.int("damage.crippled-modifier") if newly else 0)
        attack = Attack(self.r, CANNON, self.adds, other)
        shot = Shot(
            Unit("battery", ARTILLERY), self.adds, Unit("target", INFANTRY, coloured=coloured), other, 1,
            ammunition=CANISTER if canister else SHOT,
        )  # fmt: skip
        hits = attack.outcomes.then(lambda result: struck(self.r, shot, result))
        return hits.map(lambda hit: (dice_of(hit.unit), hit.events))

    def shots(self, actions: int, loaded: bool, canister: bool) -> tuple[list[bool], bool]:
        """Return the shots of a turn, True for canister, and whether canister is loaded at its end."""
        fired: list[bool] = []
        spent: list[str] = []
        while actions >= self.fire:
            loads = not loaded and canister and self.again and actions >= self.load
            order, cost = (LOAD, self.load) if loads else (FIRE, self.fire)
            if self.once and order in spent:
                break
            spent, actions = [*spent, order], actions - cost
            if loads:
                fired, loaded = ([*fired, True], False) if self.at_once else (fired, True)
            else:
                fired, loaded = [*fired, loaded], False
        return fired, loaded


def serve(
    r: Reader, adds: int, target_adds: int, coloured: int, again: bool,
    actions: Distribution[int], canister: bool, loaded: bool, turns: int,
) -> Way:  # fmt: skip
    """So many turns of one way of serving the guns."""
    guns = Guns(r, adds, target_adds, coloured, again)
    now: Distribution[tuple[int | str, bool]] = Distribution.sure((guns.coloured, loaded))
    dice, events, many = [now.map(lambda one: one[0])], [Fraction(0)], Fraction(0)
    for _ in range(turns):
        ends = now.then(lambda state: actions.then(lambda one: _turn(guns, state, one, canister)))
        many += ends.map(lambda one: one[1]).mean
        now = ends.map(lambda one: one[0])
        dice.append(now.map(lambda one: one[0]))
        events.append(many)
    return Way(dice, events)


def _turn(
    guns: Guns, state: tuple[int | str, bool], actions: int, canister: bool
) -> Distribution[tuple[tuple[int | str, bool], int]]:
    """Return the distribution of the state after one turn, with the events of the turn.

    The state is the target's coloured dice and whether canister is loaded.
    """
    if state[0] == REMOVED:
        return Distribution.sure((state, 0))
    fired, loaded = guns.shots(actions, state[1], canister)
    now: Distribution[tuple[int | str, int]] = Distribution.sure((state[0], 0))
    for load in fired:
        now = now.then(
            lambda one, load=load: (  # type: ignore[misc]
                Distribution.sure(one) if isinstance(one[0], str)
                else guns.hit(one[0], load).map(lambda hit: (hit[0], one[1] + hit[1]))
            )
        )  # fmt: skip
    return now.map(lambda one: ((one[0], loaded), one[1]))


def _headline(value: ShotOrCanister, turns: int) -> str:
    """Return the headline: what each way of serving the guns brings."""
    removed = f"removed by shot: {spoken(value.shot_removes)}, by canister: {spoken(value.canister_removes)}"
    events = f"critical events {write_mean(value.shot_events)} and {write_mean(value.canister_events)} on average"
    return f"Over {counted(turns, 'turn')} the target is {removed}; {events}"
