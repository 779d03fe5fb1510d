"""The pictures of an answer as a page of an edition shows them.

The page shows all pictures, drawn as text (SVG), each with its caption and its table.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from drillbook import AskError, ask, library
from drillbook.asking.answers.ask import Answer
from drillbook.asking.exhibits import Exhibit
from drillbook.asking.uses.nearest_lawful import lawful, lawful_changes
from drillbook_widgets.plate.pinned import twin
from drillbook_widgets.plate.tabs.other_ruleset import Beside, ask_beside
from drillbook_widgets.views import HOWS, Look, can_cumulate, is_sheet, room_of, scene
from drillbook_widgets.views.keys import key
from drillbook_widgets.views.of_answer import exhibits
from drillbook_widgets.views.scene import high, settle_words
from drillbook_widgets.views.sheets import sheet_of
from drillbook_widgets.views.svg import svg


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture, either drawn or a sheet of words, with the text below the picture.

    high: the extra height in pixels that the picture needs, or 0. shape: the shape of the picture's space, `table` or
    `lane`, or empty. both: whether another ruleset's answer is drawn in the picture too.
    """

    name: str
    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    drawn: str = ""
    sheet: Mapping[str, Any] | None = None
    key: tuple[Mapping[str, str], ...] = ()
    hows: tuple[str, ...] = ()
    high: int = 0
    shape: str = ""
    both: bool = False

    @property
    def spoken(self) -> str:
        """What it is called where one is chosen."""
        return (self.name[:1].upper() + self.name[1:]).replace("-", " ")


@dataclass(frozen=True, slots=True)
class Pictures:
    """The pictures of an answer.

    short: the ruleset of the answer. near: how the shown case differs from the asked case if the rules refuse the asked
    case. first: the name of the picture that is shown first. beside: the answer of another ruleset.
    """

    short: str
    all: tuple[Picture, ...]
    how: str = HOWS[0]
    near: str = ""
    first: str = ""
    beside: Beside | None = None


def pictures(address: str, how: str = HOWS[0], first: str = "", other: str = "") -> Pictures:
    """Return the pictures of the answer at an address, none if the address is not understood.

    how: whether bars show =, ≥ or ≤. first: the name of the picture to show first, if there is a picture of that name.
    other: the ruleset whose answer is shown beside this one.
    """
    try:
        found = ask(address)
        there = ask_beside(found, library().find(other)) if other else None
    except AskError:
        return Pictures(address.partition("/")[0], ())
    how = how if how in HOWS else HOWS[0]
    shown, near = exhibits(found), ""
    if found.refused and not shown and (lawful_one := _nearest(found)):
        shown, near = exhibits(lawful_one), lawful_changes(found, lawful_one)
    look = Look(how, there.answer, there.title) if there else Look(how)
    names = [one.name for one in shown]
    chosen = first if first in names else names[0] if names else ""
    return Pictures(found.ruleset.short, tuple(_picture(one, found, look) for one in shown), how, near, chosen, there)


def _nearest(refused: Answer) -> Answer | None:
    """Return the nearest case that the rules allow, found as a plate finds it, or None."""
    last = deque(lawful(refused), maxlen=1)
    return last[0] if last else None


def _picture(exhibit: Exhibit, found: Answer, look: Look) -> Picture:
    head, rows = exhibit.table()
    if is_sheet(exhibit):
        told = sheet_of(exhibit, found.ruleset)  # type: ignore[arg-type]
        return Picture(exhibit.name, exhibit.caption, head, (), sheet=told)
    cumulates = can_cumulate(exhibit)
    looked = replace(look, how=look.how if cumulates else HOWS[0], pinned=twin(look.pinned, exhibit))
    drawn = settle_words(scene(exhibit, looked))
    return Picture(
        exhibit.name,
        exhibit.caption,
        head,
        rows,
        svg(drawn, exhibit.caption),
        None,
        tuple(key(exhibit, drawn)),
        HOWS if cumulates else (),
        high(drawn),
        room_of(drawn),
        looked.pinned is not None,
    )
