"""The folder of the notebooks, and the content of a notebook.

Code that needs only this does not load what writes and checks notebooks.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from drillbook.errors import RulesError, listed
from drillbook.rules.manifest import Chapter

COURSE = "course"
"""The stem of the notebook that tells a ruleset's course."""
SHEET = "sheet"
"""The stem of a ruleset's sheet, which stands beside its chapters and is none: tables and modifiers for the table."""


def book_folder() -> Path:
    """Return the folder of the notebooks.

    The folder is DRILLBOOK_BOOK if that is set, else book/ of the source tree, else the notebooks installed with the
    package.
    Raises RulesError, which says what to do, if there are no notebooks.
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


def read_notebook(path: Path) -> dict[str, Any]:
    """Return the JSON of a notebook; raise RulesError if the file is not a notebook."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        content["cells"]
    except (ValueError, KeyError, TypeError):
        raise RulesError(
            f"{path.name}: the file is not a notebook; restore it from git or save it again from JupyterLab."
        ) from None
    return dict(content)


def source(cell: dict[str, Any]) -> str:
    """Return the text of a cell."""
    return "".join(cell["source"])
