"""The page of a ruleset for the table: one tool a screen, the answer always in sight, and the tables of the sheet.

Its answers come without a kernel (/answer.json). Once opened, the browser keeps it for when there is no network, where it may:
over https or on the reader's own machine; what it does then stands in offline.js.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from drillbook import ask, library
from drillbook.asking.at_table import filled_by, lists_of, musters_of, question_in, tools_of
from drillbook.asking.questions import find_question
from drillbook.errors import AskError
from drillbook.printing.sheet import chance_words
from drillbook.rules.identity import Muster
from drillbook_widgets.pages.catalogue import Book
from drillbook_widgets.pages.inputs import Input, form_of
from drillbook_widgets.pages.titles import NAME, shown
from drillbook_widgets.site.handlers.assets import load
from drillbook_widgets.site.handlers.base import OWN_SECONDS, Page
from drillbook_widgets.site.handlers.icons import SIZES

TABLE = "table"
OFFLINE = (
    Path(__file__).resolve().parents[1] / "jupyter" / "voila" / "templates" / "drillbook" / "static" / "offline.js"
)


@dataclass(frozen=True, slots=True)
class Tool:
    """One screen: its question, its form, its answer as the form stands, and what a side that was built fills in it."""

    name: str
    ask: str
    question: str
    inputs: tuple[Input, ...]
    headline: str
    odds: str
    refused: bool
    fills: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    faces: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    lists: Mapping[str, Mapping[str, Mapping[str, str]]] = field(default_factory=dict)
    builds: str = ""
    """What it builds a side of: `rows` its list, `one` unit after the other; nothing where it builds none."""


def tools(short: str) -> tuple[Tool, ...]:
    """The tools of a ruleset with their forms and their answers as they stand."""
    ruleset = library().find(short)
    musters = {one.ask: one for one in musters_of(ruleset)}
    found = []
    for carried in tools_of(ruleset):
        name = question_in(carried.ask)
        try:
            spec = find_question(ruleset, name)
            answer = ask(f"{short}/{carried.ask}")
        except AskError:
            continue  # the check tells of it; the other tools are there
        own = musters.get(name)
        others = {ask: muster for ask, muster in musters.items() if ask != name}
        found.append(
            Tool(
                carried.name,
                name,
                spec.title,
                form_of(answer),
                answer.headline,
                chance_words(answer),
                answer.refused,
                {ask: ways for ask, one in others.items() if (ways := filled_by(one.gives, spec))},
                {ask: ways for ask, one in others.items() if (ways := filled_by(one.faces, spec))},
                {ask: rows for ask, one in others.items() if (rows := lists_of(one, spec))},
                _builds(own),
            )
        )
    return tuple(found)


def _builds(muster: Muster | None) -> str:
    return "" if muster is None else "rows" if muster.rows else "one"


def told(tool: Tool) -> dict[str, Any]:
    """What the page's script must know of a tool: what a side fills in it, and the fields of its lists."""
    rows = {one.name: [each.name for each in one.fields] for one in tool.inputs if one.shape == "rows"}
    return {"fills": tool.fills, "faces": tool.faces, "lists": tool.lists, "rows": rows}


class TableHandler(Page):
    """GET /SHORT/table: the tools of a ruleset for a phone, and its quick reference."""

    async def get(self, short: str) -> None:
        """One screen a tool; the last holds the tables."""
        book = self.site.shelf.book(short)
        if book is None or not book.written:
            self.sorry(404, f"There is no ruleset “{shown(short)}” in this book.", self.near_books(short))
            return
        found = await self.site.answering.have(OWN_SECONDS, tools, short)
        made = await self.site.answering.page(book.sheet, OWN_SECONDS) if book.sheet is not None else None
        ruleset = library().find(short)
        self.show(
            "table.html",
            title=f"At the table · {book.title} · {NAME}",
            description=f"The tools of {book.title} for the middle of a game: one a screen, the answer always in sight.",
            book=book,
            tools=found,
            cards=[block.html for block in made.reading.blocks if block.html][1:] if made is not None else [],
            told={
                "kept": list(ruleset.kept.inputs) if ruleset.kept else [],
                "tools": {one.ask: told(one) for one in found},
            },
            place=TABLE,
        )

    head = get


class ManifestHandler(Page):
    """GET /SHORT/table.webmanifest: what a phone needs to put the page on its home screen."""

    def get(self, short: str) -> None:
        """Its name, its colours and where it begins."""
        book = self.site.shelf.book(short)
        if book is None or not book.written:
            self.sorry(404, f"There is no ruleset “{shown(short)}” in this book.")
            return
        self.set_header("Content-Type", "application/manifest+json")
        self.finish(manifest(book, self.site.assets))

    head = get


def manifest(book: Book, assets: str) -> dict[str, Any]:
    """A web app manifest of the page for the table."""
    return {
        "name": f"{book.title}: at the table",
        "short_name": book.title,
        "id": f"/{book.short}/{TABLE}",
        "start_url": f"/{book.short}/{TABLE}",
        "scope": "/",
        "display": "standalone",
        "background_color": "#fbf9f4",
        "theme_color": "#fbf9f4",
        "icons": [
            {"src": f"{assets}/site/icon.png", "sizes": "32x32", "type": "image/png"},
            *(
                {
                    "src": f"/{book.short}/icon-{size}.png",
                    "sizes": f"{size}x{size}",
                    "type": "image/png",
                    "purpose": "any maskable",
                }
                for size in SIZES
            ),
        ],
    }


class OfflineHandler(Page):
    """GET /offline.js: what keeps the pages for the table and the sheets while there is no network. It must stand at the root."""

    def get(self) -> None:
        """The script, asked for anew each time, so that a new one comes with a new book."""
        self.set_header("Content-Type", "text/javascript; charset=utf-8")
        self.set_header("Cache-Control", "no-cache")
        self.finish(load(OFFLINE, OFFLINE.stat().st_mtime_ns).body)

    head = get
