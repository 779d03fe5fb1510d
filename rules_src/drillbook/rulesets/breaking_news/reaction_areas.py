"""Sweeping a wide front: the firers shared out among several areas, section 8.3."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.answers import Breakdown, Refusal
from drillbook.errors import listed
from drillbook.exhibits import Event, Exhibit, Grid, Timeline
from drillbook.kinds import Choice, Count, Flag, Length, Rows
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._covering import Firers, Group, caught, test_dice, value_of
from drillbook.rulesets.breaking_news.reaction_covering import WEAPONS

Number = int | Fraction


@dataclass(frozen=True, slots=True)
class CoveringAreas:
    """How many areas the front takes, how many are swept, their best and worst value, and the worst one's chance."""

    needed: int
    swept: int
    strongest: int
    weakest: int
    weakest_hit: Fraction


@question(
    "breaking_news",
    "covering-areas",
    examples=[
        "bn/covering-areas?front=30&high=15&troops=r2&bunker=no&firers=1,2,ar,32;2,1,lmg,40",
        "bn/covering-areas?front=20&high=10&troops=r3&bunker=yes&firers=1,1,hmg,25;2,2,smg,25",
    ],
)
def covering_areas(
    r: Reader,
    /,
    *,
    front: Annotated[Number, Length(1, 90, default=30, label="Front to sweep")],
    high: Annotated[Number, Length(1, 20, default=15, label="Height of the area")],
    troops: Annotated[str, Choice(table="classes", default="r2", label="Troops")],
    bunker: Annotated[bool, Flag(default=False, label="Enemy in a bunker")],
    firers: Annotated[
        tuple[tuple[int, int, str, Number], ...],
        Rows(
            {
                "area": Count(1, 6, default=1, label="Area"),
                "men": Count(1, 8, default=1, label="Men"),
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
) -> Breakdown[CoveringAreas] | Refusal:
    """How is a wide front swept by covering fire, and what is each area worth?"""
    w = Working(r)
    wide, most = (r.int("reaction.cover-area", "wide"), r.int("reaction.cover-area", "high"))
    if high > most:
        return w.refuse(f"Too high: an area is {most} cm high at most, not {high} cm.", "reaction.cover-area")
    needed = -(-front // wide)
    w.start(f"areas of {wide} cm for a front of {front} cm", Cited(int(needed), r.cite("reaction.cover-area")))
    w.note("the firers are shared out among them", "reaction.cover-wide")
    values: dict[int, int] = {}
    for area in sorted({*range(1, int(needed) + 1), *(where for where, *_ in firers)}):
        shares = tuple(Firers(men, weapon, distance) for where, men, weapon, distance in firers if where == area)
        group = Group(troops, shares)
        w.note(f"area {area}", "reaction.cover-sum")
        value = value_of(r, w, [group]) if shares else 0
        if isinstance(value, Refusal):
            return value
        values[area] = value
        if value:
            chance = Cited(caught(r, value, bunker), r.cite("reaction.cover-test"))
            w.then(f"chance of {value} or less with {test_dice(r, bunker)}", chance)

    weakest = min(values.values())
    least = caught(r, weakest, bunker)
    swept = sum(value > 0 for value in values.values())
    answer = CoveringAreas(int(needed), swept, max(values.values()), weakest, least)
    return w.answer(
        answer, headline=_headline(answer, values, front), chance=least, exhibits=_pictures(r, values, wide)
    )


def _headline(answer: CoveringAreas, values: dict[int, int], front: Number) -> str:
    many = f"A front of {front} cm takes {answer.needed} area{'' if answer.needed == 1 else 's'}"
    left = [str(area) for area, value in values.items() if not value]
    worth = f"{'value' if len(values) == 1 else 'values'} {listed(map(str, values.values()), 'and')}"
    if left:
        which = f"area {left[0]} is" if len(left) == 1 else f"areas {listed(left, 'and')} are"
        return f"{many}: {worth}, so {which} left open"
    if len(values) == 1:
        return f"{many}: {worth}, caught with a chance of {answer.weakest_hit}"
    return f"{many}: {worth}; in the weakest a man is caught with a chance of {answer.weakest_hit}"


def _pictures(r: Reader, values: dict[int, int], wide: int) -> list[Exhibit]:
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
