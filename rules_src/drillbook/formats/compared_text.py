"""Answers beside each other as plain text, as a Markdown table and as data."""

from __future__ import annotations

from typing import Any

from drillbook.asking.uses.comparison import Comparison
from drillbook.formats import json
from drillbook.formats.markdown import plain
from drillbook.formats.sheet import lines, reading_lines, situation_lines
from drillbook.maths.exact import as_json
from drillbook.maths.number_words import percent


def text(one: Comparison) -> str:
    """Return the comparison as plain text: what each side was asked and what it answers.

    A star marks what differs. The last line gives the difference between the chances.
    """
    out = [one.name, one.asks, ""] if one.name else []
    for side in one.sides:
        out.append(f"{one.letter(side)}  {side.title}")
        if side.found is None:
            out += [f"   {side.complaint}", ""]
            continue
        differing, own = one.differing(side), one.own_steps(side)
        out += [f"   {side.found.title}", f"   {side.found.headline}"]
        if side.of and side.chance is not None:
            out.append(f"   The chance of {side.of}: {percent(side.chance)}")
        out += [f"   {told.sentence}" for told in side.found.overruled]
        out += [f"   With {reading}: {reading.words}" for reading in reading_lines(side.found)]
        out += [
            f"  {'*' if label in differing else ' '}{label}: {words}" for label, words in situation_lines(side.found)
        ]
        out += [
            f"  {'*' if at in own else ' '}{line.mark}  {line.label}  [{line.section}]"
            for at, line in enumerate(lines(side.found))
        ]
        out += [f"   /{side.address}", ""]
    return "\n".join([*out, one.difference]).strip()


def markdown(one: Comparison) -> str:
    """Return a Markdown table of all sides: ruleset, question and answer in a row for each."""
    out = ["| Ruleset | What is asked | The answer |", "| :--- | :--- | :--- |"]
    for side in one.sides:
        if side.found is None:
            out.append(f"| {plain(side.title)} | – | {plain(side.complaint)} |")
            continue
        chance = (
            "" if side.chance is None or not side.of else f" So the chance of {plain(side.of)}: {percent(side.chance)}."
        )
        chance += "".join(f" {plain(told.sentence)}" for told in side.found.overruled)
        asked = " · ".join(f"{label}: {words}" for label, words in situation_lines(side.found))
        out.append(
            f"| {plain(side.title)} | {plain(asked)} | [{plain(side.found.headline)}](/{side.address}).{chance} |"
        )
    return "\n".join(out)


def data(one: Comparison) -> dict[str, Any]:
    """Return the whole comparison as data.

    Each side's answer is in the form that `drillbook ask --json` prints.
    """
    return {
        "name": one.name,
        "asks": one.asks,
        "difference": one.difference,
        "sides": [
            {
                "letter": one.letter(side),
                "ruleset": side.ruleset.short if side.ruleset else None,
                "address": side.address,
                "complaint": side.complaint,
                "chance": as_json(side.chance),
                "of": side.of,
                "differs": sorted(one.differing(side)),
                "own_steps": sorted(one.own_steps(side)),
                "answer": json.answer_json(side.found) if side.found else None,
            }
            for side in one.sides
        ],
    }
