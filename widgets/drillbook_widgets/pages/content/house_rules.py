"""What is the answer at an address by the reader's house rules? For lists of answers, and for the tools of the page for the table.

House rules stand for what the address leaves open: it is no link that somebody has handed on, but the site's own question.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from drillbook import AskError, ask, decode, encode, library
from drillbook.asking.questions.registry import find_question
from drillbook.asking.uses import house_rules
from drillbook.asking.uses.table_mode import army_builders_of, units_of
from drillbook_widgets.pages.content.static_answer import Still, settled, still_of
from drillbook_widgets.plate.permalink import with_nearest


def honoured(address: str, rules: str, whole: bool) -> dict[str, Any]:
    """The answer in a line, by house rules where they matter to it: `link` asks the same, `yours` names the readings in words.

    rules: the house rules as a link spells them. whole: the address is that of a form, whose values need not all apply; told are also
    the inputs that do, the steps, and the units of a side.
    """
    try:
        wanted = decode(address)
        ruleset = library().find(wanted.ruleset)
    except AskError:
        return _brief(still_of(address))
    own = house_rules.read_house_rules(ruleset, rules)
    wrong = _out_of_range(address) if whole else ""
    asked = encode(house_rules.with_house_rules(wanted, own))
    still = still_of(settled(asked) if whole else asked)
    if not still.question:
        return _brief(still)
    here = decode(still.address)
    readings = {name: letter for name, letter in here.readings.items() if name in still.met or name in wanted.readings}
    yours = [
        one
        for one in still.readings
        if one.ruling in still.met and own.get(one.ruling) == here.readings.get(one.ruling)
    ]
    told = _brief(still) | {
        "link": encode(replace(here, readings=readings)),
        "yours": [[str(one), one.words] for one in yours],
        "usually": still.usually if yours and still.usually != still.headline else "",
        "settled": [said for name, said in house_rules.told_in_vain(ruleset, rules).items() if name in still.met],
    }
    if not whole:
        return told
    return told | {
        "odds": still.odds,
        "complaint": wrong or still.complaint,
        "answer": still.headline,
        "inputs": dict(here.inputs),
        "steps": [[one.mark, one.label, one.section, one.page or ""] for one in still.lines],
        "units": _units(still.address),
    }


def placed(told: dict[str, Any], address: str, way: Callable[[str], str | None]) -> dict[str, Any]:
    """What a page is told of that answer: the address that it asked, and of each step where its rule is found.

    way: from a rule's page to where it stands, nothing where it is not written.
    """
    steps = [[*step[:-1], way(step[-1]) or ""] for step in told.get("steps", ())]
    return {**told, "asked": address} | ({"steps": steps} if steps else {})


def _brief(still: Still) -> dict[str, Any]:
    return {
        "address": still.address,
        "answer": still.complaint or still.headline,
        "refused": still.refused or bool(still.complaint),
    }


def _out_of_range(address: str) -> str:
    """The sentence about the first value that its input cannot have, with the nearest that it can."""
    wanted = decode(address)
    ruleset = library().find(wanted.ruleset)
    try:
        kinds = find_question(ruleset, wanted.question).kinds(ruleset)
    except AskError:
        return ""
    for name, text in wanted.inputs.items():
        if name in kinds:
            try:
                kinds[name].parse(text)
            except AskError as problem:
                return with_nearest(str(problem), kinds[name], text)
    return ""


def _units(address: str) -> list[dict[str, Any]]:
    """The units of a side, where the address asks what a side is built with."""
    asked = decode(address)
    ruleset = library().find(asked.ruleset)
    for builder in army_builders_of(ruleset):
        if builder.question == asked.question:
            return [{"words": one.words, "fields": dict(one.fields)} for one in units_of(ask(asked), builder)]
    return []
