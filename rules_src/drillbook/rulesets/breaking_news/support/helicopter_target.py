"""Shooting at a helicopter, section 8.4: always at long range, at an armoured target."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Mark
from drillbook.maths import Distribution, Thrower, np, spoken
from drillbook.rulesets.breaking_news.common.firing import EVERY_ARM
from drillbook.rulesets.breaking_news.common.rotor import FireAtIt, fire_at_it, tell_armour, throw_hits

MISSED, SAVED, DOWN = "not hit", "saved", "shot down"


@dataclass(frozen=True, slots=True)
class HelicopterTarget:
    """The answer on fire at a helicopter: what each firer needs, its save, and the chances.

    down is the chance to bring it down in a turn, down_by_end by the last turn. save is None if such a hit does nothing
    to the helicopter.
    """

    needed: int
    dice: int
    save: int | None
    per_hit: Fraction
    hit: Fraction
    down: Fraction
    down_by_end: Fraction


@question(
    "bn/helicopter-target?weapon=rpg&troops=irr3&firers=1&turns=4",
    "bn/helicopter-target?weapon=smg&troops=r4&firers=3&turns=3",
    "bn/helicopter-target?weapon=heavy-at&troops=r3&firers=1&turns=1",
)
def helicopter_target(
    r: Reader,
    *,
    weapon: Annotated[str, Choice(EVERY_ARM, default="rpg", label="Weapon")],
    troops: Annotated[str, Choice(table="classes", default="irr3", label="The firers are")],
    firers: Annotated[int, Count(1, 6, label="Men who fire at it each turn")],
    turns: Annotated[int, Count(1, 8, default=4, label="Turns")],
) -> Breakdown[HelicopterTarget]:
    """Can we bring the helicopter down?"""
    w = Working(r)
    fire = fire_at_it(w, weapon, troops, firers)
    shot, hits, save, per_hit = *fire, fire.per_hit
    tell_armour(w, fire)
    fates = _fates(fire)
    w.then("chance to bring it down in a turn", fates[DOWN], "vehicles.knocked-out")
    after = [(turn, 1 - (1 - fates[DOWN]) ** turn) for turn in range(turns + 1)]
    told = HelicopterTarget(
        needed=shot.needed,
        dice=shot.dice,
        save=save.number.whole if save.number else None,
        per_hit=per_hit,
        hit=hits.at_least(1),
        down=fates[DOWN],
        down_by_end=after[-1][1],
    )
    spread = Distribution(fates)
    return w.answer(
        told,
        headline=_headline(told, turns),
        chance=told.down,
        distribution=spread,
        exhibits=[
            Bars("What a turn's fire does to the helicopter", "It is", {"": spread}, name="fate"),
            Curves(
                "The chance that it is down after so many turns of fire", "Turns", "Down", {"": after}, name="turns"
            ),
            Bars("The hits of a turn's fire", "Hits", {"": hits}, Mark(1, "at least one hit"), name="hits"),
        ],
    )


@simulation
def throw_helicopter_target(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw a turn's dice and a save for every hit, and return the helicopter's fate."""
    fire = fire_at_it(Working(r), inputs["weapon"], inputs["troops"], inputs["firers"])
    hit, failed = throw_hits(r, dice, count, fire, inputs["firers"])
    return np.where((hit & failed).any(axis=1), DOWN, np.where(hit.any(axis=1), SAVED, MISSED))


def _fates(fire: FireAtIt) -> dict[str, Fraction]:
    """Return the chances of what the turn's hits do."""
    return {MISSED: fire.hits[0], SAVED: fire.survives - fire.hits[0], DOWN: 1 - fire.survives}


def _headline(told: HelicopterTarget, turns: int) -> str:
    if not told.down:
        harmless = "such hits do it no harm" if told.hit else f"it takes {told.needed}+ to hit, and no die shows that"
        return f"Never brought down: {harmless}"
    words = (
        f"Brought down in a turn: {spoken(told.down)}; {told.needed}+ to hit, then for each hit: {spoken(told.per_hit)}"
    )
    return f"{words}; within {turns} turns: {spoken(told.down_by_end)}" if turns > 1 else words
