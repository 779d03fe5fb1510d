"""The history of a ruleset: its changes.toml, and the defaults that each version changed."""

from __future__ import annotations

from collections.abc import Iterator

from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.questions.registry import find_question
from drillbook.asking.uses.default_versions import default_changes, version_faults
from drillbook.errors import AskError, RulesError
from drillbook.rules import changelog as kept
from drillbook.rules.changelog import Change, history
from drillbook.rules.entities import Ruling
from drillbook.rules.library import Library
from drillbook.rules.model import Ruleset
from drillbook.rules.versions import FIRST, RULING, NewDefault

VERSION, DEFAULT = "version", "default"
"""The kinds of change that are about a version, and about a default that a version has changed."""


def whole_history(ruleset: Ruleset, lib: Library) -> tuple[Change, ...]:
    """Every change of a ruleset with the defaults that have changed, the newest first.

    Raises RulesError where a change is about nothing, or where a version with changed defaults has no day.
    """
    told = history(ruleset, lib)
    days = {one.about: one.day for one in told if one.kind == VERSION}
    found = list(told)
    for one in default_changes(ruleset, lib):
        if str(one.version) not in days:
            raise RulesError(_undated(ruleset, one.version))
        found.append(Change(ruleset.short, days[str(one.version)], DEFAULT, _told(ruleset, one, lib), one.of))
    return tuple(sorted(found, key=lambda one: one.day, reverse=True))


def _undated(ruleset: Ruleset, version: int) -> str:
    return (
        f"{ruleset.slug}/{kept.FILE}: version {version} has no date; write a [[change]] with its date, kind = \"{VERSION}\","
        f' about = "{version}" and a text.'
    )  # fmt: skip


def history_faults(ruleset: Ruleset, lib: Library) -> Iterator[str]:
    """Yield a sentence for each fault in a ruleset's changes and changed defaults."""
    yield from version_faults(ruleset, lib)
    try:
        days = {one.about for one in history(ruleset, lib) if one.kind == VERSION}
    except RulesError as problem:
        yield str(problem)
        return
    for version in range(FIRST + 1, ruleset.version + 1):
        if str(version) not in days:
            yield _undated(ruleset, version)


def _told(ruleset: Ruleset, one: NewDefault, lib: Library) -> str:
    """Return a changed default in sentences: what it is, what it was, and why."""
    if one.of.startswith(RULING):
        ruling = ruleset.ruling(one.of.removeprefix(RULING))
        return f"Now taken: {_reading(ruling, one.new)} Before: {_reading(ruling, one.old)} {one.why}"
    question, _, given = one.of.partition(".")
    kind = find_question(ruleset, question, lib).kinds(ruleset)[given]
    return f"{kind.label} is {_words(kind, one.new)} where nothing is entered; before, it was {_words(kind, one.old)}. {one.why}"


def _reading(ruling: Ruling, letter: str) -> str:
    """Return the words of a reading; a reading that no longer exists gives only its letter."""
    words = ruling.readings.get(letter, f"reading {letter}, which is gone")
    return words if words.endswith((".", "!", "?")) else f"{words}."


def _words(kind: Kind, written: str) -> str:
    """How a value reads; as it was written where the input no longer takes it."""
    try:
        return kind.words(kind.parse(written))
    except AskError:
        return written
