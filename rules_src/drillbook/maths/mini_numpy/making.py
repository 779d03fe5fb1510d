"""The functions of numpy that simulations call, for a Python without it; see arrays.py."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from math import pi, prod
from typing import Any

from drillbook.maths.mini_numpy import pcg as random
from drillbook.maths.mini_numpy.arrays import (
    Array,
    Shape,
    _as_array,
    broadcast,
    cast,
    common,
    dtype_of,
    elementwise,
    shape_of,
    widest,
)

__all__ = ["bool_", "int64", "pi", "random"]
int64, bool_ = int, bool


def full(shape: Shape, value: Any, dtype: type | None = None) -> Array:
    """One value everywhere."""
    kind = dtype or dtype_of(value)
    along = shape_of(shape)
    return Array(cast(broadcast(value, along), kind)[:], along, kind)


def zeros(shape: Shape, dtype: type = float) -> Array:
    """Nothing but 0."""
    return full(shape, 0, dtype)


def ones(shape: Shape, dtype: type = float) -> Array:
    """Nothing but 1."""
    return full(shape, 1, dtype)


def array(values: Any, dtype: type | None = None) -> Array:
    """Values, or lists of them, as an Array of their own."""
    found = _as_array(values)
    return found.astype(dtype or found.kind)


def asarray(values: Any, dtype: type | None = None) -> Array:
    """Return values as an Array; an Array of the right kind is returned itself.

    values: an Array, a value, or lists of values.
    """
    found = _as_array(values)
    return found if dtype in (None, found.kind) else found.astype(dtype or found.kind)


def arange(many: int) -> Array:
    """Return the whole numbers from 0 to one less than `many`."""
    return Array(list(range(many)), (many,), int)


def where(holds: Any, one: Any, other: Any) -> Array:
    """One where something holds, the other where it does not."""
    shape = common((holds, one, other))
    kind = widest(map(dtype_of, (one, other)))
    cells = [
        yes if held else no
        for held, yes, no in zip(*(broadcast(value, shape) for value in (holds, one, other)), strict=True)
    ]
    return Array(cells if dtype_of(one) is dtype_of(other) else cast(cells, kind), shape, kind)


def _picked(work: Callable[[Any, Any], Any], one: Any, other: Any) -> Array:
    kind = widest(map(dtype_of, (one, other)))
    one, other = _as_array(one), _as_array(other)
    made = elementwise(work, one, other, kind)
    return made if one.kind is other.kind else made.astype(kind)


def maximum(one: Any, other: Any) -> Array:
    """Return the greater of each two values."""
    return _picked(lambda first, second: first if first >= second else second, one, other)


def minimum(one: Any, other: Any) -> Array:
    """Return the lesser of each two values."""
    return _picked(lambda first, second: first if first <= second else second, one, other)


def isin(values: Any, wanted: Iterable[Any]) -> Array:
    """Which of them are among the wanted."""
    among, found = set(wanted), _as_array(values)
    return Array([one in among for one in found.cells], found.shape, bool)


def isclose(one: Any, other: Any) -> Array:
    """Which are as good as the same."""
    return elementwise(lambda a, b: abs(a - b) <= 1e-8 + 1e-5 * abs(b), _as_array(one), other, bool)


def hypot(one: Any, other: Any) -> Array:
    """How long the diagonals are."""
    return elementwise(math.hypot, _as_array(one), other, float)


def sin(angles: Array) -> Array:
    """Return the sine of each angle, in radians."""
    return Array([math.sin(one) for one in angles.cells], angles.shape, float)


def cos(angles: Array) -> Array:
    """Return the cosine of each angle, in radians."""
    return Array([math.cos(one) for one in angles.cells], angles.shape, float)


def unique(values: Array) -> Array:
    """Each value once, in order."""
    found = sorted(set(values.cells))
    return Array(found, (len(found),), values.kind)


def flatnonzero(values: Array) -> Array:
    """Where something holds."""
    found = [at for at, one in enumerate(values.cells) if one]
    return Array(found, (len(found),), int)


def cumprod(values: Array, axis: int) -> Array:
    """Return the cumulative products along an axis."""
    return values.cumprod(axis)


def sum(values: Any, axis: int) -> Any:
    """Return the sum along an axis."""
    return _as_array(list(values)).sum(axis)


def tile(values: Any, times: int) -> Array:
    """Return a row repeated `times` times."""
    found = _as_array(values)
    return Array(found.cells * times, (len(found.cells) * times,), found.kind)


def repeat(values: Array, times: int, axis: int) -> Array:
    """Each cell so many times, along an axis."""
    block = prod(values.shape[axis + 1 :])
    cells = [one for at in range(0, len(values.cells), block) for one in values.cells[at : at + block] * times]
    shape = (*values.shape[:axis], values.shape[axis] * times, *values.shape[axis + 1 :])
    return Array(cells, shape, values.kind)


def ndindex(*lengths: int) -> Iterator[tuple[int, ...]]:
    """Every place in a shape."""
    return product(*map(range, lengths))


def vectorize(work: Callable[..., Any]) -> Callable[..., Array]:
    """Return a function for whole Arrays, from a function of single values."""

    def each(*values: Any) -> Array:
        shape = common(values)
        cells = list(map(work, *(broadcast(one, shape) for one in values)))
        return Array(cells, shape, widest(map(dtype_of, cells)))

    return each
