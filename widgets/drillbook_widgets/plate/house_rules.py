"""Which readings has the reader settled otherwise than the book? His house rules, kept while the page lives.

The page's script remembers them for further pages and tells them to every plate. A plate that was opened by a link goes by the link,
and by the book's own reading where the link names none, until the reader asks for his own.
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
        """The readings by ruling: the house rules, over them what was asked for, over that what was chosen here."""
        own = {} if self.by_link else rules(self.ruleset)
        usual = {name for name, letter in self.here.items() if letter == self.ruleset.ruling(name).default}
        found = {**own, **self.chosen}
        return {name: letter for name, letter in found.items() if name not in usual}


def rules(ruleset: Ruleset) -> Mapping[str, str]:
    """The readings that the reader has settled for a ruleset, by the names of its rulings."""
    return here().house.get(ruleset.short, {})


def settle_house_rules(ruleset: Ruleset, said: Any) -> None:
    """What the page remembers, for all plates of the ruleset; anything odd is left out."""
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
    """What the page remembers: of the plate's own ruleset, and of others, which may answer beside it."""
    others = said.get("others")
    for short, readings in list(others.items())[:MOST] if isinstance(others, Mapping) else ():
        with suppress(AskError):
            settle_house_rules(library().find(str(short)), readings)
    settle_house_rules(ruleset, said.get("readings"))


def house_rules_topic(choice: ChosenReadings, found: Answer) -> dict[str, list[str]]:
    """What the page says of house rules: which rulings of an answer go by them, which a link keeps from it, and which are settled."""
    met = {name: letter for name, letter in rules(choice.ruleset).items() if name in found.readings}
    vain = here().overruled.get(choice.ruleset.short, {})
    kept_out = [name for name, letter in met.items() if found.readings[name] != letter] if choice.by_link else []
    return {
        "here": [name for name, letter in met.items() if not choice.by_link and found.readings[name] == letter],
        "open": [name.replace("-", " ") for name in kept_out],
        "settled": [] if choice.by_link else [said for name, said in vain.items() if name in found.readings],
    }


def idle(choice: ChosenReadings, found: Answer) -> frozenset[str]:
    """The house rules in force on which an answer does not hang: its plate needs to say nothing of them."""
    if choice.by_link:
        return frozenset()
    now = choice.in_force()
    own = rules(choice.ruleset).items()
    return frozenset(name for name, letter in own if now.get(name) == letter and name not in found.readings)
