"""How many shots a battalion of guns has, and how many of them may fall on one target."""

from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Count, Reader, Rows, Working, question
from drillbook.asking.exhibits import Curves
from drillbook.errors import Contradiction
from drillbook.maths import Number, counted, exact, write_number
from drillbook.rulesets.great_war_1418.bombardment._salvo import cap
from drillbook.rulesets.great_war_1418.common.arms import arms
from drillbook.rulesets.great_war_1418.common.bases import HALF


@dataclass(frozen=True, slots=True)
class Budget:
    """The shots of a battalion of guns and their limits.

    mean: the mean Arming; shots: how many there are; cap: the most on one target; boosted: how many may carry a bonus;
    most_targets: how many targets may have one shot each.
    """

    mean: Number
    shots: int
    cap: int
    boosted: int
    most_targets: int


@question(
    "gw/bombardment-budget?battalion=light-howitzers,4&firing=4",
    "gw/bombardment-budget?battalion=seven-cm-field-guns,3;twelve-cm-howitzers,1&firing=3",
    "gw/bombardment-budget?battalion=twelve-cm-howitzers,1&firing=1&guns=6",
)
def bombardment_budget(
    r: Reader,
    *,
    battalion: Annotated[
        tuple[tuple[str, int], ...],
        Rows(
            fields={
                "gun": Choice(table="units", where="gun", default="light-howitzers", label="Guns"),
                "batteries": Count(1, 6, default=4, label="Batteries"),
            },
            low=1, high=3, default=(("light-howitzers", 4),), noun="kind", label="The battalion",
        ),
    ],
    firing: Annotated[int, Count(1, 6, default=4, label="Batteries that fire")],
    guns: Annotated[int, Count(3, 6, default=4, label="Guns on a base", bands=("bombardment.battery",))],
) -> Breakdown[Budget]:  # fmt: skip
    """How many shots has the battalion?"""
    w = Working(r)
    least, most = (r.int("bombardment.battery", one) for one in ("least", "most"))
    w.forbid(
        f"A battery is a base of {least} to {most} guns, not of {guns}.",
        "bombardment.battery",
        when=not least <= guns <= most,
    )
    owned = sum(batteries for _, batteries in battalion)
    if firing > owned:
        raise Contradiction(f"The battalion has only {counted(owned, 'battery', 'batteries')}.", firing=owned)
    mean, boosting = _mean(r, w, battalion, owned)
    found = {number: floor(mean * number) for number in range(1, owned + 1)}
    w.times("batteries that fire", firing, "bombardment.shots")
    shots = w.then("shots, and no more", found[firing], "bombardment.max")
    limit = w.then("most on one target", cap(r, shots), "bombardment.half-cap")
    plus = _boosted(r, shots, firing) if boosting else 0
    w.then("shots that may carry the bonus of their guns", plus, "shooting.bonus-one-die")
    thin = w.then("targets that may have one each", shots, "bombardment.one-each")
    told = Budget(mean, shots, limit, plus, thin)
    lines = {"shots": list(found.items()), "most on one target": [(n, cap(r, many)) for n, many in found.items()]}
    return w.answer(
        told,
        headline=f"{counted(shots, 'shot', none='No')}, no more than {limit} on one target"
        + (f"; {plus} of them with a bonus" if plus else ""),
        exhibits=[
            Curves(
                "Shots by the batteries that fire",
                "Batteries",
                "Shots",
                lines,
                step=True,
                chance=False,
                here=firing,
                name="shots",
            )
        ],
    )


def _mean(r: Reader, w: Working, battalion: tuple[tuple[str, int], ...], owned: int) -> tuple[Number, bool]:
    """Return the mean Arming from which the shots are counted, and whether any gun has a bonus.

    The function adds the steps.
    """
    armed = [(arms(r, w, gun), batteries) for gun, batteries in battalion]
    w.then("Arming of all batteries together", sum(dice.count * many for dice, many in armed), "bombardment.mean")
    mean = Fraction(w.divide("batteries", owned, "bombardment.mean"))
    if r.holds("bombard-mean", "mean-first"):
        mean = Fraction(w.then("rounded first", floor(mean + HALF), "bombardment.mean"))
    w.note(f"mean Arming {write_number(mean)}", "bombardment.mean")
    return exact(mean), any(dice.bonus for dice, _ in armed)


def _boosted(r: Reader, shots: int, firing: int) -> int:
    """How many shots may carry the bonus, wherever they are laid."""
    match r.read_as("bombard-bonus"):
        case "none":
            return 0
        case "one-a-battery":
            return min(shots, firing)
        case _:
            return shots
