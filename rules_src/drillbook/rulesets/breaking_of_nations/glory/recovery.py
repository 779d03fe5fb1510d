"""When a panicked man is himself again."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Contradiction, Count, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves
from drillbook.maths import Chain, Distribution, Thrower, binomial, lost_of, np, spoken
from drillbook.rulesets.breaking_of_nations.common.inputs import Grade
from drillbook.rulesets.breaking_of_nations.common.morale import all_grades, printed_gl

RANKS = {"officer": "Officer", "soldier": "Soldier"}
Wait = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Recovery:
    """The recovery of a panicked man: his chance to be calm, and how many comrades are.

    needed is the score of a success, checks the number of checks so far. expected_calm is the mean number of calm men,
    all_calm the chance that all are. expected_turns is None if he never is calm.
    """

    needed: int
    calm: Fraction
    expected_calm: Fraction
    all_calm: Fraction
    checks: int
    expected_turns: Fraction | None


class Clock:
    """The recovery of one rank of one grade: the score, the checks, and its end; read and cited."""

    def __init__(self, r: Reader, grade: str, rank: str, beyond: int) -> None:
        panic = r.int("glory.panic-threshold")
        self.floor, self.start = printed_gl(r, grade), panic + beyond
        scores = {"printed-level": self.floor, "never-succeeds": panic, "below-panic": panic - 1}
        self.needed = scores[r.read_as("gl-recovery-roll")]
        self.chance = r.dice("glory.test").at_least(self.needed)
        self.rhythm = r.cite(f"glory.recover-{rank}")
        self.period = r.int(self.rhythm) if rank == "soldier" else 1
        late = rank == "soldier" and r.holds("gl-recovery-rhythm", "second-turn")
        self.first = self.period if late else 1
        self.calm_at = panic - 1 if r.holds("gl-recovery-end", "one-success") else self.floor
        self.per_success = r.int("glory.recover")
        self.together = r.holds("gl-per-man", "unit-level")

    def checks(self, turn: int) -> bool:
        """Whether a check falls in this turn of panic."""
        return turn >= self.first and not (turn - self.first) % self.period

    def chain(self, men: int) -> Chain[Wait]:
        """Return the Markov chain of the recovery of a unit with so many men.

        The states are (GL, turns until the next check); calm is (calm_at, 0). men is the number of men whose GL is common.
        """
        calm = (self.calm_at, 0)
        successes = binomial(men, self.chance)

        def step(state: Wait) -> Distribution[Wait]:
            gl, wait = state
            if wait > 1:
                return Distribution.sure((gl, wait - 1))
            after = successes.map(lambda good: max(min(self.floor, gl), gl - good * self.per_success))
            return after.map(lambda now: calm if now <= self.calm_at else (now, self.period))

        return Chain((self.start, self.first), step, absorbing=[calm])

    def calm_by(self, turns: int, men: int) -> Sequence[Fraction]:
        """Return the chance of being calm at the start and after each turn."""
        return [one[self.calm_at, 0] for one in self.chain(men).flow(turns)]


@question(
    "bon/recovery?grade=regular&rank=soldier&men=10&turns=6", "bon/recovery?grade=elite&rank=officer&men=1&turns=1"
)
def recovery(
    r: Reader,
    *,
    grade: Grade,
    rank: Annotated[str, Choice(options=RANKS, default="soldier", label="Rank", help="An NCO counts as an officer.")],
    men: Annotated[int, Count(1, 12, label="Men of that rank in panic")],
    turns: Annotated[int, Count(1, 12, default=6, label="Turns of panic")],
    beyond: Annotated[int, Count(0, 5, label="Points beyond panic", help="What triggers have added above the GL of panic.")],
) -> Breakdown[Recovery]:  # fmt: skip
    """When does a panicked man come back to himself?"""
    w = Working(r)
    r.cite("glory.persist")
    clock = Clock(r, grade, rank, beyond)
    if beyond and r.holds("gl-cap", "capped"):
        raise Contradiction(f"GL never goes above {r.int('glory.panic-threshold')}.", beyond=0)
    together = men if clock.together else 1
    w.start("the score he rolls against", clock.needed, "glory.recover")
    w.then("chance of a success", clock.chance, "glory.test")
    taken = sum(clock.checks(turn) for turn in range(1, turns + 1))
    checks = w.then(f"number of checks he has had after turn {turns}", taken, clock.rhythm)
    wanted = -((clock.calm_at - clock.start) // clock.per_success)
    w.then("number of successes that make him calm", wanted, "glory.recover")
    calm = w.then(f"chance to be calm after turn {turns}", clock.calm_by(turns, together)[-1], "glory.recover")
    counts = Distribution({men: calm, 0: 1 - calm}) if clock.together else binomial(men, calm)
    value = Recovery(clock.needed, calm, counts.mean, counts[men], checks, clock.chain(together).expected_turns())
    ranks = {name: Clock(r, grade, one, beyond).calm_by(turns, together) for one, name in RANKS.items()}
    clocks = {r.name("soldiers", one): Clock(r, one, rank, beyond) for one in all_grades(r)}
    grades = {name: one.calm_by(turns, together) for name, one in clocks.items()}
    exhibits: list[Curves | Bars] = [
        _curves(f"{r.name('soldiers', grade)}: officer and soldier side by side", ranks, RANKS[rank], turns, "curve"),
        _curves(f"{RANKS[rank]}, grade by grade", grades, r.name("soldiers", grade), turns, "grades"),
    ]
    who = f"calm: {spoken(calm)}"
    if men > 1:
        exhibits.append(Bars(f"How many of {men} are calm after turn {turns}", "Men calm", {"": counts}))
        who = f"each calm: {spoken(calm)}; {lost_of(counts.mean, men, 'man', 'calm')}"
    check = f"a check passes on {clock.needed}+" if clock.chance else "no check can pass"
    return w.answer(
        value,
        headline=f"After turn {turns} {who}; {check}",
        chance=calm,
        distribution=counts,
        exhibits=exhibits,
    )


def _curves(caption: str, chances: dict[str, Sequence[Fraction]], own: str, turns: int, name: str) -> Curves:
    """Return the curves of the chance to be calm, turn by turn, one line for each.

    own is the line of the question.
    """
    lines = {one: list(enumerate(points)) for one, points in chances.items()}
    return Curves(
        caption, "Turn of panic", "Chance to be calm", lines, step=True, here=turns, name=name, sets="turns", own=own
    )


@simulation
def throw_recovery(
    r: Reader, dice: Thrower, count: int, /, *, grade: str, rank: str, men: int, turns: int, beyond: int
) -> Any:
    """How many of the men are calm after the last turn."""
    clock = Clock(r, grade, rank, beyond)
    now = np.full((count, men), clock.start)
    for turn in range(1, turns + 1):
        if clock.checks(turn):
            passed = dice.roll_each(r.text("glory.test"), count, men) >= clock.needed
            if clock.together:
                passed = np.repeat(passed.sum(axis=1, keepdims=True), men, axis=1)
            lower = np.maximum(now - passed * clock.per_success, min(clock.floor, clock.calm_at))
            now = np.where(now > clock.calm_at, lower, now)
    return (now <= clock.calm_at).sum(axis=1)
