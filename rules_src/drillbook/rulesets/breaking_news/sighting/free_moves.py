"""What failed looks cost, section 7.0: how far they let a hidden man go for nothing."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Count, Flag, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Disc, Exhibit, Figure, Mark, Spot, Tabletop
from drillbook.asking.exhibits.gestures import ahead
from drillbook.maths import Chain, Distribution, Number, Thrower, np, spoken, write_mean
from drillbook.rulesets.breaking_news.sighting._sighting import chance_of, need_at, table_number


@dataclass(frozen=True, slots=True)
class FreeMoves:
    """The answer on free moves: what the first look needs, the chance to be seen, the free cm.

    needed is None if nothing can be seen. mean and most are the mean and the greatest free distance, in cm.
    """

    needed: Number | None
    seen: Fraction
    mean: Fraction
    most: int


@dataclass(frozen=True, slots=True)
class Way:
    """How far he has gone for nothing, and whether somebody has seen him."""

    gone: int = 0
    seen: bool = False


@dataclass(frozen=True, slots=True)
class Looks:
    """The observers' looks at a man: their number, distance and modifiers, and what ends them.

    away: he moves straight away from them. stop: they stop once one has seen him. step: the cm of one free move.
    """

    number: int
    distance: Number
    change: int
    away: bool
    stop: bool
    step: int

    def from_here(self, way: Way) -> Number:
        """How far off he is by now."""
        return self.distance + way.gone if self.away else self.distance

    def flow(self, r: Reader) -> tuple[Distribution[Way], ...]:
        """Where he is and whether he has been seen, at the start and after each look."""

        def look(way: Way) -> Distribution[Way]:
            need = need_at(r, self.from_here(way), self.change)
            if (way.seen and self.stop) or need is None:
                return Distribution.sure(way)
            chance, missed = chance_of(r, need), Way(way.gone + self.step, way.seen)
            return Distribution.weighted(((Way(way.gone, True), chance), (missed, 1 - chance)))

        return Chain(Way(), look).flow(self.number)


@question(
    "bn/free-moves?observers=3&distance=40&change=0&away=no&stop=yes",
    "bn/free-moves?observers=4&distance=15&change=1&away=yes&stop=no",
    "bn/free-moves?observers=5&distance=90&change=-1&away=yes&stop=yes",
)
def free_moves(
    r: Reader,
    *,
    observers: Annotated[int, Count(1, 8, default=3, label="Observers", help="They look one after another.")],
    distance: Annotated[Number, Length(0, 120, default=40, label="Distance", bands=("sighting/upto",))],
    change: Annotated[int, Count(-3, 6, default=0, label="Modifiers together")],
    away: Annotated[bool, Flag(label="He makes off straight away from them")],
    stop: Annotated[bool, Flag(default=True, label="They stop looking once one has seen him")],
) -> Breakdown[FreeMoves]:
    """What do failed looks cost: how far does the hidden man move for nothing?"""
    w = Working(r)
    looks = _looks(r, observers, distance, change, away, stop)
    flow = looks.flow(r)
    gone = flow[-1].map(lambda way: way.gone)
    seen = [one.chance(lambda way: way.seen) for one in flow]
    told = FreeMoves(need_at(r, distance, change), seen[-1], gone.mean, max(gone))
    _tell(r, w, looks, told)
    return w.answer(
        told,
        headline=_headline(told),
        chance=told.seen,
        distribution=gone,
        exhibits=_pictures(looks, gone, seen),
    )


@simulation
def throw_free_moves(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Every look thrown, one after another: the centimetres moved for nothing."""
    looks = _looks(r, **inputs)
    gone, seen = np.zeros(count, dtype=int), np.zeros(count, dtype=bool)
    for _ in range(looks.number):
        known = {way: need_at(r, looks.from_here(Way(way)), looks.change) for way in set(gone.tolist())}
        possible = np.array([known[way] is not None for way in gone.tolist()])
        need = np.array([float(known[way] or 0) for way in gone.tolist()])
        rolled = dice.roll(r.text("sighting.roll"), count)
        looked = possible & ~(seen & looks.stop)
        gone = gone + looks.step * (looked & (rolled < need))
        seen = seen | (looked & (rolled >= need))
    return gone


def _looks(r: Reader, observers: int, distance: Number, change: int, away: bool, stop: bool) -> Looks:
    number = observers * r.int("sighting.once")
    return Looks(number, distance, change, away, stop, r.int("sighting.bonus-move"))


def _tell(r: Reader, w: Working, looks: Looks, told: FreeMoves) -> None:
    """Add the steps: what the first look needs, how many looks there are, and their results."""
    first = table_number(r, looks.distance)
    if first is None:
        w.note("so far off nobody hidden is seen, and nobody looks", "sighting.table")
    else:
        w.start("by the table", first)
        w.add("modifiers together", looks.change, "sighting.table", when=looks.change)
    w.then("chance of the first look", chance_of(r, told.needed), "sighting.roll")
    w.then("looks, one after another", looks.number, "sighting.several")
    w.then("free centimetres for each that fails", "sighting.bonus-move")
    w.note("and again for each further one", "sighting.bonus-repeat")
    w.note(f"{r.int('sighting.once')} look for each observer", "sighting.once")
    w.then("chance that somebody sees him", spoken(told.seen), "sighting.several")
    w.then("free centimetres on average", write_mean(told.mean), "sighting.bonus-repeat")


def _headline(told: FreeMoves) -> str:
    if told.needed is None:
        return "No free move: so far off nobody looks"
    if not told.most:
        return "No free move: the first look sees him"
    end = f"seen {spoken(told.seen)}" if told.seen else "nobody sees him"
    return f"On average {write_mean(told.mean)} cm for nothing, {told.most} cm at most; {end}"


def _pictures(looks: Looks, gone: Distribution[int], seen: Sequence[Fraction]) -> list[Exhibit]:
    """How far he gets, the chance that he is seen look by look, and the ground."""
    by_look = list(enumerate(seen))[1:]
    figures = [Figure(0, 0, "observers", "own"), Figure(0, looks.distance, "hidden man", grip=ahead("distance"))]
    if looks.away:
        spots = [Spot(0, looks.distance + way, chance) for way, chance in gone.items()]
        ground = Tabletop("Where he may have got to", "cm", spots=spots, figures=figures, name="ground")
    else:
        rings = [Disc(0, looks.distance, way, f"{way} cm", "range") for way in gone if way]
        caption = "How far he may have got in any direction"
        ground = Tabletop(caption, "cm", discs=rings, figures=figures, name="ground")
    return [
        Bars("How far he moves for nothing", "cm", {"": gone}, Mark(looks.step, "a free move or more"), name="free"),
        Curves("The chance that he has been seen, look by look", "Looks", "Seen", {"seen": by_look}, name="looks"),
        ground,
    ]
