"""The preparation before a page asks: libraries first, then remembered answers.

Loading comes first, so that the fork server can fork soon; its duration does not depend on the number of rulesets.
Then each ruleset is read and each question's first example is asked. This fills the caches of dice and formulas,
which forks share. The fork server also makes a whole plate of the example, which nobody sees, so that everything that
a plate needs has been loaded and run once. The rulesets take turns, so that a large one does not use all the time.
Whatever is not reached is loaded and computed by the page that needs it.
"""

from __future__ import annotations

import gc
import importlib
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from types import FrameType

from drillbook_widgets.pages.content.unused import leave_out

PRELOADED = (
    "ipykernel.kernelapp",
    "ipykernel.debugger",
    "IPython.core.completerlib",
    "IPython.core.debugger",
    "IPython.core.logger",
    "IPython.core.oinspect",
    "IPython.extensions.storemagic",
    "tornado.platform.asyncio",
    "tornado.queues",
    "ipywidgets",
    "bqplot",
    "anywidget",
    "drillbook.maths.dice",
    "drillbook_widgets.notebook.plate",
)
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS")
WARM_SECONDS = 2.5
"""After so long the fork server counts as warm."""
ANSWER_SECONDS = 0.5
"""How much of the processor's time one answer may take."""
AGAIN_SECONDS = 0.05


class TooSlow(BaseException):
    """The exception for an answer that takes too long.

    It is not an Exception, so that no question's own code catches it.
    """


@contextmanager
def loading() -> Iterator[None]:
    """Load things that stay for good, without garbage collection of them.

    Collection is off while loading, which saves a sixth of the time, and the loaded objects are exempt from later
    collections.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def bring(*names: str) -> None:
    """Import these modules for good, if they are installed.

    A missing module is reported by the code that needs it.
    """
    with loading():
        for name in names:
            with suppress(ImportError):
                importlib.import_module(name)


def import_shared() -> None:
    """Import what every page needs."""
    for name in ONE_THREAD:
        os.environ[name] = "1"
    leave_out()
    # Read while ipykernel is imported: no thread that watches the parent (the system does that here), no greeting.
    os.environ["JPY_PARENT_PID"] = "1"
    # A public page needs no debugger; without one the kernel starts faster and smaller.
    sys.modules.setdefault("debugpy", None)  # type: ignore[arg-type]
    bring(*PRELOADED)
    with suppress(ImportError):
        importlib.import_module("drillbook.rules.reload").follow()  # from here on, for each kernel that is forked


def first_examples() -> list[Iterator[str]]:
    """Return the first example of each question, as one iterator per ruleset.

    Each ruleset and question is loaded only when its iterator gets there. A broken ruleset or question is skipped; the
    page that needs it reports the fault.
    """

    def of_one(slug: str) -> Iterator[str]:
        with suppress(Exception):
            for spec in each_question(library().load(slug)):
                if spec.examples:
                    yield spec.examples[0]

    with suppress(Exception):
        from drillbook import library
        from drillbook.asking.questions.registry import each_question

        return [of_one(slug) for slug in dict.fromkeys(library().shorts.values())]
    return []


def plate(address: str) -> None:
    """Make the plate of an address and discard it.

    Only what has been loaded and cached stays.
    """
    import ipywidgets

    from drillbook_widgets import calculator

    try:
        calculator(address)
    finally:
        ipywidgets.Widget.close_all()
        freeze()  # at once: a forked kernel would take what is still to be collected for a plate of its own page


def warm_up(
    seconds: float = WARM_SECONDS, longest: float = 0.0, then: Callable[[str], None] = lambda _: None
) -> Iterator[tuple[int, bool]]:
    """Answer examples until all are answered or the time is up; yield the progress.

    After each example, the values are the number of examples asked and whether the server is warm.

    seconds: the longest time until the server counts as warm. longest: how long the warming up continues if there are
    more examples. Between two steps the fork server handles its requests. then: what else is done with each example that
    was answered in time; `then` is never interrupted, because it may be in the middle of something that must not stay
    half done.
    """
    began, asked, warm = monotonic(), 0, False
    rows = first_examples()
    while rows and monotonic() - began < max(seconds, longest):
        if not warm and monotonic() - began >= seconds:
            freeze()
            warm = True
        row = rows.pop(0)
        address = next(row, None)
        if address is None:
            continue
        rows.append(row)
        in_time = False
        with suppress(Exception), at_most(ANSWER_SECONDS):
            from drillbook import ask

            ask(address)
            in_time = True
        with suppress(Exception):
            if in_time:
                then(address)
        asked += 1
        yield asked, warm
    freeze()
    yield asked, True


def freeze() -> None:
    """Keep the present objects shared with forks: a fork's garbage collection skips them."""
    gc.collect()
    gc.freeze()


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Interrupt the `with` block if it takes longer than a limit of processor time.

    A fork server that is busy for long would be taken for a hung one. An import is not interrupted.

    seconds: the limit in seconds of processor time, because on a crowded machine wall-clock time says nothing about the
    work.
    """

    def ring(_: int, frame: FrameType | None) -> None:
        if importing(frame):  # half a module would stay for good, for every kernel
            signal.setitimer(signal.ITIMER_PROF, AGAIN_SECONDS)
        else:
            raise TooSlow

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    except TooSlow:
        pass
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def importing(frame: FrameType | None) -> bool:
    """Is a module being imported there?"""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False
