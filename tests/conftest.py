"""Fixtures and hooks that every test may use.

Thorough tests run only if they are asked for. The hooks also decide which of several workers runs what, and when.
"""

from __future__ import annotations

import gc
import sys
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import pytest
from chromium import browser as browser  # what drives a browser shares it
from chromium import playwright as playwright
from hypothesis import HealthCheck, settings
from joining import Joining
from turn import PARTS, VARIABLE, for_another_commit, for_the_whole_suite, of_other_chapters, turn

# What jsonschema takes along builds a grammar for two seconds in every worker; it does without.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]

# On a busy machine a draw may take long; that says nothing of what is drawn.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")

FIRST = ("test_chapters.py", "test_staying_up.py", "test_lab.py", "test_wheel.py")
"""Files that take longest begin first, so that all workers end together."""
ALONE = {"test_chapters.py", "test_consistency.py"}
"""Files whose tests take long and need nothing of each other: any worker may take any of them."""


def pytest_configure(config: pytest.Config) -> None:
    """Settle whose turn it is before any worker is started."""
    turn()
    config.pluginmanager.register(Joining(ALONE))
    gc.disable()  # fifteen thousand tests are collected and kept: looking through them for rubbish takes longer than the tests


def pytest_collection_finish() -> None:
    """From here on rubbish is looked for again, but not among what was collected."""
    gc.freeze()
    gc.enable()


def pytest_report_header() -> str:
    """Whose turn it is, and how to have it again."""
    return f"turn: {VARIABLE}={turn()}"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked thorough unless `-m` names it; what takes long comes first.

    Of what goes through everything, and of the chapters' own tests, all is slow but the part whose turn it is, unless `-k` asks
    for something of it.
    """
    rotate_thorough(items, config)
    if not config.option.keyword:
        left = for_the_whole_suite([item.nodeid for item in items if item.get_closest_marker("by_turn")])
        for item in items:
            if item.nodeid in left:
                item.add_marker("slow")
    if "thorough" not in (config.option.markexpr or ""):
        left_out = [item for item in items if item.get_closest_marker("thorough")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("thorough")]
    items.sort(key=_order)  # those alike stay in their order
    if not config.option.keyword:
        left = of_other_chapters([item.nodeid for item in items])
        for item in items:
            if item.nodeid in left and item.get_closest_marker("slow") is None:
                item.add_marker("by_turn")  # small cases are joined all the same
                item.add_marker("slow")


def rotate_thorough(items: Sequence[pytest.Item], config: pytest.Config) -> None:
    """Mark rotating tests as thorough if the tests are not in turn.

    The hook marks all rotating tests if `-m` asks for thorough tests. Tests that are asked for by name do not rotate.
    """
    if config.option.keyword or any("::" in one for one in config.args):
        return
    kinds = defaultdict(list)
    for item in items:
        if marker := item.get_closest_marker("rotating"):
            kinds[marker.args, marker.kwargs.get("parts", PARTS)].append(item)
    for (folders, parts), group in kinds.items():
        left = for_another_commit([item.nodeid for item in group], folders, parts)
        for item in group:
            if item.nodeid in left or "thorough" in (config.option.markexpr or ""):
                item.add_marker("thorough")


def _order(item: pytest.Item) -> tuple[bool, int]:
    place = FIRST.index(item.path.name) if item.path.name in FIRST else len(FIRST)
    driven = item.get_closest_marker("slow") is not None and item.get_closest_marker("by_turn") is None
    return not driven, place


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Return a scheduler that keeps the tests of a file together, or None without --dist=load.

    The tests of a file share a site; tests of files that share nothing are handed out one by one.
    """
    if config.option.dist != "load":
        return None
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            path = nodeid.partition("::")[0]
            return nodeid if path.rpartition("/")[2] in ALONE else path

    config.option.loadscopereorder = False  # the order of pytest_collection_modifyitems holds
    return ByFile(config, log)
