"""The colours and sizes of pictures, by role.

The values for light and dark are in static/palette.css. Every colour is a CSS variable, so that a picture changes
with the page's theme without a message to the kernel.
"""

import re
from collections.abc import Iterable, Iterator
from colorsys import rgb_to_hls
from pathlib import Path

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


STATIC = Path(__file__).with_name("static")
PALETTE, STRIP = STATIC / "palette.css", STATIC / "strip.css"
SIDE_BY_SIDE = re.compile(r"--db-(amber|green|violet): (?:var\(--[a-z]+, )?(#[0-9a-f]{6})")
STAND_IN = {"light": "#2b5f9e", "dark": "#7fb0e8"}
KIN_DEGREES = 30.0  # of the circle of hues; nearer ones are taken for the same colour in a picture


def accents(rulesets: Iterable[Ruleset]) -> str:
    """Return the style sheet with the accent of each ruleset's plates, light and dark.

    A page of the site sets its own accent. A colour of a picture that is too close to the accent is replaced by a
    stand-in.
    """
    return "\n".join(line for one in rulesets for line in _of_one(one))


def _of_one(ruleset: Ruleset) -> Iterator[str]:
    light, dark = PALETTE.read_text("utf-8").split("JupyterLab's dark theme")
    plate = f".drillbook-plate.drillbook-{ruleset.short}"
    for scheme, media, accent, palette, chosen in (
        ("light", "all", ruleset.accent.light, light, plate),
        ("dark", "screen", ruleset.accent.dark, dark, f'body[data-jp-theme-light="false"] {plate}'),  # paper is light
    ):
        yield f"{chosen} {{ --db-accent: var(--accent, {accent}); }}"
        for name, colour in SIDE_BY_SIDE.findall(palette):
            if hues_apart(colour, accent) < KIN_DEGREES:
                yield f"@media {media} {{ {chosen} {{ --db-{name}: {STAND_IN[scheme]}; }} }}"


def hues_apart(one: str, two: str) -> float:
    """How far two colours (#rrggbb) stand apart on the circle of hues, 0-180 degrees."""
    first, second = (rgb_to_hls(*bytes.fromhex(colour[1:]))[0] * 360 for colour in (one, two))
    return min(abs(first - second), 360 - abs(first - second))
