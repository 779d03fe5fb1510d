"""Defeat Points, section 14.0 and the extras: every event as a line of one side's receipt."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from drillbook.asking import Cited, Reader, Working
from drillbook.maths.number_words import counted

MIXED, REGULARS, IRREGULARS = "mixed", "regulars", "irregulars"
BLUE, RED, NOBODY = "blue", "red", "nobody"
RETREAT, WALK_OFF, SLIP = "retreat", "walk-off", "slip-away"
NONE, EMBEDDED, INDEPENDENT = "none", "embedded", "independent"
SIDES = (BLUE, RED)
#: The side that opened fire, with the one that shot back at once behind it.
FIRED = {"blue": ("blue",), "red": ("red",), "blue-answered": ("blue", "red"), "red-answered": ("red", "blue")}
#: The rules by which the Regulars' points count with journalists: all of them, and those for buildings and civilians.
FILMED = {
    EMBEDDED: ("army.embedded-double", "army.embedded-triple"),
    INDEPENDENT: ("army.independent-double", "army.independent-quadruple"),
}
#: What a line of the table counts, and what has become of it.
WORDS = {
    "sf": ("Special Forces soldier", "lost"),
    "regular": ("Regular", "lost"),
    "irregular": ("Irregular", "lost"),
    "leader": ("leader", "lost"),
    "building": ("building", "struck"),
    "civilian": ("civilian", "killed"),
    "journalist": ("journalist", "captured"),
    "main": ("main objective", "lost"),
    "secondary": ("secondary objective", "lost"),
}


@dataclass(frozen=True, slots=True)
class Events:
    """All that has happened: the inputs of the ledger, by the same names.

    taken_off: the side that retreats was losing already, so that its team is taken off the table and pays nothing for it.
    """

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
    taken_off: bool = False

    def roe(self, side: str) -> bool:
        """Whether a side has Rules of Engagement."""
        return self.blue_roe if side == BLUE else self.red_roe

    def goals(self, side: str) -> dict[str, int]:
        """How many objectives of each kind a side has lost."""
        if side == BLUE:
            return {"main": self.blue_main, "secondary": self.blue_secondary}
        return {"main": self.red_main, "secondary": self.red_secondary}


class Line(NamedTuple):
    """One line of a receipt: what happened, its points, and the rule.

    public states whether the public cares, as it does for buildings and civilians.
    """

    label: str
    points: int
    rule: str
    public: bool = False
    talks: bool = False


class Multipliers(NamedTuple):
    """How often a Regular's points count with these journalists, with the rules.

    plain is for most points, public for those for buildings and civilians.
    """

    plain: Cited
    public: Cited


def side_name(events: Events, side: str) -> str:
    """Return the name of a side: its troops if they differ, otherwise its colour."""
    if events.match == MIXED:
        return "Regulars" if side == BLUE else "Irregulars"
    return side.capitalize()


def openers(r: Reader, events: Events) -> tuple[str, ...]:
    """Return the sides that count as having fired first.

    The ruling on simultaneous fire decides if both sides count.
    """
    fired = FIRED.get(events.first, ())
    return fired[:1] if len(fired) > 1 and r.holds("first-fire-both", "actor-only") else fired


def opening_lines(r: Reader, roe: bool) -> Iterator[Line]:
    """Yield the lines for what opening fire costs a side.

    Every question in which somebody fires first uses this function. roe: that side has Rules of Engagement.
    """
    yield misfortune(r, "first-fire", words="opened fire first")
    if roe:
        yield charged("opening fire under Rules of Engagement", r.cited("army.roe-first-fire"))


def check_may_open(w: Working, roe: bool) -> None:
    """Refuse a side under Rules of Engagement that opens fire, if ruling roe-first forbids it."""
    if roe and w.reader.holds("roe-first", "forbidden"):
        w.refuse("Rules of Engagement: this side may not open fire.", "army.roe-first-fire")


def broken(r: Reader, events: Events) -> bool:
    """Whether the Irregulars have broken a negotiation by opening fire."""
    return events.talks > 0 and RED in openers(r, events)


def charged(label: str, price: Cited, times: int = 1) -> Line:
    """Return a line at `times` times the price that a rule names."""
    return Line(label, times * price.whole, price.rule)


def misfortune(r: Reader, key: str, times: int = 1, words: str = "", public: bool = False) -> Line:
    """Return a line for one row of the table of Defeat Points, `times` times."""
    return charged(words or told(key, times), r.cell("defeat", key, "points"), times)._replace(public=public)


def told(key: str, times: int) -> str:
    """Return a row of the table in words: `2 Regulars lost`."""
    noun, fate = WORDS[key]
    return f"{counted(times, noun)} {fate}"


def lines_of(r: Reader, events: Events, side: str) -> Iterator[Line]:
    """Yield the receipt of one side before journalists and the last die."""
    if side in openers(r, events):
        yield from opening_lines(r, events.roe(side))
    for whose, who, number, captured in events.losses:
        if whose == side:
            yield _lost(r, misfortune(r, who, number), captured)
    for key, lost in events.goals(side).items():
        if lost:
            yield misfortune(r, key, lost)
    if events.leaver == side and events.taken_off:
        yield Line("taken off after failed morale", 0, r.cite("morale.fail-losing"))
    elif events.leaver == side:
        yield leaving_points(r, events.leaving, events.leaving_men)
    if events.match == MIXED:
        yield from _public(r, events, side)
    if events.talks:
        yield from _talks(r, events, side)


def _lost(r: Reader, line: Line, captured: bool) -> Line:
    """Men lost; prisoners count as lost, or not, by the ruling."""
    if not captured:
        return line
    counts = r.holds("captured-points", "as-man-lost")
    return line._replace(label=f"{line.label}, as prisoners", points=line.points if counts else 0)


def leaving_points(r: Reader, leaving: str, men: int = 1) -> Line:
    """Return the line for leaving the field: in retreat, by choice, or some men alone.

    The ruling on exfiltration decides what the latter two cost.
    """
    if leaving == RETREAT:
        return misfortune(r, "disengage", words="retreat after failed morale")
    per_man = r.holds("exfiltration", "each-man")
    if leaving == SLIP:
        slip = "slips away" if men == 1 else "slip away"
        return misfortune(r, "exfiltration", men if per_man else 1, f"{counted(men, 'man')} {slip}")
    if per_man:
        return misfortune(r, "disengage", words="leaves the field, for whatever reason")
    return misfortune(r, "exfiltration", words="the side walks off")


def _public(r: Reader, events: Events, side: str) -> Iterator[Line]:
    """Yield the lines for buildings, civilians and journalists.

    These exist only if Regulars fight against Irregulars.
    """
    struck = {"building": events.buildings, "civilian": events.civilians} if side == BLUE else {}
    for key, number in struck.items():
        if number and events.blue_roe:
            yield misfortune(r, "strict", number, f"{told(key, number)}, under Rules of Engagement", True)
        elif number:
            yield misfortune(r, key, number, public=True)
    if side == RED and events.by_irregulars:
        words = f"{told('civilian', events.by_irregulars)} by the Irregulars"
        yield Line(words, 0, r.cite("army.civilians-irregular-fire"))
    if events.journalists and side == journalists_cost(r):
        yield misfortune(r, "journalist", events.journalists)


def journalists_cost(r: Reader) -> str:
    """Return the side that takes the points for a captured journalist, by the ruling."""
    return BLUE if r.holds("journalist-owner", "regulars") else RED


def talk_cell(r: Reader, level: int, column: str) -> Cited:
    """Return a figure of a level from the table of negotiation."""
    return r.cell("negotiation", f"level-{level}", column)


def talk_points(r: Reader, level: int, turns: int) -> Cited:
    """Return the points that a negotiation has gathered."""
    each = talk_cell(r, level, "points")
    r.cite("army.negotiation-per-turn")
    return Cited(each.whole * turns, each.rule)


def _talks(r: Reader, events: Events, side: str) -> Iterator[Line]:
    """Points gathered by negotiation, or what ending it by fire costs."""
    price = r.cited("army.negotiation-broken")
    if broken(r, events):
        if side == BLUE and events.turns:
            yield Line("points of the broken negotiation, struck out", 0, price.rule)
        if side == RED:
            yield charged("the negotiation broken by fire", price)
    elif side == BLUE:
        if events.turns:
            words = f"negotiation at level {events.talks}, {counted(events.turns, 'turn')}"
            yield charged(words, talk_points(r, events.talks, events.turns))._replace(talks=True)
        if BLUE in openers(r, events) and r.holds("negotiation-own-fire", "regulars-pay"):
            yield charged("their own fire ends the negotiation", price)


def tell_example(w: Working, level: int) -> None:
    """Says so where a negotiation is at the level of the one that the source tells of."""
    rule = "army.negotiation-example"
    if level == w.reader.int(rule, "level"):
        first, second, broken = (w.reader.int(rule, part) for part in ("first", "second", "broken"))
        stand = f"the source's Italians: {first} after a turn, {second} after the next"
        w.note(f"{stand}; {broken} for the Somalis if they fire", rule)


def multipliers(r: Reader, media: str) -> Multipliers | None:
    """How often the points of the Regulars count with these journalists; None without any."""
    if media == NONE:
        return None
    plain, public = (r.cited(rule) for rule in FILMED[media])
    r.cite("army.media-when")
    if r.holds("media-multiplier", "on-top"):
        public = Cited(plain.whole * public.whole, public.rule)
    return Multipliers(plain, public)


def cancels(r: Reader, level: int) -> Fraction:
    """Return the chance that the last die cancels the points of a negotiation of that level."""
    return r.dice("army.negotiation-end").at_most(level)


def losing(r: Reader, blue: int, red: int, failed: str = NOBODY) -> str:
    """Return the side with more points.

    At equal points this is nobody, or the side whose morale failed, by the ruling.
    """
    r.cite("victory.loser")
    if blue != red:
        return BLUE if blue > red else RED
    if failed != NOBODY and r.holds("defeat-tie", "failed-side-loses"):
        return failed
    return NOBODY
