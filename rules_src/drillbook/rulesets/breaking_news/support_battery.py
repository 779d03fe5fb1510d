"""The Irregulars' mortar against the guns that look for it: how many bombs it gets off before it is silenced."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from drillbook.answers import Breakdown, Refusal
from drillbook.chains import Chain
from drillbook.dice import Distribution
from drillbook.exact import write_mean
from drillbook.exhibits import Bars, Curves, Exhibit, Mark, Track
from drillbook.kinds import Count, Flag
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._calling import COUNTER, MORTARS, Request, request
from drillbook.rulesets.breaking_news._chances import spoken

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

UNSEEN, KNOWN, SILENT = "unseen", "known", "silent"
WORDS = {UNSEEN: "Not fired", KNOWN: "Has fired", SILENT: "Silenced"}


class Mortar(NamedTuple):
    """How the mortar stands as a turn's requests have been made: what it did, what is on its way, what is on its way to it."""

    state: str = UNSEEN
    coming: bool = False
    doomed: bool = False
    fired: int = 0


@dataclass(frozen=True, slots=True)
class Battery:
    """How often the mortar fires, the chance that it does at all, and that it is silenced by the last turn's beginning."""

    mean: Fraction
    fires: Fraction
    silenced: Fraction


@question(
    "breaking_news",
    "mortar-duel",
    examples=[
        "bn/mortar-duel?turns=8&improved=no&hunted=yes&hunter-improved=no&hunter-roe=no",
        "bn/mortar-duel?turns=6&improved=yes&hunted=yes&hunter-improved=no&hunter-roe=yes",
        "bn/mortar-duel?turns=4&improved=no&hunted=no",
    ],
)
def mortar_duel(
    r: Reader,
    /,
    *,
    turns: Annotated[int, Count(2, 12, default=8, label="Turns of the game")],
    improved: Annotated[bool, Flag(default=False, label="Mortar has Improved Support Fire")],
    hunted: Annotated[bool, Flag(default=True, label="The enemy fires back at it")],
    hunter_improved: Annotated[
        bool,
        Flag(default=False, label="He has Improved Support Fire", when={"hunted": ("yes",)}, why_not="He does not fire back."),
    ],
    hunter_roe: Annotated[
        bool,
        Flag(
            default=False, label="He is under Rules of Engagement", when={"hunted": ("yes",), "hunter-improved": ("no",)},
            why_not="He does not fire back, or has Improved Support Fire.",
        ),
    ],
) -> Breakdown[Battery] | Refusal:  # fmt: skip
    """How many times does the Irregulars' mortar fire before it is silenced?"""
    w = Working(r)
    both = _requests(r, w, improved, hunted, hunter_improved, hunter_roe)
    if isinstance(both, Refusal):
        return both
    bombs, hunt = both
    chain = Chain(Mortar(), lambda now: _turn(now, bombs.chance, hunt))
    flow = chain.flow(turns)
    fired = flow[-1].map(lambda now: now.fired)
    silenced = flow[-1].chance(lambda now: now.state == SILENT)
    w.then("times it fires on average", Cited(fired.mean, r.cite("army.mortars-call")))
    if hunted:
        w.note(
            "asked for only after the mortar has fired; bombs that fall together with it still count",
            "army.counter-battery-when",
        )
        w.then("chance that it has been silenced", Cited(silenced, r.cite("army.counter-battery-roll")))
    answer = Battery(fired.mean, fired.at_least(1), silenced)
    times = "time" if fired.mean == 1 else "times"
    headline = f"It fires {write_mean(fired.mean)} {times} on average in {turns} turns"
    if hunted:
        headline += f" and is silenced with a chance of {spoken(silenced)}" if silenced else ", too few to silence it"
    pictures: list[Exhibit] = [
        Track(
            "How the mortar stands as each turn's fire has fallen", (UNSEEN, KNOWN, SILENT),
            [now.map(lambda one: one.state) for now in flow], WORDS, (SILENT,) if hunted else (), name="track",
        ),
        Bars("How often the mortar fires", "Times", {"": fired}, Mark(1, "at least once"), name="fired"),
        Curves(
            "How often the mortar has fired on average as each turn has begun", "Turn", "Times",
            {"": [(turn, now.map(lambda one: one.fired).mean) for turn, now in enumerate(flow)]}, chance=False, name="bombs",
        ),
    ]  # fmt: skip
    return w.answer(
        answer, headline=headline, chance=silenced if hunted else None, distribution=fired, exhibits=pictures
    )


@simulation("breaking_news", "mortar-duel")
def throw_mortar_duel(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Both sides' requests thrown turn by turn."""
    import numpy as np

    names = ("improved", "hunted", "hunter_improved", "hunter_roe")
    both = _requests(r, Working(r), *(inputs[name] for name in names))
    if isinstance(both, Refusal):
        raise ValueError(both.reason)
    bombs, hunt = both
    die, second = r.text("support.call", "die"), r.int("army.counter-battery-roll")
    fired, silent = np.zeros(count, dtype=int), np.zeros(count, dtype=bool)
    coming, doomed = np.zeros(count, dtype=bool), np.zeros(count, dtype=bool)
    for _ in range(inputs["turns"]):
        fired += coming
        silent |= doomed
        coming = ~silent & (dice.roll_each(die, count)[:, 0] >= bombs.needed)
        if hunt is not None:
            doomed = ~silent & (fired > 0) & (dice.roll_each(die, count)[:, 0] >= hunt.needed)
            if r.reading("counter-battery") == "B":
                doomed &= dice.roll_each(die, count)[:, 0] >= second
    return fired


def _requests(
    r: Reader, w: Working, improved: bool, hunted: bool, hunter_improved: bool, hunter_roe: bool
) -> tuple[Request, Request | None] | Refusal:
    """What each side's request comes to."""
    bombs = request(r, w, MORTARS, improved=improved, roe=False)
    if isinstance(bombs, Refusal) or not hunted:
        return bombs if isinstance(bombs, Refusal) else (bombs, None)
    hunt = request(r, w, COUNTER, improved=hunter_improved, roe=hunter_roe)
    return hunt if isinstance(hunt, Refusal) else (bombs, hunt)


def _turn(now: Mortar, bombs: Fraction, hunt: Request | None) -> Distribution[Mortar]:
    """One turn: what was granted falls as it begins, then both sides ask for more."""
    fired = now.fired + now.coming
    state = SILENT if now.doomed or now.state == SILENT else KNOWN if fired else UNSEEN
    if state == SILENT:
        return Distribution.sure(Mortar(SILENT, False, False, fired))
    found = hunt.chance if hunt is not None and fired else Fraction(0)
    return Distribution.weighted(
        (Mortar(state, coming, doomed, fired), (bombs if coming else 1 - bombs) * (found if doomed else 1 - found))
        for coming in (True, False)
        for doomed in (True, False)
    )
