"""Sweeping a wide front: the firers shared out among several areas, section 8.3."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Count, Flag, Length, Reader, Refusal, Rows, Working, attempt, question
from drillbook.asking.exhibits import Event, Exhibit, Grid, Timeline
from drillbook.errors import Contradiction, listed
from drillbook.maths import Number, counted, likely
from drillbook.rulesets.breaking_news.common.inputs import troops_as
from drillbook.rulesets.breaking_news.reaction._covering import WEAPONS, Firers, Group, caught, test_dice, value_of


@dataclass(frozen=True, slots=True)
class CoveringAreas:
    """The answer on a wide front: the areas it takes, those swept, and best and worst value.

    weakest_hit is the chance that fire in the worst area catches a man.
    """

    needed: int
    swept: int
    strongest: int
    weakest: int
    weakest_hit: Fraction


@question(
    "bn/covering-areas?front=30&high=15&troops=r2&bunker=no&firers=1,2,ar,32;2,1,lmg,40",
    "bn/covering-areas?front=20&high=10&troops=r3&bunker=yes&firers=1,1,hmg,25;2,2,smg,25",
)
def covering_areas(
    r: Reader,
    *,
    front: Annotated[Number, Length(1, 90, default=30, label="Front to sweep")],
    high: Annotated[Number, Length(1, 20, default=15, label="Height of the area", bands=("reaction.cover-area high",))],
    troops: Annotated[str, troops_as("r2")],
    bunker: Annotated[bool, Flag(label="Enemy in a bunker")],
    firers: Annotated[
        tuple[tuple[int, int, str, Number], ...],
        Rows(
            {
                "area": Count(1, 6, label="Area"),
                "men": Count(1, 8, label="Men"),
                "weapon": Choice(WEAPONS, default="ar", label="Weapon"),
                "distance": Length(0, 60, default=32, label="Distance"),
            },
            low=1,
            high=8,
            default=((1, 2, "ar", 32), (2, 1, "lmg", 40)),
            noun="firer",
            label="Who fires on which area",
            help="Those who fire on one area count as a group of its own.",
        ),
    ],
) -> Breakdown[CoveringAreas]:
    """How is a wide front swept by covering fire, and what is each area worth?"""
    w = Working(r)
    wide, most = (r.int("reaction.cover-area", "wide"), r.int("reaction.cover-area", "high"))
    needed = int(-(-front // wide))
    if any(area > needed for area, *_ in firers):
        inside = tuple((min(area, needed), *rest) for area, *rest in firers)
        takes = counted(needed, "area")
        raise Contradiction(f"A front of {front} cm takes {takes}: nobody fires on one beyond it.", firers=inside)
    w.forbid(f"Too high: an area is {most} cm high at most, not {high} cm.", "reaction.cover-area", when=high > most)
    w.start(f"areas of {wide} cm for a front of {front} cm", needed, "reaction.cover-area")
    w.note("the firers are shared out among them", "reaction.cover-wide")
    values: dict[int, int] = {}
    barred: Refusal | None = None
    for area in range(1, needed + 1):
        shares = tuple(Firers(men, weapon, distance) for where, men, weapon, distance in firers if where == area)
        w.note(f"area {area}", "reaction.cover-sum")
        again = any(values.values()) and r.holds("covering-squad", "first-area")
        found = attempt(partial(value_of, w, [Group(troops, shares, bonus=not again)])) if shares else 0
        if isinstance(found, Refusal):
            barred = barred or found
        values[area] = value = 0 if isinstance(found, Refusal) else found
        if value:
            chance = caught(r, value, bunker)
            w.then(f"chance of {value} or less with {test_dice(r, bunker)}", chance, "reaction.cover-test")
    if barred and not any(values.values()):
        w.refuse(barred.reason, barred.rule)

    weakest = min(values.values())
    least = caught(r, weakest, bunker)
    swept = sum(value > 0 for value in values.values())
    answer = CoveringAreas(needed, swept, max(values.values()), weakest, least)
    pictures = _pictures(r, values, wide)
    return w.answer(answer, headline=_headline(answer, values, front), chance=least, exhibits=pictures)


def _headline(answer: CoveringAreas, values: Mapping[int, int], front: Number) -> str:
    left = [str(area) for area, value in values.items() if not value]
    worth = f"{'value' if len(values) == 1 else 'values'} {listed(map(str, values.values()), 'and')}"
    many = f"A front of {front} cm takes {counted(answer.needed, 'area')}: {worth}"
    if left:
        which = f"area {left[0]} is" if len(left) == 1 else f"areas {listed(left, 'and')} are"
        return f"{many}, so {which} left open"
    if len(values) == 1:
        return f"{many}, caught {likely(answer.weakest_hit)}"
    return f"{many}; in the weakest a man is caught {likely(answer.weakest_hit)}"


def _pictures(r: Reader, values: Mapping[int, int], wide: int) -> list[Exhibit]:
    names = [f"Area {area}" for area in values]
    columns = [f"outside, {r.text('reaction.cover-test')}", f"in a bunker, {r.text('reaction.cover-bunker')}"]
    cells = [[caught(r, value, False), caught(r, value, True)] for value in values.values()]
    events = [
        Event(
            f"Area {area}",
            (area - 1) * wide,
            area * wide,
            f"value {value}" if value else "open",
            "act" if value else "danger",
        )
        for area, value in values.items()
    ]
    return [
        Timeline("The front, area by area", "cm along the front", events, name="front"),
        Grid("Chance that a man who fires is caught", "Area", "Test", names, columns, cells, name="areas"),
    ]
