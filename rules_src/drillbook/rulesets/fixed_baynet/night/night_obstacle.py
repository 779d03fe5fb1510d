"""Night: who notices the ditch, and who falls into it."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Count, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Mark
from drillbook.maths import Thrower, binomial, lost_of, spoken
from drillbook.rulesets.breaking_of_nations.common.inputs import Grade
from drillbook.rulesets.breaking_of_nations.common.morale import Morale, all_grades, printed_gl
from drillbook.rulesets.breaking_of_nations.common.relief import UNTESTED
from drillbook.rulesets.fixed_baynet.common.inputs import AboveGrade


@dataclass(frozen=True, slots=True)
class Stumble:
    """The result of a night obstacle.

    gl: the GL tested. notices: the chance that a man notices the obstacle. fall, none_falls: how many men fall on
    average, and the chance that none falls. gl_after: the GL after a success.
    """

    gl: int
    notices: Fraction
    fall: Fraction
    none_falls: Fraction
    gl_after: int


@question("fb/night-obstacle?grade=elite&men=1", "fb/night-obstacle?grade=native-green&men=20")
def night_obstacle(
    r: Reader,
    *,
    grade: Grade,
    shaken: AboveGrade,
    men: Annotated[int, Count(1, 20, default=10, label="Men who walk round it")],
) -> Breakdown[Stumble]:
    """Do my men notice what they walk round in the dark?"""
    w = Working(r)
    m = Morale(r, grade, without=UNTESTED)
    gl = m.start(w, shaken, "left on it by triggers")
    notices = w.then("chance that a man notices it", r.dice("glory.test").at_least(gl), "night.obstacle-test")
    fallen = binomial(men, 1 - notices)
    w.then("who falls goes through it, and lies prone: on average", fallen.mean, "night.obstacle-fail")
    lower = r.holds("night-glory", "lowered")
    after = m.lowered(gl, r.int("glory.success")) if lower else gl
    w.note(f"a success {'lowers GL' if lower else 'changes nothing else'}: {after}", "night.obstacle-test")
    told = Stumble(gl, notices, fallen.mean, fallen[0], after)
    told_in_words = (
        f"{'He' if men == 1 else 'Each'} notices it: {spoken(notices)}; {lost_of(fallen.mean, men, 'man', 'down')}"
        if notices
        else f"Nobody notices it: {'the one man falls' if men == 1 else f'all {men} fall'}"
    )
    steady = f"; whoever does stands at GL {after}" if lower and notices else ""
    return w.answer(
        told,
        headline=f"{told_in_words}{steady}",
        chance=notices,
        distribution=fallen,
        exhibits=[
            Bars("How many fall and lie prone", "Men", {"": fallen}, Mark(1, "at least one"), name="fallen"),
            _grades(r, grade, men, shaken),
        ],
    )


def _grades(r: Reader, grade: str, men: int, shaken: int) -> Curves:
    """Return the curves of the chance that nobody falls, by number of men and GL.

    There is one curve for the GL of each grade.
    """
    lines: dict[str, list[tuple[int, Fraction]]] = {}
    for one in all_grades(r):
        good = r.dice("glory.test").at_least(printed_gl(r, one) + shaken)
        lines.setdefault(f"GL {printed_gl(r, one) + shaken}", [(many, good**many) for many in range(1, men + 1)])
    own = f"GL {printed_gl(r, grade) + shaken}"
    return Curves(
        "The chance that nobody falls, the more there are", "Men", "Nobody falls", lines, here=men, sets="men", own=own
    )


@simulation
def throw_night_obstacle(r: Reader, dice: Thrower, count: int, /, *, grade: str, shaken: int, men: int) -> Any:
    """How many fall."""
    rolled = dice.roll_each(r.text("glory.test"), count, men)
    return (rolled < printed_gl(r, grade) + shaken).sum(axis=1)
