"""What came of asking a question every situation that its form can hold? Kept, since it takes minutes to find out again."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass

from drillbook.rules.library import Library
from drillbook.rules.model import Ruleset

FILE = "enumerated.toml"


@dataclass(frozen=True, slots=True)
class Tally:
    """How many situations were asked, and how many of them were answered, refused by a rule, or contradict themselves."""

    situations: int
    answered: int
    refused: int
    contradictory: int


def tallies(ruleset: Ruleset, lib: Library) -> Mapping[str, Tally]:
    """What is kept of a ruleset's questions, by their names; nothing where nobody has asked them all."""
    path = lib.home_of(ruleset.slug).root / ruleset.slug / FILE
    kept = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    return {name: Tally(*numbers) for name, numbers in kept.items()}
