"""Interface of what works out answers: the site's pool of processes, or the edition's build."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:  # what makes text takes long to load, and the process that works out answers loads it for itself
    from drillbook_widgets.pages.content.catalogue import CatalogueChapter
    from drillbook_widgets.pages.content.chapter import Made
    from drillbook_widgets.pages.content.static_answer import Still

T = TypeVar("T")

ANSWER_SECONDS = 0.25
"""How long a page waits for the answer at its own address."""
OWN_SECONDS = 3.0
"""How long a page waits for its chapter, which is remembered from the site's first seconds on."""
WARM_SECONDS = 60.0
"""How long a page waits for what is made once and then remembered."""


class Unanswered(Exception):
    """There is no answer in time; the calculator will have it."""


class Answers(Protocol):
    """The interface to whatever computes slow results.

    `seconds` is the time that a page may wait for the result.
    """

    async def page(self, chapter: CatalogueChapter, seconds: float) -> Made:
        """Return a chapter's text with the answers of its calculators."""
        ...

    async def answer(self, address: str, seconds: float) -> Still:
        """Return the answer at an address; raise Unanswered where it takes longer."""
        ...

    async def have(self, seconds: float, work: Callable[..., T], *parts: Hashable) -> T:
        """Return what a cheap function gives for these arguments, however long it takes."""
        ...

    async def within(self, seconds: float, work: Callable[..., T], *parts: Hashable) -> T:
        """Return what a function gives for these arguments; raise Unanswered where it takes longer."""
        ...
