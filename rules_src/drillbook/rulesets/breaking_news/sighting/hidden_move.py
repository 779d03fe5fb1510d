"""Moving while hidden, section 7.0: how far a man may creep unseen."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Count, Flag, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Exhibit, Mark
from drillbook.maths import Number, Thrower, np, spoken, total, write_number


@dataclass(frozen=True, slots=True)
class Creep:
    """The answer on creeping: the chance to come so far unseen, and the mean and most distance."""

    hidden: Fraction
    mean: Fraction
    most: int


@question("bn/hidden-move?distance=3&turns=1&fires=no", "bn/hidden-move?distance=6&turns=4&fires=no")
def hidden_move(
    r: Reader,
    *,
    distance: Annotated[Number, Length(0, 20, default=3, label="Way to creep")],
    turns: Annotated[int, Count(1, 6, label="Turns he takes")],
    fires: Annotated[bool, Flag(label="He fires on the way")],
) -> Breakdown[Creep]:
    """How far may a man creep and stay hidden?"""
    w = Working(r)
    move, floor = r.formula("sighting.hidden-move"), r.int("sighting.hidden-move-floor")
    one = r.dice("sighting.hidden-move", "dice").map(lambda rolled: max(floor, int(move(R=rolled))))
    whole = total([one] * turns)
    hidden = [Fraction(0) if fires else total([one] * turn).at_least(distance) for turn in range(1, turns + 1)]
    told = Creep(hidden[-1], whole.mean, max(whole))
    rule = "sighting.hidden-move"
    w.start("a hidden man moves", r.cited(rule, "base"))
    w.then("less the roll of", r.cited(rule, "dice"))
    w.note(f"and never less than {floor}", "sighting.hidden-move-floor")
    w.then("on average in a turn", one.mean, rule)
    w.then(f"on average in {turns} turns", told.mean, rule, when=turns > 1)
    w.note("a man who means to stay hidden does not fire", "sighting.hidden-no-fire", when=fires)
    w.note("whoever fires or goes farther than that is sighted without a roll", "sighting.auto-sighted")
    w.then(f"chance to come {write_number(distance)} cm unseen", told.hidden, "sighting.auto-sighted")
    by_turn = {"there": list(enumerate(hidden, start=1))}
    pictures: list[Exhibit] = [
        Bars(
            "How far he may creep", "cm", {"": whole}, Mark(distance, "as far as he wants", sets="distance"), name="way"
        ),
        Curves("The chance to be there unseen, turn by turn", "Turn", "There", by_turn, name="turns"),
    ]
    return w.answer(
        told,
        headline="Sighted at once: he has fired" if fires else _headline(told, distance, turns),
        chance=told.hidden,
        distribution=whole,
        exhibits=pictures,
    )


@simulation
def throw_hidden_move(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the dice of every turn and return the centimetres that the man may creep in all."""
    rolled = dice.roll_each(r.text("sighting.hidden-move", "dice"), count, inputs["turns"])
    crept = np.maximum(r.int("sighting.hidden-move", "base") - rolled, r.int("sighting.hidden-move-floor"))
    return crept.sum(axis=1)


def _headline(told: Creep, distance: Number, turns: int) -> str:
    way = f"{write_number(distance)} cm"
    span = f"in {turns} turns" if turns > 1 else "in a turn"
    if not told.hidden:
        return f"Too far: {span} he creeps {told.most} cm at most, and a man who goes farther is sighted"
    if told.hidden == 1:
        return f"{way} {span}: he stays hidden"
    return f"{way} {span} and still hidden: {spoken(told.hidden)}"
