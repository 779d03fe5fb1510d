"""An answer as HTML without scripts: what a page shows before its plate is live."""

from html import escape

from drillbook.asking.answers.ask import Answer
from drillbook.formats.sheet import sheet


def html(found: Answer, base: str = "") -> str:
    """Question, result, situation and steps as one <div class="answer">; everything is escaped."""
    page = sheet(found, base)
    rows = []
    for line in page.lines:
        where = escape(line.section)
        link = f'<a href="{escape(line.page)}" title="{escape(line.rule)}">{where}</a>' if line.page else where
        rows.append(f"<li><b>{escape(line.mark)}</b> <span>{escape(line.label)}</span> <cite>{link}</cite></li>")
    readings = " ".join(
        (*page.overruled, "; ".join(f"With {reading}: {reading.words}" for reading in page.readings))
    ).strip()
    usual = f" Usually: {page.usually}" if page.usually else ""
    situation = " · ".join(f"{label}: {value}" for label, value in page.situation)
    return (
        f'<div class="answer"><p class="question">{escape(page.question)}</p><p class="headline">{escape(page.headline)}</p>'
        f'<p class="odds">{escape(page.odds)}</p><p class="readings">{escape(readings + usual)}</p>'
        f'<p class="situation">{escape(situation)}</p><ol class="steps">{"".join(rows)}</ol></div>'
    )
