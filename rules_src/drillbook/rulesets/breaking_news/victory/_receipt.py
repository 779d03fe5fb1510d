"""The complete receipt of one side, with the last die of a negotiation and the journalists."""

from collections.abc import Iterable

from drillbook.asking import Reader
from drillbook.rulesets.breaking_news.common.defeat import (
    EMBEDDED,
    MIXED,
    RED,
    Events,
    Line,
    Multipliers,
    lines_of,
    multipliers,
)


def points(lines: Iterable[Line]) -> int:
    """Return the total of a receipt."""
    return sum(line.points for line in lines)


def receipt(r: Reader, events: Events, side: str) -> list[Line]:
    """All lines of a side."""
    lines = [*lines_of(r, events, side)]
    if events.match != MIXED:
        return lines
    filmed = r.cell("defeat", "main", "points").whole * (events.red_main if events.media == EMBEDDED else 0)
    twice = filmed > 0 and r.holds("media-primary", "counts-twice")
    rule = "army.embedded-primary"
    if side == RED:
        more = (
            [Line("the main objective, before the cameras", filmed * (r.int(rule) - 1), r.cite(rule))] if twice else []
        )
        return lines + more
    lines = _last_die(r, events, lines)
    lines += _with_media(r, lines, multipliers(r, events.media))
    if filmed and not twice:
        lines.append(Line("the main objective won, before the cameras", -filmed, r.cite(rule)))
    return lines


def _last_die(r: Reader, events: Events, lines: list[Line]) -> list[Line]:
    """Return the Regulars' lines, with what a last die that has cancelled takes off them.

    The lines stay as they are if the die is not thrown or does not cancel.
    """
    r.text("army.negotiation-end")
    if not 0 < events.die <= events.talks or not any(line.talks for line in lines):
        return lines
    rule = r.cite("army.negotiation-end")
    if r.holds("negotiation-cancel", "all-points"):
        lines = [line._replace(public=False, talks=False) for line in lines]
        return [*lines, Line("the last die cancels them all", -points(lines), rule)]
    gone = points(line for line in lines if line.talks)
    return [*lines, Line("the last die cancels the negotiation's", -gone, rule, talks=True)]


def _with_media(r: Reader, lines: list[Line], found: Multipliers | None) -> list[Line]:
    """Return the lines that the journalists add.

    All points count again, those for buildings and civilians more often.
    """
    if found is None:
        return []
    plain, public = found
    spared = any(line.talks for line in lines) and r.holds("media-negotiation", "untouched")
    usual = points(line for line in lines if not line.public and not (line.talks and spared))
    scandal = points(line for line in lines if line.public)
    more = [
        Line(f"journalists: {which} × {times.whole}", counted * (times.whole - 1), times.rule)
        for which, counted, times in (
            ("all but buildings and civilians", usual, plain),
            ("buildings and civilians", scandal, public),
        )
        if counted
    ]
    assert r.formula("victory.table")(m=plain.whole, P=usual, n=public.whole, Q=scandal) == usual + scandal + points(
        more
    )
    return more
