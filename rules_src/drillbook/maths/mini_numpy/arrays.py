"""A replacement for the arrays of numpy in a Python without numpy.

It has as much of numpy as the simulations of the rules use, and gives the same results.
An Array is a flat list with a shape. Its functions have numpy's names, so that a simulation is written once and runs on
both.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

Shape = int | tuple[int, ...]
_RANKS = {bool: 0, int: 1, float: 2, object: 3}
"""The kinds of cells, each of which holds those before it."""


def shape_of(given: Shape) -> tuple[int, ...]:
    """Return a shape as the numbers of cells along each axis."""
    return (given,) if isinstance(given, int) else tuple(given)


def dtype_of(value: Any) -> type:
    """Return the kind of one value, or of the cells of an Array."""
    if isinstance(value, Array):
        return value.kind
    return type(value) if type(value) in _RANKS else object


def widest(kinds: Iterable[type]) -> type:
    """Return the widest of the kinds, which can hold values of all of them."""
    return max(kinds, key=_RANKS.__getitem__, default=float)


def broadcast(value: Any, shape: tuple[int, ...]) -> list[Any]:
    """Return the cells of a value or an Array that fill a shape.

    The cells are repeated along the axes that the value does not have. Raises ValueError if the value does not fit.
    """
    if not isinstance(value, Array):
        return [value] * prod(shape)
    if value.shape == shape:
        return value.cells
    cells, own = value.cells, (1,) * (len(shape) - len(value.shape)) + value.shape
    for axis in range(len(shape) - 1, -1, -1):
        if own[axis] == shape[axis]:
            continue
        if own[axis] != 1:
            raise ValueError(f"{value.shape} does not fill {shape}")
        block = prod(shape[axis + 1 :])
        cells = [one for at in range(0, len(cells), block) for one in cells[at : at + block] * shape[axis]]
    return cells


def common(values: Iterable[Any]) -> tuple[int, ...]:
    """Return the common shape of several values after broadcasting.

    Raises ValueError if their shapes do not fit.
    """
    shapes = [one.shape for one in values if isinstance(one, Array)]
    most = max(map(len, shapes), default=0)
    padded = [(1,) * (most - len(one)) + one for one in shapes]
    found = []
    for along in zip(*padded, strict=True):
        lengths = {one for one in along if one != 1}
        if len(lengths) > 1:
            raise ValueError(f"these do not fit: {shapes}")
        found.append(lengths.pop() if lengths else 1)
    return tuple(found)


def cast(cells: list[Any], kind: type) -> list[Any]:
    """Return the cells converted to a kind."""
    return cells if kind is object else [kind(one) for one in cells]


def elementwise(work: Callable[[Any, Any], Any], one: Any, other: Any, kind: type) -> Array:
    """Return the Array of `work` applied to each cell and its counterpart."""
    one, other = (_as_array(value) if isinstance(value, list | tuple) else value for value in (one, other))
    if not isinstance(other, Array):
        return Array([work(cell, other) for cell in one.cells], one.shape, kind)
    shape = one.shape if isinstance(one, Array) and one.shape == other.shape else common((one, other))
    return Array(list(map(work, broadcast(one, shape), broadcast(other, shape))), shape, kind)


def _as_array(value: Any) -> Array:
    if isinstance(value, Array):
        return value
    if isinstance(value, list | tuple):
        inner = [_as_array(one) for one in value]
        shape = inner[0].shape if inner else ()
        kind = widest(one.kind for one in inner)
        return Array(cast([cell for one in inner for cell in one.cells], kind), (len(inner), *shape), kind)
    return Array([value], (), dtype_of(value))


def _sum_kind(one: Any, other: Any) -> type:
    return widest((int, dtype_of(one), dtype_of(other)))


def _counted(work: Callable[[Any, Any], Any], turned: bool = False) -> Callable[[Array, Any], Array]:
    """Return an arithmetic method for two Arrays; truth values count as 0 and 1.

    turned: whether the operands change places.
    """

    def reckon(self: Array, other: Any) -> Array:
        kind = _sum_kind(self, other)
        return elementwise(work, other, self, kind) if turned else elementwise(work, self, other, kind)

    return reckon


def _compared(work: Callable[[Any, Any], Any]) -> Callable[[Array, Any], Array]:
    return lambda self, other: elementwise(work, self, other, bool)


def _logical(work: Callable[[Any, Any], Any]) -> Callable[[Array, Any], Array]:
    return lambda self, other: elementwise(work, self, other, widest((dtype_of(self), dtype_of(other))))


class Array:
    """A flat list of cells, their shape and their kind."""

    __slots__ = ("cells", "kind", "shape")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, cells: list[Any], shape: tuple[int, ...], kind: type) -> None:
        self.cells, self.shape, self.kind = cells, shape, kind

    def __repr__(self) -> str:
        return f"Array({self.tolist()!r})"

    def __len__(self) -> int:
        return self.shape[0]

    def __bool__(self) -> bool:
        [only] = self.cells
        return bool(only)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.cells) if len(self.shape) == 1 else (self[at] for at in range(self.shape[0]))

    __add__ = _counted(operator.add)
    __radd__ = _counted(operator.add, turned=True)
    __sub__ = _counted(operator.sub)
    __rsub__ = _counted(operator.sub, turned=True)
    __mul__ = _counted(operator.mul)
    __rmul__ = _counted(operator.mul, turned=True)
    __floordiv__ = _counted(operator.floordiv)
    __mod__ = _counted(operator.mod)
    __lt__ = _compared(operator.lt)
    __le__ = _compared(operator.le)
    __gt__ = _compared(operator.gt)
    __ge__ = _compared(operator.ge)
    __eq__ = _compared(operator.eq)  # type: ignore[assignment]
    __ne__ = _compared(operator.ne)  # type: ignore[assignment]
    __and__ = __rand__ = _logical(operator.and_)
    __or__ = __ror__ = _logical(operator.or_)

    def __truediv__(self, other: Any) -> Array:
        return elementwise(operator.truediv, self, other, float)

    def __neg__(self) -> Array:
        return Array([-one for one in self.cells], self.shape, self.kind)

    def __invert__(self) -> Array:
        work = operator.not_ if self.kind is bool else operator.invert
        return Array([work(one) for one in self.cells], self.shape, self.kind)

    def _become(self, made: Array) -> Array:
        """Change the Array in place, so that every name for it sees the change, and return it."""
        self.cells[:] = cast(made.cells, self.kind) if made.kind is not self.kind else made.cells
        return self

    def __iadd__(self, other: Any) -> Array:
        return self._become(self + other)

    def __isub__(self, other: Any) -> Array:
        return self._become(self - other)

    def __ior__(self, other: Any) -> Array:
        return self._become(self | other)

    def __iand__(self, other: Any) -> Array:
        return self._become(self & other)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, Array) and len(self.shape) == 1:
            if key.kind is bool:
                cells = [one for one, wanted in zip(self.cells, key.cells, strict=True) if wanted]
                return Array(cells, (len(cells),), self.kind)
            return Array([self.cells[at] for at in key.cells], key.shape, self.kind)
        if isinstance(key, int) and len(self.shape) == 1:
            return self.cells[key]
        places, shape = self._places(key)
        cells = [self.cells[at] for at in places]
        return Array(cells, shape, self.kind) if shape else cells[0]

    def __setitem__(self, key: Any, value: Any) -> None:
        places, shape = self._places(key)
        for place, cell in zip(places, broadcast(value, shape), strict=True):
            self.cells[place] = cell if self.kind is object else self.kind(cell)

    def _places(self, key: Any) -> tuple[list[int], tuple[int, ...]]:
        """Where the cells stand that a key names, and in which shape they come."""
        if isinstance(key, Array) and key.kind is bool:
            block = prod(self.shape[len(key.shape) :])
            named = [at for at, wanted in enumerate(key.cells) if wanted]
            return [at * block + one for at in named for one in range(block)], (
                len(named),
                *self.shape[len(key.shape) :],
            )
        along: list[Sequence[int]] = []
        shape: list[int] = []
        for one in key if isinstance(key, tuple) else (key,):
            if one is None:
                shape.append(1)
                continue
            length = self.shape[len(along)]
            if isinstance(one, slice):
                along.append(range(*one.indices(length)))
                shape.append(len(along[-1]))
            elif isinstance(one, Array):
                along.append([at % length for at in one.cells])
                shape += one.shape
            else:
                along.append([one % length])
        for length in self.shape[len(along) :]:
            along.append(range(length))
            shape.append(length)
        steps = [prod(self.shape[axis + 1 :]) for axis in range(len(self.shape))]
        return [sum(map(operator.mul, at, steps)) for at in product(*along)], tuple(shape)

    def _reduced(self, work: Callable[[list[Any]], Any], kind: type, axis: int | None, keepdims: bool = False) -> Any:
        """Return the result of `work` on all cells, or on the cells along an axis."""
        if axis is None:
            return work(self.cells)
        axis %= len(self.shape)
        length, block = self.shape[axis], prod(self.shape[axis + 1 :])
        reach = length * block
        rows = (
            self.cells[at * reach + one : (at + 1) * reach : block or 1]
            for at in range(prod(self.shape[:axis]))
            for one in range(block)
        )
        kept = (1,) if keepdims else ()
        return Array([work(row) for row in rows], (*self.shape[:axis], *kept, *self.shape[axis + 1 :]), kind)

    def sum(self, axis: int | None = None, keepdims: bool = False) -> Any:
        """Return the sum; for truth values, the number that are true."""
        return self._reduced(sum, widest((int, self.kind)), axis, keepdims)

    def max(self, axis: int | None = None, initial: Any = None) -> Any:
        """Return the maximum.

        initial: a lower bound of the result, which is also the result if there are no cells.
        """
        most = max if initial is None else lambda row: max(row, default=initial)
        found = self._reduced(most, self.kind, axis)
        return found if initial is None or not isinstance(found, Array) else elementwise(max, found, initial, self.kind)

    def min(self, axis: int | None = None) -> Any:
        """Return the minimum."""
        return self._reduced(min, self.kind, axis)

    def any(self, axis: int | None = None) -> Any:
        """Whether one holds."""
        return self._reduced(any, bool, axis)

    def all(self, axis: int | None = None) -> Any:
        """Whether all hold."""
        return self._reduced(all, bool, axis)

    def argmax(self, axis: int | None = None) -> Any:
        """Return the index of the first maximum."""
        return self._reduced(lambda row: row.index(max(row)), int, axis)

    def cumprod(self, axis: int) -> Array:
        """Return the cumulative products along the last axis."""
        length = self.shape[-1]
        assert axis % len(self.shape) == len(self.shape) - 1
        cells: list[Any] = []
        for at in range(prod(self.shape[:-1])):
            made: Any = 1
            for one in self.cells[at * length : (at + 1) * length]:
                made = made * one
                cells.append(made)
        return Array(cells, self.shape, widest((int, self.kind)))

    def astype(self, kind: type) -> Array:
        """Return a copy with the cells converted to another kind."""
        return Array(cast(list(self.cells), kind), self.shape, kind)

    def copy(self) -> Array:
        """One that can be changed by itself."""
        return Array(list(self.cells), self.shape, self.kind)

    def flatten(self) -> Array:
        """All cells in one row."""
        return Array(list(self.cells), (len(self.cells),), self.kind)

    ravel = flatten

    def reshape(self, *wanted: int) -> Array:
        """Return the same cells in another shape.

        One length can be -1; it takes what is left.
        """
        known = prod(one for one in wanted if one >= 0)
        shape = tuple(len(self.cells) // known if one < 0 else one for one in wanted)
        return Array(list(self.cells), shape, self.kind)

    def tolist(self) -> list[Any]:
        """Return the cells as nested lists."""
        return list(self.cells) if len(self.shape) == 1 else [one.tolist() for one in self]
