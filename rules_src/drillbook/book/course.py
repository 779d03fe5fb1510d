"""A ruleset's course: a small battle played through the ruleset's own questions.

Each episode throws seeded dice and passes on the state of the men.
An episode is a question's address. Its inputs can hold `{gap}`, a thing of the state, `{first-shot}`, the throw of an
earlier episode, or `{first-shot.needed}`, a field of an earlier answer. There is no engine: the author of the battle
states what each result means.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from drillbook.asking.answers.ask import Answer, ask
from drillbook.asking.answers.simulation import ThrowResult, throw
from drillbook.book.inline_answers import answer_text
from drillbook.errors import AskError, listed
from drillbook.rules.library import Library
from drillbook.rules.model import Ruleset
from drillbook.rules.remembered import remembered
from drillbook.rules.schema.messages import complain

if TYPE_CHECKING:
    from drillbook.rules.schema.course import CourseChangeFile, EpisodeFile

FILE = "course.toml"
START = "start"
"""The moment before the first episode."""
ANY = "*"
"""Stands for every result that has no line of its own."""
PLATE = "plate-"
_HELD = re.compile(r"\{(?P<name>[a-z0-9-]+)(?:\.(?P<field>[a-z_]+))?(?::(?P<look>\w+))?\}")


@dataclass(frozen=True, slots=True)
class Moment:
    """An episode as it was played: its question and answer, its throw, and the state after it."""

    episode: EpisodeFile
    found: Answer
    thrown: ThrowResult | None
    state: Mapping[str, int | str]

    @property
    def fell(self) -> str:
        """The result of its dice, nothing where it has none."""
        return "" if self.thrown is None else str(self.thrown.outcome)


@dataclass(frozen=True, slots=True)
class Course:
    """A course that has been played to its end."""

    ruleset: Ruleset
    start: Mapping[str, int | str]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    moments: Mapping[str, Moment]

    def moment(self, name: str) -> Moment:
        """Return the episode of that name; raise AskError if there is none."""
        if name not in self.moments:
            raise AskError(
                f"the course of {self.ruleset.title} has no episode '{name}'; it has {listed(self.moments)}."
            )
        return self.moments[name]

    def state_at(self, name: str) -> Mapping[str, int | str]:
        """Return the state after an episode, or the state of the start."""
        return self.start if name == START else self.moment(name).state

    def before(self, name: str) -> str:
        """Return the moment before an episode: the episode played before it, or the start."""
        return dict(zip(self.moments, [START, *self.moments], strict=False))[name]

    def held(self, text: str, name: str) -> str:
        """Return a text with its placeholders filled from the state after an episode.

        Raises AskError if the state does not have what the text names.
        """
        return _filled(text, self.state_at(name), self.moments)


def course_file(ruleset: Ruleset, lib: Library) -> Path:
    """Return the path of a ruleset's course, whether or not the file exists."""
    return lib.home_of(ruleset.slug).root / ruleset.slug / FILE


def course_of(ruleset: Ruleset, lib: Library) -> Course:
    """Return the course of a ruleset, played to its end.

    Raises AskError if the ruleset has no course, RulesError if the course cannot be played.
    """
    path = course_file(ruleset, lib)
    if not path.is_file():
        raise AskError(f"{ruleset.title} has no course; write {ruleset.slug}/{FILE}.")
    return _played(ruleset.slug, lib, path, path.stat().st_mtime_ns)


@remembered(maxsize=16)
def _played(slug: str, lib: Library, path: Path, changed: int) -> Course:
    # Only now: whoever serves the book reads no course, and what checks files takes long to load.
    from drillbook.rules.schema.course import CourseFile
    from drillbook.rules.schema.toml_csv import checked_model, read_toml

    ruleset = lib.load(slug)
    read = checked_model(CourseFile, read_toml(path), path, "")
    state: dict[str, int | str] = dict(read.start)
    moments: dict[str, Moment] = {}
    for one in read.episode:
        try:
            found = ask(f"{ruleset.short}/{_filled(one.address, state, moments)}", lib=lib)
        except AskError as problem:
            complain(path, f"episode {one.name}", f"{problem} Mend its address, or what is handed to it.")
        thrown = None
        if one.seed is not None:
            if found.refused or found.spec.simulate is None:
                why = found.headline if found.refused else f"{found.spec.name} has no dice to roll."
                complain(path, f"episode {one.name}", f"{why} Leave its seed out.")
            thrown = throw(found, one.seed)
            state = state | {one.name: thrown.outcome}
        try:
            here = moments | {one.name: Moment(one, found, thrown, dict(state))}  # its own answer may be told of too
            state = state | _changes(one, thrown, state, here)
        except AskError as problem:
            complain(path, f"episode {one.name}", str(problem))
        moments[one.name] = Moment(one, found, thrown, dict(state))
    table = read.table
    rows = tuple(map(tuple, table.rows)) if table else ()
    course = Course(ruleset, dict(read.start), tuple(table.columns) if table else (), rows, moments)
    for row in rows:
        if len(row) != len(course.columns):
            complain(path, "table", f"the row of {row[0]} has {len(row)} cells, the head {len(course.columns)}.")
        for cell in row:
            try:
                course.held(cell, START)
            except AskError as problem:
                complain(path, "table", f"{problem} Give it a value under [start].")
    return course


def _changes(
    one: EpisodeFile, thrown: ThrowResult | None, state: Mapping[str, int | str], moments: Mapping[str, Moment]
) -> dict[str, int | str]:
    """Return the changes that an episode's result makes to the state."""
    result = ANY if thrown is None else str(thrown.outcome)
    wanted = one.effects.get(result, one.effects.get(ANY))
    if wanted is None:
        if one.effects:
            raise AskError(
                f"its dice fell '{result}', and its effects have nothing for that; it has {listed(one.effects)}."
            )
        return {}
    made: dict[str, int | str] = {}
    for name, change in wanted.items():
        if name not in state or name in moments:
            raise AskError(f"'{name}' is nothing of the state; give it a value under [start].")
        made[name] = _changed(name, change, {**state, one.name: result}, moments)
    return made


def _changed(
    name: str, change: int | str | CourseChangeFile, state: Mapping[str, int | str], moments: Mapping[str, Moment]
) -> int | str:
    if isinstance(change, int | str):
        return _filled(change, state, moments) if isinstance(change, str) else change
    try:
        less, more = (int(_filled(str(by or 0), state, moments)) for by in (change.subtract, change.add))
        return int(state[name]) - less + more
    except ValueError:
        raise AskError(f"'{name}' is {state[name]}, which cannot become less or more by what was thrown.") from None


def _filled(text: str, state: Mapping[str, int | str], moments: Mapping[str, Moment]) -> str:
    """Return the text with every `{name}` and `{episode.field}` filled in.

    `{name}` comes from the state, `{episode.field}` from an earlier answer.
    Raises AskError if the state or the episodes do not have the name.
    """

    def one(match: re.Match[str]) -> str:
        name, field = match["name"], match["field"]
        if field:
            if name not in moments:
                raise AskError(
                    f"{match.group()} means an episode that has not been played; there are {listed(moments)}."
                )
            return answer_text(moments[name].found, f"{field}:{match['look']}" if match["look"] else field)
        if name not in state:
            raise AskError(f"{match.group()} is nothing of the state; it holds {listed(state)}.")
        return str(state[name])

    return _HELD.sub(one, text)


def plate_line(course: Course, cell: str) -> str:
    """Return the line of a code cell that shows an episode's plate.

    Raises AskError if the id of the cell names no episode.
    """
    return f"calculator({json.dumps(str(course.moment(cell.removeprefix(PLATE)).found.address), ensure_ascii=False)})"
