"""Pictures: words never collide or leave the picture, on the narrowest page and on a wide one; and each says what its exhibit says."""

from fractions import Fraction
from typing import get_args

import pytest

from drillbook import ask, library, questions
from drillbook.asking.exhibits import Bars, Curves, Exhibit, Grid, Mark, Stack, Tabletop, Timeline, Track
from drillbook.asking.exhibits import Event as TimelineEvent
from drillbook.asking.exhibits import Figure as TableFigure
from drillbook.maths.dice import Distribution, binomial, roll
from drillbook_widgets import telling, views
from drillbook_widgets.theme import ACCENT, MISS, NARROW, PIN, TALL
from drillbook_widgets.views import Look, can_cumulate, is_sheet, scene
from drillbook_widgets.views.curve import value_at
from drillbook_widgets.views.scene import Margin, Scene, Text, place, settle, size, ticks
from drillbook_widgets.views.track import MOST, chosen

EXAMPLES = [example for ruleset in library().all() for spec in questions(ruleset).values() for example in spec.examples]
WIDTHS = ((NARROW, TALL), (455.0, 272.0), (720.0, 272.0))


@pytest.mark.parametrize("address", EXAMPLES)
def test_words_in_pictures_keep_apart_and_inside(address: str) -> None:
    for exhibit in telling.exhibits(ask(address)):
        if is_sheet(exhibit):
            continue
        for look in (Look(), Look("≥", exhibit), Look("=", exhibit)):
            drawn = settle(scene(exhibit, look))
            for width, height in WIDTHS:
                wide, tall = size(drawn, width, height)
                places = [(text, place(drawn, text, width, height)) for text in drawn.texts]
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
    assert [text.words for text in settle(both).texts] == ["second"]


def test_loose_words_go_to_another_side_before_they_go() -> None:
    texts = [
        Text(0.5, 0.5, "one", "start", 6, -6, rank=1, loose=True),
        Text(0.5, 0.5, "two", "start", 6, -6, rank=1, loose=True),
    ]
    settled = settle(Scene((0, 1), (0, 1), Margin(0, 0, 0, 0), texts=texts)).texts
    assert [text.words for text in settled] == ["one", "two"]
    assert settled[0].align != settled[1].align


def test_words_at_the_edge_turn_inwards() -> None:
    settled = settle(Scene((0, 1), (0, 1), Margin(0, 0, 0, 0), texts=[Text(1.0, 0.5, "at the right edge", "start")]))
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


def test_a_pinned_distribution_lies_over_the_bars_in_rust() -> None:
    now, before = (Bars("x", "hits", {"": binomial(n, Fraction(1, 2))}) for n in (2, 3))
    drawn = scene(now, Look("=", before))
    caps = [line for line in drawn.strokes if line.color == PIN]
    assert [line.points[0][1] for line in caps] == [pytest.approx(part) for part in (1 / 8, 3 / 8, 3 / 8, 1 / 8)]
    assert drawn.x[1] > 3  # the axis has room for the pinned outcome that the answer no longer has


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


def test_a_curve_of_one_point_and_an_empty_grid_are_drawn() -> None:
    assert scene(Curves("x", "cm", "chance", {"": [(3, Fraction(1, 2))]}, here=3)).dots
    assert scene(Grid("x", "a", "b", ["r"], ["c"], [[None]])).fills


def test_the_table_is_drawn_at_true_scale() -> None:
    figures = [TableFigure(0, 0, "a", radius=1), TableFigure(30, 3, "b", radius=1)]
    drawn = scene(Tabletop("x", "cm", figures=figures))
    assert drawn.aspect is not None
    assert (drawn.x[1] - drawn.x[0]) / (drawn.y[1] - drawn.y[0]) == pytest.approx(drawn.aspect)


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


def test_what_a_limit_cuts_off_a_sum_is_shown() -> None:
    drawn = scene(Stack("x", "value", [("a", 8), ("b", 4)], Mark(9, "at most 9", "at_most")))
    assert [area.color for area in drawn.fills][-2:] == [ACCENT, MISS]


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0, 0.03), (3, 3), (-5, 12), (0, 1234)])
def test_ticks_are_few_round_and_inside(low: float, high: float) -> None:
    found = ticks(low, high, 5)
    assert 1 <= len(found) <= 5
    assert all(low - 1e-9 <= tick <= high + 1e-9 for tick in found)


def test_every_kind_of_exhibit_has_its_picture_or_is_a_sheet() -> None:
    for kind in get_args(Exhibit):
        empty = object.__new__(kind)
        assert is_sheet(empty) or views._drawer(empty).__module__.startswith("drillbook_widgets.views.")
