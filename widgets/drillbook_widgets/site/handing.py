"""What a page hands on for a discussion, and what its text would say by other house rules: asked for when they are wanted."""

from __future__ import annotations

import html
import re
from functools import lru_cache

from drillbook import AskError, RulesError, ask, decode, library
from drillbook.asking.ask import Answer, answer
from drillbook.asking.effect import examples
from drillbook.asking.house import REGISTER, settled
from drillbook.printing import piece
from drillbook_widgets.site.answering import Unanswered
from drillbook_widgets.site.pages import OWN_SECONDS, Page
from drillbook_widgets.site.reading import read
from drillbook_widgets.site.shelf import Chapter

KEPT_SECONDS = 600
MARK_SECONDS = 20.0
"""How long the text waits to be told where it would say something else: it can be read meanwhile."""
BASE = "{site}"
"""Stands in the texts where the page puts the site's own address, which it knows better."""
NO_PIECE = "There is nothing of that name to hand on."
_LINK = re.compile(r'href="/([a-z0-9]+/[a-z0-9-]+\?[^"#]*)"')


def forms(short: str, identity: str, row: int) -> dict[str, str] | None:
    """A rule, a row of its table (counted from 0, -1 for none) or a ruling in every form; None where there is none."""
    ruleset = library().find(short)
    if ".ruling." in identity:
        ruling = ruleset.ruling_if_any(identity)
        if ruling is None:
            return None
        link = f"/{short}/{REGISTER}#{ruling.id}"
        return piece.forms(piece.of_ruling(ruleset, ruling, examples(ruling, ruleset), link), BASE)
    rule = ruleset.rule_if_any(identity)
    try:
        if rule is None:
            return None
        if rule.table is None:
            return piece.forms(piece.of_rule(ruleset, rule), BASE)
        return piece.forms(piece.of_row(ruleset, rule, row) if row >= 0 else piece.of_table(ruleset, rule), BASE)
    except (IndexError, RulesError):
        return None


@lru_cache(maxsize=4096)
def _usual(address: str) -> Answer | None:
    try:
        return ask(address)
    except AskError:
        return None


def differing(chapter: Chapter, readings: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """The answers of a chapter's text that these readings change: the headline by the address as it stands in the page."""
    found = {}
    for address in dict.fromkeys(addresses(chapter)):
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


def addresses(chapter: Chapter) -> list[str]:
    """What a chapter's text has answered: its plates, and the examples in its sentences."""
    found: list[str] = []
    for block in read(chapter).blocks:
        found += [block.address] if block.address else map(html.unescape, _LINK.findall(block.html))
    return [one for one in found if "&ruling." not in one and "?ruling." not in one]


class PieceHandler(Page):
    """GET /SHORT/piece.json?of=RULE[&row=N] or with readings: a piece of the book in every form for a discussion."""

    async def get(self, short: str) -> None:
        """The forms, or a 404 with a sentence."""
        found = None
        try:
            wanted = decode(f"{short}/{REGISTER}?{self.request.query}")
            ruleset = library().find(short)
            if wanted.readings:
                readings, _ = settled(ruleset, wanted.readings)
                found = piece.forms(piece.of_house(ruleset, readings), BASE)
            elif "of" in wanted.inputs:
                row = int(wanted.inputs.get("row", "-1"))
                found = await self.site.answering.have(OWN_SECONDS, forms, ruleset.short, wanted.inputs["of"], row)
        except (AskError, ValueError):
            found = None
        self.set_header("Cache-Control", f"public, max-age={KEPT_SECONDS}")
        if found is None:
            self.set_status(404)
        self.finish(found or {"sorry": NO_PIECE})


class HouseHandler(Page):
    """GET /SHORT/CHAPTER/house.json?ruling.NAME=B…: what the text of a chapter, or a sheet, would say by these house rules."""

    async def get(self, short: str, slug: str) -> None:
        """The readings by the id of their rulings, and each answer that would be another."""
        told: dict[str, object] = {"rulings": {}, "answers": {}}
        chapter = self.site.shelf.chapter(f"{short}/{slug}")
        try:
            wanted = decode(f"{short}/{REGISTER}?{self.request.query}")
            ruleset = library().find(short)
            readings, _ = settled(ruleset, wanted.readings)
            told["rulings"] = {
                ruleset.ruling(name).id: [letter, ruleset.ruling(name).readings[letter], ruleset.ruling(name).ask]
                for name, letter in readings.items()
            }
            if chapter is not None and readings:
                parts = (chapter, tuple(sorted(readings.items())))
                told["answers"] = await self.site.answering.within(MARK_SECONDS, differing, *parts)
        except AskError:
            self.set_status(404)
        except Unanswered:
            pass  # the plates have them once they are live
        self.set_header("Cache-Control", "no-store")
        self.finish(told)
