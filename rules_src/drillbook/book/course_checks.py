"""What is wrong with a ruleset's course, that its markers cannot tell one by one: what is missing, and what stands too early."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from drillbook.book.course import FILE, PLATE, course_file, course_of
from drillbook.book.folder import COURSE
from drillbook.errors import listed
from drillbook.rules.library import Library
from drillbook.rules.model import Ruleset

_TOLD = re.compile(r"<!--(?P<kind>guess|fell|dice|told|now|muster)\s+\w+/(?P<name>[a-z0-9-]+)")


def course_faults(ruleset: Ruleset, cells: list[dict[str, Any]] | None, lib: Library) -> Iterator[str]:
    """The faults of a ruleset's course, a sentence each. cells: those of its notebook, nothing where there is none."""
    there = course_file(ruleset, lib).is_file()
    if not there or cells is None:
        if there:
            yield f"{ruleset.slug}/{FILE} is told nowhere; write {COURSE}.ipynb beside the chapters"
        return
    course = course_of(ruleset, lib)
    told = [(found["kind"], found["name"]) for cell in cells for found in _in_order(cell)]
    guessed = [name for kind, name in told if kind == "guess"]
    twice = [name for name in dict.fromkeys(guessed) if guessed.count(name) > 1]
    if twice:
        yield f"{listed(twice, 'and')} are guessed more than once; guess each once"
    order = [name for name in course.moments if name in guessed]
    if list(dict.fromkeys(guessed)) != order:
        yield f"the guesses stand in another order than the episodes are played in: {listed(order, 'and')}"
    for name, moment in course.moments.items():
        if (moment.episode.guess != "") != (name in guessed):
            yield f"episode {name} wants <!--guess {ruleset.short}/{name}--><!--/guess--> just where it has a guess"
        if moment.thrown is not None and ("fell", name) not in told:
            marker = f"<!--fell {ruleset.short}/{name} {moment.fell}-->…<!--/fell-->"
            yield f"episode {name} throws dice and no sentence tells what they say; write {marker}"
    yield from _too_early(told)


def _in_order(cell: dict[str, Any]) -> list[Any]:
    """The episodes that a cell tells of; a plate counts as a telling."""
    text = "".join(cell["source"])
    if cell["cell_type"] == "code" and cell["id"].startswith(PLATE):
        return [{"kind": "plate", "name": cell["id"].removeprefix(PLATE)}]
    return list(_TOLD.finditer(text)) if cell["cell_type"] == "markdown" else []


def _too_early(told: list[tuple[str, str]]) -> Iterator[str]:
    """What gives an answer away before it has been guessed."""
    guessed = {name: at for at, (kind, name) in enumerate(told) if kind == "guess"}
    for at, (kind, name) in enumerate(told):
        if kind in ("plate", "fell", "dice", "muster") and at < guessed.get(name, -1):
            yield f"a {kind} of {name} stands before its guess; put it after"


def notebook_of(ruleset: Ruleset, book: Path) -> Path:
    """Where a ruleset's course is told, or would be."""
    return book / ruleset.slug / f"{COURSE}.ipynb"
