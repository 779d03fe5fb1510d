"""House rules: the readings that a group of players has settled differently from the book.

A link states them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from drillbook.asking.answers.address import Address, decode
from drillbook.asking.answers.ask import check_readings
from drillbook.asking.uses.settled_readings import CannotBeChosen
from drillbook.errors import AskError
from drillbook.rules.model import Ruleset

REGISTER = "rulings"
"""The page of each ruleset that lists its rulings; its address with readings is a group's house rules."""


def departing_readings(ruleset: Ruleset, written: Mapping[str, str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the readings that differ from the book's own, and a sentence for each invalid one.

    The readings have the ruleset's names and letters.
    written: readings by the names of rulings, as a link or a browser gives them; a parent's names and letters are
    understood.
    """
    found: dict[str, str] = {}
    complaints = []
    for name, letter in written.items():
        try:
            check_readings(ruleset, {name: letter})
        except AskError as problem:
            complaints.append(str(problem))
            continue
        own, chosen = ruleset.reading_here(name, letter)
        if chosen != ruleset.ruling(own).default:
            found[own] = chosen
    return found, tuple(complaints)


def settled_sentences(ruleset: Ruleset, written: Mapping[str, str]) -> dict[str, str]:
    """Return the sentence for each reading that can no longer be chosen, by its ruling.

    written: readings as a link or a browser gives them.
    """
    found = {}
    for name, letter in written.items():
        try:
            check_readings(ruleset, {name: letter})
        except CannotBeChosen as problem:
            found[problem.overruled.ruling.name] = str(problem)
        except AskError:
            continue
    return found


def house_rules_address(ruleset: Ruleset, readings: Mapping[str, str]) -> Address:
    """Return the address that states the house rules."""
    return Address(ruleset.short, REGISTER, {}, dict(readings))


def read_house_rules(ruleset: Ruleset, text: str) -> dict[str, str]:
    """Return the house rules that a text states in the form of a link.

    text: such as `ruling.range-bands=C&…`. Whatever cannot be read from it is left out.
    """
    return departing_readings(ruleset, _written(ruleset, text))[0]


def told_in_vain(ruleset: Ruleset, text: str) -> dict[str, str]:
    """Return the sentence for each reading in a text that cannot be chosen any more, by ruling.

    text: house rules in the form of a link, as read_house_rules() takes it.
    """
    return settled_sentences(ruleset, _written(ruleset, text))


def _written(ruleset: Ruleset, text: str) -> Mapping[str, str]:
    try:
        return decode(f"{ruleset.short}/{REGISTER}?{text}").readings
    except AskError:
        return {}


def with_house_rules(wanted: Address, house: Mapping[str, str]) -> Address:
    """Return an address with house rules for every reading that it leaves open."""
    return replace(wanted, readings={**house, **wanted.readings})
