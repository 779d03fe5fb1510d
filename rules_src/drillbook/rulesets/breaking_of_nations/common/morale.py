"""A unit's GL in a turn: triggers raise it, officers lower it, and a test may lower it.

The module has no chapter of its own. It holds the numbers and readings that the questions of the glory chapter share,
and the exact turn.
"""

from collections.abc import Collection
from functools import cache
from typing import NamedTuple

from drillbook.asking import Contradiction, Reader, Working, procedure
from drillbook.maths import Distribution, sums_by_key
from drillbook.rulesets.breaking_of_nations.common.soldier import called

#: The six events that shake a unit, each with the rule that says so; those in LASTING are conditions that last.
TRIGGERS = {
    "leader": "Leader or banner hit",
    "half": "At half strength or below",
    "charged": "Ridden or driven at",
    "charging": "Charges",
    "pinned": "Pinned by fire",
    "flank": "Hit in flank or rear",
}
LASTING = ("half", "pinned")
DEEDS = {"none": "None", "rally": "Rally", "fallback": "Fallback", "heroism": "Heroic deed"}


def all_grades(r: Reader) -> tuple[str, ...]:
    """Return the rows of the soldiers who are people and may lose their nerve."""
    return tuple(row.key for row in r.ruleset.table("soldiers").where("person"))


def printed_gl(r: Reader, grade: str) -> int:
    """Return the printed GL of a grade."""
    return r.cell("soldiers", grade, "gl").whole


@procedure
def test_time(r: Reader) -> str:
    """A shaken unit tests in its next Orders, in the glory phase, or in both: `next-orders`, `glory-phase`, `both-tests`."""
    return r.read_as("glory-timing")


@procedure
def tests_twice(r: Reader) -> bool:
    """Whether a shaken unit tests in the glory phase and in its next Orders as well."""
    return test_time(r) == "both-tests"


@procedure
def pays_for_tests(r: Reader) -> bool:
    """Whether a test that events bring costs an action."""
    return r.holds("glory-voluntary", "forced-paid")


@procedure
def tests_again(r: Reader) -> bool:
    """A unit that nothing has shaken in a turn has no test in it."""
    return False


@procedure
def first_rolls(r: Reader) -> bool:
    """Whether a unit that its first trigger would break rolls before it does."""
    return r.holds("civilian-hair-trigger", "first-roll")


def floor_of(r: Reader, printed: int) -> int | None:
    """Return the lowest GL that a unit of this printed GL can fall to, or None without a floor."""
    match r.read_as("gl-floor"):
        case "printed-floor":
            return printed
        case "no-floor":
            return None
        case _:
            return min(printed_gl(r, one) for one in all_grades(r))


class Standing(NamedTuple):
    """A unit's state: its GL, and whether it has panicked so far."""

    gl: int
    panicked: bool


class Morale:
    """The facts on which the glory of one grade depends: numbers and readings, read and cited."""

    def __init__(self, r: Reader, grade: str, *, without: Collection[str] = ()) -> None:
        """Read all the numbers and readings of a grade, and cite them.

        without names the rulings that make no difference to the question; they are not read.
        """
        for rule in ("glory.timing", "glory.fail", "stats.gl"):
            r.cite(rule)
        self.grade, self.name, self.called = grade, r.name("soldiers", grade), called(r, grade)
        self.printed = printed_gl(r, grade)
        self.panic = r.int("glory.panic-threshold")
        self.per_trigger = r.int("glory.plus-one")
        self.per_success = r.int("glory.success")
        self.die: Distribution[int] = r.dice("glory.test")
        self.die_text = r.text("glory.test")
        self.floor = None if "gl-floor" in without else floor_of(r, self.printed)
        self.capped = r.holds("gl-cap", "capped")
        self.tests_each = "gl-one-test" not in without and r.holds("gl-one-test", "test-each")
        self.tests_twice = "glory-timing" not in without and tests_twice(r)
        self.tests_again = "gl-one-test" not in without and tests_again(r)
        self.added_again = "gl-modifiers-once" not in without and r.holds("gl-modifiers-once", "added-again")
        self.hair_trigger = "civilian-hair-trigger" not in without and first_rolls(r)
        self.one_attack = "high-gear-stack" not in without and r.holds("high-gear-stack", "one-attack")
        self.lasting_counts = "gl-standing" not in without and r.holds("gl-standing", "every-turn")
        self.values = tuple(vars(self).values())
        # A story of many turns meets the same GL and the same score over and over.
        self.passes = cache(self.die.at_least)
        self.tested = cache(self._tested)
        self.once = cache(self._once)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Morale) and self.values == other.values

    def __hash__(self) -> int:
        return hash(self.values)

    def start(self, w: Working, shaken: int = 0, left_by: str = "") -> int:
        """Return a unit's GL before this turn, with its steps.

        Raise Contradiction if the GL would be above the ceiling or below the floor.
        """
        most = self.panic - self.printed
        if self.capped and shaken > most:
            raise Contradiction(
                f"GL never goes above {self.panic}, so no {self.called} unit is {shaken} points above its grade.",
                shaken=most,
            )
        least = 0 if self.floor is None else min(0, self.floor - self.printed)
        if self.floor is not None and shaken < least:
            raise Contradiction(
                f"GL never falls below {min(self.floor, self.printed)} here, so no {self.called} unit stands so far below its grade.",
                shaken=least,
            )
        w.start(f"GL of the grade, {self.name}", w.reader.cell("soldiers", self.grade, "gl"))
        w.add(left_by, shaken, "glory.fail", when=shaken)
        return w.whole

    def begin(self, w: Working, shaken: int) -> int:
        """Return the GL at which a story of several turns begins, with its steps.

        Raise Contradiction if the unit has panicked before the story begins.
        """
        gl = self.start(w, shaken, "left on it by earlier turns")
        if gl >= self.panic:
            raise Contradiction(
                f"A unit whose GL is {gl} has panicked already; its story begins below {self.panic}.",
                shaken=self.panic - self.printed - 1,
            )
        return gl

    def ceiling(self, gl: int) -> int:
        """GL cut to the threshold of panic, where that is its ceiling."""
        return min(gl, self.panic) if self.capped else gl

    def lowered(self, gl: int, by: int) -> int:
        """GL brought down, but not through the floor."""
        return gl - by if self.floor is None else max(min(gl, self.floor), gl - by)

    def counted(self, events: Collection[str], before: Collection[str]) -> tuple[str, ...]:
        """Which of a turn's events add a point, given those of the turn before."""
        fresh = [one for one in events if self.lasting_counts or one not in LASTING or one not in before]
        if self.one_attack and "charged" in fresh and "flank" in fresh:
            fresh.remove("flank")
        return tuple(fresh)

    def raised(self, gl: int, triggers: int) -> int:
        """GL once a turn's triggers have been added."""
        return self.ceiling(gl + triggers * self.per_trigger)

    def spared(self, gl: int) -> bool:
        """Return whether a unit at this GL may roll before the first trigger breaks it."""
        return self.hair_trigger and self.printed + self.per_trigger >= self.panic and gl < self.panic

    def needed(self, gl: int, triggers: int, spared: bool = False) -> int:
        """Return the score a test needs at this GL."""
        if spared and gl >= self.panic:
            return self.printed
        return gl + triggers * self.per_trigger if self.added_again else gl

    def shaken_still(self, gl: int) -> bool:
        """Whether a unit at this GL tests although a turn brings no trigger."""
        return self.tests_again and self.printed < gl < self.panic

    def tests(self, triggers: int, gl: int) -> int:
        """How many tests a turn's triggers bring to a unit that they leave at this GL."""
        first = self.tests_at_once(triggers, gl)
        return first + first if triggers and self.tests_twice else first

    def tests_at_once(self, triggers: int, gl: int) -> int:
        """How many of them come at the same time."""
        if not triggers:
            return int(self.shaken_still(gl))
        return triggers if self.tests_each else min(triggers, 1)

    def _tested(self, gl: int, triggers: int, *, spared: bool = False, apart: bool = False) -> Distribution[int]:
        """Return the distribution of GL after the tests that a turn's triggers bring.

        apart means at one time of two. A unit in panic takes no test.
        """
        now = {gl: 1}
        for number in range((self.tests_at_once if apart else self.tests)(triggers, gl)):
            may = spared and number == 0
            now = sums_by_key(
                (after, weight * part)
                for before, weight in now.items()
                for after, part in self.once(before, triggers, may)
            )
        return Distribution.weighted(now.items())

    def _once(self, gl: int, triggers: int, spared: bool) -> tuple[tuple[int, int], ...]:
        """GL after a single test, in whole weights that add up to the same for every GL."""
        every = self.die.weights[1]
        if gl >= self.panic and not spared:
            return ((gl, every),)
        good = int(self.passes(self.needed(gl, triggers, spared)) * every)
        ways = (self.lowered(gl, self.per_success), good), (gl, every - good)
        return tuple(way for way in ways if way[1])

    def once_tested(self, gl: int, triggers: int, *, spared: bool = False) -> Distribution[int]:
        """GL after a single test."""
        return Distribution.weighted(self.once(gl, triggers, spared))

    def turn(self, now: Standing, triggers: int, relief: int) -> Distribution[Standing]:
        """One turn: the triggers, then what an officer or a hero does, then the test."""
        spared = self.spared(now.gl)
        up = self.raised(now.gl, triggers)
        broken = now.panicked or (up >= self.panic and not spared)
        down = self.lowered(up, relief) if relief else up
        after = self.tested(down, triggers, spared=spared)
        return after.map(lambda gl: Standing(gl, broken or gl >= self.panic))


def relief_of(r: Reader, deed: str) -> int:
    """By how much an officer's order or a heroic deed lowers GL."""
    if deed == "none":
        return 0
    if deed == "fallback":
        r.cite("glory.fallback-move")
    return r.int(f"glory.{deed}")
