"""Links within a folder of files.

A page is a folder with an index file. Every link is relative, so the edition works under any path prefix.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from html import unescape
from typing import Any

INDEX = "index.html"
_OF_A_CHAPTER = re.compile(r"(/[a-z0-9]+/quiz)\?chapter=([a-z0-9-]+)(?:$|&(?:amp;)?(.))")
"""A link to a chapter's quiz, which has a page of its own here."""
_LINK = re.compile(r'(\s(?:href|src|action|data-assets|data-root|data-machinery|data-plain))="(/(?!/)[^"]*)"')


class Relink:
    """The links of a book's pages.

    pages: the paths of those that have a file, such as `/bn/shot`; files: those of all else; folders: those that are only named.
    """

    def __init__(self, pages: Collection[str], files: Collection[str], folders: Collection[str] = ()) -> None:
        self.pages = frozenset(pages)
        self.files = frozenset(files)
        self.folders = frozenset(folders)
        self.lost: dict[str, str] = {}
        """The links that lead nowhere, each with a page that has it."""

    def file_of(self, path: str) -> str:
        """Return the file of a page or other path, relative to the edition's folder."""
        bare = path.strip("/")
        return bare if path in self.files else f"{bare}/{INDEX}" if bare else INDEX

    def html(self, page: str, text: str, base: str | None = None) -> str:
        """Return a page's text with every link made relative.

        base: if given, the links start with the base instead; this is for a page that a host may show at any address.
        """
        return _LINK.sub(lambda found: f'{found[1]}="{self.way(page, found[2], base)}"', text)

    def way(self, page: str, link: str, base: str | None = None) -> str:
        """Return the relative path from a page to the target of a link.

        link: the link as written in the page, starting at the root. base: if given, the path starts with the base instead.

        A link whose target does not exist is added to `lost`.
        """
        link = _OF_A_CHAPTER.sub(lambda found: f"{found[1]}/{found[2]}" + (f"?{found[3]}" if found[3] else ""), link)
        path, mark, rest = re.fullmatch(r"([^?#]*)([?#]?)(.*)", link, re.DOTALL).groups()  # type: ignore[union-attr]
        known, bare = unescape(path), path.strip("/")
        if known in self.files or known in self.folders:
            target = path[1:]
        else:
            if not {known, known.rstrip("/")} & self.pages:
                self.lost.setdefault(known, page)
            target = f"{bare}/" if bare else ""
        up = "../" * self.file_of(page).count("/") if base is None else base
        return (up + target or "./") + mark + rest

    def manifest(self, path: str, told: dict[str, Any]) -> str:
        """Return a web app manifest as JSON with relative paths.

        The paths start from the place of the manifest.
        """
        for name in ("start_url", "scope"):
            if name in told:
                told[name] = self.way(path, told[name])
        told.pop("id", None)  # it would be of the host's root, which others may share
        told["icons"] = [{**icon, "src": self.way(path, icon["src"])} for icon in told.get("icons", ())]
        return json.dumps(told, ensure_ascii=False)
