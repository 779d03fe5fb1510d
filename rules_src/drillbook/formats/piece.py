"""A piece of the book to quote in a discussion, in one layout with three printed forms.

A piece is a rule, a table or a row of it, a ruling, or a group's house rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from drillbook.asking.uses.house_rules import house_rules_address
from drillbook.asking.uses.ruling_weight import Example
from drillbook.formats.bbcode import plain as plain_bbcode
from drillbook.formats.cells import cells
from drillbook.formats.markdown import plain as plain_markdown
from drillbook.formats.sheet import credit, page, ruling_page, situation_lines, with_edition
from drillbook.rules.entities import Rule, Ruling
from drillbook.rules.model import Ruleset

OURS, SETTLED = "our default", "settled"


@dataclass(frozen=True, slots=True)
class PieceLine:
    """One line under a mark, such as a reading under its letter.

    gives: what the line leads to, each result with the address of its answer.
    """

    mark: str
    words: str
    gives: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """What is handed on, in plain strings; link is the way to it from the site's own address."""

    title: str
    words: tuple[str, ...]
    lines: tuple[PieceLine, ...]
    after: str
    credit: str
    link: str


def of_rule(ruleset: Ruleset, rule: Rule) -> Piece:
    """Return a rule as a piece: its sentence and the place in its source."""
    return Piece(rule.text, (), (), rule.cite.section, credit(ruleset), page(ruleset, rule) or "")


def of_table(ruleset: Ruleset, rule: Rule) -> Piece:
    """Return a rule's table as a piece, with a line for each row."""
    heads, rows = cells(ruleset, rule)
    lines = []
    for _, (first, *rest) in rows:
        lines.append(
            PieceLine(first, " · ".join(f"{head} {words}" for head, words in zip(heads[1:], rest, strict=True)))
        )
    return Piece(rule.text, (), tuple(lines), rule.cite.section, credit(ruleset), page(ruleset, rule) or "")


def of_row(ruleset: Ruleset, rule: Rule, number: int) -> Piece:
    """Return one row of a rule's table as a piece.

    number: the row, counted from 0. The first cell is the title; each other cell is under the head of its column.
    """
    heads, rows = cells(ruleset, rule)
    row, (first, *rest) = rows[number]
    lines = tuple(PieceLine(head, words) for head, words in zip(heads[1:], rest, strict=True))
    own = ruleset.rule_if_any(row.rule) if row.rule else None
    place = page(ruleset, own or rule) or ""
    return Piece(first, (rule.text,), lines, (own or rule).cite.section, credit(ruleset), place)


def of_ruling(ruleset: Ruleset, ruling: Ruling, worked: Sequence[Example], link: str = "") -> Piece:
    """Return a ruling as a piece.

    The piece has the question, what is open, the readings with what each gives for the worked examples, and the book's
    reason.
    link: the address of the ruling; without it, the chapter that states the ruling.
    """
    lines = []
    for letter, words in ruling.readings.items():
        told = f"{words} ({SETTLED if ruling.settled else OURS})" if letter == ruling.default else words
        gives = tuple((one.answers[letter].headline, f"/{one.answers[letter].address}") for one in worked)
        lines.append(PieceLine(letter, told, gives))
    lines += [PieceLine(letter, f"no reading any more: {why}") for letter, why in ruling.retired.items()]
    situations = (_situation(one) for one in worked)
    told_of = (ruling.problem, *(f"For example: {told}" for told in situations if told))
    settled = f"Settled: {ruling.settled_by} " if ruling.settled_by not in ("", ruling.why) else ""
    after = f"{settled}{ruling.why} ({ruling.cite.section})"
    return Piece(ruling.ask, told_of, tuple(lines), after, credit(ruleset), link or ruling_page(ruleset, ruling) or "")


def _situation(one: Example) -> str:
    found = one.answers[one.ours]
    told = " · ".join(f"{label}: {words}" for label, words in situation_lines(found))
    return f"{found.title} {told}".strip()


def of_house(ruleset: Ruleset, readings: Mapping[str, str]) -> Piece:
    """Return a group's house rules as a piece.

    The piece has each ruling with the reading taken, and the link that states them.
    """
    lines = []
    for name, letter in readings.items():
        ruling = ruleset.ruling(name)
        lines.append(PieceLine(ruling.ask, f"{letter}: {ruling.readings[letter]}"))
    many = len(lines)
    words = f"{many} reading{'s' if many != 1 else ''} otherwise than the book's own; all others are the book's."
    link = f"/{with_edition(house_rules_address(ruleset, readings), ruleset)}"
    return Piece(f"House rules for {ruleset.title}", (words,), tuple(lines), "", credit(ruleset), link)


def text(piece: Piece, base: str = "") -> str:
    """Return a piece as plain text."""
    out = [piece.title, *piece.words]
    for line in piece.lines:
        out.append(f"  {line.mark}: {line.words}" if len(line.mark) > 1 else f"  {line.mark}  {line.words}")
        out += [f"     → {told}" for told, _ in line.gives]
    return "\n".join([*out, *filter(None, (piece.after,)), "", piece.credit, f"{base}{piece.link}"])


def markdown(piece: Piece, base: str = "") -> str:
    """Return a piece as Markdown, as chats and most present forums accept it."""
    out = [f"**{plain_markdown(piece.title)}**", ""]
    for words in piece.words:
        out += [plain_markdown(words), ""]
    for line in piece.lines:
        gives = ", ".join(f"[{plain_markdown(told)}]({base}{where})" for told, where in line.gives)
        out.append(f"- **{plain_markdown(line.mark)}** {plain_markdown(line.words)}{f' → {gives}' if gives else ''}")
    out += [""] if piece.lines else []
    out += [plain_markdown(piece.after), ""] if piece.after else []
    return "\n".join([*out, f"{plain_markdown(piece.credit)} · <{base}{piece.link}>"])


def bbcode(piece: Piece, base: str = "") -> str:
    """Return a piece as BBCode, for forums."""
    out = [f"[b]{plain_bbcode(piece.title)}[/b]", *map(plain_bbcode, piece.words)]
    if piece.lines:
        out.append("[list]")
        for line in piece.lines:
            gives = ", ".join(f"[url={base}{where}]{plain_bbcode(told)}[/url]" for told, where in line.gives)
            words = f"[b]{plain_bbcode(line.mark)}[/b] {plain_bbcode(line.words)}"
            out.append(f"[*]{words}{f' → {gives}' if gives else ''}")
        out.append("[/list]")
    return "\n".join(
        [
            *out,
            *filter(None, (plain_bbcode(piece.after),)),
            plain_bbcode(piece.credit),
            f"[url]{base}{piece.link}[/url]",
        ]
    )


def piece_forms(piece: Piece, base: str = "") -> dict[str, str]:
    """Every form in which a piece is handed on, and its link."""
    return {
        "link": f"{base}{piece.link}",
        "text": text(piece, base),
        "markdown": markdown(piece, base),
        "bbcode": bbcode(piece, base),
    }
