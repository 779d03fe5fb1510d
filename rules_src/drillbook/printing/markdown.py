"""An answer as Markdown, for issue trackers, chats and blogs."""

import re

from drillbook.asking.ask import Answer
from drillbook.printing.sheet import sheet

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")


def plain(text: str) -> str:
    """Text in which no character is taken for Markdown."""
    return _SPECIAL.sub(r"\\\1", text)


def markdown(found: Answer, base: str = "") -> str:
    """Question, situation, result, steps with their rules, other readings, edition and link."""
    page = sheet(found, base)
    out = [
        f"**{plain(page.question)}**",
        "",
        " · ".join(f"{plain(label)}: {plain(value)}" for label, value in page.situation),
    ]
    out += ["", f"**{plain(page.headline)}**" + (f" ({page.odds})" if page.odds else ""), ""]
    for reading in page.readings:
        title = f"[{plain(reading.title)}]({base}{reading.page})" if reading.page and base else plain(reading.title)
        out += [f"With {reading.named} *{title}*: {plain(reading.words)}", ""]
    out += [f"Usually: {plain(page.usually)}", ""] if page.usually else []
    for line in page.lines:
        where = f"[{plain(line.section)}]({base}{line.page})" if line.page and base else plain(line.section)
        out.append(f"- `{line.mark}` {plain(line.label)} ({where})")
    if page.otherwise:
        out += [
            "",
            "Otherwise:",
            "",
            *(f"- {plain(reading)}: {plain(headline)}" for reading, headline in page.otherwise),
        ]
    return "\n".join([*out, "", f"{plain(page.credit)} · <{page.link}>"])
