"""A prone man: whether he is still prone, what can reach him, and what a shot needs."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Checks, Choice, Contradiction, Flag, Reader, Working, question
from drillbook.asking.exhibits import Grid
from drillbook.rulesets.breaking_of_nations.common import shooting, shot_die
from drillbook.rulesets.breaking_of_nations.common.inputs import RANGES, armour_of, ground_of, soldiers
from drillbook.rulesets.breaking_of_nations.common.posture import PANICKED, WHO, held_down, protected, stays_prone

SHOT, MELEE = "shot", "melee"
ATTACKS = {
    SHOT: "An aimed shot",
    "overflow": "A surplus hit",
    "grenade": "A grenade or shell",
    "stream": "A flame stream",
    MELEE: "A blow in contact",
}
NOTHING, FIRED, ATTACKED = "nothing", "fired", "attacked"
DID = {NOTHING: "Nothing", FIRED: "Fired", ATTACKED: "Attacked"}
ACTED: dict[str, Any] = {"when": {"did": (FIRED, ATTACKED)}, "why_not": "He has done nothing that could get him up."}
AIMED: dict[str, Any] = {
    "when": {"attack": (SHOT,)},
    "why_not": "Only for an aimed shot is the number worked out here.",
}


@dataclass(frozen=True, slots=True)
class ProneMan:
    """A prone man: whether he is still prone, the attack's reach, and what a shot needs.

    reached states whether the attack can reach him. needed and hit are None if no aimed shot may be fired.
    """

    prone: bool
    reached: bool
    needed: int | None
    hit: Fraction | None


@question(
    "bon/prone-man?attack=shot&who=soldier&did=nothing",
    "bon/prone-man?attack=grenade&who=soldier&did=nothing",
    "bon/prone-man?attack=shot&who=soldier&did=fired&grade=regular&armour=minimal&ground=clear&firer=regular&range=medium",
    "bon/prone-man?attack=shot&who=gunner&did=fired&grade=regular&armour=minimal&ground=clear&firer=regular&range=medium",
)
def prone_man(
    r: Reader,
    *,
    attack: Annotated[str, Choice(ATTACKS, label="Attacked by")],
    who: Annotated[str, Choice(WHO, label="The man who went down")],
    did: Annotated[str, Choice(DID, label="Since then he has")],
    held: Annotated[bool, Flag(label="He was suppressed", needs=("ruling.suppressed-fires", "stays-down"), **ACTED)],
    grade: Annotated[str, soldiers("He is", **AIMED)],
    armour: Annotated[str, armour_of("His armour", **AIMED)],
    ground: Annotated[str, ground_of("He lies in", **AIMED)],
    firer: Annotated[str, soldiers("Shot at by", **AIMED)],
    range: Annotated[str, Choice(RANGES, default="medium", label="Range", **AIMED)],
) -> Breakdown[ProneMan]:
    """Can this reach a man who went prone?"""
    given = {"grade": grade, "armour": armour, "ground": ground, "firer": firer, "range": range}
    return reaching(r, ATTACKS, attack, who, did, held, **given)


def reaching(
    r: Reader, attacks: Mapping[str, str], attack: str, who: str, did: str, held: bool = False, /, **given: str
) -> Breakdown[ProneMan]:
    """Return the answer on whether an attack reaches a prone man.

    attacks holds all attacks with their names. given holds what a shot at him depends on. held states whether he was
    suppressed, so that on one reading he stays down whatever he does. Raise Contradiction if a man put down by panic is
    said to have attacked.
    """
    if who == PANICKED and did == ATTACKED:
        raise Contradiction("A man whom panic has put down can only shoot.", did=FIRED)
    w = Working(r)
    checks = Checks(w)
    prone = did == NOTHING or stays_prone(r, who, fired=did == FIRED) or (held and held_down(r))
    done = "he has done nothing since" if did == NOTHING else f"he has {DID[did].lower()}"
    found = f"{done}: {'he is prone still' if prone else 'he is prone no longer'}"
    checks.ask(
        "Is he prone still?", prone or None, found, "movement.prone-choice" if did == NOTHING else "movement.prone-ends"
    )
    barred = prone and protected(r, who) and not _reaches(r, attack)
    name = attacks[attack].lower()
    checks.ask(
        "Can it reach him?", not barred, f"{name} {'cannot' if barred else 'can'} reach him", "movement.prone-target"
    )
    checks.note()
    needed = hit = None
    words = f"{'No' if barred else 'Yes'}: {checks.verdicts[-1].finding}"
    if attack == SHOT and not barred:
        man = shooting.Man(given["grade"], given["armour"], given["ground"])
        needed = shooting.man_number(r, w, man, given["firer"], given["range"])
        hit = w.then("chance to hit", shot_die.hit_chance(r, needed), "ranged-combat.die")
        words = f"Yes: he is hit on {shot_die.needs(r, needed, hit)}"
    state = "prone still" if prone else "prone no longer"
    return w.answer(
        ProneMan(prone, not barred, needed, hit),
        headline=f"{words}; he is {state}",
        chance=hit,
        exhibits=[checks.decision("What protects him", "protection"), _attacks(r, attacks, attack, prone, who)],
    )


def _reaches(r: Reader, attack: str) -> bool:
    """Whether an attack reaches a man who is prone."""
    r.cite("movement.prone-target")
    return {
        "aimed-only": attack != SHOT,
        "immune": False,
        "contact-only": attack == MELEE,
    }[r.read_as("prone-scope")]


def _attacks(r: Reader, attacks: Mapping[str, str], attack: str, prone: bool, who: str) -> Grid:
    """Return the grid of what reaches a prone man, and one who is no longer prone."""
    return Grid(
        "What can reach him",
        "Attack",
        "He is",
        list(attacks.values()),
        ["prone", "prone no longer"],
        [[int(not protected(r, who) or _reaches(r, one)), 1] for one in attacks],
        chance=False,
        here=(list(attacks).index(attack), int(not prone)),
        name="attacks",
        by_row={"attack": list(attacks)},
        what="met",
    )
