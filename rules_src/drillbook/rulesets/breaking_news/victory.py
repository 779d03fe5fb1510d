"""Who is losing: the Defeat Points of both sides, section 14.0, with every event of the battle as a line of a receipt."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import Distribution
from drillbook.exhibits import Bars, Card, Exhibit, Grid, Stack
from drillbook.kinds import Choice, Count, Flag, Rows
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._defeat import (
    BLUE,
    EMBEDDED,
    INDEPENDENT,
    MIXED,
    NOBODY,
    NONE,
    RED,
    RETREAT,
    SIDES,
    Events,
    Line,
    broken,
    cancels,
    lines_of,
    multipliers,
    openers,
    side_name,
)
from drillbook.wording import shown

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

IN_MIXED = {"match": ("mixed",)}
ONLY_MIXED = "Only where Regulars face Irregulars."
LOST = {
    "sf": "Special Forces",
    "regular": "Other Regulars",
    "irregular": "Irregulars",
    "leader": "Irregulars' leader",
}
#: What a picture says for the words of a receipt; a comma and what follows it are left out.
BRIEF = {
    "journalists: all but buildings and civilians": "journalists",
    "journalists: buildings and civilians": "for civilians",
    " soldiers lost": "",
    " soldier lost": "",
    " lost": "",
    "the main objective, before the cameras": "filmed goal",
    "the main objective won, before the cameras": "filmed goal",
    " objectives": "",
    " objective": "",
    " under Rules": ", under Rules",
    " after failed": ", after failed",
    " cancels": ", cancels",
    " of the broken": ", of the broken",
    " broken by": ", broken by",
}
MEDIA = {"none": "None", "embedded": "Embedded", "independent": "Independent"}
Losses = Annotated[
    tuple[tuple[str, str, int, bool], ...],
    Rows(
        {
            "side": Choice({"blue": "Blue", "red": "Red"}, label="Side"),
            "who": Choice(LOST, default="regular", label="Who"),
            "number": Count(1, 20, label="How many"),
            "captured": Flag(label="Prisoners"),
        },
        high=8,
        noun="loss",
        label="Men lost",
        help="Where Regulars face Irregulars, Blue are the Regulars.",
    ),
]


@dataclass(frozen=True, slots=True)
class Ledger:
    """The points of both sides, who is losing and by how much, and the chance that the last die of a negotiation cancels."""

    blue: int
    red: int
    loser: str
    lead: int
    cancel: Fraction


@question(
    "breaking_news",
    "defeat-ledger",
    examples=[
        "bn/defeat-ledger?match=mixed&losses=blue,regular,2,no;red,irregular,4,no;red,leader,1,no&first=red&media=none",
        "bn/defeat-ledger?match=mixed&losses=blue,sf,1,no&buildings=1&civilians=2&blue-roe=yes&media=embedded&red-main=1",
        "bn/defeat-ledger?match=mixed&talks=3&turns=2&first=red",
        "bn/defeat-ledger?match=mixed&talks=2&turns=4&media=independent&journalists=1&by-irregulars=1",
        "bn/defeat-ledger?match=regulars&losses=blue,regular,3,yes&leaver=blue&leaving=retreat&blue-secondary=1",
        "bn/defeat-ledger?match=irregulars&first=blue-answered&blue-roe=yes&leaver=red&leaving=walk-off",
    ],
)
def defeat_ledger(
    r: Reader,
    /,
    *,
    match: Annotated[
        str,
        Choice(
            {
                "mixed": "Regulars v Irregulars",
                "regulars": "Only Regulars",
                "irregulars": "Only Irregulars",
            },
            label="The battle",
            help="Regulars v Irregulars: Blue are the Regulars, Red the Irregulars.",
        ),
    ],
    losses: Losses,
    blue_main: Annotated[int, Count(0, 2, label="Main objectives Blue lost")],
    blue_secondary: Annotated[int, Count(0, 3, label="Secondary objectives Blue lost")],
    red_main: Annotated[int, Count(0, 2, label="Main objectives Red lost")],
    red_secondary: Annotated[int, Count(0, 3, label="Secondary objectives Red lost")],
    first: Annotated[
        str,
        Choice(
            {
                "nobody": "Nobody yet",
                "blue": "Blue",
                "red": "Red",
                "blue-answered": "Blue, answered at once",
                "red-answered": "Red, answered at once",
            },
            label="Opened fire",
            help="Answered at once: the other side shot back by opportunity.",
        ),
    ],
    blue_roe: Annotated[bool, Flag(label="Blue has Rules of Engagement")],
    red_roe: Annotated[bool, Flag(label="Red has Rules of Engagement")],
    leaver: Annotated[str, Choice({"nobody": "Nobody", "blue": "Blue", "red": "Red"}, label="Leaves the field")],
    leaving: Annotated[
        str,
        Choice(
            {
                "retreat": "Retreats, morale failed",
                "walk-off": "Walks off of its own will",
                "slip-away": "Some men slip away",
            },
            label="How",
            when={"leaver": ("blue", "red")},
            why_not="Nobody leaves.",
        ),
    ],
    leaving_men: Annotated[
        int, Count(1, 20, label="Men who slip away", when={"leaving": ("slip-away",)}, why_not="No single men leave.")
    ],
    buildings: Annotated[
        int,
        Count(
            0, 10, label="Buildings struck", help="By the Regulars' support fire.", when=IN_MIXED, why_not=ONLY_MIXED
        ),
    ],
    civilians: Annotated[
        int, Count(0, 20, label="Civilians killed", help="By the Regulars.", when=IN_MIXED, why_not=ONLY_MIXED)
    ],
    by_irregulars: Annotated[
        int, Count(0, 20, label="Civilians shot by Irregulars", when=IN_MIXED, why_not=ONLY_MIXED)
    ],
    journalists: Annotated[int, Count(0, 6, label="Journalists captured", when=IN_MIXED, why_not=ONLY_MIXED)],
    media: Annotated[str, Choice(MEDIA, label="Journalists", when=IN_MIXED, why_not=ONLY_MIXED)],
    talks: Annotated[
        int, Count(0, 4, label="Negotiation level", help="0: none declared.", when=IN_MIXED, why_not=ONLY_MIXED)
    ],
    turns: Annotated[
        int,
        Count(0, 12, label="Turns of negotiation", when={"talks": ("1", "2", "3", "4")}, why_not="Nobody negotiates."),
    ],
    die: Annotated[
        int,
        Count(
            0,
            6,
            label="The last die",
            help="0: not thrown yet.",
            when={"talks": ("1", "2", "3", "4")},
            why_not="Nobody negotiates.",
        ),
    ],
) -> Breakdown[Ledger] | Refusal:
    """Who is losing, and what is it made of?

    Where Regulars face Irregulars, Blue are the Regulars and Red the Irregulars.
    """
    events = Events(
        match=match, losses=losses, blue_main=blue_main, blue_secondary=blue_secondary, red_main=red_main,
        red_secondary=red_secondary, first=first, blue_roe=blue_roe, red_roe=red_roe, leaver=leaver, leaving=leaving,
        leaving_men=leaving_men, buildings=buildings, civilians=civilians, by_irregulars=by_irregulars,
        journalists=journalists, media=media, talks=talks, turns=turns, die=die,
    )  # fmt: skip
    w = Working(r)
    for side in openers(r, events):
        if (blue_roe if side == BLUE else red_roe) and r.reading("roe-first") == "B":
            return w.refuse("Rules of Engagement: this side may not open fire.", "army.roe-first-fire")
    receipts = {side: receipt(r, events, side, media, thrown(r, events)) for side in SIDES}
    points = {side: _tell(w, side_name(events, side), receipts[side]) for side in SIDES}
    if talks:
        _source_example(r, w, events)
    blue, red = points[BLUE], points[RED]
    loser = losing(r, blue, red, leaver if leaving == RETREAT else NOBODY)
    gap = abs(blue - red)
    names = {side: side_name(events, side) for side in SIDES}
    w.note(_verdict(names, loser), "victory.loser")
    alive = bool(talks and turns and match == MIXED and not broken(r, events))
    cancel = cancels(r, talks) if alive and not die else Fraction(0)
    answer = Ledger(blue, red, loser, gap, cancel)
    headline = f"{names[BLUE]} {shown(blue)}, {names[RED]} {shown(red)}: {_verdict(names, loser)}"
    spread = None
    if alive and not die:
        after = sum(line.points for line in receipt(r, events, BLUE, media, True))
        w.then("chance that the last die cancels points", Cited(cancel, r.cite("army.negotiation-end")))
        headline += f"; with a chance of {cancel} the last die leaves the {names[BLUE]} at {shown(after)}"
        spread = Distribution({after: cancel, blue: 1 - cancel}) if after != blue else None
    exhibits: list[Exhibit] = [_paper(names, receipts), *_stacks(names, receipts)]
    if match == MIXED:
        exhibits.append(_by_media(r, events, names))
    if spread is not None:
        caption = f"{names[BLUE]}: Defeat Points after the last die"
        exhibits.append(Bars(caption, "Defeat Points", {"": spread}, name="last-die"))
    return w.answer(
        answer, headline=headline, chance=cancel if alive and not die else None, distribution=spread, exhibits=exhibits
    )


@simulation("breaking_news", "defeat-ledger")
def throw_defeat_ledger(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The last die of the negotiation thrown again and again: the Regulars' points after it."""
    import numpy as np

    events = Events(**inputs)
    kept, cancelled = (
        sum(line.points for line in receipt(r, events, BLUE, events.media, yes)) for yes in (False, True)
    )
    return np.where(dice.roll(r.text("army.negotiation-end"), count) <= events.talks, cancelled, kept)


def thrown(r: Reader, events: Events) -> bool:
    """Whether the last die has been thrown and cancels."""
    r.text("army.negotiation-end")
    return 0 < events.die <= events.talks


def receipt(r: Reader, events: Events, side: str, media: str, cancelled: bool) -> list[Line]:
    """All lines of a side, with what the last die and the journalists do to them."""
    lines = lines_of(r, events, side)
    if events.match != MIXED:
        return lines
    goal = r.cell("defeat", "main", "points")
    if side == RED and media == EMBEDDED and events.red_main and r.reading("media-primary") == "A":
        times = r.int("army.embedded-primary")
        more = sum(line.points for line in lines if line.rule == goal.rule) * (times - 1)
        lines.append(Line("the main objective, before the cameras", more, r.cite("army.embedded-primary")))
    if side == RED:
        return lines
    if cancelled and any(line.talks for line in lines):
        everything = r.reading("negotiation-cancel") == "B"
        gone = sum(line.points for line in lines if line.talks or everything)
        lines.append(Line(_cancel_words(everything), -gone, r.cite("army.negotiation-end"), talks=not everything))
        if everything:
            lines = [line._replace(public=False, talks=False) for line in lines]
    found = multipliers(r, media)
    if found is not None:
        lines += _with_media(r, lines, found.plain, found.public)
    if media == EMBEDDED and events.red_main and r.reading("media-primary") == "B":
        assert isinstance(goal.amount, int)
        won = -goal.amount * events.red_main
        lines.append(Line("the main objective won, before the cameras", won, r.cite("army.embedded-primary")))
    return lines


def _cancel_words(everything: bool) -> str:
    return "the last die cancels them all" if everything else "the last die cancels the negotiation's"


def _with_media(r: Reader, lines: list[Line], plain: Cited, public: Cited) -> list[Line]:
    """What the journalists add: all points again, those for buildings and civilians more often."""
    assert isinstance(plain.amount, int)
    assert isinstance(public.amount, int)
    spared = any(line.talks for line in lines) and r.reading("media-negotiation") == "B"
    usual = sum(line.points for line in lines if not line.public and not (line.talks and spared))
    scandal = sum(line.points for line in lines if line.public)
    more = []
    if usual:
        words = f"journalists: all but buildings and civilians × {plain.amount}"
        more.append(Line(words, usual * (plain.amount - 1), plain.rule))
    if scandal:
        words = f"journalists: buildings and civilians × {public.amount}"
        more.append(Line(words, scandal * (public.amount - 1), public.rule))
    total = r.formula("victory.table")(m=plain.amount, P=usual, n=public.amount, Q=scandal)
    assert total == usual + scandal + sum(line.points for line in more)
    return more


def losing(r: Reader, blue: int, red: int, failed: str) -> str:
    """The side with more points; at equal points nobody, or the side whose morale failed, by the ruling."""
    r.cite("victory.loser")
    if blue != red:
        return BLUE if blue > red else RED
    if failed != NOBODY and r.reading("defeat-tie") == "B":
        return failed
    return NOBODY


def _tell(w: Working, name: str, lines: list[Line]) -> int:
    """The lines of one side as steps; their sum."""
    total = 0
    if not lines:
        w.start(f"{name}: nothing so far", Cited(0, w.reader.cite("victory.table")))
    for number, line in enumerate(lines):
        amount = Cited(line.points, line.rule)
        (w.add if number else w.start)(f"{name}: {line.label}", amount)
        total += line.points
    return total


def _verdict(names: dict[str, str], loser: str) -> str:
    if loser == NOBODY:
        return "neither side is losing"
    name = names[loser]
    return f"{name} is losing" if name == loser.capitalize() else f"the {name} are losing"


def _source_example(r: Reader, w: Working, events: Events) -> None:
    """Says so where the form stands on the negotiation the source tells of."""
    told = {part: r.int("army.negotiation-example", part) for part in ("level", "first", "second", "broken")}
    if events.talks == told["level"]:
        words = (
            f"the source's Italians: {told['first']} after a turn, {told['second']} after the next; "
            f"{told['broken']} for the Somalis if they fire"
        )
        w.note(words, "army.negotiation-example")
    if broken(r, events):
        w.note("the usual points for firing first come on top", "army.negotiation-broken-extra")


def _paper(names: dict[str, str], receipts: dict[str, list[Line]]) -> Card:
    """Both receipts, one below the other."""
    entries = []
    for side in SIDES:
        total = sum(line.points for line in receipts[side])
        entries += [(f"{names[side]} · {line.label}", shown(line.points)) for line in receipts[side]]
        entries.append((f"{names[side].upper()} IN ALL", shown(total)))
    return Card("The receipt", entries, name="receipt")


def _stacks(names: dict[str, str], receipts: dict[str, list[Line]]) -> list[Exhibit]:
    return [
        Stack(
            f"{names[side]}: what the Defeat Points are made of",
            "Defeat Points",
            [(_brief(line.label), line.points) for line in receipts[side] if line.points],
            name=names[side].lower(),
        )
        for side in SIDES
        if any(line.points for line in receipts[side])
    ]


def _brief(label: str) -> str:
    """A line in as few words as a picture has room for."""
    for longer, shorter in BRIEF.items():
        label = label.replace(longer, shorter)
    return label.partition(",")[0]


def _by_media(r: Reader, events: Events, names: dict[str, str]) -> Grid:
    """The same battle with other journalists."""
    kinds = (NONE, EMBEDDED, INDEPENDENT)
    cancelled = thrown(r, events)
    cells = [
        [sum(line.points for line in receipt(r, events, side, media, cancelled)) for side in SIDES] for media in kinds
    ]
    rows = [MEDIA[media] for media in kinds]
    columns = [names[side] for side in SIDES]
    here = (kinds.index(events.media), 0)
    return Grid(
        "The same battle with other journalists", "Journalists", "Side", rows, columns, cells, False, here, "by-media"
    )
