"""Glory: a test now, and the track over several turns."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Annotated

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import Distribution
from drillbook.errors import listed
from drillbook.exhibits import Bars, Mark, Track
from drillbook.kinds import Choice, Choices, Count, Flag, Rows
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working
from drillbook.render.odds import percent
from drillbook.rulesets.breaking_of_nations._morale import (
    DEEDS,
    GRADES,
    TRIGGERS,
    Morale,
    Standing,
    relief_of,
)

Grade = Annotated[str, Choice(table="soldiers", only=GRADES, default="regular", label="Grade")]
WHEN = {
    "A": "in its next Orders",
    "B": "in the Glory phase of this turn",
    "C": "in the Glory phase and again in its next Orders",
}


@dataclass(frozen=True, slots=True)
class GloryTest:
    """One test: the points that count, the GL it is rolled at, the score it needs and what comes of it."""

    triggers: int
    gl: int
    needed: int
    tests: int
    when: str
    cost: int
    passes: Fraction
    panic: Fraction


@question(
    "breaking_of_nations",
    "glory-test",
    examples=["bon/glory-test?grade=regular&events=flank", "bon/glory-test?grade=civilian&events=pinned"],
)
def glory_test(
    r: Reader,
    /,
    *,
    grade: Grade,
    shaken: Annotated[
        int, Count(0, 5, label="Points above its grade", help="What earlier turns have left on the unit.")
    ],
    events: Annotated[
        tuple[str, ...],
        Choices(
            options=TRIGGERS, default=("flank",), label="What has happened", help="Each true statement adds its point."
        ),
    ],
    volunteer: Annotated[
        bool, Flag(label="Asks for a test besides", help="The unit wants a test of its own accord, for an action.")
    ],
) -> Breakdown[GloryTest] | Refusal:
    """This has happened to my unit: at what GL does it test, and what are its chances?"""
    m = Morale.read(r, grade)
    w = Working(r)
    before = _gl_before(r, w, m, grade, shaken)
    counted = m.counted(events, ())
    for one in events:
        if one in counted:
            w.add(TRIGGERS[one].lower(), Cited(m.per_trigger, r.cite(f"glory.trigger-{one}")))
        else:
            w.note("the assault is the same attack, counted already", f"glory.trigger-{one}")
    if m.capped:
        w.at_most("GL never above panic", "glory.panic-threshold")
    gl, triggers = int(w.total), len(counted)
    policy = r.reading("glory-voluntary")
    extra = volunteer and policy == "B" and gl < m.panic
    if volunteer and not triggers and not extra:
        return w.refuse("Nothing has happened to shake the unit, so it has no test to roll.", "glory.timing")
    if volunteer and not extra:
        w.note("it may not ask for a test besides", "turn-sequence.orders-glory")
    spared = m.spared(before)
    when = WHEN[r.reading("glory-timing")]
    _cite_timing(r)
    if gl >= m.panic and not spared:
        w.note("out of reach of the die: the unit panics, and each man rolls for himself", "glory.panic-threshold")
        value = GloryTest(triggers, gl, gl, 0, "never", 0, Fraction(0), Fraction(1))
        return w.answer(value, headline=f"GL {gl}: the unit panics, no test", distribution=Distribution.sure(gl))
    after = m.tested(gl, triggers, spared=spared)
    needed = m.needed(gl, triggers, spared)
    if extra:
        w.note("and a test of its own accord besides", "turn-sequence.orders-glory")
        after = after.then(lambda at: m.once_tested(at, 0))
    tests = m.tests(triggers) + int(extra)
    if not tests:
        w.note("nothing has happened, so there is no test", "glory.timing")
        value = GloryTest(triggers, gl, gl, 0, "never", 0, Fraction(0), Fraction(0))
        return w.answer(value, headline=f"No test: GL stays {gl}", distribution=after)
    paid = tests if policy == "C" else int(extra)
    cost = paid * r.int("turn-sequence.action-cost") if paid else 0
    _test_steps(r, w, m, needed, triggers, spared and gl >= m.panic)
    passes = after.chance(lambda at: at < gl)
    panic = after.chance(lambda at: at >= m.panic)
    value = GloryTest(triggers, gl, needed, tests, when if triggers else "for an action", cost, passes, panic)
    goal = m.lowered(gl, m.per_success)
    return w.answer(
        value,
        headline=_test_headline(value, goal, after),
        chance=passes,
        distribution=after,
        exhibits=[
            Bars(
                caption=f"{m.name}: GL after the test, rolled {value.when}",
                axis="GL afterwards",
                series={"": after},
                mark=Mark(gl - 1, "steadier", "at_most") if passes else None,
            )
        ],
    )


def _test_headline(value: GloryTest, goal: int, after: Distribution[int]) -> str:
    many = "" if value.tests == 1 else f"{value.tests} tests, "
    cost = f", for {value.cost} AC" if value.cost else ""
    odds = f"back to {goal} on {value.needed}+, {value.passes}"
    if after.at_most(goal - 1):
        odds = f"back to {goal} or lower, {value.passes}"
    if goal == value.gl:
        odds = f"{value.needed}+ passes, but cannot lower it"
    return f"GL {value.gl}: {many}{odds}, {value.when}{cost}"


def _gl_before(r: Reader, w: Working, m: Morale, grade: str, shaken: int) -> int:
    w.start(f"GL of the grade, {m.name}", r.cell("soldiers", grade, "gl"))
    if shaken:
        w.add("left on it by earlier turns", Cited(shaken, r.cite("glory.fail")))
        if m.capped:
            w.at_most("GL never above panic", "glory.panic-threshold")
    return int(w.total)


def _cite_timing(r: Reader) -> None:
    """The passages between which the timing has to choose."""
    r.cite("turn-sequence.orders-glory" if r.reading("glory-timing") == "A" else "turn-sequence.phases")


def _test_steps(r: Reader, w: Working, m: Morale, needed: int, triggers: int, spared: bool) -> None:
    if spared:
        w.then(
            "the first trigger would break it, so it rolls at its printed GL",
            Cited(m.printed, r.cite("stats.soldier-table")),
        )
    elif m.added_again and triggers:
        w.add("the modifiers once more for the roll", Cited(triggers * m.per_trigger, r.cite("glory.plus-one")))
    w.then(f"chance that a {m.die_text} reaches {needed}", Cited(m.passes(needed), r.cite("glory.test")))
    w.then("a pass brings GL down by", Cited(m.per_success, r.cite("glory.success")))


@dataclass(frozen=True, slots=True)
class GloryTrack:
    """Where a unit stands after the turns given."""

    turns: int
    panicked: Fraction
    in_panic: Fraction
    unshaken: Fraction
    mean_gl: Fraction


Turn = tuple[bool, bool, bool, bool, bool, bool, str]
NOTHING = (False, False, False, False, False, False, "none")
STORY: tuple[Turn, ...] = (
    (True, False, False, False, True, False, "none"),
    (False, False, False, False, False, False, "rally"),
    (False, True, False, False, False, True, "none"),
    (False, False, False, True, False, False, "none"),
    (False, False, True, False, False, False, "none"),
)


def happened(turn: Turn) -> tuple[str, ...]:
    """The triggers ticked in one row of the form."""
    return tuple(name for name, ticked in zip(TRIGGERS, turn, strict=False) if ticked)


@question(
    "breaking_of_nations",
    "glory-track",
    examples=[
        "bon/glory-track?grade=veteran",
        "bon/glory-track?grade=regular&turns=yes,no,no,no,no,no,none;no,no,no,no,no,yes,none;no,no,no,yes,no,no,none",
    ],
)
def glory_track(
    r: Reader,
    /,
    *,
    grade: Annotated[str, Choice(table="soldiers", only=GRADES, default="veteran", label="Grade")],
    turns: Annotated[
        tuple[Turn, ...],
        Rows(
            fields={
                "leader": Flag(label="Leader"),
                "half": Flag(label="Half"),
                "charged": Flag(label="Rush"),
                "charging": Flag(label="Charge"),
                "pinned": Flag(label="Pin"),
                "flank": Flag(label="Flank"),
                "officer": Choice(options=DEEDS, default="none", label="Relief"),
            },
            low=1,
            high=8,
            default=STORY,
            noun="turn",
            label="Story",
            help="Tick what is true in each turn. An officer's relief comes after the turn's events and before its test.",
        ),
    ],
) -> Breakdown[GloryTrack]:
    """How near to panic is my unit, turn by turn?"""
    m = Morale.read(r, grade)
    w = Working(r)
    w.start(f"GL of the grade, {m.name}", r.cell("soldiers", grade, "gl"))
    now = Distribution.sure(Standing(m.printed, False))
    flow, notes = [now], []
    before: tuple[str, ...] = ()
    for number, turn in enumerate(turns, start=1):
        events = happened(turn)
        counted = m.counted(events, before)
        _turn_steps(r, w, m, number, events, counted, turn[-1])
        now = now.then(partial(m.turn, triggers=len(counted), relief=relief_of(r, turn[-1])))
        w.note(f"turn {number}: GL afterwards {_levels(now)}", "glory.test" if counted else "glory.timing")
        flow.append(now)
        notes.append(_note(events, turn[-1]))
        before = events
    levels = [one.map(lambda at: at.gl) for one in flow]
    last = levels[-1]
    panicked = now.chance(lambda at: at.panicked)
    w.then("chance that it has panicked by then", Cited(panicked, r.cite("glory.panic-threshold")))
    value = GloryTrack(
        turns=len(turns),
        panicked=panicked,
        in_panic=last.at_least(m.panic),
        unshaken=last.at_most(m.printed),
        mean_gl=last.mean,
    )
    seen = [gl for level in levels for gl in level]
    states = range(min(*seen, m.printed), max(*seen, m.panic) + 1)
    return w.answer(
        value,
        headline=f"Panicked by turn {len(turns)}: {percent(panicked)}; most likely GL {max(last, key=lambda gl: last[gl])}",
        chance=panicked,
        distribution=last,
        exhibits=[
            Track(
                caption=f"GL of a {m.name.lower()} unit after each turn; at {m.panic} it panics",
                states=tuple(states),
                turns=levels,
                labels={gl: (f"{gl} panic" if gl >= m.panic else f"{gl}+") for gl in states},
                absorbing=tuple(gl for gl in states if gl >= m.panic),
                notes=notes,
            )
        ],
    )


def _turn_steps(
    r: Reader, w: Working, m: Morale, number: int, events: tuple[str, ...], counted: tuple[str, ...], deed: str
) -> None:
    for one in events:
        if one in counted:
            w.then(f"turn {number}: {TRIGGERS[one].lower()}", Cited(m.per_trigger, r.cite(f"glory.trigger-{one}")))
        else:
            w.note(f"turn {number}: {TRIGGERS[one].lower()}, counted already", f"glory.trigger-{one}")
    if deed != "none":
        w.then(f"turn {number}: {DEEDS[deed].lower()} takes off", f"glory.{deed}")


def _levels(now: Distribution[Standing]) -> str:
    """A distribution of GL in words, such as `4 (33.3 %), 5 (66.7 %)`."""
    gl = now.map(lambda at: at.gl)
    return ", ".join(f"{level} ({percent(chance)})" if chance != 1 else f"{level}" for level, chance in gl.items())


def _note(events: tuple[str, ...], deed: str) -> str:
    words = [TRIGGERS[one].lower() for one in events] + ([DEEDS[deed].lower()] if deed != "none" else [])
    return listed(words, "and") or "nothing happens"
