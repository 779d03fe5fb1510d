"""The detection of links that lost their end on the way.

Mail and chats cut long links. Everything before the cut is still good.

Only the last pair of a link can have been cut, and only a pair that cannot be read shows it. Any other fault of a
link gets the sentence that says what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import unquote_plus

from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.inputs.numbers import Numeric
from drillbook.asking.inputs.options import Choice, Choices, Flag
from drillbook.asking.inputs.rows import Rows
from drillbook.errors import AskError, quoted

_HALF_A_LETTER = re.compile(r"%[0-9A-Fa-f]?\Z")


def cut_short(text: str, kinds: Mapping[str, Kind]) -> tuple[str, str]:
    """Return the whole part of a link, and the sentence that says that the rest is missing.

    The sentence is empty if nothing is missing. kinds: the question's inputs by name.
    """
    path, asked, query = text.strip().partition("?")
    before, _, last = query.rpartition("&")
    if not asked or not last or not _is_cut(last, kinds):
        return text, ""
    told = f"This link seems cut off: it ends in {quoted(unquote_plus(last))}. What comes before that is shown."
    return (f"{path}?{before}" if before else path), told


def _is_cut(pair: str, kinds: Mapping[str, Kind]) -> bool:
    written, equals, rest = pair.partition("=")
    name, value = unquote_plus(written), unquote_plus(rest)
    if not equals:
        return any(known.startswith(name) for known in kinds) or "ruling.".startswith(name[: len("ruling.")])
    if name.startswith("ruling."):
        return not value
    if name not in kinds:
        return False
    kind = kinds[name]
    try:
        kind.parse(value)
    except AskError:
        return not value or bool(_HALF_A_LETTER.search(rest)) or _begins(kind, value)
    return False


def _begins(kind: Kind, value: str) -> bool:
    """Whether more letters could make this a value."""
    match kind:
        case Choices():
            return any(option.startswith(value.rpartition(",")[2]) for option in kind.options)
        case Choice():
            return any(option.startswith(value) for option in kind.options)
        case Flag():
            return any(kind.format(one).startswith(value) for one in (True, False))
        case Numeric():
            return value[-1:] in ("-", "/", ".")
        case Rows():
            *whole, last = value.split(";")
            fields = last.split(",")
            try:
                kind.parse(";".join(whole) or "none")
            except AskError:
                return False
            return len(fields) < len(kind.fields) or not fields[-1]
