"""The links from a chapter's text to the glossary.

The first use of a game word in a section becomes a link to the meaning of the word.

A section begins with each heading of the second level. Headings, links, code, formulas and table heads get no links.
The tight rows of *In short* get none either, because two links would be under one finger. Folded text is marked on
its own, so that the first visible use is marked as well.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from drillbook.rules.glossary import Meaning, meanings
from drillbook.rules.model import Ruleset

_PART = re.compile(r"<!--.*?-->|<[^>]*>|[^<]+", re.DOTALL)
_TAG = re.compile(r"<(?P<end>/?)(?P<name>[a-zA-Z][a-zA-Z0-9]*)")
#: Inside these no word is marked.
LEFT_ALONE = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "a", "code", "pre", "math", "th", "summary", "button"})

CLOSE = '<div class="short-tables">'


def _spellings(words: Sequence[Meaning]) -> tuple[re.Pattern[str], dict[str, Meaning]]:
    """Return a pattern that finds every spelling, longest first, and the word of each spelling."""
    known = {form: word for word in words for form in word.forms}
    # a spelling with a capital is looked for as it stands; one without may also begin a sentence
    parts = [
        re.escape(html.escape(form, quote=False)) if form != form.lower() else f"(?i:{re.escape(form)})"
        for form in sorted(known, key=len, reverse=True)
    ]
    return re.compile(rf"(?<![\w-])(?:{'|'.join(parts)})(?![\w-])"), known


class GlossaryMarker:
    """Marks the words of one page, cell by cell, in the order they are read."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.short = ruleset.short
        self.pattern, self.known = _spellings(meanings(ruleset))
        self.seen: set[str] = set()

    def mark(self, made: str) -> str:
        """Return the HTML of one cell with the first uses of game words marked as links."""
        if not self.known:
            return made
        out: list[str] = []
        within: list[str] = []
        folds: list[set[str]] = []
        close = 0  # boxes that hold the tables of In short
        for part in _PART.findall(made):
            tag = _TAG.match(part)
            if tag is None:
                free = not within and not close and not part.startswith("<!--")
                out.append(self._marked(part, folds[-1] if folds else self.seen) if free else part)
                continue
            name, ends = tag["name"].lower(), bool(tag["end"])
            if name == "h2" and not ends and not folds:
                self.seen.clear()
            if name == "div" and (close or part == CLOSE):
                close += -1 if ends else 1
            if name == "details":
                folds = folds[:-1] if ends else [*folds, set()]
            if name in LEFT_ALONE and not part.endswith("/>"):
                if not ends:
                    within.append(name)
                elif name in within:
                    within.remove(name)
            out.append(part)
        return "".join(out)

    def _marked(self, text: str, seen: set[str]) -> str:
        def one(match: re.Match[str]) -> str:
            spelt = html.unescape(match[0])
            word = self.known.get(spelt) or self.known[spelt.lower()]
            if word.name in seen:
                return match[0]
            seen.add(word.name)
            return f'<a class="term" href="/{self.short}/glossary#{word.anchor}">{match[0]}</a>'

        return self.pattern.sub(one, text)
