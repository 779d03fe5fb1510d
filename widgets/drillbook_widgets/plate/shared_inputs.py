"""The inputs that all plates of a ruleset share, kept as long as the page lives.

`[shared_inputs]` of ruleset.toml names the inputs. A change in one plate goes to all other plates of the page. The
page's script remembers the change for further pages. A plate that was opened by a link shows the link's values until
the reader changes them, and states the reader's own values beside them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from drillbook.asking.answers.address import Address
from drillbook.asking.answers.ask import ask
from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.questions.registry import find_question
from drillbook.errors import AskError, Contradiction
from drillbook.rules.library import library
from drillbook.rules.model import Ruleset
from drillbook.rules.remembered import remembered
from drillbook_widgets.plate.page_session import PageMember, here


def names(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the inputs that all plates of a ruleset keep."""
    return ruleset.shared_inputs.inputs if ruleset.shared_inputs else ()


def over(ruleset: Ruleset, kinds: Mapping[str, Kind], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values with settled values in place of defaults."""
    own = {name: value for name, value in _read(ruleset, kinds) if values[name] == kinds[name].first}
    return {**values, **own}


def settle_inputs(ruleset: Ruleset, kinds: Mapping[str, Kind], values: Mapping[str, Any]) -> bool:
    """Settle the shared inputs of a form for the whole page, and return whether they hold.

    If the result is True, the other calculators have to follow. It is False, and nothing is settled, if the ruleset has no
    shared inputs or if the values contradict each other.
    """
    return _keep(ruleset, {one: kinds[one].format(values[one]) for one in names(ruleset) if one in kinds})


def settles(ruleset: Ruleset, kinds: Mapping[str, Kind], before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether any shared input differs between two fillings of a form."""
    return any(before[name] != now[name] for name in names(ruleset) if name in kinds)


def _keep(ruleset: Ruleset, new: Mapping[str, str]) -> bool:
    """Settle inputs from now on, and return whether they were accepted.

    Values that contradict each other are rejected, because they would leave every other plate without an answer.
    """
    now = {**here().settled.get(ruleset.short, {}), **new}
    if ruleset.shared_inputs is None or not _line(str(Address(ruleset.short, ruleset.shared_inputs.question, now))):
        return False
    here().settled[ruleset.short] = now
    return True


def recall(ruleset: Ruleset, said: Any) -> None:
    """Settle what the page remembers of an earlier page; anything malformed is left out."""
    kinds = find_question(ruleset, ruleset.shared_inputs.question).kinds(ruleset) if ruleset.shared_inputs else {}
    new = {}
    for name, text in said.items() if isinstance(said, Mapping) else ():
        if name in names(ruleset) and isinstance(text, str):
            with suppress(AskError):
                new[name] = kinds[name].format(kinds[name].parse(text))
    if new:
        _keep(ruleset, new)
    plates = list(here().plates)
    pass_on(ruleset, [plate for plate in plates if not plate.linked])
    for plate in plates:
        if plate.linked and plate.ruleset is ruleset:
            plate.follow_shared_inputs(by_link=True)


def own(ruleset: Ruleset, kinds: Mapping[str, Kind], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the reader's settled inputs that differ from the values of this form."""
    return {name: value for name, value in _read(ruleset, kinds) if values[name] != value}


def shared_line_topic(ruleset: Ruleset, kinds: Mapping[str, Kind], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the line of settled inputs on every plate.

    The dict has the line (`line`), the address of its question (`address`), what the page must remember (`settled`), the
    ruleset, and the reader's own line if the plate shows another (`mine`).
    """
    kept = ruleset.shared_inputs
    if kept is None:
        return {}
    shown = {name: kinds[name].format(values[name]) for name in kept.inputs if name in kinds}
    settled = here().settled.get(ruleset.short, {})
    address = str(Address(ruleset.short, kept.question, {**settled, **shown}))
    mine = _line(str(Address(ruleset.short, kept.question, settled))) if own(ruleset, kinds, values) else ""
    return {
        "line": _line(address),
        "address": address,
        "settled": dict(settled),
        "ruleset": ruleset.short,
        "mine": mine,
    }


@remembered(maxsize=256)
def _line(address: str) -> str:
    try:
        return ask(address).headline
    except (AskError, Contradiction):
        return ""


def line(ruleset: Ruleset, written: Mapping[str, str]) -> str:
    """Return the line for inputs as an address writes them; empty if the ruleset keeps none."""
    if ruleset.shared_inputs is None or library().find(ruleset.short) is not ruleset:
        return ""
    own = {name: written[name] for name in ruleset.shared_inputs.inputs if name in written}
    return _line(str(Address(ruleset.short, ruleset.shared_inputs.question, own)))


def _read(ruleset: Ruleset, kinds: Mapping[str, Kind]) -> Iterator[tuple[str, Any]]:
    for name, text in here().settled.get(ruleset.short, {}).items():
        if name in kinds:
            yield name, kinds[name].parse(text)


def pass_on(ruleset: Ruleset, plates: Iterable[PageMember]) -> None:
    """Have calculators of a ruleset follow what is settled."""
    for plate in plates:
        if plate.ruleset is ruleset:
            plate.follow_shared_inputs()
