"""The key below a picture: names and colours of everything that the picture does not name.

These are lines, bars, tints, and marks of a table-top.
"""

from __future__ import annotations

from drillbook.asking.exhibits import Bars, Curves, Exhibit, Grid, Tabletop
from drillbook.maths.number_words import short_percent
from drillbook_widgets.views.heatmap import DEEPEST, PALEST, bounds, is_written
from drillbook_widgets.views.scene import Scene, axis_number
from drillbook_widgets.views.theme import ACCENT, AMBER, GREEN, INK, PANEL, PIN, QUIET, SERIES

SIDES = {"own": ("own side", ACCENT), "enemy": ("enemy", INK), "friend": ("friend", GREEN)}
DISCS = {"template": ("template", PIN), "range": ("base", QUIET)}


def key(exhibit: Exhibit, settled: Scene) -> list[dict[str, str]]:
    """Return name, colour and shape (box, dot, ring) of everything the picture does not name."""
    match exhibit:
        case Bars():
            return _series(list(exhibit.series), settled)
        case Curves():
            return _series(list(exhibit.lines), settled)
        case Grid() if not is_written(exhibit):
            return _tints(exhibit)
        case Tabletop():
            return _marks(exhibit, settled)
        case _:
            return []


def _one(name: str, color: str, shape: str = "box") -> dict[str, str]:
    return {"name": name, "color": color, "shape": shape}


def _series(names: list[str], settled: Scene) -> list[dict[str, str]]:
    """Several lines or bars, unless every one of them is named beside it."""
    written = [text.words for text in settled.texts]
    if len(names) < 2 or all(any(name in words for words in written) for name in names):
        return []
    return [_one(name, SERIES[n % len(SERIES)]) for n, name in enumerate(names)]


def _tints(exhibit: Grid) -> list[dict[str, str]]:
    """Return a few tints with the values that they mean."""
    _, high = bounds(exhibit)
    steps = (0.0, 1 / 3, 2 / 3, 1.0)
    depths = [PALEST + (DEEPEST - PALEST) * step for step in steps]
    return [
        _one(
            short_percent(high * step) if exhibit.chance else axis_number(round(high * step, 2)),
            f"color-mix(in srgb, {ACCENT} {100 * depth:.0f}%, {PANEL})",
        )
        for step, depth in zip(steps, depths, strict=True)
    ]


def _marks(exhibit: Tabletop, settled: Scene) -> list[dict[str, str]]:
    """Return the key of a table-top's marks.

    These are marks without words of their own: places of scatter, templates, bases, and sides if there are several.
    Circles whose words did not fit are added.
    """
    found = [_one("where it may come to lie: the larger, the likelier", AMBER, "dot")] if exhibit.spots else []
    written = {text.words for text in settled.texts}
    alike = {(disc.kind, disc.radius) for disc in exhibit.discs if disc.label}
    bare = dict.fromkeys(
        disc.kind for disc in exhibit.discs if not disc.label and (disc.kind, disc.radius) not in alike
    )
    found += [_one(*DISCS[kind], "ring") for kind in bare if kind in DISCS]
    lost = dict.fromkeys((disc.label, disc.kind) for disc in exhibit.discs if disc.label and disc.label not in written)
    found += [_one(label, DISCS.get(kind, DISCS["range"])[1], "ring") for label, kind in lost]
    standing = [figure for figure in exhibit.figures if figure.kind in SIDES]
    sides = {figure.kind for figure in standing}
    named = all(any(side in figure.label for figure in exhibit.figures if figure.kind == side) for side in sides)
    if len(standing) > len(sides) > 1 and not named:
        found += [_one(*SIDES[side], "dot") for side in SIDES if side in sides]
    return found
