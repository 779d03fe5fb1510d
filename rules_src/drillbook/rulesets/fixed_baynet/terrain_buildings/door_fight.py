"""Fights at openings: who can fight through a door, a window or between two sections.

The module also says what their blows do.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars
from drillbook.maths import Thrower, binomial, np
from drillbook.rulesets.breaking_of_nations.buildings._opening import ROOM, Attackers, Defenders, Place, fighters
from drillbook.rulesets.breaking_of_nations.common.inputs import They, soldiers
from drillbook.rulesets.fixed_baynet.common import close_combat as combat
from drillbook.rulesets.fixed_baynet.common.close_combat import BLOODY, CAPTURE, WOUND


@dataclass(frozen=True, slots=True)
class Gap:
    """The result of a round at an opening.

    It has how many can fight on each side, and the chances that a blow of each side strikes down and captures.
    """

    attackers: int
    defenders: int
    attack: Fraction
    attack_takes: Fraction
    defence: Fraction
    defence_takes: Fraction


@question(
    "fb/door-fight?place=door&attackers=5&attacker-grade=native-regular&defenders=3&defender-grade=regular",
    "fb/door-fight?place=window&attackers=2&attacker-grade=native-elite&defenders=2&defender-grade=green",
    "fb/door-fight?place=room&attackers=6&attacker-grade=native-regular&defenders=4&defender-grade=native-green",
    replaces="door-fight",
)
def door_fight(
    r: Reader,
    *,
    place: Place,
    attackers: Attackers,
    attacker_grade: They,
    defenders: Defenders,
    defender_grade: Annotated[str, soldiers("These are", "native-regular")],
) -> Breakdown[Gap]:
    """Who can fight here, and what do their blows do?"""
    w = Working(r)
    at, behind = fighters(w, "attackers", attackers, place), fighters(w, "defenders", defenders, place)
    storm, hold = _sides(r, w, place, attacker_grade, defender_grade)
    combat.tell_differences(r, w)
    ends, back = combat.blow(r, storm, hold), combat.blow(r, hold, storm)
    down, struck = ends[BLOODY] + ends[WOUND], back[BLOODY] + back[WOUND]
    w.then("attackers: a blow strikes down", down, "close-combat.damage")
    w.then("defenders: a blow strikes down", struck, "close-combat.damage")
    ours, theirs = combat.own_harm(r, w, storm, hold), combat.own_harm(r, w, hold, storm)
    series = {
        "defenders struck down or captured": binomial(at, down + ends[CAPTURE]),
        "attackers struck down or captured": binomial(behind, struck + back[CAPTURE]),
    }
    return w.answer(
        Gap(at, behind, down, ends[CAPTURE], struck, back[CAPTURE]),
        headline=(
            f"{at} against {behind}: a blow of the attackers {combat.effect(down, ends[CAPTURE])}{ours}; "
            f"one of the defenders {combat.effect(struck, back[CAPTURE])}{theirs}"
        ),
        chance=down,
        distribution=series["defenders struck down or captured"],
        exhibits=[
            Bars("What a blow does", "Blow", {"attackers": ends, "defenders": back}, name="ends"),
            Bars("Blows that tell when everybody who can strikes once", "Men", series, name="blows"),
        ],
    )


def _sides(r: Reader, w: Working, place: str, attacker: str, defender: str) -> tuple[combat.Figures, combat.Figures]:
    """Return the figures of an attacker and a defender at an opening; steps are added to `w`."""
    storm, hold = combat.Fighter(attacker), combat.Fighter(defender)
    ours = combat.figures(r, w, storm, hold, "an attacker")
    reading = "" if place == ROOM else r.read_as("opening-cv")
    if reading == "both-sides":
        ours = _framed(r, w, ours)
    theirs = combat.figures(r, w, hold, storm, "a defender")
    if reading == "defenders-die":
        w.then("a defender's die: CS", theirs.skill, "close-combat.die")
        return ours, replace(theirs, skill=w.add("through the opening", "buildings.cc-door-cv"))
    return ours, _framed(r, w, theirs) if reading else theirs


def _framed(r: Reader, w: Working, one: combat.Figures) -> combat.Figures:
    """Return the man's figures behind a frame, which adds to his DS."""
    w.add("through the opening", "buildings.cc-door-cv")
    more = r.int("buildings.cc-door-cv")
    return replace(one, guard=one.guard + more, change=one.change + more)


@simulation
def melee(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw a blow for each attacker who can strike, and return the defenders out of the fight."""
    w = Working(r)
    at = fighters(w, "attackers", inputs["attackers"], inputs["place"])
    storm, hold = _sides(r, w, inputs["place"], inputs["attacker_grade"], inputs["defender_grade"])
    die, reading = r.text("close-combat.die"), r.read_as("cc-difference")
    own, other = dice.roll_each(die, count, at), dice.roll_each(die, count, at)
    least = r.cell("differences", "capture", "from").whole
    ahead = np.vectorize(lambda one, two: combat.difference(reading, storm, hold, one, two))(own, other)
    return (ahead >= least).sum(axis=1)
