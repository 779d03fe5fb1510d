"""The page of a ruleset for the table: one tool a screen, and the tables of the sheet.

Its answers come without a kernel (/answer.json). Once opened, the browser keeps it for when there is no network, where it may:
over https or on the reader's own machine; what it does then stands in service_worker.js.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from drillbook import ask, library
from drillbook.asking.questions.registry import find_question
from drillbook.asking.uses.table_mode import army_builders_of, filled_by, lists_of, question_in, tools_of
from drillbook.errors import AskError
from drillbook.formats.sheet import chance_words
from drillbook.rules.manifest import ArmyBuilder
from drillbook_widgets.pages.answers import OWN_SECONDS
from drillbook_widgets.pages.content.catalogue import Book
from drillbook_widgets.pages.content.inputs import FormInput, form_of
from drillbook_widgets.pages.content.titles import NAME
from drillbook_widgets.pages.context import Context
from drillbook_widgets.pages.errors import no_ruleset
from drillbook_widgets.pages.icons import SIZES
from drillbook_widgets.pages.reply import Reply, json_reply

TABLE = "table"


@dataclass(frozen=True, slots=True)
class ToolScreen:
    """One screen: question, form and answer, and what a side that was built fills in it."""

    name: str
    ask: str
    question: str
    inputs: tuple[FormInput, ...]
    headline: str
    odds: str
    refused: bool
    fills: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    faces: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    lists: Mapping[str, Mapping[str, Mapping[str, str]]] = field(default_factory=dict)
    builds: str = ""
    """What it builds a side of: `rows` its list, `one` unit after the other; nothing where it builds none."""


def tools(short: str) -> tuple[ToolScreen, ...]:
    """Return the tools of a ruleset with their forms and their answers as they stand."""
    ruleset = library().find(short)
    builders = {one.question: one for one in army_builders_of(ruleset)}
    found = []
    for carried in tools_of(ruleset):
        name = question_in(carried.address)
        try:
            spec = find_question(ruleset, name)
            answer = ask(f"{short}/{carried.address}")
        except AskError:
            continue  # the check tells of it; the other tools are there
        own = builders.get(name)
        others = {ask: builder for ask, builder in builders.items() if ask != name}
        found.append(
            ToolScreen(
                carried.name,
                name,
                spec.title,
                form_of(answer),
                answer.headline,
                chance_words(answer),
                answer.refused,
                {ask: ways for ask, one in others.items() if (ways := filled_by(one.own_inputs, spec))},
                {ask: ways for ask, one in others.items() if (ways := filled_by(one.enemy_inputs, spec))},
                {ask: rows for ask, one in others.items() if (rows := lists_of(one, spec))},
                _builds(own),
            )
        )
    return tuple(found)


def _builds(builder: ArmyBuilder | None) -> str:
    return "" if builder is None else "rows" if builder.unit_list else "one"


def tool_data(tool: ToolScreen) -> dict[str, Any]:
    """Return what the script must know of a tool: what a side fills, the fields of its lists."""
    rows = {one.name: [each.name for each in one.fields] for one in tool.inputs if one.shape == "rows"}
    return {"fills": tool.fills, "faces": tool.faces, "lists": tool.lists, "rows": rows}


async def table(context: Context, short: str) -> Reply:
    """Return the tools of a ruleset for a phone, one screen each, and its quick reference."""
    book = context.written(short)
    if book is None:
        return no_ruleset(context, short)
    found = await context.answers.have(OWN_SECONDS, tools, short)
    made = await context.answers.page(book.sheet, OWN_SECONDS) if book.sheet is not None else None
    ruleset = library().find(short)
    return context.page(
        "table/table.html",
        title=f"At the table · {book.title} · {NAME}",
        description=f"The tools of {book.title} for the middle of a game: one a screen, the answer always in sight.",
        book=book,
        tools=found,
        cards=[block.html for block in made.reading.blocks if block.html][1:] if made is not None else [],
        told={
            "kept": list(ruleset.shared_inputs.inputs) if ruleset.shared_inputs else [],
            "tools": {one.ask: tool_data(one) for one in found},
        },
        place=TABLE,
    )


def table_manifest(context: Context, short: str) -> Reply:
    """Return what a phone needs to put the page for the table on its home screen."""
    book = context.written(short)
    if book is None:
        return no_ruleset(context, short, near=False)
    return json_reply(manifest(book, context.assets))


def manifest(book: Book, assets: str) -> dict[str, Any]:
    """Return a web app manifest of the page for the table."""
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
            {"src": f"{assets}/site/shared/icon.png", "sizes": "32x32", "type": "image/png"},
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
