"""A cache of what was read from a ruleset's files; a changed file is read again.

The cache is in the folder's `__pycache__`, as Python keeps its modules. It holds a stamp of every file that was read
and of the code that read the files. If the cache cannot be written, or does not fit, the files are read.
"""

from __future__ import annotations

import importlib.util
import os
import pickle
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import cache
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

from drillbook.rules.entities import EMPTY
from drillbook.rules.model import Ruleset

T = TypeVar("T")
READERS = Path(__file__).resolve().parents[1]
#: The code that reads rulesets: a change in one of these files makes every kept ruleset stale.
READER_FILES = "errors.py", "rules/**/*.py", "maths/**/*.py"
#: What is not kept with a ruleset but named in it: the parent that it extends, and what stands for nothing at all.
PARENT, NOTHING = "parent", "nothing"


def stamp_of(folder: Path, *patterns: str, below: bytes = b"") -> bytes:
    """Return a stamp that differs between any two states of a ruleset's files and their readers.

    patterns: patterns of the files' paths in the folder. below: the stamp of the ruleset that this one extends.
    """
    return _stamp(folder, *patterns, before=_readers() + below)


@cache
def _readers() -> bytes:
    return _stamp(READERS, *READER_FILES)


def _stamp(folder: Path, *patterns: str, before: bytes = b"") -> bytes:
    return stamp_of_files(sorted(path for pattern in patterns for path in folder.glob(pattern)), before, folder)


def stamp_of_files(paths: Iterable[Path], before: bytes, below: Path | None = None) -> bytes:
    """Return a stamp that differs between any two states of these files.

    before: the stamp of what comes before them. below: the folder from which their names count.
    """
    found = blake2b(before, digest_size=32)
    for path in paths:
        held = path.read_bytes()
        named = path.relative_to(below) if below else path
        found.update(f"{named.as_posix()} {len(held)}\n".encode())
        found.update(held)
    return found.digest()


def cached_load(folder: Path, name: str, stamp: bytes, make: Callable[[], T], parent: Ruleset | None = None) -> T:
    """Return what `make` gives, or the stored result of an earlier call with the same stamp.

    folder: the folder of the ruleset. name: the name of the result among others of that folder.
    parent: a ruleset that is not stored but put in again.
    """
    place = Path(importlib.util.cache_from_source(str(folder / f"{name}.toml"))).with_suffix(".pickle")
    with suppress(Exception):  # not there, of another version, cut off: there is always the file itself
        held = place.read_bytes()
        if held.startswith(stamp):
            found: T = made_again(held[len(stamp) :], parent)
            return found
    made = make()
    if not sys.dont_write_bytecode:
        with suppress(OSError):
            _write(place, stamp, made, parent)
    return made


def _write(place: Path, stamp: bytes, made: Any, parent: Ruleset | None) -> None:
    """Write the result whole or not at all, even if other processes write it at the same time."""
    place.parent.mkdir(parents=True, exist_ok=True)
    draft = place.with_name(f"{place.name}.{os.getpid()}")
    draft.write_bytes(stamp + as_bytes(made, parent))
    draft.replace(place)


def as_bytes(made: Any, parent: Ruleset | None = None) -> bytes:
    """Return objects made of rules and questions as bytes.

    parent: a ruleset that is not stored but put in again.
    """
    stream = BytesIO()
    _Keeper(stream, parent).dump(made)
    return stream.getvalue()


def made_again(held: bytes, parent: Ruleset | None = None) -> Any:
    """Return the objects stored as bytes by as_bytes().

    Use it only for the package's own bytes, because they name code that is run.
    """
    return _Loader(BytesIO(held), parent).load()


class _Keeper(pickle.Pickler):
    def __init__(self, stream: Any, parent: Ruleset | None) -> None:
        super().__init__(stream, pickle.HIGHEST_PROTOCOL)
        self._parent = parent
        self._frozen: dict[type, tuple[str, ...] | None] = {}

    def persistent_id(self, thing: Any) -> str | None:
        """Return the name of an object that is not stored, or None."""
        if thing is EMPTY:
            return NOTHING
        return PARENT if thing is not None and thing is self._parent else None

    def reducer_override(self, thing: Any) -> Any:
        """Return how to rebuild a frozen value: its class and its fields in their order.

        The default for dataclasses looks the names of the fields up again for each value. Other objects keep their default.
        """
        kind = type(thing)
        if kind not in self._frozen:
            frozen = is_dataclass(kind) and kind.__dataclass_params__.frozen and "__slots__" in vars(kind)  # type: ignore[attr-defined]
            own = [one for one in fields(kind) if one.init] if frozen else []
            placed = frozen and not any(one.kw_only for one in own)
            self._frozen[kind] = tuple(one.name for one in own) if placed else None
        names = self._frozen[kind]
        return NotImplemented if names is None else (kind, tuple(getattr(thing, name) for name in names))


class _Loader(pickle.Unpickler):
    def __init__(self, stream: Any, parent: Ruleset | None) -> None:
        super().__init__(stream)
        self._named = {NOTHING: EMPTY, PARENT: parent}

    def persistent_load(self, name: str) -> Any:
        """Return the object that a name means."""
        return self._named[name]
