"""Reference tables of the documents, made from the code.

They cover commands, keys of the TOML files, and settings of the site.

    python tests/tools/reference_tables.py            # lists documents whose tables are stale
    python tests/tools/reference_tables.py --write    # writes the tables between their markers

A table is between `<!--table NAME-->` and `<!--/table-->`.
"""

from __future__ import annotations

import argparse
import datetime
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from drillbook.cli import _parser
from drillbook.rules.schema import course, rules, ruleset, rulings, situations
from drillbook_widgets.site.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = ("README.md", "rules_src/README.md", ".deploy/README.md")
MARKER = re.compile(r"(<!--table ([a-z-]+)-->\n).*?(<!--/table-->)", re.DOTALL)
FIELD = re.compile(r"^    (\w+): ", re.MULTILINE)
KEYS: dict[str, tuple[tuple[str, type[BaseModel]], ...]] = {
    "ruleset-keys": (
        ("`ruleset.toml`", ruleset.RulesetFile),
        ("`[document]`", ruleset.DocumentFile),
        ("`[[chapters]]`", ruleset.ChapterFile),
        ("`[accent]`", ruleset.AccentFile),
        ("`[glossary]`, each word", ruleset.TermFile),
        ("`[shared_inputs]`", ruleset.SharedInputsFile),
        ("`[title_page]`", ruleset.TitleFile),
        ("`[[title_page.tools]]`", ruleset.ToolFile),
        ("`[[title_page.reading_orders]]`", ruleset.ReadingOrderFile),
        ("`[table_mode]`", ruleset.TableModeFile),
        ("`tools` of `[table_mode]`, each", ruleset.TableToolFile),
        ("`[[table_mode.army_builders]]`", ruleset.ArmyBuilderFile),
        ("`[overlays.TABLE]`, in a layer", ruleset.OverlayFile),
        ("`[inputs]`, each input, in a layer", ruleset.InputFile),
        ("`[retired_inputs]`, each input", ruleset.RetiredInputFile),
    ),
    "rule-keys": (
        ("`CHAPTER/rules.toml`, each rule", rules.RuleFile),
        ("`cite`", rules.CiteFile),
        ("`columns`, each column", rules.ColumnFile),
        ("`formula`", rules.FormulaFile),
    ),
    "ruling-keys": (("`CHAPTER/rulings.toml`, each ruling", rulings.RulingFile),),
    "short-keys": (("`CHAPTER/short.toml`", ruleset.ShortFile), ("`[[questions]]`", ruleset.TableQuestionFile)),
    "change-keys": (("`changes.toml`", ruleset.ChangesFile), ("`[[change]]`", ruleset.ChangeFile)),
    "situation-keys": (
        ("`situations.toml` beside the rulesets, each situation", situations.SituationFile),
        ("`situations.toml` of a ruleset, each situation", situations.SituationAnswerFile),
    ),
    "course-keys": (
        ("`course.toml`", course.CourseFile),
        ("`[[episode]]`", course.EpisodeFile),
        ("`checks`, each check", course.CheckFile),
        ("`effects`, each change of a number", course.CourseChangeFile),
        ("`[table]`", course.TableFile),
    ),
}
"""The tables of keys, each with the places in a file and the model that checks it."""


def meanings(model: type[BaseModel]) -> dict[str, str]:
    """Return the comment above each field of a model, by the field's name."""
    found: dict[str, str] = {}
    said: list[str] = []
    for line in inspect.getsource(model).splitlines():
        if line.startswith("    #: "):
            said.append(line.removeprefix("    #: "))
        elif (field := FIELD.match(line)) is not None:
            found[field[1]] = " ".join(said)
            said = []
        else:
            said = []
    return found


def kind_of(hint: Any) -> str:
    """Return a type in the words of TOML."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return kind_of(parts[0])
    if origin in (Union, UnionType):
        return " or ".join(dict.fromkeys(kind_of(part) for part in parts if part is not NoneType))
    if origin is Literal:
        return ", ".join(f"`{part}`" for part in parts)
    if origin is list:
        return f"list of {kind_of(parts[0])}"
    if origin is dict or (isinstance(hint, type) and issubclass(hint, BaseModel)):
        return "table"
    named = {str: "text", int: "number", bool: "yes/no", datetime.date: "date", Any: "number, dice or text"}
    return named[hint]


def usual_of(field: Any) -> str:
    """Return the default of a key as TOML writes it."""
    if field.is_required():
        return "required"
    usual = field.default if field.default is not PydanticUndefined else None
    if isinstance(usual, bool):
        return "`true`" if usual else "`false`"
    return f"`{usual}`" if usual not in (None, "", [], {}) else ""


def keys(places: tuple[tuple[str, type[BaseModel]], ...]) -> Iterator[str]:
    """Yield a heading and a table for each place in a file."""
    for place, model in places:
        said = meanings(model)
        yield from (f"**{place}**", "", "| key | type | default | meaning |", "| --- | --- | --- | --- |")
        for name, field in model.model_fields.items():
            hint = model.__annotations__.get(name, field.annotation)
            kind = kind_of(field.annotation if isinstance(hint, str) else hint)
            yield f"| `{field.alias or name}` | {kind} | {usual_of(field)} | {said[name]} |"
        yield ""


def commands() -> Iterator[str]:
    """Yield the table of subcommands with their arguments, options and help."""
    yield from ("| command | what it does | options |", "| --- | --- | --- |")
    [subcommands] = [one for one in _parser()._actions if isinstance(one, argparse._SubParsersAction)]
    helps = {one.dest: one.help for one in subcommands._choices_actions}
    for name, parser in subcommands.choices.items():
        given = [one for one in parser._actions if not isinstance(one, argparse._HelpAction)]
        words = [_argument(one) for one in given if not one.option_strings]
        options = [one for one in given if one.option_strings]
        told = "; ".join(f"`{_option(one)}` {one.help}{_usual(one)}" for one in options)
        yield f"| `{' '.join(['drillbook', name, *words])}` | {helps[name]} | {told} |"


def _argument(one: argparse.Action) -> str:
    return {"?": f"[{one.metavar}]", "*": f"[{one.metavar} …]", "+": f"{one.metavar} …"}.get(
        str(one.nargs), str(one.metavar)
    )


def _usual(one: argparse.Action) -> str:
    return f" (default {one.default})" if one.metavar and one.default is not None else ""


def _option(one: argparse.Action) -> str:
    return f"{one.option_strings[0]} {one.metavar}" if one.metavar else one.option_strings[0]


def settings() -> Iterator[str]:
    """Yield the table of the settings of the site."""
    yield from ("| setting | default | values | meaning |", "| --- | --- | --- | --- |")
    usual = Settings()
    for one in fields(Settings):
        value, bounds = getattr(usual, one.name), one.metadata
        if isinstance(value, bool):
            default, values = ("yes" if value else "no"), "yes, no"
        else:
            default, values = str(value), f"{bounds['low']} to {bounds['high']}"
        yield f"| `{bounds['name']}` | {default} | {values} | {bounds['means']} |"


def tables() -> dict[str, Callable[[], Iterator[str]]]:
    """Every table by its name."""
    found: dict[str, Callable[[], Iterator[str]]] = {"commands": commands, "settings": settings}
    return found | {name: (lambda places=places: keys(places)) for name, places in KEYS.items()}


def fresh(text: str) -> str:
    """Return a document with its tables made again; KeyError if a marker names no table."""
    known = tables()

    def one(found: re.Match[str]) -> str:
        body = "\n".join(known[found[2]]()).strip("\n")
        return f"{found[1]}\n{body}\n\n{found[3]}"

    return MARKER.sub(one, text)


def named() -> set[str]:
    """Return the tables that some document holds."""
    texts = ((ROOT / name).read_text(encoding="utf-8") for name in DOCUMENTS)
    return {found[2] for text in texts for found in MARKER.finditer(text)}


def stale() -> Iterator[tuple[Path, str]]:
    """Each document whose tables are not fresh, with what it should hold."""
    for name in DOCUMENTS:
        path = ROOT / name
        text = path.read_text(encoding="utf-8")
        if (wanted := fresh(text)) != text:
            yield path, wanted


def main() -> int:
    """List or write what is stale; exit 1 where something is stale and is not written."""
    found = list(stale())
    for path, text in found:
        if "--write" in sys.argv:
            path.write_text(text, encoding="utf-8")
        print(f"{'Written' if '--write' in sys.argv else 'Stale'}: {path.relative_to(ROOT)}")
    return 1 if found and "--write" not in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
