"""Small cases of one function run as one test, which names each that fails.

To report a case by itself costs more than most cases. Only a case that shares nothing with others is joined: a case
that needs a fixture, a browser or a mark of its own stays a test. What `-k`, `-m` or a name on the command line
leaves out is out before anything is joined.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

FEWEST = 4
"""Fewer cases than that stay apart."""
MOST = 24
"""Of a function whose cases take long so many are joined, so that several workers share them; of others all."""
SHOWN = 5
"""So many failing cases are told in full; the others are named."""
APART = {"slow", "thorough", "flaky", "skip", "skipif", "xfail", "usefixtures", "hypothesis"}
"""A case with such a mark is a test of its own, unless it is slow or thorough only because it is not its turn."""


class CasesFail(Exception):
    """Some cases of a joined test fail: each with what it says."""

    def __init__(self, failing: Sequence[tuple[str, pytest.ExceptionInfo[BaseException]]], number: int) -> None:
        super().__init__(f"{len(failing)} of {number} cases fail: {', '.join(name for name, _ in failing)}")
        self.failing = failing


class Joined(pytest.Item):
    """Several cases of one function."""

    def __init__(self, *, cases: Sequence[pytest.Function], **more: Any) -> None:
        super().__init__(**more)
        self.cases = cases
        self.own_markers = list(cases[0].own_markers)
        self.keywords.update({mark.name: mark for mark in self.own_markers})

    def runtest(self) -> None:
        """Run every case, whichever fails; CasesFail names all that do."""
        failing = []
        for case in self.cases:
            try:
                case.obj(**case.callspec.params)
            except (Exception, pytest.fail.Exception):
                failing.append((case.callspec.id, pytest.ExceptionInfo.from_current()))
        if failing:
            raise CasesFail(failing, len(self.cases))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return what each failing case says, as pytest says it of a test."""
        if not isinstance(excinfo.value, CasesFail):
            return super().repr_failure(excinfo, style)
        told = [f"[{name}]\n{info.getrepr(style='short')}" for name, info in excinfo.value.failing[:SHOWN]]
        return "\n\n".join([str(excinfo.value), *told])

    def reportinfo(self) -> tuple[Any, int | None, str]:
        """Return where the function is: path, line and name."""
        path, line, _ = self.cases[0].reportinfo()
        return path, line, self.name


def alone(item: pytest.Item) -> bool:
    """Whether a test is none of several cases, or needs something of its own."""
    if not isinstance(item, pytest.Function) or not hasattr(item, "callspec"):
        return True
    marks = {mark.name for mark in item.iter_markers()}
    if "by_turn" in marks:
        marks.discard("slow")
    if "rotating" in marks:
        marks.discard("thorough")
    return bool(marks & APART) or set(item.fixturenames) != set(item.callspec.params) or item.cls is not None


def joined(items: Iterable[pytest.Item], spread: set[str]) -> list[pytest.Item]:
    """Return the tests with the small cases of one function made one test.

    The joined test is at the place of the first of its cases. spread: names of the files whose cases several workers share.
    """
    kept: dict[Any, list[pytest.Item]] = defaultdict(list)
    for number, item in enumerate(items):
        kept[number if alone(item) else (item.path, item.originalname)].append(item)  # type: ignore[attr-defined]
    found: list[pytest.Item] = []
    for cases in kept.values():
        most = MOST if cases[0].path.name in spread else len(cases)
        for first in range(0, len(cases), most):
            part = cases[first : first + most]
            found += part if len(part) < FEWEST else [_one(part, first)]
    return found


def _one(cases: Sequence[Any], first: int) -> Joined:
    name = f"{cases[0].originalname}[{first + 1} to {first + len(cases)}]"
    made: Joined = Joined.from_parent(cases[0].parent, name=name, cases=cases)
    return made


class Joining:
    """The plugin; it comes last, when everything that is left out is out."""

    def __init__(self, spread: set[str]) -> None:
        self.spread = spread

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Join, unless the tests are only to be listed."""
        if not config.option.collectonly:
            items[:] = joined(items, self.spread)
