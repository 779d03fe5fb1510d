"""The Irregulars' mortar against the guns that look for it: its bombs before silence."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from drillbook.asking import Breakdown, Count, Flag, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Mark, Track
from drillbook.maths import Chain, Distribution, Thrower, np, spoken, write_mean
from drillbook.rulesets.breaking_news.support._calling import COUNTER, MORTARS, Request, request

UNSEEN, KNOWN, SILENT = "unseen", "known", "silent"
WORDS = {UNSEEN: "Not fired", KNOWN: "Has fired", SILENT: "Silenced"}


class Mortar(NamedTuple):
    """The mortar's state after a turn's requests: what is coming, and what it has fired.

    coming: its own bombs are on their way. doomed: the fire against it is on its way.
    """

    state: str = UNSEEN
    coming: bool = False
    doomed: bool = False
    fired: int = 0


@dataclass(frozen=True, slots=True)
class Battery:
    """The answer on a mortar duel: how often it fires, and the chances to fire and be silenced.

    silenced is the chance that it is silenced by the beginning of the last turn; None if nobody fires back.
    """

    mean: Fraction
    fires: Fraction
    silenced: Fraction | None


@question(
    "bn/mortar-duel?turns=8&improved=no&hunted=yes&hunter-improved=no&hunter-roe=no",
    "bn/mortar-duel?turns=6&improved=yes&hunted=yes&hunter-improved=no&hunter-roe=yes",
    "bn/mortar-duel?turns=4&improved=no&hunted=no",
)
def mortar_duel(
    r: Reader,
    *,
    turns: Annotated[int, Count(2, 12, default=8, label="Turns of the game")],
    improved: Annotated[bool, Flag(label="Mortar has Improved Support Fire")],
    hunted: Annotated[bool, Flag(default=True, label="The enemy fires back at it")],
    hunter_improved: Annotated[
        bool,
        Flag(label="He has Improved Support Fire", when={"hunted": ("yes",)}, why_not="He does not fire back."),
    ],
    hunter_roe: Annotated[
        bool,
        Flag(
            label="He is under Rules of Engagement", when={"hunted": ("yes",), "hunter-improved": ("no",)},
            why_not="He does not fire back, or has Improved Support Fire.",
        ),
    ],
) -> Breakdown[Battery]:  # fmt: skip
    """How many times does the Irregulars' mortar fire before it is silenced?"""
    w = Working(r)
    bombs = request(r, w, MORTARS, improved=improved)
    hunt = request(r, w, COUNTER, improved=hunter_improved, roe=hunter_roe) if hunted else None
    flow = Chain(Mortar(), lambda now: _turn(now, bombs.chance, hunt)).flow(turns)
    fired = flow[-1].map(lambda now: now.fired)
    silenced = flow[-1].chance(lambda now: now.state == SILENT) if hunted else None
    w.then("times it fires on average", fired.mean, "army.mortars-call")
    if silenced is not None:
        w.note("asked for only after the mortar has fired", "army.counter-battery-when")
        w.note("bombs that fall together with it still count", "army.counter-battery-when")
        w.then("chance that it has been silenced", silenced, "army.counter-battery-roll")
    told = Battery(fired.mean, fired.at_least(1), silenced)
    return w.answer(
        told,
        headline=_headline(told, turns),
        chance=silenced,
        distribution=fired,
        exhibits=[
            Track(
                "How the mortar stands as each turn's fire has fallen", (UNSEEN, KNOWN, SILENT),
                [now.map(lambda one: one.state) for now in flow], WORDS, (SILENT,) if hunted else (), name="track",
            ),
            Bars("How often the mortar fires", "Times", {"": fired}, Mark(1, "at least once"), name="fired"),
            Curves(
                "How often the mortar has fired on average as each turn has begun", "Turn", "Times",
                {"": [(turn, now.map(lambda one: one.fired).mean) for turn, now in enumerate(flow)]}, chance=False, name="bombs",
            ),
        ],
    )  # fmt: skip


@simulation
def throw_mortar_duel(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Both sides' requests thrown turn by turn."""
    w = Working(r)
    bombs = request(r, w, MORTARS, improved=inputs["improved"])
    terms = {"improved": inputs["hunter_improved"], "roe": inputs["hunter_roe"]}
    hunt = request(r, w, COUNTER, **terms) if inputs["hunted"] else None
    fired = np.zeros(count, dtype=int)
    silent, coming, doomed = (np.zeros(count, dtype=bool) for _ in WORDS)
    for _ in range(inputs["turns"]):
        fired += coming
        silent |= doomed
        coming = ~silent & bombs.throw(r, dice, count)[:, 0]
        if hunt is not None:
            doomed = ~silent & (fired > 0) & hunt.throw(r, dice, count)[:, 0]
    return fired


def _turn(now: Mortar, bombs: Fraction, hunt: Request | None) -> Distribution[Mortar]:
    """One turn: what was granted falls as it begins, then both sides ask for more."""
    fired = now.fired + now.coming
    if now.doomed or now.state == SILENT:
        return Distribution.sure(Mortar(SILENT, False, False, fired))
    state = KNOWN if fired else UNSEEN
    found = hunt.chance if hunt is not None and fired else Fraction(0)
    return Distribution.weighted(
        (Mortar(state, coming, doomed, fired), (bombs if coming else 1 - bombs) * (found if doomed else 1 - found))
        for coming in (True, False)
        for doomed in (True, False)
    )


def _headline(told: Battery, turns: int) -> str:
    times = "time" if told.mean == 1 else "times"
    words = f"It fires {write_mean(told.mean)} {times} on average in {turns} turns"
    if told.silenced is None:
        return words
    return f"{words}; silenced by then: {spoken(told.silenced)}" if told.silenced else f"{words}, too few to silence it"
