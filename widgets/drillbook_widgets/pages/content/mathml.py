"""The conversion of formulas from TeX to MathML.

MathML is readable before any script runs.
"""

from __future__ import annotations

import functools
import html
import logging

from latex2mathml.converter import convert

log = logging.getLogger(__name__)


@functools.lru_cache(maxsize=1024)
def mathml(tex: str, *, display: bool = False) -> str:
    """Return a formula as MathML.

    A formula that cannot be converted is returned as its source, and the failure is logged. display: whether the formula
    has its own line.
    """
    source = tex.strip()
    try:
        made: str = convert(source, display="block" if display else "inline")
    except Exception:  # the converter raises many kinds; a page must not fail for one formula
        log.warning("This formula could not be turned into MathML: %s", source)
        return f'<code class="formula-source">{html.escape(source)}</code>'
    if display:
        return f'<div class="formula" tabindex="0" role="group" aria-label="Formula">{made}</div>'
    return made
