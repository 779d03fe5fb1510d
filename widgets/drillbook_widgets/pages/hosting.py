"""The page that says how an edition without a server is put on a host, and what it contains."""

from __future__ import annotations

from collections.abc import Sequence

from drillbook import __version__, ask, encode, library
from drillbook.asking.questions.registry import each_question
from drillbook_widgets.pages.content.titles import NAME
from drillbook_widgets.pages.context import Context
from drillbook_widgets.pages.reply import Reply


def hosting(context: Context, parts: Sequence[object]) -> Reply:
    """Return the advice, with the licences of what comes from others.

    parts: what others have made, each with its name, version, licence and source.
    """
    return context.page(
        "reference/hosting.html",
        title=f"Hosting · {NAME}",
        description="How to put this edition on a host that serves only files.",
        version=__version__,
        parts=parts,
        example=next((example_in(one.short) for one in context.shelf.books if one.written), "/"),
    )


def example_in(short: str) -> str:
    """Return an address of a ruleset that a host may be tried with."""
    spec = next(each_question(library().find(short)))
    return f"/{encode(ask(spec.examples[0]).address)}"
