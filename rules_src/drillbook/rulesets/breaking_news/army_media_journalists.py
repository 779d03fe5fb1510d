"""Journalists: how far they move, and whether the Irregulars lay hands on one."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import Distribution
from drillbook.exact import Number, write_number
from drillbook.exhibits import Bars, Curves, Exhibit
from drillbook.kinds import Choice, Length
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._chances import likely
from drillbook.rulesets.breaking_news._defeat import EMBEDDED, INDEPENDENT, misfortune, multipliers

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

CAPTURED, FREE = "captured", "free"
REGULARS, IRREGULARS = "Regulars", "Irregulars"


@dataclass(frozen=True, slots=True)
class Journalist:
    """A journalist: the farthest he may move, the chance that he is captured, the points for it, and what they count as."""

    greatest_move: int
    captured: Fraction
    points: int
    counted: int


@question(
    "breaking_news",
    "journalist",
    examples=[
        "bn/journalist?kind=independent&distance=32&man=25",
        "bn/journalist?kind=independent&distance=8&man=0",
        "bn/journalist?kind=embedded&distance=15&man=25&away=20",
        "bn/journalist?kind=embedded&distance=10&man=15&away=0",
    ],
)
def journalist(
    r: Reader,
    /,
    *,
    kind: Annotated[str, Choice({INDEPENDENT: "Independent", EMBEDDED: "Embedded"}, label="The journalist is")],
    distance: Annotated[Number, Length(0, 60, default=32, label="Nearest Irregular")],
    man: Annotated[Number, Length(0, 25, default=25, label="That Irregular moves")],
    away: Annotated[
        Number,
        Length(
            0,
            25,
            default=20,
            label="Regulars lead him away by",
            when={"kind": (EMBEDDED,)},
            why_not="The Irregular player moves him, towards his men.",
        ),
    ],
) -> Breakdown[Journalist] | Refusal:
    """Is the journalist captured this turn?"""
    w = Working(r)
    r.cite("army.media-kinds")
    r.cite("army.media-when")
    w.start("cm to the nearest Irregular", Cited(distance, r.cite("army.media-capture")))
    rolls = _rolls(r, kind)
    dice = r.dice("army.media-move")
    if kind == INDEPENDENT:
        w.note(f"the Irregular player moves him {r.text('army.media-move')} cm towards his man", "army.media-move")
        w.note("which is what makes him easy prey", "army.independent-capture")
    elif rolls:
        w.note(f"he is led away, but no farther than {r.text('army.media-move')} cm", "army.media-move")
    elif away:
        w.add("led away as fast as infantry goes", Cited(away, r.cite("army.media-kinds")))
    w.subtract("the Irregular's move", Cited(man, _run(r).rule))
    if kind == INDEPENDENT and w.total > 0:
        w.note(f"so the dice must show {write_number(w.total)} or more", "army.media-move")
    chance = dice.chance(lambda score: _gap(kind, distance, man, away, score if rolls else None) <= 0)
    w.then("chance that they touch", Cited(chance, r.cite("army.media-capture")))
    price = misfortune(r, "journalist", 1)
    counted = _price(r, w, kind)
    run = _run(r).amount
    assert isinstance(run, int)
    told = Journalist(max(dice.outcomes) if rolls else run, chance, price.points, counted)
    spread = Distribution({CAPTURED: chance, FREE: 1 - chance})
    return w.answer(
        told,
        headline=_headline(r, told),
        chance=chance,
        distribution=spread if rolls else None,
        exhibits=_pictures(r, kind, distance, man, away, spread),
    )


@simulation("breaking_news", "journalist")
def throw_journalist(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The journalist's own move thrown, and what is left of the distance after both have moved."""
    import numpy as np

    rolled = dice.roll(r.text("army.media-move"), count)
    left = float(inputs["distance"]) - float(inputs["man"])
    gap = left - rolled if inputs["kind"] == INDEPENDENT else left + np.minimum(rolled, float(inputs["away"]))
    return np.where(gap <= 0, CAPTURED, FREE)


def _rolls(r: Reader, kind: str) -> bool:
    """Whether that journalist's move is thrown for."""
    return kind == INDEPENDENT or r.reading("media-move") == "B"


def _run(r: Reader) -> Cited:
    return r.cell("actions", "run", "reach")


def _gap(kind: str, distance: Number, man: Number, away: Number, score: int | None) -> Number:
    """What is left between the two after both have moved; score is what the journalist's dice show, if he throws any."""
    if kind == INDEPENDENT:
        assert score is not None
        return distance - score - man
    return distance + (away if score is None else min(away, score)) - man


def _price(r: Reader, w: Working, kind: str) -> int:
    """What a captured journalist counts as: the Regulars' points count more often in front of journalists, his own included."""
    price = misfortune(r, "journalist", 1)
    w.then(f"Defeat Points of the {_loser(r)} if he is captured", Cited(price.points, price.rule))
    times = multipliers(r, kind)
    if times is not None and _loser(r) == REGULARS:
        w.times("as all the Regulars' points count where journalists are about", times.plain)
    assert isinstance(w.total, int)
    return w.total


def _loser(r: Reader) -> str:
    """Who takes the points for a captured journalist, by the ruling."""
    return REGULARS if r.reading("journalist-owner") == "A" else IRREGULARS


def _headline(r: Reader, told: Journalist) -> str:
    if not told.captured:
        return "Out of their reach this turn"
    many = "" if told.captured == 1 else f" {likely(told.captured)}"
    return f"Captured{many}, for {told.counted} Defeat Points of the {_loser(r)}"


def _pictures(
    r: Reader, kind: str, distance: Number, man: Number, away: Number, spread: Distribution[str]
) -> list[Exhibit]:
    rolls = _rolls(r, kind)
    dice = r.dice("army.media-move")
    run = _run(r).amount
    assert isinstance(run, int)
    last = int(max(distance, run + max(dice.outcomes)))
    points = [
        (far, dice.chance(lambda score: _gap(kind, far, man, away, score if rolls else None) <= 0))  # noqa: B023
        for far in range(last + 1)
    ]
    caption = f"Chance that he is captured by an Irregular who moves {write_number(man)} cm"
    return [
        Curves(caption, "Distance (cm)", "Captured", {"captured": points}, here=distance, name="distance"),
        Bars("The journalist", "What becomes of him", {"": spread}, name="fate"),
    ]
