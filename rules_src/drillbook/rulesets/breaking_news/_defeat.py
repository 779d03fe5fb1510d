"""Defeat Points, section 14.0 and the extras that change them: every event of a battle as a line on one side's receipt."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from drillbook.errors import RulesError
from drillbook.reader import Cited

if TYPE_CHECKING:
    from drillbook.reader import Reader

MIXED, REGULARS, IRREGULARS = "mixed", "regulars", "irregulars"
BLUE, RED, NOBODY = "blue", "red", "nobody"
BLUE_ANSWERED, RED_ANSWERED = "blue-answered", "red-answered"
RETREAT, WALK_OFF, SLIP = "retreat", "walk-off", "slip-away"
NONE, EMBEDDED, INDEPENDENT = "none", "embedded", "independent"
SIDES = (BLUE, RED)
#: How a line of the table reads on a receipt: of one, and of several.
WORDS = {
    "first-fire": ("opened fire first", "opened fire first"),
    "sf": ("Special Forces soldier lost", "Special Forces soldiers lost"),
    "regular": ("Regular lost", "Regulars lost"),
    "irregular": ("Irregular lost", "Irregulars lost"),
    "leader": ("leader lost", "leaders lost"),
    "building": ("building struck", "buildings struck"),
    "civilian": ("civilian killed", "civilians killed"),
    "journalist": ("journalist captured", "journalists captured"),
    "disengage": ("retreat after failed morale", "retreats after failed morale"),
    "main": ("main objective lost", "main objectives lost"),
    "secondary": ("secondary objective lost", "secondary objectives lost"),
}
COUNTED = ("first-fire", "disengage")


@dataclass(frozen=True, slots=True)
class Events:
    """All that has happened: the inputs of the ledger, by the same names."""

    match: str
    losses: tuple[tuple[str, str, int, bool], ...]
    blue_main: int
    blue_secondary: int
    red_main: int
    red_secondary: int
    first: str
    blue_roe: bool
    red_roe: bool
    leaver: str
    leaving: str
    leaving_men: int
    buildings: int
    civilians: int
    by_irregulars: int
    journalists: int
    media: str
    talks: int
    turns: int
    die: int

    @property
    def fired(self) -> tuple[str, ...]:
        """The side that opened fire, with the one that shot back at once behind it."""
        return {
            BLUE: (BLUE,),
            RED: (RED,),
            BLUE_ANSWERED: (BLUE, RED),
            RED_ANSWERED: (RED, BLUE),
        }.get(self.first, ())


class Line(NamedTuple):
    """One line of a receipt: what happened, its points, the rule, and whether the public cares (buildings and civilians)."""

    label: str
    points: int
    rule: str
    public: bool = False
    talks: bool = False


class Multipliers(NamedTuple):
    """How often a Regular's points count with these journalists, those for buildings and civilians apart, with the rules."""

    plain: Cited
    public: Cited


def side_name(events: Events, side: str) -> str:
    """What a side is called: by its troops where they differ, else by its colour."""
    if events.match == MIXED:
        return "Regulars" if side == BLUE else "Irregulars"
    return side.capitalize()


def openers(r: Reader, events: Events) -> tuple[str, ...]:
    """The sides that count as having fired first, by the ruling on simultaneous fire."""
    fired = events.fired
    if len(fired) > 1 and r.reading("first-fire-both") == "A":
        return fired[:1]
    return fired


def broken(r: Reader, events: Events) -> bool:
    """Whether the Irregulars have broken a negotiation by opening fire."""
    return events.talks > 0 and RED in openers(r, events)


def misfortune(r: Reader, key: str, times: int, words: str = "", public: bool = False) -> Line:
    """A line of so many of one row of the table."""
    one = r.cell("defeat", key, "points")
    assert isinstance(one.amount, int)
    return Line(words or told(key, times), times * one.amount, one.rule, public)


def told(key: str, times: int) -> str:
    """A row of the table in words: `2 Regulars lost`, `opened fire first`."""
    single, several = WORDS[key]
    return single if key in COUNTED else f"{times} {single if times == 1 else several}"


def lines_of(r: Reader, events: Events, side: str) -> list[Line]:
    """The receipt of one side before journalists and the last die."""
    lines = [*_opening(r, events, side), *_losses(r, events, side)]
    goals = (
        (("main", events.blue_main), ("secondary", events.blue_secondary))
        if side == BLUE
        else (("main", events.red_main), ("secondary", events.red_secondary))
    )
    lines += [misfortune(r, key, lost) for key, lost in goals if lost]
    lines += _leaving(r, events, side)
    lines += _public(r, events, side)
    lines += _talks(r, events, side)
    return lines


def _opening(r: Reader, events: Events, side: str) -> list[Line]:
    if side not in openers(r, events):
        return []
    lines = [misfortune(r, "first-fire", 1)]
    if events.blue_roe if side == BLUE else events.red_roe:
        more = r.cited("army.roe-first-fire")
        assert isinstance(more.amount, int)
        lines.append(Line("opening fire under Rules of Engagement", more.amount, more.rule))
    return lines


def _losses(r: Reader, events: Events, side: str) -> list[Line]:
    """Men lost; prisoners count as lost, or not, by the ruling."""
    lines = []
    for whose, who, number, captured in events.losses:
        if whose != side:
            continue
        line = misfortune(r, who, number)
        if captured:
            counts = r.reading("captured-points") == "A"
            line = line._replace(label=f"{line.label}, as prisoners", points=line.points if counts else 0)
        lines.append(line)
    return lines


def leaving_points(r: Reader, leaving: str, men: int) -> Line:
    """What leaving the field costs: in retreat, by one's own will, or some men alone, by the ruling on exfiltration."""
    if leaving == RETREAT:
        return misfortune(r, "disengage", 1)
    per_man = r.reading("exfiltration") == "B"
    if per_man and leaving == WALK_OFF:
        return misfortune(r, "disengage", 1, "leaves the field, for whatever reason")
    slipping = f"{men} man slips away" if men == 1 else f"{men} men slip away"
    words = "the side walks off" if leaving == WALK_OFF else slipping
    return misfortune(r, "exfiltration", men if per_man else 1, words)


def _leaving(r: Reader, events: Events, side: str) -> list[Line]:
    return [leaving_points(r, events.leaving, events.leaving_men)] if events.leaver == side else []


def _public(r: Reader, events: Events, side: str) -> list[Line]:
    """Buildings, civilians and journalists: they exist for Regulars against Irregulars alone."""
    if events.match != MIXED:
        return []
    lines = []
    if side == BLUE:
        for key, number in (("building", events.buildings), ("civilian", events.civilians)):
            if number:
                line = misfortune(r, key, number, public=True)
                if events.blue_roe:
                    strict = f"{line.label}, under Rules of Engagement"
                    line = misfortune(r, "strict", number, strict, True)
                lines.append(line)
    if side == RED and events.by_irregulars:
        rule = r.cite("army.civilians-irregular-fire")
        lines.append(Line(f"{told('civilian', events.by_irregulars)} by the Irregulars", 0, rule))
    if events.journalists:
        owner = BLUE if r.reading("journalist-owner") == "A" else RED
        if side == owner:
            lines.append(misfortune(r, "journalist", events.journalists))
    return lines


def talk_row(r: Reader, level: int) -> str:
    """The row of the table that a level of negotiation has."""
    for row in r.rows("negotiation"):
        if row.cells["level"] == level:
            return row.key
    raise RulesError(f"The table of negotiation has no level {level}; give it one.")


def talk_points(r: Reader, level: int, turns: int) -> Cited:
    """What a negotiation has gathered."""
    each = r.cell("negotiation", talk_row(r, level), "points")
    assert isinstance(each.amount, int)
    r.cite("army.negotiation-per-turn")
    return Cited(each.amount * turns, each.rule)


def _talks(r: Reader, events: Events, side: str) -> list[Line]:
    """Points gathered by negotiation, or what breaking it costs."""
    if not events.talks or events.match != MIXED:
        return []
    if broken(r, events):
        payer = RED if r.reading("negotiation-accept") == "A" else BLUE
        struck = [Line("points of the broken negotiation, struck out", 0, r.cite("army.negotiation-broken"))]
        price = r.cited("army.negotiation-broken")
        assert isinstance(price.amount, int)
        paid = [Line("the negotiation broken by fire", price.amount, price.rule)] if side == payer else []
        return [*(struck if side == BLUE and events.turns else []), *paid]
    if side != BLUE or not events.turns:
        return []
    gathered = talk_points(r, events.talks, events.turns)
    assert isinstance(gathered.amount, int)
    turns = f"{events.turns} turn{'' if events.turns == 1 else 's'}"
    return [Line(f"negotiation at level {events.talks}, {turns}", gathered.amount, gathered.rule, talks=True)]


def multipliers(r: Reader, media: str) -> Multipliers | None:
    """How often the points of the Regulars count with these journalists; None without any."""
    if media == NONE:
        return None
    rules = {
        EMBEDDED: ("army.embedded-double", "army.embedded-triple"),
        INDEPENDENT: ("army.independent-double", "army.independent-quadruple"),
    }[media]
    plain, public = (r.cited(rule) for rule in rules)
    assert isinstance(plain.amount, int)
    assert isinstance(public.amount, int)
    r.cite("army.media-when")
    if r.reading("media-multiplier") == "B":
        public = Cited(plain.amount * public.amount, public.rule)
    return Multipliers(plain, public)


def cancels(r: Reader, level: int) -> Fraction:
    """The chance that the last die cancels the points of a negotiation of that level."""
    return r.dice("army.negotiation-end").at_most(level)
