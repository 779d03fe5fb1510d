"""Conversion between the parts of an address and its text.

An address is `RULESET/QUESTION?name=value&ruling.name=B`. Every surface uses the same text form and the same parser.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import quote, unquote_plus

from drillbook.errors import AskError, quoted

LONGEST = 4000
EDITION = "edition"
"""Stands in shared links to say which edition of the rules was read; whoever reads the link passes over it."""
_NAME = re.compile(r"[a-z0-9]+(?:[-.][a-z0-9]+)*\Z")
#: What a question may be asked; a link that went through other hands may bring what they have hung on, such as `utm_source`.
_GIVEN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*\Z")
_RULING = "ruling."


@dataclass(frozen=True, slots=True)
class Address:
    """One question with its written inputs and chosen readings, before any check.

    Nothing is checked against a ruleset yet.
    """

    ruleset: str
    question: str
    inputs: Mapping[str, str] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return encode(self)


def decode(text: str) -> Address:
    """Return the parts of an address.

    text: such as `bn/covering-fire?ar=1&distance=32&ruling.what-is-burst=B`; a leading slash or a `?` without inputs is
    accepted.
    Raises AskError with the sentence to show if the text is not an address.
    """
    if len(text) > LONGEST:
        raise AskError(f"An address has at most {LONGEST} characters, not {len(text)}.")
    path, _, query = text.strip().removeprefix("/").partition("?")
    names = [unquote_plus(part) for part in path.rstrip("/").split("/")]
    if len(names) != 2 or not all(_NAME.match(name) for name in names):
        raise AskError(f"An address looks like bn/covering-fire?distance=32, not {quoted(text)}.")
    inputs: dict[str, str] = {}
    readings: dict[str, str] = {}
    for pair in query.split("&") if query else ():
        if not pair:
            continue
        name, equals, value = (unquote_plus(part) for part in pair.partition("="))
        if not equals or not _GIVEN.match(name):
            raise AskError(f"Inputs look like name=value with & between them, not {quoted(pair)}.")
        if name == EDITION:
            continue
        store, key = (readings, name.removeprefix(_RULING)) if name.startswith(_RULING) else (inputs, name)
        if key in store:
            raise AskError(f"{name} is given twice; give it once.")
        store[key] = value
    return Address(names[0], names[1], inputs, readings)


def encode(address: Address) -> str:
    """Return the address as one string; decode() of the string gives the same address."""
    pairs = [*address.inputs.items(), *((_RULING + name, letter) for name, letter in address.readings.items())]
    # a doubled hyphen would end the comment of a notebook's marker, so a hyphen after a hyphen is escaped
    query = "&".join(f"{name}={quote(value, safe=',;.:/~')}".replace("--", "-%2D") for name, value in pairs)
    return f"{address.ruleset}/{address.question}" + (f"?{query}" if query else "")
