"""How does the site start? `drillbook serve` calls `serve` here; it returns when the site is closed."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from drillbook.book.notebooks import book_folder
from drillbook.errors import RulesError
from drillbook_widgets.site.folder import SiteFolder
from drillbook_widgets.site.fork_line import ForkLine, can_fork
from drillbook_widgets.site.settings import SettingRefused, Settings, check_port, read_settings

HERE = Path(__file__).resolve().parent
JUPYTER = HERE / "jupyter"
"""The site's own Jupyter data: Voilà's template. Found over JUPYTER_PATH, so that nothing has to be installed."""


UNUSED = ("rfc3987_syntax",)
"""A checker of web addresses that jsonschema takes along where it is installed. It builds a grammar while it is imported,
two thirds of the time in which Voilà is, for checks of settings that a site never reads; jsonschema does without it."""


def prepare() -> None:
    """Let Voilà and the kernels find our own folder, read nobody's settings, and load nothing that is never used."""
    for name in UNUSED:
        sys.modules.setdefault(name, None)  # type: ignore[arg-type]  # an import of it fails at once
    known = os.environ.get("JUPYTER_PATH", "")
    if str(JUPYTER) not in known.split(os.pathsep):
        os.environ["JUPYTER_PATH"] = os.pathsep.join(part for part in (str(JUPYTER), known) if part)
    os.environ.setdefault("JUPYTER_NO_CONFIG", "1")


def serve(host: str = "127.0.0.1", port: int = 8866, open_browser: bool = True) -> int:
    """Serve the book until interrupted. 0 when it was closed in order, 1 with a sentence where it could not start."""
    try:
        check_port(port)
        settings = read_settings()
        notebooks = book_folder()
    except (RulesError, SettingRefused) as problem:
        print(problem, file=sys.stderr)
        return 1
    prepare()
    folder = SiteFolder()
    line = ForkLine(folder.path) if settings.fork and can_fork() else None
    try:
        folder.hold_everything()
        if line is not None:
            line.launch()  # now, so that it loads on one core while the site does on another
        return open_site(notebooks, folder, line, settings, host=host, port=port, open_browser=open_browser)
    finally:
        if line is not None:
            line.abandon()
        folder.remove()


def open_site(
    notebooks: Path,
    folder: SiteFolder,
    line: ForkLine | None,
    settings: Settings,
    *,
    host: str,
    port: int,
    open_browser: bool,
) -> int:
    """Serve those notebooks, with that folder for all that is temporary and that line to a fork server."""
    # Only now, since Voilà reads JUPYTER_PATH while it is imported.
    from drillbook import library
    from drillbook_widgets.site.application import PortTaken, make
    from drillbook_widgets.site.shelf import load_shelf

    try:
        shelf = load_shelf(notebooks, library())
        site = make(
            shelf,
            folder=folder.path,
            line=line,
            host=host,
            port=port,
            open_browser=open_browser,
            settings=settings,
        )
        site.start()
    except (PortTaken, RulesError) as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0
