"""Tests that no folder holds too many files.

A folder of code holds at most 20 modules, or 24 if it lists one thing per file (handlers, a ruleset's folders). A
folder of static files or templates holds at most 24 files.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CODE_FOLDERS = ("rules_src", "widgets", "tests")
MOST_MODULES = 20
MOST_CATALOGUED = 24
"""Modules of a folder that lists one thing per file: handlers, a chapter's questions, a ruleset's common code."""
MOST_FILES = 24
FILE_FOLDERS = {"static", "templates"}


def files() -> Iterator[Path]:
    """Yield the files of the code folders, without what tools leave there."""
    for top in CODE_FOLDERS:
        for path in (ROOT / top).rglob("*"):
            if path.is_file() and not {"node_modules", "__pycache__"} & set(path.parts):
                yield path.relative_to(ROOT)


def most_modules(folder: Path) -> int:
    """Return how many modules a folder of code may hold."""
    parts = folder.parts
    return MOST_CATALOGUED if "rulesets" in parts or folder.name == "handlers" else MOST_MODULES


def test_a_folder_of_code_holds_few_modules() -> None:
    count = Counter(path.parent for path in files() if path.suffix == ".py" and path.name != "__init__.py")
    assert len(count) > len(CODE_FOLDERS), "no folders were found"
    full = {str(folder): number for folder, number in count.items() if number > most_modules(folder)}
    assert not full, f"split these by subject: {full}"


def test_a_folder_of_static_files_or_templates_holds_few() -> None:
    count = Counter(path.parent for path in files() if FILE_FOLDERS & set(path.parent.parts))
    assert count, "no folders were found"
    full = {str(folder): number for folder, number in count.items() if number > MOST_FILES}
    assert not full, f"split these by subject: {full}"
