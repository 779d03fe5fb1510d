"""The pieces of the book for a discussion, and the effect of house rules on a text.

Both are computed in the process that is asked for them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drillbook import AskError, RulesError, ask, decode, library
from drillbook.asking.answers.ask import Answer, answer
from drillbook.asking.uses.house_rules import REGISTER, departing_readings, settled_sentences
from drillbook.asking.uses.ruling_weight import examples
from drillbook.formats import piece
from drillbook.rules.faq import by_house
from drillbook.rules.remembered import remembered

BASE = "{site}"
"""Stands in the texts where the page puts the site's own address, which it knows better."""
NO_PIECE = "There is nothing of that name to hand on."


def handed_on(short: str, query: str) -> dict[str, str] | None:
    """Return a piece of the book in every format, or None if there is no such piece.

    The piece is a rule, a row of its table, a ruling (`of=ID&row=N`) or a set of house rules (`ruling.NAME=B`).
    """
    try:
        wanted = decode(f"{short}/{REGISTER}?{query}")
        ruleset = library().find(short)
        if wanted.readings:
            readings, _ = departing_readings(ruleset, wanted.readings)
            return piece.piece_forms(piece.of_house(ruleset, readings), BASE)
        if "of" in wanted.inputs:
            return rule_forms(ruleset.short, wanted.inputs["of"], int(wanted.inputs.get("row", "-1")))
    except (AskError, ValueError):
        pass
    return None


def house_told(short: str, slug: str, query: str) -> tuple[dict[str, Any], tuple[tuple[str, str], ...]]:
    """Return the effect of house rules on a chapter's sentences, and the house rules by name.

    The first value is a dict with these entries. rulings: by ruling id, the reading's letter, its words and the ruling's
    question. asked: the questions at the table that get another answer, each with the remark to show beside it and the
    ruling's id. settled: sentences about house rules that can no longer be chosen. answers: empty, for the caller to
    fill.

    Raises AskError if the house rules are not understood.
    """
    wanted = decode(f"{short}/{REGISTER}?{query}")
    ruleset = library().find(short)
    readings, _ = departing_readings(ruleset, wanted.readings)
    chapter = ruleset.chapter(slug)
    told = {
        "rulings": {
            ruleset.ruling(name).id: [letter, ruleset.ruling(name).readings[letter], ruleset.ruling(name).ask]
            for name, letter in readings.items()
        },
        "asked": by_house(ruleset, chapter, readings) if chapter is not None else [],
        "settled": list(settled_sentences(ruleset, wanted.readings).values()),
        "answers": {},
    }
    return told, tuple(sorted(readings.items()))


def rule_forms(short: str, identity: str, row: int) -> dict[str, str] | None:
    """Return a rule, a row of its table or a ruling in every format, or None if there is none.

    row: the number of the row, counted from 0; -1 for no row.
    """
    ruleset = library().find(short)
    if ".ruling." in identity:
        ruling = ruleset.ruling_if_any(identity)
        if ruling is None:
            return None
        link = f"/{short}/{REGISTER}#{ruling.id}"
        return piece.piece_forms(piece.of_ruling(ruleset, ruling, examples(ruling, ruleset), link), BASE)
    rule = ruleset.rule_if_any(identity)
    try:
        if rule is None:
            return None
        if rule.table is None:
            return piece.piece_forms(piece.of_rule(ruleset, rule), BASE)
        return piece.piece_forms(piece.of_row(ruleset, rule, row) if row >= 0 else piece.of_table(ruleset, rule), BASE)
    except (IndexError, RulesError):
        return None


@remembered(maxsize=4096)
def _usual(address: str) -> Answer | None:
    try:
        return ask(address)
    except AskError:
        return None


def differing(addresses: Iterable[str], readings: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Return the answers of a text that these readings change, as headlines by address.

    The address is the one that the page contains.
    """
    found = {}
    for address in dict.fromkeys(addresses):
        usual = _usual(address)
        if usual is None or not any(name in usual.readings for name, _ in readings):
            continue
        try:
            theirs = answer(usual.spec, usual.ruleset, usual.inputs, {**dict(readings), **usual.address.readings})
        except AskError:
            continue
        if not _same(usual, theirs):
            found[address] = theirs.headline
    return found


def _same(one: Answer, other: Answer) -> bool:
    flat = [getattr(found.outcome, "flat", lambda: None)() for found in (one, other)]
    return one.headline == other.headline and flat[0] == flat[1]
