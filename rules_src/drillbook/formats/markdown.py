"""An answer as Markdown, for issue trackers, chats and blogs."""

import re

from drillbook.asking.answers.ask import Answer
from drillbook.formats.sheet import Sheet, sheet

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")


def plain(text: str) -> str:
    """Text in which no character is taken for Markdown."""
    return _SPECIAL.sub(r"\\\1", text)


def _linked(words: str, page: str | None, base: str) -> str:
    """Words as a link to a page of the site, where there is a site to link to."""
    return f"[{plain(words)}]({base}{page})" if page and base else plain(words)


def markdown(found: Answer, base: str = "") -> str:
    """Question, situation, result, steps with their rules, readings, edition and link."""
    return laid_out(sheet(found, base), base)


def laid_out(page: Sheet, base: str, steps: int | None = None, cited: bool = True) -> str:
    """Return a sheet as Markdown.

    steps: the largest number of steps; without it, all. cited: whether the places of rules are links.
    """
    out = [
        f"**{plain(page.question)}**",
        "",
        " · ".join(f"{plain(label)}: {plain(value)}" for label, value in page.situation),
    ]
    out += ["", f"**{plain(page.headline)}**" + (f" ({page.odds})" if page.odds else ""), ""]
    link = base if cited else ""
    for sentence in page.overruled:
        out += [plain(sentence), ""]
    for reading in page.readings:
        title = _linked(reading.title, reading.page, link)
        out += [f"With {reading.named} *{title}*: {plain(reading.words)}", ""]
    out += [f"Usually: {plain(page.usually)}", ""] if page.usually else []
    shown = page.lines if steps is None else page.lines[:steps]
    for line in shown:
        out.append(f"- `{line.mark}` {plain(line.label)} ({_linked(line.section, line.page, link)})")
    if left := len(page.lines) - len(shown):
        out.append(f"- … and {left} more step{'s' if left > 1 else ''} behind the link")
    if page.otherwise:
        out += [
            "",
            "Otherwise:",
            "",
            *(f"- {plain(reading)}: {plain(headline)}" for reading, headline in page.otherwise),
        ]
    if page.rests and steps is None:
        told = ", ".join(f"{_linked(one.title, one.page, link)} {one.ours}" for one in page.rests)
        out += ["", f"By the book's own readings: {told}"]
    return "\n".join([*out, "", f"{plain(page.credit)} · <{page.link}>"])
