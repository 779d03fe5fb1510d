"""Tests of scripts and style sheets.

Biome and TypeScript find nothing, npm's lock file names no host, a folder holds at most 24 files, and a file has at
most 400 lines.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / "widgets"
PACKAGE = HOME / "drillbook_widgets"
NAMED = ("package.json", "package-lock.json")
FULLEST, LONGEST = 24, 400
FETCH_SECONDS, CHECK_SECONDS = 300, 120


@pytest.fixture(scope="module")
def programs() -> Path:
    """Return the folder of Biome and tsc in the versions of the lock file.

    npm fetches them once, to a folder outside the tree. The test is skipped if node or npm is missing.
    """
    missing = [name for name in ("node", "npm") if shutil.which(name) is None]
    if missing:
        pytest.skip(
            f"{' and '.join(missing)} cannot be found, and Biome and TypeScript come with npm: apt-get install nodejs npm"
        )
    kept = Path(sys.prefix) / "var" / "drillbook-javascript"
    kept.mkdir(parents=True, exist_ok=True)
    content = b"".join((HOME / name).read_bytes() for name in NAMED)
    place = kept / hashlib.sha256(content).hexdigest()[:16]
    if not place.is_dir():
        with tempfile.TemporaryDirectory(dir=kept) as made:
            draft = Path(made) / "draft"
            draft.mkdir()
            for name in NAMED:
                shutil.copyfile(HOME / name, draft / name)
            command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
            done = subprocess.run(
                command, cwd=draft, capture_output=True, text=True, timeout=FETCH_SECONDS, check=False
            )
            if done.returncode:
                pytest.fail(
                    f"npm could not fetch @biomejs/biome and typescript; can its registry be reached? npm said: {done.stderr}"
                )
            with suppress(OSError):  # another worker has fetched the same meanwhile
                draft.rename(place)
    return place / "node_modules" / ".bin"


def complaints(command: list[str | Path], folder: Path) -> str:
    """Return what a program says of a folder, nothing where it is content."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=CHECK_SECONDS, check=False)
    return (done.stdout + done.stderr or f"exit code {done.returncode}") if done.returncode else ""


def linted(programs: Path, folder: Path) -> str:
    return complaints([programs / "biome", "check", "--error-on-warnings", "--colors=off", "."], folder)


def typed(programs: Path, folder: Path) -> str:
    return complaints([programs / "tsc", "-p", "."], folder)


@pytest.mark.slow
def test_biome_finds_nothing(programs: Path) -> None:
    assert not linted(programs, HOME)


@pytest.mark.slow
def test_typescript_finds_nothing(programs: Path) -> None:
    assert not typed(programs, HOME)


@pytest.mark.slow
def test_both_find_faults(programs: Path, tmp_path: Path) -> None:
    """Biome and TypeScript both find planted faults.

    Biome finds an unused name. TypeScript finds a misspelt input in a message and a list in the place of a text.
    """
    for name in ("biome.json", "tsconfig.json"):
        shutil.copyfile(HOME / name, tmp_path / name)
    shutil.copytree(HOME / "types", tmp_path / "types")
    script = tmp_path / PACKAGE.name / "pages" / "static" / "fault.js"
    script.parent.mkdir(parents=True)
    script.write_text(
        "(() => {\n  const unused = 1;\n"
        "  /** @type {Send} */\n  const send = () => {};\n"
        '  send({ do: "step", name: "men", by: "1", far: false });\n'
        "  window.drillbookDepth.apply([]);\n})();\n",
        encoding="utf-8",
    )
    assert "noUnusedVariables" in linted(programs, tmp_path)
    wrong = typed(programs, tmp_path)
    assert "fault.js(5," in wrong
    assert "fault.js(6," in wrong


def test_the_lock_file_names_no_host() -> None:
    text = (HOME / "package-lock.json").read_text(encoding="utf-8")
    assert "://" not in text
    assert "resolved" not in text
    packages = json.loads(text)["packages"]
    assert packages[""]["devDependencies"] == json.loads((HOME / "package.json").read_text("utf-8"))["devDependencies"]
    assert all("integrity" in one for name, one in packages.items() if name)


def test_no_folder_is_too_full_and_no_script_too_long() -> None:
    files = [path for path in PACKAGE.rglob("*") if path.suffix in (".js", ".mjs", ".css", ".html")]
    for folder in {path.parent for path in files}:
        held = [path.name for path in folder.iterdir() if path.is_file()]
        assert len(held) <= FULLEST, f"{folder.relative_to(ROOT)} holds {len(held)} files"
    for path in files:
        lines = len(path.read_text(encoding="utf-8").splitlines())
        assert lines <= LONGEST, f"{path.relative_to(ROOT)} has {lines} lines"
