"""How long a unit holds: the turn of panic if every turn brings the same events."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Contradiction, Count, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves
from drillbook.maths import Chain, Distribution, Thrower, averaged, counted, np, spoken
from drillbook.rulesets.breaking_of_nations.common import morale
from drillbook.rulesets.breaking_of_nations.common.inputs import Grade, ShakenAtFirst
from drillbook.rulesets.breaking_of_nations.common.morale import DEEDS, Morale, Standing, all_grades, relief_of
from drillbook.rulesets.breaking_of_nations.glory._throwing import throw_turn, units


@dataclass(frozen=True, slots=True)
class TurnsToPanic:
    """How long a unit holds: the expected turn of panic, the chance of panic, and the even turn.

    expected is None if panic may never come. ever is the chance that the unit ever panics. even_by is the turn by which
    the chance is even.
    """

    expected: Fraction | None
    ever: Fraction
    even_by: int | None
    standing: Fraction


@dataclass(frozen=True, slots=True)
class Strain:
    """The events of every turn: triggers in the first and later turns, and an officer's relief.

    shaken is how far above its grade's GL the unit begins.
    """

    first: int
    later: int
    relief: int
    shaken: int = 0

    def begin(self, m: Morale) -> int:
        """Return the GL at which a unit of that grade begins.

        A unit that is already in panic begins at the panic threshold.
        """
        return min(m.printed + self.shaken, m.panic)


@question("bon/turns-to-panic?grade=regular&fresh=1", "bon/turns-to-panic?grade=veteran&fresh=1&relief=rally")
def turns_to_panic(
    r: Reader,
    *,
    grade: Grade,
    shaken: ShakenAtFirst,
    fresh: Annotated[int, Count(0, 4, default=1, label="Triggers every turn", help="New events in each turn.")],
    lasting: Annotated[
        int, Count(0, 2, label="Lasting conditions", help="At half strength, pinned: true from the first turn on.")
    ],
    relief: Annotated[str, Choice(options=DEEDS, default="none", label="Relief every turn")],
    turns: Annotated[int, Count(1, 20, default=6, label="Turns to stand")],
) -> Breakdown[TurnsToPanic]:
    """How many turns will they stand?"""
    m, w = Morale(r, grade), Working(r)
    most = len(morale.TRIGGERS) - len(morale.LASTING) - m.one_attack
    if fresh > most:
        reason = f"Where a rush into the flank is one attack, a turn brings {most} new triggers at most, not {fresh}."
        raise Contradiction(reason, fresh=most)
    strain = Strain(fresh + lasting, fresh + lasting * m.lasting_counts, relief_of(r, relief), shaken)
    begin = m.begin(w, shaken)
    _tell_turns(w, m, strain, lasting, relief, begin)
    chain = _chain(m, strain)
    fallen = _fallen(m, strain, turns)
    ever = w.then("chance that it panics sooner or later", chain.absorbed()[m.panic, False], "glory.panic-threshold")
    expected = chain.expected_turns() if ever == 1 else None
    if expected is not None:
        w.then("expected turn of panic", expected, "glory.panic-threshold")
    even = next((turn for turn, chance in enumerate(fallen) if chance + chance >= 1), None)
    value = TurnsToPanic(expected, ever, even, 1 - fallen[-1])
    when = Distribution.first_turn(fallen)
    lines = {
        one.name: [(turn, 1 - chance) for turn, chance in enumerate(_fallen(one, strain, turns))]
        for one in (Morale(r, grade) for grade in all_grades(r))
    }
    return w.answer(
        value,
        headline=f"{_fate(value)}; still standing after turn {turns}: {spoken(value.standing)}",
        chance=value.standing,
        distribution=when,
        exhibits=[
            Curves(
                caption=f"Chance that a unit has not panicked, grade by grade; triggers a turn: {strain.later}",
                x_axis="Turn",
                y_axis="Chance to stand",
                lines=lines,
                step=True,
                here=turns,
                sets="turns",
                own=m.name,
            ),
            Bars(
                caption=f"The turn in which a unit of this grade ({m.called}) panics; {turns + 1} stands for later or never",
                axis="Turn of panic",
                series={"": when},
                name="turn-of-panic",
            ),
        ],
    )


def _tell_turns(w: Working, m: Morale, strain: Strain, lasting: int, relief: str, begin: int) -> None:
    """Add the steps for what a later turn does at each GL.

    A note states what changes after the first turn.
    """
    if strain.later:
        for gl in range(min(begin, m.printed), m.panic):
            up = m.lowered(m.raised(gl, strain.later), strain.relief)
            good = m.passes(m.needed(up, strain.later)) if up < m.panic else Fraction(0)
            w.then(f"from GL {gl} to {up}: chance to pass the test", good, "glory.test")
    w.note(
        "a lasting condition adds its point only in the first turn",
        "glory.plus-one",
        when=lasting and not m.lasting_counts,
    )
    w.then(f"{DEEDS[relief].lower()} takes off, every turn", f"glory.{relief}", when=strain.relief)


def _chain(m: Morale, strain: Strain) -> Chain[tuple[int, bool]]:
    """States are (GL, whether this is the first turn); panic is (threshold, False) and absorbs."""

    def step(state: tuple[int, bool]) -> Distribution[tuple[int, bool]]:
        gl, opening = state
        after = m.turn(Standing(gl, False), strain.first if opening else strain.later, strain.relief)
        if len(after) == 1 and after.outcomes[0].gl <= gl and not after.outcomes[0].panicked and not opening:
            return Distribution.sure(state)  # it never rises again: what holds at this GL holds below it
        return after.map(lambda at: (m.panic if at.panicked else at.gl, False))

    begin = strain.begin(m)
    return Chain((begin, begin < m.panic), step, absorbing=[(m.panic, False)])


def _fallen(m: Morale, strain: Strain, turns: int) -> Sequence[Fraction]:
    """Return the chances to have panicked, at the start and after each turn."""
    return [one[m.panic, False] for one in _chain(m, strain).flow(turns)]


def _fate(value: TurnsToPanic) -> str:
    """When panic comes, if it does."""
    if not value.ever:
        return "Panic is never reached"
    if value.expected is None:
        return f"Panic comes sooner or later: {spoken(value.ever)}"
    if value.expected == 1:
        return f"Panic after {counted(value.expected, 'turn')}"
    return f"Panic after {averaged(value.expected, 'turn')} on average"


@simulation
def throw_turns_to_panic(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the turns of each unit and return the turn in which it panics.

    For a unit that holds, it is the turn after the last one.
    """
    m, turns, lasting = Morale(r, inputs["grade"]), inputs["turns"], inputs["lasting"]
    gl, broken = units(count, m.printed + inputs["shaken"])
    fell = np.full(count, turns + 1)
    for turn in range(1, turns + 1):
        triggers = inputs["fresh"] + (lasting if turn == 1 or m.lasting_counts else 0)
        already = broken
        gl, broken = throw_turn(m, dice, gl, broken, triggers, relief_of(r, inputs["relief"]))
        fell = np.where(broken & ~already, turn, fell)
    return fell
