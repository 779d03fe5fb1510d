"""The start of the site.

`drillbook serve` calls `serve`, which returns when the site is closed.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from drillbook.book.folder import book_folder
from drillbook.errors import RulesError
from drillbook_widgets.pages.content.unused import leave_out
from drillbook_widgets.site.kernels.fork_client import ForkLine, can_fork
from drillbook_widgets.site.kernels.preload import loading
from drillbook_widgets.site.kernels.runtime_folder import SiteFolder
from drillbook_widgets.site.settings import SettingRefused, Settings, check_port, read_settings
from drillbook_widgets.site.workers.pool import Answering

HERE = Path(__file__).resolve().parent
JUPYTER = HERE / "jupyter"
"""The site's own Jupyter data, found over JUPYTER_PATH: its kernel, and an empty template, which Voilà looks for."""


def prepare() -> None:
    """Prepare the environment of Voilà and the kernels.

    Voilà and the kernels then find our own folder, read no user's settings, and load nothing that is never used.
    """
    leave_out()
    known = os.environ.get("JUPYTER_PATH", "")
    if str(JUPYTER) not in known.split(os.pathsep):
        os.environ["JUPYTER_PATH"] = os.pathsep.join(part for part in (str(JUPYTER), known) if part)
    os.environ.setdefault("JUPYTER_NO_CONFIG", "1")


def serve(host: str = "127.0.0.1", port: int = 8866, open_browser: bool = True) -> int:
    """Serve the book until interrupted, and return the exit code.

    The code is 0 if the site was closed in order, or 1 after a printed sentence if the site could not start.
    """
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
    answering = Answering()
    try:
        folder.hold_everything()
        answering.open()  # now, so that the first who makes pages loads on one core while the site does on another
        return open_site(notebooks, folder, line, answering, settings, host=host, port=port, open_browser=open_browser)
    finally:
        answering.close()
        if line is not None:
            line.abandon()
        folder.remove()


def open_site(
    notebooks: Path,
    folder: SiteFolder,
    line: ForkLine | None,
    answering: Answering,
    settings: Settings,
    *,
    host: str,
    port: int,
    open_browser: bool,
) -> int:
    """Serve the notebooks and return the exit code.

    folder: the folder for everything temporary. line: the link to a fork server, or None. answering: the processes that
    compute answers.
    """
    # Only now, since Voilà reads JUPYTER_PATH while it is imported.
    with loading():
        from drillbook import library
        from drillbook.rules.reload import follow
        from drillbook_widgets.pages.content.catalogue import load_shelf
        from drillbook_widgets.site.application import PortTaken, make

    follow()
    try:
        shelf = load_shelf(notebooks, library())
        site = make(
            shelf,
            folder=folder.path,
            line=line,
            answering=answering,
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
