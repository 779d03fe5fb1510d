"""The wording of complaints about a file on disk: file, key and cure.

The module reads no file, so that code that only complains loads nothing for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

from drillbook.errors import RulesError


def complain(path: Path, key: str, what: str) -> NoReturn:
    """RulesError that names file, key and cure."""
    raise RulesError(f"{_named(path)}{f', [{key}]' if key else ''}: {what}")


def _named(path: Path) -> str:
    """Return the path of a file, starting with its ruleset's folder, as in the source tree."""
    home = next((up for up in path.parents if (up / "ruleset.toml").is_file()), path.parent)
    return path.relative_to(home.parent).as_posix()
