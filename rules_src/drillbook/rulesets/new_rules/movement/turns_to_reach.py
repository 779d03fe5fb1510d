"""Movement: how many turns pass until a unit is in contact with its enemy, or in range."""

import itertools
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Checks, Choice, Count, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves
from drillbook.maths import Chain, Distribution, Number, Thrower, averaged, counted, spoken, write_number
from drillbook.rulesets.new_rules.common.activation import Activation, check_dice
from drillbook.rulesets.new_rules.common.bombarding import canister_reach, cannon_reach
from drillbook.rulesets.new_rules.common.fire import STANDARD
from drillbook.rulesets.new_rules.common.inputs import (
    LIMBERED,
    Pick,
    coloured_of,
    figure_of,
    formation_of,
    guns_of,
    quality_of,
    unit_of,
)
from drillbook.rulesets.new_rules.common.lengths import Measure, Short, scale
from drillbook.rulesets.new_rules.common.marching import Marcher, march_of
from drillbook.rulesets.new_rules.common.orders import Standing
from drillbook.rulesets.new_rules.common.rolled import actions_thrown
from drillbook.rulesets.new_rules.common.shooting import reach_of
from drillbook.rulesets.new_rules.common.unit import ARTILLERY, CAVALRY, INFANTRY, Unit, figure, mustered
from drillbook.rulesets.new_rules.movement._approach import NEVER, THERE, Apart, Approach

CONTACT, RANGE, CASE = "contact", "range", "canister"
AIMS = {CONTACT: "Contact", RANGE: "Range of its weapon", CASE: "Range of canister"}
TOLD = {CONTACT: "It is in contact", RANGE: "It is in range", CASE: "It is within the range of canister"}
LATER = "later"


@dataclass(frozen=True, slots=True)
class TurnsToReach:
    """The turns to expect until a unit arrives, and the chances.

    may: whether it can arrive at all; turns: those to expect, None if it never arrives;
    at_once, by_then: the chance in the first turn, and by the last one looked at;
    move, double: how far a Move and Double time take it, in S; fewest: the turns that it takes at least, None if it never
    arrives.
    """

    may: bool
    turns: Fraction | None
    at_once: Fraction
    by_then: Fraction
    move: Number
    double: Number
    fewest: int | None


@question(
    "nr/turns-to-reach?unit=heavy-cavalry&quality=listed&speed=listed&coloured=0&dice=3&pick=white&wants=contact&distance=6&turns=6&short=4&measure=inches",
    "nr/turns-to-reach?unit=line-infantry&quality=listed&speed=listed&formation=line&coloured=1&dice=2&pick=white&wants=range&distance=6&turns=5&short=10&measure=cm",
    "nr/turns-to-reach?unit=horse-battery&quality=listed&speed=listed&guns=unlimbered&coloured=0&dice=3&pick=white&wants=canister&distance=5&turns=6&short=1&measure=squares",
)
def turns_to_reach(
    r: Reader,
    *,
    unit: Annotated[str, unit_of("The unit", "heavy-cavalry")],
    quality: Annotated[str, quality_of("Its Quality")],
    speed: Annotated[str, figure_of("Its Speed, in S")],
    formation: Annotated[str, formation_of("Its formation", "unit", "column")],
    guns: Annotated[str, guns_of("Its guns", "unit", LIMBERED)],
    coloured: Annotated[int, coloured_of("Its coloured dice")],
    dice: Annotated[int, Count(1, 3, default=3, label="Dice rolled each turn")],
    pick: Pick,
    wants: Annotated[str, Choice(AIMS, label="It wants")],
    distance: Annotated[Number, Length(Fraction(1, 2), 24, step=Fraction(1, 2), default=6, label="Its enemy is away")],
    turns: Annotated[int, Count(1, 12, default=6, label="Turns looked at")],
    short: Short,
    measure: Measure,
) -> Breakdown[TurnsToReach]:
    """When does it reach the enemy?"""
    w, table = Working(r), scale(r, short, measure)
    check_dice(r, w, dice)
    found = mustered(r, unit, formation, coloured, limbered=guns == LIMBERED)
    checks = Checks(w)
    start, way = _way(r, w, checks, found, figure(r, unit, "speed", speed).whole, wants, distance, Fraction(1) / short)
    needs = int(w.then("Quality", figure(r, unit, "quality", quality)))
    rolls = _rolls(r, found, needs, dice, pick)
    w.note("all of its actions go into the way", "actions.budget")
    w.note("where a blunder takes it is left out here", "events.blunder-table", when=coloured)
    checks.tell()
    chain = Chain[Any](start, lambda state: step(way, rolls, state), absorbing=[THERE, NEVER])
    flow, expected = chain.flow(turns), chain.expected_turns() if checks.passed else None
    at_once = w.then("chance that it is there in the first turn", flow[1][THERE], "activation.p-at-least")
    by_then = w.then("chance that it is there by the last turn looked at", flow[-1][THERE], "activation.p-at-least")
    if expected is not None:
        w.then("turns to expect", expected, "activation.one-unit-at-a-time")
    move, double = way.march.move, way.march.double
    fewest = _fewest(r, way, start) if checks.passed else None
    value = TurnsToReach(checks.passed, expected, Fraction(at_once), Fraction(by_then), move, double, fewest)
    when = _when(flow)
    return w.answer(
        value,
        headline=_headline(value, wants, turns) if checks.passed else f"No: {checks.failed[0].finding}",
        chance=value.by_then,
        distribution=when,
        exhibits=[
            Bars("The turn in which it is there", "Turn", {"": when}, name="when"),
            Curves(
                "Chance that it is there, turn by turn", "Turn", "Chance",
                {"There": [(turn, now[THERE]) for turn, now in enumerate(flow)]}, here=turns, sets="turns", name="there",
            ),
            checks.decision("May it get there?"),
            table.card(),
        ],
    )  # fmt: skip


def _way(
    r: Reader, w: Working, checks: Checks, unit: Unit, speed: int, wants: str, distance: Number, inch: Fraction
) -> tuple[Apart | str, Approach]:
    """Where it begins, and its way; what keeps it from ever getting there goes into `checks`."""
    _check_aim(checks, unit, wants)
    limbers = unit.arm == ARTILLERY and not unit.limbered
    goes = replace(unit, limbered=unit.arm == ARTILLERY)
    march = march_of(r, w, Marcher(goes, speed, inch))
    reach = Fraction(0) if wants == CONTACT or not checks.passed else _reach(r, w, unit, wants)
    far = Fraction(distance) - reach
    way = Approach(r, goes, march, wants == CONTACT)
    if far > 0:
        told = f"with Double time it goes {write_number(march.double)} S" if march.double else "it goes nowhere"
        checks.ask("Does it move?", march.double > 0, told, Marcher(goes, speed).stands() or "movement.speed")
        w.note("its guns have to be limbered first", "artillery.unlimbered-static", when=limbers)
    if not checks.passed:
        return NEVER, way
    return (Apart(far, limbers) if far > 0 else THERE), way


def _check_aim(checks: Checks, unit: Unit, wants: str) -> None:
    """Check whether a unit of that arm can want this aim."""
    guns = unit.arm == ARTILLERY
    if wants == CONTACT:
        told = "guns do not charge" if guns else "it may charge"
        checks.ask("Contact?", not guns, told, "artillery.no-charge" if guns else "melee.trigger")
    elif wants == CASE:
        told = "it has guns" if guns else "only guns shoot canister"
        checks.ask("Canister?", guns, told, "bombardment.canister-range")
    else:
        horse = unit.arm == CAVALRY
        told = "cavalry has no ranged attack" if horse else "it shoots"
        checks.ask("A weapon?", not horse, told, "cavalry.heavy-no-ranged" if horse else "range-los.range")


def _reach(r: Reader, w: Working, unit: Unit, wants: str) -> Fraction:
    """How near it has to come, in S."""
    if wants == CASE:
        return Fraction(canister_reach(r, w))
    return Fraction(reach_of(r, w, STANDARD) if unit.arm == INFANTRY else cannon_reach(r, w, STANDARD))


def _activations(r: Reader, unit: Unit, quality: int) -> dict[bool, Activation]:
    """Its activation while its guns have still to be limbered, and once it goes."""
    return {
        limbers: Activation(r, quality, Standing(replace(unit, limbered=unit.arm == ARTILLERY and not limbers)))
        for limbers in (False, True)
    }


def _rolls(r: Reader, unit: Unit, quality: int, dice: int, pick: str) -> dict[bool, Distribution[int]]:
    """Return the distribution of a turn's actions, by whether the guns must still be limbered."""
    return {
        limbers: found.activate(unit.coloured, dice, pick).map(lambda one: one.actions)
        for limbers, found in _activations(r, unit, quality).items()
    }


def step(way: Approach, rolls: dict[bool, Distribution[int]], state: Apart | str) -> Distribution[Apart | str]:
    """Return the distribution of the state after one turn.

    rolls: the actions of a turn, by whether the guns must still be limbered.
    """
    if isinstance(state, str):
        return Distribution.sure(state)
    return rolls[state.limbers].map(lambda actions: way.turn(state, actions))


def _fewest(r: Reader, way: Approach, start: Apart | str) -> int:
    """Return the fewest turns that the way takes, with the most actions in every activation."""
    state, turns = start, 0
    while not isinstance(state, str):
        state, turns = way.turn(state, r.int("activation.max-actions")), turns + 1
    return turns


def _when(flow: tuple[Distribution[Any], ...]) -> Distribution[Any]:
    """Return the chances of the turn in which the unit arrives.

    The result holds a word for the case that it arrives in none of the turns looked at.
    """
    there = [now[THERE] for now in flow]
    chances: dict[Any, Fraction] = {0: there[0]}
    chances |= {turn: after - before for turn, (before, after) in enumerate(itertools.pairwise(there), start=1)}
    return Distribution({turn: chance for turn, chance in {**chances, LATER: 1 - there[-1]}.items() if chance})


def _headline(value: TurnsToReach, wants: str, turns: int) -> str:
    """When it is there."""
    told = TOLD[wants]
    if value.fewest == 0:
        return f"{told} already"
    if value.turns is None:
        return f"{told}: never"
    goes = f"a Move takes it {write_number(value.move)} S"
    first = (
        f"in turn {value.fewest} at the earliest"
        if (value.fewest or 0) > 1
        else f"in the first turn: {spoken(value.at_once)}"
    )
    by_then = f"within {counted(turns, 'turn')}: {spoken(value.by_then)}"
    return f"{told} after {averaged(value.turns, 'turn')} on average, {first}; {by_then}; {goes}"


@simulation
def throw_turns_to_reach(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[int | str]:
    """Throw `count` units and return the turn in which each arrives.

    The word for "later" replaces the turn if a unit does not arrive within the turns looked at.
    """
    i = inputs
    found = mustered(r, i["unit"], i["formation"], i["coloured"], limbered=i["guns"] == LIMBERED)
    speed = figure(r, i["unit"], "speed", i["speed"]).whole
    w = Working(r)
    start, way = _way(r, w, Checks(w), found, speed, i["wants"], i["distance"], Fraction(1) / i["short"])
    rolls = _activations(r, found, figure(r, i["unit"], "quality", i["quality"]).whole)
    ends: list[int | str] = []
    for _ in range(count):
        state, turn = start, 0
        while not isinstance(state, str) and turn < i["turns"]:
            thrown = actions_thrown(rolls[state.limbers], dice, i["coloured"], i["dice"], i["pick"])
            state, turn = way.turn(state, thrown), turn + 1
        ends.append(turn if state == THERE else LATER)
    return ends
