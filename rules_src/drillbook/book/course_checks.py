"""The faults of a ruleset's course that its markers cannot find one by one.

These are things that are missing, and things that come too early.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from drillbook.asking.answers.ask import ask
from drillbook.book.course import FILE, PLATE, Course, course_file, course_of
from drillbook.book.folder import COURSE
from drillbook.book.inline_answers import answer_text
from drillbook.errors import AskError, listed
from drillbook.rules.library import Library
from drillbook.rules.model import Ruleset

if TYPE_CHECKING:
    from drillbook.rules.schema.course import CheckFile

_TOLD = re.compile(r"<!--(?P<kind>guess|fell|dice|told|now|muster)\s+\w+/(?P<name>[a-z0-9-]+)")


def course_faults(ruleset: Ruleset, cells: list[dict[str, Any]] | None, lib: Library) -> Iterator[str]:
    """Yield the faults of a ruleset's course, a sentence for each.

    cells: the cells of the course's notebook, or None if there is no notebook.
    """
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
    yield from unlawful(course, lib)
    missing = episodes_without_checks(course)
    if missing and len(missing) < len(course.moments):
        yield f"{ruleset.slug}/{FILE}: give {listed(missing, 'and')} checks, or unchecked_reason with the reason why there are none"


def unlawful(course: Course, lib: Library) -> Iterator[str]:
    """Yield a sentence for each check of a course that does not hold.

    The sentence gives the file, the episode, the question asked, the expected value and the value found.
    """
    for name, moment in course.moments.items():
        for one in moment.episode.checks:
            fault = _unlike(course, one, name if one.after_episode else course.before(name), lib)
            if fault:
                yield f"{course.ruleset.slug}/{FILE}, episode {name}: {fault}; mend the story, its state, or the check"


def _unlike(course: Course, one: CheckFile, moment: str, lib: Library) -> str:
    """How a check fails on the state that a moment leaves behind; empty where it holds."""
    short = course.ruleset.short
    try:
        address = f"{short}/{course.held(one.address, moment)}"
        expected = course.held(_said(one.expected), moment)
    except AskError as problem:
        return f"its check {short}/{one.address} cannot be asked: {str(problem).rstrip('.')}"
    wanted = f"{one.field} “{expected}”"
    try:
        found = ask(address, lib=lib)
        if found.refused:
            return f"{address} is checked for {wanted}, but the rules refuse it: {found.headline.rstrip('.')}"
        told = answer_text(found, one.field)
    except AskError as problem:
        return f"{address} is checked for {wanted}, but cannot be: {str(problem).rstrip('.')}"
    if told == expected:
        return ""
    return f"{address} is checked for {wanted}, but says “{told}”"


def _said(value: bool | int | str) -> str:
    """Return an expected value in the form of an answer's field."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def episodes_without_checks(course: Course) -> list[str]:
    """Return the episodes that have neither a check nor a reason for having none."""
    return [name for name, one in course.moments.items() if not (one.episode.checks or one.episode.unchecked_reason)]


def _in_order(cell: dict[str, Any]) -> list[Any]:
    """Return the episodes that a cell shows, in order; a plate counts too."""
    text = "".join(cell["source"])
    if cell["cell_type"] == "code" and cell["id"].startswith(PLATE):
        return [{"kind": "plate", "name": cell["id"].removeprefix(PLATE)}]
    return list(_TOLD.finditer(text)) if cell["cell_type"] == "markdown" else []


def _too_early(told: list[tuple[str, str]]) -> Iterator[str]:
    """Yield a sentence for each thing that shows an answer before the reader has guessed it."""
    guessed = {name: at for at, (kind, name) in enumerate(told) if kind == "guess"}
    for at, (kind, name) in enumerate(told):
        if kind in ("plate", "fell", "dice", "muster") and at < guessed.get(name, -1):
            yield f"a {kind} of {name} stands before its guess; put it after"


def notebook_of(ruleset: Ruleset, book: Path) -> Path:
    """Return the path of the notebook of a ruleset's course, whether or not it exists."""
    return book / ruleset.slug / f"{COURSE}.ipynb"
