"""The printed example of a bombardment, whose Arming looks like a square root."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Count, Reader, Working, question
from drillbook.asking.exhibits import Curves
from drillbook.maths import counted


@dataclass(frozen=True, slots=True)
class Example:
    """The shots of so many batteries like those of the example."""

    shots: int


@question("gw/bombardment-example?batteries=4", "gw/bombardment-example?batteries=3")
def bombardment_example(
    r: Reader, *, batteries: Annotated[int, Count(1, 8, default=4, label="Batteries like those of the example")]
) -> Breakdown[Example]:
    """How many shots has the battalion of the example?"""
    w = Working(r)
    rule = "bombardment.example-shots"
    arming = r.int(rule, "arming")
    w.then("Arming, the root a misprint", r.cited(rule, "arming"))
    found = w.times("batteries", batteries, "bombardment.shots")
    w.then("shots that the example counts", r.cited(rule, "shots"), when=batteries == r.int(rule, "batteries"))
    w.note("on the company's platoons in the outer ring each has to hit again", "bombardment.example-outer")
    numbers = range(1, batteries + batteries + 1)
    line = {"shots": [(number, arming * number) for number in numbers]}
    return w.answer(
        Example(found),
        headline=counted(found, "shot"),
        exhibits=[
            Curves(
                "Shots of such a battalion",
                "Batteries",
                "Shots",
                line,
                step=True,
                chance=False,
                here=batteries,
                sets="batteries",
                name="shots",
            )
        ],
    )
