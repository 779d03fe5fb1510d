"""What the pages of an edition are made from: own assets, no script for kernels."""

from __future__ import annotations

import json

from drillbook import library
from drillbook_widgets.edition.answers import ImmediateAnswers
from drillbook_widgets.edition.pack import seal_of
from drillbook_widgets.edition.pictures import pictures
from drillbook_widgets.edition.toolchain import HERE
from drillbook_widgets.pages.content.bundles import OWN, Bundle
from drillbook_widgets.pages.content.catalogue import Shelf
from drillbook_widgets.pages.content.styles import styles_in
from drillbook_widgets.pages.context import Context, Edition
from drillbook_widgets.pages.templating import STATIC
from drillbook_widgets.plate.assets import joined_scripts, script, style
from drillbook_widgets.views.theme import PALETTE, STRIP, accents

OF_KERNELS = frozenset(
    f"chapter/{name}.js"
    for name in ("reconnect", "kernel_connection", "widget_manager", "plate_scheduler", "kernel_session", "permalinks")
)
"""What of the page's own scripts is there for a kernel."""
PLATES = ("edition/controls", "edition/plate")
"""The scripts of a page with calculators, by their places among the assets."""
OWN_STATIC = HERE / "static"


def edition_context(shelf: Shelf, machinery: str) -> Context:
    """Return what the pages of an edition are made from.

    machinery: the path of what works out answers in a browser.
    """
    assets = f"/assets/{seal_of(STATIC)[:6]}{seal_of(OWN_STATIC)[:6]}"
    page = joined_scripts(STATIC / name for name in OWN if name not in OF_KERNELS)
    bundles = {"page": Bundle("page", page.encode()), "plates": Bundle("plates", plate_script().encode())}
    sheets = (OWN_STATIC / "edition.css", OWN_STATIC / "pictures.css")
    plate = "\n".join([*(path.read_text("utf-8") for path in sheets), picture_styles()])
    styles = {**styles_in(STATIC), "plate": plate}
    return Context(shelf, assets, bundles, styles, ImmediateAnswers(), Edition(machinery, PLATES, pictures))


def plate_script() -> str:
    """Return the script of every calculator, which brings the style sheet of calculators along."""
    worn = f"document.head.append(Object.assign(document.createElement('style'), {{ textContent: {json.dumps(style())} }}));"
    return f"{worn}\n{script()}"


def picture_styles() -> str:
    """Return the style rules for pictures and the text below them, as calculators use them."""
    usual = [PALETTE.read_text("utf-8"), STRIP.read_text("utf-8"), accents(library().all())]
    return "\n".join(usual).replace(".drillbook-plate", ".pictures")
