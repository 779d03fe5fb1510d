"""What is ready before a page asks? The libraries at once; then, a ruleset and a question at a time, remembered answers.

Loading comes first, so that the fork server can fork soon; how long it takes does not depend on how many rulesets there
are. Then each ruleset is read and each question's first example is asked, which fills what is remembered of dice and
formulas, so that forks share it; the fork server makes a whole plate of it, which nobody sees, so that whatever a plate
needs has been loaded and run once. The rulesets take turns, so that a large one does not use up the time of all; what is
not reached is loaded and worked out by the page that needs it.
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
    """One answer takes too long to wait for; no Exception, so that no question's own code catches it."""


@contextmanager
def loading() -> Iterator[None]:
    """What is loaded meanwhile stays for good, so nobody looks for garbage in it: neither now, a sixth of the time, nor later."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def bring(*names: str) -> None:
    """Import these for good, as far as they are there; whoever needs another complains."""
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
    """The first example of each question, by ruleset; each ruleset and question is loaded when it is asked for.

    What is broken is complained about by the page that needs it.
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
    """Make the plate of an address for nobody, and leave nothing of it but what has been loaded and remembered."""
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
    """Answer examples until all are answered or the time is up; after each, how many have been asked, and is it warm?

    seconds: how long it takes at most to be warm. longest: how long it goes on, if there are more. Between two steps
    the fork server does what it is asked to. then: what else is done with each example that was answered in time; it is
    never broken off, since it may be in the midst of what must not stay half done.
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
    """What is remembered now stays shared: a fork's own collecting does not touch it."""
    gc.collect()
    gc.freeze()


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Break off what takes longer: a fork server that is busy for long would be taken for a hung one.

    seconds: of the processor's time, since on a crowded machine the clock on the wall tells nothing of the work.
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
