"""Tests of pictures as text: well-formed, every word inside at every width.

No number is in a picture that the picture's own table does not have.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from drillbook import ask, library, questions
from drillbook.asking.exhibits import Bars, Curves, Exhibit, Flow, Stack, Timeline
from drillbook.maths.dice import roll
from drillbook_widgets.edition.pictures import pictures
from drillbook_widgets.plate.pinned import twin
from drillbook_widgets.plate.tabs.other_ruleset import ask_beside
from drillbook_widgets.views import Look, is_sheet, scene
from drillbook_widgets.views.of_answer import exhibits
from drillbook_widgets.views.scene import LETTER, Dot, Fill, Margin, Scene, Stroke, Text, high, settle_words
from drillbook_widgets.views.svg import svg
from drillbook_widgets.views.theme import ACCENT, INK, NARROW, PIN, TALL

EXAMPLES = [example for ruleset in library().all() for spec in questions(ruleset).values() for example in spec.examples]
ROOMS = ((NARROW, TALL), (356.0, TALL), (455.0, 272.0), (720.0, 272.0))
NUMBER = re.compile(r"([+−-]?)(\d[\d\u202f]*)(?:\.(\d+))?(/\d+)?( %)?")
THIN, MINUS = "\u202f", ("-", "−")
SLACK = 8.0
"""Pixels by which the words that a view has placed may reach over the edge, as letters are narrower than is reckoned with."""


@dataclass(frozen=True)
class Label:
    """A word of a drawn picture and its place.

    The place is in shares of the plotted area, and as moved from there in pixels.
    """

    words: str
    x: float
    y: float
    dx: float
    dy: float
    anchor: str
    size: float
    bold: bool


class Drawing:
    """A picture as it is drawn, read once."""

    def __init__(self, drawn: str) -> None:
        self.root = ElementTree.fromstring(drawn)
        self.style = dict(part.split(":") for part in (self.root.get("style") or "").split(";"))
        self.labels = [_label(one) for one in self.root.iter("text")]
        self.gathered = any(label.words[:1] in "≤≥" for label in self.labels)
        drawn_paths = [one.get("d") or "" for one in self.root.iter("path")]
        self.areas = [_corners(one) for one in drawn_paths if one.endswith("Z")]
        self.lines = [_corners(one) for one in drawn_paths if not one.endswith("Z")]
        self.dots = [(_share(one, "cx"), _share(one, "cy")) for one in self.root.iter("circle")]

    def room(self, width: float, height: float) -> tuple[float, float, float, float, float, float]:
        """Return left, top, width and height of the plotted area in a room, and the room used.

        The style sheet gives the four values; the last two are the width and height of the room that is used.
        """
        if "--aspect" in self.style:
            aspect = float(self.style["--aspect"])
            wide = min(width, height * aspect)
            return 0.0, 0.0, wide, wide / aspect, wide, wide / aspect
        sides = ("top", "right", "bottom", "left")
        top, right, bottom, left = (float(self.style[f"--{side}"].removesuffix("px")) for side in sides)
        return left, top, width - left - right, height - top - bottom, width, height


def _share(one: ElementTree.Element, name: str) -> float:
    return float((one.get(name) or "").removesuffix("%")) / 100


def _label(one: ElementTree.Element) -> Label:
    dx, dy, size = (float(one.get(name, usual)) for name, usual in (("dx", "0"), ("dy", "0"), ("font-size", "11")))
    bold = one.get("font-weight") == "bold"
    return Label(
        one.text or "", _share(one, "x"), _share(one, "y"), dx, dy, one.get("text-anchor", "middle"), size, bold
    )


def _corners(told: str) -> list[tuple[float, float]]:
    return [(float(x) / 1000, float(y) / 1000) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", told)]


def numbers(cells: Iterable[str]) -> set[float]:
    """Return every number in these cells, as it is printed."""
    found: set[float] = set()
    for cell in cells:
        for sign, whole, part, below, _ in NUMBER.findall(cell):
            value = float(f"{whole.replace(THIN, '')}.{part or 0}") / float(below[1:] or 1)
            found.add(-value if sign in MINUS else value)
    return found


def boxes(rows: Sequence[Sequence[str]]) -> Iterator[float]:
    """Yield what every box of a flow holds, in percent: the sum of the ways through it."""
    for stage in range(len(rows[0]) - 1):
        for name in {row[stage] for row in rows}:
            yield float(sum(_percent(row[-1]) for row in rows if row[stage] == name))


def _percent(cell: str) -> Fraction:
    exact, _, _ = cell.partition(" · ")
    return Fraction(exact.removesuffix(" %")) * (1 if exact.endswith("%") else 100)


def check_numbers(exhibit: Exhibit, drawing: Drawing) -> None:
    """Check that every label that is a number, except axes and sums, is in the table.

    The table may have more places.
    """
    head, rows = exhibit.table()
    known = numbers([*head, *(cell for row in rows for cell in row)])
    rough = 0.05 if any("about" in cell for row in rows for cell in row) else 0.0
    if isinstance(exhibit, Flow):
        known = set(boxes(rows))
    for label in drawing.labels:
        words = label.words.rpartition(": ")[2]
        found = NUMBER.fullmatch(words)
        axis = isinstance(exhibit, Bars) and label.y == 1
        if not found or axis or drawing.gathered or (isinstance(exhibit, Stack) and label.bold):
            continue
        value, near = numbers([words]).pop(), 0.5 * 10 ** -len(found[3] or "") + rough + 1e-9
        assert any(abs(value - one) <= near for one in known), (exhibit.name, label.words)


def check_bars(exhibit: Bars, drawing: Drawing) -> None:
    """Check that the bars are as high, or as long, as the chances of the table are large."""
    if len(exhibit.series) > 1 or drawing.gathered:
        return
    spread = next(iter(exhibit.series.values()))
    chances = [float(spread[one]) for one in exhibit.outcomes() if spread[one]]
    wide, tall = ([max(one) - min(one) for one in sides] for sides in _sides(drawing.areas))
    long = wide if max(wide) - min(wide) > max(tall) - min(tall) else tall
    assert [one / max(long) for one in long] == pytest.approx([one / max(chances) for one in chances], abs=2e-3)


def _sides(areas: list[list[tuple[float, float]]]) -> tuple[list[list[float]], list[list[float]]]:
    return [[x for x, _ in one] for one in areas], [[y for _, y in one] for one in areas]


def check_curves(exhibit: Curves, drawing: Drawing) -> None:
    """Check that every point of the table is in the drawing, by the axes' own numbers.

    A point is a corner of a line, or a dot, or is on a stair of a band.
    """
    up = [(label.y, label.words) for label in drawing.labels if label.anchor == "end" and label.x == 0]
    along = [(label.x, label.words) for label in drawing.labels if label.y == 1 and label.dy == 11]
    scales = []
    for axis in (along, up):
        read = sorted((at, numbers([words]).pop()) for at, words in axis if NUMBER.fullmatch(words))
        (first, low), (last, top) = read[0], read[-1]
        if first == last:
            return
        scales.append((first, low, (top - low) / (last - first)))
    (x0, low_x, per_x), (y0, low_y, per_y) = scales
    stairs = [pair for one in drawing.lines for pair in pairwise(one) if exhibit.edges]
    corners = {corner for one in drawing.lines for corner in one} | set(drawing.dots)
    flat = [(x, end, y) for (x, y), (end, up) in stairs if y == up] + [(x, x, y) for x, y in corners]
    seen = [
        (*sorted(low_x + (x - x0) * per_x for x in (start, end)), low_y + (y - y0) * per_y) for start, end, y in flat
    ]
    near_x, near_y = abs(per_x) / 500, abs(per_y) / 500
    for points in exhibit.lines.values():
        for x, y in points:
            tall = float(y) * (100 if exhibit.chance else 1)
            assert any(
                start - near_x <= x <= end + near_x and abs(tall - level) <= near_y for start, end, level in seen
            )


def check_room(exhibit: Exhibit, drawing: Drawing, tall: int) -> None:
    """Every word is inside, on the narrowest page and on the widest."""
    for width, usual in ROOMS:
        left, top, wide, deep, right, bottom = drawing.room(width, max(usual, tall))
        for one in drawing.labels:
            long = len(one.words) * one.size * LETTER
            at = left + one.x * wide + one.dx - {"start": 0.0, "middle": long / 2, "end": long}[one.anchor]
            middle = top + one.y * deep + one.dy
            half = one.size * 0.6
            inside = at >= -SLACK and at + long <= right + SLACK and middle - half >= -SLACK
            assert inside, (exhibit.name, one, width)
            assert middle + half <= bottom + SLACK, (exhibit.name, one, width)


@pytest.mark.rotating
@pytest.mark.by_turn
@pytest.mark.parametrize("address", EXAMPLES)
def test_every_picture_is_drawn_as_text(address: str) -> None:
    for exhibit in exhibits(ask(address)):
        if is_sheet(exhibit):
            continue
        settled = settle_words(scene(exhibit))
        drawing = Drawing(svg(settled, exhibit.caption))
        assert drawing.root.get("role") == "img"
        assert drawing.root.findtext("title") == exhibit.caption
        assert {one.tag for one in drawing.root.iter()} <= {"svg", "title", "path", "circle", "text"}
        assert [label.words for label in drawing.labels] == [text.words for text in settled.texts] != []
        check_room(exhibit, drawing, high(settled))
        if isinstance(exhibit, Curves):
            check_curves(exhibit, drawing)
        elif not isinstance(exhibit, Timeline):
            check_numbers(exhibit, drawing)
        if isinstance(exhibit, Bars):
            check_bars(exhibit, drawing)


def test_a_scene_is_drawn_in_its_order_and_keeps_its_words_at_their_size() -> None:
    made = Scene((0, 2), (0, 4), Margin(1, 2, 3, 4))
    made.line((0, 0), (2, 4), PIN, 1.25, "dashed")
    made.rule((0, 1), (2, 1), INK)
    made.fills.append(Fill(((0, 0), (1, 0), (1, 2)), ACCENT, 0.5))
    made.dots.append(Dot(1, 3, INK, 6))
    made.texts.append(Text(0.5, 1, "a < b", "end", -3, 0, INK, 12.0, True))
    assert svg(made, 'He & "she"') == (
        '<svg class="scene" role="img" style="--top:1px;--right:2px;--bottom:3px;--left:4px"><title>He &amp; &quot;she&quot;</title>'
        '<svg viewBox="0 0 1000 1000" preserveAspectRatio="none" overflow="visible">'
        f'<path d="M0 750L1000 750" stroke="{INK}" stroke-width=".75"/>'
        f'<path d="M0 1000L500 1000L500 500Z" fill="{ACCENT}" fill-opacity=".5"/>'
        f'<path d="M0 1000L1000 0" stroke="{PIN}" stroke-width="1.25" stroke-dasharray="4 4"/></svg>'
        f'<circle cx="50%" cy="25%" r="3.39" fill="{INK}"/>'
        f'<text x="25%" y="75%" dx="-3" text-anchor="end" fill="{INK}" font-size="12" font-weight="bold">a &lt; b</text></svg>'
    )


def test_what_has_one_scale_both_ways_tells_its_shape() -> None:
    made = Scene((0, 3), (0, 2), Margin(0, 0, 0, 0), strokes=[Stroke(((-100, 1), (3, 1)), INK)], aspect=1.5)
    assert svg(made, "a field").startswith('<svg class="scene" role="img" style="--aspect:1.5">')
    assert 'd="M-20000 500L1000 500"' in svg(made, "a field")  # however far a line runs


@pytest.mark.parametrize(("how", "first"), [("=", 1 / 6), ("≥", 1.0), ("≤", 1 / 6)])
def test_bars_are_read_three_ways(how: str, first: float) -> None:
    drawing = Drawing(svg(settle_words(scene(Bars("x", "die", {"": roll("d6")}), Look(how))), "x"))
    highs = [max(y for _, y in one) - min(y for _, y in one) for one in drawing.areas]
    assert highs[0] / max(highs) == pytest.approx(first / (1 / 6 if how == "=" else 1), abs=1e-3)
    assert all((one <= other + 1e-4) == (how != "≥") or how == "=" for one, other in pairwise(highs))


@pytest.mark.parametrize("address", ["bn/shot?distance=30", "bn/class-card", "bon/deviation", "gw/full-assault"])
def test_all_pictures_of_an_answer_are_there_with_their_sentence_and_their_table(address: str) -> None:
    made = pictures(address).all
    for picture, exhibit in zip(made, exhibits(ask(address)), strict=True):
        assert (picture.name, picture.caption, picture.head) == (exhibit.name, exhibit.caption, exhibit.table()[0])
        assert bool(picture.drawn) != bool(picture.sheet)
        if picture.drawn:
            assert picture.rows == exhibit.table()[1]
        else:
            assert len((picture.sheet or {})["rows"]) == len(exhibit.table()[1])


def test_where_the_rules_refuse_the_nearest_lawful_case_is_shown_and_named() -> None:
    address = "bon/direct-fire?piece=howitzer&ammunition=shell&distance=37&target=squad"
    assert ask(address).refused
    found = pictures(address)
    assert found.all
    assert found.near


def test_both_answers_stand_in_one_picture_and_the_one_that_is_named_is_first() -> None:
    address = "fb/volley?firers=9&weapon=rifle&firer=green&distance=10&men=10&target=regular"
    found, alone = pictures(address, first="hits", other="bon"), pictures(address)
    there = ask_beside(ask(address), library().find("bon"))
    assert (found.first, alone.first) == ("hits", alone.all[0].name)
    assert found.beside == there
    assert alone.beside is None
    for both, own, exhibit in zip(found.all, alone.all, exhibits(ask(address)), strict=True):
        look = Look(pinned=twin(there.answer, exhibit), pinned_as=there.title)
        assert both.both
        assert both.drawn == svg(settle_words(scene(exhibit, look)), exhibit.caption) != own.drawn


def test_what_is_not_understood_has_no_picture() -> None:
    assert pictures("bn/nothing?x=1").all == ()
