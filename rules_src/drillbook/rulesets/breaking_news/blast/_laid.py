"""The number that a weapon with a burst area needs: known already, or worked out from the shot."""

from drillbook.asking import Reader, Working
from drillbook.rulesets.breaking_news.common.firing import Aim
from drillbook.rulesets.breaking_news.common.shot import shoot

GIVEN = "number"


def needed(r: Reader, w: Working, aim: Aim | None, known: int) -> int:
    """The number needed with its steps: the shot's, or where there is no shot to work out the one that is known."""
    if aim is not None:
        return shoot(r, w, aim).needed
    w.start("number needed", known, "blast.difference")
    w.then("chance to hit", r.dice("shooting.roll").at_least(known), "shooting.roll")
    return known
