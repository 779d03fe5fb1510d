"""A helicopter over the table, section 8.4: what its gun does in a turn, and over several."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import Distribution
from drillbook.exhibits import Bars, Curves, Exhibit
from drillbook.kinds import Choice, Count, Flag
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._casualties import FATES, REMOVED, SUPPRESSED, UNHURT, fate, throw_saves
from drillbook.rulesets.breaking_news._chances import spoken
from drillbook.rulesets.breaking_news._rotor import far
from drillbook.rulesets.breaking_news._saving import SHOT, explain, save_on, terms
from drillbook.rulesets.breaking_news._shot import Shot, shot_line

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

GUNS = ("lmg", "hmg")


@dataclass(frozen=True, slots=True)
class HelicopterGun:
    """What the gun needs and throws, what one burst does to a man, and the chance that he is gone after all the turns."""

    needed: int
    dice: int
    hit: Fraction
    unhurt: Fraction
    suppressed: Fraction
    removed: Fraction
    removed_by_end: Fraction


@question(
    "breaking_news",
    "helicopter-gun",
    examples=[
        "bn/helicopter-gun?gun=hmg&crew=r3&victim=irr3&cover=no&turns=4",
        "bn/helicopter-gun?gun=lmg&crew=r4&victim=r4&cover=yes&leader=yes&turns=6",
    ],
)
def helicopter_gun(
    r: Reader,
    /,
    *,
    gun: Annotated[str, Choice(table="weapons", only=GUNS, default="hmg", label="Its gun")],
    crew: Annotated[str, Choice(table="classes", default="r3", label="The gunner is")],
    victim: Annotated[str, Choice(table="classes", default="irr3", label="The man below is")],
    cover: Annotated[bool, Flag(default=False, label="He is behind cover")],
    leader: Annotated[bool, Flag(default=False, label="He is the leader")],
    turns: Annotated[int, Count(1, 8, default=4, label="Turns over him")],
) -> Breakdown[HelicopterGun] | Refusal:
    """What does a helicopter's gun do to a man below it?"""
    w = Working(r)
    w.note("the helicopter serves as a machine gun and goes wherever it likes", "support.heli-alternative")
    shot = _burst(r, w, gun, crew, cover)
    if isinstance(shot, Refusal):
        return shot
    bursts = r.int("support.heli-fire")
    w.then("so many bursts in a turn", r.cited("support.heli-fire"))
    how = explain(r, w, terms(r, victim, SHOT, leader=leader, protected=cover))
    fates = fate(shot.hits, how)
    after = [(turn, 1 - (1 - fates[REMOVED]) ** (turn * bursts)) for turn in range(turns + 1)]
    end = after[-1][1]
    w.then("chance that one burst removes him", Cited(fates[REMOVED], r.cite("casualties.save-fail")))
    told = Distribution({name: fates[name] for name in FATES})
    answer = HelicopterGun(
        shot.needed, shot.dice, shot.at_least_one, fates[UNHURT], fates[SUPPRESSED], fates[REMOVED], end
    )
    dice = f"{shot.dice} {'die' if shot.dice == 1 else 'dice'} at {shot.needed}+"
    headline = f"{dice}; removed: {spoken(fates[REMOVED])}, suppressed: {spoken(fates[SUPPRESSED])}"
    if turns > 1:
        headline += f"; gone within {turns} turns: {spoken(end)}"
    pictures: list[Exhibit] = [
        Bars("What one burst does to the man", "He is", {"": told}, name="fate"),
        Curves(
            "The chance that he is gone after so many turns under the gun",
            "Turns",
            "Removed",
            {"": after},
            name="turns",
        ),
        Bars("How many hits a burst scores", "Hits", {"": shot.hits}, name="hits"),
    ]
    return w.answer(answer, headline=headline, chance=fates[REMOVED], distribution=told, exhibits=pictures)


@simulation("breaking_news", "helicopter-gun")
def throw_helicopter_gun(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """One burst thrown, and the saves against it."""
    import numpy as np

    shot = _burst(r, Working(r), inputs["gun"], inputs["crew"], inputs["cover"])
    if isinstance(shot, Refusal):
        raise ValueError(shot.reason)
    hits = (dice.roll_each(r.text("shooting.roll"), count, shot.dice) >= shot.needed).sum(axis=1)
    how = save_on(r, terms(r, inputs["victim"], SHOT, leader=inputs["leader"], protected=inputs["cover"]))
    alive = throw_saves(r, dice, count, hits, how)
    return np.where(alive, np.where(hits > 0, SUPPRESSED, UNHURT), REMOVED)


def _burst(r: Reader, w: Working, gun: str, crew: str, cover: bool) -> Shot | Refusal:
    """One burst from the helicopter, at the longest distance there is; the gun is on a mount."""
    w.note("always as at maximum distance", "support.heli-fire")
    reach = far(r, gun)
    assert reach is not None
    return shot_line(r, w, weapon=gun, distance=reach, troops=crew, cover=cover, fixed=True)
