"""Tests of New Rules on its table-tops: pieces are dragged by the mouse.

The form, the address and the answer go with them.
"""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hands_on import address_of, agree, middle, plate
from playwright.sync_api import expect
from running_site import Visit, becomes

from drillbook import ask

pytestmark = pytest.mark.slow

WALK = (
    "nr/play?own=heavy-cavalry,column,0,2,close,3,same;line-infantry,line,1,3,shoot,0,same"
    "&enemy=foot-battery,column,0,3,canister,-1.5,same;recruits,line,0,2,shoot,0,same"
    "&distance=4&cover=none&edge=12&wood=yes&wood-up=2&wood-left=-1&wood-right=1&seed=132&step=2"
)
#: The plate, the mark, the way it is pulled in pixels (right, down), and which inputs grow (1), shrink (-1) or stay (0).
PULLS = [
    ("nr/pivot?degrees=90&formation=column", "its front", (-40, -30), {"degrees": -1}),
    ("nr/oblique?far=2&slant=30", "end", (25, 25), {"slant": 1}),
    ("nr/fire-arc?weapon=musket&across=2&ahead=1.5", "target", (-40, -25), {"across": -1, "ahead": 1}),
    ("nr/aspect?width=4&depth=1&across=3&ahead=1", "attacker", (-20, 50), {"across": -1, "ahead": -1}),
    ("nr/line-of-sight?target=line&across=0&ahead=4", "officer", (50, 0), {"across": 1, "ahead": 0}),
    ("nr/line-of-sight?target=line&across=0&ahead=4", "marker", (40, 0), {"left": 1, "right": 1, "wall": 0}),
    ("nr/grid-square?right=2&up=2", "target", (-70, -40), {"right": -1, "up": 1}),
    ("nr/blunder?line=6&others=enemy,0,2;friend,-1,1.5", "B", (0, -60), {"others.2.across": 0, "others.2.ahead": 1}),
    (WALK, "A", (-40, 0), {"own.1.across": -1, "own.2.across": 0}),
    (WALK, "L", (40, 0), {"enemy.2.across": 1, "enemy.1.across": 0}),
    (WALK, "marker", (40, -20), {"wood-left": 1, "wood-right": 1, "wood-up": 1}),
]


def known(address: str, name: str) -> Fraction:
    """Return a number of an address: an input, or a field of one of its rows."""
    inputs = ask(address).inputs
    rows, _, rest = name.partition(".")
    if not rest:
        return Fraction(inputs[name])
    number, _, field = rest.partition(".")
    fields = list(ask(address).spec.kinds(ask(address).ruleset)[rows].fields)  # type: ignore[attr-defined]
    return Fraction(inputs[rows][int(number) - 1][fields.index(field)])


def way(before: str, after: str, name: str) -> int:
    """Whether a number has grown (1), shrunk (-1) or stayed (0) from one address to another."""
    change = known(after, name) - known(before, name)
    return (change > 0) - (change < 0)


@pytest.mark.by_turn
@pytest.mark.parametrize(
    ("address", "mark", "by", "goes"), PULLS, ids=lambda one: one[:30] if isinstance(one, str) else ""
)
def test_a_piece_is_dragged(visit: Visit, address: str, mark: str, by: tuple[int, int], goes: dict[str, int]) -> None:
    found = plate(visit, address)
    knob = found.locator(f".db-hold[aria-label^='{mark}:']")
    before = address_of(found)
    x, y = middle(knob.first)
    mouse = visit.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + by[0] / 2, y + by[1] / 2, steps=3)
    mouse.move(x + by[0], y + by[1], steps=4)
    mouse.up()
    expect(found.locator(".drillbook-permalink")).not_to_have_attribute("href", re.compile(re.escape(before) + "$"))
    # The last place of the hand may be heard after it has let go.
    becomes(lambda: {name: way(before, address_of(found), name) for name in goes}, goes)
    agree(found)
    assert not visit.complaints
