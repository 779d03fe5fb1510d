"""Answers beside each other as HTML without scripts.

The HTML shows chances on one axis, distributions on one scale, and steps in columns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from html import escape
from typing import Any

from drillbook.asking.uses.comparison import Comparison, Side
from drillbook.formats.sheet import chance_words, lines, reading_lines, situation_lines
from drillbook.maths.number_words import cell_text, chance_text, percent

SET_APART = 3
"""So many words of a case stand beside its bar."""
Way = Callable[[str | None], str | None]
MOST_NAMED = 14
"""So many outcomes have their numbers under the axis; of more, every second, third … has."""


def nowhere(_: str | None) -> str | None:
    """No place is linked to: in a notebook the site's pages are not at hand."""
    return None


def anywhere(page: str | None) -> str | None:
    """Every place is linked to as the site serves it."""
    return page


def html(one: Comparison, way: Way = anywhere, *, open_steps: bool = True) -> str:
    """Return the whole comparison as one <div class="compared">; everything is escaped.

    way: maps a page's address to its link, or to None if the page cannot be opened.
    open_steps: whether the columns are shown open.
    """
    columns = f'<div class="cmp-columns">{"".join(column(one, side, way) for side in one.sides)}</div>'
    if not open_steps:
        columns = f'<details class="cmp-steps"><summary>The answers and their steps beside each other</summary>{columns}</details>'
    return f'<div class="compared">{picture(one)}{columns}</div>'


def _mine(one: Comparison, side: Side) -> str:
    """Return the attributes that give a side its ruleset's colours and its own pattern."""
    at = one.sides.index(side)
    look = side.ruleset.accent if side.ruleset else None
    colours = f' style="--light: {look.light}; --dark: {look.dark}"' if look else ""
    short = escape(side.ruleset.short) if side.ruleset else ""
    return f' data-book="{short}" data-side="{at}"{colours}'


def _letter(one: Comparison, side: Side) -> str:
    return f'<b class="cmp-letter">{one.letter(side)}</b>'


def picture(one: Comparison) -> str:
    """Return the picture of all sides.

    The picture shows the chances on one axis, then the distributions on one scale, then the distributions as a table.
    """
    parts = [_chances(one)] if one.likely else []
    parts += [_numbers(one), _words(one)]
    parts = [part for part in parts if part]
    if not parts:
        return ""
    said = f'<figcaption class="cmp-difference">{_whole(one.difference)}</figcaption>' if one.difference else ""
    return f'<figure class="cmp-picture">{said}{"".join(parts)}{_table(one)}</figure>'


def _whole(text: str) -> str:
    """Words as HTML, a percentage on one line with its sign."""
    return escape(text).replace(" %", "\u00a0%")


def _apart(one: Comparison, side: Side) -> str:
    """Return what a side's chance is about, or what distinguishes its case from the others.

    The second applies if the side has no words for its chance; it compares only sides that ask the same question.
    """
    if side.of or side.found is None:
        return side.of
    found, differing = side.found, one.differing(side)
    told = [words for label, words in situation_lines(found) if label in differing]
    letters = found.readings.items()
    read = [
        f"reading {one} of {name.replace('-', ' ')}"
        for name, one in letters
        if found.ruleset.ruling(name).ask in differing
    ]
    return ", ".join((told + read)[:SET_APART])


def _bar(chance: Fraction) -> str:
    return f'<span class="cmp-track" aria-hidden="true"><span class="cmp-fill" style="width: {float(chance) * 100:.2f}%"></span></span>'


def _chances(one: Comparison) -> str:
    rows = "".join(
        f'<li{_mine(one, side)}><span class="cmp-name">{_letter(one, side)} {escape(side.title)}'
        f"{f'<small>{escape(apart)}</small>' if (apart := _apart(one, side)) else ''}</span>{_bar(side.chance)}"
        f'<span class="cmp-percent">{_whole(percent(side.chance))}</span></li>'
        for side in one.likely
        if side.chance is not None
    )
    ticks = "".join(f"<span>{mark}</span>" for mark in ("0", "25", "50", "75", "100 %"))
    axis = f'<span></span><span class="cmp-axis">{ticks}</span><span></span>'
    return f'<ul class="cmp-chances">{rows}<li class="cmp-ticks" aria-hidden="true">{axis}</li></ul>'


def _numbers(one: Comparison) -> str:
    """Return the distributions over numbers: one strip of bars for each side.

    All strips have the same numbers and the same height.
    """
    found = [side for side in one.sides if side.spread is not None and side.spread.numeric]
    if not found:
        return ""
    outcomes = _on_axis([value for side in found if side.spread for value in side.spread.chances])
    highest = max(side.spread.chances[value] for side in found if side.spread for value in outcomes)
    every = -(-len(outcomes) // MOST_NAMED)
    strips = []
    for side in found:
        assert side.spread is not None
        bars = "".join(
            f'<span style="height: {float(side.spread.chances[value] / highest) * 100:.2f}%"></span>'
            for value in outcomes
        )
        strips.append(
            f'<div class="cmp-strip"{_mine(one, side)}><p>{_letter(one, side)} {escape(side.spread.axis)}</p>'
            f'<div class="cmp-bars" aria-hidden="true">{bars}</div></div>'
        )
    names = "".join(f"<span>{cell_text(value) if not at % every else ''}</span>" for at, value in enumerate(outcomes))
    top = f'<p class="cmp-scale">A strip is {_whole(percent(highest))} high.</p>'
    return f'<div class="cmp-strips">{top}{"".join(strips)}<div class="cmp-bars cmp-under" aria-hidden="true">{names}</div></div>'


def _on_axis(values: Sequence[Any]) -> list[Any]:
    """Return the numbers of an axis: all that can happen, and the whole numbers between them.

    The whole numbers are added only if all outcomes are whole and their range is small.
    """
    found = set(values)
    if all(isinstance(value, int) for value in found) and max(found) - min(found) < MOST_NAMED * MOST_NAMED:
        found |= set(range(min(found), max(found) + 1))
    return sorted(found)


def _words(one: Comparison) -> str:
    """Return the distributions over words: one list of bars for each side.

    All bars are on the axis of the chances.
    """
    found = [side for side in one.sides if side.spread is not None and not side.spread.numeric]
    lists = []
    for side in found:
        assert side.spread is not None
        rows = "".join(
            f'<li><span class="cmp-name">{escape(cell_text(outcome))}</span>{_bar(chance)}'
            f'<span class="cmp-percent">{_whole(percent(chance))}</span></li>'
            for outcome, chance in side.spread.chances.items()
        )
        lists.append(
            f'<div class="cmp-outcomes"{_mine(one, side)}><p>{_letter(one, side)} {escape(side.spread.axis)}</p><ul>{rows}</ul></div>'
        )
    return f'<div class="cmp-worded">{"".join(lists)}</div>' if lists else ""


def _table(one: Comparison) -> str:
    """Return all distributions as a table.

    The table serves readers who cannot see the pictures or want the exact numbers.
    """
    found = [side for side in one.sides if side.spread is not None]
    if not found:
        return ""
    outcomes: dict[Any, None] = {}
    numeric = all(side.spread.numeric for side in found if side.spread)
    for side in found:
        outcomes |= dict.fromkeys(side.spread.chances if side.spread else ())
    rows = ""
    for outcome in sorted(outcomes) if numeric else outcomes:
        cells = [side.spread.chances[outcome] if side.spread else Fraction(0) for side in found]
        told = "".join(f"<td>{chance_text(chance) if chance else '–'}</td>" for chance in cells)
        rows += f'<tr><th scope="row">{escape(cell_text(outcome))}</th>{told}</tr>'
    heads = "".join(
        f'<th scope="col">{one.letter(side)} {escape(side.title)}: {escape(side.spread.axis)}</th>'
        for side in found
        if side.spread
    )
    return (
        '<details class="cmp-table"><summary>The same as a table</summary>'
        '<div class="table-box" tabindex="0" role="group" aria-label="Every outcome">'
        f'<table><thead><tr><th scope="col">Outcome</th>{heads}</tr></thead><tbody>{rows}</tbody></table></div></details>'
    )


def column(one: Comparison, side: Side, way: Way = anywhere) -> str:
    """Return one side as HTML: its ruleset, the question, the answer and the steps.

    Inputs and steps that differ from the other sides are marked.
    """
    head = f"<h3>{_letter(one, side)} {escape(side.title)}</h3>"
    if side.found is None:
        return f'<section class="cmp-side"{_mine(one, side)}>{head}<p class="cmp-complaint">{escape(side.complaint)}</p></section>'
    found, differing, own = side.found, one.differing(side), one.own_steps(side)
    told = "".join(
        f"<div{_marked(label in differing)}><dt>{escape(label)}</dt><dd>{escape(words)}</dd></div>"
        for label, words in situation_lines(found)
    )
    read = "".join(f'<p class="cmp-reading">{escape(one.sentence)}</p>' for one in found.overruled)
    read += "".join(
        f'<p class="cmp-reading">With {escape(str(reading))}: {escape(reading.words)}</p>'
        for reading in reading_lines(found)
    )
    rows = "".join(
        f"<li{_marked(at in own)}><b>{escape(line.mark)}</b> <span>{escape(line.label)}</span> "
        f"<cite>{_linked(line.section, way(line.page))}</cite></li>"
        for at, line in enumerate(lines(found))
    )
    odds = chance_words(found)
    link = way(f"/{side.address}")
    opened = f'<p class="cmp-open"><a href="{escape(link)}">Open it in its chapter</a></p>' if link else ""
    return (
        f'<section class="cmp-side"{_mine(one, side)}>{head}<p class="cmp-question">{escape(found.title)}</p>'
        f'<p class="cmp-headline{" refused" if found.refused else ""}">{_whole(found.headline)}</p>'
        f"{f'<p class=cmp-odds>{_whole(odds)}</p>' if odds else ''}{read}"
        f'<dl class="cmp-situation">{told}</dl><ol class="cmp-why" aria-label="Steps">{rows}</ol>{opened}</section>'
    )


def _marked(differs: bool) -> str:
    return ' class="cmp-differs"' if differs else ""


def _linked(words: str, link: str | None) -> str:
    return f'<a href="{escape(link)}">{escape(words)}</a>' if link else escape(words)
