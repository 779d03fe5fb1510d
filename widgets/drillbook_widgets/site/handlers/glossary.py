"""Handlers of the words of a ruleset: the page that lists them, and what a word or a rule's link tells."""

from __future__ import annotations

from drillbook_widgets.pages.glossary import glossary, words_json
from drillbook_widgets.site.handlers.base import Page

KEPT_SECONDS = 3600


class WordsHandler(Page):
    """GET /SHORT/words.json: the sentences behind the page's words and links; asked for when the first is looked at."""

    def get(self, short: str) -> None:
        """The sentences, or a plain 404."""
        self.set_header("Cache-Control", f"public, max-age={KEPT_SECONDS}")
        self.send(words_json(self.context, short))

    head = get


class GlossaryHandler(Page):
    """GET /SHORT/glossary: every word of a ruleset."""

    def get(self, short: str) -> None:
        """The words by the alphabet, each with what it means and the rule that says so."""
        self.send(glossary(self.context, short))

    head = get
