"""What every page is made from: the shelf, the names of assets, and who works out answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from drillbook_widgets.pages.answers import Answers
from drillbook_widgets.pages.content.bundles import Bundle
from drillbook_widgets.pages.content.catalogue import Book, Shelf
from drillbook_widgets.pages.content.titles import NAME
from drillbook_widgets.pages.reply import HTML, Reply
from drillbook_widgets.pages.templating import template

if TYPE_CHECKING:
    from drillbook_widgets.pages.content.chapter import Made


@dataclass(frozen=True, slots=True)
class Edition:
    """What the pages of an edition without a server need besides.

    machinery: the path of what works out answers; plates: the scripts of its calculators, by their places among the assets; pictures:
    a function that draws the answer at an address.
    """

    machinery: str
    plates: tuple[str, ...]
    pictures: Callable[..., Any]


@dataclass(frozen=True)
class Context:
    """What every page is made from, and what is remembered of pages.

    assets: the path of scripts, styles and pictures; bundles: files of scripts by name; styles: style sheets by name; chapters:
    the replies of whole chapters by path, each with what it was made from; rulings: the entries of the pages of rulings, by ruleset
    and chapter; rulings_pages: these pages by ruleset; counted: the figures of rulesets.
    """

    shelf: Shelf
    assets: str
    bundles: Mapping[str, Bundle]
    styles: Mapping[str, str]
    answers: Answers
    edition: Edition | None = None
    chapters: dict[str, tuple[Made, Reply]] = field(default_factory=dict)
    rulings: dict[tuple[str, str], tuple[Any, ...]] = field(default_factory=dict)
    rulings_pages: dict[str, Reply] = field(default_factory=dict)
    counted: dict[str, asyncio.Task[Any]] = field(default_factory=dict)

    def text(self, name: str, /, **values: Any) -> str:
        """Return a template's text with these values, which it escapes."""
        shared = {
            "site_name": NAME,
            "assets": self.assets,
            "bundles": self.bundles,
            "styles": self.styles,
            "shelf": self.shelf,
            "book": None,
            "chapter": None,
            "place": "",
            "edition": self.edition,
        }
        return template(name).render({**shared, **values})

    def page(self, name: str, status: int = 200, /, **values: Any) -> Reply:
        """Return a template's text as a page."""
        return Reply(status, HTML, self.text(name, **values))

    def written(self, short: str) -> Book | None:
        """Return the ruleset of that short name, None where nothing of it is written."""
        book = self.shelf.book(short)
        return book if book is not None and book.written else None

    def forget(self) -> None:
        """Forget the rulings and their pages: the rules that they went by have changed."""
        self.rulings.clear()
        self.rulings_pages.clear()
