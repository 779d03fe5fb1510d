"""Moving while hidden, section 7.0: how far a man may creep unseen, and how far failed looks let him go."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown
from drillbook.chains import Chain
from drillbook.dice import Distribution, total
from drillbook.exact import write_mean, write_number
from drillbook.exhibits import Bars, Curves, Disc, Exhibit, Figure, Mark, Spot, Tabletop
from drillbook.kinds import Count, Flag, Length
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.render.odds import percent
from drillbook.rulesets.breaking_news._sighting import chance_of, settled, table_number

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Number = int | Fraction


@dataclass(frozen=True, slots=True)
class FreeMoves:
    """What the first observer needs, the chance that he is seen, and the centimetres he gets for nothing: mean and most."""

    needed: Number
    seen: Fraction
    mean: Fraction
    most: int


@dataclass(frozen=True, slots=True)
class _Way:
    """How far he has gone for nothing, and whether somebody has seen him."""

    gone: int = 0
    seen: bool = False


@question(
    "breaking_news",
    "free-moves",
    examples=[
        "bn/free-moves?observers=3&distance=40&change=0&away=no&stop=yes",
        "bn/free-moves?observers=4&distance=15&change=1&away=yes&stop=no",
        "bn/free-moves?observers=5&distance=90&change=-1&away=yes&stop=yes",
    ],
)
def free_moves(
    r: Reader,
    /,
    *,
    observers: Annotated[int, Count(1, 8, default=3, label="Observers", help="They look one after another.")],
    distance: Annotated[Number, Length(0, 100, default=40, label="Distance")],
    change: Annotated[int, Count(-3, 6, default=0, label="Modifiers together")],
    away: Annotated[bool, Flag(default=False, label="He makes off straight away from them")],
    stop: Annotated[bool, Flag(default=True, label="They stop looking once one has seen him")],
) -> Breakdown[FreeMoves]:
    """What do failed looks cost: how far does the hidden man move for nothing?"""
    w = Working(r)
    step = r.int("sighting.bonus-move")
    first = table_number(r, distance)
    looks = observers * r.int("sighting.once")
    need = _need(r, distance, change)
    if first is not None:
        w.start("by the table", first)
        if change:
            w.add("modifiers together", Cited(change, r.cite("sighting.table")))
    w.then("chance of the first look", Cited(_chance(r, distance, change), r.cite("sighting.roll")))
    w.then("looks, one after another", Cited(looks, r.cite("sighting.several")))
    w.then("free centimetres for each that fails", "sighting.bonus-move")
    w.note("and again for each further one", "sighting.bonus-repeat")
    w.note(f"{r.int('sighting.once')} look for each observer", "sighting.once")
    flow = _flow(r, distance, change, away, stop, looks)
    gone = flow[-1].map(lambda way: way.gone)
    seen = flow[-1].chance(lambda way: way.seen)
    w.then("chance that somebody sees him", Cited(percent(seen), r.cite("sighting.several")))
    w.then("free centimetres on average", Cited(write_mean(gone.mean), r.cite("sighting.bonus-repeat")))
    value = FreeMoves(0 if need is None else need, seen, gone.mean, max(gone))
    at = range(1, looks + 1)
    by_look = [(look, flow[look].chance(lambda way: way.seen)) for look in at]
    pictures: list[Exhibit] = [
        Bars("How far he moves for nothing", "cm", {"": gone}, Mark(step, "a free move or more"), name="free"),
        Curves("The chance that he has been seen, look by look", "Looks", "Seen", {"seen": by_look}, name="looks"),
        _tabletop(distance, flow[-1], away),
    ]
    return w.answer(
        value,
        headline=_cost(value),
        chance=seen,
        distribution=gone,
        exhibits=pictures,
    )


@simulation("breaking_news", "free-moves")
def throw_free_moves(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Every look thrown, one after another: the centimetres moved for nothing."""
    import numpy as np

    step = r.int("sighting.bonus-move")
    looks = inputs["observers"] * r.int("sighting.once")
    distance, change = inputs["distance"], inputs["change"]
    gone, seen = np.zeros(count, dtype=int), np.zeros(count, dtype=bool)
    for _ in range(looks):
        known = {
            int(way): _need(r, distance + way if inputs["away"] else distance, change) for way in set(gone.tolist())
        }
        possible = np.array([known[way] is not None for way in gone.tolist()])
        need = np.array([float(known[way] or 0) for way in gone.tolist()])
        rolled = dice.roll(r.text("sighting.roll"), count)
        looked = possible & ~(seen & inputs["stop"])
        gone = gone + step * (looked & (rolled < need))
        seen = seen | (looked & (rolled >= need))
    return gone


def _flow(
    r: Reader, distance: Number, change: int, away: bool, stop: bool, looks: int
) -> tuple[Distribution[_Way], ...]:
    """Where he is and whether he has been seen, at the start and after each look."""
    step = r.int("sighting.bonus-move")

    def look(way: _Way) -> Distribution[_Way]:
        here = distance + way.gone if away else distance
        if (way.seen and stop) or table_number(r, here) is None:
            return Distribution.sure(way)
        chance = _chance(r, here, change)
        return Distribution.weighted(((_Way(way.gone, True), chance), (_Way(way.gone + step, way.seen), 1 - chance)))

    return Chain(_Way(), look).flow(looks)


def _need(r: Reader, distance: Number, change: int) -> Number | None:
    """What must be rolled at a distance; None where the table has nothing."""
    number = table_number(r, distance)
    return None if number is None else settled(r, number.amount + change)  # type: ignore[operator]


def _chance(r: Reader, distance: Number, change: int) -> Fraction:
    need = _need(r, distance, change)
    return Fraction(0) if need is None else chance_of(r, need)


def _cost(value: FreeMoves) -> str:
    if not value.most:
        return "No free move: the first look sees him"
    end = f"seen {percent(value.seen)}" if value.seen else "nobody sees him"
    return f"On average {write_mean(value.mean)} cm for nothing, {value.most} cm at most; {end}"


def _tabletop(distance: Number, ways: Distribution[_Way], away: bool) -> Tabletop:
    """The observers, the man, and where he may have got to."""
    gone = ways.map(lambda way: way.gone)
    figures = [Figure(0, 0, "observers", "own"), Figure(0, distance, "hidden man", "enemy")]
    if away:
        spots = [Spot(0, distance + way, chance) for way, chance in gone.items()]
        return Tabletop("Where he may have got to", "cm", spots=spots, figures=figures, name="ground")
    rings = [Disc(0, distance, way, f"{way} cm", "range") for way in gone if way]
    return Tabletop("How far he may have got in any direction", "cm", discs=rings, figures=figures, name="ground")


@dataclass(frozen=True, slots=True)
class Creep:
    """The chance to come so far and stay hidden, and the distance he may creep in all: mean and most."""

    hidden: Fraction
    mean: Fraction
    most: int


@question(
    "breaking_news",
    "hidden-move",
    examples=["bn/hidden-move?distance=3&turns=1&fires=no", "bn/hidden-move?distance=6&turns=4&fires=no"],
)
def hidden_move(
    r: Reader,
    /,
    *,
    distance: Annotated[Number, Length(0, 20, default=3, label="Way to creep")],
    turns: Annotated[int, Count(1, 6, default=1, label="Turns he takes")],
    fires: Annotated[bool, Flag(default=False, label="He fires on the way")],
) -> Breakdown[Creep]:
    """How far may a man creep and stay hidden?"""
    w = Working(r)
    one = _one_turn(r)
    w.start("a hidden man moves", r.cited("sighting.hidden-move", "base"))
    w.then("less the roll of", r.cited("sighting.hidden-move", "dice"))
    w.note("and never less than nothing", "sighting.hidden-move-floor")
    w.then("on average in a turn", Cited(one.mean, r.cite("sighting.hidden-move")))
    whole = total([one] * turns)
    if turns > 1:
        w.then(f"on average in {turns} turns", Cited(whole.mean, r.cite("sighting.hidden-move")))
    chance = Fraction(0) if fires else whole.at_least(distance)
    if fires:
        w.note("a man who means to stay hidden does not fire", "sighting.hidden-no-fire")
    w.note("whoever fires or goes farther than that is sighted without a roll", "sighting.auto-sighted")
    w.then(f"chance to come {write_number(distance)} cm unseen", Cited(chance, r.cite("sighting.auto-sighted")))
    value = Creep(chance, whole.mean, max(whole))
    by_turn = [(turn, Fraction(0) if fires else total([one] * turn).at_least(distance)) for turn in range(1, turns + 1)]
    pictures: list[Exhibit] = [
        Bars("How far he may creep", "cm", {"": whole}, Mark(distance, "as far as he wants"), name="way"),
        Curves("The chance to be there unseen, turn by turn", "Turn", "There", {"there": by_turn}, name="turns"),
    ]
    return w.answer(
        value, headline=_told(value, distance, turns, fires), chance=chance, distribution=whole, exhibits=pictures
    )


@simulation("breaking_news", "hidden-move")
def throw_hidden_move(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The dice of every turn thrown: the centimetres he may creep in all."""
    import numpy as np

    rolled = dice.roll_each(r.text("sighting.hidden-move", "dice"), count, inputs["turns"])
    crept = np.maximum(r.int("sighting.hidden-move", "base") - rolled, r.int("sighting.hidden-move-floor"))
    return crept.sum(axis=1)


def _one_turn(r: Reader) -> Distribution[int]:
    move, floor = r.formula("sighting.hidden-move"), r.int("sighting.hidden-move-floor")
    return r.dice("sighting.hidden-move", "dice").map(lambda rolled: max(floor, int(move(R=rolled))))


def _told(value: Creep, distance: Number, turns: int, fires: bool) -> str:
    way = f"{write_number(distance)} cm"
    span = f"in {turns} turns" if turns > 1 else "in a turn"
    if fires:
        return "Sighted at once: he has fired"
    if not value.hidden:
        return f"Too far: {span} he creeps {value.most} cm at most, and whoever goes farther is sighted"
    if value.hidden == 1:
        return f"{way} {span}: he stays hidden"
    return f"{way} {span} and still hidden: {percent(value.hidden) if turns > 1 else value.hidden}"
