"""The filter of the site's log, against personal data and repetition.

Nothing in the log identifies a visitor, and it holds no more of anything than a reader needs.

Every record passes through here, whichever library wrote it. Network addresses are removed and long records
shortened. Of the records from one line of code, only a certain number per minute is logged, followed by the number
that was left out.
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
    """The log filter that passes only what may be logged.

    One filter serves the whole process, so that a record that several handlers get is counted once.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._since: dict[tuple[str, int], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the record is logged; change a logged record in place."""
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
    """Return the text with every network address replaced."""
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
    """Return the text, or its beginning and end if the text is too long.

    most: the greatest length in characters.
    """
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
    """Log a request that the site could not answer, with its method and path.

    Other requests are not logged, and nothing is logged about the visitor.
    """
    if handler.get_status() >= 500 and handler.get_status() != 503:
        path = handler.request.path
        logging.getLogger(__name__).error("%d for %s %s", handler.get_status(), handler.request.method, path)
