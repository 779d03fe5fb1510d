"""Whether a unit is pinned, and whether a prone man may rise."""

from dataclasses import dataclass

from drillbook.asking import Breakdown, Reader, Working, question
from drillbook.asking.exhibits import Decision, Verdict
from drillbook.rulesets.breaking_of_nations.common.inputs import Earlier, Fire, Running
from drillbook.rulesets.breaking_of_nations.common.pinning import SOURCES, pinned


@dataclass(frozen=True, slots=True)
class Rise:
    """Whether a prone man may rise, and what holds him."""

    may_rise: bool
    pinned: bool
    held_by: str


@question("bon/prone-rise?fire=rifles&running=0", "bon/prone-rise?fire=machine-gun")
def prone_rise(r: Reader, *, fire: Fire, running: Running, earlier: Earlier) -> Breakdown[Rise]:
    """Is the unit pinned, and may a man who went prone last turn get up?"""
    w = Working(r)
    found = pinned(r, fire, running, earlier)
    w.note(f"pinned: {'yes' if found.held else 'no'}, {found.why}", found.rule)
    shot_at = fire != "none"
    stays, cause = {
        "pinned": (found.held, "being pinned is being suppressed"),
        "shot-at": (shot_at, "being shot at is being suppressed"),
        "ignored": (False, "nothing"),
    }[r.read_as("suppressed")]
    held_by = cause if stays else "nothing"
    w.note("he stays down" if stays else "he may rise", "movement.prone-rise")
    verdicts = [
        Verdict("Shot at this turn", shot_at, f"fire from {SOURCES[fire]}", r.cite("glory.trigger-pinned")),
        Verdict("Pinned", found.held, found.why, found.rule),
        Verdict("Kept down", stays, held_by, r.cite("movement.prone-rise")),
    ]
    fate = f"stays down, for {cause}" if stays else "may get up"
    return w.answer(
        Rise(not stays, found.held, held_by),
        headline=f"{found.fate.capitalize()}; a prone man {fate}",
        exhibits=[Decision(caption="What keeps a prone man down", verdicts=verdicts)],
    )
