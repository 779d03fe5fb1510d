"""Fire at a man who has been looked for, section 7.0: direct fire and speculative fire.

Those who see him fire directly, the others blindly.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import (
    Breakdown,
    Checks,
    Choice,
    Flag,
    Length,
    Reader,
    Refusal,
    Working,
    attempt,
    question,
    simulation,
)
from drillbook.asking.answers.checklist import verdict_line
from drillbook.asking.exhibits import Bars, Mark
from drillbook.maths import Number, Thrower, likely, write_number
from drillbook.rulesets.breaking_news.common.firing import EVERY_ARM, NOT_AT_MEN, Aim, behind_cover
from drillbook.rulesets.breaking_news.common.shot import Shot, shoot
from drillbook.rulesets.breaking_news.common.unseen import place_allowed, weapon_allowed

HIDDEN, SIGHTED, PLAIN = "hidden", "sighted", "plain"
STATES = {PLAIN: "In plain view", SIGHTED: "Sighted this turn", HIDDEN: "Hidden, not sighted"}
DIRECT, SPECULATIVE, NONE = "direct", "speculative", "none"
ASKED = "May he be fired at directly?"
AIMED_AT: dict[str, Any] = {
    "unless": {"state": (HIDDEN,)},
    "why_not": "Nobody can aim at a man whom nobody has sighted.",
}


@dataclass(frozen=True, slots=True)
class Fire:
    """The answer on fire at a hidden man: the way he may be fired at, and the direct shot.

    needed, dice and hit are None if there is no direct shot.
    """

    way: str
    needed: int | None = None
    dice: int | None = None
    hit: Fraction | None = None


@question(
    "bn/fire-at-hidden?state=plain&cover=yes&weapon=ar-single&troops=r3&distance=20",
    "bn/fire-at-hidden?state=sighted&from-observer=4&cover=yes&weapon=lmg&troops=r4&distance=40",
    "bn/fire-at-hidden?state=hidden&cover=yes&weapon=hmg",
    "bn/fire-at-hidden?state=sighted&from-observer=0&cover=no&weapon=tank&troops=r4&distance=60",
    "bn/fire-at-hidden?state=hidden&cover=no&weapon=smg",
)
def fire_at_hidden(
    r: Reader,
    *,
    state: Annotated[str, Choice(STATES, default=SIGHTED, label="The man is")],
    from_observer: Annotated[
        Number,
        Length(
            0,
            15,
            default=4,
            label="Distance to the observer",
            help="From the firer to the man who saw the target; 0 if he saw it himself.",
            when={"state": (SIGHTED,)},
            why_not="It counts for a man sighted this turn.",
            bands=("sighting.shared",),
        ),
    ],
    cover: Annotated[bool, Flag(default=True, label="He is in cover")],
    weapon: Annotated[str, Choice(EVERY_ARM, default="ar-single", label="Weapon")],
    troops: Annotated[str, Choice(table="classes", default="r3", label="Firer", **AIMED_AT)],
    distance: Annotated[
        Number,
        Length(0, 200, default=20, label="Distance to the man", bands=("shooting.table",), **AIMED_AT),
    ],
) -> Breakdown[Fire]:
    """May this man be fired at, and how?"""
    w = Working(r)
    checks = Checks(w)
    _ask_cover(r, checks, cover, _ask_visible(r, checks, state, from_observer))
    checks.tell()
    if not checks.passed:
        return _blind(r, w, checks, weapon, cover)
    w.note("it is aimed at an obstacle or a structure next to him", "sighting.at-aim-point", when=weapon in NOT_AT_MEN)
    shot = attempt(lambda: shoot(r, w, Aim(weapon, distance, troops, cover=behind_cover(r, weapon, cover))))
    if isinstance(shot, Refusal):
        checks.ask("Can the weapon hit at that distance?", False, shot.reason.rstrip("."), shot.rule)
        return w.answer(Fire(NONE), headline=shot.reason.rstrip("."), exhibits=[checks.decision(ASKED)])
    bars = Bars("How many hits the shot scores", "Hits", {"": shot.hits}, Mark(1, "at least one hit"), name="hits")
    return w.answer(
        Fire(DIRECT, shot.needed, shot.dice, shot.at_least_one),
        headline=_headline(weapon, shot),
        chance=shot.at_least_one,
        distribution=shot.hits,
        exhibits=[checks.decision(ASKED), bars],
    )


@simulation
def throw_fire_at_hidden(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the dice of the direct shot and return how many of them hit."""
    weapon = inputs["weapon"]
    aim = Aim(weapon, inputs["distance"], inputs["troops"], cover=behind_cover(r, weapon, inputs["cover"]))
    return shoot(r, Working(r), aim).thrown(r, dice, count)


def _ask_visible(r: Reader, checks: Checks, state: str, from_observer: Number) -> bool:
    """Check whether the firer sees the man, and return the result.

    The firer sees him if he never hid, or if the firer is near enough to the man who has sighted him.
    """
    asked, reach = "Does the firer see him?", r.int("sighting.shared")
    if state == PLAIN:
        return checks.ask(asked, True, "he has never been hidden", "sighting.declare")
    if state == HIDDEN:
        return checks.ask(asked, False, "nobody has sighted him", "sighting.roll")
    if not from_observer:
        return checks.ask(asked, True, "the firer has sighted him himself", "sighting.shared")
    near = from_observer <= reach
    found = f"{write_number(from_observer)} cm from the observer, {reach} cm are allowed"
    return checks.ask(asked, near, found, "sighting.shared" if near else "sighting.others-speculative")


def _ask_cover(r: Reader, checks: Checks, cover: bool, visible: bool) -> bool:
    """Whether no cover keeps a direct shot from him."""
    asked, rule = "Does cover let a direct shot through?", "sighting.no-direct-fire"
    if not cover and visible:
        return checks.ask(asked, True, "there is none between them", rule)
    if not cover:
        return checks.ask(asked, True, "there is none, and he crawls in the open", "sighting.crawling")
    if not visible:
        return checks.ask(asked, False, "it hides him", rule)
    if r.holds("hidden-cover-words", "any-in-cover"):
        return checks.ask(asked, False, "cover bars every direct shot, even at a man who is seen", rule)
    return checks.ask(asked, True, "it shelters him, but the firer sees him", rule)


def _blind(r: Reader, w: Working, checks: Checks, weapon: str, cover: bool) -> Breakdown[Fire]:
    """Return the answer for a firer who may not fire directly.

    He may fire speculatively, at such places and with such weapons as the rulings allow.
    """
    place = place_allowed(r, not cover, "the cover he is in")
    asked = {
        "May that place be fired at unseen?": place,
        "May the weapon fire at the unseen?": weapon_allowed(r, weapon),
    }
    for question_, verdict in asked.items():
        if not verdict.allowed:
            checks.ask(question_, False, verdict.words, verdict.rule)
            w.note(verdict_line(checks.verdicts[-1]), verdict.rule)
            return w.answer(Fire(NONE), headline=f"No fire at him: {verdict.words}", exhibits=[checks.decision(ASKED)])
    w.note("the firer may still fire speculatively", "sighting.others-speculative")
    w.note(place.words, place.rule, when=not cover)
    w.note("best with a heavy weapon, at the place where he is suspected", "sighting.speculative-heavy", when=cover)
    why = "Nobody in cover is fired at directly" if checks.verdicts[0].ok else "Not seen"
    headline = f"{why}: only speculative fire at the place where he is suspected"
    return w.answer(Fire(SPECULATIVE), headline=headline, exhibits=[checks.decision(ASKED)])


def _headline(weapon: str, shot: Shot) -> str:
    beside = " at something next to him" if weapon in NOT_AT_MEN else ""
    if not shot.dice:
        return f"Yes{beside}, but the burst has no die left"
    if not shot.chance:
        return f"Yes{beside}, but no die shows {shot.needed} or more"
    many = "" if shot.dice == 1 else f" with {shot.dice} dice"
    return f"Yes{beside}, on {shot.needed}+{many}: a hit {likely(shot.at_least_one)}"
