"""What does a page of an edition show of an answer's pictures? All of them, drawn as text, each with its words and its table."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from drillbook import AskError, ask, library
from drillbook.asking.answers.ask import Answer
from drillbook.asking.exhibits import Exhibit
from drillbook.asking.uses.nearest_lawful import lawful, lawful_changes
from drillbook_widgets.plate.other_ruleset import Beside, ask_beside
from drillbook_widgets.plate.pinned import twin
from drillbook_widgets.views import HOWS, Look, can_cumulate, is_sheet, room_of, scene
from drillbook_widgets.views.keys import key
from drillbook_widgets.views.of_answer import exhibits
from drillbook_widgets.views.scene import high, settle_words
from drillbook_widgets.views.sheets import sheet_of
from drillbook_widgets.views.svg import svg


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture: drawn, or a sheet of words, with what stands under it.

    high: pixels of height that it wants beyond the usual, or 0; shape: how its room is cut, `table` or `lane`, or nothing; both: another
    ruleset's answer is drawn in it too.
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
    """The pictures of an answer; short: its ruleset; near: how the case that is shown differs where the rules refuse this one.

    first: the name of the one that is shown first; beside: what another ruleset says.
    """

    short: str
    all: tuple[Picture, ...]
    how: str = HOWS[0]
    near: str = ""
    first: str = ""
    beside: Beside | None = None


def pictures(address: str, how: str = HOWS[0], first: str = "", other: str = "") -> Pictures:
    """The pictures of the answer at an address, none where it is not understood. how: whether bars show =, ≥ or ≤.

    first: the picture that is shown first, where there is one of that name; other: the ruleset that answers beside it.
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
    """The nearest case that the rules allow, as a plate looks for it."""
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
