"""The two files of scripts that a chapter's page loads: its own scripts, and the widgets'.

The widgets' code is that of the installed packages, in the form that each package ships for a page without JupyterLab's
own loader: one AMD file for each package. The file of ipywidgets includes its widget manager. This module puts them
into one file. In it, each package has a function of its own that hands over what the package's file defines
(amd_loader.js). So a page makes one request instead of following a chain of a hundred small files, and runs a package
only when one of its widgets is drawn. A file's address carries a fingerprint of its content, so a browser keeps the
file permanently.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from drillbook_widgets.plate.assets import joined_scripts

OWN = (
    "chapter/reading_depth.js",
    "shared/share.js",
    "chapter/ruling_notes.js",
    "chapter/reconnect.js",
    "chapter/kernel_connection.js",
    "chapter/widget_manager.js",
    "chapter/shared_inputs_notice.js",
    "chapter/plate_scheduler.js",
    "chapter/kernel_session.js",
    "chapter/permalinks.js",
    "chapter/side_inputs.js",
    "shared/page_frame.js",
    "shared/house_rules.js",
    "shared/navigation.js",
    "shared/tooltips.js",
    "shared/print.js",
    "search/search_box.js",
    "shared/prefetch.js",
)
"""The page's own scripts, in the order in which they run."""
LOADER = "chapter/amd_loader.js"
"""The script that runs the packages' files."""
PACKAGES = {
    "nbextensions/jupyter-js-widgets/extension": "jupyter-js-widgets/extension.js",
    "bqscales": "bqscales/index.js",
    "bqplot": "bqplot/index.js",
    "anywidget": "anywidget/index.js",
}
"""Each package's AMD file, by the name under which it is asked for."""
HARDEST = 9


class BundleBroken(Exception):
    """A file that the page needs is not installed; the message says which."""


@dataclass(frozen=True)
class Bundle:
    """One file of scripts, as it goes over the wire."""

    name: str
    body: bytes

    @cached_property
    def packed(self) -> bytes:
        """It, compressed once and for all."""
        return gzip.compress(self.body, HARDEST, mtime=0)

    @cached_property
    def seal(self) -> str:
        """A short text that changes with its content."""
        return hashlib.sha256(self.body).hexdigest()[:12]

    async def pack(self) -> bytes:
        """Return the bundle compressed; compress it in a thread on the first call.

        The first call takes a moment, and the server serves others meanwhile.
        """
        return await asyncio.to_thread(lambda: self.packed)

    @property
    def path(self) -> str:
        """Where the site serves it."""
        return f"/bundles/{self.name}-{self.seal}.js"


def make_bundles(own: Path, installed: Iterable[Path]) -> dict[str, Bundle]:
    """Return the page's two bundles by name.

    own: the folder of the page's own scripts. installed: the folders in which packages install AMD files. Raises
    BundleBroken if an AMD file is not installed.
    """
    folders = list(installed)
    page = joined_scripts(own / name for name in OWN)
    widgets = [(own / LOADER).read_text("utf-8")]
    for name, place in PACKAGES.items():
        path = next((folder / place for folder in folders if (folder / place).is_file()), None)
        if path is None:
            raise BundleBroken(f"The widgets' file {place} is not installed; install the package again.")
        code = path.read_text("utf-8").replace("\n//# sourceMappingURL=", "\n// ")
        # A function in brackets is read once; another would be skimmed first, since a browser cannot know that it is run.
        widgets.append(f"amd.file({json.dumps(name)}, (function (define, requirejs, Jupyter) {{\n{code}\n}}));")
    whole = "(() => {\n" + "\n".join(widgets) + "\nwindow.drillbookWidgets.loaded(amd);\n})();\n"
    return {one.name: one for one in (Bundle("page", page.encode()), Bundle("widgets", whole.encode()))}
