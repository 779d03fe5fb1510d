"""Journalists: how far they move, and whether the Irregulars lay hands on one."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Exhibit
from drillbook.maths import Distribution, Number, Thrower, likely, np, write_number
from drillbook.rulesets.breaking_news.common.defeat import (
    BLUE,
    EMBEDDED,
    INDEPENDENT,
    Line,
    journalists_cost,
    misfortune,
    multipliers,
)

CAPTURED, FREE = "captured", "free"


@dataclass(frozen=True, slots=True)
class Chase:
    """A journalist and the Irregular who pursues him, with their distances in cm.

    thrown states whether the journalist's own move is thrown for.
    """

    kind: str
    distance: Number
    man: Number
    away: Number
    thrown: bool

    def gap(self, score: int) -> Number:
        """Return the distance left between the two after both moves; 0 or less means they touch.

        score is what the journalist's dice show, if he throws any.
        """
        if self.kind == INDEPENDENT:
            return self.distance - score - self.man
        return self.distance + (min(self.away, score) if self.thrown else self.away) - self.man

    def caught(self, dice: Distribution[int]) -> Fraction:
        """Return the chance that the Irregular touches the journalist."""
        return dice.chance(lambda score: self.gap(score) <= 0)


@dataclass(frozen=True, slots=True)
class Journalist:
    """The answer on a journalist: his farthest move, the chance that he is captured, the points.

    points is what his capture gives, and counted is what these points count as.
    """

    greatest_move: int
    captured: Fraction
    points: int
    counted: int


@question(
    "bn/journalist?kind=independent&distance=32&man=25",
    "bn/journalist?kind=independent&distance=8&man=0",
    "bn/journalist?kind=embedded&distance=15&man=25&away=20",
    "bn/journalist?kind=embedded&distance=10&man=15&away=0",
)
def journalist(
    r: Reader,
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
) -> Breakdown[Journalist]:
    """Is the journalist captured this turn?"""
    w = Working(r)
    r.cite("army.media-kinds")
    r.cite("army.media-when")
    w.start("cm to the nearest Irregular", distance, "army.media-capture")
    chase = Chase(kind, distance, man, away, kind == INDEPENDENT or r.holds("media-move", "all-journalists"))
    dice, run = r.dice("army.media-move"), r.cell("actions", "run", "reach")
    if kind == INDEPENDENT:
        w.note(f"the Irregular player moves him {r.text('army.media-move')} cm towards his man", "army.media-move")
        w.note("which is what makes him easy prey", "army.independent-capture")
    elif chase.thrown:
        w.note(f"he is led away, but no farther than {r.text('army.media-move')} cm", "army.media-move")
    elif away:
        w.add("led away as fast as infantry goes", away, "army.media-kinds")
    w.subtract("the Irregular's move", man, run.rule)
    if kind == INDEPENDENT and w.total > 0:
        w.note(f"so the dice must show {write_number(w.total)} or more", "army.media-move")
    chance = chase.caught(dice)
    w.then("chance that they touch", chance, "army.media-capture")
    price = _price(w, kind)
    farthest = max(dice.outcomes) if chase.thrown else run.whole
    spread = Distribution({CAPTURED: chance, FREE: 1 - chance})
    return w.answer(
        Journalist(farthest, chance, price.points, w.whole),
        headline=_headline(chance, f"{w.whole} Defeat Points of the {_loser(r)}"),
        chance=chance,
        distribution=spread if chase.thrown else None,
        exhibits=_pictures(chase, dice, run.whole, spread),
    )


@simulation
def throw_journalist(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw for the journalist's own move and return whether the Irregular captures him.

    He is captured if no distance is left after both have moved.
    """
    rolled = dice.roll(r.text("army.media-move"), count)
    left = float(inputs["distance"]) - float(inputs["man"])
    gap = left - rolled if inputs["kind"] == INDEPENDENT else left + np.minimum(rolled, float(inputs["away"]))
    return np.where(gap <= 0, CAPTURED, FREE)


def _price(w: Working, kind: str) -> Line:
    """Add the steps to what a captured journalist counts as, and return his line of the points.

    If journalists are present, the Regulars' points are multiplied.
    """
    line, times = misfortune(w.reader, "journalist"), multipliers(w.reader, kind)
    w.then(f"Defeat Points of the {_loser(w.reader)} if he is captured", line.points, line.rule)
    if times is not None and journalists_cost(w.reader) == BLUE:
        w.times("as all the Regulars' points count where journalists are about", times.plain)
    return line


def _loser(r: Reader) -> str:
    return "Regulars" if journalists_cost(r) == BLUE else "Irregulars"


def _headline(chance: Fraction, price: str) -> str:
    if chance in (0, 1):
        return f"Captured, for {price}" if chance else "Out of their reach this turn"
    return f"Captured {likely(chance)}, which would be {price}"


def _pictures(chase: Chase, dice: Distribution[int], run: int, spread: Distribution[str]) -> list[Exhibit]:
    last = int(max(chase.distance, run + max(dice.outcomes)))
    points = [(far, replace(chase, distance=far).caught(dice)) for far in range(last + 1)]
    caption = f"Chance that he is captured by an Irregular who moves {write_number(chase.man)} cm"
    return [
        Curves(
            caption,
            "Distance (cm)",
            "Captured",
            {"captured": points},
            here=chase.distance,
            name="distance",
            sets="distance",
        ),
        Bars("The journalist", "What becomes of him", {"": spread}, name="fate"),
    ]
