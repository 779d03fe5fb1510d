"""Openings: a door, a window or a gap between two sections, and the men who can fight there.

The module has no question of its own: each question about the blows of both sides starts from it.
"""

from typing import Annotated

from drillbook.asking import Choice, Count, Working

ROOM = "room"
PLACES = {"door": "Door", "window": "Window", "sections": "Two sections", ROOM: "One room"}

Place = Annotated[str, Choice(PLACES, label="Fought through")]
Attackers = Annotated[int, Count(1, 10, default=5, label="Attackers")]
Defenders = Annotated[int, Count(1, 10, default=3, label="Defenders")]


def fighters(w: Working, side: str, number: int, place: str) -> int:
    """How many of a side can fight."""
    if place == ROOM:
        w.then(f"{side} in the room, in men", number, "buildings.cc-inside")
    else:
        w.then(f"{side}, in men", number, "buildings.cc-door-limit")
        w.at_most("through the gap", "buildings.cc-door-limit")
    return w.whole
