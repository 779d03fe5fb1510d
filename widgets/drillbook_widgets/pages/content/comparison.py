"""Two to four addresses beside each other: the answers as a page draws them, and what is said of a link that brings them."""

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
    """One side as its page draws it: whose it is, its address, its answer, what was wrong with the link, the form that changes it, and
    its ruleset's colours."""

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
    """The answers at these addresses; one that is wrong gives the nearest answer that it can, with the sentence that says so."""
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
    """The address in what was given, which may be a whole link."""
    text = written.strip()
    if "://" in text:
        with contextlib.suppress(ValueError):  # a link that is none is told to be no address
            parts = urlsplit(text)
            text = parts.path + (f"?{parts.query}" if parts.query else "")
    return text.removeprefix("/")


def link(addresses: Sequence[str]) -> str:
    """The page on which these addresses stand beside each other."""
    pairs = "&".join(f"{letter}={quote(one, safe='/')}" for letter, one in zip(LETTERS, addresses, strict=False))
    return f"{COMPARE}?{pairs}"


def within_bounds(given: Sequence[str]) -> tuple[str, ...]:
    """The addresses that are laid, of those that a link brings."""
    return tuple(one[: LONGEST_ADDRESS + 1] for one in given[:MOST])


def comparison_data(made: Laid, given: Sequence[str], names: Iterable[str]) -> dict[str, Any]:
    """What the page says around them. given: the addresses of the link; names: all that it names."""
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
