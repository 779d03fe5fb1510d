"""Deferred scripts: the scripts of a page start after its text is painted.

Without the delay, a browser would fetch and run the scripts before it shows any text.
"""

from __future__ import annotations

import re
from functools import cache

from drillbook_widgets.edition.toolchain import HERE

_SCRIPT = re.compile(r'<script (?:defer|type="(module)") (src="[^"]*"[^>]*)></script>')
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def late(text: str) -> str:
    """Return a page whose scripts wait for static/deferred_scripts.js.

    That script is at the end of the page and starts the others in their order.
    """
    named = _SCRIPT.sub(lambda found: f'<script type="late/{found[1] or "classic"}" {found[2]}></script>', text)
    return named if named == text else named.replace("</body>", f"<script>{_beginner()}</script>\n</body>")


@cache
def _beginner() -> str:
    """Return the script at the end of every page with scripts, without its comments and indents."""
    bare = _COMMENT.sub("", (HERE / "static" / "deferred_scripts.js").read_text("utf-8"))
    return "\n".join(line.strip() for line in bare.splitlines() if line.strip())
