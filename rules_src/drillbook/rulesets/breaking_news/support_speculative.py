"""Speculative fire, section 8.6: whether a man may shoot at what he does not see, and what that does to whoever is there."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import Distribution
from drillbook.exhibits import Bars, Decision, Exhibit, Verdict
from drillbook.kinds import Choice, Flag, Length
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._casualties import FATES, REMOVED, SUPPRESSED, UNHURT, fate, throw_saves
from drillbook.rulesets.breaking_news._chances import spoken
from drillbook.rulesets.breaking_news._firing import a_weapon
from drillbook.rulesets.breaking_news._saving import SPECULATIVE, explain, save_on, terms
from drillbook.rulesets.breaking_news._shot import shot_line

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Number = int | Fraction

BUNKER, BUILDING, WOOD, GROUND = "bunker", "building", "wood", "ground"
TARGETS = {BUNKER: "Bunker", BUILDING: "Building", WOOD: "Edge of a wood", GROUND: "Open ground"}
PLACES = {BUNKER: "a bunker", BUILDING: "a building", WOOD: "the edge of a wood", GROUND: "open ground"}
NOBODY = "nobody"
#: Machine guns, launchers and guns.
HEAVY = frozenset(("lmg", "mmg", "hmg", "rpg", "heavy-at", "tank"))


@dataclass(frozen=True, slots=True)
class SpeculativeFire:
    """The number the die must show (0 where none is asked), the chance to be allowed, and what comes of the man in there."""

    needed: int
    allowed: Fraction
    hit: Fraction
    unhurt: Fraction
    suppressed: Fraction
    removed: Fraction


@question(
    "breaking_news",
    "speculative-fire",
    examples=[
        "bn/speculative-fire?weapon=ar-burst&troops=r3&distance=20&target=building&agreed=no&roe=no&victim=irr3",
        "bn/speculative-fire?weapon=hmg&troops=r3&distance=40&target=bunker&agreed=yes&roe=no&victim=irr3",
        "bn/speculative-fire?weapon=lmg&troops=r4&distance=40&target=wood&agreed=no&roe=yes&victim=nobody",
    ],
)
def speculative_fire(
    r: Reader,
    /,
    *,
    target: Annotated[str, Choice(TARGETS, default=BUILDING, label="What he shoots at")],
    agreed: Annotated[bool, Flag(default=False, label="Umpire or opponent agrees")],
    roe: Annotated[bool, Flag(default=False, label="Rules of Engagement")],
    weapon: Annotated[str, Choice(table="weapons", default="ar-burst", label="Weapon")],
    troops: Annotated[str, Choice(table="classes", default="r3", label="The firer is")],
    distance: Annotated[Number, Length(0, 50, default=20, label="Distance")],
    victim: Annotated[
        str,
        Choice(
            {
                "irr3": "Militia", "irr2": "Fanatic", "irr1": "Mercenary", "r5": "Green Recruit", "r4": "Trained",
                "r3": "Veteran", "r2": "Elite", "r1": "Special Forces", NOBODY: "Nobody",
            },
            default="irr3", label="In there is",
        ),
    ],
) -> Breakdown[SpeculativeFire] | Refusal:  # fmt: skip
    """May he fire at what he cannot see, and what comes of it?"""
    w = Working(r)
    verdicts = _verdicts(r, target, weapon)
    for verdict in verdicts:
        w.note(verdict.finding, verdict.rule)
        if not verdict.ok:
            found = verdict.finding[:1].upper() + verdict.finding[1:]
            return w.refuse(f"{found}.", verdict.rule, exhibits=[Decision("What the rules ask of the shot", verdicts)])
    needed, allowed = _permission(r, w, agreed, roe)
    w.note("now it is played as any shot; whoever is in there is in cover", "support.spec-resolution")
    shot = shot_line(r, w, weapon=weapon, distance=distance, troops=troops, cover=True)
    if isinstance(shot, Refusal):
        return shot
    hits = Distribution.weighted([*((n, allowed * p) for n, p in shot.hits.items()), (0, 1 - allowed)])
    verdicts.append(
        Verdict(
            "Is it allowed?",
            None,
            "nobody objects" if not needed else f"on {needed} or more",
            r.cite("support.spec-permission"),
        )
    )
    fates = _fates(r, w, hits, victim)
    w.then(
        "chance that he is removed, the die for leave included",
        Cited(fates[REMOVED], r.cite("support.spec-resolution")),
    )
    answer = SpeculativeFire(needed, allowed, shot.at_least_one, fates[UNHURT], fates[SUPPRESSED], fates[REMOVED])
    leave = f"Allowed on {needed}+: {allowed}" if needed else "Allowed"
    outcome = (
        "nobody there to hit"
        if victim == NOBODY
        else f"removed: {spoken(fates[REMOVED])}, suppressed: {spoken(fates[SUPPRESSED])}"
    )
    told = Distribution({name: fates[name] for name in FATES})
    pictures: list[Exhibit] = [
        Bars("What comes of the man in there, the die for leave included", "He is", {"": told}, name="fate"),
        Bars("How many hits the shot scores once it is allowed", "Hits", {"": shot.hits}, name="hits"),
        Decision("What the rules ask of the shot", verdicts),
    ]
    return w.answer(answer, headline=f"{leave}; {outcome}", chance=allowed, distribution=told, exhibits=pictures)


@simulation("breaking_news", "speculative-fire")
def throw_speculative_fire(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The die for leave, the dice of the shot and the saves."""
    import numpy as np

    w = Working(r)
    needed, _ = _permission(r, w, inputs["agreed"], inputs["roe"])
    shot = shot_line(r, w, **{name: inputs[name] for name in ("weapon", "distance", "troops")}, cover=True)
    if isinstance(shot, Refusal) or inputs["victim"] == NOBODY:
        return np.full(count, UNHURT)
    allowed = dice.roll_each(r.text("support.spec-permission", "die"), count)[:, 0] >= needed
    hits = (dice.roll_each(r.text("shooting.roll"), count, shot.dice) >= shot.needed).sum(axis=1) * allowed
    how = save_on(r, terms(r, inputs["victim"], SPECULATIVE, protected=True))
    alive = throw_saves(r, dice, count, hits, how)
    return np.where(alive, np.where(hits > 0, SUPPRESSED, UNHURT), REMOVED)


def _verdicts(r: Reader, target: str, weapon: str) -> list[Verdict]:
    """What the rules ask of target and weapon."""
    suspected = target != GROUND
    where = (
        f"{PLACES[target]} may hide somebody" if suspected else "only places that may hide somebody are fired at unseen"
    )
    verdicts = [Verdict("Might somebody be there?", suspected, where, r.cite("support.spec-targets"))]
    heavy = weapon in HEAVY
    if r.reading("speculative-weapon") == "A":
        verdicts.append(
            Verdict("May the weapon do it?", True, "any weapon will do", r.cite("sighting.others-speculative"))
        )
    else:
        said = f"{a_weapon(r, weapon)} is {'a heavy weapon' if heavy else 'no heavy weapon, and only those fire at the unseen'}"
        verdicts.append(Verdict("May the weapon do it?", heavy, said, r.cite("sighting.speculative-heavy")))
    return verdicts


def _permission(r: Reader, w: Working, agreed: bool, roe: bool) -> tuple[int, Fraction]:
    """The number the die for leave must show, 0 where nobody asks for one, and the chance of it."""
    if agreed and not (roe and r.reading("roe-speculative") == "A"):
        w.note("umpire or opponent agrees, so no die is thrown for leave", "support.spec-permission")
        return 0, Fraction(1)
    rule = r.cited("army.roe-speculative") if roe else r.cited("support.spec-permission", "value")
    assert isinstance(rule.amount, int)
    w.then("the die for leave must show, under Rules of Engagement" if roe else "the die for leave must show", rule)
    chance = r.dice("support.spec-permission", "die").at_least(rule.amount)
    w.then("chance of leave", Cited(chance, rule.rule))
    return rule.amount, chance


def _fates(r: Reader, w: Working, hits: Distribution[int], victim: str) -> dict[str, Fraction]:
    """What comes of whoever is in there."""
    if victim == NOBODY:
        w.note("nobody stands there, so nobody is hurt", "support.spec-resolution")
        return {UNHURT: Fraction(1), SUPPRESSED: Fraction(0), REMOVED: Fraction(0)}
    how = explain(r, w, terms(r, victim, SPECULATIVE, protected=True))
    return fate(hits, how)
