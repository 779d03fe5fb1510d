"""The gestures in a picture and the values that they set.

The page reports what was moved, nudged or chosen; this module returns values for the form.

While a mark is moved, its picture keeps its frame, so that whatever is under the finger stays there. A mark from
which everything else is measured moves the frame with it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

from drillbook.asking.exhibits.gestures import nearest_values, number_input, values_after_drag, values_after_keys
from drillbook.asking.inputs.kinds import Kind
from drillbook_widgets.plate.form import short_number
from drillbook_widgets.views.scene import Cell, Hold, Scene

Frame = tuple[float, float, float, float]
FASTEST = 10  # steps that one key may ask for
FARTHEST = 1e6  # units; a place beyond is no honest one


@dataclass(frozen=True, slots=True)
class Held:
    """A mark that is being moved.

    hold: the mark when it was taken. values: the values of the form at that time. frame: the frame of its picture at that
    time.
    """

    hold: Hold
    values: Mapping[str, Any]
    frame: Frame


@dataclass(slots=True)
class Hands:
    """The gestures of one plate."""

    kinds: Mapping[str, Kind]
    holds: tuple[Hold, ...] = ()
    cells: tuple[Cell, ...] = ()
    frame: Frame = (0.0, 1.0, 0.0, 1.0)
    held: Held | None = None
    heard: int = 0

    def wanted(self, said: Mapping[str, Any], values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the values of the form after a gesture; unchanged if the gesture means nothing."""
        self.heard += 1
        match said["do"]:
            case "grab" if hold := _at(self.holds, said.get("hold")):
                self.held = Held(hold, dict(values), self.frame)
            case "move" if self.held:
                return self._moved(self.held, said, values)
            case "drop":
                self.held = None
            case "nudge" if hold := _at(self.holds, said.get("hold")):
                right, up = _steps(said.get("right")), _steps(said.get("up"))
                return values_after_keys(hold.grip, right, up, self.kinds, values)
            case "choose" if cell := _at(self.cells, said.get("cell")):
                return self._chosen(cell, values)
        return values

    def _moved(self, held: Held, said: Mapping[str, Any], values: Mapping[str, Any]) -> Mapping[str, Any]:
        x, y = _place(said.get("x")), _place(said.get("y"))
        if x is None or y is None:
            return values
        return values_after_drag(held.hold.grip, (held.hold.x, held.hold.y), (x, y), self.kinds, held.values)

    def _chosen(self, cell: Cell, values: Mapping[str, Any]) -> Mapping[str, Any]:
        wanted = {**values, **{name: self.kinds[name].check(value) for name, value in cell.sets.items()}}
        for name, change in cell.nudges.items():
            found = number_input(name, self.kinds, wanted)
            if found:
                wanted = nearest_values(name, found[1] + change, self.kinds, wanted)
        return wanted

    def keep(self, values: Mapping[str, Any]) -> Frame | None:
        """Return the frame that a picture keeps while one of its marks is moved, or None."""
        if self.held is None:
            return None
        west, east, south, north = self.held.frame
        if not self.held.hold.grip.ground:
            return west, east, south, north
        right, up = _shift(self.held, self.kinds, values)
        return west - right, east - right, south - up, north - up

    def told(self, scene: Scene, values: Mapping[str, Any], shown: Collection[str]) -> dict[str, Any]:
        """Return what the page needs for gestures in a picture.

        shown: the inputs that apply; a mark that would set other inputs stays fixed.
        """

        def fits(names: Iterable[str]) -> bool:
            return all(name.partition(".")[0] in shown for name in names)

        self.holds = tuple(hold for hold in scene.holds if fits(hold.grip.sets))
        self.cells = tuple(cell for cell in scene.cells if fits((*cell.sets, *cell.nudges)))
        self.frame = (*scene.x, *scene.y)
        if not self.holds and not self.cells:
            return {"heard": self.heard}
        return {
            "heard": self.heard,
            "frame": list(self.frame),
            "jumps": scene.jumps and bool(self.holds),
            "holds": [self._hold(hold, values) for hold in self.holds],
            "cells": [
                [cell.left, cell.bottom, cell.right, cell.top, cell.row, cell.column, cell.chosen, cell.label]
                for cell in self.cells
            ],
        }

    def _hold(self, hold: Hold, values: Mapping[str, Any]) -> dict[str, Any]:
        found = {name: one for name in hold.grip.sets if (one := number_input(name, self.kinds, values))}
        called = hold.label.removesuffix(":")
        told: dict[str, Any] = {"x": hold.x, "y": hold.y, "name": called}
        if hold.rim:
            told["rim"] = list(hold.rim)
        labels = [kind.label for kind, _ in found.values()]
        if len(found) == 1:
            ((kind, value),) = found.values()
            range_ = {"low": float(kind.low), "high": float(kind.high), "now": float(value)}
            return told | range_ | {"name": f"{called}: {kind.label}".removeprefix(": "), "words": kind.words(value)}
        if hold.grip.ground and len(found) > 2:
            return told | {"words": "all else is measured from here"}
        return told | {
            "words": ", ".join(
                f"{label} {short_number(kind, value)}"
                for label, (kind, value) in zip(labels, found.values(), strict=True)
            )
        }


def _shift(held: Held, kinds: Mapping[str, Kind], values: Mapping[str, Any]) -> tuple[float, float]:
    """How far the ground was moved, by how much its inputs have changed."""
    right = up = 0.0
    for name, (across, ahead) in held.hold.grip.straight.items():
        before, now = number_input(name, kinds, held.values), number_input(name, kinds, values)
        if before and now:
            change = float(now[1] - before[1])
            right = change / float(across) if across else right
            up = change / float(ahead) if ahead else up
    return right, up


def _at(many: tuple[Any, ...], index: object) -> Any:
    return many[index] if isinstance(index, int) and 0 <= index < len(many) else None


def _steps(said: object) -> int:
    return max(-FASTEST, min(FASTEST, said)) if isinstance(said, int) else 0


def _place(said: object) -> float | None:
    return float(said) if isinstance(said, int | float) and isfinite(said) and abs(said) < FARTHEST else None
