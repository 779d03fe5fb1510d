"""Fixtures of one edition of few chapters, built once for all tests of it.

Without node and npm there is no edition.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "site"))  # site_shelf.py, under any import mode
sys.path.insert(0, str(Path(__file__).parent))  # edition_built.py

from edition_built import PREFIX, ROOT, Built
from site_shelf import copy_chapter, copy_few, copy_one_of_each, shelf

HERE = Path(__file__).resolve().parent
BESIDE, PICTURED = "fb/difference", "bn/army-points"
"""Chapters with a plate beside which another ruleset answers, and with one whose first picture is named."""


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Return the edition that all processes of a run share; skip without node or npm."""
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
            copy_one_of_each(home / "edition_book")
            for name in (BESIDE, PICTURED):
                chapter = shelf().chapter(name)
                assert chapter is not None
                copy_chapter(chapter, home / "edition_book")
            done = subprocess.run(
                [sys.executable, "-m", "drillbook", "build", str(home / "edition" / PREFIX), "--base", f"/{PREFIX}/"],
                capture_output=True,
                text=True,
                cwd=ROOT,
                env={**os.environ, "DRILLBOOK_BOOK": str(home / "edition_book")},
            )
            assert done.returncode == 0, done.stderr
            said.write_text(done.stderr)
    return Built(home / "edition", said.read_text())


@pytest.fixture
def apart(built: Built, tmp_path: Path) -> Built:
    """Return a copy of the edition for a test that changes it.

    Other processes use the shared edition at the same time.
    """
    shutil.copytree(built.served, tmp_path / "edition")
    return Built(tmp_path / "edition", built.complaints)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every browser test of an edition to be tried once more if it fails.

    On a busy machine a browser may fail by chance; the summary names the test.
    """
    for item in items:
        if item.path.is_relative_to(HERE) and "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.flaky(reruns=1))
