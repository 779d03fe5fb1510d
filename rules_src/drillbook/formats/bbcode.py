"""An answer as BBCode, for forums."""

from drillbook.asking.answers.ask import Answer
from drillbook.formats.sheet import sheet


def plain(text: str) -> str:
    """Text in which no bracket is taken for a tag."""
    # a zero-width space after the bracket keeps a forum from reading a tag
    return text.replace("[", "[\u200b")


def _linked(words: str, page: str | None, base: str) -> str:
    """Words as a link to a page of the site, where there is a site to link to."""
    return f"[url={base}{page}]{plain(words)}[/url]" if page and base else plain(words)


def bbcode(found: Answer, base: str = "") -> str:
    """Question, situation, result, steps with their rules, other readings, edition and link."""
    page = sheet(found, base)
    out = [
        f"[b]{plain(page.question)}[/b]",
        " · ".join(f"{plain(label)}: {plain(value)}" for label, value in page.situation),
    ]
    out += ["", f"[b]{plain(page.headline)}[/b]" + (f" ({page.odds})" if page.odds else "")]
    out += map(plain, page.overruled)
    for reading in page.readings:
        out.append(f"With {reading.named} [i]{_linked(reading.title, reading.page, base)}[/i]: {plain(reading.words)}")
    out += [f"Usually: {plain(page.usually)}"] if page.usually else []
    if page.lines:
        out += [
            "[list]",
            *(f"[*]{line.mark} {plain(line.label)} ({_linked(line.section, line.page, base)})" for line in page.lines),
            "[/list]",
        ]
    if page.otherwise:
        out += ["Otherwise:", "[list]", *(f"[*]{plain(r)}: {plain(h)}" for r, h in page.otherwise), "[/list]"]
    if page.rests:
        told = ", ".join(f"{_linked(one.title, one.page, base)} {one.ours}" for one in page.rests)
        out.append(f"By the book's own readings: {told}")
    return "\n".join([*out, plain(page.credit), f"[url]{page.link}[/url]"])
