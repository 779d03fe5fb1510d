"""The data that a page shows of an answer, for the headline and for every tab.

The data is plain, with no widget and no HTML.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict
from typing import Any

from drillbook.asking.answers.ask import Answer, other_readings
from drillbook.asking.answers.results import Breakdown
from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.inputs.numbers import Numeric
from drillbook.asking.inputs.rows import Rows
from drillbook.asking.uses.comparison import kin
from drillbook.formats.bbcode import bbcode
from drillbook.formats.discord import discord
from drillbook.formats.markdown import markdown
from drillbook.formats.paper import paper
from drillbook.formats.sheet import chance_words, lengths, page, section, situation_lines, with_edition
from drillbook.formats.sheet import lines as lines_of
from drillbook.formats.sheet import reading_lines as readings_apart
from drillbook.formats.text import text
from drillbook.maths.exact import exact
from drillbook.maths.number_words import other_tape
from drillbook_widgets.plate.form import rule_ticks, short_number, ticked
from drillbook_widgets.views.of_answer import exhibits

OTHERS_RULE_IT_OUT = "Other inputs rule it out."
ROWS = 400  # rows of a table that are sent; no picture here is larger, and a page must stay light


def headline_topic(answer: Answer, idle: Collection[str] = ()) -> dict[str, Any]:
    """Return the headline data of an answer.

    The data has the answer in one line, its odds, what was asked, and the readings that are not the book's own. A refusal
    adds its rule.

    idle: rulings whose readings are not mentioned.
    """
    told: dict[str, Any] = {
        "headline": answer.headline,
        "odds": " · ".join(filter(None, (chance_words(answer), lengths(answer)))),
        "refused": answer.refused,
        "situation": [list(one) for one in situation_lines(answer)],
        "readings": departed(answer, idle),
    }
    if not isinstance(answer.outcome, Breakdown):
        rule = answer.ruleset.rule(answer.outcome.rule)
        told["rule"] = {
            "rule": rule.id,
            "section": section(rule),
            "page": page(answer.ruleset, rule),
            "words": rule.text,
        }
    return told


def departed(answer: Answer, idle: Collection[str] = ()) -> list[dict[str, Any]]:
    """Return the readings in force that are not the book's own.

    Each comes with the place of its ruling and the way back to the book's reading. idle: rulings that are left out.
    """
    return [asdict(one) for one in readings_apart(answer) if one.ruling not in idle]


def inputs(
    answer: Answer, kinds: Mapping[str, Kind], values: Mapping[str, Any], wrong: Mapping[str, str]
) -> dict[str, Any]:
    """Return what the form shows beside each control.

    This is the value in words, a complaint, or why the input does not apply.
    """
    applies = set(answer.spec.visible(answer.ruleset, values))
    told: dict[str, Any] = {}
    for name, kind in kinds.items():
        one: dict[str, Any] = {}
        if isinstance(kind, Numeric):
            one |= {"value": short_number(kind, values[name]), "words": kind.words(values[name])}
            one["ticks"] = rule_ticks(ticked(kind, answer.ruleset, kinds, values))
            if other := other_tape(values[name], kind.unit):
                one["other"] = other
            if values[name] in (kind.low, kind.high):
                one["end"] = "low" if values[name] == kind.low else "high"
        if isinstance(kind, Rows) and kind.per:
            owners = kinds[kind.per]
            assert isinstance(owners, Rows)
            one |= {"most": owners.high, "needed": kind.needed(values[name], values[kind.per], owners.high)}
        if name in wrong:
            one["wrong"] = wrong[name]
        if name not in applies:
            one["off"] = kind.why_not or OTHERS_RULE_IT_OUT
        told[name] = one
    return told


def why(answer: Answer, idle: Collection[str] = ()) -> dict[str, Any]:
    """Return the steps of an answer and the readings in force that are not the book's own.

    Each step comes with the place of its rule. idle: rulings whose readings are left out.
    """
    lines = [
        {
            "mark": line.mark,
            "label": line.label,
            "rule": line.rule,
            "section": line.section,
            "page": line.page,
            "words": answer.ruleset.rule(line.rule).text,
            "asks": line.asks,
        }
        for line in lines_of(answer)
    ]
    return {"lines": lines, "readings": departed(answer, idle)}


def tabs(answer: Answer, throws: bool) -> list[str]:
    """Return the tabs that have something to show.

    throws: whether there is a distribution to compare dice with.
    """
    found = ["why", *(["otherwise"] if other_readings(answer) else []), "pin"]
    if throws:
        found += ["roll", "luck"] if answer.spec.simulate is not None else ["luck"]
    elif isinstance(answer.outcome, Breakdown) and answer.outcome.to_roll:
        found.append("roll")
    return [*found, *(["table"] if exhibits(answer) else []), "share"]


def tables(answer: Answer) -> dict[str, Any]:
    """Every picture as a sentence and a table."""
    told = []
    for exhibit in exhibits(answer):
        head, rows = exhibit.table()
        told.append(
            {
                "caption": exhibit.caption,
                "head": list(head),
                "rows": [list(row) for row in rows[:ROWS]],
                "more": max(0, len(rows) - ROWS),
            }
        )
    return {"tables": told}


def share_topic(answer: Answer, base: str) -> dict[str, Any]:
    """Return the texts to copy, the sheet to print, and the same case in related rulesets.

    Related rulesets are those of the same family.
    """
    link = with_edition(answer.address, answer.ruleset)
    return {
        "link": f"{base}/{link}" if base else link,
        "text": text(answer, base),
        "markdown": markdown(answer, base),
        "bbcode": bbcode(answer, base),
        "discord": discord(answer, base),
        "paper": paper(answer, base),
        "address": str(answer.address),
        "kin": [[one.title, one.address] for one in kin(answer)] if base else [],
    }


def count_text(value: object) -> str:
    """Return a count for a sentence, with thousands separated by a narrow space."""
    return f"{value:,}".replace(",", "\u202f") if isinstance(value, int) else str(exact(value))  # type: ignore[arg-type]
