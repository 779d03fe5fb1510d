"""Tests of pictures: words never collide or leave the picture.

This holds on the narrowest page and on a wide one; and each picture says what its exhibit says.
"""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import hypot
from typing import get_args

import pytest

from drillbook import ask, library, questions
from drillbook.asking.exhibits import (
    Bars,
    Branch,
    Curves,
    Disc,
    Exhibit,
    Flow,
    Grid,
    Mark,
    Stack,
    Tabletop,
    Timeline,
    Track,
    Tree,
)
from drillbook.asking.exhibits import Event as TimelineEvent
from drillbook.asking.exhibits import Figure as TableFigure
from drillbook.asking.exhibits.gestures import ahead, beneath
from drillbook.maths.dice import Distribution, binomial, roll
from drillbook_widgets import views
from drillbook_widgets.views import Look, can_cumulate, is_sheet, scene
from drillbook_widgets.views.curve import value_at
from drillbook_widgets.views.keys import key
from drillbook_widgets.views.labels import parted
from drillbook_widgets.views.of_answer import exhibits
from drillbook_widgets.views.scene import Margin, Scene, Text, axis_ticks, high, settle_words, size, word_box
from drillbook_widgets.views.tabletop import clip_line
from drillbook_widgets.views.theme import ACCENT, MISS, NARROW, PIN, SERIES, TALL
from drillbook_widgets.views.track import MOST, chosen

EXAMPLES = [example for ruleset in library().all() for spec in questions(ruleset).values() for example in spec.examples]
WIDTHS = ((NARROW, TALL), (455.0, 272.0), (720.0, 272.0))


@pytest.mark.rotating
@pytest.mark.by_turn
@pytest.mark.parametrize("address", EXAMPLES)
def test_words_in_pictures_keep_apart_and_inside(address: str) -> None:
    for exhibit in exhibits(ask(address)):
        if is_sheet(exhibit):
            continue
        for look in (Look(), Look("≥", exhibit), Look("=", exhibit)):
            drawn = settle_words(scene(exhibit, look))
            for width, usual in WIDTHS:
                height = max(usual, high(drawn))
                wide, tall = size(drawn, width, height)
                places = [(text, word_box(drawn, text, width, height)) for text in drawn.texts]
                for index, (text, room) in enumerate(places):
                    assert room.left >= -8, (exhibit.name, text.words, room)
                    assert room.right <= wide + 8, (exhibit.name, text.words, room)
                    assert room.top >= -6, (exhibit.name, text.words, room)
                    assert room.bottom <= tall + 6, (exhibit.name, text.words, room)
                    for other, further in places[:index]:
                        if text.rank or other.rank:
                            assert not room.meets(further, gap=-3), (exhibit.name, text.words, other.words)


def test_the_less_important_of_two_colliding_words_goes() -> None:
    both = Scene(
        (0, 1), (0, 1), Margin(0, 0, 0, 0), texts=[Text(0.5, 0.5, "first", rank=2), Text(0.5, 0.5, "second", rank=0)]
    )
    assert [text.words for text in settle_words(both).texts] == ["second"]


def test_loose_words_go_to_another_side_before_they_go() -> None:
    texts = [
        Text(0.5, 0.5, "one", "start", 6, -6, rank=1, loose=True),
        Text(0.5, 0.5, "two", "start", 6, -6, rank=1, loose=True),
    ]
    settled = settle_words(Scene((0, 1), (0, 1), Margin(0, 0, 0, 0), texts=texts)).texts
    assert [text.words for text in settled] == ["one", "two"]
    assert settled[0].align != settled[1].align


def test_loose_words_leave_what_stands_beside_them_uncovered() -> None:
    word = Text(0.5, 0.5, "one", "start", 6, -6, rank=1, loose=True)
    bare = Scene((0, 1), (0, 1), Margin(0, 0, 0, 0), texts=[word])
    beside = Scene((0, 1), (0, 1), Margin(0, 0, 0, 0), texts=[word], bodies=[((0.5, 0.55), (0.6, 0.7))])
    assert [(text.dx, text.dy) for text in settle_words(bare).texts] == [(6, -6)]
    assert [(text.dx, text.dy) for text in settle_words(beside).texts] == [(6, 6)]


def test_a_track_without_chance_tells_what_happened_instead() -> None:
    sure = [Distribution.sure("still"), Distribution.sure("gone")]
    words = [text.words for text in scene(Track("x", ["still", "gone"], sure, notes=["5 in"])).texts]
    assert "5 in" in words
    assert not any("%" in word for word in words)


def test_words_at_the_edge_turn_inwards() -> None:
    settled = settle_words(
        Scene((0, 1), (0, 1), Margin(0, 0, 0, 0), texts=[Text(1.0, 0.5, "at the right edge", "start")])
    )
    assert settled.texts[0].align == "end"


def test_bars_stand_at_their_chance_and_show_the_side_that_counts() -> None:
    drawn = scene(Bars("x", "total", {"": roll("2d6")}, Mark(9, "9 or less", "at_most")))
    heights = {round(area.points[0][0] + 0.42) + 2: (area.points[2][1], area.color) for area in drawn.fills}
    assert heights[7] == (pytest.approx(6 / 36), ACCENT)
    assert heights[10] == (pytest.approx(3 / 36), MISS)
    dashed = [line for line in drawn.strokes if line.style == "dashed"]
    assert dashed[0].points[0][0] == 7.5  # between 9, the eighth bar, and 10


@pytest.mark.parametrize(("how", "height"), [("=", 1 / 6), ("≥", 2 / 6), ("≤", 5 / 6)])
def test_bars_are_read_three_ways(how: str, height: float) -> None:
    drawn = scene(Bars("x", "die", {"": roll("d6")}), Look(how))
    assert drawn.fills[4].points[2][1] == pytest.approx(height)


def test_bars_to_choose_from_are_as_broad_as_a_finger_and_lose_nothing() -> None:
    at = Mark(14, "wanted", sets="goal")
    drawn = scene(Bars("x", "total", {"": roll("4d6")}, at))
    wide = (NARROW - drawn.margin.left - drawn.margin.right) / (drawn.x[1] - drawn.x[0])
    assert len(drawn.cells) == len(drawn.fills) < 21
    assert min((cell.right - cell.left) * wide for cell in drawn.cells) >= 24
    assert sum(area.points[2][1] for area in drawn.fills) == pytest.approx(1)
    assert {"goal": 0} in [cell.nudges for cell in drawn.cells]
    assert len(scene(Bars("x", "total", {"": roll("4d6")}, replace(at, sets=""))).fills) > len(drawn.fills)


def test_a_pinned_distribution_lies_over_the_bars_in_rust() -> None:
    now, before = (Bars("x", "hits", {"": binomial(n, Fraction(1, 2))}) for n in (2, 3))
    drawn = scene(now, Look("=", before))
    caps = [line for line in drawn.strokes if line.color == PIN]
    assert [line.points[0][1] for line in caps] == [pytest.approx(part) for part in (1 / 8, 3 / 8, 3 / 8, 1 / 8)]
    assert drawn.x[1] > 3  # the axis has room for the pinned outcome that the answer no longer has


def test_no_pinned_line_crosses_the_number_on_a_bar() -> None:
    bars, before = (
        Bars("x", "hits", {"": binomial(4, Fraction(1, 3))}),
        Bars("x", "hits", {"": binomial(4, Fraction(2, 5))}),
    )
    drawn = scene(bars, Look(pinned=before))
    lines = {round(line.points[0][0] + 0.5): line.points[0][1] for line in drawn.strokes if line.color == PIN}
    for word in [one for one in drawn.texts if one.words.endswith("%")]:
        assert not 0 < lines[round(word.x)] - word.y < 0.05 * drawn.y[1]
    assert any(word.y == lines[round(word.x)] for word in drawn.texts if word.words.endswith("%"))


def test_a_pinned_picture_of_another_kind_is_left_out() -> None:
    drawn = scene(Bars("x", "die", {"": roll("d6")}), Look("=", Stack("x", "sum", [("a", 1)])))
    assert not [line for line in drawn.strokes if line.color == PIN]


def test_words_for_outcomes_make_bars_lie_down() -> None:
    drawn = scene(Bars("x", "fate", {"": Distribution({"unhurt": Fraction(1, 4), "removed": Fraction(3, 4)})}))
    assert [area.points[1][0] for area in drawn.fills] == [0.25, 0.75]  # unhurt, removed: as told
    assert not can_cumulate(
        Bars("x", "fate", {"": Distribution({"unhurt": Fraction(1, 4), "removed": Fraction(3, 4)})})
    )


def test_one_sure_outcome_is_drawn() -> None:
    assert len(scene(Bars("x", "total", {"": Distribution.sure(4)})).fills) == 1


def test_a_curve_is_read_between_its_points() -> None:
    points = [(0, Fraction(0)), (10, Fraction(1))]
    assert value_at(points, 5, step=False) == Fraction(1, 2)
    assert value_at(points, 5, step=True) == 0
    assert value_at(points, -1, step=False) is None


ENDS_OF_BANDS = {
    "nr/volley?distance=1.5": {1, 2},
    "nr/volley?distance=1&ruling.musket-bands=B": {2},
    "nr/cannonade?ammunition=shot&distance=3": {2, 4},
    "nr/cannonade?ammunition=shot&distance=4&ruling.range-boundary=B": {2, 4},
    "nr/range-advance?distance=3": {1, 2},
    "nr/pivot?degrees=30": {0, 45, 90, 135},
    "nr/pivot?degrees=60&formation=column": {45, 90, 135},
    "bn/sighting-roll?distance=35": {5, 20, 50},
}


@pytest.mark.parametrize("address", ENDS_OF_BANDS)
def test_stairs_rise_and_fall_where_a_band_ends(address: str) -> None:
    """Stairs rise and fall at the end of a band.

    A point at the end of a band is on the stair of that band, and no stair goes on beyond the last point.
    """
    exhibit = next(one for one in exhibits(ask(address)) if isinstance(one, Curves) and one.step)
    for look in (Look(), Look(pinned=exhibit)):
        drawn = scene(exhibit, look)
        lines = [stroke.points for stroke in drawn.strokes if stroke.color in {*SERIES, PIN}]
        risers = {x for line in lines for (x, low), (after, high) in pairwise(line) if x == after and low != high}
        assert risers == ENDS_OF_BANDS[address]
        assert drawn.x[1] == max(x for line in exhibit.lines.values() for x, _ in line)
    for line in exhibit.lines.values():
        assert [value_at(line, x, True, exhibit.edges) for x, _ in line] == [y for _, y in line]
        for x, (before, y) in ((edge, max(p for p in line if p[0] < edge)) for edge in exhibit.edges if edge > 0):
            if x not in dict(line):
                assert value_at(line, x, True, exhibit.edges) == y, before


def test_a_curve_of_one_point_and_an_empty_grid_are_drawn() -> None:
    assert scene(Curves("x", "cm", "chance", {"": [(3, Fraction(1, 2))]}, here=3)).dots
    assert scene(Grid("x", "a", "b", ["r"], ["c"], [[None]])).fills


def test_beside_few_columns_a_long_name_is_whole() -> None:
    """Ten low rows leave each name one line; few columns leave it the length."""
    names = ["Brick or stone wall", "Brick or stone building", *"abcdefgh"]
    for columns, whole in ((3, True), (12, False)):
        drawn = scene(Grid("x", "a", "b", names, ["c"] * columns, [[1] * columns] * len(names)))
        assert (set(names) <= {text.words for text in drawn.texts}) == whole


def test_the_table_is_drawn_at_true_scale() -> None:
    figures = [TableFigure(0, 0, "a", radius=1), TableFigure(30, 3, "b", radius=1)]
    drawn = scene(Tabletop("x", "cm", figures=figures))
    assert drawn.aspect is not None
    assert (drawn.x[1] - drawn.x[0]) / (drawn.y[1] - drawn.y[0]) == pytest.approx(drawn.aspect)


def test_a_template_is_held_by_its_rim_where_men_can_be_moved_too() -> None:
    template = Disc(0, 0, 10, grip=beneath("men", 1))
    alone, with_a_man = (
        scene(Tabletop("x", "cm", discs=[template], figures=[TableFigure(8, 0, "1", grip=grip)]))
        for grip in (None, ahead("y"))
    )
    assert (alone.holds[0].x, alone.holds[0].y) == (0, 0)
    rim = with_a_man.holds[0]
    assert hypot(rim.x, rim.y) == pytest.approx(10)
    moved = scene(
        Tabletop("x", "cm", discs=[replace(template, x=-4)], figures=[TableFigure(1, 0, "1", grip=ahead("y"))])
    )
    assert moved.holds[0].x == pytest.approx(rim.x - 4)  # it keeps its place on the rim while it is moved


def test_a_lane_is_drawn_low_and_its_lines_run_to_the_edges_of_a_wider_room() -> None:
    lane = scene(Tabletop("x", "inches", figures=[TableFigure(0, 0, "a"), TableFigure(24, 1, "b")]))
    assert lane.aspect is not None
    assert lane.aspect > 2
    assert any("cm)" in text.words for text in lane.texts)  # the scale tells the other tape
    ring = scene(
        Tabletop("x", "cm", discs=[Disc(0, 0, 10, "10 cm", "range"), Disc(0, 0, 4)], figures=[TableFigure(0, 9, "a")])
    )
    far = replace(ring, x=(-2.0, 2.0))
    assert clip_line([(-3, 0), (3, 0)], far) == [[(-2.0, 0.0), (2.0, 0.0)]]
    assert clip_line([(-3, 0), (3, 0)], far, 0.25) == [[(-3.0, 0.0), (3.0, 0.0)]]


def test_a_long_track_keeps_its_first_turns_and_its_last() -> None:
    assert chosen(5) == [0, 1, 2, 3, 4]
    picked = chosen(40)
    assert len(picked) <= MOST
    assert picked[:4] == [0, 1, 2, 3]
    assert picked[-1] == 39
    assert scene(Track("x", ["a", "b"], [Distribution.sure("a")] * 40)).fills


def test_a_moment_on_a_timeline_is_a_line() -> None:
    drawn = scene(Timeline("x", "AC", [TimelineEvent("crew", 1, 1, "fires"), TimelineEvent("crew", 0, 2, "turns")]))
    assert len(drawn.fills) == 1


def test_a_timeline_of_chances_is_one_of_percents() -> None:
    lanes = Timeline("x", "chance", [TimelineEvent("A", 0, Fraction(1, 2), "50.0 %")], chance=True)
    words = [text.words for text in scene(lanes).texts]
    assert words[:6] == ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"]
    assert lanes.table()[1] == (("A", "0.0 %", "50.0 %", "50.0 %"),)


def test_a_tree_steps_to_the_right_and_adds_up() -> None:
    platoon = Branch("platoon", 53, 4, [Branch("NCO", 1), Branch("section", 13, 4)])
    whole = Tree("x", "men", Branch("company", 213, 1, [Branch("captain", 1), platoon]))
    drawn = scene(whole)
    lefts = {text.words: text.x for text in drawn.texts if text.align == "start"}
    assert lefts["company"] < lefts["4 × platoon"] < lefts["4 × section"]
    assert {"213 men", "53 each, 212", "13 each, 208"} <= {text.words for text in drawn.texts}
    assert whole.table()[1][-1] == ("– – section", "16", "13", "208")
    unknown = scene(Tree("x", "men", Branch("company", None, 1, [Branch("squad", None, 2)])))
    assert "not given" in {text.words for text in unknown.texts}


def test_a_flow_divides_and_loses_nothing() -> None:
    ways = Distribution.weighted(
        [(("hurt", "in"), Fraction(1, 2)), (("hurt", "out"), Fraction(1, 4)), (("well", "in"), Fraction(1, 4))]
    )
    flow = Flow("x", ("Under fire", "In the end"), ways, good=("in",))
    assert flow.at(0) == {"hurt": Fraction(3, 4), "well": Fraction(1, 4)}
    assert flow.between(0)[("well", "in")] == Fraction(1, 4)
    drawn = scene(flow)
    assert {"hurt 75 %", "well 25 %", "in 75 %", "out 25 %"} <= {text.words for text in drawn.texts}
    bands, boxes = drawn.fills[:3], drawn.fills[3:]
    assert len(boxes) == 4
    wide = {round(abs(one.points[1][0] - one.points[0][0]), 6) for one in bands}
    assert max(wide) < 0.75
    assert flow.table()[1][0] == ("hurt", "in", "1/2 · 50.0 %")


def test_what_a_limit_cuts_off_a_sum_is_shown() -> None:
    drawn = scene(Stack("x", "value", [("a", 8), ("b", 4)], Mark(9, "at most 9", "at_most")))
    assert [area.color for area in drawn.fills][-2:] == [ACCENT, MISS]


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0, 0.03), (3, 3), (-5, 12), (0, 1234)])
def test_ticks_are_few_round_and_inside(low: float, high: float) -> None:
    found = axis_ticks(low, high, 5)
    assert 1 <= len(found) <= 5
    assert all(low - 1e-9 <= tick <= high + 1e-9 for tick in found)


def test_every_kind_of_exhibit_has_its_picture_or_is_a_sheet() -> None:
    for kind in get_args(Exhibit):
        empty = object.__new__(kind)
        assert is_sheet(empty) or views._drawer(empty).__module__.startswith("drillbook_widgets.views.")


@pytest.mark.parametrize("melee", ["no", "yes"])
def test_every_unit_that_may_do_harm_has_its_name_and_its_numbers(melee: str) -> None:
    for grid in exhibits(ask(f"gw/who-can-harm?resilience=7&melee={melee}")):
        assert isinstance(grid, Grid)
        words = [text.words for text in settle_words(scene(grid)).texts]
        assert {row.split()[0] for row in grid.rows} <= {one.split()[0] for one in words}
        assert len(words) > len(grid.rows) * len(grid.columns)


@pytest.mark.rotating
@pytest.mark.by_turn
@pytest.mark.parametrize("address", EXAMPLES)
def test_a_chance_says_percent_and_nothing_goes_without_a_name(address: str) -> None:
    for exhibit in exhibits(ask(address)):
        if is_sheet(exhibit):
            continue
        drawn = settle_words(scene(exhibit))
        words = [text.words for text in drawn.texts]
        named = [one["name"] for one in key(exhibit, drawn)]
        if isinstance(exhibit, Bars | Grid | Track):  # rows and columns that are cut short are still told apart
            short = [word for word in words if "…" in word]
            assert len(short) == len(set(short)), (exhibit.name, short)
        if isinstance(exhibit, Bars) or (isinstance(exhibit, Curves | Grid) and exhibit.chance):
            assert any("%" in word for word in words + named), (exhibit.name, words)
        if isinstance(exhibit, Bars | Curves):
            series = exhibit.series if isinstance(exhibit, Bars) else exhibit.lines
            for name in series if len(series) > 1 else ():
                assert name in named or any(name in word for word in words), (exhibit.name, name)
        if isinstance(exhibit, Tabletop):
            for disc in exhibit.discs:
                assert not disc.label or disc.label in words + named, (exhibit.name, disc.label)


@pytest.mark.parametrize(
    ("words", "letters", "lines"),
    [
        ("Fortification", 6, ["Forti-", "fica-", "tion"]),
        ("Fortification", 11, ["Fortifica-", "tion"]),
        ("Impractical", 6, ["Im-", "prac-", "tical"]),
        ("Fast cavalry", 6, ["Fast", "ca-", "valry"]),
        ("Open", 6, ["Open"]),
        ("Shooting", 6, []),
        ("Fortification", 4, []),
    ],
)
def test_a_head_is_broken_between_syllables_where_its_column_is_narrow(
    words: str, letters: int, lines: list[str]
) -> None:
    assert parted(words, letters) == lines


@pytest.mark.parametrize("address", ["gw/weaker-ground", "gw/space"])
def test_heads_stand_whole_over_their_own_columns(address: str) -> None:
    """Heads of a grid end on the line over their own column, and none of their letters is lost.

    No head stands higher than its neighbours.
    """
    grid = next(one for one in exhibits(ask(address)) if isinstance(one, Grid))
    made = settle_words(scene(grid, Look()))
    for column, head in enumerate(grid.columns):
        lines = [
            one for one in made.texts if one.x == column and one.y == len(grid.rows) - 0.5 and one.align == "middle"
        ]
        lines.sort(key=lambda one: one.dy)
        assert "".join(one.words.removesuffix("-") for one in lines).replace(" ", "") == head.replace(" ", "")
        assert lines[-1].dy == -9
