"""The men inside a vehicle that is not armoured, section 8.8: small arms find them, and a dead driver lets it run on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import Distribution, binomial
from drillbook.exact import write_mean, write_number
from drillbook.exhibits import Bars, Exhibit, Mark
from drillbook.kinds import Choice, Count, Length
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._casualties import (
    FATES,
    REMOVED,
    SUPPRESSED,
    UNHURT,
    explain_save,
    fate,
    save,
    throw_saves,
)
from drillbook.rulesets.breaking_news._chances import spoken
from drillbook.rulesets.breaking_news._firing import INFANTRY_ARMS
from drillbook.rulesets.breaking_news._modifiers import MACHINE_GUNS
from drillbook.rulesets.breaking_news._shot import Shot, shot_line
from drillbook.rulesets.breaking_news._vehicle_save import (
    EXPLODES,
    PROTECTED,
    SAFE,
    UNPROTECTED,
    line_of,
    vehicle_save,
)

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Number = int | Fraction

ARMOURED = "armoured"
SCORED, THROWN = "hits", "shot"
DRIVER, PASSENGER = "driver", "passenger"
WHEELED, TRACKED = "wheeled", "tracked"
CLEAR, BLOCKED = "clear", "obstacle"
SMALL_ARMS = {"pistol": "Pistol", **INFANTRY_ARMS}


@dataclass(frozen=True, slots=True)
class Occupants:
    """What becomes of the man, what becomes of the vehicle under the same hits, and how far it runs without a driver."""

    unhurt: Fraction
    suppressed: Fraction
    removed: Fraction
    vehicle_out: Fraction
    vehicle_explodes: Fraction
    runs_on: Number
    crashes: Fraction


@question(
    "breaking_news",
    "occupants",
    examples=[
        "bn/occupants?vehicle=protected&count=hits&hits=1&who=driver&aboard=4&troops=r2",
        "bn/occupants?vehicle=unprotected&weapon=ar-burst&distance=20&shooter=irr3&who=driver&aboard=3&troops=r4&ahead=obstacle&obstacle=38",
        "bn/occupants?vehicle=protected&weapon=lmg&distance=45&shooter=r4&who=passenger&aboard=5&troops=irr2",
        "bn/occupants?vehicle=protected&count=hits&hits=2&who=driver&drive=tracked&ahead=obstacle&obstacle=20&troops=r3",
    ],
)
def occupants(
    r: Reader,
    /,
    *,
    vehicle: Annotated[
        str,
        Choice(
            {PROTECTED: "Protected", UNPROTECTED: "Unprotected", ARMOURED: "Armoured"},
            default=PROTECTED,
            label="Vehicle",
        ),
    ],
    count: Annotated[str, Choice({SCORED: "Hits scored", THROWN: "A shot"}, default=THROWN, label="Struck by")],
    hits: Annotated[
        int, Count(1, 5, default=1, label="Hits", when={"count": (SCORED,)}, why_not="The shot scores its own hits.")
    ],
    weapon: Annotated[str, Choice(SMALL_ARMS, default="ar-burst", label="Weapon")],
    distance: Annotated[
        Number,
        Length(0, 50, default=20, label="From a distance of", when={"count": (THROWN,)}, why_not="The hits are known."),
    ],
    shooter: Annotated[
        str,
        Choice(
            table="classes",
            default="irr3",
            label="The shooter is",
            when={"count": (THROWN,)},
            why_not="The hits are known.",
        ),
    ],
    who: Annotated[
        str, Choice({DRIVER: "The driver", PASSENGER: "Another man"}, default=DRIVER, label="The man in question")
    ],
    aboard: Annotated[
        int,
        Count(1, 10, default=4, label="Men aboard", help="It matters where chance picks the man, which is a ruling."),
    ],
    troops: Annotated[str, Choice(table="classes", default="r4", label="They are")],
    drive: Annotated[
        str,
        Choice(
            {WHEELED: "Wheels", TRACKED: "Tracks"},
            default=WHEELED,
            label="It runs on",
            when={"who": (DRIVER,)},
            why_not="It stops for no other man.",
        ),
    ],
    ahead: Annotated[
        str,
        Choice(
            {CLEAR: "Nothing in its way", BLOCKED: "An obstacle"},
            default=CLEAR,
            label="Ahead of it",
            when={"who": (DRIVER,)},
            why_not="It stops for no other man.",
        ),
    ],
    obstacle: Annotated[
        Number,
        Length(
            0, 45, default=38, label="The obstacle is at", when={"ahead": (BLOCKED,)}, why_not="Nothing is in its way."
        ),
    ],
) -> Breakdown[Occupants] | Refusal:
    """Small arms fire at a vehicle: what becomes of a man inside, and what if he is the driver?"""
    w = Working(r)
    if vehicle == ARMOURED:
        return w.refuse("Small arms do not reach the men inside an armoured vehicle.", "vehicles.occupants-exposed")
    if weapon in MACHINE_GUNS and r.reading("small-arms") == "B":
        return w.refuse("By this reading a machine gun is no small arm.", "vehicles.occupants-exposed")
    w.note("small arms find the men inside", "vehicles.occupants-exposed")
    named = r.reading("occupant-target") == "A"
    scored = _hits(r, w, count, hits, weapon, distance, shooter, covered=named)
    if isinstance(scored, Refusal):
        return scored
    if named:
        w.note("the firer has named him", "vehicles.occupants-exposed")
        on_him = scored
    else:
        w.note("each hit strikes one of the men aboard by chance", "vehicles.occupants-exposed")
        on_him = scored.then(lambda hit: binomial(hit, Fraction(1, aboard)))
    w.note("he counts as under cover, and so has protection", "vehicles.occupants-cover")
    how = explain_save(r, w, troops, leader=False, protected=True)
    fates = Distribution(fate(on_him, how))
    w.then("chance that he is removed", Cited(fates[REMOVED], r.cite("casualties.save-fail")))
    wreck = Distribution.sure(SAFE)
    if not named:
        saved = vehicle_save(r, line_of(r, vehicle, 0), weapon)
        wreck = scored.then(saved.after)
        w.then("chance that the vehicle is knocked out", Cited(1 - wreck[SAFE], r.cite("vehicles.knocked-out")))
    runs = _runs(r, w, who, drive, ahead, obstacle)
    crashes = runs.at_least(obstacle) if ahead == BLOCKED and who == DRIVER else Fraction(0)
    told = Occupants(
        fates[UNHURT], fates[SUPPRESSED], fates[REMOVED], 1 - wreck[SAFE], wreck[EXPLODES], runs.mean, crashes
    )
    headline = _headline(told, who, named)
    pictures = _pictures(fates, runs, who, ahead, obstacle)
    return w.answer(told, headline=headline, chance=told.removed, distribution=fates, exhibits=pictures)


def _hits(
    r: Reader, w: Working, count: str, hits: int, weapon: str, distance: Number, shooter: str, *, covered: bool
) -> Distribution[int] | Refusal:
    """The hits of the form, or those of a shot at a man under cover (at the vehicle itself where nobody is named)."""
    if count == SCORED:
        return Distribution.sure(hits)
    shot = shot_line(r, w, weapon=weapon, distance=distance, troops=shooter, cover=covered)
    return shot if isinstance(shot, Refusal) else shot.hits


def _runs(r: Reader, w: Working, who: str, drive: str, ahead: str, obstacle: Number) -> Distribution[Number]:
    """How far the vehicle runs on without its driver."""
    if who != DRIVER:
        return Distribution.sure(0)
    rule = f"movement.{drive}"
    reach, dice = r.int(rule, "reach"), r.dice(rule, "dice")
    w.note("with the driver out it runs on for a whole move and stops", "vehicles.driver-hit")
    w.then("a whole move in cm", r.cited(rule, "reach"))
    w.subtract("less the dice, on average", Cited(dice.mean, r.cite(rule)))
    moved: Distribution[Number] = dice.map(lambda total: reach - total)
    if ahead == BLOCKED:
        w.note(f"unless it crashes into the obstacle {write_number(obstacle)} cm ahead", "vehicles.driver-crash")
        return moved.map(lambda run: min(run, obstacle))
    return moved


def _headline(told: Occupants, who: str, named: bool) -> str:
    name = "Driver" if who == DRIVER else "Man"
    end = f"{name} removed {spoken(told.removed)}, suppressed {spoken(told.suppressed)}"
    end += "" if named else f"; vehicle knocked out {spoken(told.vehicle_out)}"
    if who != DRIVER:
        return end
    if told.crashes:
        return f"{end}; without him it crashes {spoken(told.crashes)}"
    return f"{end}; without him it runs {write_mean(told.runs_on)} cm on average"


def _pictures(
    fates: Distribution[str], runs: Distribution[Number], who: str, ahead: str, obstacle: Number
) -> Iterator[Exhibit]:
    yield Bars("What becomes of the man", "He is", {"": Distribution({one: fates[one] for one in FATES})}, name="fate")
    if who == DRIVER:
        mark = Mark(obstacle, "the obstacle") if ahead == BLOCKED and len(runs) > 1 else None
        yield Bars("How far the vehicle runs without its driver", "cm", {"": runs}, mark, name="run")


@simulation("breaking_news", "occupants")
def throw_occupants(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The shot, the choice of the man where chance makes it, and his saves thrown with real dice."""
    import numpy as np

    named = r.reading("occupant-target") == "A"
    if inputs["count"] == SCORED:
        hits: Any = np.full(count, inputs["hits"])
    else:
        aim = {"weapon": inputs["weapon"], "distance": inputs["distance"], "troops": inputs["shooter"]}
        shot = shot_line(r, Working(r), **aim, cover=named)
        assert isinstance(shot, Shot)
        rolled = dice.roll_each(r.text("shooting.roll"), count, max(shot.dice, 1)) >= shot.needed
        hits = rolled.sum(axis=1) * (shot.dice > 0)
    if not named:
        most = max(int(hits.max()), 1)
        drawn = dice.random.integers(0, inputs["aboard"], size=(count, most)) == 0
        hits = (drawn & (np.arange(most)[None, :] < hits[:, None])).sum(axis=1)
    how = save(r, inputs["troops"], protected=True)
    lives = throw_saves(r, dice, count, hits, how)
    return np.where(~lives, REMOVED, np.where(hits > 0, SUPPRESSED, UNHURT))
