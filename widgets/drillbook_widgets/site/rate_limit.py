"""The rate limit: a token bucket that fills steadily and is emptied by use."""

from __future__ import annotations

import time
from collections.abc import Callable


class Allowance:
    """A store of at most `most`, full at first, which fills by `each_second`."""

    def __init__(self, most: float, each_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self.each_second = each_second
        self.clock = clock
        self.level = most
        self.seen = clock()

    def fill(self) -> None:
        """Add what has come in since it was last looked at."""
        now = self.clock()
        self.level = min(self.most, self.level + (now - self.seen) * self.each_second)
        self.seen = now

    def take(self, amount: float = 1) -> bool:
        """Take as much, if it is there."""
        self.fill()
        if self.level < amount:
            return False
        self.level -= amount
        return True

    def spend(self, amount: float) -> bool:
        """Take as much as has been used already; False where that was more than there was."""
        self.fill()
        self.level -= amount
        return self.level >= 0

    def seconds_to(self, amount: float = 1) -> float:
        """How long until as much can be taken."""
        self.fill()
        return max(0.0, amount - self.level) / self.each_second
