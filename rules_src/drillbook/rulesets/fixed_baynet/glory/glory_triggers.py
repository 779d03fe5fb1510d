"""Glory triggers: what has happened to a unit, the triggers that become true, and its GL.

GL is the level at which the unit tests.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Contradiction, Count, Flag, Reader, Working, question
from drillbook.asking.exhibits import Decision
from drillbook.maths import counted as so_many
from drillbook.maths import spoken
from drillbook.rulesets.breaking_of_nations.common import triggers
from drillbook.rulesets.breaking_of_nations.common.inputs import Earlier, Fire, Grade, Running
from drillbook.rulesets.breaking_of_nations.common.morale import LASTING, Morale
from drillbook.rulesets.breaking_of_nations.common.pinning import check_last_turn
from drillbook.rulesets.breaking_of_nations.common.riding import GAITS
from drillbook.rulesets.breaking_of_nations.common.triggers import Already, Finding, GaitBefore, MenAtStart, MenNow
from drillbook.rulesets.fixed_baynet.common.inputs import AboveGrade

APPROACH: Mapping[str, str] = {triggers.NOTHING: "Nothing", **{gait: f"Horse, at the {gait}" for gait in GAITS}}


@dataclass(frozen=True, slots=True)
class Triggers:
    """The result of a turn's triggers.

    points: the points that the turn adds. gl: the GL that results. panics: whether that is panic. passes: the chance to
    pass the test, or None without a test.
    """

    points: int
    gl: int
    panics: bool
    passes: Fraction | None


@question(
    "fb/glory-triggers?grade=regular&men=10&left=5&leaders=1&approach=none&fire=rifles&running=0",
    "fb/glory-triggers?grade=native-green&men=20&left=16&leaders=0&flanks=1&approach=gallop&gait-before=canter&fire=machine-gun",
    replaces="glory-triggers",
)
def glory_triggers(
    r: Reader,
    *,
    grade: Grade,
    shaken: AboveGrade,
    men: MenAtStart,
    left: MenNow,
    leaders: Annotated[int, Count(0, 3, default=1, label="Leaders and banners hit")],
    flanks: Annotated[int, Count(0, 3, label="Assaults on flank or rear")],
    charging: Annotated[bool, Flag(label="It charges")],
    approach: Annotated[str, Choice(options=APPROACH, default=triggers.NOTHING, label="Comes straight at it")],
    gait_before: GaitBefore,
    fire: Fire,
    running: Running,
    earlier: Earlier,
    already: Already,
) -> Breakdown[Triggers]:  # fmt: skip
    """Which triggers has my unit met this turn, and at what GL does it test?"""
    check_last_turn(r, fire, running, earlier, already)
    triggers.check_left(men, left)
    if leaders:
        triggers.check_leader(men, leaders=0)
    if leaders > men:
        raise Contradiction("No more leaders can be hit than there are men.", leaders=men)
    m, w = Morale(r, grade), Working(r)
    found = {
        "leader": Finding(leaders, f"{leaders or 'none'} of them", "glory.trigger-leader"),
        "half": triggers.at_half(r, left, men),
        "charged": triggers.ridden_at(r, approach, gait_before, grade),
        "charging": Finding(charging, "it charges" if charging else "it does not charge", "glory.trigger-charging"),
        "pinned": triggers.under_fire(r, fire, running, earlier),
        "flank": Finding(flanks, so_many(flanks, "assault", none="no"), "glory.trigger-flank"),
    }
    m.start(w, shaken, "left on it by earlier turns")
    counts = {name: _points(r, m, name, one, name in already) for name, one in found.items()}
    verdicts = [triggers.told(r, w, m, name, one, counts[name]) for name, one in found.items()]
    points = sum(counts.values())
    w.at_most("GL never above panic", "glory.panic-threshold", when=m.capped)
    gl = w.whole
    panics = gl >= m.panic
    passes = None
    if not panics and m.tests(points, gl):
        passes = w.then("chance to pass a test", m.passes(m.needed(gl, points)), "glory.test")
    tests = m.tests(points, gl) if passes is not None else 0
    each = "test passed" if tests == 1 else f"{tests} tests, each passed"
    fate = "the unit panics" if panics else f"GL {gl}" if passes is None else f"GL {gl}, {each}: {spoken(passes)}"
    return w.answer(
        Triggers(points, gl, panics, passes),
        headline=f"{so_many(points, 'point', none='No')}: {fate}",
        chance=passes,
        exhibits=[Decision(caption="The triggers, and what was found of each", verdicts=verdicts)],
    )


def _points(r: Reader, m: Morale, name: str, found: Finding, before: bool) -> int:
    """How many points a trigger adds; before: whether it was true last turn already."""
    if name in LASTING and before and not m.lasting_counts:
        return 0
    return int(found.times) if r.holds("glory-per-bullet", "each-incident") else min(int(found.times), 1)
