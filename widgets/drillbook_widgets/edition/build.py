"""The build of an edition: its machinery, its licences and its pages, written into a folder.

What answers in the reader's browser comes from one npm package, see toolchain.py, and from our own code, see pack.py.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import shutil
import sys
import time
from pathlib import Path

from drillbook import __version__
from drillbook_widgets.edition.pack import packed, put_file, words
from drillbook_widgets.edition.toolchain import Component, EditionRefused, parts, runtime, tool
from drillbook_widgets.pages.content.unused import leave_out

MARK = "manifest.json"
"""The file by which a folder is known to be an edition, which another may be written over."""
BASE = re.compile(r"/(?:[A-Za-z0-9._~-]+/)*")


def build(folder: Path, base: str = "/") -> int:
    """Write the edition into a folder and return the exit code.

    folder: a new or empty folder, or one that an earlier build has written. base: the path under which a host will serve
    the edition; only the page for a missing address needs the base.

    Returns 0, or 1 after printing a sentence to standard error if the edition cannot be built.
    """
    began = time.monotonic()
    try:
        lost = write(folder, base)
    except EditionRefused as problem:
        print(problem, file=sys.stderr)
        return 1
    if lost:
        told = "; ".join(f"{link} on {page}" for link, page in sorted(lost.items()))
        print(f"These links lead to chapters that are not written: {told}.", file=sys.stderr)
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    print(
        f"Written: {len(sizes)} files, {sum(sizes) / 1e6:.1f} MB, in {time.monotonic() - began:.0f} s. "
        f"To look at it: python -m http.server --directory {folder}"
    )
    return 0


def write(folder: Path, base: str) -> dict[str, str]:
    """Write the edition into a folder and return the links that lead nowhere.

    Each of these links is mapped to a page that contains the link. Raises EditionRefused if the edition cannot be built.
    """
    if not BASE.fullmatch(base):
        raise EditionRefused(f"A base is a path such as /club/rules/, with a stroke at both ends, not {base!r}.")
    tool("node"), tool("npm")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())) and not (folder / MARK).is_file():
        raise EditionRefused(f"{folder} holds something else than an edition; name an empty folder, or a new one.")
    package = runtime()
    ours = packed(package)
    made = parts(package)
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = folder.with_name(f"{folder.name}.new")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir()
    try:
        machinery = _machinery(draft, ours)
        _licences(draft, made)
        leave_out()
        from drillbook_widgets.edition.pages import write_pages  # only now: what makes text takes long to load

        lost = asyncio.run(write_pages(draft, base, machinery, made))
        _manifest(draft, made)
        shutil.rmtree(folder, ignore_errors=True)
        draft.rename(folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return lost


def _machinery(draft: Path, ours: Path) -> str:
    """Copy the files that compute the answers and return their path, which contains their hash.

    The path changes with the content of the files. ours: the folder that pack.py has made.
    """
    inside = {one.relative_to(ours).as_posix(): one.read_bytes() for one in sorted(ours.rglob("*")) if one.is_file()}
    spoken = draft / "words.packed"
    words(spoken)
    inside[spoken.name] = spoken.read_bytes()
    spoken.unlink()
    seal = hashlib.sha256(b"".join(hashlib.sha256(held).digest() for held in inside.values())).hexdigest()[:12]
    for name, held in inside.items():
        put_file(held, draft / "machinery" / seal / name)
    return f"/machinery/{seal}/"


def _licences(draft: Path, made: tuple[Component, ...]) -> None:
    for one in made:
        told = f"{one.name} {one.version}, {one.licence}\nIts source: {one.source}\n\n{one.text}"
        put_file(told, draft / "licences" / f"{one.name.lower()}.txt")


def _manifest(draft: Path, made: tuple[Component, ...]) -> None:
    files = sorted(path for path in draft.rglob("*") if path.is_file())
    told = {
        "name": "Drillbook",
        "version": __version__,
        "licence": "MIT",
        "contains": [
            {"name": one.name, "version": one.version, "licence": one.licence, "source": one.source} for one in made
        ],
        "files": {
            path.relative_to(draft).as_posix(): {
                "bytes": path.stat().st_size,
                "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
            }
            for path in files
        },
    }
    put_file(json.dumps(told, ensure_ascii=False, indent=1), draft / MARK)
