"""Speculative fire, section 8.6: whether a man may shoot at the unseen, and the result."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Checks, Choice, Flag, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars
from drillbook.maths import Distribution, Number, Thrower, np, spoken
from drillbook.rulesets.breaking_news.common.casualties import REMOVED, SUPPRESSED, UNHURT, fate, throw_fates
from drillbook.rulesets.breaking_news.common.firing import EVERY_ARM, behind_cover
from drillbook.rulesets.breaking_news.common.inputs import RulesOfEngagement
from drillbook.rulesets.breaking_news.common.saving import SPECULATIVE, explain, save_on, terms
from drillbook.rulesets.breaking_news.common.shot import Shot, shot_line
from drillbook.rulesets.breaking_news.common.unseen import place_allowed, weapon_allowed

BUNKER, BUILDING, WOOD, GROUND = "bunker", "building", "wood", "ground"
TARGETS = {BUNKER: "Bunker", BUILDING: "Building", WOOD: "Edge of a wood", GROUND: "Open ground"}
PLACES = {BUNKER: "a bunker", BUILDING: "a building", WOOD: "the edge of a wood", GROUND: "open ground"}
NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class SpeculativeFire:
    """The answer on speculative fire: the die for leave, the hit, and the fate of the man there.

    hit is the chance of a hit once the shot is allowed. needed is None if no die is required. The man's chances include
    the die for leave; they are None if there is no man.
    """

    needed: int | None
    allowed: Fraction
    hit: Fraction
    unhurt: Fraction | None
    suppressed: Fraction | None
    removed: Fraction | None


@question(
    "bn/speculative-fire?weapon=ar-burst&troops=r3&distance=20&target=building&agreed=no&roe=no&victim=irr3",
    "bn/speculative-fire?weapon=hmg&troops=r3&distance=40&target=bunker&agreed=yes&roe=no&victim=irr3",
    "bn/speculative-fire?weapon=lmg&troops=r4&distance=40&target=wood&agreed=no&roe=yes&victim=nobody",
    "bn/speculative-fire?weapon=lmg&troops=r4&distance=40&target=ground&agreed=yes&roe=no&victim=r5",
)
def speculative_fire(
    r: Reader,
    *,
    target: Annotated[str, Choice(TARGETS, default=BUILDING, label="What he shoots at")],
    agreed: Annotated[bool, Flag(label="Umpire or opponent agrees")],
    roe: RulesOfEngagement,
    weapon: Annotated[str, Choice(EVERY_ARM, default="ar-burst", label="Weapon")],
    troops: Annotated[str, Choice(table="classes", default="r3", label="The firer is")],
    distance: Annotated[Number, Length(0, 150, default=20, label="Distance", bands=("shooting.table",))],
    victim: Annotated[
        str,
        Choice(
            {
                "irr3": "Militia", "irr2": "Fanatic", "irr1": "Mercenary", "r5": "Green Recruit", "r4": "Trained",
                "r3": "Veteran", "r2": "Elite", "r1": "Special Forces", NOBODY: "Nobody",
            },
            label="There is",
        ),
    ],
) -> Breakdown[SpeculativeFire]:  # fmt: skip
    """May he fire at what he cannot see, and what comes of it?"""
    w = Working(r)
    checks = _checks(w, target, weapon)
    checks.refuse("What the rules ask of the shot")
    checks.note()
    needed, allowed = _permission(r, w, agreed, roe)
    checks.ask(
        "Is it allowed?", None, f"on {needed} or more" if needed else "nobody objects", "support.spec-permission"
    )
    where = "has no cover" if target == GROUND else "is in cover"
    w.note(f"now it is played as any shot; whoever is there {where}", "support.spec-resolution")
    shot = _shot(w, weapon, distance, troops, target)
    hits = Distribution.weighted([*((many, allowed * chance) for many, chance in shot.hits.items()), (0, 1 - allowed)])
    fates = _fates(r, w, hits, victim, target)
    each = (fates[UNHURT], fates[SUPPRESSED], fates[REMOVED]) if fates else (None, None, None)
    told = SpeculativeFire(needed, allowed, shot.at_least_one, *each)
    return w.answer(
        told,
        headline=_headline(told),
        chance=allowed,
        distribution=fates,
        exhibits=[
            *(
                [Bars("What comes of the man there, leave included", "He is", {"": fates}, name="fate")]
                if fates
                else []
            ),
            Bars("How many hits the shot scores once it is allowed", "Hits", {"": shot.hits}, name="hits"),
            checks.decision("What the rules ask of the shot"),
        ],
    )


@simulation
def throw_speculative_fire(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the die for leave, the shot and the saves, and return the man's fate."""
    w = Working(r)
    needed, _ = _permission(r, w, inputs["agreed"], inputs["roe"])
    shot = _shot(w, inputs["weapon"], inputs["distance"], inputs["troops"], inputs["target"])
    if inputs["victim"] == NOBODY:
        return np.full(count, UNHURT)
    allowed = dice.roll_each(r.text("support.spec-permission", "die"), count)[:, 0] >= (needed or 0)
    hits = shot.thrown(r, dice, count) * allowed
    how = save_on(r, terms(r, inputs["victim"], SPECULATIVE, protected=inputs["target"] != GROUND))
    return throw_fates(r, dice, count, hits, how)


def _checks(w: Working, target: str, weapon: str) -> Checks:
    """Return the checks of the target and the weapon."""
    checks = Checks(w)
    place, arm = place_allowed(w.reader, target == GROUND, PLACES[target]), weapon_allowed(w.reader, weapon)
    checks.ask("Might somebody be there?", place.allowed, place.told, place.rule)
    checks.ask("May the weapon do it?", arm.allowed, arm.told, arm.rule)
    return checks


def _permission(r: Reader, w: Working, agreed: bool, roe: bool) -> tuple[int | None, Fraction]:
    """Return the number that the die for leave must show and its chance, and add the steps.

    The number is None if nobody asks for a die.
    """
    if agreed and not (roe and r.holds("roe-speculative", "always")):
        w.note("umpire or opponent agrees, so no die is thrown for leave", "support.spec-permission")
        return None, Fraction(1)
    rule = r.cited("army.roe-speculative") if roe else r.cited("support.spec-permission", "value")
    w.then(f"the die for leave must show{', under Rules of Engagement' if roe else ''}", rule)
    w.then("chance of leave", r.dice("support.spec-permission", "die").at_least(rule.whole), rule.rule)
    return rule.whole, w.total


def _shot(w: Working, weapon: str, distance: Number, troops: str, target: str) -> Shot:
    """Return the shot with its steps; open ground gives nobody cover."""
    cover = behind_cover(w.reader, weapon, target != GROUND)
    return shot_line(w.reader, w, weapon=weapon, distance=distance, troops=troops, cover=cover)


def _fates(r: Reader, w: Working, hits: Distribution[int], victim: str, target: str) -> Distribution[str] | None:
    """Return the fate distribution of the man there, and add its steps; None if there is none."""
    if victim == NOBODY:
        w.note("nobody stands there, so nobody is hurt", "support.spec-resolution")
        return None
    fates = fate(hits, explain(r, w, terms(r, victim, SPECULATIVE, protected=target != GROUND)))
    w.then("chance that he is removed, the die for leave included", fates[REMOVED], "support.spec-resolution")
    return fates


def _headline(told: SpeculativeFire) -> str:
    leave = f"Allowed on {told.needed}+: {spoken(told.allowed)}" if told.needed else "Allowed"
    if told.removed is None or told.suppressed is None:
        return f"{leave}; nobody there to hit"
    given = ", leave included" if told.needed else ""
    return f"{leave}; removed{given}: {spoken(told.removed)}, suppressed: {spoken(told.suppressed)}"
