"""The script and the style sheet of every calculator, put together from the files beside this module."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from drillbook import library
from drillbook_widgets.views.theme import PALETTE, STRIP, accents

STATIC = Path(__file__).parent / "static"
SCRIPTS = (
    "tools.js",
    "number.js",
    "aside.js",
    "form.js",
    "house.js",
    "apart.js",
    "kept.js",
    "head.js",
    "lists.js",
    "foot.js",
    "gesture.js",
    "why.js",
    "chance.js",
    "paper.js",
    "share.js",
    "main.js",
)
OWN_STYLES = ("plate.css", "controls.css", "hand.css", "apart.css", "foot.css", "picture.css")
STYLES = (PALETTE, *(STATIC / name for name in OWN_STYLES), STRIP, STATIC / "paper.css")


@lru_cache(maxsize=1)
def script() -> str:
    """Return the script of every calculator on a page."""
    return "\n".join((STATIC / name).read_text("utf-8") for name in SCRIPTS)


@lru_cache(maxsize=1)
def style() -> str:
    """Return the style sheet of every calculator, with the accents of all rulesets."""
    return "\n".join([*(path.read_text("utf-8") for path in STYLES), accents(library().all())])
