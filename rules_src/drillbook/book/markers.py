"""The markers in a notebook's Markdown, and what each kind prints.

The printers use the same data as the answers and print between the comments of a marker.
`<!--rule ID [clause]-->…<!--/rule-->` states a rule; table, formula, value, see, ask, steps, ruling and short are
listed in PRINTERS.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from drillbook.asking.answers.ask import Answer, ask
from drillbook.asking.questions.registry import questions
from drillbook.asking.uses.comparison import situation
from drillbook.book import course_markers
from drillbook.book.changes import changes, difference_tables
from drillbook.book.contents import contents
from drillbook.book.inline_answers import answer_text, looking
from drillbook.book.markdown_parts import anchor, escaped, find_rule, sentence_link, with_bold_name
from drillbook.book.ruling_notes import note
from drillbook.book.sheet_card import card
from drillbook.book.short import in_short
from drillbook.book.tables import table_with_caption
from drillbook.errors import AskError, RulesError, listed
from drillbook.formats import compared_text
from drillbook.formats.sheet import page, sheet
from drillbook.rules.entities import Rule
from drillbook.rules.library import Library
from drillbook.rules.model import Ruleset

KINDS = (
    "rule|table|formula|value|see|ask|steps|ruling|changes|difference|short|contents|compared|card"
    "|guess|fell|dice|told|now|muster|beyond"
)
MARKER = re.compile(
    rf"(?P<anchor><a id=\"[^\"]*\"></a>)?<!--\s*(?P<kind>{KINDS})\s+(?P<words>[^>]*?)\s*-->(?P<body>.*?)<!--/(?P=kind)-->",
    re.DOTALL,
)
OPENING = re.compile(rf"<!--\s*/?\s*({KINDS})\b")
BLOCKS = (
    "table",
    "formula",
    "steps",
    "ruling",
    "changes",
    "difference",
    "short",
    "contents",
    "compared",
    "card",
    "guess",
    "muster",
    "beyond",
)
STATING = ("rule", "table", "formula", "ruling")
KEEPING: dict[str, Callable[..., None]] = {"fell": course_markers.fell}
"""Markers around words of ours, which are looked at and left as they are."""


@dataclass(frozen=True, slots=True)
class Marker:
    """One marker of a cell, with its position."""

    kind: str
    words: tuple[str, ...]
    start: int
    text: str
    line_start: bool


def markers(source: str) -> Iterator[Marker]:
    """Yield the markers of one Markdown cell, in order, without those inside other markers."""
    for match in MARKER.finditer(source):
        before = source[: match.start()].rpartition("\n")[2]
        bare = match["anchor"] is None and not before.strip(" *-0123456789.>")
        yield Marker(match["kind"], tuple(match["words"].split()), match.start(), match.group(), bare)


def _wrap(kind: str, words: tuple[str, ...], body: str) -> str:
    opening = f"<!--{kind} {' '.join(words)} -->"
    if kind in BLOCKS:
        return f"{opening}\n\n{body}\n\n<!--/{kind}-->"
    return f"{opening}{body}<!--/{kind}-->"


def _words(rule: Rule, form: str) -> str:
    if form not in ("text", "clause"):
        raise AskError(f"a rule is printed as text or clause, not '{form}'.")
    return rule.clause if form == "clause" else rule.text


def _rule(lib: Library, identity: str, form: str = "text") -> str:
    _, rule = find_rule(lib, identity)
    return with_bold_name(escaped(_words(rule, form)), rule.name)


def _value(lib: Library, identity: str, form: str = "") -> str:
    _, rule = find_rule(lib, identity)
    part, _, look = form.partition(":")
    if part and part not in rule.values:
        raise AskError(f"rule {identity} has no value '{part}'; it has {listed(rule.values) or 'none'}.")
    if not part and rule.value is None:
        raise AskError(f"rule {identity} has {len(rule.values)} values; name one of {listed(rule.values)}.")
    value = rule.values[part] if part else rule.value
    return escaped(looking(value, look))


def _formula(lib: Library, identity: str) -> str:
    from drillbook.rules.entities import formula

    _, rule = find_rule(lib, identity)
    found = formula(rule)
    meanings = [f"${symbol}$ {escaped(meaning)}" for symbol, meaning in found.symbols.items()]
    return f"$${found.latex()}$$\n\n*{', '.join(meanings)}*"


def _asked(lib: Library, address: str, otherwise: bool = False) -> Answer:
    return ask(address, otherwise=otherwise, lib=lib)


def _ask(lib: Library, address: str, form: str = "") -> str:
    found = _asked(lib, address)
    return f"[{escaped(answer_text(found, form))}](/{found.address})"


def _compared(lib: Library, name: str) -> str:
    for ruleset in lib.all():
        questions(ruleset, lib)  # whole, not one by one: what is told later of a ruleset's questions keeps their order
    try:
        return compared_text.markdown(situation(name, lib))
    except RulesError as problem:
        raise AskError(str(problem)) from None


def _steps(lib: Library, address: str) -> str:
    """Return a worked example: one line with the situation and the answer, and the folded steps.

    The answer links to its plate.
    """
    found = _asked(lib, address)
    told = sheet(found)
    situation = escaped(" · ".join(f"{label}: {value}" for label, value in told.situation))
    out = ['<div class="worked">', "", f"{situation} → **[{escaped(told.headline)}](/{found.address})**", ""]
    out += ['<details class="ledger">', "<summary>The steps</summary>", ""]
    for line in told.lines:
        where = f"[{escaped(line.section)}]({line.page})" if line.page else escaped(line.section)
        out.append(f"- **{escaped(line.mark)}** {escaped(line.label)} ({where})")
    return "\n".join([*out, "", "</details>", "", "</div>"])


def _see(lib: Library, identity: str, form: str = "text") -> str:
    ruleset, rule = find_rule(lib, identity)
    words = escaped(_words(rule, form))
    return f"{words} ({sentence_link(ruleset, rule)})" if page(ruleset, rule) and form == "text" else words


PRINTERS: dict[str, Callable[..., str]] = {
    "card": card,
    "guess": course_markers.guess,
    "dice": course_markers.faces,
    "told": course_markers.episode_answer,
    "now": course_markers.now,
    "muster": course_markers.muster,
    "beyond": course_markers.beyond,
    "contents": contents,
    "compared": _compared,
    "rule": _rule,
    "table": table_with_caption,
    "formula": _formula,
    "value": _value,
    "see": _see,
    "ask": _ask,
    "steps": _steps,
    "ruling": note,
    "short": in_short,
    "changes": lambda lib, short, slug="": changes(lib.find(short), lib, slug),
    "difference": lambda lib, short: difference_tables(lib.find(short), lib),
}


def _named_here(kind: str, identity: str, home: Ruleset | None) -> tuple[str, str]:
    """Return the id of a stating marker as the printers need it, and as it is written.

    In a layer's notebook, a parent's id means the layer's own rule or ruling.
    """
    layer = home
    while home and layer and layer.parent and kind in STATING:
        for above in (layer, layer.parent):
            if identity.startswith(f"{above.short}."):
                rest = identity.removeprefix(f"{above.short}.")
                try:
                    if kind == "ruling":
                        ruling = home.ruling(rest.removeprefix("ruling."))
                        return f"{home.short}.ruling.{ruling.name}", ruling.id
                    rule = home.rule(rest)
                    return f"{home.short}.{rule.key}", rule.id
                except RulesError as error:
                    raise AskError(str(error)) from None
        layer = layer.parent
    return identity, identity


def filled_markers(source: str, lib: Library, home: Ruleset | None = None) -> str:
    """Return the cell with every marker filled again from the rules.

    home: the ruleset of the notebook. In a layer's notebook, a marker that states a rule or a ruling can name the parent's
    id.
    Raises AskError, which names the marker that cannot be filled.
    """

    def one(match: re.Match[str]) -> str:
        kind, words = match["kind"], tuple(match["words"].split())
        try:
            read, identity = _named_here(kind, words[0], home)
            if kind in KEEPING:
                KEEPING[kind](lib, *words, body=match["body"])
                return _wrap(kind, words, MARKER.sub(one, match["body"]))
            body = PRINTERS[kind](lib, read, *words[1:])
            words = (identity, *words[1:])
        except AskError as error:
            raise AskError(f"<!--{kind} {' '.join(words)}-->: {error}") from None
        except TypeError:
            raise AskError(f"<!--{kind} {' '.join(words)}--> has too many or too few words.") from None
        before = anchor(words[0]) if kind == "rule" else (match["anchor"] or "")
        return before + _wrap(kind, words, body)

    return MARKER.sub(one, source)
