"""What a bombardment has to spend, as forms ask for it."""

from typing import Annotated

from drillbook.asking import Count
from drillbook.errors import Contradiction
from drillbook.rulesets.great_war_1418.bombardment._salvo import Salvo

Shots = Annotated[
    int, Count(1, 12, default=8, label="Shots", help="The first calculator of this chapter reckons them.")
]
Batteries = Annotated[int, Count(1, 6, default=4, label="Batteries that fire")]
Bonus = Annotated[int, Count(0, 3, default=2, label="Bonus of their guns")]


def salvo_of(shots: int, batteries: int, bonus: int) -> Salvo:
    """The salvo that a form describes; every battery has a shot at least."""
    if batteries > shots:
        raise Contradiction(f"{batteries} batteries have {batteries} shots at least.", batteries=shots)
    return Salvo(shots, batteries, bonus)
