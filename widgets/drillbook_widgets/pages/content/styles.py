"""The style sheets of the pages, which stand in them.

A page that had to ask for its styles would wait for them behind its own wish for a kernel, which goes out first.
"""

from __future__ import annotations

import re
from pathlib import Path

STYLES = {
    "page": (
        "shared/palette.css",
        "shared/page.css",
        "shared/page_parts.css",
        "shared/text.css",
        "shared/static_answer.css",
        "shared/tooltips.css",
        "shared/house_rules.css",
    ),
    "chapter": ("chapter/reading_depth.css", "chapter/folded_parts.css", "chapter/widgets.css"),
    "register": ("reference/rulings.css",),
    "front": ("reference/home.css",),
    "sheet": ("chapter/sheet.css",),
    "course": ("course/course.css",),
    "table": ("table/table.css", "table/table_form.css"),
    "compare": ("compare/comparison.css", "compare/compare_page.css", "table/table_form.css"),
}
"""The style sheets of every page, and those that some pages have beside them, in their order."""
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SPACE = re.compile(r"\s*\n\s*")


def styles_in(folder: Path) -> dict[str, str]:
    """Return the style sheets of a folder as pages contain them, without comments and indents."""
    return {
        name: "".join(_SPACE.sub("\n", _COMMENT.sub("", (folder / file).read_text("utf-8"))) for file in files).strip()
        for name, files in STYLES.items()
    }
