"""Speculative fire, section 8.6: whether a man may shoot at what he does not see, and what that does to whoever is there."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Checks, Choice, Flag, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars
from drillbook.maths import Distribution, Number, Thrower, np, spoken
from drillbook.rulesets.breaking_news.common.casualties import REMOVED, SUPPRESSED, UNHURT, fate, throw_fates
from drillbook.rulesets.breaking_news.common.firing import a_weapon
from drillbook.rulesets.breaking_news.common.inputs import RulesOfEngagement
from drillbook.rulesets.breaking_news.common.saving import SPECULATIVE, explain, save_on, terms
from drillbook.rulesets.breaking_news.common.shot import shot_line

BUNKER, BUILDING, WOOD, GROUND = "bunker", "building", "wood", "ground"
TARGETS = {BUNKER: "Bunker", BUILDING: "Building", WOOD: "Edge of a wood", GROUND: "Open ground"}
PLACES = {BUNKER: "a bunker", BUILDING: "a building", WOOD: "the edge of a wood", GROUND: "open ground"}
NOBODY = "nobody"
#: Machine guns, launchers and guns.
HEAVY = frozenset(("lmg", "mmg", "hmg", "rpg", "heavy-at", "tank"))


@dataclass(frozen=True, slots=True)
class SpeculativeFire:
    """The number the die must show, the chance to be allowed, that of a hit once it is, and what comes of the man in there.

    needed is absent where no die is asked for, and what comes of the man where there is none; his chances include the die for leave.
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
)
def speculative_fire(
    r: Reader,
    *,
    target: Annotated[str, Choice(TARGETS, default=BUILDING, label="What he shoots at")],
    agreed: Annotated[bool, Flag(label="Umpire or opponent agrees")],
    roe: RulesOfEngagement,
    weapon: Annotated[str, Choice(table="weapons", default="ar-burst", label="Weapon")],
    troops: Annotated[str, Choice(table="classes", default="r3", label="The firer is")],
    distance: Annotated[Number, Length(0, 50, default=20, label="Distance", bands=("shooting.table",))],
    victim: Annotated[
        str,
        Choice(
            {
                "irr3": "Militia", "irr2": "Fanatic", "irr1": "Mercenary", "r5": "Green Recruit", "r4": "Trained",
                "r3": "Veteran", "r2": "Elite", "r1": "Special Forces", NOBODY: "Nobody",
            },
            label="In there is",
        ),
    ],
) -> Breakdown[SpeculativeFire]:  # fmt: skip
    """May he fire at what he cannot see, and what comes of it?"""
    w = Working(r)
    checks = _checks(r, w, target, weapon)
    checks.refuse("What the rules ask of the shot")
    checks.note()
    needed, allowed = _permission(r, w, agreed, roe)
    checks.ask(
        "Is it allowed?", None, f"on {needed} or more" if needed else "nobody objects", "support.spec-permission"
    )
    w.note("now it is played as any shot; whoever is in there is in cover", "support.spec-resolution")
    shot = shot_line(r, w, weapon=weapon, distance=distance, troops=troops, cover=True)
    hits = Distribution.weighted([*((many, allowed * chance) for many, chance in shot.hits.items()), (0, 1 - allowed)])
    fates = _fates(r, w, hits, victim)
    each = (fates[UNHURT], fates[SUPPRESSED], fates[REMOVED]) if fates else (None, None, None)
    told = SpeculativeFire(needed, allowed, shot.at_least_one, *each)
    return w.answer(
        told,
        headline=_headline(told),
        chance=allowed,
        distribution=fates,
        exhibits=[
            *(
                [Bars("What comes of the man in there, leave included", "He is", {"": fates}, name="fate")]
                if fates
                else []
            ),
            Bars("How many hits the shot scores once it is allowed", "Hits", {"": shot.hits}, name="hits"),
            checks.decision("What the rules ask of the shot"),
        ],
    )


@simulation
def throw_speculative_fire(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The die for leave, the dice of the shot and the saves."""
    w = Working(r)
    needed, _ = _permission(r, w, inputs["agreed"], inputs["roe"])
    shot = shot_line(r, w, **{name: inputs[name] for name in ("weapon", "distance", "troops")}, cover=True)
    if inputs["victim"] == NOBODY:
        return np.full(count, UNHURT)
    allowed = dice.roll_each(r.text("support.spec-permission", "die"), count)[:, 0] >= (needed or 0)
    hits = shot.thrown(r, dice, count) * allowed
    how = save_on(r, terms(r, inputs["victim"], SPECULATIVE, protected=True))
    return throw_fates(r, dice, count, hits, how)


def _checks(r: Reader, w: Working, target: str, weapon: str) -> Checks:
    """What the rules ask of target and weapon."""
    checks, name = Checks(w), a_weapon(r, weapon)
    may_hide = f"{PLACES[target]} may hide somebody"
    where = "Only places that may hide somebody are fired at unseen." if target == GROUND else may_hide
    checks.ask("Might somebody be there?", target != GROUND, where, "support.spec-targets")
    if r.holds("speculative-weapon", "any-weapon"):
        checks.ask("May the weapon do it?", True, "any weapon will do", "sighting.others-speculative")
    else:
        light = f"{name[:1].upper()}{name[1:]} is no heavy weapon, and only those fire at the unseen."
        said = f"{name} is a heavy weapon" if weapon in HEAVY else light
        checks.ask("May the weapon do it?", weapon in HEAVY, said, "sighting.speculative-heavy")
    return checks


def _permission(r: Reader, w: Working, agreed: bool, roe: bool) -> tuple[int | None, Fraction]:
    """The number the die for leave must show, None where nobody asks for one, and the chance of it."""
    if agreed and not (roe and r.holds("roe-speculative", "always")):
        w.note("umpire or opponent agrees, so no die is thrown for leave", "support.spec-permission")
        return None, Fraction(1)
    rule = r.cited("army.roe-speculative") if roe else r.cited("support.spec-permission", "value")
    w.then(f"the die for leave must show{', under Rules of Engagement' if roe else ''}", rule)
    w.then("chance of leave", r.dice("support.spec-permission", "die").at_least(rule.whole), rule.rule)
    return rule.whole, w.total


def _fates(r: Reader, w: Working, hits: Distribution[int], victim: str) -> Distribution[str] | None:
    """What comes of whoever is in there, with its steps; None where nobody is."""
    if victim == NOBODY:
        w.note("nobody stands there, so nobody is hurt", "support.spec-resolution")
        return None
    fates = fate(hits, explain(r, w, terms(r, victim, SPECULATIVE, protected=True)))
    w.then("chance that he is removed, the die for leave included", fates[REMOVED], "support.spec-resolution")
    return fates


def _headline(told: SpeculativeFire) -> str:
    leave = f"Allowed on {told.needed}+: {spoken(told.allowed)}" if told.needed else "Allowed"
    if told.removed is None or told.suppressed is None:
        return f"{leave}; nobody there to hit"
    given = ", leave included" if told.needed else ""
    return f"{leave}; removed{given}: {spoken(told.removed)}, suppressed: {spoken(told.suppressed)}"
