"""What of a text may not be torn apart at the end of a line?"""

from __future__ import annotations

import re

_SHARE = re.compile(r"(<[^>]*>)|\d[\d.,]* %")
_SHARE_OR_COMPOUND = re.compile(_SHARE.pattern + r"|(?<![^\W_]|[-&#])[^\W\d_]{1,3}-[^\W\d_]{1,3}(?![^\W_]|-)")


def together(made: str, *, compounds: bool = False) -> str:
    """That HTML with every percentage kept on one line with its sign; compounds: short ones, as set-up, are kept whole too."""
    pattern = _SHARE_OR_COMPOUND if compounds else _SHARE
    return pattern.sub(lambda match: match[1] or f'<span class="whole">{match[0]}</span>', made)
