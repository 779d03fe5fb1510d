"""Which fire is better here: a single shot of an assault rifle, or a burst."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Flag, Length, Reader, Refusal, Working, attempt, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Exhibit, Mark
from drillbook.maths import Number, Thrower, likely, spoken, write_mean, write_number
from drillbook.rulesets.breaking_news.common.casualties import name_of
from drillbook.rulesets.breaking_news.common.firing import Aim, check_cover
from drillbook.rulesets.breaking_news.common.inputs import Cover, Dodge, Firer, SniperTarget
from drillbook.rulesets.breaking_news.common.shot import Shot, shoot, tried

SINGLE, BURST, EQUAL = "single", "burst", "equal"
NAMES = {SINGLE: "single shot", BURST: "burst"}
ROWS = {SINGLE: "ar-single", BURST: "ar-burst"}


@dataclass(frozen=True, slots=True)
class SingleOrBurst:
    """The answer on single shot or burst: which hits more often on average, and both figures.

    The figures of the burst are None if there is no burst.
    """

    better: str
    single_mean: Fraction
    burst_mean: Fraction | None
    single_any: Fraction
    burst_any: Fraction | None


@question(
    "bn/single-or-burst?distance=20&troops=r3",
    "bn/single-or-burst?distance=40&troops=r3&cover=yes",
    "bn/single-or-burst?distance=20&troops=r1&moved=yes&cover=yes&dodge=yes",
)
def single_or_burst(
    r: Reader,
    *,
    distance: Annotated[Number, Length(0, 200, default=20, label="Distance", bands=("shooting.table",))],
    troops: Firer,
    moved: Annotated[bool, Flag(label="Firer has moved", help="Farther than a cautious step.")],
    cover: Cover,
    dodge: Dodge,
    sniper_target: SniperTarget,
) -> Breakdown[SingleOrBurst]:
    """With an assault rifle, is a single shot or a burst the better choice here?"""
    w = Working(r)
    aim = Aim(ROWS[SINGLE], distance, troops, cover=cover, dodge=dodge, sniper_target=sniper_target, penalised=moved)
    check_cover(r, w, aim.weapon, aim.cover)
    shots = _both(r, w, aim)
    single, burst = shots[SINGLE], shots.get(BURST)
    told = SingleOrBurst(
        _better(shots),
        single.hits.mean,
        burst.hits.mean if burst else None,
        single.at_least_one,
        burst.at_least_one if burst else None,
    )
    chosen = shots.get(told.better, single)
    return w.answer(
        told,
        headline=_headline(shots, distance),
        chance=chosen.at_least_one,
        distribution=chosen.hits,
        exhibits=_pictures(r, aim, shots),
    )


@simulation
def throw_the_better(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the better of single shot and burst, and return its hits."""
    named = {name: inputs[name] for name in ("distance", "troops", "cover", "dodge", "sniper_target")}
    shots = _both(r, Working(r), Aim(ROWS[SINGLE], penalised=inputs["moved"], **named))
    return shots.get(_better(shots), shots[SINGLE]).thrown(r, dice, count)


def _both(r: Reader, w: Working, aim: Aim) -> dict[str, Shot]:
    """Return the single shot, and the burst if there is one, and add the steps."""
    shots = {SINGLE: shoot(r, w, aim)}
    w.then("mean hits of the single shot", shots[SINGLE].hits.mean, "shooting.roll")
    burst = attempt(lambda: shoot(r, w, replace(aim, weapon=ROWS[BURST])))
    if isinstance(burst, Refusal):
        w.note("no burst at this distance", burst.rule)
        return shots
    w.then("mean hits of the burst", burst.hits.mean, "shooting.roll")
    return {**shots, BURST: burst}


def _better(shots: dict[str, Shot]) -> str:
    """Which hits more often on average."""
    most = max(shot.hits.mean for shot in shots.values())
    best = [name for name, shot in shots.items() if shot.hits.mean == most]
    return best[0] if len(best) == 1 else EQUAL


def _headline(shots: dict[str, Shot], distance: Number) -> str:
    if BURST not in shots:
        hit = likely(shots[SINGLE].at_least_one)
        return f"Single shot: there are no bursts at {write_number(distance)} cm; it hits {hit}"
    better = _better(shots)
    order = sorted(shots, key=lambda name: -shots[name].at_least_one) if better == EQUAL else [better]
    first, second = (shots[name] for name in dict.fromkeys([*order, *shots]))
    name, other = (NAMES[one] for one in dict.fromkeys([*order, *shots]))
    mean = write_mean(first.hits.mean)
    if better == EQUAL and first.at_least_one == second.at_least_one:
        return f"No difference: {mean} hits on average, and the same chance of any"
    likelier = f"is likelier to hit at all, {spoken(max(first.at_least_one, second.at_least_one))}"
    against = f"against {spoken(min(first.at_least_one, second.at_least_one))}"
    if better == EQUAL:
        return f"Equal on average, {mean} hits each; the {name} {likelier} {against}"
    line = f"{name.capitalize()}: {mean} hits on average against {write_mean(second.hits.mean)} for the {other}"
    return f"{line}; but the {other} {likelier} {against}" if first.at_least_one < second.at_least_one else line


def _pictures(r: Reader, aim: Aim, shots: dict[str, Shot]) -> Sequence[Exhibit]:
    """Return the pictures of both kinds of fire: mean hits, the chance of any hit, and the hits.

    The first two are over the number of reasons to need more, in the order of the form.
    """
    moved = replace(aim, cover=False, dodge=False, sniper_target=False, penalised=True)
    sheltered = replace(moved, cover=True)
    sniper = replace(sheltered, sniper_target=True)
    reasons = [replace(moved, penalised=False), moved, sheltered, sniper, replace(sniper, dodge=True)]
    ladders = {
        NAMES[name]: [shot for one in reasons if isinstance(shot := tried(r, replace(one, weapon=ROWS[name])), Shot)]
        for name in shots
    }
    here = sum((aim.cover, aim.dodge, aim.sniper_target, bool(aim.penalised)))
    who = f"({name_of(r, aim.troops)}, {write_number(aim.distance)} cm)"
    added = f"as a move, cover, a sniper and a dodge are added one by one {who}"
    axis = "Reasons to need more"
    means = {name: [(place, one.hits.mean) for place, one in enumerate(line)] for name, line in ladders.items()}
    chances = {name: [(place, one.at_least_one) for place, one in enumerate(line)] for name, line in ladders.items()}
    hits = {NAMES[name]: shot.hits for name, shot in shots.items()}
    return [
        Curves(f"Hits on average {added}", axis, "Mean hits", means, chance=False, here=here, name="mean"),
        Curves(f"The chance of any hit at all {added}", axis, "At least one hit", chances, here=here, name="any"),
        Bars(f"How many hits each scores here {who}", "Hits", hits, Mark(1, "at least one hit"), name="hits"),
    ]
