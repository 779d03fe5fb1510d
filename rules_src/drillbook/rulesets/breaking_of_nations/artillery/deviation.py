"""Artillery: where a deviating round may come down, and which figures it then touches."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Flag, Length, Reader, Rows, Working, question, simulation
from drillbook.asking.exhibits import Bars, Disc, Figure, Spot, Tabletop
from drillbook.asking.exhibits.gestures import in_row
from drillbook.maths import Distribution, Number, Thrower, np, spoken, write_number
from drillbook.maths.dice import read_dice
from drillbook.maths.geometry import Point, landing
from drillbook.rulesets.breaking_of_nations.artillery import _flight as flying
from drillbook.rulesets.breaking_of_nations.artillery import _guns as guns
from drillbook.rulesets.breaking_of_nations.artillery._flight import CHAIN, CRITICAL, DIRECT, INDIRECT, ORDINARY
from drillbook.rulesets.breaking_of_nations.common.bases import keep_apart
from drillbook.rulesets.breaking_of_nations.common.inputs import half_inches
from drillbook.rulesets.breaking_of_nations.common.template import covers, throw_under

ENEMY, FRIEND = "enemy", "friend"
#: What the headline's chance is given, by the deviation asked for.
GIVEN = {
    CHAIN: "First figure touched",
    ORDINARY: "Given an ordinary deviation, first figure touched",
    CRITICAL: "Given a critical miss, first figure touched",
}

Row = tuple[Number, Number, Number, str]
#: Where a figure may stand, in inches from the target along the line of fire or across it.
SPOT = Length(-20, 20, default=0, step=Fraction(1, 10))


@dataclass(frozen=True, slots=True)
class Deviation:
    """The deviation of a round: who is touched, with which chance, and how far it strays.

    covered is the chance that the first figure is touched, friend that any friend is, and enemies the mean number of
    enemies touched. critical and stray are None for a round that does not deviate; friend is None if there is no friend.
    """

    covered: Fraction
    friend: Fraction | None
    enemies: Fraction
    critical: Fraction | None
    stray: Fraction | None


@question(
    "bon/deviation?piece=howitzer&ammunition=shell&fire=indirect&distance=24&error=0&roll=chain"
    "&figures=0,0,0.5,enemy;1.5,0.5,0.5,enemy;0,-4,0.5,friend",
    "bon/deviation?piece=heavy-gun&ammunition=shot&fire=indirect&distance=90&error=2&roll=chain&figures=0,0,0.5,enemy;0,-4,0.5,friend",
    "bon/deviation?piece=mortar&ammunition=shell&fire=indirect&distance=10&error=0&roll=ordinary&figures=0,0,0,enemy",
    "bon/deviation?piece=mortar&ammunition=shell&fire=indirect&distance=30&error=0&roll=critical&figures=0,0,0,enemy",
)
def deviation(
    r: Reader,
    *,
    piece: Annotated[str, Choice(table="artillery", where="piece", default="howitzer", label="Piece")],
    ammunition: Annotated[str, Choice(options=guns.AMMUNITION, default="shell", label="Ammunition", rules=guns.NAMED)],
    fire: Annotated[
        str,
        Choice(
            options={INDIRECT: "Indirect", DIRECT: "Direct"}, default=INDIRECT, label="Fire",
            unless={"piece": (guns.MORTAR,)}, why_not="A mortar fires indirectly.",
        ),
    ],
    missed: Annotated[
        bool, Flag(label="The dice missed", when={"fire": (DIRECT,)}, why_not="Indirect fire rolls for the place only.")
    ],
    distance: Annotated[Number, Length(0, 96, default=24, label="Distance to the target")],
    error: Annotated[
        Number,
        half_inches(
            "Guess is off by", 12, 0, low=-12, help="Positive: the guess is too far.", unless={"fire": (DIRECT,)},
            why_not="Direct fire guesses nothing.",
        ),
    ],
    roll: Annotated[
        str,
        Choice(
            options={CHAIN: "To be rolled", ORDINARY: "Ordinary", CRITICAL: "Critical miss"}, default=CHAIN, label="Deviation",
            help="Rolled and all, or the one that has already come up.",
        ),
    ],
    figures: Annotated[
        tuple[Row, ...],
        Rows(
            {
                "x": replace(SPOT, label="Across"),
                "y": replace(SPOT, label="Ahead"),
                "base": Length(0, 2, default=Fraction(1, 2), step=Fraction(1, 10), label="Base radius"),
                "side": Choice(options={ENEMY: "Enemy", FRIEND: "Friend"}, default=ENEMY, label="Side"),
            },
            low=1, high=8, noun="figure", label="Figures", help="Measured from the target, along the line of fire and across it.",
            default=(
                (0, 0, Fraction(1, 2), ENEMY), (Fraction(3, 2), Fraction(1, 2), Fraction(1, 2), ENEMY), (0, -4, Fraction(1, 2), FRIEND),
            ),
        ),
    ],
) -> Breakdown[Deviation]:  # fmt: skip
    """Where may this round come down, and whom does it touch?"""
    keep_apart(SPOT, figures)
    w = Working(r)
    flight = flying.send(r, w, piece, ammunition, fire, missed, distance, error, roll)
    lands = flight.strays or not missed
    places = (
        landing(flight.aim, flying.directions(r), flight.distances) if flight.strays else Distribution.sure(flight.aim)
    )
    under = {
        centre: [lands and covers(r, centre, Point(x, y), flight.radius, base) for x, y, base, _ in figures]
        for centre in places
    }
    each = [places.chance(lambda centre, i=i: under[centre][i]) for i in range(len(figures))]  # type: ignore[misc]
    sides = [row[-1] for row in figures]
    friend = places.chance(lambda centre: _count(under[centre], sides, FRIEND) > 0) if FRIEND in sides else None
    touched = places.map(lambda centre: _count(under[centre], sides, ENEMY))
    given = GIVEN[roll] if flight.strays else "First figure touched"
    friends = "" if friend is None else f"; any friend: {spoken(friend)}"
    nobody = "Touches nobody: its dice have missed, and direct fire does not deviate"
    astray = (flight.critical, flight.distances.mean) if flight.strays else (None, None)
    value = Deviation(each[0], friend, touched.mean, *astray)
    bars = Bars("How many enemies lie under the template", "Enemies", {"": touched}, name="enemies")
    exhibits: list[Tabletop | Bars] = [_map(r, flight, places if lands else None, figures, each), bars]
    if flight.strays:
        exhibits.append(Bars("How many inches the round strays", "Inches", {"": flight.distances}, name="stray"))
    return w.answer(
        value,
        headline=f"{given}: {spoken(each[0])}{friends}" if lands else nobody,
        chance=each[0],
        distribution=touched,
        exhibits=exhibits,
    )


def _count(under: list[bool], sides: list[str], side: str) -> int:
    """How many figures of one side are under the template."""
    return sum(is_under for is_under, of in zip(under, sides, strict=True) if of == side)


def _map(
    r: Reader, flight: flying.Flight, places: Distribution[Point] | None, figures: tuple[Row, ...], each: list[Fraction]
) -> Tabletop:
    """Return the table from above, with the figures and the places where the round may fall.

    The gun fires from below. places is None if the round touches nobody. each holds the chance of each figure.
    """
    shown = [
        Figure(x, y, f"{side} {number}", side, base, chance, in_row("figures", number))
        for number, ((x, y, base, side), chance) in enumerate(zip(figures, each, strict=True), start=1)
    ]
    if (flight.aim.x, flight.aim.y) not in [(x, y) for x, y, _, _ in figures]:
        shown.append(Figure(flight.aim.x, flight.aim.y, "laid here", "aim"))
    wide = write_number(flight.radius)
    if places is None:
        return Tabletop("The round touches nobody, and comes down nowhere that matters", r.ruleset.unit, figures=shown)
    return Tabletop(
        caption=f'Where the round may come down, seen from above and fired from below; it strikes within {wide}" of its place',
        unit=r.ruleset.unit,
        discs=[Disc(flight.aim.x, flight.aim.y, flight.radius)],
        spots=[Spot(place.x, place.y, chance) for place, chance in places.items()],
        figures=shown,
    )


@simulation
def lay(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll the place, the distance and the direction, and count the enemies under the template."""
    names = ("piece", "ammunition", "fire", "missed", "distance", "error", "roll")
    flight = flying.send(r, Working(r), *(inputs[name] for name in names))
    x, y = np.zeros(count), np.full(count, float(inputs["error"]))
    if flight.strays:
        far = np.where(
            flying.throw_wild(r, dice, count, inputs["roll"] if flight.critical else ORDINARY),
            dice.roll(flight.wild, count) + flight.plus,
            dice.roll(flight.ordinary, count),
        )
        die = r.text("artillery.direction", "dice")
        angle = (dice.roll(die, count) - r.int("artillery.direction", "ahead")) * (np.pi + np.pi) / read_dice(die)[-1]
        x, y = x + far * np.sin(angle), y + far * np.cos(angle)
    touched = np.zeros(count, dtype=int)
    if inputs["missed"] and not flight.strays:
        return touched
    for across, beyond, base, side in inputs["figures"]:
        if side == ENEMY:
            apart = np.hypot(x - float(across), y - float(beyond))
            touched += throw_under(r, apart, float(flight.radius), float(base))
    return touched
