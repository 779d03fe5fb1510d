"""Shooting at a helicopter, section 8.4: always at long range, and at something that counts as armoured."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import Distribution, binomial
from drillbook.exhibits import Bars, Curves, Exhibit, Mark
from drillbook.kinds import Choice, Count
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._chances import spoken
from drillbook.rulesets.breaking_news._firing import a_weapon
from drillbook.rulesets.breaking_news._rotor import armour, far
from drillbook.rulesets.breaking_news._shot import Shot, shot_line
from drillbook.rulesets.breaking_news._vehicle_save import SAFE, vehicle_save

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

TANK = "tank"
MISSED, SAVED, DOWN = "not hit", "saved", "shot down"


@dataclass(frozen=True, slots=True)
class HelicopterTarget:
    """What each firer needs and throws, what a hit must beat, and the chance to bring it down in a turn and by the last."""

    needed: int
    dice: int
    save: int
    per_hit: Fraction
    hit: Fraction
    down: Fraction
    down_by_end: Fraction


@question(
    "breaking_news",
    "helicopter-target",
    examples=[
        "bn/helicopter-target?weapon=rpg&troops=irr3&firers=1&turns=4",
        "bn/helicopter-target?weapon=smg&troops=r4&firers=3&turns=3",
        "bn/helicopter-target?weapon=heavy-at&troops=r3&firers=1&turns=1",
    ],
)
def helicopter_target(
    r: Reader,
    /,
    *,
    weapon: Annotated[str, Choice(table="weapons", default="rpg", label="Weapon")],
    troops: Annotated[str, Choice(table="classes", default="irr3", label="The firers are")],
    firers: Annotated[int, Count(1, 6, default=1, label="Men who fire at it each turn")],
    turns: Annotated[int, Count(1, 8, default=4, label="Turns")],
) -> Breakdown[HelicopterTarget] | Refusal:
    """Can we bring the helicopter down?"""
    w = Working(r)
    shot = _volley(r, w, weapon, troops)
    if isinstance(shot, Refusal):
        return shot
    hits = binomial(shot.dice * firers, shot.chance)
    save, per_hit = _armour(r, w, weapon)
    fates = _fates(hits, per_hit)
    w.then("chance to bring it down in a turn", Cited(fates[DOWN], r.cite("vehicles.knocked-out")))
    after = [(turn, 1 - (1 - fates[DOWN]) ** turn) for turn in range(turns + 1)]
    told = Distribution({name: fates[name] for name in (MISSED, SAVED, DOWN)})
    answer = HelicopterTarget(shot.needed, shot.dice, save, per_hit, hits.at_least(1), fates[DOWN], after[-1][1])
    if not fates[DOWN]:
        why = "such hits do it no harm" if shot.chance else f"it takes {shot.needed}+ to hit, and no die shows that"
        headline = f"Never brought down: {why}"
    else:
        headline = f"Brought down in a turn: {spoken(fates[DOWN])}; {shot.needed}+ to hit, then {per_hit} for each hit"
        headline += f"; within {turns} turns: {spoken(after[-1][1])}" if turns > 1 else ""
    pictures: list[Exhibit] = [
        Bars("What a turn's fire does to the helicopter", "It is", {"": told}, name="fate"),
        Curves("The chance that it is down after so many turns of fire", "Turns", "Down", {"": after}, name="turns"),
        Bars("How many hits a turn's fire scores", "Hits", {"": hits}, Mark(1, "at least one hit"), name="hits"),
    ]
    return w.answer(answer, headline=headline, chance=fates[DOWN], distribution=told, exhibits=pictures)


@simulation("breaking_news", "helicopter-target")
def throw_helicopter_target(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """A turn's dice, and a save for every hit."""
    import numpy as np

    shot = _volley(r, Working(r), inputs["weapon"], inputs["troops"])
    if isinstance(shot, Refusal):
        raise ValueError(shot.reason)
    thrown = shot.dice * inputs["firers"]
    hit = dice.roll_each(r.text("shooting.roll"), count, thrown) >= shot.needed
    safe = [face for face, what in vehicle_save(r, armour(r), inputs["weapon"]).fates.items() if what == SAFE]
    failed = ~np.isin(dice.roll_each(r.text("vehicles.knocked-out"), count, thrown), safe)
    down, touched = (hit & failed).any(axis=1), hit.any(axis=1)
    return np.where(down, DOWN, np.where(touched, SAVED, MISSED))


def _volley(r: Reader, w: Working, weapon: str, troops: str) -> Shot | Refusal:
    """One man's shot at it."""
    if weapon == TANK:
        return w.refuse("Only small arms and rockets can hit a helicopter.", "support.heli-target")
    reach = far(r, weapon)
    if reach is None:
        return w.refuse(
            f"A helicopter is always at long range, where {a_weapon(r, weapon)} does not reach.", "support.heli-long"
        )
    w.note("always at long range, however near it hovers", "support.heli-long")
    return shot_line(r, w, weapon=weapon, distance=reach, troops=troops)


def _armour(r: Reader, w: Working, weapon: str) -> tuple[int, Fraction]:
    """The number it saves on (0 where the weapon does nothing to it), and the chance that a hit brings it down."""
    name = str(r.ruleset.table("vehicles").row(armour(r)).name).lower()
    w.note(f"it saves as a {name}", "support.heli-target")
    found = vehicle_save(r, armour(r), weapon)
    if found.number is None:
        w.note("which such a weapon does nothing to", found.why)
        return 0, Fraction(0)
    assert isinstance(found.number.amount, int)
    w.then("against this weapon that is on", found.number)
    per_hit = 1 - found.each[SAFE]
    w.then("chance that a hit brings it down", Cited(per_hit, r.cite("vehicles.knocked-out")))
    return found.number.amount, per_hit


def _fates(hits: Distribution[int], per_hit: Fraction) -> dict[str, Fraction]:
    """What the turn's hits come to."""
    stands = sum((chance * (1 - per_hit) ** many for many, chance in hits.items()), Fraction(0))
    return {MISSED: hits[0], SAVED: stands - hits[0], DOWN: 1 - stands}
