"""One file on disk: TOML or CSV, and the keys that it can have.

Every complaint names the file, the key and the cure.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from drillbook.errors import listed
from drillbook.maths.exact import parse_number
from drillbook.rules.entities import Cell, Row, Table
from drillbook.rules.schema.messages import complain
from drillbook.rules.schema.placeholders import FORMATS, UnknownFormat, fill

M = TypeVar("M", bound=BaseModel)
#: A column so headed (`?gunner`) marks rows for a choice; it states nothing, so it is no cell.
MARK = "?"


def read_toml(path: Path) -> dict[str, Any]:
    """Return the content of a TOML file, with exact decimals; raise RulesError if it is no TOML.

    RulesError is also raised if the file is missing or is not UTF-8 text.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Fraction)
    except FileNotFoundError:
        complain(path, "", "the file is missing; create it.")
    except UnicodeDecodeError:
        complain(path, "", "the file is not UTF-8 text; save it as UTF-8.")
    except tomllib.TOMLDecodeError as error:
        complain(path, "", f"the file is not TOML: {error}. Mend that line.")


def checked_model(model: type[M], found: Any, path: Path, key: str) -> M:
    """Return the content as the given model.

    Raises RulesError for an unknown key, a missing key or a wrong value.
    """
    try:
        return model.model_validate(found)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if not str(part).startswith("function-"))
        what = _worded(str(first["msg"]))
        if first["type"] == "missing":
            what = "it is missing; give it"
        elif first["type"] == "extra_forbidden" and key and isinstance(first["input"], dict):
            what = f'the key is not known here; a key with a dot in it stands in quotes: ["{key}.{where}"]'
        elif first["type"] == "extra_forbidden":
            known = (field.alias or name for name, field in model.model_fields.items())
            what = f"the key is not known here; known are {listed(known, 'and')}"
        complain(path, key, f"{where + ': ' if where else ''}{what}.")


def _worded(message: str) -> str:
    """Return a message of pydantic in the words of the files."""
    for theirs, ours in (
        (r"^Value error, ", ""),
        (r"^(Input|String) should (be|match)", r"must \2"),
        (r"a valid (string|list)$", r"a \1"),
        (r"a valid dictionary.*", "a table, such as { … = … }"),
    ):
        message = re.sub(theirs, ours, message)
    return message


def _cell(text: str) -> Cell:
    plain = text.strip()
    if not plain:
        return None
    try:
        return parse_number(plain)
    except ValueError:
        return plain


def load_table(path: Path) -> Table:
    """One CSV file as a table; RulesError where a row is short, long or doubled."""
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            lines = [line for line in csv.reader(stream, strict=True) if line]
    except csv.Error as error:
        complain(path, "", f"the file is not CSV: {error}. Mend that line.")
    head = [name.strip() for name in lines[0]] if lines else []
    if head[:2] != ["key", "name"]:
        complain(path, "", f"the first line must begin with key,name, not {','.join(head[:2]) or 'nothing'}.")
    rows: dict[str, Row] = {}
    for number, line in enumerate(lines[1:], start=2):
        if len(line) != len(head):
            complain(
                path,
                "",
                f"row {number} has {len(line)} fields, the heading {len(head)}; give every field, empty where there is none.",
            )
        cells = dict(zip(head, line, strict=True))
        key, name, stating = cells.pop("key").strip(), cells.pop("name").strip(), cells.pop("rule", "").split()
        if key in rows:
            complain(path, "", f"row {number} repeats the key '{key}'; keys are unique.")
        marked = {field: cells.pop(field).strip() for field in head if field.startswith(MARK)}
        odd = [field for field, text in marked.items() if text not in ("", "yes")]
        if odd:
            complain(path, "", f"row {number} has '{marked[odd[0]]}' under {odd[0]}; a mark is yes or nothing.")
        marks = frozenset(field.removeprefix(MARK) for field, text in marked.items() if text)
        read = {field: _cell(text) for field, text in cells.items()}
        rows[key] = Row(key, name, read, next(iter(stating), None), marks, tuple(stating[1:]))
    fields = tuple(field for field in head[2:] if field != "rule" and not field.startswith(MARK))
    marks = frozenset(field.removeprefix(MARK) for field in head if field.startswith(MARK))
    return Table(path.stem, fields, rows, marks, path.parents[1].name)


def fill_text(text: str, values: Mapping[str, Any], path: Path, key: str) -> str:
    """Return the text with its placeholders filled.

    Raises RulesError, which names the known placeholders or formats, if one cannot be filled.
    """
    try:
        return fill(text, values)
    except UnknownFormat as error:
        complain(path, key, f"the format :{error} in “{text}” is not known; known are {listed(FORMATS, 'and')}.")
    except (KeyError, IndexError, ValueError, TypeError) as error:
        known = listed((f"{{{name}}}" for name in values), "and") or "none"
        complain(path, key, f"the placeholder {error} in “{text}” cannot be filled; known are {known}.")
