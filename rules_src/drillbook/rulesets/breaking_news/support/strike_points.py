"""What a strike costs its caller: Defeat Points for opening fire and for buildings hit."""

from dataclasses import dataclass
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Reader, Working, question
from drillbook.maths import counted
from drillbook.rulesets.breaking_news.common.defeat import check_may_open, opening_lines

STRIKE, BOMBS, EXPLOSIVE = "strike", "mortar", "explosive"
EVENTS = {STRIKE: "A support strike", BOMBS: "A mortar's bombs", EXPLOSIVE: "An improvised explosive"}
OF_A_STRIKE: dict[str, Any] = {
    "when": {"event": (STRIKE,)},
    "why_not": "Only buildings hit by support fire of Regulars are counted.",
}


@dataclass(frozen=True, slots=True)
class StrikePoints:
    """The Defeat Points in all, those for opening fire, and those for buildings."""

    points: int
    opening: int
    buildings: int


@question(
    "bn/strike-points?event=strike&first=yes&roe=yes&irregulars=yes&buildings=2",
    "bn/strike-points?event=strike&first=no&roe=no&irregulars=yes&buildings=1",
    "bn/strike-points?event=explosive&first=yes&roe=no",
)
def strike_points(
    r: Reader,
    *,
    event: Annotated[str, Choice(EVENTS, label="What goes off")],
    first: Annotated[bool, Flag(default=True, label="Nobody has fired before")],
    roe: Annotated[bool, Flag(label="Rules of Engagement", help="Of the side that sets it off.")],
    irregulars: Annotated[bool, Flag(default=True, label="Regulars against Irregulars", **OF_A_STRIKE)],
    buildings: Annotated[int, Count(0, 6, label="Buildings hit", **OF_A_STRIKE)],
) -> Breakdown[StrikePoints]:
    """What does a strike cost the side that sets it off, in Defeat Points?"""
    w = Working(r)
    w.start("before anything happens", 0, "victory.table")
    reading = r.read_as("support-first-fire") if first else ""
    if reading == "both" or (reading == "strikes-only" and event != EXPLOSIVE):
        check_may_open(w, roe)
        for line in opening_lines(r, roe):
            w.add(line.label, line.points, line.rule)
    else:
        why = "this does not count as opening fire" if first else "somebody has opened fire before"
        w.note(why, "victory.dp-first-fire")
    opening = w.whole
    if buildings and irregulars:
        each = r.cell("defeat", "strict" if roe else "building", "points")
        w.add(counted(buildings, "building"), buildings * each.whole, each.rule)
    elif buildings:
        w.note("buildings count only for Regulars against Irregulars", "victory.dp-building")
    points = w.whole
    return w.answer(
        StrikePoints(points, opening, points - opening),
        headline=counted(points, "Defeat Point", none="No"),
        exhibits=[w.stack("The Defeat Points of the side that sets it off", "points")] if points else [],
    )
