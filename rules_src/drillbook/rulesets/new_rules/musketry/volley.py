"""Musketry: one volley."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from drillbook.asking import Breakdown, Reader, Working, formed, question, simulation
from drillbook.asking.exhibits import Bars, Curves
from drillbook.maths import Number, Thrower, spoken, write_number
from drillbook.rulesets.new_rules.common.activation import tell_blunder
from drillbook.rulesets.new_rules.common.bands import (
    BROKEN_INTO,
    HELD,
    PRESSED,
    RIDDEN_DOWN,
    Attack,
    combat_die,
    event_of,
)
from drillbook.rulesets.new_rules.common.fighting import left_by, rolls_event
from drillbook.rulesets.new_rules.common.fire import (
    REMOVED,
    Shot,
    blunders_told,
    dice_of,
    edges,
    fire_map,
    hurt_by,
    tell_bands,
)
from drillbook.rulesets.new_rules.common.lengths import Measure, Short, scale
from drillbook.rulesets.new_rules.common.orders import cost_of
from drillbook.rulesets.new_rules.common.shooting import MUSKETRY, attack_of, coloured_after, limits_of, reach_of
from drillbook.rulesets.new_rules.common.targets import Aimed, WholeAim
from drillbook.rulesets.new_rules.musketry._form import DISTANCE, Cover, Distance, Reach, Worn


@dataclass(frozen=True, slots=True)
class Volley:
    """What both add, the chance of each band, and what happens to the target.

    hurt: any disorder; expected: the points of the volley itself, without those of a critical event; blunders: the chance that a
    coloured die of a side blunders, where those in combat do.
    """

    shooter_adds: int
    target_adds: int
    missed: Fraction
    ahead: Fraction
    double: Fraction
    triple: Fraction
    hurt: Fraction
    expected: Fraction
    critical: Fraction
    removed: Fraction
    shooter_blunders: Fraction
    target_blunders: Fraction


@question(
    "nr/volley?shooter=line-infantry&figure=listed&formation=line&coloured=0&target=line-infantry&target-figure=listed&target-formation=line&target-coloured=0&target-broken=no&cover=none&distance=1.5&reach=standard&aimed=no&short=4&measure=inches",
    "nr/volley?shooter=light-infantry&figure=listed&formation=line&coloured=3&target=heavy-cavalry&target-figure=listed&target-coloured=3&cover=light&distance=1&reach=standard&aimed=yes&short=10&measure=cm",
    "nr/volley?shooter=recruits&figure=listed&formation=column&coloured=0&target=grenadiers&target-figure=listed&target-formation=square&target-coloured=2&target-broken=no&cover=heavy&distance=3&reach=standard&aimed=no&short=1&measure=squares",
)
def volley(
    r: Reader,
    *,
    own: Worn,
    aim: WholeAim,
    cover: Cover,
    distance: Distance,
    reach: Reach,
    aimed: Aimed,
    short: Short,
    measure: Measure,
) -> Breakdown[Volley]:
    """What does this volley do?"""
    w, table = Working(r), scale(r, short, measure)
    shot = own.fires(r, aim, distance, cover, reach, aimed=aimed)
    r.cite("musketry.both-roll")
    attack = attack_of(r, w, shot)
    w.note("flank, rear and height mean nothing to muskets", "musketry.no-flank")
    w.then("actions that it costs", cost_of(r, "aimed" if aimed else "fire"))
    value = _value(r, w, attack, shot)
    after = coloured_after(r, attack, shot)
    return w.answer(
        value,
        headline=_headline(value, table.words(distance)),
        chance=value.hurt,
        distribution=after,
        exhibits=[
            _curve(r, shot),
            fire_map(attack, MUSKETRY, lambda one: int(rolls_event(r, one, shot.target))),
            Bars("The target's coloured dice after the volley, Panic included", "Coloured dice", {"": after}, name="after"),
            table.card(),
        ],
    )  # fmt: skip


def _value(r: Reader, w: Working, attack: Attack, shot: Shot) -> Volley:
    """Return the chances of the volley; add their steps."""
    results, bands = attack.outcomes, tell_bands(w, attack, MUSKETRY)
    w.note("the shooter is not harmed", "musketry.no-return")
    critical = w.then(
        "chance of a critical event",
        results.chance(lambda one: rolls_event(r, one, shot.target)),
        "events.critical-victim",
    )
    hurt = w.then("chance that the target takes disorder", hurt_by(attack), "damage.exchange")
    return Volley(
        attack.attacker_adds, attack.defender_adds, bands[HELD], bands[PRESSED], bands[BROKEN_INTO], bands[RIDDEN_DOWN],
        hurt, results.map(lambda one: one.defender).mean, critical, coloured_after(r, attack, shot)[REMOVED],
        shooter_blunders=tell_blunder(w, "the shooter", shot.shooter.coloured, combat_die(r)),
        target_blunders=tell_blunder(w, "the target", shot.target.coloured, combat_die(r)),
    )  # fmt: skip


def _curve(r: Reader, shot: Shot) -> Curves:
    """Return a curve of the chance to hurt the target, by distance."""
    far = reach_of(r, Working(r), shot.reach)
    limits = [limit for limit in limits_of(r, far).values() if limit < far]

    def hurt(distance: Number) -> Fraction:
        return hurt_by(attack_of(r, Working(r), replace(shot, distance=distance)))

    return Curves(
        "Chance that the target takes disorder, over the distance", "Distance, in S", "Chance",
        {"Hurt": [(edge, hurt(edge)) for edge in edges(DISTANCE.step, far, [*limits, shot.distance])]},
        marks=[(limit, f"{write_number(limit)} S") for limit in limits],
        step=True, edges=limits, here=shot.distance, sets="distance",
    )  # fmt: skip


def _headline(value: Volley, where: str) -> str:
    """Return the headline: what the target has to fear at that distance."""
    critical = f"; critical event: {spoken(value.critical)}" if value.critical else ""
    removed = f"; removed: {spoken(value.removed)}" if value.removed else ""
    blunders = blunders_told(value.shooter_blunders, value.target_blunders)
    return f"At {where} the target is hurt: {spoken(value.hurt)}{critical}{removed}{blunders}"


@simulation
def throw_volley(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[int | str]:
    """Throw `count` volleys and return the target's coloured dice after each."""
    i = inputs
    own, aim = formed(Worn, i), formed(WholeAim, i)
    shot = own.fires(r, aim, i["distance"], i["cover"], i["reach"], aimed=i["aimed"])
    attack, die = attack_of(r, Working(r), shot), combat_die(r)
    return [fired(r, dice, attack, shot, die) for _ in range(count)]


def fired(r: Reader, dice: Thrower, attack: Attack, shot: Shot, die: str) -> int | str:
    """One volley with real dice: the coloured dice it leaves."""
    result = attack.result(int(dice.roll(die, 1)[0]), int(dice.roll(die, 1)[0]))
    thrown = rolls_event(r, result, shot.target)
    event = event_of(r, int(dice.roll(r.text("events.critical-dice"), 1)[0])) if thrown else ""
    left = left_by(r, result, shot.shooter, shot.target, event, engaged=shot.locked).defender
    return dice_of(left)
