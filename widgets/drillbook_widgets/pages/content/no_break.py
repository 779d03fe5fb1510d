"""What of a text may not be torn apart at the end of a line?"""

from __future__ import annotations

import re

_SHARE = re.compile(r"(<[^>]*>)|\d[\d.,]* %")
_IN_CELLS = re.compile(_SHARE.pattern + r"|\d[\d.,]* cm\b|(?<![^\W_]|[-&#])[^\W\d_]{1,3}-[^\W\d_]{1,3}(?![^\W_]|-)")


def together(made: str, *, cells: bool = False) -> str:
    """Return HTML in which every percentage stays on one line with its sign.

    cells: whether the text is for narrow columns; lengths and short compounds then stay on one line too.
    """
    pattern = _IN_CELLS if cells else _SHARE
    return pattern.sub(lambda match: match[1] or f'<span class="whole">{match[0]}</span>', made)
