"""The answer at an address under the reader's house rules.

Lists of answers and the tools of the page for the table use it.

House rules replace whatever the address leaves open, because the address is the site's own question and not a link
that somebody shared.
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
    """Return the answer in one line, under the house rules if they affect it.

    `link` is the address of the same question; `yours` lists the readings in words.

    rules: the house rules as a link writes them. whole: whether the address comes from a form, whose values need not all
    apply; the result then also has the inputs that apply, the steps, and the units of a side.
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
    """Return the answer of `honoured` with the asked address and the path to each step's rule.

    told: the answer. way: a function from a rule's page to its path, or None if that page is not written.
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
    """Return the sentence about the first value outside its input's range, or an empty string.

    The sentence states the nearest possible value.
    """
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
    """Return the units of a side if the address asks the question with which a side is built.

    Otherwise the list is empty.
    """
    asked = decode(address)
    ruleset = library().find(asked.ruleset)
    for builder in army_builders_of(ruleset):
        if builder.question == asked.question:
            return [{"words": one.words, "fields": dict(one.fields)} for one in units_of(ask(asked), builder)]
    return []
