"""Buildings: who can fight through a door, a window or between two sections."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Flag, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars
from drillbook.maths import Thrower, binomial
from drillbook.rulesets.breaking_of_nations.buildings._opening import ROOM, Attackers, Defenders, Place, fighters
from drillbook.rulesets.breaking_of_nations.common import close_combat as combat
from drillbook.rulesets.breaking_of_nations.common.inputs import Armour, They, armour_of, soldiers

BARRICADE = "Behind something besides the wall, a barricade say."


@dataclass(frozen=True, slots=True)
class Gap:
    """A round of close combat: the fighters of each side, the scores wanted and the chances."""

    attackers: int
    defenders: int
    attacker_wanted: int
    attacker_hits: Fraction
    attacker_critical: Fraction
    defender_wanted: int
    defender_hits: Fraction
    defender_critical: Fraction


@question(
    "bon/door-fight?place=door&attackers=5&attacker-grade=regular&attacker-armour=minimal&defenders=3&defender-grade=elite"
    "&defender-armour=minimal&defender-cover=no",
    "bon/door-fight?place=window&attackers=2&attacker-grade=elite&attacker-armour=minimal&defenders=2&defender-grade=green"
    "&defender-armour=flak&defender-cover=yes",
    "bon/door-fight?place=room&attackers=5&attacker-grade=veteran&attacker-armour=minimal&defenders=3&defender-grade=green"
    "&defender-armour=flak&defender-cover=no",
)
def door_fight(
    r: Reader,
    *,
    place: Place,
    attackers: Attackers,
    attacker_grade: They,
    attacker_armour: Armour,
    defenders: Defenders,
    defender_grade: Annotated[str, soldiers("These are", "elite")],
    defender_armour: Annotated[str, armour_of("Defenders' armour")],
    defender_cover: Annotated[bool, Flag(label="Defenders in cover", help=BARRICADE)],
) -> Breakdown[Gap]:
    """Who can fight here, and what score does each side want?"""
    w = Working(r)
    at = fighters(w, "attackers", attackers, place)
    behind = fighters(w, "defenders", defenders, place)
    storm, hold = (
        combat.Fighter(attacker_grade, attacker_armour),
        combat.Fighter(defender_grade, defender_armour, defender_cover),
    )
    first, second = _needs(r, w, storm, hold, place)
    combat.tell_criticals(r, w)
    strike, critical = _chances(r, w, first, "attackers")
    struck, suffered = _chances(r, w, second, "defenders")
    landed = binomial(at, strike)
    series = {"attackers": landed, "defenders": binomial(behind, struck)}
    needs = [
        combat.wanted_words(r, need, chance) if chance else "" for need, chance in ((first, strike), (second, struck))
    ]
    return w.answer(
        Gap(at, behind, first.wanted, strike, critical, second.wanted, struck, suffered),
        headline=f"{at} against {behind}: {_blows(*needs)}",
        chance=strike,
        distribution=landed,
        exhibits=[Bars("Blows that strike where every man of a side strikes.", "Blows", series, name="blows")],
    )


def _blows(attack: str, defence: str) -> str:
    """Return in words what the blows of both sides need.

    attack and defence are empty for a side whose blows cannot strike.
    """
    if not attack and not defence:
        return "no blow of either side can strike"
    if not attack:
        return f"no blow of the attackers can strike; one of the defenders strikes on {defence}"
    back = f"of the defenders on {defence}" if defence else "none of the defenders can"
    return f"a blow of the attackers strikes on {attack}; {back}"


def _chances(r: Reader, w: Working, need: combat.Blow, side: str) -> tuple[Fraction, Fraction]:
    """Return the chances that a blow of one side strikes, and that it strikes critically.

    The steps go into `w`.
    """
    return (
        w.then(f"{side}: chance that a blow strikes", combat.strike_chance(r, need), "close-combat.die"),
        w.then(f"{side}: chance that it is a critical", combat.critical_chance(r, need), "close-combat.critical-hit"),
    )


def _needs(
    r: Reader, w: Working, storm: combat.Fighter, hold: combat.Fighter, place: str
) -> tuple[combat.Blow, combat.Blow]:
    """Return what a blow of the attackers needs, then what a blow of the defenders needs.

    The steps go into `w`. place is the opening, or a room.
    """
    gap, reading = None, "both-sides"
    if place != ROOM:
        gap, reading = r.cited("buildings.cc-door-cv"), r.read_as("door-cv-2")
    cover_counts = reading != "replaces-cover"
    back = None if reading == "attacker-only" else gap
    return (
        combat.blow(r, w, storm, hold, gap, cover_counts=cover_counts, side="attackers"),
        combat.blow(r, w, hold, storm, back, cover_counts=cover_counts, side="defenders"),
    )


@simulation
def melee(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll one round of blows for the attackers and count those that strike."""
    w = Working(r)
    at = fighters(w, "attackers", inputs["attackers"], inputs["place"])
    storm = combat.Fighter(inputs["attacker_grade"], inputs["attacker_armour"])
    hold = combat.Fighter(inputs["defender_grade"], inputs["defender_armour"], inputs["defender_cover"])
    need, _ = _needs(r, w, storm, hold, inputs["place"])
    die = r.text("close-combat.die")
    return combat.strikes(r, need, dice.roll_each(die, count, at), dice.roll_each(die, count, at)).sum(axis=1)
