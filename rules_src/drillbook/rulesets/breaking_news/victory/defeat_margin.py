"""How much more a side can take before it is losing: the account of section 14.0 read ahead."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Cited, Count, Flag, Reader, Working, question
from drillbook.asking.exhibits import Grid
from drillbook.errors import Contradiction
from drillbook.rulesets.breaking_news.common import defeat
from drillbook.rulesets.breaking_news.common.inputs import JOURNALISTS

#: What may happen, in full for the form and in a word or two for the rows of a map.
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
MAIN, JOURNALIST, LEADER, REGULAR = "main", "journalist", "leader", "regular"
ALIKE = "alike"
WE = {defeat.REGULARS: "Regulars", defeat.IRREGULARS: "Irregulars", ALIKE: "Of their type"}


@dataclass(frozen=True, slots=True)
class Margin:
    """The answer on the margin: the points to spare, the price of one misfortune, how many lose.

    fatal is how many such misfortunes make this side the loser.
    """

    spare: int
    each: int
    fatal: int


@question(
    "bn/defeat-margin?own=20&enemy=55&what=regular",
    "bn/defeat-margin?own=20&enemy=55&what=civilian&media=embedded&roe=yes",
    "bn/defeat-margin?own=20&enemy=55&what=building&media=independent",
    "bn/defeat-margin?own=40&enemy=30&what=main&we=irregulars&media=embedded",
)
def defeat_margin(
    r: Reader,
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
            JOURNALISTS,
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
) -> Breakdown[Margin]:
    """How much more of this can we take before we are losing?"""
    w = Working(r)
    spared = _spared(r, what, we)
    w.forbid(spared, f"victory.dp-{what}", when=spared)
    if what == LEADER and we == defeat.REGULARS:
        raise Contradiction("Only the Irregulars' leader has a price of his own, and we are Regulars.", what=REGULAR)
    if what == JOURNALIST and media == defeat.NONE:
        raise Contradiction("Nobody captures journalists where there are none.", media=defeat.EMBEDDED)
    w.start("their points", enemy, "victory.loser")
    w.subtract("ours", own, "victory.loser")
    spare = w.whole
    base, times = _price(r, what, media, roe, we)
    w.then(f"each {' '.join(defeat.WORDS[what])}", base)
    if times is not None:
        w.times("journalists", times)
    fatal = _fatal(spare, w.whole)
    answer = Margin(spare, w.whole, fatal)
    w.note(f"more points than theirs after {fatal}" if fatal else "more points than theirs already", "victory.loser")
    return w.answer(answer, headline=_headline(answer, what), exhibits=[_map(r, spare, what, media, roe, we)])


def _spared(r: Reader, what: str, we: str) -> str:
    """Why this misfortune costs us nothing, as a sentence; empty where it does."""
    if what in PUBLIC and we != defeat.REGULARS:
        return "Only Regulars who face Irregulars pay for that."
    if what != JOURNALIST:
        return ""
    if we == ALIKE:
        return "Only Irregulars who face Regulars capture journalists."
    payer = defeat.REGULARS if defeat.journalists_cost(r) == defeat.BLUE else defeat.IRREGULARS
    return "" if we == payer else f"The {WE[payer]} take the points for him, not we."


def _price(r: Reader, what: str, media: str, roe: bool, we: str) -> tuple[Cited, Cited | None]:
    """Return what one such misfortune counts, and its multiplier with the journalists present.

    The multiplier is None if there is none.
    """
    base = r.cell("defeat", "strict" if roe and what in PUBLIC else what, "points")
    if we != defeat.REGULARS:
        filmed = (
            we == defeat.IRREGULARS
            and what == MAIN
            and media == defeat.EMBEDDED
            and r.holds("media-primary", "counts-twice")
        )
        return base, r.cited("army.embedded-primary") if filmed else None
    found = defeat.multipliers(r, media)
    return base, found and (found.public if what in PUBLIC else found.plain)


def _fatal(spare: int, each: int) -> int:
    """Return the least number of misfortunes that leaves this side with more points.

    The number is 0 if this side already has more than the other.
    """
    return 0 if spare < 0 else spare // each + 1


def _map(r: Reader, spare: int, what: str, media: str, roe: bool, we: str) -> Grid:
    """Every misfortune with every kind of journalists; empty where it cannot happen."""
    rows = [key for key in WHAT if not _spared(r, key, we) and not (key == LEADER and we == defeat.REGULARS)]
    columns = [kind for kind in JOURNALISTS if we != ALIKE or kind == defeat.NONE]

    def fatal(key: str, kind: str) -> int | None:
        if key == JOURNALIST and kind == defeat.NONE:
            return None
        base, times = _price(r, key, kind, roe, we)
        return _fatal(spare, base.whole * (times.whole if times else 1))

    return Grid(
        "How many make us the losers, by journalists",
        "What happens",
        "Journalists",
        [SHORT[key] for key in rows],
        [JOURNALISTS[kind] for kind in columns],
        [[fatal(key, kind) for kind in columns] for key in rows],
        chance=False,
        here=(rows.index(what), columns.index(media)),
        name="fatal",
        by_row={"what": list(rows)},
        by_column={"media": list(columns)},
    )


def _headline(answer: Margin, what: str) -> str:
    if not answer.fatal:
        return f"We are losing already, by {-answer.spare}"
    room = f"{answer.spare} to spare" if answer.spare else "Level"
    return f"{room}: {defeat.told(what, answer.fatal)} {'makes' if answer.fatal == 1 else 'make'} us the losers"
