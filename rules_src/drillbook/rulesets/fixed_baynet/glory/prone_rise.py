"""Whether a unit is pinned, and whether a prone man may rise."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Flag, Reader, Working, question
from drillbook.asking.exhibits import Decision, Verdict
from drillbook.rulesets.breaking_of_nations.common.inputs import Earlier, Fire, Running
from drillbook.rulesets.breaking_of_nations.common.pinning import SOURCES, pinned

REASONS = {"pinned": "being pinned", "shot-at": "being shot at", "panicking": "panic"}


@dataclass(frozen=True, slots=True)
class Rise:
    """Whether a prone man may rise, whether his unit is pinned, and what holds him."""

    may_rise: bool
    pinned: bool
    held_by: str


@question("fb/prone-rise?fire=rifles&running=0", "fb/prone-rise?fire=machine-gun", replaces="prone-rise")
def prone_rise(
    r: Reader,
    *,
    fire: Fire,
    running: Running,
    earlier: Earlier,
    panicking: Annotated[bool, Flag(label="He is panicking")],
) -> Breakdown[Rise]:
    """Is the unit pinned, and may a man who went prone last turn get up?"""
    w = Working(r)
    found = pinned(r, fire, running, earlier)
    w.note(f"{found.fate}: {found.why}", found.rule)
    shot_at, reading = fire != "none", r.read_as("suppressed")
    stays = {"pinned": found.held, "shot-at": shot_at, "panicking": panicking}[reading]
    w.note("he stays down" if stays else "he may rise", "movement.prone-rise")
    held_by = REASONS[reading] if stays else "nothing"
    verdicts = [
        Verdict("Shot at", shot_at, f"fire from {SOURCES[fire]}", r.cite("glory.trigger-pinned")),
        Verdict("Pinned", found.held, found.why, found.rule),
        Verdict("Panicking", panicking, "in panic" if panicking else "himself", r.cite("glory.panic-each")),
        Verdict("Kept down", stays, held_by, r.cite("movement.prone-rise")),
    ]
    fate = f"stays down, for {held_by} is being suppressed" if stays else "may get up"
    return w.answer(
        Rise(not stays, found.held, held_by),
        headline=f"{found.fate.capitalize()}; a prone man {fate}",
        exhibits=[Decision(caption="What keeps a prone man down", verdicts=verdicts)],
    )
