"""Negotiation: points taken for quiet turns, gambled on the enemy's patience and on one last die."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import Distribution
from drillbook.exact import Number, write_mean
from drillbook.exhibits import Bars, Curves, Exhibit
from drillbook.kinds import Choice, Count
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._defeat import (
    EMBEDDED,
    INDEPENDENT,
    NONE,
    cancels,
    misfortune,
    multipliers,
    talk_points,
)

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

REGULARS, SPECIAL, SECRET = "regulars", "special", "secret"
FORCES = {REGULARS: "Regulars", SPECIAL: "Special Forces", SECRET: "MSU or Secret Services"}
MEDIA = {NONE: "Nobody", EMBEDDED: "Embedded journalists", INDEPENDENT: "Independent journalists"}


@dataclass(frozen=True, slots=True)
class Negotiation:
    """A negotiation: points gathered if it lasts, the chances that it lasts and that the last die cancels, what is left on average."""

    gathered: int
    lasts: Fraction
    cancelled: Fraction
    expected: Number
    enemy_expected: Number
    price: int


@dataclass(frozen=True, slots=True)
class Stakes:
    """What can come of it, for the Regulars if it lasts and if it is broken off, and for the Irregulars if they break it off."""

    kept: int
    broken: int
    enemy: int


@question(
    "breaking_news",
    "negotiation",
    examples=[
        "bn/negotiation?force=regulars&level=3&turns=2&breaks=0&media=none",
        "bn/negotiation?force=regulars&level=2&turns=5&breaks=1&media=none",
        "bn/negotiation?force=secret&level=4&turns=4&breaks=2&media=embedded",
        "bn/negotiation?force=regulars&level=1&turns=6&breaks=0&media=independent",
        "bn/negotiation?force=special&level=4&turns=3&breaks=0&media=none",
    ],
)
def negotiation(
    r: Reader,
    /,
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
    media: Annotated[str, Choice(MEDIA, label="Watched by")],
) -> Breakdown[Negotiation] | Refusal:
    """What does it cost to talk for so many turns, and what is left of it in the end?"""
    w = Working(r)
    w.note("announced before the first Initiative", "army.negotiation-when")
    w.note(f"both sides keep {r.int('army.negotiation-15cm')} cm apart", "army.negotiation-15cm")
    top = r.int("army.negotiation-level4")
    if level >= top and not _open_to(r, force):
        return w.refuse(
            f"Level {level} is not for {FORCES[force]}: it is for MSU and Secret Services.", "army.negotiation-level4"
        )
    gathered = talk_points(r, level, turns)
    assert isinstance(gathered.amount, int)
    w.start(f"points gathered in {_turns(turns)} at level {level}", gathered)
    stakes = _stakes(r, gathered.amount, media)
    _explain(r, w, stakes, gathered.amount, media)
    lasts = (1 - _breaks(r, breaks)) ** turns
    w.then("chance that it lasts", Cited(lasts, r.cite("army.negotiation-broken")))
    cancelled = cancels(r, level)
    w.then(
        f"chance that the last die shows {level} or less and cancels", Cited(cancelled, r.cite("army.negotiation-end"))
    )
    spread = _spread(stakes, lasts, cancelled)
    expected = spread.mean
    w.then("points left to the Regulars, on average", Cited(expected, r.cite("army.negotiation-per-turn")))
    row = next(row.key for row in r.rows("negotiation") if row.cells["level"] == level)
    price = r.cell("negotiation", row, "cost")
    assert isinstance(price.amount, int)
    w.then("points the skill costs when the force is bought", price)
    _own_example(r, w, level, turns)
    told = Negotiation(gathered.amount, lasts, cancelled, expected, (1 - lasts) * stakes.enemy, price.amount)
    return w.answer(
        told,
        headline=_headline(told, stakes, turns),
        distribution=spread,
        exhibits=_pictures(r, media, turns, breaks, spread, stakes, lasts),
    )


@simulation("breaking_news", "negotiation")
def throw_negotiation(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The Irregulars' patience thrown for turn by turn, then the last die."""
    import numpy as np

    text = r.text("army.negotiation-end")
    level, turns = inputs["level"], inputs["turns"]
    gathered = talk_points(r, level, turns).amount
    assert isinstance(gathered, int)
    stakes = _stakes(r, gathered, inputs["media"])
    broken = (dice.roll_each(text, count, turns) <= inputs["breaks"]).any(axis=1)
    cancelled = dice.roll(text, count) <= level
    return np.where(broken, stakes.broken, np.where(cancelled, 0, stakes.kept))


def _open_to(r: Reader, force: str) -> bool:
    return force == SECRET or (force == SPECIAL and r.reading("negotiation-4") == "B")


def _breaks(r: Reader, breaks: int) -> Fraction:
    return r.dice("army.negotiation-end").at_most(breaks)


def _stakes(r: Reader, gathered: int, media: str) -> Stakes:
    """What each side takes in each case, journalists reckoned in."""
    price = r.cited("army.negotiation-broken").amount
    first = misfortune(r, "first-fire", 1)
    assert isinstance(price, int)
    to_regulars = r.reading("negotiation-accept") == "B"
    enemy = first.points if to_regulars else price + first.points
    times = multipliers(r, media)
    plain = 1 if times is None else times.plain.amount
    assert isinstance(plain, int)
    spared = times is not None and r.reading("media-negotiation") == "B"
    return Stakes(gathered if spared else gathered * plain, price * plain if to_regulars else 0, enemy)


def _explain(r: Reader, w: Working, stakes: Stakes, gathered: int, media: str) -> None:
    """The steps from the points gathered to what is at stake."""
    times = multipliers(r, media)
    if times is not None and stakes.kept == gathered:
        w.note("points of a negotiation are not multiplied", times.plain.rule)
    elif times is not None:
        w.times(f"{MEDIA[media].lower()} watch", times.plain)
    first = misfortune(r, "first-fire", 1)
    fined, more = f"they take {r.int('army.negotiation-broken')}", f"and {first.points} more for firing first"
    if stakes.broken:
        fined, more = f"the Regulars take {stakes.broken}", f"and they take {first.points} for firing first"
    w.note(f"if the Irregulars open fire, these points are struck out and {fined}", "army.negotiation-broken")
    w.note(more, "army.negotiation-broken-extra")


def _spread(stakes: Stakes, lasts: Fraction, cancelled: Fraction) -> Distribution[int]:
    return Distribution.weighted(
        [(stakes.kept, lasts * (1 - cancelled)), (0, lasts * cancelled), (stakes.broken, 1 - lasts)]
    )


def _turns(turns: int) -> str:
    return f"{turns} turn{'' if turns == 1 else 's'}"


def _headline(told: Negotiation, stakes: Stakes, turns: int) -> str:
    left = f"{stakes.kept} points for {_turns(turns)} of talk, {write_mean(told.expected)} left on average"
    if told.lasts == 1:
        return left
    return f"{left}; the Irregulars take {write_mean(told.enemy_expected)}"


def _own_example(r: Reader, w: Working, level: int, turns: int) -> None:
    """Says so where the form stands on the negotiation the source tells of."""
    told = {part: r.int("army.negotiation-example", part) for part in ("level", "first", "second", "broken")}
    steps = (told["first"], told["second"])
    if level == told["level"] and turns <= len(steps):
        now = steps[turns - 1]
        w.note(
            f"the source's own example: {now} points by then, and {told['broken']} to those who break it",
            "army.negotiation-example",
        )


def _by_level(r: Reader, media: str, breaks: int, most: int) -> dict[str, list[tuple[int, Number]]]:
    """For every level the points left on average after each number of turns; levels that are alike share a line."""
    lines: list[tuple[list[int], list[tuple[int, Number]]]] = []
    for row in r.rows("negotiation"):
        level = row.cells["level"]
        assert isinstance(level, int)
        points: list[tuple[int, Number]] = []
        for turns in range(1, most + 1):
            gathered = talk_points(r, level, turns).amount
            assert isinstance(gathered, int)
            stakes = _stakes(r, gathered, media)
            lasts = (1 - _breaks(r, breaks)) ** turns
            points.append((turns, _spread(stakes, lasts, cancels(r, level)).mean))
        alike = next((levels for levels, line in lines if line == points), None)
        if alike is None:
            lines.append(([level], points))
        else:
            alike.append(level)
    return {f"level{'s' if len(levels) > 1 else ''} {' and '.join(map(str, levels))}": line for levels, line in lines}


def _pictures(
    r: Reader, media: str, turns: int, breaks: int, spread: Distribution[int], stakes: Stakes, lasts: Fraction
) -> list[Exhibit]:
    most = max(turns, len(r.dice("army.negotiation-end").outcomes))
    enemy = Distribution.weighted([(0, lasts), (stakes.enemy, 1 - lasts)])
    return [
        Curves(
            "Defeat Points left to the Regulars on average, by level and turns",
            "Turns of talk",
            "Defeat Points",
            _by_level(r, media, breaks, most),
            chance=False,
            here=turns,
            name="by level",
        ),
        Bars("Defeat Points in the end", "Defeat Points", {"Regulars": spread, "Irregulars": enemy}, name="in the end"),
    ]
