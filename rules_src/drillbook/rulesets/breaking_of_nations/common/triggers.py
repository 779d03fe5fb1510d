"""The events of a turn for a unit: each trigger as it was found, its step and its line.

The module has no chapter of its own. It serves the question of the triggers, here and in a layer that poses it again.
"""

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from drillbook.asking import Choice, Choices, Contradiction, Count, Reader, Working
from drillbook.asking.exhibits import Verdict
from drillbook.maths import counted, exact, write_number
from drillbook.rulesets.breaking_of_nations.common.morale import TRIGGERS, Morale
from drillbook.rulesets.breaking_of_nations.common.pinning import pinned
from drillbook.rulesets.breaking_of_nations.common.riding import BEFORE, CANTER, GAITS, is_rush, may_follow

NOTHING = "none"
RIDDEN: dict[str, Any] = {"when": {"approach": tuple(GAITS)}, "why_not": "No horse comes at it."}
STATES = {"half": "At half strength", "pinned": "Pinned"}

MenAtStart = Annotated[int, Count(1, 30, default=10, label="Men at the start")]
MenNow = Annotated[
    int, Count(1, 30, default=6, label="Men now", help="Men assembled by a rally start as a new unit of so many.")
]
GaitBefore = Annotated[str, Choice(options=BEFORE, default=CANTER, label="Its gait the turn before", **RIDDEN)]
Already = Annotated[
    tuple[str, ...],
    Choices(options=STATES, label="True last turn already", help="A state that lasts is an event only when it begins."),
]


@dataclass(frozen=True, slots=True)
class Finding:
    """A trigger as it was found: how often it came true, the words for that, and the rule.

    plain states whether its name says all there is to say.
    """

    times: int
    why: str
    rule: str
    plain: bool = False


def at_half(r: Reader, left: int, men: int) -> Finding:
    """Whether so many men are half of the unit or less."""
    mark = exact(r.num("glory.trigger-half") * men)
    return Finding(
        left <= mark, f"{left} of {counted(men, 'man')}, and the mark is {write_number(mark)}", "glory.trigger-half"
    )


def check_left(men: int, left: int) -> None:
    """Contradiction where more men are left than the unit started with."""
    if left > men:
        raise Contradiction(f"Of {counted(men, 'man')} at the start {left} cannot be left.", left=men)


def check_leader(men: int, **without: Any) -> None:
    """Raise Contradiction if a man who is a unit by himself is said to have a leader who is hit.

    without is the input that solves the contradiction.
    """
    if men == 1:
        raise Contradiction("A man who is a unit by himself has no leader and no banner over him.", **without)


def under_fire(r: Reader, fire: str, running: int, earlier: int) -> Finding:
    """Whether fire pins it."""
    found = pinned(r, fire, running, earlier)
    return Finding(found.held, found.why, found.rule)


def ridden_at(r: Reader, approach: str, before: str, grade: str) -> Finding:
    """Return whether a mount comes straight at the unit in a higher gear, as a finding.

    Raise Contradiction if no mount comes to that gait in this way.
    """
    rule = "glory.trigger-charged"
    if approach == NOTHING:
        return Finding(0, "nothing comes straight at it", rule)
    if not may_follow(r, before, approach):
        near = min((one for one in BEFORE if may_follow(r, one, approach)), key=partial(_steps, before))
        reason = f"No mount that {BEFORE[before].lower()} last turn goes at the {approach} in this one."
        raise Contradiction(reason, gait_before=near)
    fast = is_rush(r, approach, before, grade)
    speed = write_number(r.cell("gaits", approach, "speed").number)
    came = f"horse at the {approach} ({speed} inches; it {BEFORE[before].lower()} before)"
    return Finding(fast, f"{came}, {'' if fast else 'not '}a higher gear", rule)


def _steps(one: str, two: str) -> int:
    """How many gaits lie between two."""
    gaits = list(BEFORE)
    return abs(gaits.index(one) - gaits.index(two))


def told(r: Reader, w: Working, m: Morale, name: str, found: Finding, points: int) -> Verdict:
    """Add the step of one trigger with its points, and return its line in the list."""
    again, label = bool(found.times) and not points, TRIGGERS[name].lower()
    detail = "" if found.plain else f": {found.why}"
    w.add(f"{label}{detail}", points * m.per_trigger, found.rule, when=points)
    w.note(f"{label}: counted already", found.rule, when=again)
    return Verdict(TRIGGERS[name], bool(found.times), found.why + "; counted already" * again, r.cite(found.rule))
