"""How does the site start? `drillbook serve` calls `serve` here; it returns when the site is closed."""

from __future__ import annotations

import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
JUPYTER = HERE / "jupyter"
"""The site's own Jupyter data: Voilà's template. Found over JUPYTER_PATH, so that nothing has to be installed."""


def book_folder() -> Path:
    """Where the chapters' notebooks are: DRILLBOOK_BOOK, or `book/` beside the packages."""
    chosen = os.environ.get("DRILLBOOK_BOOK")
    return Path(chosen).resolve() if chosen else HERE.parents[2] / "book"


def most_kernels() -> int:
    """How many pages may have live calculators at once: DRILLBOOK_KERNELS, or 40 (about 40 MB each)."""
    wanted = os.environ.get("DRILLBOOK_KERNELS", "")
    return int(wanted) if wanted.isdecimal() else 40


def prepare() -> None:
    """Let Voilà and the kernels find our own folder, and read nobody's settings."""
    known = os.environ.get("JUPYTER_PATH", "")
    if str(JUPYTER) not in known.split(os.pathsep):
        os.environ["JUPYTER_PATH"] = os.pathsep.join(part for part in (str(JUPYTER), known) if part)
    os.environ.setdefault("JUPYTER_NO_CONFIG", "1")


def serve(host: str = "127.0.0.1", port: int = 8866, open_browser: bool = True) -> int:
    """Serve the book until interrupted. 0 when it was closed in order, 1 with a sentence where it could not start."""
    prepare()
    # Only now, since Voilà reads JUPYTER_PATH while it is imported.
    from drillbook import RulesError, library
    from drillbook_widgets.site.application import PortTaken, make
    from drillbook_widgets.site.shelf import load_shelf

    notebooks = book_folder()
    if not notebooks.is_dir():
        print(
            f"There is no folder {notebooks}. Start the site from a checkout of Drillbook, "
            "or name the folder of the notebooks in DRILLBOOK_BOOK.",
            file=sys.stderr,
        )
        return 1
    try:
        shelf = load_shelf(notebooks, library())
        site = make(shelf, host=host, port=port, open_browser=open_browser, most_kernels=most_kernels())
        site.start()
    except (PortTaken, RulesError) as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0
