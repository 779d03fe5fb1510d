"""The stored results of asking a question every situation that its form can hold.

The results are kept because the count takes minutes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass

from drillbook.rules.library import Library
from drillbook.rules.model import Ruleset

FILE = "enumerated.toml"


@dataclass(frozen=True, slots=True)
class Tally:
    """The number of situations that were asked, and of those that gave each kind of result.

    The results are: answered, refused by a rule, or contradictory.
    """

    situations: int
    answered: int
    refused: int
    contradictory: int


def tallies(ruleset: Ruleset, lib: Library) -> Mapping[str, Tally]:
    """Return the stored tallies of a ruleset's questions, by the names of the questions.

    Returns an empty mapping if no tallies are stored.
    """
    path = lib.home_of(ruleset.slug).root / ruleset.slug / FILE
    kept = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    return {name: Tally(*numbers) for name, numbers in kept.items()}
