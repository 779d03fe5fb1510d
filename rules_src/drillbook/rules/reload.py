"""A check whether the rule files are still those that this process has read.

If they are not, the process reads them again and forgets its results.
Only the files of rules are followed, not the code of questions. A wrong file, such as one that is still being written,
changes nothing: the rules stay as they were until the file is in order.
"""

from __future__ import annotations

import gc
import logging
import time
from pathlib import Path

from drillbook.errors import RulesError
from drillbook.rules.library import FILES, Library, library
from drillbook.rules.remembered import forget

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""How long the files count as unchanged."""
State = dict[Path, tuple[int, int]]


def state(root: Path) -> State:
    """When each rule file of a folder of rulesets was last changed, and how long it is."""
    found = {}
    for pattern in (*FILES, "*.toml"):
        for path in root.glob(f"*/{pattern}"):
            held = path.stat()
            found[path] = held.st_mtime_ns, held.st_size
    return found


class Following:
    """What a process knows of the rule files that it has read; made before it reads them."""

    def __init__(self) -> None:
        self.root = library().root
        self._seen = state(self.root)
        self._looked = time.monotonic()
        self.times = 0

    def look(self) -> bool:
        """Check the rule files and return whether the rules have just been read again.

        A call within LOOK_SECONDS of the last check returns False without a check.
        """
        if time.monotonic() - self._looked < LOOK_SECONDS:
            return False
        self._looked = time.monotonic()
        try:
            now = state(self.root)
            if now == self._seen:
                return False
            self._seen = now
            Library(self.root, library().package).all()
        except (RulesError, OSError) as problem:
            log.warning("The rules stay as they were, since a file is not in order: %s", problem)
            return False
        forget()
        gc.unfreeze()  # so that what was forgotten can be collected in a process that had frozen it
        self.times += 1
        return True


_here: list[Following] = []


def follow() -> bool:
    """Follow the rule files in this process; return whether the rules were just read again.

    The first call starts to follow the files and returns False.
    """
    if not _here:
        _here.append(Following())
        return False
    return _here[0].look()
