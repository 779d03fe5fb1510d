"""The rulings that an answer met, and what their other readings give.

The result is plain data for a page to draw.
"""

from __future__ import annotations

from typing import Any

from drillbook.asking.answers.ask import Answer, Otherwise, other_readings


def readings(answer: Answer, others: tuple[Otherwise, ...] | None) -> dict[str, Any]:
    """Return every ruling that the answer met, with the reading in force.

    others: what the other readings give, or None while that is not known.
    """
    open_ones = {name for name, _ in other_readings(answer)}
    found: dict[tuple[str, str], Otherwise] = {(one.ruling, one.reading): one for one in others or ()}
    rulings = []
    for name, used in answer.readings.items():
        ruling = answer.ruleset.ruling(name)
        lines = []
        for letter, words in ruling.readings.items():
            line: dict[str, Any] = {
                "letter": letter,
                "words": words,
                "used": letter == used,
                "usual": letter == ruling.default,
            }
            other = found.get((name, letter))
            if other is not None:
                line |= {"differs": other.differs, "headline": other.headline}
            lines.append(line)
        rulings.append(
            {
                "name": name,
                "title": ruling.ask,
                "problem": ruling.problem,
                "section": ruling.cite.section,
                "switchable": name in open_ones,
                "lines": lines,
                "differs": any(line.get("differs") for line in lines),
            }
        )
    same = sum(1 for one in rulings if not one["differs"])
    return {"address": str(answer.address), "known": others is not None, "rulings": rulings, "same": same}
