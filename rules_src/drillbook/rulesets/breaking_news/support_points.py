"""What a strike costs whoever called it: Defeat Points for opening fire with it and for the buildings it hits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from drillbook.answers import Breakdown
from drillbook.exhibits import Stack
from drillbook.kinds import Choice, Count, Flag
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working

STRIKE, BOMBS, EXPLOSIVE = "strike", "mortar", "explosive"
EVENTS = {STRIKE: "A support strike", BOMBS: "A mortar's bombs", EXPLOSIVE: "An improvised explosive"}


@dataclass(frozen=True, slots=True)
class StrikePoints:
    """The Defeat Points in all, those for opening fire, and those for buildings."""

    points: int
    opening: int
    buildings: int


@question(
    "breaking_news",
    "strike-points",
    examples=[
        "bn/strike-points?event=strike&first=yes&roe=yes&irregulars=yes&buildings=2",
        "bn/strike-points?event=strike&first=no&roe=no&irregulars=yes&buildings=1",
        "bn/strike-points?event=explosive&first=yes&roe=no",
    ],
)
def strike_points(
    r: Reader,
    /,
    *,
    event: Annotated[str, Choice(EVENTS, default=STRIKE, label="What goes off")],
    first: Annotated[bool, Flag(default=True, label="Nobody has fired before")],
    roe: Annotated[bool, Flag(default=False, label="Rules of Engagement", help="Of the side that sets it off.")],
    irregulars: Annotated[
        bool,
        Flag(
            default=True, label="Regulars against Irregulars", when={"event": (STRIKE,)},
            why_not="Only buildings hit by support fire of Regulars are counted.",
        ),
    ],
    buildings: Annotated[
        int,
        Count(
            0, 6, default=0, label="Buildings hit", when={"event": (STRIKE,)},
            why_not="Only buildings hit by support fire of Regulars are counted.",
        ),
    ],
) -> Breakdown[StrikePoints]:  # fmt: skip
    """What does a strike cost the side that sets it off, in Defeat Points?"""
    w = Working(r)
    parts: list[tuple[str, Cited]] = []
    if first and _fires(r, event):
        parts.append(("opens fire", r.cell("defeat", "first-fire", "points")))
        if roe:
            parts.append(("Rules of Engagement", r.cited("army.roe-first-fire")))
    opening = sum(_points(one) for _, one in parts)
    if buildings and irregulars:
        each = r.cell("defeat", "strict" if roe else "building", "points")
        label = f"{buildings} {'building' if buildings == 1 else 'buildings'}"
        parts.append((label, Cited(buildings * _points(each), each.rule)))
    w.start("before anything happens", Cited(0, r.cite("victory.table")))
    for label, one in parts:
        w.add(label, one)
    if first and not _fires(r, event):
        w.note("this does not count as opening fire", "victory.dp-first-fire")
    elif not first:
        w.note("somebody has opened fire before", "victory.dp-first-fire")
    if buildings and not irregulars:
        w.note("buildings count only for Regulars against Irregulars", "victory.dp-building")
    picture = Stack(
        "The Defeat Points of the side that sets it off", "points", [(label, _points(one)) for label, one in parts]
    )
    answer = StrikePoints(w.total, opening, w.total - opening)
    return w.answer(answer, headline=f"{w.total or 'No'} Defeat Points", exhibits=[picture] if parts else [])


def _fires(r: Reader, event: str) -> bool:
    """Whether this counts as firing, by the ruling."""
    reading = r.reading("support-first-fire")
    return reading == "B" or (reading == "A" and event != EXPLOSIVE)


def _points(one: Cited) -> int:
    assert isinstance(one.amount, int)
    return one.amount
