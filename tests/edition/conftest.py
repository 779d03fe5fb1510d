"""One edition of few chapters, built once for all tests of it; without node and npm there is none."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "site"))  # site_shelf.py, under any import mode

from site_shelf import copy_few

ROOT = Path(__file__).resolve().parents[2]
PREFIX = "club/rules"


@dataclass(frozen=True)
class Built:
    """An edition as it was built: its folder, which stands under a prefix of another, and what the build complained of."""

    served: Path
    complaints: str

    @property
    def folder(self) -> Path:
        """The edition's own folder."""
        return self.served / PREFIX

    @property
    def machinery(self) -> Path:
        """What runs the answers."""
        return next((self.folder / "machinery").iterdir())


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Built]:
    """The edition; all processes of a run share it."""
    missing = [name for name in ("node", "npm") if shutil.which(name) is None]
    if missing:
        pytest.skip(f"{' and '.join(missing)} cannot be found, and an edition is built with them")
    home = tmp_path_factory.getbasetemp()
    home = home.parent if os.environ.get("PYTEST_XDIST_WORKER") else home
    said = home / "edition.txt"
    with (home / "edition.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not said.is_file():
            (home / "edition_book").mkdir()
            copy_few(home / "edition_book")
            done = subprocess.run(
                [sys.executable, "-m", "drillbook", "build", str(home / "edition" / PREFIX), "--base", f"/{PREFIX}/"],
                capture_output=True,
                text=True,
                cwd=ROOT,
                env={**os.environ, "DRILLBOOK_BOOK": str(home / "edition_book")},
            )
            assert done.returncode == 0, done.stderr
            said.write_text(done.stderr)
    yield Built(home / "edition", said.read_text())
