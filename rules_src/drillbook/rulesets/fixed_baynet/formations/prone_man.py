"""Formations: a prone man, whether he lies there still, and what can reach him."""

from typing import Annotated

from drillbook.asking import Breakdown, Choice, Reader, question
from drillbook.rulesets.breaking_of_nations.common.inputs import RANGES, ground_of, soldiers
from drillbook.rulesets.breaking_of_nations.common.posture import PANICKED, SOLDIER, WHO
from drillbook.rulesets.breaking_of_nations.movement.prone_man import AIMED, DID, SHOT, ProneMan, reaching
from drillbook.rulesets.fixed_baynet.common.posture import WOUNDED

ATTACKS = {SHOT: "An aimed shot", "shell": "A shell", "melee": "A blow in contact"}
LYING = {**{one: WHO[one] for one in (SOLDIER, PANICKED)}, WOUNDED: "A hero, hit in groin or leg"}


@question(
    "fb/prone-man?attack=shot&who=soldier&did=nothing",
    "fb/prone-man?attack=shell&who=soldier&did=nothing",
    "fb/prone-man?attack=shot&who=soldier&did=fired&grade=regular&ground=clear&firer=regular&range=medium",
    replaces="prone-man",
)
def prone_man(
    r: Reader,
    *,
    attack: Annotated[str, Choice(ATTACKS, label="Attacked by", former={"grenade": "shell"})],
    who: Annotated[str, Choice(LYING, label="The man who went down")],
    did: Annotated[str, Choice(DID, label="Since then he has")],
    grade: Annotated[str, soldiers("He is", **AIMED)],
    ground: Annotated[str, ground_of("He lies in", **AIMED)],
    firer: Annotated[str, soldiers("Shot at by", "native-regular", **AIMED)],
    range: Annotated[str, Choice(RANGES, default="medium", label="Range", **AIMED)],
) -> Breakdown[ProneMan]:
    """Can this reach a man who went prone?"""
    given = {"grade": grade, "armour": "minimal", "ground": ground, "firer": firer, "range": range}
    return reaching(r, ATTACKS, attack, who, did, **given)
