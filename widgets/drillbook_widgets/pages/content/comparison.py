"""Two to four addresses beside each other, for the comparison page.

The module makes the answers as a page draws them, and the remarks about the link with these addresses.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

from drillbook.asking.answers.address import EDITION
from drillbook.asking.uses.comparison import LEAST, LETTERS, MOST, Comparison, side, wrong
from drillbook.errors import AskError, listed, quoted
from drillbook.formats import compared as printed
from drillbook_widgets.pages.content.inputs import LONGEST_ADDRESS, FormInput, form_of
from drillbook_widgets.pages.content.static_answer import still_of

COMPARE = "/compare"
FEW = "A comparison takes two to four addresses. Give another, such as one that a plate shows under Share."
MANY = "A comparison takes two to four addresses; these are the first four."
TOO_LONG = "This address is too long to be a question."
EXAMPLE = ("bn/covering-fire?distance=32", "bn/covering-fire?distance=16")
"""Two that can be compared, for a link of which nothing can be answered."""
STRAY = "This link has {} outside of its addresses, where nobody reads it: an & within an address is written %26."


@dataclass(frozen=True, slots=True)
class ComparisonSide:
    """One side of a comparison as its page draws it.

    A side has its letter, address, ruleset, title, answer as HTML, the complaint about the link, the form that changes
    the side, and the colours of the ruleset.
    """

    letter: str
    address: str
    short: str
    title: str
    html: str
    complaint: str = ""
    inputs: tuple[FormInput, ...] = ()
    colours: str = ""


@dataclass(frozen=True, slots=True)
class Laid:
    """Answers beside each other: the picture, the columns, how far they lie apart."""

    picture: str
    columns: tuple[ComparisonSide, ...]
    difference: str
    headlines: tuple[str, ...]


def laid(addresses: tuple[str, ...]) -> Laid:
    """Return the answers at these addresses, laid out beside each other.

    A wrong address gives the nearest possible answer and the sentence that explains what is wrong.
    """
    sides, complaints = [], []
    for address in addresses:
        if len(address) > LONGEST_ADDRESS:
            sides.append(wrong("", TOO_LONG))
            complaints.append("")
            continue
        still = still_of(address)
        complaints.append(still.complaint)
        try:
            sides.append(side(still.address if still.question else address))
        except AskError as problem:
            sides.append(wrong(address, str(problem)))
            complaints[-1] = ""
    one = Comparison(tuple(sides))
    columns = tuple(
        ComparisonSide(
            one.letter(each),
            each.address,
            each.ruleset.short if each.ruleset else "",
            each.title,
            printed.column(one, each),
            complaint,
            form_of(each.found) if each.found else (),
            f"--light: {each.ruleset.accent.light}; --dark: {each.ruleset.accent.dark}" if each.ruleset else "",
        )
        for each, complaint in zip(sides, complaints, strict=True)
    )
    headlines = tuple(each.found.headline for each in sides if each.found)
    return Laid(printed.picture(one), columns, one.difference, headlines)


def bare(written: str) -> str:
    """Return the address within a text, which may be a whole link."""
    text = written.strip()
    if "://" in text:
        with contextlib.suppress(ValueError):  # a link that is none is told to be no address
            parts = urlsplit(text)
            text = parts.path + (f"?{parts.query}" if parts.query else "")
    return text.removeprefix("/")


def link(addresses: Sequence[str]) -> str:
    """Return the link to the page that shows these addresses beside each other."""
    pairs = "&".join(f"{letter}={quote(one, safe='/')}" for letter, one in zip(LETTERS, addresses, strict=False))
    return f"{COMPARE}?{pairs}"


def within_bounds(given: Sequence[str]) -> tuple[str, ...]:
    """Return the addresses of a link that are compared: at most four, each cut to a limit.

    A cut address is one letter longer than the longest that is read, so that it still counts as too long.
    """
    return tuple(one[: LONGEST_ADDRESS + 1] for one in given[:MOST])


def comparison_data(made: Laid, given: Sequence[str], names: Iterable[str]) -> dict[str, Any]:
    """Return the data that the page shows around the comparison.

    given: the addresses in the link. names: all parameter names in the link.
    """
    complaints = [FEW] if len(given) < LEAST else [MANY] if len(given) > MOST else []
    if stray := [quoted(name) for name in names if name not in {*LETTERS, "situation", EDITION}]:
        complaints.append(STRAY.format(listed(stray[:MOST], "and")))
    return {
        "heading": "Side by side",
        "laid": made,
        "complaint": " ".join(complaints),
        "link": link([column.address for column in made.columns]),
        "alike": [column for column in made.columns if column.inputs] if len(made.columns) < MOST else [],
        "examples": () if made.headlines else EXAMPLE,
        "example": link(EXAMPLE),
    }
