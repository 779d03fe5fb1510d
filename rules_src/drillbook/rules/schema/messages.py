"""What is wrong with a file on disk, in words: file, key and cure. It reads none, so that whoever only complains loads nothing for it."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

from drillbook.errors import RulesError


def complain(path: Path, key: str, what: str) -> NoReturn:
    """RulesError that names file, key and cure."""
    raise RulesError(f"{_named(path)}{f', [{key}]' if key else ''}: {what}")


def _named(path: Path) -> str:
    """The file from its ruleset's folder on, as the source tree has it."""
    home = next((up for up in path.parents if (up / "ruleset.toml").is_file()), path.parent)
    return path.relative_to(home.parent).as_posix()
