"""Links between chapters as notebooks need them: to files, so that JupyterLab opens them.

Everywhere else a link is an address of the site (`/bn/shooting#bn.shooting.roll`, `/bn/shot?distance=20`). In a
notebook it is the path from file to file (`shooting.ipynb#bn.shooting.roll`, `shooting.ipynb#bn/shot?distance=20`). The
site converts it back.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from drillbook.asking.questions.registry import chapter_of, find_question
from drillbook.book.folder import COURSE
from drillbook.errors import AskError
from drillbook.rules.library import Library
from drillbook.rules.model import Ruleset

_ADDRESS = re.compile(r"(?<=\]\()/(?P<short>[a-z0-9]+)/(?P<name>[a-z0-9-]+)(?P<rest>[?#][^)\s]*)?(?=\))")
_FILE = re.compile(r"(?<=\]\()(?:\.\./)*(?:(?P<slug>\w+)/)?(?P<stem>\w+)\.ipynb(?:#(?P<place>[^)\s]*))?(?=\))")


def to_files(source: str, lib: Library, path: Path, book: Path) -> str:
    """Return a cell's Markdown with addresses of chapters and questions as notebook paths.

    path: the notebook that holds the cell. book: the folder of all notebooks.
    """

    def one(match: re.Match[str]) -> str:
        try:
            ruleset = lib.find(match["short"])
        except AskError:
            return match.group()
        home, place = _home(ruleset, match["name"], match["rest"] or "", lib)
        if home is None:
            return match.group()
        way = Path(os.path.relpath(book / ruleset.slug / f"{home}.ipynb", path.parent)).as_posix()
        return f"{way}#{place}" if place else way

    return _ADDRESS.sub(one, source)


def _home(ruleset: Ruleset, name: str, rest: str, lib: Library) -> tuple[str | None, str]:
    """Return the stem of the chapter that an address leads to, and the place in the chapter.

    The place is an anchor, or a question's whole address. The stem is None if the address leads to no chapter.
    """
    if name == COURSE and not rest.startswith("?"):
        return COURSE, rest.removeprefix("#")
    chapter = ruleset.chapter(name)
    if chapter is not None:
        return (chapter.stem, rest.removeprefix("#")) if not rest.startswith("?") else (None, "")
    try:
        chapter = chapter_of(ruleset, find_question(ruleset, name, lib))
    except AskError:
        return None, ""
    return (chapter.stem if chapter else None), f"{ruleset.short}/{name}{rest}"


def to_addresses(source: str, lib: Library, home: str) -> str:
    """Return a cell's Markdown with every path to a notebook as an address of the site.

    home: the folder name of the notebook's own ruleset.
    """

    def one(match: re.Match[str]) -> str:
        try:
            ruleset = lib.find(match["slug"] or home)
        except AskError:
            return match.group()
        place = match["place"] or ""
        if "/" in place:
            return f"/{place}"
        return f"/{ruleset.short}/{match['stem'].replace('_', '-')}{f'#{place}' if place else ''}"

    return _FILE.sub(one, source)
