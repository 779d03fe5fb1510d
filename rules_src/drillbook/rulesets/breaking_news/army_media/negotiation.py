"""Negotiation: points gathered in quiet turns, at the risk of enemy fire and of a last die."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Cited, Count, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Exhibit
from drillbook.errors import listed
from drillbook.maths import Distribution, Number, Thrower, lists_by_key, np, write_mean
from drillbook.maths.number_words import counted
from drillbook.rulesets.breaking_news.common import defeat

REGULARS, SPECIAL, SECRET = "regulars", "special", "secret"
FORCES = {REGULARS: "Regulars", SPECIAL: "Special Forces", SECRET: "MSU or Secret Services"}
WATCHED = {
    defeat.NONE: "Nobody",
    defeat.EMBEDDED: "Embedded journalists",
    defeat.INDEPENDENT: "Independent journalists",
}


@dataclass(frozen=True, slots=True)
class Negotiation:
    """The answer on a negotiation: points gathered, the chances to keep them, the mean result.

    gathered is the number of points if the negotiation lasts, lasts and cancelled the chances that it lasts and that
    the last die cancels the points, expected and enemy_expected the means for the Regulars and the Irregulars. kept is
    the number of points gathered, multiplied if journalists watch.
    """

    gathered: int
    lasts: Fraction
    cancelled: Fraction
    expected: Number
    enemy_expected: Number
    price: int
    kept: int


@dataclass(frozen=True, slots=True)
class Talk:
    """What can come of a negotiation, journalists reckoned in.

    gathered: before the journalists; kept: what the Regulars are left with if it lasts and no die cancels it; times: how often
    their points count; enemy: what the Irregulars take if they open fire, which strikes the Regulars' points out; lasts and
    cancelled: the chances.
    """

    gathered: Cited
    kept: int
    times: Cited | None
    enemy: int
    lasts: Fraction
    cancelled: Fraction

    @property
    def spread(self) -> Distribution[int]:
        """The Regulars' points in the end."""
        kept = self.lasts * (1 - self.cancelled)
        return Distribution.weighted([(self.kept, kept), (0, 1 - kept)])

    @property
    def enemy_spread(self) -> Distribution[int]:
        """The Irregulars' points in the end."""
        return Distribution.weighted([(0, self.lasts), (self.enemy, 1 - self.lasts)])


@question(
    "bn/negotiation?force=regulars&level=3&turns=2&breaks=0&media=none",
    "bn/negotiation?force=regulars&level=2&turns=5&breaks=1&media=none",
    "bn/negotiation?force=secret&level=4&turns=4&breaks=2&media=embedded",
    "bn/negotiation?force=regulars&level=1&turns=6&breaks=0&media=independent",
    "bn/negotiation?force=special&level=4&turns=3&breaks=0&media=none",
)
def negotiation(
    r: Reader,
    *,
    force: Annotated[str, Choice(FORCES, label="Who negotiates")],
    level: Annotated[int, Count(1, 4, default=2, label="Negotiation level")],
    turns: Annotated[int, Count(1, 12, default=4, label="Turns it is meant to last")],
    breaks: Annotated[
        int,
        Count(
            0,
            5,
            default=1,
            unit="in 6",
            label="Chance a turn that they open fire",
            help="Your guess of the Irregulars' patience.",
        ),
    ],
    media: Annotated[str, Choice(WATCHED, label="Watched by")],
) -> Breakdown[Negotiation]:
    """What does it cost to talk for so many turns, and what is left of it in the end?"""
    w = Working(r)
    w.note("announced before the first Initiative", "army.negotiation-when")
    w.note(f"both sides keep {r.int('army.negotiation-15cm')} cm apart", "army.negotiation-15cm")
    open_to = force == SECRET or (force == SPECIAL and r.holds("negotiation-4", "special-forces"))
    if level >= r.int("army.negotiation-level4") and not open_to:
        w.refuse(
            f"Level {level} is not for {FORCES[force]}: it is for MSU and Secret Services.", "army.negotiation-level4"
        )
    talk = _talk(r, level, turns, breaks, media)
    _tell(w, talk, f"points gathered in {counted(turns, 'turn')} at level {level}", media)
    w.then("chance that it lasts", talk.lasts, "army.negotiation-broken")
    w.then(f"chance that the last die shows {level} or less and cancels", talk.cancelled, "army.negotiation-end")
    w.then("points left to the Regulars, on average", talk.spread.mean, "army.negotiation-per-turn")
    price = defeat.talk_cell(r, level, "cost")
    w.then("points the skill costs when the force is bought", price)
    defeat.tell_example(w, level)
    expected, enemy = talk.spread.mean, talk.enemy_spread.mean
    left = f"{talk.kept} points for {counted(turns, 'turn')} of talk, {write_mean(expected)} left on average"
    return w.answer(
        Negotiation(talk.gathered.whole, talk.lasts, talk.cancelled, expected, enemy, price.whole, talk.kept),
        headline=f"{left}; the Irregulars take {write_mean(enemy)} on average" if breaks else left,
        distribution=talk.spread,
        exhibits=_pictures(r, talk, turns, breaks, media),
    )


@simulation
def throw_negotiation(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw for the Irregulars' patience turn by turn, then the last die; return points kept."""
    text = r.text("army.negotiation-end")
    level, turns, breaks = inputs["level"], inputs["turns"], inputs["breaks"]
    talk = _talk(r, level, turns, breaks, inputs["media"])
    broken = (dice.roll_each(text, count, turns) <= breaks).any(axis=1)
    cancelled = dice.roll(text, count) <= level
    return np.where(broken | cancelled, 0, talk.kept)


def _talk(r: Reader, level: int, turns: int, breaks: int, media: str) -> Talk:
    """Return what can come of a negotiation at that level over the given number of turns.

    breaks is the number of faces of a die on which the Irregulars open fire in a turn; media says which journalists
    watch.
    """
    gathered = defeat.talk_points(r, level, turns)
    price, first = (
        r.int("army.negotiation-broken"),
        defeat.misfortune(r, "first-fire", words="opened fire first").points,
    )
    found = defeat.multipliers(r, media)
    times = found.plain.whole if found else 1
    spared = found is not None and r.holds("media-negotiation", "untouched")
    return Talk(
        gathered,
        gathered.whole * (1 if spared else times),
        found.plain if found else None,
        price + first,
        (1 - defeat.cancels(r, breaks)) ** turns,
        defeat.cancels(r, level),
    )


def _tell(w: Working, talk: Talk, label: str, media: str) -> None:
    """Add the steps from the points gathered to the points at stake."""
    w.start(label, talk.gathered)
    if talk.times is not None and talk.kept == talk.gathered.whole:
        w.note("points of a negotiation are not multiplied", talk.times.rule)
    elif talk.times is not None:
        w.times(f"{WATCHED[media].lower()} watch", talk.times)
    first = defeat.misfortune(w.reader, "first-fire", words="opened fire first").points
    fined = f"they take {talk.enemy - first}"
    w.note(f"if the Irregulars open fire, these points are struck out and {fined}", "army.negotiation-broken")
    w.note(f"and {first} more for firing first", "army.negotiation-broken-extra")


def _by_level(r: Reader, breaks: int, media: str, most: int) -> dict[str, list[tuple[int, Number]]]:
    """Return, for every level, the mean points left after each number of turns up to most.

    Levels with the same results share a line.
    """
    levels = [r.cell("negotiation", row.key, "level").whole for row in r.rows("negotiation")]
    counts = range(1, most + 1)
    alike = lists_by_key(
        (tuple((turns, _talk(r, level, turns, breaks, media).spread.mean) for turns in counts), str(level))
        for level in levels
    )
    return {f"level{'s' if len(levels) > 1 else ''} {listed(levels, 'and')}": [*line] for line, levels in alike.items()}


def _pictures(r: Reader, talk: Talk, turns: int, breaks: int, media: str) -> list[Exhibit]:
    most = max(turns, len(r.dice("army.negotiation-end").outcomes))
    lines = _by_level(r, breaks, media, most)
    return [
        Curves(
            "Defeat Points left to the Regulars on average, by level and turns",
            "Turns of talk",
            "Defeat Points",
            lines,
            chance=False,
            here=turns,
            sets="turns",
            name="by level",
            own=next((name for name, line in lines.items() if (turns, talk.spread.mean) in line), ""),
        ),
        Bars(
            "Defeat Points in the end",
            "Defeat Points",
            {"Regulars": talk.spread, "Irregulars": talk.enemy_spread},
            name="in the end",
        ),
    ]
