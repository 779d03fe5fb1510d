"""Where do a site's connection files and sockets stand, and all else that is temporary, and who removes them?

In a temporary folder of the site's own, which is also the place for temporary files of the libraries and kernels
(Jupyter's leaves an empty folder behind for each process). A site that stops removes it; where the site was killed its fork server does;
where both were killed at once, the next site that starts does: a living site holds a lock on a file in its folder, so
a folder with a lock that nobody holds is a left one.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: no sweeping there
    fcntl = None  # type: ignore[assignment]

PREFIX = "drillbook_"
LOCK = "lock"
LONGEST_PATH = 53
"""A socket's path may have 103 characters (on some systems 107), and a kernel's own part of it has 50."""


class SiteFolder:
    """One site's folder, from its start to its end."""

    def __init__(self, root: str | None = None) -> None:
        self.path = Path(tempfile.mkdtemp(prefix=PREFIX, dir=short_root(root or tempfile.gettempdir())))
        self.held = -1
        if fcntl is not None:
            # Locked before it gets its name, so that nobody ever finds it unlocked while we live.
            fresh = self.path / "fresh"
            self.held = os.open(fresh, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
            fcntl.flock(self.held, fcntl.LOCK_EX)
            fresh.rename(self.path / LOCK)
            sweep(self.path.parent)

    def hold_everything(self) -> None:
        """From now on, whatever this process and those it starts make for a while is made in this folder."""
        tempfile.tempdir = str(self.path)
        for name in ("TMPDIR", "TEMP", "TMP"):
            os.environ[name] = str(self.path)

    def remove(self) -> None:
        """Remove it with all that is in it; again where a process that is just ending has still left something."""
        for _ in range(20):
            shutil.rmtree(self.path, ignore_errors=True)
            if not self.path.exists():
                break
            time.sleep(0.02)
        if self.held >= 0:
            os.close(self.held)
            self.held = -1


def short_root(wanted: str) -> str:
    """The folder to make ours in: the wanted one, or the system's shortest where sockets could not be named there."""
    too_long = len(wanted) + len(f"/{PREFIX}12345678") > LONGEST_PATH
    return "/tmp" if too_long and os.access("/tmp", os.W_OK) else wanted


def sweep(root: Path) -> None:
    """Remove the folders of sites that no longer live."""
    for lock in root.glob(f"{PREFIX}*/{LOCK}"):
        with suppress(OSError):
            tried = os.open(lock, os.O_RDWR | os.O_CLOEXEC)
            try:
                fcntl.flock(tried, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(lock.parent, ignore_errors=True)
            finally:
                os.close(tried)
