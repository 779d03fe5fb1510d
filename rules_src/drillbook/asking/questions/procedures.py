"""Procedures: helpers of a ruleset's questions that a layer can replace.

Whatever calls the helper then uses the layer's function.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import wraps
from operator import itemgetter
from typing import Any, Concatenate, ParamSpec, TypeVar

from drillbook.asking.answers.reader import Reader
from drillbook.errors import RulesError
from drillbook.rules.model import Ruleset

P = ParamSpec("P")
T = TypeVar("T")
Place = tuple[str, str]

#: The layers' own ways of each procedure, by the place of the original (its module and its name) and the layer's folder.
_own: dict[Place, dict[str, Callable[..., Any]]] = {}


def procedure(function: Callable[Concatenate[Reader, P], T]) -> Callable[Concatenate[Reader, P], T]:
    """Declare a helper as a procedure that a layer can replace; see replacing().

    The helper's first argument is the reader.
    """
    place = _place(function)
    _own.setdefault(place, {})

    @wraps(function)
    def done(r: Reader, /, *args: P.args, **kwargs: P.kwargs) -> T:
        found: Callable[Concatenate[Reader, P], T] = _in_force(r.ruleset, place) or function
        return found(r, *args, **kwargs)

    return done


def replacing(
    original: Callable[Concatenate[Reader, P], T],
) -> Callable[[Callable[Concatenate[Reader, P], T]], Callable[Concatenate[Reader, P], T]]:
    """Declare a layer's function as its way of a parent's procedure.

    Raises RulesError where the original is none.
    """

    def declare(function: Callable[Concatenate[Reader, P], T]) -> Callable[Concatenate[Reader, P], T]:
        slug, folder, file = function.__module__.split(".")[-3:]
        if _place(original) not in _own:
            raise RulesError(
                f"{slug}/{folder}/{file}.py: {_place(original)[1]} is no procedure; write @procedure where it stands."
            )
        _own[_place(original)][slug] = function
        return function

    return declare


def _place(function: Callable[..., Any]) -> Place:
    return function.__module__, function.__qualname__


def _in_force(ruleset: Ruleset, place: Place) -> Callable[..., Any] | None:
    """Return the function of the nearest layer for the procedure at a place, or None."""
    layer: Ruleset | None = ruleset
    while layer:
        if layer.slug in _own.get(place, {}):
            return _own[place][layer.slug]
        layer = layer.parent
    return None


def place_in(ruleset: Ruleset, place: Place) -> Place:
    """Return the place of the function that this ruleset uses for a procedure.

    That is the place of the layer's own function, if the layer has one, else the given place.
    """
    found = _in_force(ruleset, place)
    return _place(found) if found else place


def done_anew(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Yield what a layer's own procedures do, each with what the parent's procedure does.

    Both are the first lines of the functions' docstrings, without "; its steps" and what follows.
    The pairs are in the order of their places, because the order of declaration depends on the order of imports.
    """
    for (module, name), ways in sorted(_own.items(), key=itemgetter(0)):
        if ruleset.slug in ways:
            yield _said(ways[ruleset.slug]), _said(getattr(sys.modules[module], name))


def _said(function: Callable[..., Any]) -> str:
    return (function.__doc__ or "").strip().partition("\n")[0].partition("; its steps")[0]
