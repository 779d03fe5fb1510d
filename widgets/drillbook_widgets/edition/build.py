"""How is an edition written? Every page is asked of the site as it is served, its links are made relative, and it becomes a file.

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
from typing import TYPE_CHECKING, Any

from drillbook import __version__, library
from drillbook.book.folder import book_folder
from drillbook_widgets.edition.deferred_scripts import late
from drillbook_widgets.edition.pack import TOLD, packed, put_packed, words
from drillbook_widgets.edition.toolchain import EditionRefused, Part, parts, runtime, tool

if TYPE_CHECKING:  # they load Voilà, which looks for its templates as it is loaded
    from drillbook_widgets.edition.contents import Contents
    from drillbook_widgets.edition.links import Relink
    from drillbook_widgets.edition.site import Asked

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
        from drillbook_widgets.site.serve import prepare

        prepare()
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
    """Ask the site for everything, and write it; gives the links that lead nowhere, each with a page that has it."""
    from drillbook_widgets.edition.contents import contents
    from drillbook_widgets.edition.links import Relink
    from drillbook_widgets.edition.site import OWN_STATIC, STATIC, asked
    from drillbook_widgets.pages.catalogue import load_shelf
    from drillbook_widgets.site.handlers.icons import icon
    from drillbook_widgets.site.handlers.share import addresses

    shelf = load_shelf(book_folder(), library())
    found = contents(shelf)
    async with asked(shelf, machinery, made) as site:
        assets = {f"{site.parts.assets}/site/{one.name}": one for one in sorted(STATIC.iterdir())}
        assets |= {
            f"{site.parts.assets}/edition/{one.name}": one
            for one in sorted(OWN_STATIC.iterdir())
            if one.suffix != ".mjs"
        }
        bundles = {one.path: one.body for one in site.parts.bundles.values()}
        licences = (f"/licences/{one.name}" for one in (draft / "licences").iterdir())
        others = ("/manifest.json", "/book.webmanifest", *licences)
        links = Relink(
            [*found.pages, *found.moved], [*found.files, *assets, *bundles, *others], [site.parts.assets, machinery]
        )
        for path, one in assets.items():
            _put(draft / path[1:], one.read_bytes())
        for path, body in bundles.items():
            _put(draft / path[1:], body)
        await _ask_all(draft, site, found, links)
        lost = await site.get("/nothing-stands-here")
        _put(draft / "404.html", late(links.html("/404.html", lost.body.decode(), base)))
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
    _put(draft / "book.webmanifest", json.dumps(_app(links, site), ensure_ascii=False))
    answered = {name: addresses(chapter) for name, chapter in (*shelf.chapters.items(), *shelf.beside.items())}
    readable = {name: told for name, told in answered.items() if name in shelf.chapters}
    put_packed(json.dumps(readable, ensure_ascii=False).encode(), draft / machinery[1:] / TOLD)
    return links.lost


async def _ask_all(draft: Path, site: Asked, found: Contents, links: Relink) -> None:
    for path, wish in (*found.pages.items(), *((one, one) for one in found.files)):
        sent = await site.get(wish)
        if sent.status != 200:
            raise EditionRefused(f"The page {wish} could not be made: the site said {sent.status}.")
        body: bytes | str = sent.body
        if sent.kind.startswith("text/html"):
            body = late(links.html(path, sent.body.decode()))
        elif path.endswith(".webmanifest"):
            body = links.manifest(path, json.loads(sent.body))
        elif path.endswith(".xml"):
            body = sent.body.decode().replace(site.address + "/", "../" * (path.count("/") - 1) or "./")
        _put(draft / links.file_of(path), body)


def _app(links: Relink, site: Asked) -> dict[str, Any]:
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
            {"src": f"{site.parts.assets[1:]}/site/icon.png", "sizes": "32x32", "type": "image/png"},
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
