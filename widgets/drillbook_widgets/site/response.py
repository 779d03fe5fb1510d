"""How does a page get to its reader quickly? With its styles in it, its beginning first, packed once and for all.

A page that had to ask for its styles would wait for them behind its own wish for a kernel, which goes out first.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

STYLES = {
    "page": ("palette.css", "page.css", "text.css", "words.css", "house.css"),
    "chapter": ("depth.css", "widgets.css"),
    "register": ("register.css",),
    "front": ("front.css",),
    "sheet": ("sheet.css",),
    "course": ("course.css",),
    "table": ("table.css", "table_form.css"),
    "compare": ("compare.css", "compare_page.css", "table_form.css"),
}
"""The style sheets of every page, and those that some pages have beside them, in their order."""
HARD = 6
GZIP = 31
"""zlib's number for its usual window in gzip's form."""
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SPACE = re.compile(r"\s*\n\s*")


def styles_in(folder: Path) -> dict[str, str]:
    """The style sheets of a folder as they stand in the pages, without comments and indents."""
    return {
        name: "".join(_SPACE.sub("\n", _COMMENT.sub("", (folder / file).read_text("utf-8"))) for file in files).strip()
        for name, files in STYLES.items()
    }


@dataclass(frozen=True)
class Sendable:
    """A page's text in two parts: the beginning is laid out by the browser while the rest comes. rest may be nothing."""

    beginning: str
    rest: str

    @property
    def plain(self) -> tuple[bytes, bytes]:
        """Both as they are."""
        return self.beginning.encode(), self.rest.encode()

    @cached_property
    def packed(self) -> tuple[bytes, bytes]:
        """Both packed as one, so that the beginning can be read before the rest is there."""
        packer = zlib.compressobj(HARD, zlib.DEFLATED, GZIP)
        first, rest = self.plain
        begun = packer.compress(first) + packer.flush(zlib.Z_SYNC_FLUSH)
        return begun, packer.compress(rest) + packer.flush()
