"""The build of an edition: every page is made, its links are made relative, and it becomes a file.

What answers in the reader's browser comes from one npm package, see toolchain.py, and from our own code, see pack.py.
"""

from __future__ import annotations

import asyncio
import hashlib
import inspect
import json
import re
import shutil
import sys
import time
from pathlib import Path
from typing import Any

from drillbook import __version__, library
from drillbook.book.folder import book_folder
from drillbook_widgets.edition.contents import SITE, Contents, contents
from drillbook_widgets.edition.context import OWN_STATIC, edition_context
from drillbook_widgets.edition.deferred_scripts import late
from drillbook_widgets.edition.links import Relink
from drillbook_widgets.edition.pack import TOLD, packed, put_packed, words
from drillbook_widgets.edition.toolchain import EditionRefused, Part, parts, runtime, tool
from drillbook_widgets.pages.content.catalogue import load_shelf
from drillbook_widgets.pages.context import Context
from drillbook_widgets.pages.errors import error
from drillbook_widgets.pages.icons import icon
from drillbook_widgets.pages.share import addresses
from drillbook_widgets.pages.templating import STATIC

MARK = "manifest.json"
"""The file by which a folder is known to be an edition, which another may be written over."""
BASE = re.compile(r"/(?:[A-Za-z0-9._~-]+/)*")
BESIDE = ("offline.js",)
"""What of our own scripts has to stand at the root."""
COVER = "#2b5f9e"
ICONS = {192: "icon-192.png", 512: "icon-512.png"}
"""The whole book's icons for a home screen, by their pixels across."""
MOVED = (
    '<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{title}</title>\n'
    "<script>location.replace({way} + location.search + location.hash)</script>\n"
    '<meta http-equiv="refresh" content="1; url={link}">\n<p><a href="{link}">{title}</a></p></html>\n'
)


def build(folder: Path, base: str = "/") -> int:
    """Write the edition into a folder, which is made, or was written by an earlier build. base: where a host will serve it from.

    Returns 0, or 1 with a sentence where it cannot be done. Only the page for what is not there needs to know the base.
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
    """The same; gives the links that lead nowhere, each with a page that has it. Raises EditionRefused."""
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
        lost = asyncio.run(_pages(draft, base, machinery, made))
        _manifest(draft, made)
        shutil.rmtree(folder, ignore_errors=True)
        draft.rename(folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return lost


def _put(place: Path, content: bytes | str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(content.encode() if isinstance(content, str) else content)


def _machinery(draft: Path, ours: Path) -> str:
    """Copy what runs the answers; gives its path, which changes with its content. ours: the folder that pack.py has made."""
    inside = {one.relative_to(ours).as_posix(): one.read_bytes() for one in sorted(ours.rglob("*")) if one.is_file()}
    spoken = draft / "words.packed"
    words(spoken)
    inside[spoken.name] = spoken.read_bytes()
    spoken.unlink()
    seal = hashlib.sha256(b"".join(hashlib.sha256(held).digest() for held in inside.values())).hexdigest()[:12]
    for name, held in inside.items():
        _put(draft / "machinery" / seal / name, held)
    return f"/machinery/{seal}/"


def _licences(draft: Path, made: tuple[Part, ...]) -> None:
    for one in made:
        told = f"{one.name} {one.version}, {one.licence}\nIts source: {one.source}\n\n{one.text}"
        _put(draft / "licences" / f"{one.name.lower()}.txt", told)


async def _pages(draft: Path, base: str, machinery: str, made: tuple[Part, ...]) -> dict[str, str]:
    """Write every page and file; gives the links that lead nowhere, each with a page that has it."""
    shelf = load_shelf(book_folder(), library())
    found = contents(shelf, made)
    context = edition_context(shelf, machinery)
    assets = {f"{context.assets}/site/{one.name}": one for one in sorted(STATIC.iterdir())}
    assets |= {
        f"{context.assets}/edition/{one.name}": one for one in sorted(OWN_STATIC.iterdir()) if one.suffix != ".mjs"
    }
    bundles = {one.path: one.body for one in context.bundles.values()}
    licences = (f"/licences/{one.name}" for one in (draft / "licences").iterdir())
    others = ("/manifest.json", "/book.webmanifest", *licences)
    links = Relink(
        [*found.pages, *found.moved], [*found.files, *assets, *bundles, *others], [context.assets, machinery]
    )
    for path, one in assets.items():
        _put(draft / path[1:], one.read_bytes())
    for path, body in bundles.items():
        _put(draft / path[1:], body)
    await _made(draft, context, found, links)
    _put(draft / "404.html", late(links.html("/404.html", error(context, 404).text, base)))
    for old, now in found.moved.items():
        way = links.way(old, now)
        _put(
            draft / links.file_of(old),
            MOVED.format(title="This question has another name now", way=json.dumps(way), link=way),
        )
    for name in BESIDE:
        _put(draft / name, (OWN_STATIC / name).read_bytes())
    for size, name in ICONS.items():
        _put(draft / name, icon(size, COVER))
    _put(draft / "book.webmanifest", json.dumps(_app(context), ensure_ascii=False))
    answered = {name: addresses(chapter) for name, chapter in (*shelf.chapters.items(), *shelf.beside.items())}
    readable = {name: told for name, told in answered.items() if name in shelf.chapters}
    put_packed(json.dumps(readable, ensure_ascii=False).encode(), draft / machinery[1:] / TOLD)
    return links.lost


async def _made(draft: Path, context: Context, found: Contents, links: Relink) -> None:
    """Make the pages and files one after the other, and write them."""
    for path, make in (*found.pages.items(), *found.files.items()):
        making = make(context)
        reply = await making if inspect.isawaitable(making) else making
        if reply.status != 200:
            raise EditionRefused(f"The page {path} could not be made: its status is {reply.status}.")
        body = reply.content
        if reply.type.startswith("text/html"):
            body = late(links.html(path, reply.text)).encode()
        elif path.endswith(".webmanifest"):
            body = links.manifest(path, json.loads(body)).encode()
        elif path.endswith(".xml"):
            body = reply.text.replace(f"{SITE}/", "../" * (path.count("/") - 1) or "./").encode()
        _put(draft / links.file_of(path), body)


def _app(context: Context) -> dict[str, Any]:
    """What a phone needs to put the book on its home screen."""
    return {
        "name": "Drillbook",
        "short_name": "Drillbook",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#fbf9f4",
        "theme_color": "#fbf9f4",
        "icons": [
            {"src": f"{context.assets[1:]}/site/icon.png", "sizes": "32x32", "type": "image/png"},
            *({"src": name, "sizes": f"{size}x{size}", "type": "image/png"} for size, name in ICONS.items()),
        ],
    }


def _manifest(draft: Path, made: tuple[Part, ...]) -> None:
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
    _put(draft / MARK, json.dumps(told, ensure_ascii=False, indent=1))
