"""Whether a unit is pinned, and whether a prone man may rise."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Flag, Reader, Working, question
from drillbook.asking.exhibits import Decision, Verdict
from drillbook.rulesets.breaking_of_nations.common.inputs import Earlier, Fire, Running
from drillbook.rulesets.breaking_of_nations.common.pinning import SOURCES, pinned
from drillbook.rulesets.breaking_of_nations.glory._reactions import DOES, REACTIONS, STAYS

REASONS = {"pinned": "being pinned", "shot-at": "being shot at", "panicking": "panic"}
PANIC = "panic"


@dataclass(frozen=True, slots=True)
class Rise:
    """Whether a prone man may rise, whether his unit is pinned, and what holds him."""

    may_rise: bool
    pinned: bool
    held_by: str


@question(
    "fb/prone-rise?fire=rifles&running=0",
    "fb/prone-rise?fire=machine-gun",
    "fb/prone-rise?fire=none&panicking=yes&reaction=prone",
    replaces="prone-rise",
)
def prone_rise(
    r: Reader,
    *,
    fire: Fire,
    running: Running,
    earlier: Earlier,
    panicking: Annotated[bool, Flag(label="He is panicking")],
    reaction: Annotated[
        str,
        Choice(
            REACTIONS, default="prone", label="His reaction", when={"panicking": ("yes",)}, why_not="He is not panicking."
        ),
    ],
) -> Breakdown[Rise]:  # fmt: skip
    """Is the unit pinned, and may a man who went prone last turn get up?"""
    w = Working(r)
    found = pinned(r, fire, running, earlier)
    w.note(f"{found.fate}: {found.why}", found.rule)
    shot_at, reading = fire != "none", r.read_as("suppressed")
    suppressed = {"pinned": found.held, "shot-at": shot_at, "panicking": panicking}[reading]
    does = f"{REACTIONS[reaction].lower()}: he {DOES[reaction]}" if panicking else "he is himself"
    still = panicking and reaction in STAYS
    if panicking:
        w.note(does, f"glory.{reaction}")
        w.note("and so every turn until he recovers", "glory.persist")
    stays = suppressed or still
    w.note("he stays down" if stays else "he may rise", "movement.prone-rise")
    held_by = REASONS[reading] if suppressed else PANIC if still else "nothing"
    verdicts = [
        Verdict("Shot at", shot_at, f"fire from {SOURCES[fire]}", r.cite("glory.trigger-pinned")),
        Verdict("Pinned", found.held, found.why, found.rule),
        Verdict("Panicking", panicking, does, r.cite("glory.panic-each")),
        Verdict("Kept down", stays, held_by, r.cite("movement.prone-rise")),
    ]
    why = (
        f"because {held_by} counts as suppressed"
        if suppressed
        else f"because panic holds him ({REACTIONS[reaction].lower()})"
    )
    return w.answer(
        Rise(not stays, found.held, held_by),
        headline=f"{found.fate.capitalize()}; a prone man {f'stays down {why}' if stays else 'may get up'}",
        exhibits=[Decision(caption="What keeps a prone man down", verdicts=verdicts)],
    )
