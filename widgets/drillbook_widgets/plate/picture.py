"""The picture of a plate: one picture as a scene, its words, and its gestures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from drillbook.asking.answers.ask import Answer
from drillbook.asking.exhibits import Exhibit
from drillbook.asking.uses.nearest_lawful import lawful_changes
from drillbook_widgets.plate import pinned
from drillbook_widgets.plate.gestures import Hands
from drillbook_widgets.plate.tabs import simulation
from drillbook_widgets.plate.tabs.other_ruleset import Beside
from drillbook_widgets.views import HOWS, Look, can_cumulate, is_sheet, room_of, scene
from drillbook_widgets.views.keys import key
from drillbook_widgets.views.of_answer import exhibits
from drillbook_widgets.views.scene import Scene, high, settle_words
from drillbook_widgets.views.sheets import sheet_of

WAYS = ("jumps", "holds", "cells")


@dataclass(frozen=True, slots=True)
class ShownPicture:
    """The words under a picture, its gestures, and its scene.

    told: the words. grips: what can be moved and chosen. drawn: the scene, or None if the picture is a table.
    """

    told: Mapping[str, Any]
    grips: Mapping[str, Any]
    drawn: Scene | None = None


def shown_picture(
    now: Answer | None,
    near: Answer | None,
    chosen: str | None,
    look: Look,
    counts: Mapping[Any, int],
    hands: Hands,
    other: Beside | None = None,
) -> ShownPicture:
    """Return the picture of an answer that was chosen by name, otherwise its first picture.

    If the rules refuse the case, the picture is that of the nearest lawful case.

    look: how the picture is read, and the pinned answer. counts: how often each outcome was rolled. other: what another
    ruleset says.
    """
    source = near or now
    found = exhibits(source) if source else ()
    exhibit = next((one for one in found if one.name == chosen), found[0] if found else None)
    if now is None or source is None or exhibit is None:
        return ShownPicture({"none": True, "caption": ""}, {"heard": hands.heard})
    told: dict[str, Any] = {"caption": exhibit.caption, "names": [one.name for one in found], "shown": exhibit.name}
    if near:
        told["near"] = lawful_changes(now, near)
    if other is not None:
        told |= {"pinned": other.words, "pinnedAs": other.title}
    elif look.pinned is not None:
        told["pinned"] = f"{look.pinned.headline}. {pinned.difference(look.pinned, now)}"
    if is_sheet(exhibit):
        told["sheet"] = sheet_of(exhibit, now.ruleset)  # type: ignore[arg-type]
        return ShownPicture(told, {"heard": hands.heard})
    looked = _look(source, exhibit, look, counts, hands)
    drawn = settle_words(scene(exhibit, looked))
    grips = hands.told(drawn, source.inputs, source.spec.visible(source.ruleset, source.inputs))
    told |= {"key": key(exhibit, drawn), "hands": [way for way in WAYS if grips.get(way)], "high": high(drawn)}
    if looked.pinned is not None:
        told["drawn"] = True  # its colour stands before its words
    if framed := room_of(drawn):
        told["framed"] = framed
    if can_cumulate(exhibit):
        told |= {"hows": list(HOWS), "how": look.how}
    return ShownPicture(told, grips, drawn)


def _look(source: Answer, exhibit: Exhibit, look: Look, counts: Mapping[Any, int], hands: Hands) -> Look:
    """Return the look of one picture.

    The look holds the pinned and the rolled outcomes if they belong to this picture, and the frame that a moved mark
    keeps.
    """
    return replace(
        look,
        how=look.how if can_cumulate(exhibit) else HOWS[0],
        pinned=pinned.twin(look.pinned, exhibit),
        rolled=simulation.shares(counts) if counts and simulation.belongs(source, exhibit) else None,
        frame=hands.keep(source.inputs),
    )
