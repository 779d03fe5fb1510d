"""The distances that infiltrators and ambushers keep from objective markers and enemies.

Both sections of the rules ask for the same two distances: to the nearest objective marker and to the nearest enemy.
"""

from typing import Annotated

from drillbook.asking import Checks, Length, Reader
from drillbook.asking.answers.checklist import verdict_line
from drillbook.asking.exhibits import Disc, Figure, Tabletop
from drillbook.asking.exhibits.gestures import across
from drillbook.maths import Number, write_number

KEPT = ("army.ambush-15cm", "army.infiltrators-15cm")
Marker = Annotated[Number, Length(0, 80, default=20, label="Nearest objective marker", bands=KEPT)]
Enemy = Annotated[Number, Length(0, 80, default=20, label="Nearest enemy", bands=KEPT)]


def ask_distances(checks: Checks, rule: str, objective: Number, enemy: Number | None) -> None:
    """Both distances as conditions; enemy is None where no enemy is on the table yet."""
    apart = checks.working.reader.int(rule)
    for what, far in (("objective marker", objective), ("enemy", enemy)):
        question = f"Is the nearest {what} {apart} cm away or more?"
        if far is None:
            checks.ask(question, None, f"no {what} is on the table yet", rule)
        else:
            only = "" if far >= apart else "only "
            checks.ask(question, far >= apart, f"the nearest {what} is {only}{write_number(far)} cm away", rule)


def tell(checks: Checks) -> str:
    """Every condition as a step; the rule of the first that forbids, or nothing."""
    checks.tell(verdict_line)
    return next((one.rule for one in checks.failed), "")


def place(r: Reader, rule: str, objective: Number, enemy: Number | None) -> Tabletop:
    """Return the table-top of the place, the distance kept around it, the marker and the enemy.

    The marker is drawn at minus objective cm, the enemy at plus enemy cm; no enemy is drawn if enemy is None. rule is
    the rule that gives the distance to keep.
    """
    apart = r.int(rule)
    figures = [
        Figure(0, 0, "the place", "own"),
        Figure(-objective, 0, "objective marker", "marker", grip=across("objective", -1)),
    ]
    if enemy is not None:
        figures.append(Figure(enemy, 0, "enemy", grip=across("enemy")))
    return Tabletop(
        "The place, the nearest marker and the nearest enemy",
        r.ruleset.unit,
        discs=[Disc(0, 0, apart, f"{apart} cm kept free of enemies and markers", "zone")],
        figures=figures,
    )
