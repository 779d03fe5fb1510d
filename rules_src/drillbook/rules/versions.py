"""The defaults that a version of a ruleset has changed.

The changes are kept by hand in the ruleset's changed_defaults.csv, so that old links can still be read.
A ruleset's version is its own number, raised when a default changes. It is not the edition of the ruleset's source.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from drillbook.rules.library import Library
from drillbook.rules.model import Ruleset
from drillbook.rules.schema.messages import complain

FILE = "changed_defaults.csv"
COLUMNS = ("version", "name", "old", "new", "why")
OLD_COLUMNS = ("version", "of", "old", "new", "why")
FIRST = 1
"""The version of a ruleset whose defaults have never changed."""
PARENT = "parent"
"""What a layer's row names to say from which of its versions on it follows a version of its parent."""
RULING = "ruling."


@dataclass(frozen=True, slots=True)
class NewDefault:
    """One default that a version has changed.

    version: of the ruleset that it counts in. of: `ruling.NAME` or `question.input`. old, new: as an address writes them.
    """

    version: int
    of: str
    old: str
    new: str
    why: str


def table_of(ruleset: Ruleset, lib: Library) -> Path:
    """Where a ruleset's changed defaults stand, or would stand."""
    return lib.home_of(ruleset.slug).root / ruleset.slug / FILE


def own_changed(ruleset: Ruleset, lib: Library) -> tuple[NewDefault, ...]:
    """Return the rows of a ruleset's own table, in their order.

    Raises RulesError, which names the wrong row.
    """
    path = table_of(ruleset, lib)
    if not path.is_file():
        return ()
    rows = list(_rows(path, ruleset))
    for one in rows:
        if sum((other.version, other.of) == (one.version, one.of) for other in rows) > 1:
            complain(
                path, one.of, f"version {one.version} changes it twice; write one row from the old to the new default."
            )
    return tuple(rows)


def _rows(path: Path, ruleset: Ruleset) -> Iterator[NewDefault]:
    with path.open(encoding="utf-8", newline="") as stream:
        lines = [line for line in csv.reader(stream) if line]
    if lines and tuple(lines[0]) == OLD_COLUMNS:
        complain(path, "", f"the column of is now called name; the first line must be {','.join(COLUMNS)}.")
    if not lines or tuple(lines[0]) != COLUMNS:
        complain(path, "", f"the first line must be {','.join(COLUMNS)}.")
    for number, line in enumerate(lines[1:], start=2):
        place = f"line {number}"
        if len(line) != len(COLUMNS):
            complain(
                path, place, f"it has {len(line)} fields; it needs {len(COLUMNS)}. Put text with commas in quotes."
            )
        version, of, old, new, why = (cell.strip() for cell in line)
        if not version.isdecimal() or not FIRST < int(version) <= ruleset.version:
            complain(
                path, place, f"'{version}' is no version that can change a default; {ruleset.title} is at version {ruleset.version}."
                f" Write {ruleset.version}, or raise version in ruleset.toml first.",
            )  # fmt: skip
        if not of or not old or not new:
            complain(path, place, "name, old and new must all be there, such as 2,shot.distance,20,30,….")
        if old == new:
            complain(path, place, f"the default of {of} stays {old}; take the row out.")
        if not why.endswith("."):
            complain(path, place, f"why must say in a sentence, with a full stop, why {of} has changed.")
        yield NewDefault(int(version), of, old, new, why)


def parent_versions(ruleset: Ruleset, lib: Library) -> tuple[tuple[int, int], ...]:
    """Return which versions of its parent a layer has followed.

    The result is pairs of the layer's version and the parent's version from that one on. The first pair is the layer's
    first version and the parent's version that it began with (`old` of its first row). A layer without such a row began
    with its parent as it is now, and has no pairs.
    Raises RulesError if the rows leave a gap, or end before the present version of the parent.
    """
    path, found = table_of(ruleset, lib), list[tuple[int, int]]()
    for one in own_changed(ruleset, lib):
        if one.of != PARENT:
            continue
        if ruleset.parent is None:
            complain(path, PARENT, f"{ruleset.title} extends no ruleset; take the row out.")
        if not found and one.old.isdecimal():
            found.append((FIRST, int(one.old)))
        at = found[-1][1] if found else FIRST
        if one.old != str(at) or not one.new.isdecimal() or int(one.new) < at:
            complain(
                path, PARENT, f"it goes from {one.old} to {one.new}; the row must go from version {at} to a later one."
            )
        found.append((one.version, int(one.new)))
    if ruleset.parent is not None and found and found[-1][1] != ruleset.parent.version:
        above, at = ruleset.parent, found[-1][1]
        complain(
            path, PARENT, f"{above.title} is at version {above.version}, followed so far is version {at}; raise version in"
            f" ruleset.toml and write N,{PARENT},{at},{above.version},\"…\" with that new version for N.",
        )  # fmt: skip
    return tuple(found)
