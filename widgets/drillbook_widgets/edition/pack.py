"""Which code goes into a browser, and in which form? The packages with their files, and Python's own library, compiled for it.

The rules go as the values that were read from their files, which is what saves the browser what reads and checks them. They are
read where the copy lies, so that their stamps fit. Questions go as their sources: a reader asks few of them, and compiled they are
three times as large.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import drillbook
import drillbook_widgets
from drillbook.book.folder import book_folder
from drillbook_widgets.edition.machinery import (
    HERE,
    NOT_PREPARED,
    PREPARE_SECONDS,
    PYTHON,
    EditionRefused,
    cache,
    run,
    runtime_version,
    tool,
)

PACKED, LIBRARY = "drillbook.packed", "python_stdlib.zip"
"""Our packages, and Python's own library, by the names under which a browser asks for them."""
OF_BQPLOT = "canvas.py"
"""The one view that a browser's Python cannot have."""
WIDGETS = (
    "__init__.py",
    "arrangement.py",
    "beside.py",
    "cut_short.py",
    "desk.py",
    "edition/__init__.py",
    "edition/desks.py",
    "edition/replies.py",
    "edition/written.py",
    "errands.py",
    "form.py",
    "hands.py",
    "house.py",
    "kept.py",
    "luck.py",
    "met.py",
    "pasted.py",
    "permalink.py",
    "pins.py",
    "rolling.py",
    "shapes.py",
    "showing.py",
    "site/__init__.py",
    "site/brought.py",
    "site/handed.py",
    "site/honouring.py",
    "site/inputs.py",
    "site/laid.py",
    "site/quizzed.py",
    "site/seeking.py",
    "site/still.py",
    "site/whole.py",
    "site/jupyter/voila/templates/drillbook/beside.html",
    "site/jupyter/voila/templates/drillbook/beside_own.html",
    "site/jupyter/voila/templates/drillbook/quiz_items.html",
    "site/jupyter/voila/templates/drillbook/rulings_brought.html",
    "site/jupyter/voila/templates/drillbook/table_input.html",
    "telling.py",
    "theme.py",
)
"""What of the page's package answers need; nothing of it imports a widget or a server."""
KINDS = frozenset({".py", ".toml", ".csv", ".html"})
READ_EVERYTHING = "from drillbook.rules.library import library; print(len(library().all()), len(library().covers()))"


def gather(place: Path) -> None:
    """Copy what is needed into a folder, as it would be installed."""
    _copy(Path(drillbook.__file__).parent, place / "drillbook")
    home = Path(drillbook_widgets.__file__).parent
    views = (f"views/{one.name}" for one in sorted((home / "views").glob("*.py")) if one.name != OF_BQPLOT)
    for name in (*WIDGETS, *views):
        _put(home / name, place / "drillbook_widgets" / name)
    for name, _, _ in PYTHON:
        spec = find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        _copy(Path(spec.origin).parent, place / name)


def _copy(home: Path, place: Path) -> None:
    for path in sorted(home.rglob("*")):
        if path.suffix in KINDS and "notebooks" not in path.relative_to(home).parts:
            _put(path, place / path.relative_to(home))


def _put(path: Path, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, place)


def seal_of(place: Path) -> str:
    """What tells apart any two states of the files in a folder."""
    seal = hashlib.sha256()
    for path in _files(place):
        seal.update(f"{path.relative_to(place).as_posix()} {path.stat().st_size}\n".encode())
        seal.update(path.read_bytes())
    return seal.hexdigest()[:12]


def _files(place: Path) -> Iterator[Path]:
    return (path for path in sorted(place.rglob("*")) if path.is_file())


def read_rules(place: Path, tag: str) -> None:
    """Read every ruleset of that copy, and keep what was read where that Python looks for it. tag: such as `cpython-314`."""
    paths = [str(place), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    wish = [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {paths!r}; {READ_EVERYTHING}"]
    done = subprocess.run(wish, capture_output=True, text=True, cwd=place, env={"PYTHONHASHSEED": "0"})
    if done.returncode:
        raise EditionRefused(f"The rules could not be read for the edition: {done.stderr.strip()[-400:]}")
    for path in sorted(place.rglob("__pycache__/*")):
        if path.suffix == ".pickle":
            path.replace(path.with_name(f"{path.name.split('.')[0]}.{tag}.pickle"))
        else:
            path.unlink()


def zipped(place: Path, archive: Path) -> None:
    """A folder as an archive that any Python reads."""
    with zipfile.ZipFile(archive, "w") as made:
        for path in _files(place):
            made.write(path, path.relative_to(place).as_posix())


def bundled(files: Iterable[tuple[str, bytes]], place: Path) -> None:
    """Files in one that a page's script unpacks at once (engine.mjs): their names and sizes in a line of JSON, and what they hold."""
    held = list(files)
    head = json.dumps([[name, len(content)] for name, content in held])
    whole = b"".join([head.encode(), b"\n", *(content for _, content in held)])
    place.write_bytes(gzip.compress(whole, 9, mtime=0))


def packed(package: Path) -> Path:
    """The folder of all that a browser's Python needs, compiled for it; kept until something of it changes.

    package: the folder of the npm package.
    """
    kept = cache()
    with tempfile.TemporaryDirectory(dir=kept, prefix="pack-") as made:
        place = Path(made) / "site"
        gather(place)
        scripts = b"".join(path.read_bytes() for path in (HERE / "node" / "prepare.mjs", Path(__file__)))
        told = f"{seal_of(place)} {runtime_version(package)} {hashlib.sha256(scripts).hexdigest()}"
        folder = kept / f"drillbook-{hashlib.sha256(told.encode()).hexdigest()[:16]}"
        if folder.is_dir():
            return folder
        lock = json.loads((package / "pyodide-lock.json").read_text("utf-8"))
        read_rules(place, "cpython-" + "".join(lock["info"]["python"].split(".")[:2]))
        plain, compiled, draft = Path(made) / "plain.zip", Path(made) / "compiled.zip", Path(made) / "draft"
        draft.mkdir()
        zipped(place, plain)
        others = ",".join(name for name, _, _ in PYTHON)
        wish = [tool("node"), str(HERE / "node" / "prepare.mjs"), str(package), str(plain), str(compiled)]
        run([*wish, str(draft / LIBRARY), others], Path(made), PREPARE_SECONDS, NOT_PREPARED)
        with zipfile.ZipFile(compiled) as held:
            names = sorted(held.namelist(), key=lambda name: (Path(name).suffix, name))  # like beside like packs best
            bundled(((name, held.read(name)) for name in names), draft / PACKED)
        with suppress(OSError):  # another build has made the same meanwhile
            draft.rename(folder)
    return folder


def words(place: Path) -> None:
    """What only the search reads, in one file: how the chapters speak of the questions. place: the file to write."""
    notebooks = sorted(book_folder().glob("*/*.ipynb"))
    inside = [(f"drillbook/notebooks/{one.parent.name}/{one.name}", one.read_bytes()) for one in notebooks]
    bundled(inside, place)
