"""Rotation of long tests: a run takes one part, and the next commit's run the next part.

`-m thorough` takes everything. `DRILLBOOK_TURN=17 pytest …` chooses the turn, so that a run can be repeated.
Otherwise the turn is the number of commits: as many consecutive commits as there are parts run all of them.
"""

from __future__ import annotations

import functools
import os
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[2]
VARIABLE = "DRILLBOOK_TURN"
PARTS = 4
"""Number of parts of what rotates, unless a test names another one: consecutive commits that run everything."""
QUICK = 32
"""What goes through everything is marked `by_turn`: of so many cases a quick run takes one, the whole suite all."""
MANY = 40
"""More files than that are touched by a merge; it says nothing of what somebody works on."""


def turn() -> int:
    """Return the number of this run's turn.

    Workers inherit the number of the process that has started them. A shallow clone does not know the number of its
    commits; there the commit's hash chooses.
    """
    if VARIABLE not in os.environ:
        whole = _git("rev-parse", "--is-shallow-repository") == "false"
        commits = _git("rev-list", "--count", "HEAD") if whole else ""
        head = _git("rev-parse", "HEAD")[:8]
        os.environ[VARIABLE] = commits or (str(int(head, 16)) if head else str(datetime.now(UTC).toordinal()))
    return int(os.environ[VARIABLE])


def in_turn(things: Sequence[T], shift: int = 0, parts: int = PARTS) -> list[T]:
    """Every fourth of these, others in another turn.

    shift: so that not the first of each list have the same turn. parts: how many parts there are.
    """
    return [one for index, one in enumerate(things) if (index + shift + turn()) % parts == 0]


def due(things: Sequence[T], folder: Callable[[T], str], parts: int = PARTS) -> list[T]:
    """Those whose turn it is, and those in whose folder the last commit has touched something."""
    turns = in_turn(things, parts=parts)
    return [one for one in things if one in turns or any(f"/{folder(one)}/" in path for path in touched())]


def for_another_commit(names: Sequence[str], folders: Iterable[str] = (), parts: int = PARTS) -> set[str]:
    """Return the rotating tests that a run leaves out.

    They are all but one part of the tests, without what is being worked on.

    names: of tests with the same parts, as pytest writes them. The cases of a function are divided into parts, or the
    functions of a file that have no cases.
    folders: parts of paths. If a file of such a path is touched, nothing is left out.
    """
    ours = touched() if len(touched()) <= MANY else ()
    if any(folder in path for folder in folders for path in ours):
        return set()
    return for_the_whole_suite(names, parts)


def for_the_whole_suite(names: Sequence[str], parts: int = QUICK) -> set[str]:
    """Return the tests that a quick run leaves out.

    They are all cases of each function except those in turn and those that are being worked on: cases that name a touched
    file or its folder. Functions without cases are divided by file.

    names: as pytest writes them, `path::function[case]`.
    parts: a run takes one of so many.
    """
    ours = {part for path in touched() for part in (Path(path).stem.replace("_", "-"), Path(path).parent.name)}
    ours = ours if len(touched()) <= MANY else set()
    left, counts = set(), Counter[str]()
    for name in names:
        function, _, case = name.partition("[")
        home = function if case else name.partition("::")[0]
        words = set(re.findall(r"[\w-]+", case))
        if (counts[home] + turn()) % parts and not words & ours:
            left.add(name)
        counts[home] += 1  # the same order as in_turn has, so that what is in turn by both is in turn
    return left


def of_other_chapters(names: Sequence[str]) -> set[str]:
    """Return the tests that a quick run leaves out because of their chapter.

    They are those of a chapter or a ruleset that is neither in turn nor worked on. names: as pytest writes them; the
    hand-worked cases of all chapters belong to no chapter and stay.
    """
    homes = {name: name.partition("::")[0].rpartition("/")[0].removeprefix("tests/rulesets") for name in names}
    homes = {name: home for name, home in homes.items() if home.startswith("/")}
    folders = sorted(set(homes.values()))
    ours = touched() if len(touched()) <= MANY else ()
    worked_on = {home for home in folders if any(f"{home}/" in path or f"{home}." in path for path in ours)}
    return {name for name, home in homes.items() if home not in {*in_turn(folders), *worked_on}}


@functools.cache
def touched() -> tuple[str, ...]:
    """Return the files that differ from the commit before, and those that are new.

    The changed files are missing if there is no such commit.
    """
    new = _git("ls-files", "--others", "--exclude-standard")
    return tuple(filter(None, [*_git("diff", "--name-only", "HEAD~1").split("\n"), *new.split("\n")]))


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else ""
