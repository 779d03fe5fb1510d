"""An answer for Discord: Markdown that fits into one message."""

from drillbook.asking.answers.ask import Answer
from drillbook.formats.markdown import laid_out
from drillbook.formats.sheet import sheet

LONGEST = 2000
"""Characters that a message may have there."""


def discord(found: Answer, base: str = "") -> str:
    """Question, situation, result, as many steps as there is room for, edition and link."""
    page = sheet(found, base)
    whole = laid_out(page, base)
    if len(whole) <= LONGEST:
        return whole
    for cited in (True, False):
        for steps in range(len(page.lines), -1, -1):
            told = laid_out(page, base, steps, cited)
            if len(told) <= LONGEST:
                return told
    return f"{page.headline}\n<{page.link}>"
