"""Glory: a test now."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choices, Flag, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Mark
from drillbook.maths import Distribution, Thrower, spoken
from drillbook.maths import counted as so_many
from drillbook.rulesets.breaking_of_nations.common.inputs import AboveGrade, Grade
from drillbook.rulesets.breaking_of_nations.common.morale import TRIGGERS, Morale, pays_for_tests, test_time
from drillbook.rulesets.breaking_of_nations.glory._throwing import throw_test, units

WHEN = {
    "next-orders": "in its next Orders",
    "glory-phase": "in the Glory phase of this turn",
    "both-tests": "in the Glory phase and again in its next Orders",
}


@dataclass(frozen=True, slots=True)
class GloryTest:
    """A glory test: the triggers that count, the unit's GL, and its chance of panic.

    needed, when, cost and passes are None if there is no test. cost is in AC. passes is the chance that the tests lower
    GL.
    """

    triggers: int
    gl: int
    needed: int | None = None
    tests: int = 0
    when: str | None = None
    cost: int | None = None
    passes: Fraction | None = None
    panic: Fraction = Fraction(0)


@question("bon/glory-test?grade=regular&events=flank", "bon/glory-test?grade=civilian&events=pinned")
def glory_test(
    r: Reader,
    *,
    grade: Grade,
    shaken: AboveGrade,
    events: Annotated[
        tuple[str, ...],
        Choices(
            options=TRIGGERS, default=("flank",), label="What has happened", help="Each true statement adds its point."
        ),
    ],
    volunteer: Annotated[
        bool,
        Flag(
            label="Asks for a test besides", help="The unit wants a test of its own accord, for an action.",
            needs=("ruling.glory-voluntary", "may-volunteer"),
        ),
    ],
) -> Breakdown[GloryTest]:  # fmt: skip
    """This has happened to my unit: at what GL does it test, and what are its chances?"""
    m, w = Morale(r, grade, without=("gl-standing",)), Working(r)
    spared = m.spared(m.start(w, shaken, "left on it by earlier turns"))
    triggers, extra = _happened(r, w, m, events, volunteer)
    gl = w.whole
    r.cite("turn-sequence.orders-glory" if test_time(r) == "next-orders" else "turn-sequence.phases")
    if gl >= m.panic and not spared:
        w.note("out of reach of the die: the unit panics, and each man rolls for himself", "glory.panic-threshold")
        value = GloryTest(triggers, gl, panic=Fraction(1))
        return w.answer(value, headline=f"GL {gl}: the unit panics, no test", distribution=Distribution.sure(gl))
    tests = m.tests(triggers, gl) + int(extra)
    if not tests:
        w.note("nothing has happened, so there is no test", "glory.timing")
        sure = Distribution.sure(gl)
        return w.answer(GloryTest(triggers, gl), headline=f"No test: GL stays {gl}", distribution=sure)
    after = m.tested(gl, triggers, spared=spared)
    if extra:
        w.note("and a test of its own accord besides", "turn-sequence.orders-glory")
        after = after.then(lambda at: m.once_tested(at, 0))
    paid = tests if pays_for_tests(r) else int(extra)
    needed = m.needed(gl, triggers, spared)
    _tell_test(w, m, needed, triggers, spared and gl >= m.panic)
    value = GloryTest(
        triggers, gl, needed, tests,
        when="for an action" if extra and not triggers else WHEN[test_time(r)],
        cost=paid * r.int("turn-sequence.action-cost"),
        passes=after.chance(lambda at: at < gl),
        panic=after.chance(lambda at: at >= m.panic),
    )  # fmt: skip
    mark = Mark(gl - 1, "steadier", "at_most") if value.passes else None
    caption = f"{m.name}: GL after the test, rolled {value.when}"
    return w.answer(
        value,
        headline=_headline(m, value, after),
        chance=value.passes,
        distribution=after,
        exhibits=[Bars(caption=caption, axis="GL afterwards", series={"": after}, mark=mark)],
    )


def _happened(r: Reader, w: Working, m: Morale, events: tuple[str, ...], volunteer: bool) -> tuple[int, bool]:
    """Return how many triggers count and whether the unit takes a test in addition.

    The function refuses a test that nothing brings. The steps go into `w`.
    """
    counted = m.counted(events, ())
    for one in events:
        if one in counted:
            w.add(TRIGGERS[one].lower(), m.per_trigger, f"glory.trigger-{one}")
        else:
            w.note("the assault is the same attack, counted already", f"glory.trigger-{one}")
    w.at_most("GL never above panic", "glory.panic-threshold", when=m.capped)
    extra = volunteer and _may_volunteer(r) and w.whole < m.panic
    if volunteer and not extra:
        if not counted:
            w.refuse("Nothing has happened to shake the unit, so it has no test to roll.", "glory.timing")
        w.note("it may not ask for a test besides", "turn-sequence.orders-glory")
    return len(counted), extra


def _may_volunteer(r: Reader) -> bool:
    """Whether a unit may have a test that nothing brings."""
    free = r.has("ruling.glory-voluntary", "may-volunteer")
    return free and r.holds("glory-voluntary", "may-volunteer")


def _tell_test(w: Working, m: Morale, needed: int, triggers: int, spared: bool) -> None:
    """Add the steps of the test itself."""
    if spared:
        w.then("the first trigger would break it, so it rolls at its printed GL", m.printed, "stats.soldier-table")
    elif m.added_again and triggers:
        w.add("the modifiers once more for the roll", triggers * m.per_trigger, "glory.plus-one")
    w.then(f"chance that a {m.die_text} reaches {needed}", m.passes(needed), "glory.test")
    w.then("a pass brings GL down by", m.per_success, "glory.success")


def _headline(m: Morale, value: GloryTest, after: Distribution[int]) -> str:
    """When it tests, at what price, and what comes of it."""
    goal = m.lowered(value.gl, m.per_success)
    cost = f" for {value.cost} AC" if value.cost else ""
    test = "it tests" if value.tests == 1 else f"it has {so_many(value.tests, 'test')}"
    when = "" if cost and value.when == "for an action" else f" {value.when}"
    if goal == value.gl:
        score = "any score" if value.passes == 1 or (value.needed or 0) <= 1 else f"{value.needed}+"
        fate = f"{score} passes, but cannot lower it"
    else:
        sure = value.passes == 1
        back = f"back to {goal}" + (" or lower" if after.at_most(goal - 1) else "" if sure else f" on {value.needed}+")
        fate = f"{back}: {spoken(value.passes or Fraction(0))}"
    return f"GL {value.gl}; {test}{when}{cost}; {fate}"


@simulation
def throw_glory_test(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the tests of a number of units and return the GL of each after them."""
    m = Morale(r, inputs["grade"])
    triggers = len(m.counted(inputs["events"], ()))
    before = m.printed + inputs["shaken"]
    gl, nobody = units(count, m.ceiling(before + triggers * m.per_trigger))
    spared = ~nobody & m.spared(before)
    asked = inputs["volunteer"] and _may_volunteer(r) and bool((gl < m.panic).all())
    for number in range(m.tests(triggers, int(gl.min()))):
        gl = throw_test(m, dice, gl, triggers, spared & (number == 0))
    return throw_test(m, dice, gl, 0, nobody) if asked else gl
