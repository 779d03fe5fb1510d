"""How long a unit stands: the turn of panic when every turn brings the same."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.answers import Breakdown
from drillbook.chains import Chain
from drillbook.dice import Distribution
from drillbook.exact import write_number
from drillbook.exhibits import Bars, Curves
from drillbook.kinds import Choice, Count
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working
from drillbook.render.odds import percent
from drillbook.rulesets.breaking_of_nations._morale import DEEDS, GRADES, Morale, Standing, relief_of


@dataclass(frozen=True, slots=True)
class TurnsToPanic:
    """How long a unit stands: the expected turn of panic, whether it panics at all, and the chance to stand so many turns."""

    expected: Fraction | str
    ever: Fraction
    even_by: int | str
    standing: Fraction


@question(
    "breaking_of_nations",
    "turns-to-panic",
    examples=["bon/turns-to-panic?grade=regular&fresh=1", "bon/turns-to-panic?grade=veteran&fresh=1&relief=rally"],
)
def turns_to_panic(
    r: Reader,
    /,
    *,
    grade: Annotated[str, Choice(table="soldiers", only=GRADES, default="regular", label="Grade")],
    fresh: Annotated[int, Count(0, 4, default=1, label="Triggers every turn", help="New events in each turn.")],
    lasting: Annotated[
        int, Count(0, 2, label="Lasting conditions", help="At half strength, pinned: true from the first turn on.")
    ],
    relief: Annotated[str, Choice(options=DEEDS, default="none", label="Relief every turn")],
    turns: Annotated[int, Count(1, 20, default=6, label="Turns to stand")],
) -> Breakdown[TurnsToPanic]:
    """How many turns will they stand?"""
    w = Working(r)
    m = Morale.read(r, grade)
    off = relief_of(r, relief)
    w.start(f"GL of the grade, {m.name}", r.cell("soldiers", grade, "gl"))
    later = fresh + lasting if m.lasting_counts else fresh
    chain = _standing_chain(m, fresh + lasting, later, off)
    for gl in range(m.printed, m.panic):
        up = m.lowered(m.raised(gl, later), off)
        good = m.passes(m.needed(up, later)) if up < m.panic else Fraction(0)
        if later:
            w.then(f"from GL {gl} to {up}: chance to pass the test", Cited(good, r.cite("glory.test")))
    if lasting and not m.lasting_counts:
        w.note("a lasting condition adds its point only in the first turn", "glory.plus-one")
    if off:
        w.then(f"{DEEDS[relief].lower()} takes off, every turn", f"glory.{relief}")
    end = (m.panic, False)
    flow = chain.flow(turns)
    fallen = [one[end] for one in flow]
    ever = chain.absorbed()[end]
    expected = chain.expected_turns() if ever == 1 else None
    w.then("chance that it panics sooner or later", Cited(ever, r.cite("glory.panic-threshold")))
    if expected is not None:
        w.then("expected turn of panic", Cited(expected, r.cite("glory.panic-threshold")))
    even = next((number for number, chance in enumerate(fallen) if chance + chance >= 1), None)
    value = TurnsToPanic(
        expected="never" if not ever else "may never come" if expected is None else expected,
        ever=ever,
        even_by=even if even is not None else f"not within {turns} turns",
        standing=1 - fallen[-1],
    )
    when = {turn: fallen[turn] - fallen[turn - 1] for turn in range(1, turns + 1)}
    return w.answer(
        value,
        headline=_stand_headline(value, turns),
        chance=value.standing,
        distribution=Distribution({**when, turns + 1: value.standing}),
        exhibits=[
            Curves(
                caption=f"Chance that a unit has not panicked, grade by grade; triggers a turn: {later}",
                x_axis="Turn",
                y_axis="Chance to stand",
                lines={
                    one.name: _survival(one, fresh, lasting, off, turns) for one in (Morale.read(r, g) for g in GRADES)
                },
                step=True,
                here=turns,
            ),
            Bars(
                caption=f"The turn in which a {m.name.lower()} unit panics; {turns + 1} stands for later or never",
                axis="Turn of panic",
                series={"": Distribution({**when, turns + 1: value.standing})},
                name="turn-of-panic",
            ),
        ],
    )


def _standing_chain(m: Morale, first: int, later: int, relief: int) -> Chain[tuple[int, bool]]:
    """States are (GL, whether this is the first turn); panic is (threshold, False) and absorbs."""

    def step(state: tuple[int, bool]) -> Distribution[tuple[int, bool]]:
        gl, opening = state
        after = m.turn(Standing(gl, False), first if opening else later, relief)
        if len(after) == 1 and after.outcomes[0].gl <= gl and not after.outcomes[0].panicked and not opening:
            return Distribution.sure(state)  # it never rises again: what holds at this GL holds below it
        return after.map(lambda at: (m.panic if at.panicked else at.gl, False))

    return Chain((m.printed, True), step, absorbing=[(m.panic, False)])


def _survival(m: Morale, fresh: int, lasting: int, relief: int, turns: int) -> list[tuple[int, Fraction]]:
    chain = _standing_chain(m, fresh + lasting, fresh + lasting if m.lasting_counts else fresh, relief)
    return [(turn, 1 - one[m.panic, False]) for turn, one in enumerate(chain.flow(turns))]


def _stand_headline(value: TurnsToPanic, turns: int) -> str:
    if isinstance(value.expected, str):
        fate = "Panic is never reached" if not value.ever else f"Panic comes with chance {percent(value.ever)}"
        return f"{fate}; {percent(value.standing)} still stand after turn {turns}"
    many = "a turn" if value.expected == 1 else f"{write_number(value.expected)} turns"
    expected = f"Panic after {many}" + ("" if value.expected == 1 else " on average")
    return f"{expected}; {percent(value.standing)} still stand after turn {turns}"
