"""The code that is packed for a browser: our packages and Python's own library.

Python's library is compiled for the browser.

The rules are packed as the values read from their files, so the browser needs no code to read and check the rules.
The rules are read where the copy is, so that their cache stamps match. Questions are packed as sources: a reader asks
only a few of them, and compiled files are twice as large.
"""

from __future__ import annotations

import hashlib
import json
import re
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
from typing import Any

import deflate

import drillbook
import drillbook_widgets
from drillbook import library
from drillbook.book.folder import book_folder
from drillbook.rules.cache import as_bytes
from drillbook.search.entries import gist
from drillbook.search.form import forms_of
from drillbook_widgets.edition.snapshot import fault, late_modules, remember
from drillbook_widgets.edition.toolchain import (
    HERE,
    NOT_PREPARED,
    PREPARE_SECONDS,
    PYTHON,
    RUNTIME_PACKED,
    SCRIPT,
    EditionRefused,
    cache,
    run,
    runtime_version,
    tool,
)

PACKED, TOLD = "drillbook.packed", "told.packed"
"""Our packages, and what the build tells of the book, by the names under which a browser asks for them."""
PLAIN, LIBRARY = "plain", "python_stdlib.zip"
"""The folder of what only a start without memory needs, and Python's own library in it."""
MOST_PACKED = 12
"""The level at which libdeflate packs best: some 4 % smaller than what zlib can do."""
ENGINE = ("engine.mjs", "memory.mjs", "worker.mjs")
TEMPLATES = (
    "compare/columns.html",
    "compare/own_addresses.html",
    "search/hits.html",
    "quiz/quiz_items.html",
    "reference/linked_house_rules.html",
    "table/table_input.html",
)
CONTENT = (
    "comparison", "house_rules", "inputs", "no_break", "quiz", "search", "share", "shared_house_rules", "static_answer", "titles",
)  # fmt: skip
WIDGETS = (
    "__init__.py",
    "edition/__init__.py",
    "edition/dynamic_pages.py",
    "edition/plates.py",
    "edition/worker_replies.py",
    "pages/__init__.py",
    "pages/templating.py",
    "pages/content/__init__.py",
    *(f"pages/content/{name}.py" for name in CONTENT),
    *(f"pages/templates/{name}" for name in TEMPLATES),
)
"""What of the page's package answers need besides plates and views; nothing of it imports a widget or a server."""
_SHARED = re.compile(r"/rulesets/\w+/common/\w+\.py$")
"""The sources of what chapters share: it goes compiled, since the first question of a ruleset comes to most of it."""
KINDS = frozenset({".py", ".toml", ".csv", ".html"})
READ_EVERYTHING = "from drillbook.rules.library import library; print(len(library().all()), len(library().covers()))"


def gather_packages(place: Path) -> None:
    """Copy what is needed into a folder, as it would be installed."""
    _copy(Path(drillbook.__file__).parent, place / "drillbook")
    home = Path(drillbook_widgets.__file__).parent
    whole = (
        str(one.relative_to(home)) for folder in ("plate", "views") for one in sorted((home / folder).rglob("*.py"))
    )
    for name in (*WIDGETS, *whole):
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
    """Return a hash of the paths, sizes and contents of the files in a folder."""
    seal = hashlib.sha256()
    for path in files_in(place):
        seal.update(f"{path.relative_to(place).as_posix()} {path.stat().st_size}\n".encode())
        seal.update(path.read_bytes())
    return seal.hexdigest()[:12]


def files_in(place: Path) -> Iterator[Path]:
    """Yield the files in a folder and below it, in order."""
    return (path for path in sorted(place.rglob("*")) if path.is_file())


def read_rules(place: Path, tag: str) -> None:
    """Read every ruleset of a copy of the packages and keep the parsed rules in that copy.

    The cache files get the name under which that Python looks for them. tag: the cache tag of that Python, such as
    `cpython-314`. Raises EditionRefused if the rules cannot be read.
    """
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
    """Write the files of a folder into a zip archive that any Python can read."""
    with zipfile.ZipFile(archive, "w") as made:
        for path in files_in(place):
            made.write(path, path.relative_to(place).as_posix())


def bundled(files: Iterable[tuple[str, bytes]], place: Path) -> None:
    """Write several files as one packed file that a page's script unpacks at once (engine.mjs).

    The file begins with a line of JSON with the names and sizes; the contents follow.
    """
    held = list(files)
    head = json.dumps([[name, len(content)] for name, content in held])
    whole = b"".join([head.encode(), b"\n", *(content for _, content in held)])
    put_packed(whole, place)


def packed(package: Path) -> Path:
    """Return the folder of the machinery, without the parts that depend on the chapters.

    The folder is cached until something in the machinery changes. package: the folder of the npm package.
    """
    kept = cache()
    with tempfile.TemporaryDirectory(dir=kept, prefix="pack-") as made:
        place = Path(made) / "site"
        gather_packages(place)
        scripts = [*sorted((HERE / "node").iterdir()), *(HERE / "static" / one for one in ENGINE), *HERE.glob("*.py")]
        told = f"{seal_of(place)} {runtime_version(package)} {seal_of_all(scripts)}"
        folder = kept / f"drillbook-{hashlib.sha256(told.encode()).hexdigest()[:16]}"
        if not folder.is_dir():
            draft = Path(made) / "draft"
            _machinery(package, place, draft, Path(made))
            with suppress(OSError):  # another build has made the same meanwhile
                draft.rename(folder)
    return folder


def _machinery(package: Path, place: Path, draft: Path, room: Path) -> None:
    """Write the machinery into a new folder.

    draft: the new folder. package: the folder of the npm package. place: the folder with our packages. room: a folder for
    intermediate files.
    """
    info = json.loads((package / "pyodide-lock.json").read_text("utf-8"))["info"]
    version = info["python"].split(".")[:2]
    read_rules(place, "cpython-" + "".join(version))
    sources, compiled = room / "sources.zip", room / "compiled.zip"
    (draft / PLAIN).mkdir(parents=True)
    zipped(place, sources)
    others = ",".join(name for name, _, _ in PYTHON)
    wish = [tool("node"), str(HERE / "node" / "compile_packages.mjs"), str(package), str(sources), str(compiled)]
    run([*wish, str(draft / PLAIN / LIBRARY), others], room, PREPARE_SECONDS, NOT_PREPARED)
    for name, stands_as in RUNTIME_PACKED.items():
        put_packed((package / name).read_bytes(), draft / stands_as)
    shutil.copyfile(package / SCRIPT, draft / SCRIPT)
    for name in ENGINE:
        shutil.copyfile(HERE / "static" / name, draft / name)
    memory = remember(package, sources, draft / PLAIN / LIBRARY, room)
    put_packed(memory.content, draft / "memory.packed")
    with zipfile.ZipFile(compiled) as archive:
        names = sorted(archive.namelist(), key=lambda name: (Path(name).suffix, name))  # like beside like packs best
        content = [(f"site-packages/{name}", b"" if _SHARED.search(name) else archive.read(name)) for name in names]
    held = {f"site-packages/{name}" for name in names if memory.holds(name)}
    late = late_modules(draft / PLAIN / LIBRARY, memory.late)
    bundled([*(one for one in content if one[0] not in held), *late], draft / PACKED)
    bundled([one for one in content if one[0] in held], draft / PLAIN / PACKED)
    put_packed(b"{}", draft / TOLD)
    awaited = (draft / name for name in ("memory.packed", PACKED, *RUNTIME_PACKED.values()))
    told = {
        "home": f"/lib/python{'.'.join(version)}",
        "lock": {"info": info, "packages": {}},
        "weight": sum(path.stat().st_size for path in awaited),
    }
    _parts(draft, told | {"remembered": True})
    if wrong := fault(draft):
        print(f"The edition starts Python anew for each visit, since from memory {wrong}.", file=sys.stderr)
        (draft / "memory.packed").unlink()
        _parts(draft, told | {"remembered": False})


def _parts(draft: Path, told: dict[str, Any]) -> None:
    """Write parts.mjs, the facts about the machinery that the scripts need.

    weight: the bytes that a plate waits for. remembered: whether the memory snapshot is part of the machinery.
    """
    lines = (f"export const {name} = {json.dumps(value)};\n" for name, value in told.items())
    (draft / "parts.mjs").write_text("".join(lines))


def put_file(content: bytes | str, place: Path) -> None:
    """Write a file and create its parent folders."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(content.encode() if isinstance(content, str) else content)


def put_packed(content: bytes, place: Path) -> None:
    """Write a file as the worker reads it, whether or not a host packs what it sends."""
    place.write_bytes(deflate.gzip_compress(content, MOST_PACKED))


def seal_of_all(paths: Iterable[Path]) -> str:
    """Return a hash of the contents of these files."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(paths) if path.is_file())).hexdigest()


def words(place: Path) -> None:
    """Write one file with what only the search reads: forms of questions and notebooks.

    The file holds the forms of all questions. Its notebooks hold only the text that the search reads of the book's
    notebooks.

    place: the file to write.
    """
    forms = {one.short: forms_of(one, library()) for one in library().all()}
    inside = [("site-packages/drillbook_widgets/edition/forms.pickle", as_bytes(forms))]
    for one in sorted(book_folder().glob("*/*.ipynb")):
        short = library().find(one.parent.name).short
        told = {"cells": [{"cell_type": "markdown", "source": gist(short, one)}]}
        name = f"site-packages/drillbook/notebooks/{one.parent.name}/{one.name}"
        inside.append((name, json.dumps(told, ensure_ascii=False).encode()))
    bundled(inside, place)
