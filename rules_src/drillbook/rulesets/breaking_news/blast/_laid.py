"""The number needed by a weapon with a burst area: known, or worked out from the shot."""

from drillbook.asking import Reader, Working
from drillbook.rulesets.breaking_news.common.firing import Aim
from drillbook.rulesets.breaking_news.common.shot import shoot

GIVEN = "number"


def needed(r: Reader, w: Working, aim: Aim | None, known: int) -> int:
    """Return the number needed and add its steps: the shot's, or the known one without a shot."""
    if aim is not None:
        return shoot(r, w, aim).needed
    w.start("number needed", known, "blast.difference")
    w.then("chance to hit", r.dice("shooting.roll").at_least(known), "shooting.roll")
    return known
