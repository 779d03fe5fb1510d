"""The way back: what an officer or a hero takes off, and when a panicked man is himself again."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.answers import Breakdown
from drillbook.chains import Chain
from drillbook.dice import Distribution, binomial
from drillbook.exact import write_number
from drillbook.exhibits import Bars, Curves, Mark, Stack
from drillbook.kinds import Choice, Count, Flag, Length
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working
from drillbook.render.odds import percent
from drillbook.rulesets.breaking_of_nations._morale import DEEDS, GRADES, Morale, relief_of

RANKS = {"officer": "Officer", "soldier": "Soldier"}
Grade = Annotated[str, Choice(table="soldiers", only=GRADES, default="regular", label="Grade")]


@dataclass(frozen=True, slots=True)
class Relief:
    """GL before and after, and what it costs the officer."""

    before: int
    after: int
    cost: int
    still_panics: bool


@question(
    "breaking_of_nations",
    "glory-relief",
    examples=[
        "bon/glory-relief?grade=regular&shaken=2&deed=rally&distance=6&near=yes",
        "bon/glory-relief?grade=green&shaken=2&deed=heroism",
        "bon/glory-relief?grade=veteran&shaken=3&deed=fallback",
    ],
)
def glory_relief(
    r: Reader,
    /,
    *,
    grade: Grade,
    shaken: Annotated[
        int, Count(0, 5, default=2, label="Points above its grade", help="What triggers have left on the unit.")
    ],
    deed: Annotated[
        str,
        Choice(
            options={one: DEEDS[one] for one in ("rally", "fallback", "heroism")}, default="rally", label="What is done"
        ),
    ],
    distance: Annotated[
        int | Fraction,
        Length(0, 48, default=6, step=Fraction(1, 2), label="How far away", help="From the officer or the heroes."),
    ],
    near: Annotated[bool, Flag(default=True, label="The umpire calls it near")],
) -> Breakdown[Relief]:
    """What does a rally, a fallback or a heroic deed take off my unit's GL?"""
    m = Morale.read(r, grade)
    w = Working(r)
    w.start(f"GL of the grade, {m.name}", r.cell("soldiers", grade, "gl"))
    w.add("left on it by triggers", Cited(shaken, r.cite("glory.fail")))
    if m.capped:
        w.at_most("GL never above panic", "glory.panic-threshold")
    before = int(w.total)
    by_ruler = r.reading("nearby-undefined") == "B"
    apart = f'{write_number(distance)}" apart'
    far, why = not near, f"{apart}, which the umpire {'calls' if near else 'does not call'} near"
    if by_ruler:
        reach = r.num("glory.take-cover")
        far, why = distance > reach, f'{apart}, and near ends at {write_number(reach)}"'
    w.note(why, f"glory.{deed}")
    left = before - m.printed
    parts: list[tuple[str, int | Fraction]] = [(f"{m.name} soldiers", m.printed), ("left by triggers", left)]
    panic = Mark(m.panic, "panic", side="at_most")
    if far:
        stack = Stack("How near to panic the unit stays, with help too far away", "GL", parts, panic)
        return w.answer(
            Relief(before, before, 0, before >= m.panic), headline=f"Too far: GL stays {before}", exhibits=[stack]
        )
    cost = 0 if by_ruler or deed == "heroism" else r.int("turn-sequence.action-cost")
    off = relief_of(r, deed)
    if deed == "fallback":
        w.note("the squad goes away from the enemy, and may still shoot", "glory.fallback-move")
    w.subtract(f"{DEEDS[deed].lower()}", f"glory.{deed}")
    if m.floor is not None:
        w.at_least("GL never below the floor", Cited(m.floor, r.cite("stats.soldier-table")))
    after = m.lowered(before, off)
    fate = f"stays {after}, as low as it goes" if after == before else f"{before} falls to {after}"
    price = f", for {cost} AC" if cost else ""
    parts.append((DEEDS[deed].lower(), after - before))
    return w.answer(
        Relief(before, after, cost, after >= m.panic),
        headline=f"GL {fate}{price}",
        exhibits=[Stack("How near to panic the unit is, and what is taken off", "GL", parts, panic)],
    )


@dataclass(frozen=True, slots=True)
class Recovery:
    """How likely a panicked man is himself again, and how many of his comrades are."""

    needed: int
    calm: Fraction
    expected_calm: Fraction
    all_calm: Fraction
    checks: int
    expected_turns: Fraction | str


@dataclass(frozen=True, slots=True)
class Clock:
    """How recovery runs for one rank of one grade: the score, when the checks fall, and when it is over."""

    rank: str
    needed: int
    chance: Fraction
    period: int
    first: int
    start: int
    calm_at: int
    floor: int
    per_success: int
    together: bool

    @classmethod
    def read(cls, r: Reader, grade: str, rank: str) -> Clock:
        """The clock of a rank and grade, read and thereby cited."""
        printed = int(r.cell("soldiers", grade, "gl").amount)
        panic = r.int("glory.panic-threshold")
        needed = {"A": printed, "B": panic, "C": panic - 1}[r.reading("gl-recovery-roll")]
        if rank == "officer":
            r.cite("glory.recover-officer")
            period = first = 1
        else:
            period = r.int("glory.recover-soldier")
            first = period if r.reading("gl-recovery-rhythm") == "A" else 1
        return cls(
            rank=rank,
            needed=needed,
            chance=r.dice("glory.test").at_least(needed),
            period=period,
            first=first,
            start=panic,
            calm_at=panic - 1 if r.reading("gl-recovery-end") == "A" else printed,
            floor=printed,
            per_success=r.int("glory.recover"),
            together=r.reading("gl-per-man") == "B",
        )

    def checks(self, turn: int) -> bool:
        """Whether a check falls in this turn of panic."""
        return turn >= self.first and not (turn - self.first) % self.period

    def after_check(self, gl: int, men: int) -> Distribution[int]:
        """GL after one turn's check by `men` men whose GL is common (one man, where each has his own)."""
        successes = binomial(men, self.chance)
        return successes.map(lambda good: max(min(self.floor, gl), gl - good * self.per_success))

    def chain(self, men: int) -> Chain[tuple[int, int]]:
        """States are (GL, turns until the next check); calm is (calm_at, 0)."""
        calm = (self.calm_at, 0)

        def step(state: tuple[int, int]) -> Distribution[tuple[int, int]]:
            gl, wait = state
            if wait > 1:
                return Distribution.sure((gl, wait - 1))
            return self.after_check(gl, men).map(lambda now: calm if now <= self.calm_at else (now, self.period))

        return Chain((self.start, self.first), step, absorbing=[calm])

    def calm_by(self, turns: int, men: int = 1) -> list[Fraction]:
        """The chance of being calm at the start and after each turn."""
        calm = (self.calm_at, 0)
        return [one[calm] for one in self.chain(men).flow(turns)]


@question(
    "breaking_of_nations",
    "recovery",
    examples=[
        "bon/recovery?grade=regular&rank=soldier&men=10&turns=6",
        "bon/recovery?grade=elite&rank=officer&men=1&turns=1",
    ],
)
def recovery(
    r: Reader,
    /,
    *,
    grade: Grade,
    rank: Annotated[str, Choice(options=RANKS, default="soldier", label="Rank", help="An NCO counts as an officer.")],
    men: Annotated[int, Count(1, 12, default=1, label="Men of that rank in panic")],
    turns: Annotated[int, Count(1, 12, default=6, label="Turns of panic")],
) -> Breakdown[Recovery]:
    """When does a panicked man come back to himself?"""
    w = Working(r)
    r.cite("glory.persist")
    clock = Clock.read(r, grade, rank)
    together = men if clock.together else 1
    name = r.ruleset.table("soldiers").row(grade).name
    w.start("the score he rolls against", Cited(clock.needed, r.cite("glory.recover")))
    w.then("chance of a success", Cited(clock.chance, r.cite("glory.test")))
    checks = sum(clock.checks(turn) for turn in range(1, turns + 1))
    rhythm = "glory.recover-officer" if rank == "officer" else "glory.recover-soldier"
    w.then(f"number of checks he has had after turn {turns}", Cited(checks, r.cite(rhythm)))
    need = -((clock.calm_at - clock.start) // clock.per_success)
    w.then("number of successes that make him calm", Cited(need, r.cite("glory.recover")))
    calm_by = clock.calm_by(turns, together)
    calm = calm_by[-1]
    w.then(f"chance to be calm after turn {turns}", Cited(calm, r.cite("glory.recover")))
    counts = Distribution({men: calm, 0: 1 - calm}) if clock.together else binomial(men, calm)
    expected = clock.chain(together).expected_turns()
    value = Recovery(
        needed=clock.needed,
        calm=calm,
        expected_calm=counts.mean,
        all_calm=counts[men],
        checks=checks,
        expected_turns="never" if expected is None else expected,
    )
    lines = {RANKS[one]: list(enumerate(Clock.read(r, grade, one).calm_by(turns, together))) for one in RANKS}
    grades = {
        r.ruleset.table("soldiers").row(one).name: Clock.read(r, one, rank).calm_by(turns, together) for one in GRADES
    }
    exhibits: list[Curves | Bars] = [
        Curves(
            caption=f"{name}: officer and soldier side by side",
            x_axis="Turn of panic",
            y_axis="Chance to be calm",
            lines=lines,
            step=True,
            here=turns,
        ),
        Curves(
            caption=f"{RANKS[rank]}, grade by grade",
            x_axis="Turn of panic",
            y_axis="Chance to be calm",
            lines={one: list(enumerate(points)) for one, points in grades.items()},
            step=True,
            here=turns,
            name="grades",
        ),
    ]
    if men > 1:
        exhibits.append(
            Bars(caption=f"How many of {men} are calm after turn {turns}", axis="Men calm", series={"": counts})
        )
    who = f"calm {percent(calm)}"
    if men > 1:
        who += f", on average {write_number(round(counts.mean, 1))} of {men}"
    check = f"each check passes on {clock.needed}+" if clock.chance else "no check can pass"
    return w.answer(
        value,
        headline=f"After turn {turns}: {who}; {check}",
        chance=calm,
        distribution=counts,
        exhibits=exhibits,
    )
