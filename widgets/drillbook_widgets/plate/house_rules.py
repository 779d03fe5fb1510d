"""The reader's house rules: readings that differ from the book, kept while the page lives.

The page's script remembers them for other pages and sends them to every plate. A plate that was opened by a link uses
the readings of the link, and the book's own reading if the link names none, until the reader asks for the reader's
own house rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from drillbook.asking.answers.ask import Answer
from drillbook.asking.uses.house_rules import departing_readings, settled_sentences
from drillbook.errors import AskError
from drillbook.rules.library import library
from drillbook.rules.model import Ruleset
from drillbook_widgets.plate.page_session import here

MOST = 400
"""How many readings a page may tell; no ruleset has as many rulings."""


@dataclass(frozen=True, slots=True)
class ChosenReadings:
    """The readings that one calculator goes by, and who has chosen them.

    asked: what the notebook or a link chooses; by_link: what is left open is the book's own reading, not the reader's house rule;
    here: what the reader has chosen in this calculator.
    """

    ruleset: Ruleset
    asked: Mapping[str, str] = field(default_factory=dict)
    by_link: bool = False
    here: Mapping[str, str] = field(default_factory=dict)

    @property
    def chosen(self) -> dict[str, str]:
        """The readings that hold in this calculator whatever the house rules are."""
        return {**self.asked, **self.here}

    def with_reading(self, ruling: str, letter: str) -> ChosenReadings:
        """Return the same with one more reading chosen here."""
        return replace(self, here={**self.here, ruling: letter})

    def in_force(self) -> dict[str, str]:
        """Return the readings in force by ruling.

        Readings that were asked for override house rules, and readings chosen in this plate override both.
        """
        own = {} if self.by_link else rules(self.ruleset)
        usual = {name for name, letter in self.here.items() if letter == self.ruleset.ruling(name).default}
        found = {**own, **self.chosen}
        return {name: letter for name, letter in found.items() if name not in usual}


def rules(ruleset: Ruleset) -> Mapping[str, str]:
    """Return the readings that the reader has settled for a ruleset, by ruling name."""
    return here().house.get(ruleset.short, {})


def settle_house_rules(ruleset: Ruleset, said: Any) -> None:
    """Set the reader's house rules for all plates of the ruleset.

    said: what the page remembers; anything malformed is left out.
    """
    pairs = list(said.items())[:MOST] if isinstance(said, Mapping) else []
    written = {name: letter for name, letter in pairs if isinstance(name, str) and isinstance(letter, str)}
    found, vain = departing_readings(ruleset, written)[0], settled_sentences(ruleset, written)
    if (found, vain) == (here().house.get(ruleset.short, {}), here().overruled.get(ruleset.short, {})):
        return
    here().house[ruleset.short], here().overruled[ruleset.short] = found, vain
    for plate in list(here().plates):
        if any(one is ruleset for one in (plate.ruleset, plate.other)):
            plate.follow_house_rules()


def hear_house_rules(ruleset: Ruleset, said: Mapping[str, Any]) -> None:
    """Set the house rules that the page remembers, of the plate's ruleset and of others.

    Other rulesets may answer beside the plate.
    """
    others = said.get("others")
    for short, readings in list(others.items())[:MOST] if isinstance(others, Mapping) else ():
        with suppress(AskError):
            settle_house_rules(library().find(str(short)), readings)
    settle_house_rules(ruleset, said.get("readings"))


def house_rules_topic(choice: ChosenReadings, found: Answer) -> dict[str, list[str]]:
    """Return what the page says about house rules.

    The dict states which rulings of an answer use house rules (`here`), which house rules a link keeps out (`open`), and
    which are settled, as sentences (`settled`).
    """
    met = {name: letter for name, letter in rules(choice.ruleset).items() if name in found.readings}
    vain = here().overruled.get(choice.ruleset.short, {})
    kept_out = [name for name, letter in met.items() if found.readings[name] != letter] if choice.by_link else []
    return {
        "here": [name for name, letter in met.items() if not choice.by_link and found.readings[name] == letter],
        "open": [name.replace("-", " ") for name in kept_out],
        "settled": [] if choice.by_link else [said for name, said in vain.items() if name in found.readings],
    }


def idle(choice: ChosenReadings, found: Answer) -> frozenset[str]:
    """Return the house rules in force that do not affect an answer.

    The plate needs to say nothing about them.
    """
    if choice.by_link:
        return frozenset()
    now = choice.in_force()
    own = rules(choice.ruleset).items()
    return frozenset(name for name, letter in own if now.get(name) == letter and name not in found.readings)
