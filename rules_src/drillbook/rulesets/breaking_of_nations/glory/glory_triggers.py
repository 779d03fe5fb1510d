"""What has happened to the unit: which of the triggers are true, and at what GL it tests."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Choices, Reader, Working, question
from drillbook.asking.exhibits import Decision
from drillbook.maths import counted as so_many
from drillbook.rulesets.breaking_of_nations.common import triggers
from drillbook.rulesets.breaking_of_nations.common.inputs import AboveGrade, Earlier, Fire, Grade, Running
from drillbook.rulesets.breaking_of_nations.common.morale import TRIGGERS, Morale
from drillbook.rulesets.breaking_of_nations.common.pinning import check_last_turn
from drillbook.rulesets.breaking_of_nations.common.triggers import Already, Finding, GaitBefore, MenAtStart, MenNow

VEHICLE = "vehicle"
#: What only a test comes to.
UNTESTED = ("gl-floor", "gl-modifiers-once", "gl-one-test", "glory-timing")
APPROACH: Mapping[str, str] = {
    triggers.NOTHING: "Nothing",
    "walk": "Horse, walking",
    "canter": "Horse, cantering",
    "gallop": "Horse, galloping",
    VEHICLE: "A vehicle, fast",
}


@dataclass(frozen=True, slots=True)
class Triggers:
    """Which triggers are true, how many count, and the GL at which the unit tests."""

    leader: bool
    half: bool
    charged: bool
    charging: bool
    pinned: bool
    flank: bool
    count: int
    gl: int
    panics: bool


@question(
    "bon/glory-triggers?grade=regular&facts=leader&men=10&left=5&approach=none&fire=rifles&running=0",
    "bon/glory-triggers?grade=regular&facts=flank&approach=gallop&gait-before=canter&fire=lmg",
)
def glory_triggers(
    r: Reader,
    *,
    grade: Grade,
    shaken: AboveGrade,
    men: MenAtStart,
    left: MenNow,
    facts: Annotated[
        tuple[str, ...],
        Choices(options={one: TRIGGERS[one] for one in ("leader", "charging", "flank")}, default=("leader",), label="This turn"),
    ],
    approach: Annotated[str, Choice(options=APPROACH, default="none", label="Comes straight at it")],
    gait_before: GaitBefore,
    fire: Fire,
    running: Running,
    earlier: Earlier,
    already: Already,
) -> Breakdown[Triggers]:  # fmt: skip
    """Which triggers has my unit met this turn, and at what GL does it test?"""
    check_last_turn(r, fire, running, earlier, already)
    triggers.check_left(men, left)
    if "leader" in facts:
        triggers.check_leader(men, facts=tuple(one for one in facts if one != "leader"))
    m, w = Morale(r, grade, without=UNTESTED), Working(r)
    found = {
        "leader": _fact(facts, "leader", "its leader or banner is hit", "leader and banner unhurt"),
        "half": triggers.at_half(r, left, men),
        "charged": _come_at(r, approach, gait_before, grade),
        "charging": _fact(facts, "charging", "it charges", "it does not charge"),
        "pinned": triggers.under_fire(r, fire, running, earlier),
        "flank": _fact(facts, "flank", "assaulted from the side or behind", "no assault on flank or rear"),
    }
    true = {name: bool(one.times) for name, one in found.items()}
    counted = m.counted([name for name in true if true[name]], already)
    before = m.start(w, shaken, "left on it by earlier turns")
    verdicts = [triggers.told(r, w, m, name, one, int(name in counted)) for name, one in found.items()]
    w.at_most("GL never above panic", "glory.panic-threshold", when=m.capped)
    gl, panics = w.whole, w.whole >= m.panic and not m.spared(before)
    fate = "the unit panics" if panics else f"it tests at GL {gl}" if counted else f"GL {gl}"
    return w.answer(
        Triggers(**true, count=len(counted), gl=gl, panics=panics),
        headline=f"{so_many(len(counted), 'trigger', none='No')}: {fate}",
        exhibits=[Decision(caption="The triggers, and what was found of each", verdicts=verdicts)],
    )


def _fact(facts: tuple[str, ...], name: str, so: str, not_so: str) -> Finding:
    """One of the triggers that the player simply ticks."""
    return Finding(name in facts, so if name in facts else not_so, f"glory.trigger-{name}", plain=True)


def _come_at(r: Reader, approach: str, before: str, grade: str) -> Finding:
    """Whether what comes straight at the unit, horse or vehicle, does so in a higher gear."""
    if approach == VEHICLE:
        return Finding(1, "a vehicle comes on fast; its gears have no rule", "glory.trigger-charged")
    return triggers.ridden_at(r, approach, before, grade)
