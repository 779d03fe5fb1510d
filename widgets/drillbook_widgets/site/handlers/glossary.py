"""The handlers of a ruleset's words.

One sends the page that lists the words, the other what a word or the link of a rule says.
"""

from __future__ import annotations

from drillbook_widgets.pages.glossary import glossary, words_json
from drillbook_widgets.site.handlers.base import Page

KEPT_SECONDS = 3600


class WordsHandler(Page):
    """The handler of GET /SHORT/words.json: the sentences behind the page's words and links.

    The page asks for them when the reader looks at the first one.
    """

    def get(self, short: str) -> None:
        """Send the sentences, or a plain 404."""
        self.set_header("Cache-Control", f"public, max-age={KEPT_SECONDS}")
        self.send(words_json(self.context, short))

    head = get


class GlossaryHandler(Page):
    """GET /SHORT/glossary: every word of a ruleset."""

    def get(self, short: str) -> None:
        """Send the words in alphabetical order, each with its meaning and its rule."""
        self.send(glossary(self.context, short))

    head = get
