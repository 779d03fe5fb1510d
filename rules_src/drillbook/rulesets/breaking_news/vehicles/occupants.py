"""The men inside a vehicle without armour, section 8.8: small arms reach them.

A vehicle whose driver is dead runs on.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Length, Reader, Working, formed, question, simulation
from drillbook.asking.exhibits import Bars, Exhibit, Mark
from drillbook.errors import Contradiction
from drillbook.maths import Distribution, Number, Thrower, binomial, spoken, write_mean, write_number
from drillbook.rulesets.breaking_news.common import casualties
from drillbook.rulesets.breaking_news.common.firing import INFANTRY_ARMS
from drillbook.rulesets.breaking_news.common.modifiers import MACHINE_GUNS
from drillbook.rulesets.breaking_news.common.vehicle_save import (
    EXPLODES,
    PROTECTED,
    SAFE,
    UNPROTECTED,
    line_of,
    vehicle_save,
)
from drillbook.rulesets.breaking_news.vehicles._volley import OF_A_SHOT, SCORED, THROWN, Gunner, Volley

ARMOURED = "armoured"
DRIVER, PASSENGER = "driver", "passenger"
WHEELED, TRACKED = "wheeled", "tracked"
CLEAR, BLOCKED = "clear", "obstacle"
BY_CHANCE = "each hit strikes one of the men aboard by chance"
SMALL_ARMS = {"pistol": "Pistol", **INFANTRY_ARMS}
OF_THE_DRIVER: dict[str, Any] = {"when": {"who": (DRIVER,)}, "why_not": "It stops for no other man."}


@dataclass(frozen=True, slots=True)
class Rifleman(Gunner):
    """Who fires at the men inside, nearer by default."""

    distance: Annotated[
        Number, Length(0, 200, default=20, label="From a distance of", bands=("shooting.table",), **OF_A_SHOT)
    ]
    shooter: Annotated[str, Choice(table="classes", default="irr3", label="The shooter is", **OF_A_SHOT)]


@dataclass(frozen=True, slots=True)
class Occupants:
    """The answer on men inside: the man's fate, the vehicle's fate, and how far it runs on.

    Fields are None if the shots are not at the vehicle, if the man is not the driver, or if nothing is in the vehicle's
    way.
    """

    unhurt: Fraction
    suppressed: Fraction
    removed: Fraction
    vehicle_out: Fraction | None
    vehicle_explodes: Fraction | None
    runs_on: Number | None
    crashes: Fraction | None


@question(
    "bn/occupants?vehicle=protected&count=hits&hits=1&who=driver&aboard=4&troops=r2",
    "bn/occupants?vehicle=unprotected&weapon=ar-burst&distance=20&shooter=irr3&who=driver&aboard=3&troops=r4&ahead=obstacle&obstacle=38",
    "bn/occupants?vehicle=protected&weapon=lmg&distance=45&shooter=r4&who=passenger&aboard=5&troops=irr2",
    "bn/occupants?vehicle=protected&count=hits&hits=2&who=driver&drive=tracked&ahead=obstacle&obstacle=20&troops=r3",
)
def occupants(
    r: Reader,
    *,
    vehicle: Annotated[
        str, Choice({PROTECTED: "Protected", UNPROTECTED: "Unprotected", ARMOURED: "Armoured"}, label="Vehicle")
    ],
    count: Annotated[str, Choice({SCORED: "Hits scored", THROWN: "A shot"}, default=THROWN, label="Struck by")],
    hits: Annotated[int, Count(1, 5, label="Hits", when={"count": (SCORED,)}, why_not="The shot scores its own hits.")],
    weapon: Annotated[str, Choice(SMALL_ARMS, default="ar-burst", label="Weapon")],
    rifleman: Rifleman,
    who: Annotated[str, Choice({DRIVER: "The driver", PASSENGER: "Another man"}, label="The man in question")],
    aboard: Annotated[
        int,
        Count(1, 10, default=4, label="Men aboard", help="It matters where chance picks the man, which is a ruling."),
    ],
    troops: Annotated[str, Choice(table="classes", default="r4", label="They are")],
    drive: Annotated[
        str,
        Choice({WHEELED: "Wheels", TRACKED: "Tracks"}, label="It runs on", **OF_THE_DRIVER),
    ],
    ahead: Annotated[
        str,
        Choice({CLEAR: "Nothing in its way", BLOCKED: "An obstacle"}, label="Ahead of it", **OF_THE_DRIVER),
    ],
    obstacle: Annotated[
        Number,
        Length(
            0, 45, default=38, label="The obstacle is at", when={"ahead": (BLOCKED,)}, why_not="Nothing is in its way."
        ),
    ],
) -> Breakdown[Occupants]:
    """Small arms fire at a vehicle: what becomes of a man inside, and what if he is the driver?"""
    w = Working(r)
    if who == PASSENGER and aboard == 1:
        raise Contradiction("A man alone in a vehicle is its driver.", who=DRIVER)
    _check(r, w, vehicle, weapon)
    named = r.holds("occupant-target", "firer-chooses")
    volley = Volley(weapon, count, hits, rifleman, named)
    scored = volley.scored(r, w)
    w.note("the firer has named him" if named else BY_CHANCE, "vehicles.occupants-exposed")
    on_him = scored if named else scored.then(lambda hit: binomial(hit, Fraction(1, aboard)))
    w.note("he counts as under cover, and so has protection", "vehicles.occupants-cover")
    fates = casualties.fate(on_him, casualties.explain_save(r, w, troops, leader=False, protected=True))
    w.then("chance that he is removed", fates[casualties.REMOVED], "casualties.save-fail")
    wreck = None if named else scored.then(vehicle_save(r, line_of(r, vehicle, 0), weapon).after)
    if wreck:
        w.then("chance that the vehicle is knocked out", 1 - wreck[SAFE], "vehicles.knocked-out")
    wall = obstacle if ahead == BLOCKED else None
    runs = _runs(r, w, drive, wall) if who == DRIVER else None
    told = Occupants(
        fates[casualties.UNHURT],
        fates[casualties.SUPPRESSED],
        fates[casualties.REMOVED],
        1 - wreck[SAFE] if wreck else None,
        wreck[EXPLODES] if wreck else None,
        runs.mean if runs else None,
        runs.at_least(wall) if runs and wall is not None else None,
    )
    return w.answer(
        told,
        headline=_headline(told, volley.given),
        chance=told.removed,
        distribution=fates,
        exhibits=_pictures(fates, runs, wall),
    )


@simulation
def throw_occupants(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the shot, the choice of the man if it is by chance, and his saves; return his fate."""
    named = r.holds("occupant-target", "firer-chooses")
    volley = Volley(inputs["weapon"], inputs["count"], inputs["hits"], formed(Rifleman, inputs), named)
    hits = volley.thrown(r, dice, count)
    if not named:
        drawn = dice.random.integers(0, inputs["aboard"], size=(count, max(int(hits.max()), 1))) == 0
        hits = (drawn & casualties.among(drawn, hits)).sum(axis=1)
    return casualties.throw_fates(r, dice, count, hits, casualties.save(r, inputs["troops"], protected=True))


def _check(r: Reader, w: Working, vehicle: str, weapon: str) -> None:
    """Small arms alone reach the men inside, and not through armour."""
    rule = "vehicles.occupants-exposed"
    w.forbid("Small arms do not reach the men inside an armoured vehicle.", rule, when=vehicle == ARMOURED)
    if weapon in MACHINE_GUNS and r.holds("small-arms", "no-machine-guns"):
        w.refuse("By this reading a machine gun is no small arm.", rule)
    w.note("small arms find the men inside", rule)


def _runs(r: Reader, w: Working, drive: str, wall: Number | None) -> Distribution[Number]:
    """How far the vehicle runs on without its driver, to the obstacle at most."""
    rule = f"movement.{drive}"
    reach, dice = r.int(rule, "reach"), r.dice(rule, "dice")
    w.note("with the driver out it runs on for a whole move and stops", "vehicles.driver-hit")
    w.then("a whole move in cm", r.cited(rule, "reach"))
    w.subtract("less the dice, on average", dice.mean, rule)
    if wall is None:
        return dice.map(lambda total: reach - total)
    w.note(f"unless it crashes into the obstacle {write_number(wall)} cm ahead", "vehicles.driver-crash")
    return dice.map(lambda total: min(reach - total, wall))


def _headline(told: Occupants, given: str) -> str:
    name = "man" if told.runs_on is None else "driver"
    line = f"{given}: {name} removed {spoken(told.removed)}, suppressed {spoken(told.suppressed)}"
    if told.vehicle_out is not None:
        line += f"; vehicle knocked out {spoken(told.vehicle_out)}"
    if told.runs_on is None:
        return line
    runs = f"runs {write_mean(told.runs_on)} cm on average"
    return f"{line}; without him it {f'crashes {spoken(told.crashes)}' if told.crashes else runs}"


def _pictures(fates: Distribution[str], runs: Distribution[Number] | None, wall: Number | None) -> Iterator[Exhibit]:
    yield Bars(
        "What becomes of the man",
        "He is",
        {"": Distribution({one: fates[one] for one in casualties.FATES})},
        name="fate",
    )
    if runs:
        mark = Mark(wall, "the obstacle", sets="obstacle") if wall is not None and len(runs) > 1 else None
        yield Bars("How far the vehicle runs without its driver", "cm", {"": runs}, mark, name="run")
