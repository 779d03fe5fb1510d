"""An answer as plain text, for the terminal and for copying."""

from drillbook.asking.answers.ask import Answer
from drillbook.formats.sheet import sheet


def text(found: Answer, base: str = "") -> str:
    """Question, situation, result, steps with their rules, other readings, edition and link."""
    page = sheet(found, base)
    wide = max((len(line.mark) for line in page.lines), default=0)
    out = [page.question, "  " + " · ".join(f"{label}: {value}" for label, value in page.situation)]
    out += ["", page.headline] + ([page.odds] if page.odds else [])
    out += page.overruled
    out += [f"With {reading}: {reading.words}" for reading in page.readings]
    out += [f"Usually: {page.usually}"] if page.usually else []
    if page.lines:
        out += [
            "",
            "Why",
            *(f"  {line.mark:>{wide}}  {line.label}  [{line.section} {line.rule}]" for line in page.lines),
        ]
    if page.otherwise:
        out += ["", "Otherwise", *(f"  {reading}: {headline}" for reading, headline in page.otherwise)]
    if page.rests:
        out += ["", f"By the book's own readings: {', '.join(f'{one.title} {one.ours}' for one in page.rests)}"]
    return "\n".join([*out, "", page.credit, page.link])
