"""The pages of an edition as files: each is made, and its links are made relative."""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from drillbook import library
from drillbook.book.folder import book_folder
from drillbook_widgets.edition.contents import SITE, Contents, edition_contents
from drillbook_widgets.edition.context import OWN_STATIC, edition_context
from drillbook_widgets.edition.deferred_scripts import late
from drillbook_widgets.edition.links import Relink
from drillbook_widgets.edition.pack import TOLD, files_in, put_file, put_packed
from drillbook_widgets.edition.toolchain import Component, EditionRefused
from drillbook_widgets.pages.content.catalogue import Shelf, load_shelf
from drillbook_widgets.pages.context import Context
from drillbook_widgets.pages.errors import error
from drillbook_widgets.pages.icons import icon
from drillbook_widgets.pages.share import addresses
from drillbook_widgets.pages.templating import STATIC

BESIDE = {"offline.js": "service_worker.js"}
"""The scripts that stand at the root: the name there, and the file."""
COVER = "#2b5f9e"
ICONS = {192: "icon-192.png", 512: "icon-512.png"}
"""The whole book's icons for a home screen, by their pixels across."""
MOVED = (
    '<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{title}</title>\n'
    "<script>location.replace({way} + location.search + location.hash)</script>\n"
    '<meta http-equiv="refresh" content="1; url={link}">\n<p><a href="{link}">{title}</a></p></html>\n'
)


async def write_pages(draft: Path, base: str, machinery: str, made: tuple[Component, ...]) -> dict[str, str]:
    """Write every page, and every file that pages name; return the links that lead nowhere.

    Each of these links comes with a page that has it.

    draft: the folder, which holds the licences and the machinery already; base: where a host will serve it from; machinery: its path in
    the folder; made: what others have made of it.
    """
    shelf = load_shelf(book_folder(), library())
    found = edition_contents(shelf, made)
    context = edition_context(shelf, machinery)
    files = named_files(context)
    licences = (f"/licences/{one.name}" for one in (draft / "licences").iterdir())
    others = ("/manifest.json", "/book.webmanifest", *licences)
    links = Relink([*found.pages, *found.moved], [*found.files, *files, *others], [context.assets, machinery])
    for path, content in files.items():
        put_file(content, draft / path[1:])
    await _made(draft, context, found, links)
    put_file(late(links.html("/404.html", error(context, 404).text, base)), draft / "404.html")
    for old, now in found.moved.items():
        way = links.way(old, now)
        text = MOVED.format(title="This question has another name now", way=json.dumps(way), link=way)
        put_file(text, draft / links.file_of(old))
    for name, file in BESIDE.items():
        put_file((OWN_STATIC / file).read_bytes(), draft / name)
    for size, name in ICONS.items():
        put_file(icon(size, COVER), draft / name)
    put_file(json.dumps(_app(context), ensure_ascii=False), draft / "book.webmanifest")
    put_packed(json.dumps(_answered(shelf), ensure_ascii=False).encode(), draft / machinery[1:] / TOLD)
    return links.lost


def named_files(context: Context) -> Mapping[str, bytes]:
    """Return the scripts, styles and pictures that pages name, by their paths."""
    assets = {f"{context.assets}/site/{one.relative_to(STATIC).as_posix()}": one for one in files_in(STATIC)}
    assets |= {
        f"{context.assets}/edition/{one.name}": one for one in sorted(OWN_STATIC.iterdir()) if one.suffix != ".mjs"
    }
    bundles = {one.path: one.body for one in context.bundles.values()}
    return {path: one.read_bytes() for path, one in assets.items()} | bundles


async def _made(draft: Path, context: Context, found: Contents, links: Relink) -> None:
    """Make the pages and files one after the other, and write them."""
    for path, make in (*found.pages.items(), *found.files.items()):
        making = make(context)
        reply = await making if inspect.isawaitable(making) else making
        if reply.status != 200:
            raise EditionRefused(f"The page {path} could not be made: its status is {reply.status}.")
        body: bytes | str = reply.content
        if reply.type.startswith("text/html"):
            body = late(links.html(path, reply.text))
        elif path.endswith(".webmanifest"):
            body = links.manifest(path, json.loads(body))
        elif path.endswith(".xml"):
            body = reply.text.replace(f"{SITE}/", "../" * (path.count("/") - 1) or "./")
        put_file(body, draft / links.file_of(path))


def _answered(shelf: Shelf) -> dict[str, list[str]]:
    """Return the addresses that each readable chapter answers in its text, by chapter."""
    return {name: addresses(chapter) for name, chapter in shelf.chapters.items()}


def _app(context: Context) -> dict[str, Any]:
    """Return the web app manifest with which a phone puts the book on its home screen."""
    return {
        "name": "Drillbook",
        "short_name": "Drillbook",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#fbf9f4",
        "theme_color": "#fbf9f4",
        "icons": [
            {"src": f"{context.assets[1:]}/site/shared/icon.png", "sizes": "32x32", "type": "image/png"},
            *({"src": name, "sizes": f"{size}x{size}", "type": "image/png"} for size, name in ICONS.items()),
        ],
    }
