"""An answer as BBCode, for forums."""

from drillbook.asking.ask import Answer
from drillbook.printing.sheet import Line, sheet


def _plain(text: str) -> str:
    # a zero-width space after the bracket keeps a forum from reading a tag
    return text.replace("[", "[\u200b")


def _where(line: Line, base: str) -> str:
    """The place of a step's rule, as a link where there is a site to link to."""
    words = _plain(line.section)
    return f"[url={base}{line.page}]{words}[/url]" if line.page and base else words


def bbcode(found: Answer, base: str = "") -> str:
    """Question, situation, result, steps with their rules, other readings, edition and link."""
    page = sheet(found, base)
    out = [
        f"[b]{_plain(page.question)}[/b]",
        " · ".join(f"{_plain(label)}: {_plain(value)}" for label, value in page.situation),
    ]
    out += ["", f"[b]{_plain(page.headline)}[/b]" + (f" ({page.odds})" if page.odds else "")]
    for reading in page.readings:
        title = f"[url={base}{reading.page}]{reading.title}[/url]" if reading.page and base else reading.title
        out.append(f"With {reading.named} [i]{title}[/i]: {_plain(reading.words)}")
    out += [f"Usually: {_plain(page.usually)}"] if page.usually else []
    if page.lines:
        out += [
            "[list]",
            *(f"[*]{line.mark} {_plain(line.label)} ({_where(line, base)})" for line in page.lines),
            "[/list]",
        ]
    if page.otherwise:
        out += ["Otherwise:", "[list]", *(f"[*]{_plain(r)}: {_plain(h)}" for r, h in page.otherwise), "[/list]"]
    return "\n".join([*out, _plain(page.credit), f"[url]{page.link}[/url]"])
