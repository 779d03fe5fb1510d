"""Tests of one state of a man: what hits, tests and crawls make of him.

They also cover how he counts as a target (7.0, 9.0, 10.0).
"""

import pytest

from drillbook import library
from drillbook.asking import Reader
from drillbook.rulesets.breaking_news.common.man import GONE, HURT, Man

OPEN, COVER = Man(), Man(to_cover=0)
FLAT = Man(suppressed=True)
HIDDEN = Man(to_cover=0, suppressed=True, hidden=True)


def reader(**readings: str) -> Reader:
    return Reader(library().find("bn"), {name.replace("_", "-"): letter for name, letter in readings.items()})


@pytest.mark.parametrize(
    ("before", "fate", "after"),
    [
        (OPEN, "unhurt", OPEN),
        (OPEN, "suppressed", FLAT),
        (COVER, "suppressed", HIDDEN),
        (FLAT, "unhurt", FLAT),
        (HIDDEN, "suppressed", HIDDEN),
        (COVER, "removed", GONE),
    ],
)
def test_what_a_hit_makes_of_him(before: Man, fate: str, after: Man) -> None:
    assert before.after(fate) == after


def test_who_crawls_into_cover_is_not_hidden_until_he_is_hit_there() -> None:
    man = Man(to_cover=8, suppressed=True)
    there = man.crawled(man.crawl(reader()))
    assert there == Man(to_cover=0, suppressed=True)
    assert there.can_be_aimed_at
    assert not there.after("suppressed").can_be_aimed_at
    assert HIDDEN.recovered() == COVER


@pytest.mark.parametrize(("away", "must", "may"), [(0, 0, 0), (10, 10, 10), (11, 0, 10), (None, 0, 0)])
def test_how_far_he_crawls(away: int | None, must: int, may: int) -> None:
    man = Man(to_cover=away, suppressed=True)
    assert man.crawl(reader()) == must
    assert man.crawl(reader(supp_crawl="B")) == may


@pytest.mark.parametrize(
    ("man", "distance", "shot", "save_both", "save_shot_only"),
    [
        (OPEN, 40, False, False, False),
        (COVER, 5, True, True, True),
        (FLAT, 25, False, False, False),
        (FLAT, 26, True, True, False),
        (HIDDEN, 5, True, True, True),
    ],
)
def test_what_cover_he_has(man: Man, distance: int, shot: bool, save_both: bool, save_shot_only: bool) -> None:
    both, alone = man.screen(reader(), distance), man.screen(reader(prone_cover="B"), distance)
    assert (both.shot, both.save) == (shot, save_both)
    assert (alone.shot, alone.save) == (shot, save_shot_only)


@pytest.mark.parametrize("man", [HIDDEN, HURT, GONE])
def test_nobody_aims_at_him(man: Man) -> None:
    assert not man.can_be_aimed_at
    assert not man.fit
