"""Handler of the rulesets' icons for a phone's home screen."""

from __future__ import annotations

from drillbook_widgets.pages.icons import ruleset_icon
from drillbook_widgets.site.handlers.base import Page

KEPT_SECONDS = 86400


class IconHandler(Page):
    """GET /SHORT/icon-SIZE.png."""

    def get(self, short: str, size: str) -> None:
        """Send the icon: the book in the ruleset's colour on light paper."""
        self.send(ruleset_icon(self.context, short, size), Cache_Control=f"public, max-age={KEPT_SECONDS}")

    head = get
