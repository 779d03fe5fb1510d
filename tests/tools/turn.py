"""Whose turn is it? A part of what takes long is done in each run, another part with each commit; everything by -m thorough.

`DRILLBOOK_TURN=17 pytest …` chooses the turn; else the commit does, so that a run can be had again.
"""

from __future__ import annotations

import functools
import os
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[2]
VARIABLE = "DRILLBOOK_TURN"
PARTS = 4
QUICK = 32
"""What goes through everything is marked `by_turn`: of so many cases a quick run takes one, the whole suite all."""
MANY = 40
"""More files than that are touched by a merge; it says nothing of what somebody works on."""


def turn() -> int:
    """The number of this run's turn; workers inherit that of the process that has started them."""
    if VARIABLE not in os.environ:
        head = _git("rev-parse", "HEAD")
        os.environ[VARIABLE] = str(int(head[:8], 16) if head else datetime.now(UTC).toordinal())
    return int(os.environ[VARIABLE])


def in_turn(things: Sequence[T], shift: int = 0) -> list[T]:
    """Every fourth of these, others in another turn. shift: so that not the first of each list have the same turn."""
    return [one for index, one in enumerate(things) if (index + shift + turn()) % PARTS == 0]


def due(things: Sequence[T], folder: Callable[[T], str]) -> list[T]:
    """Those whose turn it is, and those in whose folder the last commit has touched something."""
    turns = in_turn(things)
    return [one for one in things if one in turns or any(f"/{folder(one)}/" in path for path in touched())]


def for_the_whole_suite(names: Sequence[str]) -> set[str]:
    """Which of these tests a quick run leaves out: of each function all cases but those in turn, and but what is being worked on.

    names: as pytest writes them, `path::function[case]`.
    """
    ours = {part for path in touched() for part in (Path(path).stem.replace("_", "-"), Path(path).parent.name)}
    ours = ours if len(touched()) <= MANY else set()
    left, counts = set(), Counter[str]()
    for name in names:
        function, _, case = name.partition("[")
        counts[function] += 1
        words = set(re.findall(r"[\w-]+", case))
        if (counts[function] + turn()) % QUICK and not words & ours:
            left.add(name)
    return left


def of_other_chapters(names: Sequence[str]) -> set[str]:
    """Which of these tests a quick run leaves out: those of a chapter or a ruleset that is neither in turn nor worked on.

    names: as pytest writes them; the hand-worked cases of all chapters are no chapter's and stay.
    """
    homes = {name: name.partition("::")[0].rpartition("/")[0].removeprefix("tests/rulesets") for name in names}
    homes = {name: home for name, home in homes.items() if home.startswith("/")}
    folders = sorted(set(homes.values()))
    ours = touched() if len(touched()) <= MANY else ()
    worked_on = {home for home in folders if any(f"{home}/" in path or f"{home}." in path for path in ours)}
    return {name for name, home in homes.items() if home not in {*in_turn(folders), *worked_on}}


@functools.cache
def touched() -> tuple[str, ...]:
    """The files that differ from the commit before, and those that are new; none where there is no such commit."""
    new = _git("ls-files", "--others", "--exclude-standard")
    return tuple(filter(None, [*_git("diff", "--name-only", "HEAD~1").split("\n"), *new.split("\n")]))


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else ""
