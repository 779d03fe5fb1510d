"""The script and the style sheet of every calculator, joined from files of this package."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from drillbook import library
from drillbook.rules.remembered import remembered
from drillbook_widgets.views.theme import PALETTE, STRIP, accents

STATIC = Path(__file__).parent / "static"
SCRIPTS = (
    "dom.js",
    "number_field.js",
    "inapplicable_inputs.js",
    "form.js",
    "house_rules.js",
    "chosen_readings.js",
    "shared_inputs.js",
    "head.js",
    "list_controls.js",
    "foot.js",
    "gestures.js",
    "tabs/answer_tabs.js",
    "tabs/dice_tabs.js",
    "tabs/printed_answer.js",
    "tabs/share_tab.js",
    "main.mjs",
)
OWN_STYLES = (
    "plate.css",
    "controls.css",
    "list_controls.css",
    "gestures.css",
    "chosen_readings.css",
    "foot.css",
    "picture.css",
)
STYLES = (PALETTE, *(STATIC / name for name in OWN_STYLES), STRIP, STATIC / "tabs" / "printed_answer.css")


_COMMENT = re.compile(r"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*\n", re.MULTILINE | re.DOTALL)


def joined_scripts(paths: Iterable[Path]) -> str:
    """Return scripts as one text, without the comments that fill whole lines."""
    return "\n".join(_COMMENT.sub("", path.read_text("utf-8")) for path in paths)


@lru_cache(maxsize=1)
def script() -> str:
    """Return the script of every calculator on a page."""
    return joined_scripts(STATIC / name for name in SCRIPTS)


@remembered(maxsize=1)
def style() -> str:
    """Return the style sheet of every calculator, with the accents of all rulesets."""
    return "\n".join([*(path.read_text("utf-8") for path in STYLES), accents(library().all())])
