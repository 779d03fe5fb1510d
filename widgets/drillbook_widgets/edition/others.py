"""What would the other readings of the rulings give that an answer meets? For the text of a plate, each with its own address."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from drillbook import AskError, ask, decode, encode, library
from drillbook_widgets.met import readings
from drillbook_widgets.site.still import Still


@dataclass(frozen=True, slots=True)
class Others:
    """The rulings on whose reading the answer hangs, as met.readings() tells them, each line with an address; the rest by name."""

    rulings: tuple[dict[str, Any], ...] = ()
    same: tuple[str, ...] = ()


def others(address: str) -> Others:
    """What every other reading gives for the answer at an address; nothing where the address is not understood."""
    try:
        found = ask(address, otherwise=True)
    except AskError:
        return Others()
    told = readings(found, found.otherwise)["rulings"]
    for one in told:
        for line in one["lines"]:
            chosen = {**found.address.readings, one["name"]: line["letter"]}
            line["address"] = encode(replace(found.address, readings=chosen))
    hangs = tuple(one for one in told if one["differs"] or _departs(one))
    return Others(hangs, tuple(one["title"] for one in told if one not in hangs))


def _departs(ruling: dict[str, Any]) -> bool:
    return any(line["used"] and not line["usual"] for line in ruling["lines"])


def has_others(still: Still) -> bool:
    """Whether an answer meets a ruling that can be read otherwise; for that nothing is asked again."""
    if not still.met:
        return False
    ruleset = library().find(decode(still.address).ruleset)
    return any(one.free and len(one.readings) > 1 for one in map(ruleset.ruling, still.met))
