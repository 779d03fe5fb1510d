"""What is ready before a page asks? The libraries and rules at once; then, within a limit of time, remembered answers.

Loading comes first, so that the fork server can fork soon. Then it asks each question's first example, which fills
what is remembered of dice and formulas, so that forks share it. The rulesets take turns, so that a large one does not
use up the time of all; whatever is not reached is worked out by the page that needs it.
"""

from __future__ import annotations

import gc
import importlib
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any

PRELOADED = ("ipykernel.kernelapp", "ipywidgets", "bqplot", "anywidget", "drillbook", "drillbook_widgets.panel")
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS")
WARM_SECONDS = 4.0
ANSWER_SECONDS = 1.0


class TooSlow(BaseException):
    """One answer takes too long to wait for; no Exception, so that no question's own code catches it."""


def load() -> None:
    """Import what every page needs, and load the rules and their questions."""
    for name in ONE_THREAD:
        os.environ[name] = "1"
    # Read while ipykernel is imported: no thread that watches the parent (the system does that here), no greeting.
    os.environ["JPY_PARENT_PID"] = "1"
    # A public page needs no debugger; without one the kernel starts faster and smaller.
    sys.modules.setdefault("debugpy", None)  # type: ignore[arg-type]
    for name in PRELOADED:
        with suppress(ImportError):
            importlib.import_module(name)
    loaded()


def loaded() -> list[list[str]]:
    """The first example of each question, by ruleset; what is broken is complained about by the page that needs it."""
    found = []
    with suppress(Exception):
        from drillbook import library, questions

        for ruleset in library().all():
            with suppress(Exception):
                found.append([spec.examples[0] for spec in questions(ruleset).values() if spec.examples])
    return found


def warm_up(seconds: float = WARM_SECONDS) -> Iterator[int]:
    """Answer examples until all are answered or the time is up; after each, how many have been asked.

    seconds: how long in all. Between two steps the fork server does what it is asked to.
    """
    end = monotonic() + seconds
    asked = 0
    rows = [iter(addresses) for addresses in loaded()]
    while rows and (left := end - monotonic()) > 0:
        row = rows.pop(0)
        address = next(row, None)
        if address is None:
            continue
        rows.append(row)
        with suppress(Exception), at_most(min(left, ANSWER_SECONDS)):
            from drillbook import ask

            ask(address)
        asked += 1
        yield asked
    gc.collect()
    gc.freeze()  # what is remembered now stays shared: a fork's own collecting does not touch it
    yield asked


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Break off what takes longer: a fork server that is busy for long would be taken for a hung one."""

    def ring(*_: Any) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    except TooSlow:
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
