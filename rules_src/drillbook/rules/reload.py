"""Are the rule files still those that this process has read? Where they are not, it reads them anew and forgets what it had worked out.

Only the files of rules are followed, not the code of questions. A file that is wrong, as one that is just being written may be,
changes nothing: the rules stay as they were until it is in order.
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
        """Have the rules been read anew just now, since their files have changed? Looks again after a moment only."""
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
    """Begin to follow the rule files in this process; then: have they been read anew just now?"""
    if not _here:
        _here.append(Following())
        return False
    return _here[0].look()
