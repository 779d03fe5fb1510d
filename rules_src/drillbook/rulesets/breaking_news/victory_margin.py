"""How much more a side can take before it is losing: the account of section 14.0 read ahead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from drillbook.answers import Breakdown, Refusal
from drillbook.exhibits import Grid
from drillbook.kinds import Choice, Count, Flag
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._defeat import (
    EMBEDDED,
    INDEPENDENT,
    IRREGULARS,
    NONE,
    REGULARS,
    WORDS,
    multipliers,
    told,
)
from drillbook.rulesets.breaking_news.victory import MEDIA

WHAT = {
    "regular": "Regular lost",
    "sf": "Special Forces soldier lost",
    "irregular": "Irregular lost",
    "leader": "Irregulars' leader lost",
    "building": "Building struck",
    "civilian": "Civilian killed",
    "journalist": "Journalist captured",
    "main": "Main objective lost",
    "secondary": "Secondary objective lost",
}
#: The same in one word or two, for the rows of a map.
SHORT = {
    "regular": "Regular",
    "sf": "Special Forces",
    "irregular": "Irregular",
    "leader": "Leader",
    "building": "Building",
    "civilian": "Civilian",
    "journalist": "Journalist",
    "main": "Main",
    "secondary": "Secondary",
}
PUBLIC = ("building", "civilian")
MAIN, JOURNALIST = "main", "journalist"
ALIKE = "alike"
WE = {
    REGULARS: "Regulars",
    IRREGULARS: "Irregulars",
    ALIKE: "Of their type",
}
KINDS = (NONE, EMBEDDED, INDEPENDENT)


@dataclass(frozen=True, slots=True)
class Margin:
    """The points to spare, what one such misfortune counts, and how many of them make this side the loser."""

    spare: int
    each: int
    fatal: int


@question(
    "breaking_news",
    "defeat-margin",
    examples=[
        "bn/defeat-margin?own=20&enemy=55&what=regular",
        "bn/defeat-margin?own=20&enemy=55&what=civilian&media=embedded&roe=yes",
        "bn/defeat-margin?own=20&enemy=55&what=building&media=independent",
        "bn/defeat-margin?own=40&enemy=30&what=main&we=irregulars&media=embedded",
    ],
)
def defeat_margin(
    r: Reader,
    /,
    *,
    own: Annotated[int, Count(-50, 400, default=20, step=5, label="Our Defeat Points")],
    enemy: Annotated[int, Count(-50, 400, default=55, step=5, label="Theirs")],
    what: Annotated[str, Choice(WHAT, label="What may happen")],
    we: Annotated[
        str, Choice(WE, label="We are", help="Regulars or Irregulars against the other type, or both of one type.")
    ],
    media: Annotated[
        str,
        Choice(
            MEDIA,
            label="Journalists",
            when={"we": ("regulars", "irregulars")},
            why_not="Only where Regulars face Irregulars.",
        ),
    ],
    roe: Annotated[
        bool,
        Flag(
            label="Rules of Engagement",
            when={"what": ("building", "civilian")},
            why_not="They matter for buildings and civilians alone.",
        ),
    ],
) -> Breakdown[Margin] | Refusal:
    """How much more of this can we take before we are losing?"""
    w = Working(r)
    spared = _spared(r, what, we)
    if spared:
        return w.refuse(spared, f"victory.dp-{what}")
    w.start("their points", Cited(enemy, r.cite("victory.loser")))
    w.subtract("ours", Cited(own, r.cite("victory.loser")))
    spare = w.total
    base, times = _price(r, what, media, roe, we)
    w.then(f"each {WORDS[what][0]}", base)
    if times is not None:
        w.times("journalists", times)
    each = w.total
    fatal = _fatal(spare, each)
    w.note(f"more points than theirs after {fatal}" if fatal else "more points than theirs already", "victory.loser")
    rows = [key for key in WHAT if not _spared(r, key, we)]
    columns = KINDS[:1] if we == ALIKE else KINDS
    cells = []
    for key in rows:
        line = []
        for kind in columns:
            price, more = _price(r, key, kind, roe, we)
            assert isinstance(price.amount, int)
            factor = more.amount if more is not None else 1
            assert isinstance(factor, int)
            line.append(_fatal(spare, price.amount * factor))
        cells.append(line)
    grid = Grid(
        "How many make us the losers, by journalists",
        "What happens",
        "Journalists",
        [SHORT[key] for key in rows],
        [MEDIA[kind] for kind in columns],
        cells,
        chance=False,
        here=(rows.index(what), columns.index(media)),
        name="fatal",
    )
    return w.answer(Margin(spare, each, fatal), headline=_headline(spare, fatal, what), exhibits=[grid])


def _spared(r: Reader, what: str, we: str) -> str:
    """Why this misfortune costs us nothing, as a sentence; empty where it does."""
    if what in PUBLIC and we != REGULARS:
        return "Only Regulars who face Irregulars pay for that."
    if what != JOURNALIST:
        return ""
    if we == ALIKE:
        return "Only Irregulars who face Regulars capture journalists."
    payer = REGULARS if r.reading("journalist-owner") == "A" else IRREGULARS
    return "" if we == payer else f"The {WE[payer]} take the points for him, not we."


def _price(r: Reader, what: str, media: str, roe: bool, we: str) -> tuple[Cited, Cited | None]:
    """What one such misfortune counts, and how often it does with the journalists there are."""
    base = r.cell("defeat", "strict" if roe and what in PUBLIC else what, "points")
    if we != REGULARS:
        filmed = we == IRREGULARS and what == MAIN and media == EMBEDDED and r.reading("media-primary") == "A"
        return base, r.cited("army.embedded-primary") if filmed else None
    found = multipliers(r, media)
    if found is None:
        return base, None
    return base, found.public if what in PUBLIC else found.plain


def _fatal(spare: int, each: int) -> int:
    """The least number of misfortunes that leaves this side with more points than the other; none if it has more already."""
    return 0 if spare < 0 else spare // each + 1


def _headline(spare: int, fatal: int, what: str) -> str:
    if not fatal:
        return f"We are losing already, by {-spare}"
    verb = "makes" if fatal == 1 else "make"
    room = f"{spare} to spare" if spare else "Level"
    return f"{room}: {told(what, fatal)} {verb} us the losers"
