"""The Python code that prepares the memory snapshot of an edition.

It runs in a browser's Python while an edition is built, and loads the book. take_snapshot.mjs calls `ready` and writes
the content of the memory to a file. It then calls `told` for two lists: the files that a start from the snapshot does
not need, and the modules of Python's library that such a start may still need.
"""

import ast
import gc
import importlib
import json
import re
import sys
import zipimport
from collections.abc import Iterator
from importlib import _bootstrap_external
from pathlib import Path

HOME = Path(importlib.import_module("site").getsitepackages()[0])
FOLDER = HOME.parent
ARCHIVE = "/lib/python{}{}.zip".format(*sys.version_info)
BOOK = ("drillbook_widgets.edition.plates", "drillbook_widgets.edition.worker_replies")
LATER = ("drillbook_widgets.edition.dynamic_pages",)
"""What only single pages need."""
READERS = {"drillbook.rules.loading", "drillbook.rules.schema.toml_csv"}
"""What reads rules from their files, which nobody does once they are in memory."""
AS_READ = {".toml", ".csv", ".pickle"}
"""The files that rules are read from, and what is kept of them."""
ENCODINGS = ("ascii", "latin_1", "raw_unicode_escape", "unicode_escape", "utf_8_sig")
"""Those that code may name, which Python then looks for."""
OURS = {"drillbook", "drillbook_widgets"}
remembered: set[str] = set()


def ready() -> None:
    """Load everything that answers need, except the questions.

    The questions are left out because a reader asks only a few of them.
    """
    how = _bootstrap_external.SourceLoader.source_to_code.__kwdefaults__
    assert how is not None
    usual, how["_optimize"] = how["_optimize"], 2  # without what explains the code to those who read it
    views = (
        f"drillbook_widgets.views.{path.stem}" for path in (HOME / "drillbook_widgets" / "views").glob("[a-z]*.py")
    )
    for name in (*BOOK, *views):
        importlib.import_module(name)
    how["_optimize"] = usual  # what a question says of itself is told to readers
    library = importlib.import_module("drillbook").library()
    library.all()
    library.covers()
    remembered.update(sys.modules)
    _read_from(ARCHIVE, str(FOLDER))
    gc.collect()


def _read_from(before: str, now: str) -> None:
    """Look for modules of Python's library in another place from now on."""
    sys.path[:] = [now if one == before else one for one in sys.path]
    for module in list(sys.modules.values()):
        for one in getattr(module, "__path__", ()):
            if one.startswith(f"{before}/") and not one.startswith(f"{HOME}/"):
                module.__path__ = [now + one.removeprefix(before)]
    sys.path_importer_cache.clear()
    for archive in zipimport._zip_directory_cache.values():  # type: ignore[attr-defined]
        archive.clear()  # which every module from there would keep
    zipimport._zip_directory_cache.clear()  # type: ignore[attr-defined]


def told() -> str:
    """Return two lists of names as JSON: `held` and `late`.

    held: the files of the packages that a start from memory does not need. late: the modules of Python's library that a
    start from memory may still need.
    """
    _read_from(str(FOLDER), ARCHIVE)
    needed = set(_needed())
    names = {_named(path) for path in HOME.rglob("*") if path.is_file()}
    kept = {
        name for name in names if Path(name).suffix not in AS_READ | {".py"} or _module(name) in needed - remembered
    }
    for name in ENCODINGS:
        importlib.import_module(f"encodings.{name}")
    late = [name for name in sys.modules.keys() - remembered if _place(name).startswith(ARCHIVE)]
    return json.dumps({"held": sorted(names - kept), "late": sorted(late)})


def _needed() -> Iterator[str]:
    """Yield the names of all package modules that answers may import, at any time.

    The function imports every one of the modules, so that their own imports become known. Modules of Python's library
    that third-party packages import are loaded together with these packages; these packages can do without the rest of
    the library.
    """
    asked = [_module(_named(path)) for path in (HOME / "drillbook" / "rulesets").rglob("*.py")]
    row, met = [*BOOK, *LATER, *asked], set[str]()
    while row:
        name = row.pop()
        if name in met or name in READERS:
            continue
        met.add(name)
        try:
            importlib.import_module(name)
        except ImportError:  # not a module, or there is none of it in a browser
            continue
        if _place(name).startswith(f"{HOME}/"):
            yield name
            row += [name.rpartition(".")[0]] if "." in name else []
            ours = name.partition(".")[0] in OURS
            row += [one for one in _named_in(Path(_place(name))) if ours or (HOME / one.partition(".")[0]).is_dir()]


def _named_in(path: Path) -> Iterator[str]:
    package = _module(_named(path.parent / "__init__.py"))
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            home = package.rsplit(".", node.level - 1)[0] if node.level else ""
            name = ".".join(filter(None, (home, node.module)))
            yield name
            yield from (f"{name}.{one.name}" for one in node.names)
        elif isinstance(node, ast.Constant) and re.fullmatch(r"drillbook(_widgets)?(\.\w+)+", str(node.value)):
            yield str(node.value)


def _named(path: Path) -> str:
    return path.relative_to(HOME).as_posix()


def _module(name: str) -> str:
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _place(name: str) -> str:
    return getattr(sys.modules[name], "__file__", None) or ""
