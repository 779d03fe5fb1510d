"""What of a text may not be torn apart at the end of a line?"""

from __future__ import annotations

import re

_SHARE = re.compile(r"(<[^>]*>)|\d[\d.,]* %")
_IN_CELLS = re.compile(_SHARE.pattern + r"|\d[\d.,]* cm\b|(?<![^\W_]|[-&#])[^\W\d_]{1,3}-[^\W\d_]{1,3}(?![^\W_]|-)")


def together(made: str, *, cells: bool = False) -> str:
    """That HTML with every percentage kept on one line with its sign; cells: for narrow columns, lengths and short compounds too."""
    pattern = _IN_CELLS if cells else _SHARE
    return pattern.sub(lambda match: match[1] or f'<span class="whole">{match[0]}</span>', made)
