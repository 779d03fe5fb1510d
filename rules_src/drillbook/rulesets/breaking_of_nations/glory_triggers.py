"""What has happened to the unit: which of the triggers are true, whether it is pinned, whether a prone man may rise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.answers import Breakdown
from drillbook.exact import exact, write_number
from drillbook.exhibits import Decision, Verdict
from drillbook.kinds import Choice, Choices, Count
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_of_nations._morale import GRADES, TRIGGERS, Morale

FIRE: Mapping[str, str] = {"none": "Nobody", "rifles": "Rifles", "lmg": "An LMG", "machine-gun": "A machine gun"}
SOURCES: Mapping[str, str] = {"none": "nobody", "rifles": "rifles", "lmg": "an LMG", "machine-gun": "a machine gun"}
PINNING = {"lmg": "weapons.lmg-pin", "machine-gun": "artillery.mg-pin"}
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

Fire = Annotated[str, Choice(options=FIRE, default="rifles", label="Under fire this turn from")]
Running = Annotated[
    int,
    Count(
        0,
        6,
        label="Turns running before this",
        help="In how many turns just before this one it was shot at.",
        when={"fire": ("rifles", "lmg", "machine-gun")},
        why_not="Nobody shoots at it.",
    ),
]
Earlier = Annotated[
    int,
    Count(
        0,
        6,
        label="Turns before a lull",
        help="In how many turns it was shot at before a turn without fire.",
        when={"fire": ("rifles", "lmg", "machine-gun")},
        why_not="Nobody shoots at it.",
    ),
]


def pinned(r: Reader, fire: str, running: int, earlier: int) -> tuple[bool, str, str]:
    """Whether a unit is pinned, in which words, and by which rule."""
    turns = 0 if fire == "none" else 1 + running
    lull = ""
    if turns and r.reading("pinned-two-turns") == "B":
        turns += earlier
    elif earlier:
        lull = f" ({earlier} before the lull left out)"
    if fire in PINNING:
        rule = r.cite(PINNING[fire])
        if r.reading("pinned-by-mg") == "A":
            return True, f"{SOURCES[fire]} pins at once", rule
    enough = r.int("glory.trigger-pinned")
    return turns >= enough, f"turns under fire: {turns}{lull}, pinned from {enough}", r.cite("glory.trigger-pinned")


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
    "breaking_of_nations",
    "glory-triggers",
    examples=[
        "bon/glory-triggers?grade=regular&facts=leader&men=10&left=5&approach=none&fire=rifles&running=0",
        "bon/glory-triggers?grade=regular&facts=flank&approach=gallop&gait-before=canter&fire=lmg",
    ],
)
def glory_triggers(
    r: Reader,
    /,
    *,
    grade: Annotated[str, Choice(table="soldiers", only=GRADES, default="regular", label="Grade")],
    men: Annotated[int, Count(1, 30, default=10, label="Men at the start")],
    left: Annotated[
        int,
        Count(1, 30, default=6, label="Men now", help="More than at the start where a rally has gathered stragglers."),
    ],
    facts: Annotated[
        tuple[str, ...],
        Choices(
            options={one: TRIGGERS[one] for one in ("leader", "charging", "flank")},
            default=("leader",),
            label="This turn",
        ),
    ],
    approach: Annotated[str, Choice(options=APPROACH, default="none", label="Comes straight at it")],
    gait_before: Annotated[
        str,
        Choice(
            options=BEFORE,
            default="walk",
            label="Its gait the turn before",
            when={"approach": GAITS},
            why_not="No horse comes at it.",
        ),
    ],
    fire: Fire,
    running: Running,
    earlier: Earlier,
    already: Annotated[
        tuple[str, ...],
        Choices(
            options={"half": "At half strength", "pinned": "Pinned"},
            label="True last turn already",
            help="A condition that lasts is an event only when it begins.",
        ),
    ],
) -> Breakdown[Triggers]:
    """Which triggers has my unit met this turn, and at what GL does it test?"""
    m = Morale.read(r, grade)
    w = Working(r)
    held, why_pinned, pin_rule = pinned(r, fire, running, earlier)
    fast, why_fast = _fast(r, approach, gait_before)
    share = r.num("glory.trigger-half")
    half = left <= share * men
    true = {
        "leader": (
            "leader" in facts,
            "its leader or banner is hit" if "leader" in facts else "leader and banner unhurt",
        ),
        "half": (half, f"{left} of {men} men, and the mark is {write_number(exact(share * men))}"),
        "charged": (fast, why_fast),
        "charging": ("charging" in facts, "it charges" if "charging" in facts else "it does not charge"),
        "pinned": (held, why_pinned),
        "flank": (
            "flank" in facts,
            "assaulted from the side or behind" if "flank" in facts else "no assault on flank or rear",
        ),
    }
    events = tuple(name for name, (met, _) in true.items() if met)
    counted = m.counted(events, already)
    w.start(f"GL of the grade, {m.name}", r.cell("soldiers", grade, "gl"))
    for name in events:
        rule = pin_rule if name == "pinned" else r.cite(f"glory.trigger-{name}")
        if name in counted:
            detail = f": {true[name][-1]}" if name in DETAILED else ""
            w.add(f"{TRIGGERS[name].lower()}{detail}", Cited(m.per_trigger, rule))
        else:
            w.note(f"{TRIGGERS[name].lower()}: counted already", rule)
    if m.capped:
        w.at_most("GL never above panic", "glory.panic-threshold")
    gl = int(w.total)
    panics = gl >= m.panic and not m.spared(m.printed)
    value = Triggers(**{name: met for name, (met, _) in true.items()}, count=len(counted), gl=gl, panics=panics)
    fate = "the unit panics" if panics else f"GL {gl}" if not counted else f"it tests at GL {gl}"
    return w.answer(
        value,
        headline=f"{_triggers(len(counted))}: {fate}",
        exhibits=[
            Decision(
                caption="The triggers, and what was found of each",
                verdicts=[
                    Verdict(
                        TRIGGERS[name],
                        met,
                        finding if name in counted or not met else f"{finding}; counted already",
                        pin_rule if name == "pinned" else r.cite(f"glory.trigger-{name}"),
                    )
                    for name, (met, finding) in true.items()
                ],
            )
        ],
    )


def _triggers(count: int) -> str:
    return "No trigger" if not count else "A single trigger" if count == 1 else f"{count} triggers"


def _fast(r: Reader, approach: str, before: str) -> tuple[bool, str]:
    """Whether what comes straight at the unit does so in a higher gear."""
    if approach == "none":
        return False, "nothing comes straight at it"
    if approach == "vehicle":
        return True, "a vehicle comes on fast; its gears have no rule"
    r.cite("cavalry.gaits")
    speeds = {gait: r.cell("gaits", gait, "speed").amount for gait in GAITS}
    order = sorted(GAITS, key=lambda gait: Fraction(speeds[gait]))
    match r.reading("higher-gear"):
        case "A":
            fast = approach != order[0]
        case "B":
            fast = approach == order[-1]
        case _:
            fast = before == "stand" or order.index(approach) > order.index(before)
    name = r.ruleset.table("gaits").row(approach).name.lower()
    return (
        fast,
        f"horse at the {name} ({speeds[approach]} inches; it {BEFORE[before].lower()} before), {'' if fast else 'not '}a higher gear",
    )


@dataclass(frozen=True, slots=True)
class Rise:
    """Whether a prone man may rise, and what holds him."""

    may_rise: bool
    pinned: bool
    held_by: str


@question(
    "breaking_of_nations",
    "prone-rise",
    examples=["bon/prone-rise?fire=rifles&running=0", "bon/prone-rise?fire=machine-gun"],
)
def prone_rise(r: Reader, /, *, fire: Fire, running: Running, earlier: Earlier) -> Breakdown[Rise]:
    """Is the unit pinned, and may a man who went prone last turn get up?"""
    w = Working(r)
    held, why, rule = pinned(r, fire, running, earlier)
    w.note(f"pinned: {'yes' if held else 'no'}, {why}", rule)
    shot_at = fire != "none"
    match r.reading("suppressed"):
        case "A":
            stays, cause = held, "being pinned is being suppressed"
        case "B":
            stays, cause = shot_at, "being shot at is being suppressed"
        case _:
            stays, cause = False, "nothing"
    w.note("he stays down" if stays else "he may rise", "movement.prone-rise")
    value = Rise(not stays, held, cause if stays else "nothing")
    state = "Pinned" if held else "Not pinned"
    headline = f"{state}; a prone man {'stays down, for ' + cause if stays else 'may get up'}"
    return w.answer(
        value,
        headline=headline,
        exhibits=[
            Decision(
                caption="What keeps a prone man down",
                verdicts=[
                    Verdict("Shot at this turn", shot_at, f"fire from {SOURCES[fire]}", r.cite("glory.trigger-pinned")),
                    Verdict("Pinned", held, why, rule),
                    Verdict("Kept down", stays, value.held_by, r.cite("movement.prone-rise")),
                ],
            )
        ],
    )
