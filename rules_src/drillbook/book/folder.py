"""Where are the notebooks? Whoever only wants to know their places need not load what reads them."""

from __future__ import annotations

import os
from pathlib import Path

from drillbook.errors import RulesError, listed
from drillbook.rules.identity import Chapter


def book_folder() -> Path:
    """Where the notebooks are: DRILLBOOK_BOOK, else book/ of the source tree, else those that were installed with the package.

    RulesError, with what to do, where there are none.
    """
    named = os.environ.get("DRILLBOOK_BOOK")
    package = Path(__file__).resolve().parents[1]
    places = [Path(named).resolve()] if named else [package.parents[1] / "book", package / "notebooks"]
    for place in places:
        if any(place.glob("*/*.ipynb")):
            return place
    raise RulesError(
        f"There are no notebooks in {listed(map(str, places))}; set DRILLBOOK_BOOK to the folder that holds them."
    )


def notebook_path(chapter: Chapter, book: Path | None = None) -> Path:
    """Where a chapter's notebook is, or would be."""
    return (book or book_folder()) / chapter.ruleset / f"{chapter.stem}.ipynb"
