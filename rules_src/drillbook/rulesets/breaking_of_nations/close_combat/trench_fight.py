"""Trench combat: two men across a parapet, the DS of each, and how one round of it ends."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars
from drillbook.maths import Distribution, Thrower, spoken
from drillbook.rulesets.breaking_of_nations.close_combat._melee import Fight, Melee
from drillbook.rulesets.breaking_of_nations.close_combat._rolled import roll_out
from drillbook.rulesets.breaking_of_nations.common import close_combat as combat
from drillbook.rulesets.breaking_of_nations.common.close_combat import HOLDS, STORMS, Fighter
from drillbook.rulesets.breaking_of_nations.common.inputs import armour_of, soldiers

ENDS = {
    Fight(1, False): "the defender falls",
    Fight(0, True): "the attacker falls",
    Fight(0, False): "both fall",
    Fight(1, True): "both stand",
}


@dataclass(frozen=True, slots=True)
class TrenchFight:
    """A fight for a trench: the DS of both men, their hits, and the chances of a round.

    as_printed states whether both DS are those of the source's example.
    """

    attacker_ds: int
    defender_ds: int
    attacker_hits: Fraction
    defender_hits: Fraction
    defender_falls: Fraction
    attacker_falls: Fraction
    both_fall: Fraction
    as_printed: bool


@question(
    "bon/trench-fight?attacker=elite&attacker-armour=flak&defender=green&defender-armour=flak",
    "bon/trench-fight?attacker=veteran&attacker-armour=minimal&defender=regular&defender-armour=heavy",
)
def trench_fight(
    r: Reader,
    *,
    attacker: Annotated[str, soldiers("Attacker", "elite")],
    attacker_armour: Annotated[str, armour_of("His armour")],
    defender: Annotated[str, soldiers("Defender", "green")],
    defender_armour: Annotated[str, armour_of("Defender's armour")],
) -> Breakdown[TrenchFight]:
    """Who falls in a round of trench combat?"""
    w = Working(r)
    storms, holds = Fighter(attacker, attacker_armour, trench=STORMS), Fighter(defender, defender_armour, trench=HOLDS)
    first = combat.defence(r, w, storms, "attacker's DS")
    pictures = [w.stack("The attacker's DS", "DS", name="attacker's-DS")]
    second = combat.defence(r, w, holds, "defender's DS")
    pictures.append(w.stack("The defender's DS", "DS", name="defender's-DS"))
    melee = Melee.read(r, w, storms, holds, weapon=False, lone_weapon=False, duel=True)
    own, his = melee.exchanges
    w.then("chance that the attacker strikes", own, "close-combat.die")
    w.then("chance that the defender strikes", his, "close-combat.die")
    after = melee.after(Fight(1, True))
    ends = Distribution.weighted((name, after[fight]) for fight, name in ENDS.items())
    for name in list(ENDS.values())[:-1]:
        w.then(f"chance that {name}", ends[name], "close-combat.damage")
    printed = tuple(r.int(f"close-combat.trench-example-{one}", "total") for one in ("tommy", "boche"))
    defends, attacks, both = (after[one] for one in list(ENDS)[:-1])
    told = TrenchFight(first, second, own, his, defends, attacks, both, (first, second) == printed)
    return w.answer(
        told,
        headline=f"DS {first} against {second}; {_words(told)}",
        chance=told.defender_falls,
        distribution=ends,
        exhibits=[Bars("How a round ends", "Round", {"": ends}, name="round"), *pictures],
    )


def _words(told: TrenchFight) -> str:
    both = f"; both: {spoken(told.both_fall)}" if told.both_fall else ""
    return f"the defender alone falls: {spoken(told.defender_falls)}; the attacker alone: {spoken(told.attacker_falls)}{both}"


@simulation
def throw_trench_fight(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """How so many rounds end, with real dice."""
    storms = Fighter(inputs["attacker"], inputs["attacker_armour"], trench=STORMS)
    holds = Fighter(inputs["defender"], inputs["defender_armour"], trench=HOLDS)
    melee = Melee.read(r, Working(r), storms, holds, weapon=False, lone_weapon=False, duel=True)
    die = r.text("close-combat.die")
    return [ENDS[roll_out(melee, dice, die, (1, 1), 1, 1)] for _ in range(count)]
