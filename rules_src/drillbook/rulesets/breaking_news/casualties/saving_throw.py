"""The Saving Throw, sections 9.0 and 9.1: what a hit or an explosion does to a man.

It also covers the save against a bombardment.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Event, Exhibit, Grid, Timeline
from drillbook.maths import Distribution, Thrower, np, spoken
from drillbook.rulesets.breaking_news.common import saving
from drillbook.rulesets.breaking_news.common.casualties import (
    CIVILIAN,
    REMOVED,
    SUPPRESSED,
    UNHURT,
    Save,
    name_of,
    throw_saves,
)

WHO = {
    "r1": "Special Forces",
    "r2": "Elite",
    "r3": "Veteran",
    "r4": "Trained",
    "r5": "Green Recruit",
    "irr1": "Mercenary",
    "irr2": "Fanatic",
    "irr3": "Militia",
    CIVILIAN: "Civilian",
}


@dataclass(frozen=True, slots=True)
class SavingThrow:
    """The answer on a Saving Throw: the figure, the lowest face that saves, and the outcomes.

    each is the chance to save one hit; suppressed and removed are the chances of what becomes of the man.
    """

    figure: int
    needed: int
    each: Fraction
    suppressed: Fraction
    removed: Fraction


@question(
    "bn/saving-throw?troops=r4&cause=shot&hits=1",
    "bn/saving-throw?troops=r1&cause=shot&hits=3&leader=yes&protected=yes",
    "bn/saving-throw?troops=irr3&cause=speculative&hits=2",
    "bn/saving-throw?troops=r5&cause=wreck&armoured=yes",
    "bn/saving-throw?troops=irr2&cause=ied&protected=yes",
    "bn/saving-throw?troops=r3&cause=bombardment",
    "bn/saving-throw?troops=r4&cause=bombardment&own-side=yes",
)
def saving_throw(
    r: Reader,
    *,
    troops: Annotated[str, Choice(WHO, default="r4", label="Troops")],
    cause: Annotated[str, Choice(saving.CAUSES, default=saving.SHOT, label="Struck by")],
    hits: Annotated[
        int,
        Count(
            1,
            6,
            label="Hits",
            when={"cause": (saving.SHOT, saving.FRIENDLY, saving.SPECULATIVE)},
            why_not="An explosion or a bombardment asks for one save.",
        ),
    ],
    leader: Annotated[
        bool,
        Flag(label="Leader of a team or section", unless={"troops": (CIVILIAN,)}, why_not="A civilian leads no team."),
    ],
    protected: Annotated[bool, Flag(label="Behind protection")],
    own_side: Annotated[
        bool,
        Flag(
            label="Fired by his own side",
            help="A burst or a strike that comes down on the firer's own men.",
            when={"cause": (saving.SHOT, saving.BOMBARDMENT)},
            why_not="Friendly fire is that already, and explosives and wrecks are fired by nobody.",
        ),
    ],
    armoured: Annotated[
        bool,
        Flag(
            label="Inside heavy armour",
            when={"cause": (saving.IED, saving.WRECK)},
            why_not="Only an explosive or an exploding vehicle asks for the armour around him.",
        ),
    ],
) -> Breakdown[SavingThrow]:
    """Does he save, and what is left of him?"""
    w = Working(r)
    on = saving.terms(r, troops, cause, leader=leader, protected=protected, armoured=armoured, own_side=own_side)
    found = saving.explain(r, w, on)
    taken = 1 if cause in saving.ONE_SAVE else hits
    lives = found.survives(taken)
    w.then(f"chance to save every one of {taken} hits", lives, "casualties.save-per-hit", when=taken > 1)
    end = _saved_end(r, cause)
    words = (
        "if he saves he is suppressed all the same" if end == SUPPRESSED else "he saves unharmed: nobody aimed at him"
    )
    w.note(words, "casualties.saved-suppressed")
    w.then("chance that he is removed", 1 - lives, "casualties.save-fail")
    fates = Distribution({end: lives, REMOVED: 1 - lives})
    told = SavingThrow(on.figure.whole, found.needed, found.chance, fates[SUPPRESSED], 1 - lives)
    headline = _headline(found, taken, lives) + ("" if end == SUPPRESSED else ", and is not suppressed")
    pictures = _pictures(r, troops, cause, armoured, found, taken, fates)
    return w.answer(told, headline=headline, chance=lives, distribution=fates, exhibits=pictures)


def _saved_end(r: Reader, cause: str) -> str:
    """Return the state of a man who has saved: suppressed, unless a ruling says otherwise.

    By that ruling, fire of the man's own side does not suppress him.
    """
    return UNHURT if cause == saving.FRIENDLY and r.holds("friendly-suppress", "unhurt") else SUPPRESSED


def _headline(found: Save, hits: int, lives: Fraction) -> str:
    one = f"Saves on {found.needed}+: {spoken(found.chance)}" if found.faces else "No face of the die saves him"
    return one if hits == 1 else f"{one} for one hit, {spoken(lives)} for all {hits}"


def _pictures(
    r: Reader, troops: str, cause: str, armoured: bool, found: Save, hits: int, fates: Distribution[str]
) -> Iterator[Exhibit]:
    bare, helped = _with_and_without(r, troops, cause, armoured)
    strips = [*_strip(r, "No bonus", bare), *_strip(r, "With bonus", helped)]
    yield Timeline("What each face of the saving die does, without a bonus and with one", "Face", strips, name="faces")
    yield Bars("What is left of him", "He is", {"": fates}, name="fate")
    most = max(r.dice("casualties.save-per-hit"))
    yield Curves(
        f"The chance that a {name_of(r, troops)} comes through, by the number of hits",
        "Hits",
        "Still in play",
        {
            "without a bonus": [(n, bare.survives(n)) for n in range(most + 1)],
            "with the bonus": [(n, helped.survives(n)) for n in range(most + 1)],
        },
        here=hits,
        name="hits",
        sets="hits",
    )
    yield Grid(
        "The chance to save one such hit, for everybody",
        "Who",
        "Bonus",
        [name_of(r, one) for one in WHO],
        ["no bonus", "bonus"],
        [[how.chance for how in _with_and_without(r, one, cause, armoured)] for one in WHO],
        here=(list(WHO).index(troops), int(found.bonus)),
        name="everybody",
        by_row={"troops": list(WHO)},
    )


def _with_and_without(r: Reader, troops: str, cause: str, armoured: bool) -> tuple[Save, Save]:
    """Return the save of a class on its bare figure, and with all that one more reason can give."""
    helped = saving.terms(r, troops, cause, protected=True, armoured=armoured)
    return saving.save_on(r, helped._replace(bonus=None)), saving.save_on(r, helped)


def _strip(r: Reader, lane: str, found: Save) -> Iterator[Event]:
    """Yield the faces of the die from lowest to highest; equal neighbours share a stretch."""
    half = Fraction(1, 1 + 1)
    dead, saved, out = ("dead", "danger"), ("saved", "act"), ("out", "stop")
    die = r.dice("casualties.save-per-hit").outcomes
    ends = [dead if face in found.fatal else saved if face in found.faces else out for face in die]
    first = 1
    for (end, kind), faces in groupby(ends):
        last = first + len(list(faces)) - 1
        yield Event(lane, first - half, last + half, end, kind)
        first = last + 1


@simulation
def throw_saving_throw(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw a die for every hit, and return whether the man survives all of them."""
    cause = inputs["cause"]
    flags = {name: inputs[name] for name in ("leader", "protected", "armoured", "own_side")}
    how = saving.save_on(r, saving.terms(r, inputs["troops"], cause, **flags))
    taken = 1 if cause in saving.ONE_SAVE else inputs["hits"]
    return np.where(throw_saves(r, dice, count, np.full(count, taken), how), _saved_end(r, cause), REMOVED)
