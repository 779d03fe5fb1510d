"""Which names of a picture found no room in it? They stand under it instead, each with its colour."""

from __future__ import annotations

from drillbook.asking.exhibits import Bars, Curves, Exhibit
from drillbook_widgets.theme import ACCENT, SERIES
from drillbook_widgets.views.scene import Scene


def key(exhibit: Exhibit, settled: Scene) -> list[dict[str, str]]:
    """Name and colour of every series, where not all of them are named in the picture itself; else nothing."""
    if isinstance(exhibit, Bars):
        names = list(exhibit.series)
    elif isinstance(exhibit, Curves):
        names = list(exhibit.lines)
    else:
        return []
    written = [text.words for text in settled.texts]
    if len(names) < 2 or all(any(name in words for words in written) for name in names):
        return []
    return [{"name": name, "color": ACCENT if n == 0 else SERIES[n % len(SERIES)]} for n, name in enumerate(names)]
