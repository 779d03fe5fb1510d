"""An answer on a sheet of paper, with its link as a QR code.

The sheet holds what the answer says, or the answer's own sheet to tick and to write on.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from drillbook.asking.answers.ask import Answer
from drillbook.asking.answers.results import Breakdown
from drillbook.formats.code import code
from drillbook.formats.sheet import sheet


def paper(found: Answer, base: str = "") -> dict[str, Any]:
    """Return the content of the paper sheet, as plain data.

    base: the site's own address.
    An answer with its own sheet is printed as that sheet. Any other answer is printed with its situation, its steps and its
    other readings.
    """
    told = sheet(found, base)
    own = found.outcome.paper if isinstance(found.outcome, Breakdown) else None
    made: dict[str, Any] = {
        "title": own.title if own else told.question,
        "headline": told.headline,
        "odds": told.odds,
        "readings": [*told.overruled, *(f"{one}: {one.words}" for one in told.readings)],
        "credit": told.credit,
        "link": told.link,
        "code": None,
    }
    if found_code := code(told.link):
        made["code"] = asdict(found_code)
    if own:
        return made | {"groups": [asdict(group) for group in own.groups]}
    return made | {
        "situation": [list(one) for one in told.situation],
        "steps": [[line.mark, line.label, line.section] for line in told.lines],
        "otherwise": [list(one) for one in told.otherwise],
    }
