"""The site's temporary folder, for connection files, sockets and all other temporary files.

The folder also holds the temporary files of the libraries and kernels (Jupyter leaves an empty folder behind for each
process). A site that stops removes its folder. If the site was killed, its fork server removes it. If both were
killed at once, the next site that starts removes it: a running site holds a lock on a file in its folder, so a folder
with an unheld lock is left over.
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
        """Make this process and its children create all temporary files in this folder."""
        tempfile.tempdir = str(self.path)
        for name in ("TMPDIR", "TEMP", "TMP"):
            os.environ[name] = str(self.path)

    def remove(self) -> None:
        """Remove the folder with everything in it.

        The removal is repeated if a process that is just ending has left something.
        """
        for _ in range(20):
            shutil.rmtree(self.path, ignore_errors=True)
            if not self.path.exists():
                break
            time.sleep(0.02)
        if self.held >= 0:
            os.close(self.held)
            self.held = -1


def short_root(wanted: str) -> str:
    """Return the parent folder for the site's folder.

    It is the wanted folder, or /tmp if socket paths would be too long in the wanted one.
    """
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
