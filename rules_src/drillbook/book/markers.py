"""The markers in a notebook's Markdown: what each kind prints between its comments, from the same data the answers use.

`<!--rule ID [clause]-->…<!--/rule-->` states a rule; table, formula, value, see, ask, steps and ruling are listed in PRINTERS.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from drillbook.asking.ask import Answer, ask
from drillbook.asking.outcomes import Breakdown
from drillbook.asking.questions import examples_of
from drillbook.book.changes import changes
from drillbook.errors import AskError, RulesError, listed
from drillbook.maths.words import odds, percent
from drillbook.printing.markdown import plain
from drillbook.printing.sheet import page, section, sheet
from drillbook.rules.library import Library
from drillbook.rules.model import Rule, Ruleset
from drillbook.rules.placeholders import FORMATS, fill

MARKER = re.compile(
    r"(?P<anchor><a id=\"[^\"]*\"></a>)?<!--\s*(?P<kind>rule|table|formula|value|see|ask|steps|ruling|changes)\s+(?P<words>[^>]*?)\s*-->"
    r"(?P<body>.*?)<!--/(?P=kind)-->",
    re.DOTALL,
)
OPENING = re.compile(r"<!--\s*/?\s*(rule|table|formula|value|see|ask|steps|ruling|changes)\b")
BLOCKS = ("table", "formula", "steps", "ruling", "changes")
STATING = ("rule", "table", "formula", "ruling")


@dataclass(frozen=True, slots=True)
class Marker:
    """One marker as it stands in a cell."""

    kind: str
    words: tuple[str, ...]
    start: int
    text: str
    line_start: bool


def markers(source: str) -> Iterator[Marker]:
    """The markers of one Markdown cell, outermost only, in order."""
    for match in MARKER.finditer(source):
        before = source[: match.start()].rpartition("\n")[2]
        bare = match["anchor"] is None and not before.strip(" *-0123456789.>")
        yield Marker(match["kind"], tuple(match["words"].split()), match.start(), match.group(), bare)


def _escape(text: str) -> str:
    return plain(text).replace("\\#", "#").replace("\\~", "~")


def _find(lib: Library, identity: str) -> tuple[Ruleset, Rule]:
    short, dot, key = identity.partition(".")
    if not dot:
        raise AskError(f"a rule's id looks like bn.reaction.cover-cap, not '{identity}'.")
    ruleset = lib.find(short)
    try:
        return ruleset, ruleset.rule(key)
    except RulesError as error:
        raise AskError(str(error)) from None


def _anchor(identity: str) -> str:
    return f'<a id="{identity}"></a>'


def _wrap(kind: str, words: tuple[str, ...], body: str) -> str:
    opening = f"<!--{kind} {' '.join(words)} -->"
    if kind in BLOCKS:
        return f"{opening}\n\n{body}\n\n<!--/{kind}-->"
    return f"{opening}{body}<!--/{kind}-->"


def _rule(lib: Library, identity: str, form: str = "text") -> str:
    _, rule = _find(lib, identity)
    if form not in ("text", "clause"):
        raise AskError(f"a rule is printed as text or clause, not '{form}'.")
    return _escape(rule.clause if form == "clause" else rule.text)


def _value(lib: Library, identity: str, form: str = "") -> str:
    _, rule = _find(lib, identity)
    part, _, look = form.partition(":")
    if part and part not in rule.values:
        raise AskError(f"rule {identity} has no value '{part}'; it has {listed(rule.values) or 'none'}.")
    if not part and rule.value is None:
        raise AskError(f"rule {identity} has {len(rule.values)} values; name one of {listed(rule.values)}.")
    value = rule.values[part] if part else rule.value
    return _escape(_looking(value, look))


def _looking(value: Any, look: str) -> str:
    """A value in a placeholder's format; AskError where there is no such format, or not for that value."""
    try:
        return fill(f"{{value:{look}}}" if look else "{value}", {"value": value})
    except (KeyError, TypeError, ValueError):
        raise AskError(f"there is no way to print {value} as '{look}'; known are {listed(FORMATS, 'and')}.") from None


def _printed(form: str, value: Any) -> str:
    """A cell in its column's format: `{}+` or, with a placeholder's format, `{signed}`."""
    if isinstance(value, str):
        return value
    return re.sub(r"\{(\w*)\}", lambda found: fill(f"{{value:{found[1]}}}", {"value": value}), form)


def _table(lib: Library, identity: str) -> str:
    ruleset, rule = _find(lib, identity)
    if rule.table is None:
        raise AskError(f"rule {identity} has no table.")
    rows = ruleset.table(rule.table).rows
    chosen = [rows[key] for key in rule.table_rows or rows if key in rows]
    numeric = [
        all(not isinstance(row.cells.get(column.field), str) for row in chosen) and column.field != "name"
        for column in rule.columns
    ]
    out = [f"{_anchor(rule.id)}*{_escape(rule.text)}*", ""]
    out.append("| " + " | ".join(_escape(column.label) for column in rule.columns) + " |")
    out.append("|" + "|".join(" ---: " if right else " :--- " for right in numeric) + "|")
    stated: set[str] = set()
    for row in chosen:
        cells = []
        for i, column in enumerate(rule.columns):
            value = row.name if column.field == "name" else row.cells.get(column.field)
            text = _escape("–" if value is None else _printed(column.format, value))
            if i == 0 and row.rule and row.rule not in stated:
                stated.add(row.rule)
                own = f"{ruleset.rule(row.rule).id}"
                text = f"{_anchor(own)}<!--rule {own} -->{text}<!--/rule-->"
            cells.append(text)
        out.append("| " + " | ".join(cells) + " |")
    return "\n".join(out)


def _formula(lib: Library, identity: str) -> str:
    from drillbook.rules.model import formula

    _, rule = _find(lib, identity)
    found = formula(rule)
    meanings = [f"${symbol}$ {_escape(meaning)}" for symbol, meaning in found.symbols.items()]
    return f"$${found.latex()}$$\n\n*{', '.join(meanings)}*"


def _asked(lib: Library, address: str, otherwise: bool = False) -> Answer:
    return ask(address, otherwise=otherwise, lib=lib)


def answer_text(found: Answer, form: str = "") -> str:
    """What an answer prints inside a sentence: its value, one field of it, the headline, or its chance in one of three ways."""
    outcome = found.outcome
    if form == "headline" or not isinstance(outcome, Breakdown):
        return found.headline
    flat = outcome.flat()
    if form in ("chance", "percent", "odds"):
        if outcome.chance is None:
            raise AskError(f"{found.spec.name} has no chance to print.")
        ways: dict[str, Callable[[Fraction], str]] = {"chance": str, "percent": percent, "odds": odds}
        return ways[form](outcome.chance)
    field, _, look = form.partition(":")
    if field:
        if not isinstance(flat, dict) or field not in flat:
            raise AskError(
                f"{found.spec.name} has no '{field}'; it has {listed(flat) if isinstance(flat, dict) else 'one value'}."
            )
        value = flat[field]
    else:
        value = next(iter(flat.values())) if isinstance(flat, dict) else flat
    if look == "percent" and isinstance(value, int | Fraction):
        return percent(Fraction(value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _looking(value, look)


def _ask(lib: Library, address: str, form: str = "") -> str:
    found = _asked(lib, address)
    return f"[{_escape(answer_text(found, form))}](/{found.address})"


def _steps(lib: Library, address: str) -> str:
    found = _asked(lib, address)
    told = sheet(found)
    out = ['<div class="worked">', ""]
    out.append(
        f"*{_escape(told.question)}* {_escape(' · '.join(f'{label}: {value}' for label, value in told.situation))}"
    )
    out.append("")
    for line in told.lines:
        where = f"[{_escape(line.section)}]({line.page})" if line.page else _escape(line.section)
        out.append(f"- **{_escape(line.mark)}** {_escape(line.label)} ({where})")
    tail = f" ({told.odds})" if told.odds else ""
    out += [
        "",
        f"**{_escape(told.headline)}**{_escape(tail)} [Open this example in its plate](/{found.address})",
        "",
        "</div>",
    ]
    return "\n".join(out)


def _ruling(lib: Library, identity: str) -> str:
    short, _, name = identity.partition(".ruling.")
    ruleset = lib.find(short)
    try:
        found = ruleset.ruling(name)
    except RulesError as error:
        raise AskError(str(error)) from None
    word = "Option" if found.kind == "option" else "Ruling"
    out = [
        '<div class="ruling">',
        "",
        f"{_anchor(found.id)}**{word} · {_escape(found.name)}** {_escape(found.problem)}",
        "",
    ]
    shown = examples_of(found, ruleset, lib) if found.free else ()
    for letter, words in found.readings.items():
        word = "settled here" if found.settled else "our default"
        default = f" *({word})*" if letter == found.default else ""
        told = [
            _asked(lib, f"{example}{'&' if '?' in example else '?'}ruling.{found.name}={letter}") for example in shown
        ]
        links = " ·".join(f" [{_escape(one.headline)}](/{one.address})" for one in told)
        out.append(f"- **{letter}** {_escape(words)}{default}{links}")
    out += ["", f"{_escape(found.why)} ({_escape(found.cite.section)})", "", "</div>"]
    return "\n".join(out)


def _see(lib: Library, identity: str, form: str = "text") -> str:
    ruleset, rule = _find(lib, identity)
    where = page(ruleset, rule)
    words = _rule(lib, identity, form)
    return f"{words} ([{_escape(section(rule))}]({where}))" if where and form == "text" else words


PRINTERS: dict[str, Callable[..., str]] = {
    "rule": _rule,
    "table": _table,
    "formula": _formula,
    "value": _value,
    "see": _see,
    "ask": _ask,
    "steps": _steps,
    "ruling": _ruling,
    "changes": lambda lib, short, slug="": changes(lib.find(short), lib, slug),
}


def _named_here(kind: str, identity: str, home: Ruleset | None) -> tuple[str, str]:
    """A stating marker's id as the printers need it and as it is written: in a layer's notebook a parent's id means the layer's."""
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


def filled(source: str, lib: Library, home: Ruleset | None = None) -> str:
    """The cell with every marker filled anew; AskError names the marker that cannot be filled.

    home: the ruleset of the notebook. In a layer's, a marker that states a rule or a ruling may name the parent's id.
    """

    def one(match: re.Match[str]) -> str:
        kind, words = match["kind"], tuple(match["words"].split())
        try:
            read, identity = _named_here(kind, words[0], home)
            body = PRINTERS[kind](lib, read, *words[1:])
            words = (identity, *words[1:])
        except AskError as error:
            raise AskError(f"<!--{kind} {' '.join(words)}-->: {error}") from None
        except TypeError:
            raise AskError(f"<!--{kind} {' '.join(words)}--> has too many or too few words.") from None
        anchor = _anchor(words[0]) if kind == "rule" else (match["anchor"] or "")
        return anchor + _wrap(kind, words, body)

    return MARKER.sub(one, source)
