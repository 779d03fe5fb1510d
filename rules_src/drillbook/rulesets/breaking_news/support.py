"""Calling for support, section 8.4: whether it comes, when, and how often in a game."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import binomial
from drillbook.exact import write_mean
from drillbook.exhibits import Bars, Curves, Event, Exhibit, Mark, Timeline
from drillbook.kinds import Choice, Count, Flag
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._calling import CALLERS, COUNTER, MORTARS, REGULARS, Request, request

if TYPE_CHECKING:
    from drillbook.exact import Number
    from drillbook.simulate import Thrower


@dataclass(frozen=True, slots=True)
class SupportCall:
    """What the die must show, the chance of one request, and what several turns of asking come to."""

    needed: int
    granted: Fraction
    at_least_one: Fraction
    mean: Fraction
    first_falls: int


@question(
    "breaking_news",
    "support-call",
    examples=[
        "bn/support-call?caller=regulars&improved=no&roe=no&turns=6",
        "bn/support-call?caller=regulars&improved=yes&roe=no&turns=6",
        "bn/support-call?caller=regulars&improved=no&roe=yes&turns=6",
        "bn/support-call?caller=mortars&improved=yes&roe=no&turns=4",
        "bn/support-call?caller=counter&improved=no&roe=no&turns=3",
    ],
)
def support_call(
    r: Reader,
    /,
    *,
    caller: Annotated[str, Choice(CALLERS, default=REGULARS, label="Who asks")],
    improved: Annotated[bool, Flag(default=False, label="Improved Support Fire")],
    roe: Annotated[bool, Flag(default=False, label="Rules of Engagement")],
    turns: Annotated[int, Count(1, 12, default=6, label="Turns in which he asks")],
) -> Breakdown[SupportCall] | Refusal:
    """Will the support fire come, and how often in a game?"""
    w = Working(r)
    asked = request(r, w, caller, improved=improved, roe=roe)
    if isinstance(asked, Refusal):
        return asked
    granted = binomial(turns, asked.chance)
    w.then("strikes on average, asking every turn", Cited(granted.mean, r.cite("support.call")))
    first = 1 + asked.delay
    answer = SupportCall(asked.needed, asked.chance, granted.at_least(1), granted.mean, first)
    headline = f"{asked.needed}+ on the die: {asked.chance}"
    if caller == COUNTER and asked.chance != r.dice("support.call", "die").at_least(asked.needed):
        headline = f"{asked.needed}+ and a second roll: {asked.chance}"
    if turns > 1:
        headline += (
            f"; {write_mean(granted.mean)} {'strike' if granted.mean == 1 else 'strikes'} on average in {turns} turns"
        )
    pictures: list[Exhibit] = [
        Bars("How many of the requests are granted", "Strikes", {"": granted}, Mark(1, "at least one"), name="strikes"),
        _clock(r, asked, caller),
        _waiting(r, asked, caller, turns),
    ]
    return w.answer(answer, headline=headline, chance=asked.chance, distribution=granted, exhibits=pictures)


@simulation("breaking_news", "support-call")
def throw_support_call(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """A die for each turn, and a second one where silencing a mortar takes it."""
    asked = request(r, Working(r), inputs["caller"], improved=inputs["improved"], roe=inputs["roe"])
    if isinstance(asked, Refusal):
        raise ValueError(asked.reason)
    die, turns = r.text("support.call", "die"), inputs["turns"]
    granted = dice.roll_each(die, count, turns) >= asked.needed
    if inputs["caller"] == COUNTER and r.reading("counter-battery") == "B":
        granted &= dice.roll_each(die, count, turns) >= r.int("army.counter-battery-roll")
    return granted.sum(axis=1)


def _clock(r: Reader, asked: Request, caller: str) -> Timeline:
    """One request on the axis of turns: asked as turn 1 begins, and what both sides can do before it falls."""
    falls, tick = 1 + asked.delay, Fraction(1, 1 + 1)
    events = (
        Event("Caller", 1, 1 + tick, "asks"),
        Event("Other side", 1 + tick, falls, "acts", "wait"),
        Event("Caller", falls, falls + tick, "falls", "danger"),
        Event("Both", falls + tick, falls + tick + tick, "rolls"),
    )
    what = "fire against the mortar" if caller == COUNTER else "mortar's bombs" if caller == MORTARS else "strike"
    return Timeline(f"From the request to the {what}: it falls before initiative is rolled", "turn", events, "clock")


def _waiting(r: Reader, asked: Request, caller: str, turns: int) -> Curves:
    """The chance that something has fallen by the beginning of each turn, for each kind of caller."""
    kinds = {
        "Regulars": (REGULARS, False, False),
        "Improved": (REGULARS, True, False),
        "Rules of Engagement": (REGULARS, False, True),
        "mortars": (MORTARS, False, False),
    }
    named: dict[Fraction, list[str]] = {asked.chance: ["as asked"]}
    curves = {asked.chance: _fallen(asked, turns)}
    for name, (who, better, bound) in kinds.items():
        other = request(r, Working(r), who, improved=better, roe=bound)
        if isinstance(other, Request):
            named.setdefault(other.chance, []).append(name)
            curves.setdefault(other.chance, _fallen(other, turns))
    # one line for all who wait alike, the one that was asked for first
    lines = {
        _first_up(", ".join(names[:1] if chance == asked.chance else names)): curves[chance]
        for chance, names in named.items()
    }
    return Curves(
        "The chance that at least one strike has fallen as a turn begins, asking in every turn",
        "Turn begins", "Chance", lines, step=True, name="waiting",
    )  # fmt: skip


def _first_up(words: str) -> str:
    return words[:1].upper() + words[1:]


def _fallen(asked: Request, turns: int) -> list[tuple[Number, Number]]:
    last = turns + asked.delay
    return [(turn, 1 - (1 - asked.chance) ** max(0, turn - asked.delay)) for turn in range(1, last + 1)]
