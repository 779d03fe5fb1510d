"""The folding of a page: runs of rulings, short questions and repeated ledgers.

A run of rulings becomes one line that states how many there are. Each question that people ask becomes one line,
which opens to show its answer. A ledger that a plate also shows is removed.
"""

from __future__ import annotations

import html
import re

_RULING = r'<details class="ruling">.*?</details>\s*'
_RUN = re.compile(rf"(?:{_RULING}){{2,}}", re.DOTALL)
_SUMMARY = re.compile(r"<summary>(?:<a [^>]*></a>)?<b>(?P<ask>.*?)</b>", re.DOTALL)
_WORKED = re.compile(r'<div class="worked">.*?</details>', re.DOTALL)
_LEDGER = re.compile(r'<details class="ledger">.*?</details>', re.DOTALL)
_ASKED = re.compile(
    r'(?P<head><p><strong>[^<]*</strong></p>\s*)?<div class="short-asked">\s*<ul>(?P<asked>.*?)</ul>\s*</div>',
    re.DOTALL,
)
_ONE = re.compile(r"<li>(?P<question><em>.*?</em>) (?P<answer>.*?)</li>", re.DOTALL)
_AT_ONCE = re.compile(r"(?P<word>Yes|No|Not yet|Never)\b(?P<still>, (?:but|if|unless|though|except|once)\b)?")
_FILLS = re.compile(r'href="/(?P<address>[a-z0-9]+/[a-z0-9-]+\?[^"#]*)"')


def in_runs(made: str) -> str:
    """Return the text with every run of rulings folded into one line.

    The line states the number of rulings and what they ask.
    """

    def run(match: re.Match[str]) -> str:
        asks = [found["ask"] for found in _SUMMARY.finditer(match.group())]
        line = f"<b>{len(asks)} open questions</b> <span>{' '.join(asks)}</span>"
        return f'<details class="rulings"><summary>{line}</summary>\n{match.group()}</details>\n'

    return _RUN.sub(run, made)


def asked_by_line(made: str) -> str:
    """Return the text with each question from the table as one line with its Yes or No.

    The line opens to show the whole answer. The questions and their heading become one box, which is placed beside a
    table or under it.
    """

    def one(match: re.Match[str]) -> str:
        found = _AT_ONCE.match(match["answer"])
        still = f"{found['still']} …" if found and found["still"] else ""
        at_once = f" <b>{found['word']}{still}</b>" if found else ""
        return f"<li><details><summary>{match['question']}{at_once}</summary> {match['answer']}</details></li>"

    def side(run: re.Match[str]) -> str:
        asked = f'<div class="short-asked"><ul>{_ONE.sub(one, run["asked"])}</ul></div>'
        return f'<div class="short-side">{run["head"] or ""}{asked}</div>'

    return _ASKED.sub(side, made)


def without_twins(made: str, plates: frozenset[str]) -> str:
    """Return the text without the ledgers of worked examples that a plate repeats.

    A ledger is removed if the example's address is the address of a plate, because the plate shows the same steps. made:
    the text. plates: the addresses of the plates.
    """

    def example(match: re.Match[str]) -> str:
        filled = _FILLS.search(match.group())
        twin = filled is not None and html.unescape(filled["address"]) in plates
        return _LEDGER.sub("", match.group()) if twin else match.group()

    return _WORKED.sub(example, made)
