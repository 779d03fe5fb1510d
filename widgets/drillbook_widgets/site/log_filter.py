"""What may stand in the site's log? Nothing that tells who a visitor was, and no more of anything than a reader needs.

Every record goes through here, whichever library wrote it: network addresses are taken out, long ones are shortened,
and of what comes from the same line of code only so many in a minute are told, then how many were left out.
"""

from __future__ import annotations

import ipaddress
import logging
import re
import time
from collections.abc import Callable, Iterable
from typing import Any

MOST_A_MINUTE = 5
MINUTE = 60.0
LONGEST_MESSAGE = 600
LONGEST_TRACE = 4000
VISITOR = "a visitor"
HARMLESS = ("Got events for closed stream",)
"""What a library says whenever a message and a goodbye come at the same moment."""
_PERHAPS_ADDRESS = re.compile(r"(?<![\w.:])\[?[0-9A-Fa-f:.]{2,45}(?:%\w+)?\]?(?![\w])")
_formatter = logging.Formatter()


class Discretion(logging.Filter):
    """Lets through what may be told; one for the whole process, so that it counts across handlers of records once."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._since: dict[tuple[str, int], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether it is told; what is told is changed in place."""
        if getattr(record, "discreet", False):
            return True
        place = (record.pathname, record.lineno)
        now = self._clock()
        began, told = self._since.get(place, (now, 0))
        left_out = 0
        if now - began >= MINUTE:
            left_out, began, told = max(0, told - MOST_A_MINUTE), now, 0
        self._since[place] = (began, told + 1)
        if told >= MOST_A_MINUTE:
            return False
        try:
            words = record.getMessage()
        except Exception:  # a record whose parts do not fit together: its own mistake must not become ours
            words = str(record.msg)
        if words.startswith(HARMLESS):
            return False
        record.msg = shortened(without_addresses(words), LONGEST_MESSAGE).replace("\n", " ⏎ ").replace("\r", " ")
        if left_out:
            record.msg += f" (and {left_out} more like this before, which were not told)"
        record.args = None
        if record.exc_info and record.exc_info[0] is not None:
            record.exc_text = shortened(without_addresses(_formatter.formatException(record.exc_info)), LONGEST_TRACE)
        record.discreet = True
        return True


def without_addresses(words: str) -> str:
    """The words with every network address replaced."""
    return _PERHAPS_ADDRESS.sub(_replaced, words)


def _replaced(found: re.Match[str]) -> str:
    text = found.group()
    bare = text.strip("[]").rstrip(".:")
    for whole in (bare, bare.rpartition(":")[0]):  # perhaps with a port
        try:
            ipaddress.ip_address(whole)
        except ValueError:
            continue
        return VISITOR
    return text


def shortened(words: str, most: int) -> str:
    """The words, or their beginning and end where they are too long."""
    return words if len(words) <= most else f"{words[: most // 2]} […] {words[-most // 2 :]}"


def be_discreet(*loggers: logging.Logger) -> None:
    """From now on, everything that these loggers and the root's write is discreet."""
    discretion = Discretion()
    handlers: Iterable[logging.Handler | None] = (
        logging.lastResort,
        *logging.getLogger().handlers,
        *(handler for logger in loggers for handler in logger.handlers),
    )
    for handler in handlers:
        if handler is not None and not any(isinstance(one, Discretion) for one in handler.filters):
            handler.addFilter(discretion)


def tell_of_request(handler: Any) -> None:
    """What is told of a request that was answered: only that we could not, and where. Whoever asked is nobody's business."""
    if handler.get_status() >= 500 and handler.get_status() != 503:
        path = handler.request.path
        logging.getLogger(__name__).error("%d for %s %s", handler.get_status(), handler.request.method, path)
