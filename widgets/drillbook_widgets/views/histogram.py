"""The bar chart: how likely each outcome is.

Bars are upright for numbers and horizontal for words, with the decisive line between them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from drillbook.asking.exhibits import Bars
from drillbook.maths.dice import Distribution
from drillbook.maths.number_words import short_percent, shown
from drillbook_widgets.views.labels import side_letters, write_side
from drillbook_widgets.views.scene import LETTER, Cell, Dot, Margin, Scene
from drillbook_widgets.views.tails import evenly, gather_tails
from drillbook_widgets.views.theme import ACCENT, INK, LINE, MISS, NARROW, PIN, QUIET, SERIES, SMALL, TALL, TEXT

if TYPE_CHECKING:
    from drillbook_widgets.views import Look

HALF = 0.42  # half a bar's width
ROW_LETTERS = 19  # letters of one line of a row's name
LONGEST_ROW = 32  # and of a name that has but one line: it costs the bars their length, but is told from others
MANY = 11  # bars that still have a number each
NUMBER = 0.08  # of the highest bar: how high a number stands on one
BROADEST = 4  # bars that a name may stand over
PLACES = 6  # pinned lines that may have their name beside them
FEWEST = 4  # bars for which there is always room


def draw(exhibit: Bars, look: Look) -> Scene:
    """Return the bars of an exhibit as a scene."""
    exhibit, look, ends = gather_tails(exhibit, look)
    outcomes = _outcomes(exhibit, look)
    if any(isinstance(one, str) for one in outcomes) and max(len(name(one)) for one in outcomes) > 3:
        return _lying(exhibit, look, outcomes)
    return _standing(exhibit, look, outcomes, ends)


def name(outcome: Any) -> str:
    """How an outcome is written under its bar."""
    if isinstance(outcome, bool):
        return "yes" if outcome else "no"
    return shown(outcome) if isinstance(outcome, int | Fraction) or outcome is None else str(outcome)


def level(one: Distribution[Any], outcome: Any, how: str) -> float:
    """Return the height of a bar: the probability of exactly this, of this or more, or of less.

    how: `=` for exactly this outcome, `≥` for this or more, `≤` for this or less.
    """
    if how == "≥":
        return float(one.at_least(outcome))
    if how == "≤":
        return float(one.at_most(outcome))
    return float(one[outcome])


def _outcomes(exhibit: Bars, look: Look) -> list[Any]:
    """Return every outcome on the axis.

    These are the outcomes of the answer, of the pinned answer and of the rolls; whole numbers have no gaps.
    """
    found = dict.fromkeys(exhibit.outcomes())
    if look.pinned is not None:
        found |= dict.fromkeys(look.pinned.outcomes())
    found |= dict.fromkeys(look.rolled or ())
    keys = list(found)
    if all(isinstance(one, int) and not isinstance(one, bool) for one in keys) and keys:
        return list(evenly(keys))
    if all(isinstance(one, int | Fraction) for one in keys):
        return sorted(keys)
    return keys


def _counts(exhibit: Bars, outcome: Any) -> bool:
    """Whether an outcome is on the side of the decisive line that the answer is about."""
    mark = exhibit.mark
    if mark is None or isinstance(outcome, str):
        return True
    return bool(outcome <= mark.at if mark.side == "at_most" else outcome >= mark.at)


def _standing(exhibit: Bars, look: Look, outcomes: Sequence[Any], ends: Mapping[Any, str]) -> Scene:
    series = list(exhibit.series.items())
    how = "=" if exhibit.stacked else look.how
    pinned = next(iter(look.pinned.series.values())) if look.pinned is not None else None
    heights = [[level(one, outcome, how) for outcome in outcomes] for _, one in series]
    columns = zip(*heights, strict=True)
    top = max(sum(column) if exhibit.stacked else max(column) for column in columns)
    caps = [level(pinned, outcome, how) for outcome in outcomes] if pinned is not None else []
    top = max(top, *caps) if caps else top
    if look.rolled and how == "=":
        top = max(top, *(float(part) for part in look.rolled.values()))
    aside = max(0.0, FEWEST - len(outcomes)) / 2 + 0.12  # a few bars stand in the middle, no wider than others
    scene = Scene((-0.5 - aside, len(outcomes) - 0.5 + aside), (0.0, top * 1.16 or 1.0), Margin(22, 8, 36, 8))
    _bars(scene, exhibit, outcomes, series, heights)
    _heights(scene, exhibit, outcomes, heights, caps)
    scene.line((scene.x[0], 0), (scene.x[1], 0), LINE, 1.5)
    for index, outcome in enumerate(outcomes):
        rank = 0 if len(outcomes) <= 12 or outcome in ends else 2 + _roughness(index)
        scene.write(index, 0, ends.get(outcome, name(outcome)), dy=11, rank=rank)
    scene.write(scene.x[1], 0, exhibit.axis, align="end", dy=27, size=SMALL, rank=1)
    if pinned is not None:
        _caps(scene, exhibit, outcomes, [max(column) for column in zip(*heights, strict=True)], caps, look.pinned_as)
    if look.rolled and how == "=":
        scene.dots += [Dot(i, float(look.rolled.get(outcome, 0)), INK, 5) for i, outcome in enumerate(outcomes)]
    _mark(scene, exhibit, outcomes)
    _choose(scene, exhibit, outcomes)
    return scene


def _choose(scene: Scene, exhibit: Bars, outcomes: Sequence[Any]) -> None:
    """Bars that can be chosen for the decisive line to stand at."""
    mark = exhibit.mark
    if mark is None or not mark.sets or _line_at(exhibit, outcomes) is None:
        return
    one = next(iter(exhibit.series.values()))
    for index, outcome in enumerate(outcomes):
        edges = index - 0.5, scene.y[0], index + 0.5, scene.y[1]
        side = "or less" if mark.side == "at_most" else "or more"
        part = level(one, outcome, "≤" if mark.side == "at_most" else "≥")
        words = f"{name(outcome)} {side}: {short_percent(part)}"
        moved = {mark.sets: outcome - mark.at}
        scene.cells.append(Cell(*edges, words, 0, index, outcome == mark.at, nudges=moved))


def _roughness(index: int) -> int:
    """Every fifth outcome is named before every second, and that before the rest."""
    return 0 if index % 5 == 0 else 1 if index % 2 == 0 else 2


def _bars(
    scene: Scene, exhibit: Bars, outcomes: Sequence[Any], series: Sequence[tuple[str, Any]], heights: list[list[float]]
) -> None:
    one = len(series) == 1
    wide = 2 * HALF if exhibit.stacked or one else 2 * HALF / len(series)
    for index, outcome in enumerate(outcomes):
        base = 0.0
        for number, row in enumerate(heights):
            color = (ACCENT if _counts(exhibit, outcome) else MISS) if one else SERIES[number % len(SERIES)]
            left = index - HALF + (0 if exhibit.stacked or one else number * wide)
            if row[index] > 0:
                scene.box(left, base, left + wide, base + row[index], color)
            base += row[index] if exhibit.stacked else 0


def _heights(
    scene: Scene, exhibit: Bars, outcomes: Sequence[Any], heights: list[list[float]], caps: Sequence[float]
) -> None:
    """Write the percentages on the bars.

    If there are few bars, all get a percentage. If there are many, only the highest bar clear of the decisive line does.
    If there are several series, each gets one on its highest bar that no bar beside it crosses. If a pinned line would
    cross a number, the number is above that line.
    """
    if len(heights) == 1:
        row = heights[0]
        at = _line_at(exhibit, outcomes)
        clear = [index for index in range(len(row)) if at is None or abs(index - at) > 1] or [0]
        peak = max(clear, key=row.__getitem__)
        few = len(outcomes) <= MANY
        for index, part in enumerate(row):
            if part > 0 and (few or index == peak):
                crossed = bool(caps) and part < caps[index] < part + NUMBER * scene.y[1]
                up = caps[index] if crossed else part
                scene.write(index, up, short_percent(part), dy=-8, size=SMALL, rank=3 if index != peak else 2)
        return
    for number, row in enumerate(heights):
        peak = row.index(max(row)) if exhibit.stacked else _clear_peak(heights, number)
        base = sum(heights[below][peak] for below in range(number)) if exhibit.stacked else 0.0
        wide = 2 * HALF / len(heights)
        at = peak if exhibit.stacked else peak - HALF + (number + 0.5) * wide
        scene.write(at, base + row[peak], short_percent(row[peak]), dy=-8, size=SMALL, color=INK, rank=1)


def _clear_peak(heights: list[list[float]], number: int) -> int:
    """Return the highest bar of a series whose number no bar beside it reaches.

    If there is no such bar, the result is the highest bar of all. number: the series, one of several.
    """
    across = [height for column in zip(*heights, strict=True) for height in column]
    places = range(number, len(across), len(heights))
    clear = [at for at in places if max(across[max(at - 1, 0) : at + 2]) == across[at] > 0]
    return max(clear or places, key=across.__getitem__) // len(heights)


def _caps(
    scene: Scene, exhibit: Bars, outcomes: Sequence[Any], bars: Sequence[float], heights: Sequence[float], name: str
) -> None:
    """Draw the pinned distribution: a rust line at each of its heights.

    The name is beside one of the highest lines or above it.
    """
    tops = [max(bar + NUMBER * scene.y[1], cap) for bar, cap in zip(bars, heights, strict=True)]
    for index, part in enumerate(heights):
        if part > 0:
            scene.line((index - 0.5, part), (index + 0.5, part), PIN, 2.5)
    at = _line_at(exhibit, outcomes)
    clear = [index for index in range(len(heights)) if at is None or abs(index - at) > 2] or [0]
    peak = max(clear, key=heights.__getitem__)
    for index, part in sorted(enumerate(heights), key=lambda cap: -cap[1])[:PLACES]:
        for side in (-1, 1):
            if part and _clear_beside(scene, tops, index, part, side, name, at):
                align = "end" if side < 0 else "start"
                scene.write(index + side / 2, part, name, align=align, dx=4 * side, size=SMALL, color=PIN, rank=1)
                return
    if _bars_wide(scene, name) <= BROADEST:  # a longer one would hide what it stands on, and is told under the picture
        scene.write(peak, heights[peak], name, dy=-8, size=SMALL, color=PIN, rank=2)


def _bars_wide(scene: Scene, name: str) -> float:
    """How many bars a name and the gap before it are as wide as."""
    return (
        (len(name) * SMALL * LETTER + 8) * (scene.x[1] - scene.x[0]) / (NARROW - scene.margin.left - scene.margin.right)
    )


def _clear_beside(
    scene: Scene, tops: Sequence[float], index: int, part: float, side: int, name: str, line: float | None
) -> bool:
    """Return whether a name beside a pinned line crosses no bar, number or line.

    tops: the highest point that each outcome's bar, number and pinned line reach. part: the height of the pinned line.
    """
    wide = _bars_wide(scene, name)
    ends = sorted((index + side / 2, index + side * (0.5 + wide)))
    covered = [top for at, top in enumerate(tops) if ends[0] < at + 0.5 and at - 0.5 < ends[1]]
    inside = scene.x[0] <= ends[0] and ends[1] <= scene.x[1] and not (line is not None and ends[0] < line < ends[1])
    return inside and all(top < part - NUMBER * scene.y[1] for top in covered)


def _line_at(exhibit: Bars, outcomes: Sequence[Any]) -> float | None:
    """Return where the decisive line is among the bars, or None."""
    mark = exhibit.mark
    if mark is None or any(isinstance(one, str) for one in outcomes):
        return None
    return sum(1 for one in outcomes if (one <= mark.at if mark.side == "at_most" else one < mark.at)) - 0.5


def _mark(scene: Scene, exhibit: Bars, outcomes: Sequence[Any]) -> None:
    at, mark = _line_at(exhibit, outcomes), exhibit.mark
    if at is None or mark is None:
        return
    scene.line((at, 0), (at, scene.y[1]), PIN, 1.25, "dashed")
    left = mark.side == "at_most"
    scene.write(
        at, scene.y[1], mark.label, align="end" if left else "start", dx=-5 if left else 5, dy=-10, color=INK, rank=0
    )


def _lying(exhibit: Bars, look: Look, outcomes: Sequence[Any]) -> Scene:
    series = list(exhibit.series.items())
    pinned = next(iter(look.pinned.series.values())) if look.pinned is not None else None
    rows = len(outcomes)
    top = max([float(one[outcome]) for _, one in series for outcome in outcomes], default=1.0)
    if pinned is not None:
        top = max(top, *(float(pinned[outcome]) for outcome in outcomes))
    high_row = (TALL - 16) / rows
    letters = side_letters([name(one) for one in outcomes], ROW_LETTERS, high_row, LONGEST_ROW)
    scene = Scene((0.0, top or 1.0), (-0.5, rows - 0.5), Margin(8, 58, 8, 20 + round(letters * TEXT * LETTER)))
    thick = 2 * HALF * 0.84 / len(series)
    for index, outcome in enumerate(outcomes):
        middle = rows - 1 - index
        write_side(scene, 0, middle, name(outcome), letters, high_row, color=INK, rank=0)
        for number, (_, one) in enumerate(series):
            part = float(one[outcome])
            high = middle + HALF * 0.84 - number * thick
            color = SERIES[number % len(SERIES)]
            if part > 0:
                scene.box(0, high - thick, part, high, color)
            crowded = high_row * thick < SMALL and part < max(float(other[outcome]) for _, other in series)
            if len(series) == 1 or (part and not crowded):
                words = short_percent(part)
                scene.write(part, high - thick / 2, words, align="start", dx=5, size=SMALL, color=QUIET, rank=1)
        if pinned is not None and pinned[outcome]:
            at = float(pinned[outcome])
            scene.line((at, middle - 0.46), (at, middle + 0.46), PIN, 2.5)
        if look.rolled:
            scene.dots.append(Dot(float(look.rolled.get(outcome, 0)), middle, INK, 5))
    scene.line((0, -0.5), (0, rows - 0.5), LINE, 1.5)
    return scene
