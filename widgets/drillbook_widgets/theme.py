"""Colours and sizes of pictures, by role; the values for light and dark stand in static/palette.css.

Every colour is a CSS variable, so that a picture changes with the page's theme without a message to the kernel.
"""

from collections.abc import Iterable

from drillbook.rules.model import Ruleset

INK = "var(--db-ink)"
QUIET = "var(--db-quiet)"
LINE = "var(--db-line)"
PANEL = "var(--db-panel)"
ACCENT = "var(--db-accent)"
MISS = "var(--db-miss)"
PIN = "var(--db-pin)"
AMBER = "var(--db-amber)"
GREEN = "var(--db-green)"
VIOLET = "var(--db-violet)"
NONE = "transparent"

SERIES = (
    ACCENT,
    AMBER,
    GREEN,
    VIOLET,
    QUIET,
)  # several things side by side; the pinned answer's rust is kept for itself

SMALL = 11.0
TEXT = 12.0

# The narrowest picture there is (a phone, upright); labels that do not collide here do not collide anywhere.
NARROW = 322.0
TALL = 236.0


def accents(rulesets: Iterable[Ruleset]) -> str:
    """The style sheet that gives the plates of each ruleset its accent (a page of the site brings its own), light and dark."""
    dark = 'body[data-jp-theme-light="false"] .drillbook-plate'
    return "\n".join(
        f".drillbook-plate.drillbook-{one.short} {{ --db-accent: var(--accent, {one.look.light}); }}\n"
        f"{dark}.drillbook-{one.short} {{ --db-accent: var(--accent, {one.look.dark}); }}"
        for one in rulesets
    )
