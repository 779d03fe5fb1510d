"""Functions that the printers of the markers share.

They give text that Markdown leaves unchanged, anchors, the rule of a whole id, links to rules, and names in bold.
"""

from __future__ import annotations

import re

from drillbook.errors import AskError, RulesError
from drillbook.formats.markdown import plain
from drillbook.formats.sheet import page, section
from drillbook.rules.entities import Rule
from drillbook.rules.library import Library
from drillbook.rules.model import Ruleset


def escaped(text: str) -> str:
    """Text in which Markdown sees nothing of its own."""
    return plain(text).replace("\\#", "#").replace("\\~", "~")


def anchor(identity: str) -> str:
    """Return the anchor that links to a rule or a ruling lead to."""
    return f'<a id="{identity}"></a>'


def find_rule(lib: Library, identity: str) -> tuple[Ruleset, Rule]:
    """Return the ruleset and the rule of a whole id; raise AskError if there is no such rule."""
    short, dot, key = identity.partition(".")
    if not dot:
        raise AskError(f"a rule's id looks like bn.reaction.cover-cap, not '{identity}'.")
    ruleset = lib.find(short)
    try:
        return ruleset, ruleset.rule(key)
    except RulesError as error:
        raise AskError(str(error)) from None


def sentence_link(ruleset: Ruleset, rule: Rule, words: str = "") -> str:
    """Return a link to the sentence that states a rule.

    words: the text of the link; without it, the section of the source.
    """
    told, where = words or escaped(section(rule)), page(ruleset, rule)
    return f"[{told}]({where})" if where else told


def name_in(text: str, name: str) -> re.Match[str] | None:
    """Return the match of a name in a text, or None.

    The name matches only as whole words, in any case of the letters.
    """
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) if name else None


def with_bold_name(text: str, name: str) -> str:
    """Return an escaped text with its rule's name in bold, if the text has the name."""
    found = name_in(text, escaped(name))
    return f"{text[: found.start()]}**{found.group()}**{text[found.end() :]}" if found else text
