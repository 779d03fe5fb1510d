"""The toolchain that runs answers in a browser.

Answers run in Python in WebAssembly, which comes from one npm package, together with our own packages.

The npm package is fetched when an edition is built, never when it is read. Files that have been fetched and compiled
are kept for the next build. No other module names the package or its version range.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import distribution
from importlib.metadata import version as version_of
from pathlib import Path

PYODIDE, RANGE = "pyodide", ">=314.0.7 <314.1"
"""The npm package that runs Python in a browser, and the versions of it that are known to do."""
SCRIPT = "pyodide.mjs"
RUNTIME_PACKED = {"pyodide.asm.wasm": "python.packed", "pyodide.asm.mjs": "module.packed"}
"""What of it a browser asks for: the script that starts it, and what goes packed, with the name that it then has."""
RUNTIME = (SCRIPT, *RUNTIME_PACKED, "python_stdlib.zip", "pyodide-lock.json")
"""What of it is needed."""
HERE = Path(__file__).resolve().parent
CACHE = "DRILLBOOK_EDITION_CACHE"
LONGEST_LINE = 300
FETCH_SECONDS, PREPARE_SECONDS = 600, 1800
MISSING = "An edition needs {name}, which is not installed: on Debian `apt-get install nodejs npm`, elsewhere from nodejs.org."
NOT_FETCHED = "The npm package {package} ({range}) could not be fetched; npm said: {said}"
NOT_PREPARED = "The answers could not be made ready for a browser; node said: {said}"


class EditionRefused(Exception):
    """An edition cannot be built; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Component:
    """Something that others have made: under which licence it comes, and where its source is."""

    name: str
    version: str
    licence: str
    source: str
    text: str = ""
    """The words of its licence, nothing where they stand inside of what is handed on."""


def tool(name: str) -> str:
    """Where a program is; EditionRefused with a sentence where it is not."""
    found = shutil.which(name)
    if found is None:
        raise EditionRefused(MISSING.format(name=name))
    return found


def cache() -> Path:
    """Return the folder in which fetched and compiled files are kept, and create the folder.

    The environment variable DRILLBOOK_EDITION_CACHE names the folder; otherwise the folder is part of this Python's
    installation. Raises EditionRefused if the folder cannot be created.
    """
    named = os.environ.get(CACHE)
    place = Path(named) if named else Path(sys.prefix) / "var" / "drillbook-edition"
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise EditionRefused(
            f"Nothing can be kept in {place}: {problem.strerror}. Set {CACHE} to a folder that can be written."
        ) from problem
    return place


def runtime() -> Path:
    """Return the folder of the npm package; fetch the package if it is missing."""
    node_modules = cache() / hashlib.sha256(f"{PYODIDE}@{RANGE}".encode()).hexdigest()[:12]
    found = node_modules / "node_modules" / PYODIDE
    if not all((found / name).is_file() for name in RUNTIME):
        node_modules.mkdir(exist_ok=True)
        (node_modules / "package.json").write_text(json.dumps({"private": True, "dependencies": {PYODIDE: RANGE}}))
        wish = [tool("npm"), "install", "--no-audit", "--no-fund", "--omit=dev", "--silent"]
        run(wish, node_modules, FETCH_SECONDS, NOT_FETCHED.format(package=PYODIDE, range=RANGE, said="{said}"))
    return found


def run(wish: list[str], folder: Path, seconds: float, sorry: str) -> str:
    """Run a program and return what the program prints.

    wish: the program and its arguments. sorry: the error sentence with a place for the program's last words. Raises
    EditionRefused with these last words if the program fails or takes longer than `seconds`.
    """
    try:
        done = subprocess.run(wish, cwd=folder, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired as problem:
        raise EditionRefused(sorry.format(said=f"nothing in {seconds:.0f} seconds")) from problem
    if done.returncode:
        raise EditionRefused(sorry.format(said=last_words(done)))
    return done.stdout


def last_words(done: subprocess.CompletedProcess[str]) -> str:
    """Return the last output of a program, without the lines of packed code that node prints."""
    lines = [" ".join(line.split()) for line in (done.stderr or done.stdout).splitlines() if len(line) < LONGEST_LINE]
    return " ".join(filter(None, lines))[-400:] or f"only its code {done.returncode}"


def runtime_version(package: Path) -> str:
    """Which version of the npm package that is."""
    told: dict[str, str] = json.loads((package / "package.json").read_text("utf-8"))
    return told["version"]


def parts(package: Path) -> tuple[Component, ...]:
    """Return the third-party components of an edition.

    The components are the npm package, the CPython inside the npm package, and the Python packages.
    """
    told = json.loads((package / "package.json").read_text("utf-8"))
    lock = json.loads((package / "pyodide-lock.json").read_text("utf-8"))
    inside = (
        Component("Pyodide", told["version"], told["license"], "https://github.com/pyodide/pyodide"),
        Component("CPython", lock["info"]["python"], "PSF-2.0", "https://github.com/python/cpython"),
    )
    return inside + tuple(
        Component(name, version_of(name), licence, source, _licence_of(name)) for name, licence, source in PYTHON
    )


PYTHON = (
    ("icepool", "MIT", "https://github.com/HighDiceRoller/icepool"),
    ("jinja2", "BSD-3-Clause", "https://github.com/pallets/jinja"),
    ("markupsafe", "BSD-3-Clause", "https://github.com/pallets/markupsafe"),
    ("segno", "BSD-3-Clause", "https://github.com/heuer/segno"),
)
"""The Python packages of others that an answer needs, none of which has anything compiled that it cannot do without."""


def _licence_of(name: str) -> str:
    files = distribution(name).files or []
    texts = [Path(str(one.locate())) for one in files if one.name.upper().startswith(("LICENSE", "LICENCE", "COPYING"))]
    return "\n\n".join(path.read_text("utf-8") for path in texts if path.is_file())
