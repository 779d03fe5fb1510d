"""How many bounds a battle of so many minutes lasts."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Annotated

from drillbook.asking import Breakdown, Count, Reader, Working, question
from drillbook.asking.exhibits import Curves
from drillbook.maths import counted

MINUTES = Count(5, 120, default=20, step=5, unit="minutes", label="Minutes of battle")


@dataclass(frozen=True, slots=True)
class BattleTime:
    """The fewest and the most bounds."""

    least: int
    most: int


@question("gw/battle-time?minutes=20", "gw/battle-time?minutes=60")
def battle_time(r: Reader, *, minutes: Annotated[int, MINUTES]) -> Breakdown[BattleTime]:
    """How many bounds does it last?"""
    w = Working(r)
    if r.holds("bound-minutes", "usual"):
        long, short = (r.cited("scope.bound-minutes", one) for one in ("most", "least"))
    else:
        long, short = r.cited("scope.bound-long"), r.cited("scope.bound-short")

    def bounds(time: int, each: int) -> int:
        return ceil(Fraction(time, each))

    w.start("minutes of battle", minutes, "scope.relative-effect")
    w.divide("minutes of a long bound", long)
    least = w.then("bounds at the least", bounds(minutes, long.whole), long.rule)
    w.then("minutes of battle", minutes, "scope.relative-effect")
    w.divide("minutes of a short bound", short)
    most = w.then("bounds at the most", bounds(minutes, short.whole), short.rule)
    times = range(int(MINUTES.low), int(MINUTES.high) + 1, int(MINUTES.step))
    lines = {
        "short bounds": [(time, bounds(time, short.whole)) for time in times],
        "long bounds": [(time, bounds(time, long.whole)) for time in times],
    }
    return w.answer(
        BattleTime(least, most),
        headline=f"{least} to {counted(most, 'bound')}",
        exhibits=[
            Curves(
                "Bounds by the minutes of the battle",
                "Minutes",
                "Bounds",
                lines,
                step=True,
                chance=False,
                here=minutes,
                sets="minutes",
                name="bounds",
            )
        ],
    )
