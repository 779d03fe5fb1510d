"""Shared tools of the comparisons of Breaking News; see states.py.

They draw a state and take values from an answer.
"""

from random import Random
from typing import Any

from states import REFUSED, Compared, Draw, Take, field

from drillbook import ask
from drillbook.asking.answers.ask import Answer

YES = ("no", "yes")
CLASSES = ("r1", "r2", "r3", "r4", "r5", "irr1", "irr2", "irr3")
FATES = ("unhurt", "suppressed", "removed")
#: A row of the firing table, and the same as `shot` asks for it.
ARMS = (
    ("ar-single", "ar&mode=single"),
    ("ar-burst", "ar&mode=burst"),
    *((name, name) for name in ("smg", "lmg", "mmg", "hmg", "sniper")),
)
BURSTS, DODGED = ARMS[1:6], ARMS[:6]
SINGLE = (ARMS[0], ARMS[6])
CREWED, MOUNTED = ("mmg", "hmg"), ("lmg", "mmg", "hmg")
NEAR = range(50)


def drawn(left: str, right: str, **choices: Any) -> Draw:
    """Return what draws a value for each name and fills it into both addresses."""

    def draw(random: Random) -> tuple[str, str]:
        values = {name: random.choice(list(some)) for name, some in choices.items()}
        return left.format(**values), right.format(**values)

    return draw


def same(one: str, other: str, left: str, right: str, mine: str | Take, theirs: str | Take, **choices: Any) -> Compared:
    """Return a comparison of two inputs.

    It has their addresses, what is taken of each answer, and the values drawn.
    """
    draw = drawn(left, right, **choices)
    return Compared((one, other), draw, *(field(take) if isinstance(take, str) else take for take in (mine, theirs)))


# What is taken of an answer ---------------------------------------------------------------------------------------------------


def figure(name: str) -> Take:
    """Return a function that takes a field of an answer, or None if a rule says no."""
    return lambda found: None if found.refused else fields_of(found)[name]


def fields_of(found: Answer) -> Any:
    """Return the fields of an answer."""
    return found.outcome.flat()  # type: ignore[union-attr]


def rate(address: str, name: str) -> Any:
    """Return a field of another question's answer that is the same in all states drawn."""
    return fields_of(ask(f"bn/{address}"))[name]


def allowed(found: Answer) -> bool:
    """Whether no rule forbids it."""
    return not found.refused


def missed(found: Answer) -> Any:
    """How likely a shot misses altogether."""
    return REFUSED if found.refused else 1 - fields_of(found)["at_least_one"]


def caught(found: Answer) -> Any:
    """How likely a test against covering fire catches a man."""
    return 1 - fields_of(found)["unhurt"]


def part(name: str, whole: str) -> Take:
    """One field as a part of another."""
    return lambda found: fields_of(found)[name] / fields_of(found)[whole]


def equals(name: str, value: Any) -> Take:
    """Whether a field has this value."""
    return lambda found: fields_of(found)[name] == value


def fires(weapon: str) -> Take:
    """Whether a weapon is among those that may still fire."""
    return lambda found: weapon in fields_of(found)["firing"]


def knocks_out(found: Answer) -> Any:
    """How likely a shot knocks out a vehicle, each hit as one hit does."""
    if found.refused:
        return REFUSED
    one = rate("vehicle-hit?vehicle=unprotected&weapon=ar-burst&count=hits&hits=1", "knocked_out")
    return 1 - (1 - fields_of(found)["each"] * one) ** fields_of(found)["dice"]


def lost(dice: str, troops: str) -> Take:
    """How many men so many dice cost on average, each hit as a single one."""
    return lambda found: fields_of(found)[dice] * rate(f"saving-throw?troops={troops}&hits=1", "removed")


def silenced(found: Answer) -> Any:
    """How likely one request silences a mortar that has fired."""
    return fields_of(found)["silenced"] / rate("mortar-duel?turns=2", "fires")


def flat_cover(found: Answer) -> bool:
    """Return whether an answer's steps say that a man in the open counts as in cover."""
    return any("counts as in cover" in step.label for step in found.outcome.steps)  # type: ignore[union-attr]


# Shots -----------------------------------------------------------------------------------------------------------------------

AIM, ROW = "shot?weapon={w[1]}&distance={d}&troops={t}", "weapon={w[0]}&distance={d}&troops={t}"
UNDER = "weapon={w[0]}&distance={d}&shooter={t}"
GROUP = "group-shot?firers=1,{w[0]},{t},{d},still,no&target={v}"
REACTS = "opportunity-fire?who=soldier&target=man&angle=0&trigger=move&" + ROW
HIT = "vehicle-hit?vehicle=unprotected&count=shot&crew=0&" + UNDER
DRIVER = "occupants?vehicle=unprotected&count=shot&who=driver&aboard=1&" + UNDER
CHAIN = "hit-chain?by=shot&turns=1&" + UNDER
AT: dict[str, Any] = {"w": ARMS, "d": NEAR, "t": CLASSES}
AT_CAR = {**AT, "w": ARMS[:5]}
ON_WHEELS: dict[str, Any] = {
    "w": [(name, name) for name in MOUNTED], "d": NEAR, "t": CLASSES, "m": range(46), "k": ("armoured", "soft")
}  # fmt: skip
CREWS: dict[str, Any] = {"w": [(name, name) for name in CREWED], "d": NEAR, "t": CLASSES, "k": (1, 2)}
PLACES = (("no", "open"), ("yes", "cover"))
LEADS = (("no", 0), ("yes", 1))
STATES = (("up", "fit", "no"), ("suppressed", "suppressed", "yes"))
REACTIONS = (("no", "none", ""), ("yes", "dodge", "&cover-distance=3"), ("no", "fire", ""))
PACES = ((0, "still", "no"), (3, "cautious", "no"), (10, "move-and-shoot", "yes"))
WALKED = {"m": range(26)}
