"""Whether an injured platoon is slow, bound by bound."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Contradiction, Count, Length, Reader, Rows, Working, question
from drillbook.asking.exhibits import Track
from drillbook.maths import Distribution, Number, spoken, write_number
from drillbook.rulesets.great_war_1418.common.inputs import Resilience
from drillbook.rulesets.great_war_1418.common.moving import in_cm, whole_cm
from drillbook.rulesets.great_war_1418.common.recovery import (
    BOTH,
    INJURER,
    MELEE,
    NOBODY,
    OTHER,
    SHELLS,
    SISTER,
    THIRD,
    WATCHED,
    recovers,
    slow,
)

FIRE = {
    NOBODY: "Nobody",
    INJURER: "Who injured it",
    OTHER: "Another",
    THIRD: "A third",
    BOTH: "Who injured it, and another",
    SISTER: "Another battery of that battalion",
    WATCHED: "Nobody, though who injured it could",
}
SLOW, FREE = "slow", "free"


@dataclass(frozen=True, slots=True)
class InjuryClock:
    """The chance of full movement in the last bound, and the distances slow and free.

    free: that chance; recovers: that of one recovery die; slow_move, full_move: the move slow and free, in cm;
    slow_at_first: whether the platoon may be slow in the bound of the injury.
    """

    free: Fraction
    recovers: Fraction
    slow_move: Number
    full_move: Number
    slow_at_first: bool


Fire = tuple[tuple[str], ...]


@question(
    "gw/injury-clock?source=shot&fire=other;other;other&resilience=3&built-in=4&move=4.5",
    "gw/injury-clock?source=shot&fire=same;both;nobody&resilience=6&built-in=4&move=6",
    "gw/injury-clock?source=shells&fire=sister;same&resilience=3&built-in=4&move=6",
    "gw/injury-clock?source=melee&fire=other&resilience=3&built-in=4&move=4.5",
)
def injury_clock(
    r: Reader,
    *,
    source: Annotated[str, Choice({"shot": "A shot", MELEE: "Melee", SHELLS: "Shells"}, label="Injured by")],
    fire: Annotated[
        Fire,
        Rows(
            fields={"who": Choice(FIRE, default=OTHER, label="Shoots at it")},
            low=1, high=6, default=((OTHER,),) * 3, noun="bound", label="Bounds after it",
            help="One line for each bound after that of the injury.",
        ),
    ],
    resilience: Resilience,
    built_in: Annotated[int, Count(3, 6, default=4, label="Its built-in Resilience")],
    move: Annotated[
        Number,
        Length(1, 40, step=Fraction(1, 8), default=6, label="Its move, unhurt", help="After ground, road and assault."),
    ],
) -> Breakdown[InjuryClock]:  # fmt: skip
    """Is my injured platoon slow, and until when?"""
    if source != SHELLS and (SISTER,) in fire:
        fitting = tuple((OTHER,) if one == (SISTER,) else one for one in fire)
        raise Contradiction("Only shells come from a battalion of batteries.", fire=fitting)
    w = Working(r)
    w.then("hits that would finish it; we take it that every further shot misses", "injuries.last-hit")
    chance = recovers(r, w, resilience, built_in)
    chances = slow(r, w, source, [who for (who,) in fire], chance)
    w.start("its move, unhurt", move, "injuries.recovery-success")
    w.times("slow", "injuries.half")
    half, full = whole_cm(r, w), in_cm(r, move)
    free = w.then("chance of its full move in the last bound", 1 - chances[-1], "injuries.recovery-success")
    turns: list[Distribution[Any]] = [_state(one) for one in chances]
    return w.answer(
        InjuryClock(free, chance, half, full, bool(chances[0])),
        headline=f"If nothing more hits it, full move, {write_number(full)} cm, in the last bound: {spoken(free)};"
        f" slow it goes {write_number(half)} cm",
        chance=free,
        distribution=turns[-1],
        exhibits=[
            Track(
                "Slow or free when it moves: in the bound of the injury, and after", (SLOW, FREE), turns,
                notes=[FIRE[who] for (who,) in fire], turn_word="Bound",
            )
        ],
    )  # fmt: skip


def _state(slowed: Fraction) -> Distribution[str]:
    """Slow with that chance, else free."""
    return Distribution({SLOW: slowed, FREE: 1 - slowed})
