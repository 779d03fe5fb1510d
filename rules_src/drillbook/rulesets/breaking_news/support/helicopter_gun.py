"""A helicopter over the table, section 8.4: what its gun does in a turn, and over several."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves
from drillbook.maths import Thrower, counted, spoken
from drillbook.rulesets.breaking_news.common.casualties import REMOVED, SUPPRESSED, UNHURT, fate, throw_fates
from drillbook.rulesets.breaking_news.common.saving import SHOT, explain, save_on, terms
from drillbook.rulesets.breaking_news.common.shot import Shot, shot_line
from drillbook.rulesets.breaking_news.support._rotor import far


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
    "bn/helicopter-gun?gun=hmg&crew=r3&victim=irr3&cover=no&turns=4",
    "bn/helicopter-gun?gun=lmg&crew=r4&victim=r4&cover=yes&leader=yes&turns=6",
)
def helicopter_gun(
    r: Reader,
    *,
    gun: Annotated[str, Choice(table="weapons", where="helicopter", default="hmg", label="Its gun")],
    crew: Annotated[str, Choice(table="classes", default="r3", label="The gunner is")],
    victim: Annotated[str, Choice(table="classes", default="irr3", label="The man below is")],
    cover: Annotated[bool, Flag(label="He is behind cover")],
    leader: Annotated[bool, Flag(label="He is the leader")],
    turns: Annotated[int, Count(1, 8, default=4, label="Turns over him")],
) -> Breakdown[HelicopterGun]:
    """What does a helicopter's gun do to a man below it?"""
    w = Working(r)
    w.note("the helicopter serves as a machine gun and goes wherever it likes", "support.heli-alternative")
    shot = _burst(w, gun, crew, cover)
    bursts = r.int("support.heli-fire")
    w.then("so many bursts in a turn", "support.heli-fire")
    fates = fate(shot.hits, explain(r, w, terms(r, victim, SHOT, leader=leader, protected=cover)))
    w.then("chance that one burst removes him", fates[REMOVED], "casualties.save-fail")
    after = [(turn, 1 - (1 - fates[REMOVED]) ** (turn * bursts)) for turn in range(turns + 1)]
    each = (fates[UNHURT], fates[SUPPRESSED], fates[REMOVED])
    told = HelicopterGun(shot.needed, shot.dice, shot.at_least_one, *each, after[-1][1])
    return w.answer(
        told,
        headline=_headline(told, turns),
        chance=told.removed,
        distribution=fates,
        exhibits=[
            Bars("What one burst does to the man", "He is", {"": fates}, name="fate"),
            Curves(
                "The chance that he is gone after so many turns under it", "Turns", "Removed", {"": after}, name="turns"
            ),
            Bars("How many hits a burst scores", "Hits", {"": shot.hits}, name="hits"),
        ],
    )


@simulation
def throw_helicopter_gun(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """One burst thrown, and the saves against it."""
    shot = _burst(Working(r), inputs["gun"], inputs["crew"], inputs["cover"])
    how = save_on(r, terms(r, inputs["victim"], SHOT, leader=inputs["leader"], protected=inputs["cover"]))
    return throw_fates(r, dice, count, shot.thrown(r, dice, count), how)


def _burst(w: Working, gun: str, crew: str, cover: bool) -> Shot:
    """One burst from the helicopter, at the longest distance there is; the gun is on a mount."""
    w.note("always as at maximum distance", "support.heli-fire")
    return shot_line(w.reader, w, weapon=gun, distance=far(w.reader, gun) or 0, troops=crew, cover=cover, fixed=True)


def _headline(told: HelicopterGun, turns: int) -> str:
    words = f"{counted(told.dice, 'die')} at {told.needed}+; removed by one burst: {spoken(told.removed)}"
    words += f", suppressed: {spoken(told.suppressed)}"
    return f"{words}; gone within {turns} turns: {spoken(told.removed_by_end)}" if turns > 1 else words
