"""What a worker process runs: its start, how it yields to the site, and its work."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from drillbook.rules.reload import follow
from drillbook_widgets.pages.content.unused import leave_out
from drillbook_widgets.site.kernels import preload
from drillbook_widgets.site.log_filter import be_discreet

if TYPE_CHECKING:  # it imports what makes text, which the process that answers imports for itself
    from drillbook_widgets.pages.content.catalogue import CatalogueChapter
    from drillbook_widgets.pages.content.chapter import Made


T = TypeVar("T")

NICENESS = 10
WARM_SECONDS = 2.0


def begin() -> None:
    """Initialize a worker process: it ends with the site, and loads what makes pages."""
    threading.Thread(target=end_with_the_site, daemon=True).start()
    be_discreet()
    leave_out()
    follow()
    preload.bring("drillbook_widgets.pages.content.chapter")


_giving_way: set[int] = set()


def give_way() -> None:
    """Lower the priority of this process from now on, once.

    The process remembers that it has been lowered even if caches are cleared meanwhile.
    """
    if hasattr(os, "nice") and os.getpid() not in _giving_way:
        _giving_way.add(os.getpid())
        os.nice(NICENESS)


def niced(work: Callable[..., T], *parts: Any) -> T:
    """Return the result of work that is done at low priority.

    The first chapter is an exception, because a reader waits for it while the site starts.
    """
    if work is not page_of:
        give_way()
    follow()
    try:
        return work(*parts)
    finally:
        give_way()


def page_of(chapter: CatalogueChapter) -> Made:
    """Return a chapter's text and the answers of its plates."""
    from drillbook_widgets.pages.content.chapter import make_chapter

    return make_chapter(chapter)


def warm_caches() -> None:
    """Fill what is remembered of dice and formulas."""
    for _ in preload.warm_up(WARM_SECONDS):
        pass


def end_with_the_site() -> None:
    """Where the site was killed nobody ends this process, and its executor would never notice."""
    site = multiprocessing.parent_process()
    if site is not None:
        site.join()
        os._exit(0)
