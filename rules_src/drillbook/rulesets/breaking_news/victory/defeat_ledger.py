"""The Defeat Points of both sides, section 14.0, and who is losing.

Every event of the battle is a line of a receipt.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Reader, Rows, Working, question, simulation
from drillbook.asking.exhibits import Bars, Card, Exhibit, Grid, Stack
from drillbook.errors import Contradiction
from drillbook.maths import Distribution, Thrower, likely, np
from drillbook.maths.number_words import shown
from drillbook.rulesets.breaking_news.common import defeat
from drillbook.rulesets.breaking_news.common.inputs import JOURNALISTS
from drillbook.rulesets.breaking_news.victory._paper import ledger_paper
from drillbook.rulesets.breaking_news.victory._receipt import points, receipt

#: What there is only where Regulars face Irregulars.
IN_MIXED: dict[str, Any] = {"when": {"match": ("mixed",)}, "why_not": "Only where Regulars face Irregulars."}
NO_TALKS = "Nobody negotiates."
LEADER, REGULAR = "leader", "regular"
LOST = {"sf": "Special Forces", REGULAR: "Other Regulars", "irregular": "Irregulars", LEADER: "Irregulars' leader"}
COLOURS = {"blue": "Blue", "red": "Red"}
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
Losses = Annotated[
    tuple[tuple[str, str, int, bool], ...],
    Rows(
        {
            "side": Choice(COLOURS, label="Side"),
            "who": Choice(LOST, default=REGULAR, label="Who"),
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
    """The answer of the ledger: the points of both sides, who is losing, and by how much.

    cancel: the chance that a last die still to come cancels points. after: what it then leaves the Regulars.
    """

    blue: int
    red: int
    loser: str
    lead: int
    cancel: Fraction | None
    after: int | None


@question(
    "bn/defeat-ledger?match=mixed&losses=blue,regular,2,no;red,irregular,4,no;red,leader,1,no&first=red&media=none",
    "bn/defeat-ledger?match=mixed&losses=blue,sf,1,no&buildings=1&civilians=2&blue-roe=yes&media=embedded&red-main=1",
    "bn/defeat-ledger?match=mixed&talks=3&turns=2&first=red",
    "bn/defeat-ledger?match=mixed&talks=2&turns=4&media=independent&journalists=1&by-irregulars=1",
    "bn/defeat-ledger?match=regulars&losses=blue,regular,3,yes&leaver=blue&leaving=retreat&blue-secondary=1",
    "bn/defeat-ledger?match=irregulars&first=blue-answered&blue-roe=yes&leaver=red&leaving=walk-off",
)
def defeat_ledger(
    r: Reader,
    *,
    match: Annotated[
        str,
        Choice(
            {"mixed": "Regulars v Irregulars", "regulars": "Only Regulars", "irregulars": "Only Irregulars"},
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
                **COLOURS,
                "blue-answered": "Blue, answered at once",
                "red-answered": "Red, answered at once",
            },
            label="Opened fire",
            help="Answered at once: the other side shot back by opportunity.",
        ),
    ],
    blue_roe: Annotated[bool, Flag(label="Blue has Rules of Engagement")],
    red_roe: Annotated[bool, Flag(label="Red has Rules of Engagement")],
    leaver: Annotated[str, Choice({"nobody": "Nobody", **COLOURS}, label="Leaves the field")],
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
        int, Count(0, 10, label="Buildings struck", help="By the Regulars' support fire.", **IN_MIXED)
    ],
    civilians: Annotated[int, Count(0, 20, label="Civilians killed", help="By the Regulars.", **IN_MIXED)],
    by_irregulars: Annotated[int, Count(0, 20, label="Civilians shot by Irregulars", **IN_MIXED)],
    journalists: Annotated[int, Count(0, 6, label="Journalists captured", **IN_MIXED)],
    media: Annotated[str, Choice(JOURNALISTS, label="Journalists", **IN_MIXED)],
    talks: Annotated[int, Count(0, 4, label="Negotiation level", help="0: none declared.", **IN_MIXED)],
    turns: Annotated[int, Count(0, 12, label="Turns of negotiation", unless={"talks": ("0",)}, why_not=NO_TALKS)],
    die: Annotated[
        int, Count(0, 6, label="The last die", help="0: not thrown yet.", unless={"talks": ("0",)}, why_not=NO_TALKS)
    ],
) -> Breakdown[Ledger]:
    """Who is losing, and what is it made of?

    Where Regulars face Irregulars, Blue are the Regulars and Red the Irregulars.
    """
    events = defeat.Events(
        match=match, losses=losses, blue_main=blue_main, blue_secondary=blue_secondary, red_main=red_main,
        red_secondary=red_secondary, first=first, blue_roe=blue_roe, red_roe=red_roe, leaver=leaver, leaving=leaving,
        leaving_men=leaving_men, buildings=buildings, civilians=civilians, by_irregulars=by_irregulars,
        journalists=journalists, media=media, talks=talks, turns=turns, die=die,
    )  # fmt: skip
    must_fit(events)
    w, events = Working(r), _settled(r, events)
    defeat.check_may_open(w, any(events.roe(side) for side in defeat.openers(r, events)))
    names = {side: defeat.side_name(events, side) for side in defeat.SIDES}
    receipts = {side: receipt(r, events, side) for side in defeat.SIDES}
    for side, lines in receipts.items():
        told = [(f"{names[side]}: {line.label}", line.points, line.rule) for line in lines]
        w.pile(told or [(f"{names[side]}: nothing so far", 0, "victory.table")])
    if talks:
        defeat.tell_example(w, talks)
    w.note(
        "the usual points for firing first come on top", "army.negotiation-broken-extra", when=defeat.broken(r, events)
    )
    blue, red = (points(lines) for lines in receipts.values())
    loser = defeat.losing(r, blue, red, leaver if leaving == defeat.RETREAT else defeat.NOBODY)
    verdict = _verdict(names, loser)
    w.note(verdict, "victory.loser")
    _tell_unsaid(w, events, loser)
    headline = f"{names[defeat.BLUE]} {shown(blue)}, {names[defeat.RED]} {shown(red)}: {verdict}"
    cancel = after = spread = None
    if turns and not die and not defeat.broken(r, events):
        cancel, after = defeat.cancels(r, talks), points(receipt(r, _settled(r, replace(events, die=1)), defeat.BLUE))
        w.then("chance that the last die cancels points", cancel, "army.negotiation-end")
        headline += f"; {likely(cancel)} the last die leaves the {names[defeat.BLUE]} at {shown(after)}"
        spread = Distribution({after: cancel, blue: 1 - cancel}) if after != blue else None
    return w.answer(
        Ledger(blue, red, loser, abs(blue - red), cancel, after),
        headline=headline,
        chance=cancel,
        distribution=spread,
        exhibits=_pictures(r, events, names, receipts, spread),
        paper=ledger_paper(r, names, receipts),
    )


@simulation
def throw_defeat_ledger(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the last die of the negotiation, and return the Regulars' points after it."""
    events = defeat.Events(**inputs)
    kept, cancelled = (points(receipt(r, _settled(r, replace(events, die=die)), defeat.BLUE)) for die in (0, 1))
    return np.where(dice.roll(r.text("army.negotiation-end"), count) <= events.talks, cancelled, kept)


def _settled(r: Reader, events: defeat.Events) -> defeat.Events:
    """Return the events with the mark whether a retreating side is taken off for nothing.

    The ruling removed-points decides.
    """
    if events.leaver == defeat.NOBODY or events.leaving != defeat.RETREAT:
        return events
    stays = replace(events, leaver=defeat.NOBODY, taken_off=False)
    blue, red = (points(receipt(r, stays, side)) for side in defeat.SIDES)
    losing = defeat.losing(r, blue, red, events.leaver) == events.leaver
    return replace(events, taken_off=losing and r.holds("removed-points", "free"))


def must_fit(events: defeat.Events) -> None:
    """Check that the events are possible; otherwise raise Contradiction.

    Regulars cannot lose a leader of Irregulars, and no journalist can be captured if there is none.
    """
    regular = {defeat.MIXED: (defeat.BLUE,), defeat.IRREGULARS: ()}.get(events.match, defeat.SIDES)
    wrong = [side for side, who, *_ in events.losses if who == LEADER and side in regular]
    if wrong:
        plain = tuple(
            (side, REGULAR if who == LEADER and side in regular else who, *rest) for side, who, *rest in events.losses
        )
        told = f"Only the Irregulars' leader has a price of his own, and {COLOURS[wrong[0]]} are Regulars."
        raise Contradiction(told, losses=plain)
    if events.journalists and events.media == defeat.NONE:
        raise Contradiction("Nobody captures journalists where there are none.", media=defeat.EMBEDDED)


def _tell_unsaid(w: Working, events: defeat.Events, loser: str) -> None:
    """Add notes on what must also have happened but is not stated.

    One note is about a retreat that the points do not support.
    """
    if events.buildings and events.first == defeat.NOBODY:
        w.note("support fire has struck, and nobody is told to have opened fire", "victory.dp-first-fire")
    driven = {events.leaver} - {defeat.NOBODY} if events.leaving == defeat.RETREAT else set()
    if driven and events.leaver != loser:
        w.note("a failed Morale Test ends the game only for the side that is losing", "morale.fail-losing")
    if any(captured and side not in driven for side, *_, captured in events.losses):
        w.note("prisoners are told, and no failed Morale Test that ends the game with them", "morale.captured")


def _verdict(names: dict[str, str], loser: str) -> str:
    if loser == defeat.NOBODY:
        return "neither side is losing"
    name = names[loser]
    return f"{name} is losing" if name == loser.capitalize() else f"the {name} are losing"


def _pictures(
    r: Reader,
    events: defeat.Events,
    names: dict[str, str],
    receipts: dict[str, list[defeat.Line]],
    spread: Distribution[int] | None,
) -> list[Exhibit]:
    """Return the pictures of the ledger.

    They are both receipts, their parts, the same battle with other journalists, and what the last die may do.
    """
    entries, stacks = [], []
    for side, lines in receipts.items():
        name = names[side]
        entries += [(f"{name} · {line.label}", shown(line.points)) for line in lines]
        entries.append((f"{name.upper()} IN ALL", shown(points(lines))))
        parts = [(_brief(line.label), line.points) for line in lines if line.points]
        if parts:
            caption = f"{name}: what the Defeat Points are made of"
            stacks.append(Stack(caption, "Defeat Points", parts, name=name.lower()))
    pictures: list[Exhibit] = [Card("The receipt", entries, name="receipt"), *stacks]
    if events.match == defeat.MIXED:
        pictures.append(_by_media(r, events, names))
    if spread is not None:
        caption = f"{names[defeat.BLUE]}: Defeat Points after the last die"
        pictures.append(Bars(caption, "Defeat Points", {"": spread}, name="last-die"))
    return pictures


def _brief(label: str) -> str:
    """Return a line in the few words that a picture has room for."""
    for longer, shorter in BRIEF.items():
        label = label.replace(longer, shorter)
    return label.partition(",")[0]


def _by_media(r: Reader, events: defeat.Events, names: dict[str, str]) -> Grid:
    """Return the grid of the same battle with other journalists.

    With a captured journalist, the row without journalists is left out.
    """
    kinds = [media for media in JOURNALISTS if not (events.journalists and media == defeat.NONE)]
    return Grid(
        "The same battle with other journalists",
        "Journalists",
        "Side",
        [JOURNALISTS[media] for media in kinds],
        [names[side] for side in defeat.SIDES],
        [[points(receipt(r, replace(events, media=media), side)) for side in defeat.SIDES] for media in kinds],
        chance=False,
        here=(kinds.index(events.media), 0),
        name="by-media",
        by_row={"media": list(kinds)},
    )
