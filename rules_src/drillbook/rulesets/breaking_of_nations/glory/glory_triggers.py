"""What has happened to the unit: which of the triggers are true, and at what GL it tests."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from drillbook.asking import Breakdown, Contradiction, Reader, Working, question
from drillbook.asking.exhibits import Decision, Verdict
from drillbook.asking.kinds import Choice, Choices, Count
from drillbook.maths import counted as so_many
from drillbook.maths import exact, write_number
from drillbook.rulesets.breaking_of_nations.common.inputs import AboveGrade, Earlier, Fire, Grade, Running
from drillbook.rulesets.breaking_of_nations.common.morale import TRIGGERS, Morale
from drillbook.rulesets.breaking_of_nations.common.pinning import pinned

DETAILED = ("half", "charged", "pinned")
APPROACH: Mapping[str, str] = {
    "none": "Nothing",
    "walk": "Horse, walking",
    "canter": "Horse, cantering",
    "gallop": "Horse, galloping",
    "vehicle": "A vehicle, fast",
}
GAITS = ("walk", "canter", "gallop")
BEFORE: Mapping[str, str] = {"stand": "Stood", "walk": "Walked", "canter": "Cantered", "gallop": "Galloped"}
RIDDEN: dict[str, Any] = {"when": {"approach": GAITS}, "why_not": "No horse comes at it."}


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
    men: Annotated[int, Count(1, 30, default=10, label="Men at the start")],
    left: Annotated[
        int,
        Count(1, 30, default=6, label="Men now", help="More than at the start where a rally has gathered stragglers."),
    ],
    facts: Annotated[
        tuple[str, ...],
        Choices(options={one: TRIGGERS[one] for one in ("leader", "charging", "flank")}, default=("leader",), label="This turn"),
    ],
    approach: Annotated[str, Choice(options=APPROACH, default="none", label="Comes straight at it")],
    gait_before: Annotated[str, Choice(options=BEFORE, default="walk", label="Its gait the turn before", **RIDDEN)],
    fire: Fire,
    running: Running,
    earlier: Earlier,
    already: Annotated[
        tuple[str, ...],
        Choices(
            options={"half": "At half strength", "pinned": "Pinned"}, label="True last turn already",
            help="A condition that lasts is an event only when it begins.",
        ),
    ],
) -> Breakdown[Triggers]:  # fmt: skip
    """Which triggers has my unit met this turn, and at what GL does it test?"""
    _check_last_turn(r, fire, running, earlier, already)
    m, w = Morale(r, grade), Working(r)
    under_fire = pinned(r, fire, running, earlier)
    share = r.num("glory.trigger-half")
    findings = {
        "leader": _fact(facts, "leader", "its leader or banner is hit", "leader and banner unhurt"),
        "half": (left <= share * men, f"{left} of {men} men, and the mark is {write_number(exact(share * men))}"),
        "charged": _fast(r, approach, gait_before),
        "charging": _fact(facts, "charging", "it charges", "it does not charge"),
        "pinned": (under_fire.held, under_fire.why),
        "flank": _fact(facts, "flank", "assaulted from the side or behind", "no assault on flank or rear"),
    }
    true = {name: met for name, (met, _) in findings.items()}
    counted = m.counted([name for name in true if true[name]], already)
    before = m.start(w, shaken, "left on it by earlier turns")
    verdicts = []
    for name, (met, why) in findings.items():
        rule = under_fire.rule if name == "pinned" else f"glory.trigger-{name}"
        again = met and name not in counted
        verdicts.append(Verdict(TRIGGERS[name], met, why + "; counted already" * again, r.cite(rule)))
        if name in counted:
            detail = f": {why}" if name in DETAILED else ""
            w.add(f"{TRIGGERS[name].lower()}{detail}", m.per_trigger, rule)
        elif again:
            w.note(f"{TRIGGERS[name].lower()}: counted already", rule)
    w.at_most("GL never above panic", "glory.panic-threshold", when=m.capped)
    gl, panics = w.whole, w.whole >= m.panic and not m.spared(before)
    fate = "the unit panics" if panics else f"it tests at GL {gl}" if counted else f"GL {gl}"
    return w.answer(
        Triggers(**true, count=len(counted), gl=gl, panics=panics),
        headline=f"{so_many(len(counted), 'trigger', none='No')}: {fate}",
        exhibits=[Decision(caption="The triggers, and what was found of each", verdicts=verdicts)],
    )


def _check_last_turn(r: Reader, fire: str, running: int, earlier: int, already: tuple[str, ...]) -> None:
    """Contradiction where last turn's fire and last turn's state do not fit."""
    if fire == "none":
        return
    enough = r.int("glory.trigger-pinned")
    turns = running + (earlier if running and r.holds("pinned-two-turns", "any-two") else 0)
    if "pinned" not in already:
        if turns >= enough:
            reason = f"A unit that was shot at in {turns} turns by last turn was pinned last turn already."
            raise Contradiction(reason, already=(*already, "pinned"))
    elif not running:
        raise Contradiction("A unit that was not shot at last turn was not pinned last turn.", running=1)
    elif turns < enough and r.holds("pinned-by-mg", "counts-as-fire"):
        reason = f"A unit shot at in fewer than {enough} turns by last turn was not pinned then, whoever fired."
        raise Contradiction(reason, running=enough)


def _fact(facts: tuple[str, ...], name: str, so: str, not_so: str) -> tuple[bool, str]:
    """One of the triggers that the player simply ticks."""
    return name in facts, so if name in facts else not_so


def _fast(r: Reader, approach: str, before: str) -> tuple[bool, str]:
    """Whether what comes straight at the unit does so in a higher gear."""
    if approach == "none":
        return False, "nothing comes straight at it"
    if approach == "vehicle":
        return True, "a vehicle comes on fast; its gears have no rule"
    r.cite("cavalry.gaits")
    speeds = {gait: r.cell("gaits", gait, "speed").number for gait in GAITS}
    order = sorted(GAITS, key=lambda gait: speeds[gait])
    fast = {
        "canter-or-gallop": approach != order[0],
        "gallop-only": approach == order[-1],
        "faster-gait": before == "stand" or order.index(approach) > order.index(before),
    }[r.read_as("higher-gear")]
    gait = f"horse at the {r.name('gaits', approach).lower()}"
    came = f"{gait} ({write_number(speeds[approach])} inches; it {BEFORE[before].lower()} before)"
    return fast, f"{came}, {'' if fast else 'not '}a higher gear"
