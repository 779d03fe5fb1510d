"""The limits on one kernel process: its memory, and a lower priority than the site.

A forked kernel sets these limits on itself. An ordinary process gets them from outside, if the system can do that.
The site itself watches how long a kernel is busy (lifetimes.py), because the system's own limit counts a whole life.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

try:
    import resource
except ImportError:  # Windows: no limits of this kind
    resource = None  # type: ignore[assignment]

NICER = 5
"""Beside the busy site a busy kernel gets a third of its share; much lower, and a crowded machine would starve plates."""


def take_on(megabytes: int) -> None:
    """Bound this process: its memory in megabytes, no memory dumps, a low priority."""
    if resource is not None:
        for kind, wanted in _wanted(megabytes).items():
            with suppress(OSError, ValueError):
                resource.setrlimit(kind, _within(wanted, resource.getrlimit(kind)[1]))
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, 0, NICER)
    with suppress(OSError):  # where each session gets its share first, priority counts only between sessions
        Path("/proc/self/autogroup").write_text(str(NICER))


def put_on(pid: int, megabytes: int) -> None:
    """Set the limits of `take_on` on another process of ours.

    pid: the number of the process. megabytes: the limit on its memory.
    """
    if resource is not None and hasattr(resource, "prlimit"):
        for kind, wanted in _wanted(megabytes).items():
            with suppress(OSError, ValueError):
                resource.prlimit(pid, kind, _within(wanted, resource.prlimit(pid, kind)[1]))
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, pid, NICER)
    with suppress(OSError):
        Path(f"/proc/{pid}/autogroup").write_text(str(NICER))


def _wanted(megabytes: int) -> dict[int, int]:
    # Not the whole address space: libraries reserve much of that which they never fill.
    return {resource.RLIMIT_DATA: megabytes << 20, resource.RLIMIT_CORE: 0}


def _within(wanted: int, hard: int) -> tuple[int, int]:
    bounded = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    return bounded, bounded
