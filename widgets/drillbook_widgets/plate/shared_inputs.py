"""Inputs that all plates of a ruleset share, as `[shared_inputs]` of its ruleset.toml names them. Kept while the page lives.

A change in one plate goes to all others of the page, whose script remembers it for further pages. A plate that was opened by a link
shows what the link says until the reader changes it, and says beside it what is his own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, Protocol

from drillbook.asking.answers.address import Address
from drillbook.asking.answers.ask import ask
from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.questions.registry import find_question
from drillbook.errors import AskError, Contradiction
from drillbook.rules.library import library
from drillbook.rules.model import Ruleset
from drillbook_widgets.plate.page_session import here


class Keeping(Protocol):
    """A plate as far as this file knows it. linked: it was opened by a link."""

    ruleset: Ruleset
    kinds: Mapping[str, Kind]
    values: dict[str, Any]
    linked: bool

    def keep(self, new: Mapping[str, Any]) -> None:
        """Take these values and answer with them."""


def names(ruleset: Ruleset) -> tuple[str, ...]:
    """The inputs that all plates of a ruleset keep."""
    return ruleset.shared_inputs.inputs if ruleset.shared_inputs else ()


def over(ruleset: Ruleset, kinds: Mapping[str, Kind], values: Mapping[str, Any]) -> dict[str, Any]:
    """The values with what is settled in place of what stands at its default."""
    own = {name: value for name, value in _read(ruleset, kinds) if values[name] == kinds[name].first}
    return {**values, **own}


def share_input(plate: Keeping, name: str) -> None:
    """The reader has changed an input of this plate; if it is one that all keep, the others follow."""
    if name in names(plate.ruleset):
        _settle(plate, plate.values)


def mend(plate: Keeping, values: Mapping[str, Any]) -> None:
    """The reader takes what was offered in place of inputs that contradict each other; the others follow where those are kept."""
    if any(values[name] != plate.values[name] for name in names(plate.ruleset) if name in plate.kinds):
        _settle(plate, values)


def _settle(plate: Keeping, values: Mapping[str, Any]) -> None:
    new = {one: plate.kinds[one].format(values[one]) for one in names(plate.ruleset) if one in plate.kinds}
    if _keep(plate.ruleset, new):
        _pass_on(plate.ruleset, [other for other in here().plates if other is not plate])


def _keep(ruleset: Ruleset, new: Mapping[str, str]) -> bool:
    """What is settled from now on; not what contradicts itself, which would leave every other plate without an answer."""
    now = {**here().settled.get(ruleset.short, {}), **new}
    if ruleset.shared_inputs is None or not _line(str(Address(ruleset.short, ruleset.shared_inputs.question, now))):
        return False
    here().settled[ruleset.short] = now
    return True


def recall(ruleset: Ruleset, said: Any) -> None:
    """What the page remembers of an earlier one; anything odd is left out."""
    kinds = find_question(ruleset, ruleset.shared_inputs.question).kinds(ruleset) if ruleset.shared_inputs else {}
    new = {}
    for name, text in said.items() if isinstance(said, Mapping) else ():
        if name in names(ruleset) and isinstance(text, str):
            with suppress(AskError):
                new[name] = kinds[name].format(kinds[name].parse(text))
    if new:
        _keep(ruleset, new)
    _pass_on(ruleset, [plate for plate in here().plates if not plate.linked])
    for plate in here().plates:
        if plate.linked and plate.ruleset is ruleset:
            plate.keep({})  # the link wins, but now it can be said over what


def own(plate: Keeping) -> dict[str, Any]:
    """What the reader has settled that stands otherwise in this plate."""
    return {name: value for name, value in _read(plate.ruleset, plate.kinds) if plate.values[name] != value}


def shared_line_topic(plate: Keeping) -> dict[str, Any]:
    """The line that stands on every plate, the question it comes from, what the page is to remember, and the reader's own line where the
    plate shows another.
    """
    kept = plate.ruleset.shared_inputs
    if kept is None:
        return {}
    shown = {name: plate.kinds[name].format(plate.values[name]) for name in kept.inputs if name in plate.kinds}
    settled = here().settled.get(plate.ruleset.short, {})
    address = str(Address(plate.ruleset.short, kept.question, {**settled, **shown}))
    mine = _line(str(Address(plate.ruleset.short, kept.question, settled))) if own(plate) else ""
    return {
        "line": _line(address),
        "address": address,
        "settled": dict(settled),
        "ruleset": plate.ruleset.short,
        "mine": mine,
    }


@lru_cache(maxsize=256)
def _line(address: str) -> str:
    try:
        return ask(address).headline
    except (AskError, Contradiction):
        return ""


def line(ruleset: Ruleset, written: Mapping[str, str]) -> str:
    """The line for inputs as an address writes them; nothing where the ruleset keeps none."""
    if ruleset.shared_inputs is None or library().find(ruleset.short) is not ruleset:
        return ""
    own = {name: written[name] for name in ruleset.shared_inputs.inputs if name in written}
    return _line(str(Address(ruleset.short, ruleset.shared_inputs.question, own)))


def _read(ruleset: Ruleset, kinds: Mapping[str, Kind]) -> Iterator[tuple[str, Any]]:
    for name, text in here().settled.get(ruleset.short, {}).items():
        if name in kinds:
            yield name, kinds[name].parse(text)


def _pass_on(ruleset: Ruleset, plates: list[Keeping]) -> None:
    for plate in plates:
        if plate.ruleset is ruleset:
            plate.keep(own(plate))
