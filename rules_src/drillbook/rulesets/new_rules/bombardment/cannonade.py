"""Bombardment: one shot of a battery, or one load of canister."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from drillbook.asking import Breakdown, Reader, Working, formed, question, simulation
from drillbook.asking.answers.results import Refusal, attempt
from drillbook.asking.exhibits import Bars, Curves
from drillbook.maths import Distribution, Number, Thrower, spoken, write_mean, write_number
from drillbook.rulesets.new_rules.bombardment._form import DISTANCE, Guns, Laid, gunfire
from drillbook.rulesets.new_rules.common import bombarding, fire
from drillbook.rulesets.new_rules.common.activation import tell_blunder
from drillbook.rulesets.new_rules.common.bands import (
    BROKEN_INTO,
    HELD,
    PRESSED,
    RIDDEN_DOWN,
    Attack,
    Result,
    combat_die,
    event_of,
)
from drillbook.rulesets.new_rules.common.giving_way import suffer
from drillbook.rulesets.new_rules.common.lengths import Measure, Short, scale
from drillbook.rulesets.new_rules.common.orders import AIMED, FIRE, cost_of
from drillbook.rulesets.new_rules.common.targets import WholeAim


@dataclass(frozen=True, slots=True)
class Cannonade:
    """What both add, the chance of each band, and what happens to the target.

    hurt: any disorder; expected: the points of the shot itself; critical: a critical event at least; events: those to expect;
    blunders: the chance that a coloured die of a side blunders, where those in combat do.
    """

    battery_adds: int
    target_adds: int
    missed: Fraction
    ahead: Fraction
    double: Fraction
    triple: Fraction
    hurt: Fraction
    expected: Fraction
    critical: Fraction
    events: Fraction
    routs: Fraction
    removed: Fraction
    battery_blunders: Fraction
    target_blunders: Fraction


@question(
    "nr/cannonade?battery=foot-battery&figure=listed&coloured=0&target=line-infantry&target-figure=listed&target-formation=line&target-coloured=0&target-broken=no&cover=none&distance=5&ammunition=shot&aimed=no&reach=standard&short=4&measure=inches",
    "nr/cannonade?battery=foot-battery&figure=listed&coloured=0&target=line-infantry&target-figure=1&target-formation=line&target-coloured=0&target-broken=no&cover=none&distance=1&ammunition=canister&aimed=no&reach=standard&short=4&measure=inches",
    "nr/cannonade?battery=horse-battery&figure=listed&coloured=3&target=heavy-cavalry&target-figure=listed&target-coloured=3&cover=heavy&distance=3&ammunition=shot&aimed=yes&reach=8&short=10&measure=cm",
    "nr/cannonade?battery=horse-battery&figure=4&coloured=0&target=recruits&target-figure=listed&target-formation=square&target-coloured=2&target-broken=no&cover=light&distance=2&ammunition=canister&aimed=no&reach=4&short=1&measure=squares",
)
def cannonade(
    r: Reader,
    *,
    guns: Guns,
    aim: WholeAim,
    laid: Laid,
    short: Short,
    measure: Measure,
) -> Breakdown[Cannonade]:
    """What do these guns do?"""
    w, table = Working(r), scale(r, short, measure)
    shot = gunfire(r, guns, aim, laid)
    r.cite("bombardment.both-roll")
    w.note("the guns are unlimbered", "bombardment.unlimbered-needed")
    attack = bombarding.attack_of(r, w, shot)
    w.then("actions that it costs, once loaded", cost_of(r, AIMED if laid.aimed else FIRE))
    value, after = _value(r, w, attack, shot)
    return w.answer(
        value,
        headline=_headline(value, table.words(laid.distance)),
        chance=value.hurt,
        distribution=after,
        exhibits=[
            _curve(r, shot),
            fire.fire_map(attack, bombarding.GUNNERY, lambda one: _events(r, shot, one)),
            Bars("The target's coloured dice after the shot, Panic included", "Coloured dice", {"": after}, name="after"),
            table.card(),
        ],
    )  # fmt: skip


def _value(r: Reader, w: Working, attack: Attack, shot: fire.Shot) -> tuple[Cannonade, Distribution[int | str]]:
    """Return the chances of the shot, and the target's coloured dice after it; add the steps."""
    results, bands = attack.outcomes, fire.tell_bands(w, attack, bombarding.GUNNERY)
    hurt = w.then("chance that the target takes disorder", fire.hurt_by(attack), "damage.exchange")
    ends = results.then(lambda one: bombarding.struck(r, shot, one))
    canister = shot.ammunition == fire.CANISTER
    w.note("whatever hurts brings a critical event", "bombardment.canister-critical", when=canister)
    critical = w.then("chance of a critical event", ends.chance(lambda one: one.events > 0), "events.critical-victim")
    routs = w.then("chance of a rout", ends.chance(lambda one: one.routs), "events.rout")
    after = ends.map(lambda one: fire.dice_of(one.unit))
    value = Cannonade(
        attack.attacker_adds, attack.defender_adds, bands[HELD], bands[PRESSED], bands[BROKEN_INTO], bands[RIDDEN_DOWN],
        hurt, results.map(lambda one: one.defender).mean, critical, ends.map(lambda one: one.events).mean, routs, after[fire.REMOVED],
        battery_blunders=tell_blunder(w, "the battery", shot.shooter.coloured, combat_die(r)),
        target_blunders=tell_blunder(w, "the target", shot.target.coloured, combat_die(r)),
    )  # fmt: skip
    return value, after


def _curve(r: Reader, shot: fire.Shot) -> Curves:
    """Return curves of the chances to hurt the target and of a critical event, by distance."""
    far = bombarding.cannon_reach(r, Working(r), shot.reach)
    marks = [limit for limit in bombarding.limits(r).values() if limit < far]
    ends = [*marks, bombarding.canister_reach(r, Working(r))]
    stops = fire.edges(DISTANCE.step, far, [*ends, shot.distance])

    def lines(ammunition: str) -> list[tuple[Number, Fraction, Fraction]]:
        found: list[tuple[Number, Fraction, Fraction]] = []
        for edge in stops:
            one = replace(shot, distance=edge, ammunition=ammunition)
            attack = attempt(lambda one=one: bombarding.attack_of(r, Working(r), one))  # type: ignore[misc]
            if isinstance(attack, Refusal):  # beyond the reach of canister
                found.append((edge, Fraction(0), Fraction(0)))
                continue
            events = attack.outcomes.chance(lambda result: _events(r, one, result) > 0)  # noqa: B023
            found.append((edge, fire.hurt_by(attack), events))
        return found

    shots, loads = lines(fire.SHOT), lines(fire.CANISTER)
    return Curves(
        "Chance that the target takes disorder, and that an event befalls it, over the distance", "Distance, in S", "Chance",
        {
            "Hurt": [(edge, hurt) for edge, hurt, _ in shots],
            "Event, shot": [(edge, event) for edge, _, event in shots],
            "Event, canister": [(edge, event) for edge, _, event in loads],
        },
        marks=[(limit, f"{write_number(limit)} S") for limit in marks],
        step=True, edges=ends, here=shot.distance, sets="distance",
    )  # fmt: skip


def _events(r: Reader, shot: fire.Shot, result: Result) -> int:
    """Return how many critical events a pair of rolls brings.

    The result is 0 if the points of the shot remove the target.
    """
    left = suffer(r, shot.target, result.defender)
    return 0 if left is None else bombarding.rolls_due(r, result, shot.ammunition)


def _headline(value: Cannonade, where: str) -> str:
    """Return the headline: what the target has to fear at that distance."""
    critical = f"; critical event: {spoken(value.critical)}" if value.critical else ""
    more = f", {write_mean(value.events)} of them on average" if value.events != value.critical else ""
    removed = f"; removed: {spoken(value.removed)}" if value.removed else ""
    blunders = fire.blunders_told(value.battery_blunders, value.target_blunders, "battery")
    return f"At {where} the target is hurt: {spoken(value.hurt)}{critical}{more}{removed}{blunders}"


@simulation
def throw_cannonade(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[int | str]:
    """Throw `count` shots and return the target's coloured dice after each."""
    shot = gunfire(r, formed(Guns, inputs), formed(WholeAim, inputs), formed(Laid, inputs))
    attack, die = bombarding.attack_of(r, Working(r), shot), combat_die(r)
    return [_fired(r, dice, attack, shot, die) for _ in range(count)]


def _fired(r: Reader, dice: Thrower, attack: Attack, shot: fire.Shot, die: str) -> int | str:
    """One shot with real dice: the coloured dice it leaves."""
    result = attack.result(int(dice.roll(die, 1)[0]), int(dice.roll(die, 1)[0]))
    hit = bombarding.Struck(suffer(r, shot.target, result.defender))
    due = bombarding.rolls_due(r, result, shot.ammunition)
    while due and hit.unit is not None:
        event = event_of(r, int(dice.roll(r.text("events.critical-dice"), 1)[0]))
        hit = bombarding.one_event(r, hit, event, engaged=shot.locked)
        due += (event == "panic" and bombarding.chains(r, shot.ammunition)) - 1
    return fire.dice_of(hit.unit)
