"""Calling for support, section 8.4: whether it comes, when, and how often in a game."""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Reader, Working, attempt, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Event, Mark, Timeline
from drillbook.maths import Number, Thrower, binomial, counted, spoken, write_mean
from drillbook.rulesets.breaking_news.common.inputs import ImprovedSupport, RulesOfEngagement
from drillbook.rulesets.breaking_news.support._calling import CALLERS, COUNTER, MORTARS, REGULARS, Request, request

#: What each caller's fire is called in a picture.
FALLING = {REGULARS: "strike", MORTARS: "mortar's bombs", COUNTER: "fire against the mortar"}
#: Requests that a request is compared with.
OTHERS: dict[str, dict[str, Any]] = {
    "Regulars": {"caller": REGULARS},
    "Improved": {"caller": REGULARS, "improved": True},
    "Rules of Engagement": {"caller": REGULARS, "roe": True},
    "Mortars": {"caller": MORTARS},
}


@dataclass(frozen=True, slots=True)
class SupportCall:
    """The answer on a support call: the number needed, one request, and several turns of asking."""

    needed: int
    granted: Fraction
    at_least_one: Fraction
    mean: Fraction
    first_falls: int


@question(
    "bn/support-call?caller=regulars&improved=no&roe=no&turns=6",
    "bn/support-call?caller=regulars&improved=yes&roe=no&turns=6",
    "bn/support-call?caller=regulars&improved=no&roe=yes&turns=6",
    "bn/support-call?caller=mortars&improved=yes&roe=no&turns=4",
    "bn/support-call?caller=counter&improved=no&roe=no&turns=3",
)
def support_call(
    r: Reader,
    *,
    caller: Annotated[str, Choice(CALLERS, default=REGULARS, label="Who asks")],
    improved: ImprovedSupport,
    roe: RulesOfEngagement,
    turns: Annotated[int, Count(1, 12, default=6, label="Turns in which he asks")],
) -> Breakdown[SupportCall]:
    """Will the support fire come, and how often in a game?"""
    w = Working(r)
    asked = request(r, w, caller, improved=improved, roe=roe)
    granted = binomial(turns, asked.chance)
    if caller == COUNTER:
        w.note("silenced once, the mortar is silent for the rest of the game", "army.counter-battery-roll")
        granted = granted.map(lambda times: min(1, times))
        w.then(
            f"chance that it is silenced, asking in {counted(turns, 'turn')}", granted.mean, "army.counter-battery-roll"
        )
    else:
        w.then("strikes on average, asking every turn", granted.mean, "support.call")
    told = SupportCall(asked.needed, asked.chance, granted.at_least(1), granted.mean, 1 + asked.delay)
    strikes = "Whether the mortar is silenced" if caller == COUNTER else "How many of the requests are granted"
    return w.answer(
        told,
        headline=_headline(told, asked, caller, turns),
        chance=asked.chance,
        distribution=granted,
        exhibits=[
            Bars(strikes, "Strikes", {"": granted}, Mark(1, "at least one"), name="strikes"),
            _clock(asked, caller),
            _waiting(r, asked, turns),
        ],
    )


@simulation
def throw_support_call(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw a die for each turn and return the requests granted.

    A second die is thrown if silencing a mortar takes it; the result is then 0 or 1.
    """
    asked = request(r, Working(r), inputs["caller"], improved=inputs["improved"], roe=inputs["roe"])
    granted = asked.throw(r, dice, count, inputs["turns"])
    return granted.any(axis=1).astype(int) if inputs["caller"] == COUNTER else granted.sum(axis=1)


def _headline(told: SupportCall, asked: Request, caller: str, turns: int) -> str:
    """Return the headline: the chance of one request, and the result of all of them."""
    words = f"{told.needed}+ {'and a second roll' if asked.second else 'on the die'}: {spoken(told.granted)}"
    if turns == 1:
        return words
    if caller == COUNTER:
        return f"{words}; silenced within {turns} turns: {spoken(told.at_least_one)}"
    return f"{words}; strikes on average in {turns} turns: {write_mean(told.mean)}"


def _clock(asked: Request, caller: str) -> Timeline:
    """Return the timeline of one request.

    It is made as turn 1 begins; the picture shows what both sides can do before the fire falls.
    """
    falls, tick = 1 + asked.delay, Fraction(1, 1 + 1)
    events = (
        Event("Caller", 1, 1 + tick, "asks"),
        Event("Other side", 1 + tick, falls, "acts", "wait"),
        Event("Caller", falls, falls + tick, "falls", "danger"),
        Event("Both", falls + tick, falls + tick + tick, "rolls"),
    )
    caption = f"From the request to the {FALLING[caller]}: it falls before initiative is rolled"
    return Timeline(caption, "turn", events, "clock")


def _waiting(r: Reader, asked: Request, turns: int) -> Curves:
    """Return the curves of the chance that something has fallen by the beginning of each turn.

    Callers with the same chance share a line.
    """
    alike = {asked.chance: ["As asked"]}
    for name, terms in OTHERS.items():
        other = attempt(partial(request, r, Working(r), **terms))
        if isinstance(other, Request) and other.chance != asked.chance:
            alike.setdefault(other.chance, []).append(name)
    lines = {", ".join(names): _fallen(chance, asked.delay, turns) for chance, names in alike.items()}
    return Curves(
        "The chance that at least one strike has fallen as a turn begins, asking in every turn",
        "Turn begins", "Chance", lines, step=True, name="waiting",
    )  # fmt: skip


def _fallen(chance: Fraction, delay: int, turns: int) -> list[tuple[Number, Number]]:
    """For each turn, the chance that one of the requests before it has been granted in time."""
    return [(turn, 1 - (1 - chance) ** max(0, turn - delay)) for turn in range(1, turns + delay + 1)]
