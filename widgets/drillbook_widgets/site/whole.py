"""What of a text may not be torn apart at the end of a line?"""

from __future__ import annotations

import re

_SHARE = re.compile(r"(<[^>]*>)|\d[\d.,]* %")


def together(made: str) -> str:
    """That HTML with every percentage kept on one line with its sign."""
    return _SHARE.sub(lambda match: match[1] or f'<span class="whole">{match[0]}</span>', made)
