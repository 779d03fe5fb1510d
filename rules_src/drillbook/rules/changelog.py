"""The changes of a ruleset since its first version here, kept by hand in its changes.toml.

The entries of the file can be in any order.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from drillbook.errors import RulesError, listed
from drillbook.rules.library import Library
from drillbook.rules.model import Ruleset
from drillbook.rules.schema.messages import complain
from drillbook.rules.versions import FIRST

if TYPE_CHECKING:
    from drillbook.rules.schema.ruleset import ChangeFile

FILE = "changes.toml"


@dataclass(frozen=True, slots=True)
class Change:
    """One change: its day, the kind of thing that changed, and a text.

    about: the rule, ruling, chapter, version or default that the change is about.
    """

    ruleset: str
    day: datetime.date
    kind: str
    text: str
    about: str = ""


def history(ruleset: Ruleset, lib: Library) -> tuple[Change, ...]:
    """Return the changes of a ruleset, the newest first.

    Raises RulesError if a change is about something that does not exist.
    """
    # Only now: whoever serves the book reads no file of a ruleset, and what checks them takes long to load.
    from drillbook.rules.schema.ruleset import ChangesFile
    from drillbook.rules.schema.toml_csv import checked_model, read_toml

    path = lib.home_of(ruleset.slug).root / ruleset.slug / FILE
    if not path.is_file():
        return ()
    found = checked_model(ChangesFile, read_toml(path), path, "")
    for number, one in enumerate(found.change, start=1):
        _known(ruleset, one, path, number)
    told = [Change(ruleset.short, one.date, one.kind, one.text, one.about) for one in found.change]
    return tuple(sorted(told, key=lambda one: one.day, reverse=True))


def _known(ruleset: Ruleset, one: ChangeFile, path: Path, number: int) -> None:
    place = f"change {number}"
    if one.kind == "ruling" and ruleset.ruling_if_any(one.about) is None:
        complain(path, place, f"there is no ruling '{one.about}'; write its name in about.")
    if one.kind == "rule":
        try:
            ruleset.rule(one.about)
        except RulesError as problem:
            complain(path, place, f"{problem} Write the key of a rule in about.")
    if one.kind == "version" and not (one.about.isdecimal() and FIRST < int(one.about) <= ruleset.version):
        complain(path, place, f"about is '{one.about}', but {ruleset.title} has the versions up to {ruleset.version}.")
    if one.kind == "chapter" and ruleset.chapter(one.about) is None:
        known = listed(chapter.slug for chapter in ruleset.chapters)
        complain(path, place, f"there is no chapter '{one.about}'; there are {known}.")
