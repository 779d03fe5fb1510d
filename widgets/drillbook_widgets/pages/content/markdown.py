"""How does a chapter's Markdown become the page's text?

nbconvert's own Markdown (the dialect of every notebook viewer), with four differences: formulas become MathML, tables
stand in a box that can scroll by itself, headings get quiet anchors and fill the page's contents, and every rule
sentence gets a pilcrow that links to itself and names its section.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import dataclass

from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

from drillbook_widgets.pages.content.collapse import asked_by_line, in_runs
from drillbook_widgets.pages.content.mathml import mathml
from drillbook_widgets.pages.content.no_break import together

Cite = Callable[[str], str | None]
"""A rule's id -> the section of the source it comes from, or None for an id that is no rule's."""

_RULE = re.compile(
    r'<a id="(?P<id>[a-z0-9.-]+)"></a>\s*(?P<open><!--rule (?P=id)(?P<form>[^>]*)-->)'
    r"(?P<words>.*?)(?P<close><!--/rule-->)",
    re.DOTALL,
)
_ANCHOR = re.compile(r'<a id="(?P<id>[a-z0-9.-]+)"></a>')
_BLOCK = re.compile(r"</?(?:p|div|table|thead|tbody|tr|td|th|ul|ol|li|h[1-6]|blockquote|pre|section)\b")
_LEFT_OVER = re.compile(r"<!--.*?-->", re.DOTALL)
_DOLLARS = re.compile(r"\$\$(.+?)\$\$", re.DOTALL)
_CAPTION = re.compile(r'<p>((?:<a id="[^"]*"></a>)?<em>(?:(?!</p>).)*</em>)</p>\s*(<div class="table-box")', re.DOTALL)
_MEANINGS = re.compile(r'(<div class="formula"(?:(?!</div>).)*</div>)\s*<p>(<em>(?:(?!</p>).)*</em>)</p>', re.DOTALL)
_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True, slots=True)
class Heading:
    """One line of the page's own contents."""

    level: int
    anchor: str
    words: str


class PageRenderer(IPythonRenderer):
    """Markdown to HTML with our headings, tables and formulas; collects the headings it meets."""

    def __init__(self, headings: list[Heading], taken: set[str]) -> None:
        super().__init__(escape=False, exclude_anchor_links=True)
        self.headings = headings
        self.taken = taken

    def heading(self, text: str, level: int, **attrs: object) -> str:
        """Return a heading as HTML with its own anchor, which is unique on the page.

        The heading is also added to the list of headings.
        """
        words = html.unescape(_TAG.sub("", text)).strip()
        anchor = self.anchor_for(words)
        self.headings.append(Heading(level, anchor, words))
        # the sign itself is the style sheet's, so that copied text has none
        link = f'<a class="heading-link" href="#{anchor}" aria-label="Link to “{html.escape(words)}”"></a>'
        return f'<h{level} id="{anchor}">{text}{link if level > 1 else ""}</h{level}>\n'

    def anchor_for(self, words: str) -> str:
        """Return the heading's words as an anchor; add a number if the anchor is taken."""
        stem = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-") or "part"
        anchor, turn = stem, 1
        while anchor in self.taken:
            turn += 1
            anchor = f"{stem}-{turn}"
        self.taken.add(anchor)
        return anchor

    def table(self, text: str) -> str:
        """Return a table inside a box that scrolls sideways on a narrow screen.

        The page itself never scrolls sideways because of a table.
        """
        return f'<div class="table-box" tabindex="0" role="group" aria-label="Table"><table>\n{text}</table></div>\n'

    def block_math(self, body: str) -> str:
        """Return a formula on a line of its own as MathML."""
        return mathml(body, display=True)

    def inline_math(self, body: str) -> str:
        """Return a formula within a line as MathML."""
        return mathml(body)

    def block_mermaidjs(self, code: str) -> str:
        """Drawn diagrams would need a script from elsewhere; show their source."""
        return f"<pre>{html.escape(code)}</pre>"


def render(source: str, *, headings: list[Heading], taken: set[str], cite: Cite) -> str:
    """One Markdown cell as HTML; adds its headings to `headings` and their anchors to `taken`."""
    made: str = MarkdownWithMath(renderer=PageRenderer(headings, taken)).render(source)
    # A formula on its own line arrives inside a paragraph, which may not hold a box.
    made = re.sub(r"<p>(<div class=\"formula\".*?</div>)</p>", r"\1", made, flags=re.DOTALL)
    # Behind a marker at the start of a line Markdown sees raw HTML and leaves the formula's dollars standing.
    made = _DOLLARS.sub(lambda match: mathml(html.unescape(match[1]), display=True), made)
    made = _CAPTION.sub(r'<p class="caption">\1</p>\n\2', made)
    made = _MEANINGS.sub(r'\1\n<p class="meanings">\2</p>', made)
    return together(asked_by_line(in_runs(_LEFT_OVER.sub("", _with_pilcrows(made, cite)))))


def short_section(section: str) -> str:
    """`8.3 Covering fire` -> `8.3`; a section without a number stays as it is."""
    numbered = re.match(r"\d+(?:\.\d+)*", section)
    return numbered[0] if numbered else section


def _with_pilcrows(made: str, cite: Cite) -> str:
    def sentence(match: re.Match[str]) -> str:
        name, words = match["id"], match["words"]
        if _BLOCK.search(words):
            return f"{_pilcrow(name, cite, own=True)}{words}"
        return f'<span class="rule" id="{name}">{_pilcrow(name, cite, own=False)}{words}</span>'

    made = _RULE.sub(sentence, made)
    return _ANCHOR.sub(lambda match: _pilcrow(match["id"], cite, own=True), made)


def _pilcrow(name: str, cite: Cite, *, own: bool) -> str:
    """Return the link in the margin of a rule.

    own: whether the link must also carry the id, because there is no sentence to carry the id.
    """
    identity = f' id="{name}"' if own else ""
    section = cite(name)
    if section is None:
        return f"<a{identity}></a>" if own else ""
    label = html.escape(short_section(section))
    return (
        f'<a{identity} class="pilcrow" href="#{name}" aria-label="Link to this rule, section {label}">'
        f'<span class="pilcrow-name">{label}</span></a>'
    )
