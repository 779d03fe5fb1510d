"""Tests of the code base itself: one-way imports, no number outside a rule.

Files hold one idea, and each library has one place.
"""

import ast
import functools
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from drillbook import library, questions

ROOT = Path(__file__).resolve().parents[2]
CORE = ROOT / "rules_src" / "drillbook"
WIDGETS = ROOT / "widgets" / "drillbook_widgets"
CODE = sorted([*CORE.rglob("*.py"), *WIDGETS.rglob("*.py")])
CHAPTERS = sorted(path for path in (CORE / "rulesets").rglob("*.py") if path.name != "__init__.py")
DIGIT = re.compile(r"\d")


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@functools.cache
def tree_of(path: Path) -> ast.Module:
    """Return a file's syntax tree, parsed once."""
    return ast.parse(path.read_text(encoding="utf-8"))


@functools.cache
def imports(path: Path) -> frozenset[str]:
    """Return the modules that a file imports."""
    found = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return frozenset(found)


@functools.cache
def imported_names(path: Path) -> frozenset[str]:
    """Return the modules that a file imports, and the names it takes from them.

    Such a name may be a module too.
    """
    tree = tree_of(path)
    taken = {
        f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }
    return imports(path) | taken


def test_the_root_holds_what_was_agreed() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    visible = {Path(one).parts[0] for one in listed if not one.startswith(".")}
    assert visible == {"pyproject.toml", "README.md", "LICENSE", "book", "widgets", "rules_src", "tests"}


def test_the_rules_know_nothing_of_jupyter() -> None:
    forbidden = ("ipywidgets", "bqplot", "voila", "anywidget", "jupyter", "nbformat", "drillbook_widgets")
    for path in CORE.rglob("*.py"):
        allowed = ("drillbook_widgets",) if path.name == "cli.py" else ()
        wrong = [one for one in imports(path) if one.startswith(forbidden) and not one.startswith(allowed or ("\0",))]
        assert not wrong, f"{name(path)} imports {wrong}"


FLOORS = ["errors", "maths", "rules", "asking", "formats", "quiz", "book", "search"]


def test_floors_are_a_one_way_street() -> None:
    """Floors of the core import only themselves and earlier floors of the list.

    Chapters import only the first four floors and the rulesets.
    """
    for floor, name_of_floor in enumerate(FLOORS):
        for path in [*(CORE / name_of_floor).rglob("*.py"), *CORE.glob(f"{name_of_floor}.py")]:
            used = {one.split(".")[1] for one in imports(path) if one.startswith("drillbook.")}
            wrong = used - set(FLOORS[: floor + 1])
            assert not wrong, f"{name(path)} imports {wrong}"
    for path in CHAPTERS:
        used = {one.split(".")[1] for one in imports(path) if one.startswith("drillbook.")}
        assert used <= {*FLOORS[:4], "rulesets"}, f"{name(path)} imports {used}"


FOLDERS = ["views", "plate", "notebook", "pages", "site", "edition"]


def test_the_folders_of_the_widgets_are_a_one_way_street() -> None:
    """Folders of the widgets import only themselves and earlier folders of the list.

    The list holds every folder of code.
    """
    there = {path.parent.name for path in WIDGETS.glob("*/__init__.py")}
    assert there == set(FOLDERS)
    for floor, folder in enumerate(FOLDERS):
        for path in (WIDGETS / folder).rglob("*.py"):
            parts = {tuple(one.split(".")) for one in imported_names(path)}
            used = {one[1] for one in parts if one[0] == WIDGETS.name and len(one) > 1} & set(FOLDERS)
            wrong = used - set(FOLDERS[: floor + 1])
            assert not wrong, f"{name(path)} imports {wrong}"


def test_the_edition_needs_no_server() -> None:
    """Pages and edition import nothing that serves.

    Their contents are functions, which the site's handlers and the build call.
    """
    serving = ("tornado", "voila", "jupyter_server", f"{WIDGETS.name}.site")
    for folder in ("pages", "edition"):
        for path in (WIDGETS / folder).rglob("*.py"):
            wrong = {one for one in imported_names(path) if f"{one}.".startswith(tuple(f"{each}." for each in serving))}
            assert not wrong, f"{name(path)} imports {wrong}"


def test_no_modules_of_the_core_form_a_circle() -> None:
    modules = {".".join(path.relative_to(CORE.parent).with_suffix("").parts): path for path in CORE.rglob("*.py")}
    needs = {module: {one for one in imports(path) if one in modules} for module, path in modules.items()}
    while free := {module for module, others in needs.items() if not others & set(needs)}:
        needs = {module: others for module, others in needs.items() if module not in free}
    assert not needs, f"these import each other: {sorted(needs)}"


@pytest.mark.parametrize(("library", "home"), [("icepool", "dice.py"), ("sympy", "formulas.py")])
def test_a_library_has_one_home(library: str, home: str) -> None:
    users = {path.name for path in CORE.rglob("*.py") if any(one.split(".")[0] == library for one in imports(path))}
    assert users == {home}


def bare_numbers(tree: ast.Module) -> Iterator[tuple[int, object]]:
    """Yield numbers, and digits in strings, of function bodies and module constants.

    Declarations of inputs and docstrings are left out.
    """
    skipped: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            parts = [node.args, *node.decorator_list, *([node.returns] if node.returns else [])]
            skipped |= {id(inner) for part in parts for inner in ast.walk(part)}
        if isinstance(node, ast.Assign | ast.AnnAssign) and any(
            isinstance(inner, ast.Name)
            and inner.id in ("Annotated", "Count", "Length", "Choice", "Choices", "Flag", "Rows")
            for inner in ast.walk(node.value or node)
        ):
            skipped |= {id(inner) for inner in ast.walk(node)}
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "Rows":
            skipped |= {id(inner) for inner in ast.walk(node)}
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module) and ast.get_docstring(node) is not None:
            skipped |= {id(inner) for inner in ast.walk(node.body[0])}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or id(node) in skipped or isinstance(node.value, bool):
            continue
        if isinstance(node.value, int | float | complex) and node.value not in (-1, 0, 1):
            yield node.lineno, node.value
        if isinstance(node.value, str) and DIGIT.search(node.value):
            yield node.lineno, node.value


# Names that carry a digit without being a rule's number: keys of table rows and readings of a die's face count in no sum.
NAMES = re.compile(r"(?:r[1-5]|irr[1-3]|to_\d+|band_\d|[a-z-]+\.[a-z0-9.-]+)\Z")


def test_chapters_hold_no_bare_number() -> None:
    rulings = {name for ruleset in library().all() for name in ruleset.rulings()}
    wrong = [
        f"{name(path)}, line {line}: {value!r}"
        for path in CHAPTERS
        for line, value in bare_numbers(tree_of(path))
        if not (isinstance(value, str) and (NAMES.match(value) or value in rulings))
    ]
    assert not wrong, f"bare numbers; read them from a rule: {wrong}"


def test_the_watch_for_bare_numbers_watches() -> None:
    found = bare_numbers(ast.parse("LIMIT = 9\ndef f(r):\n    return 'more than 9', r * 2\n"))
    assert {str(value) for _, value in found} == {"9", "2", "more than 9"}
    assert len(list(bare_numbers(ast.parse("def f(r):\n    return 'to 25 cm', 7, 1, 0, -1\n")))) == 2


def asked(node: ast.AST, method: str) -> str | None:
    """Return the ruling that a call of that method of the Reader asks for by a literal, or None."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == method):
        return None
    first = node.args[0] if node.args else None
    return first.value if isinstance(first, ast.Constant) else None


def words(node: ast.AST | None) -> set[str]:
    """Return the strings of a literal: a string, a tuple, list or set, or a dictionary's keys."""
    if isinstance(node, ast.Constant):
        return {node.value} if isinstance(node.value, str) else set()
    if isinstance(node, ast.Dict):
        return {word for key in node.keys for word in words(key)}
    return {word for one in getattr(node, "elts", ()) for word in words(one)}


def used_names(tree: ast.AST) -> Iterator[tuple[int, str, str]]:
    """Yield the line, ruling and name of every reading that the code uses.

    A reading is used when holds() asks for it, or when it is compared with, matched on or looked up by read_as().
    """
    for scope in ast.walk(tree):
        if not isinstance(scope, ast.FunctionDef):
            continue
        kept: dict[str, str] = {}
        tables = {
            target.id: node.value
            for node in [*getattr(tree, "body", ()), *ast.walk(scope)]
            if isinstance(node, ast.Assign | ast.AnnAssign)
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name)
        }

        def keys(node: ast.AST, tables: dict[str, ast.expr | None] = tables) -> set[str]:
            return words(tables.get(node.id) if isinstance(node, ast.Name) else node)

        def ruling(node: ast.AST, kept: dict[str, str] = kept) -> str | None:
            return kept.get(node.id) if isinstance(node, ast.Name) else asked(node, "read_as")

        for node in ast.walk(scope):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                value = node.value.body if isinstance(node.value, ast.IfExp) else node.value
                if found := asked(value, "read_as"):
                    kept[node.targets[0].id] = found
        for node in ast.walk(scope):
            found, said = None, set[str]()
            if (found := asked(node, "holds")) and isinstance(node, ast.Call):
                said = words(node.args[1])
            elif isinstance(node, ast.Compare) and (found := ruling(node.left)):
                said = words(node.comparators[0])
            elif isinstance(node, ast.Subscript) and (found := ruling(node.slice)):
                said = keys(node.value)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
                found, said = ruling(node.args[0]), keys(node.func.value)
            elif isinstance(node, ast.Match) and (found := ruling(node.subject)):
                patterns = [inner for case in node.cases for inner in ast.walk(case.pattern)]
                said = {word for one in patterns if isinstance(one, ast.MatchValue) for word in words(one.value)}
            yield from ((node.lineno, found, word) for word in said if found and isinstance(node, ast.expr | ast.stmt))


def test_chapters_ask_for_readings_by_names_that_exist() -> None:
    letters = [
        f"{name(path)}, line {node.lineno}"
        for path in CHAPTERS
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Attribute) and node.attr in ("reading", "readings")
    ]
    assert not letters, f"ask by name, with holds() or read_as(): {letters}"
    wrong = [
        f"{name(path)}, line {line}: {ruling} {word}"
        for path in CHAPTERS
        for ruleset in (next(one for one in library().all() if one.slug in path.parts),)
        for line, ruling, word in used_names(tree_of(path))
        if word not in ruleset.ruling(ruling).names.values()
    ]
    assert not wrong, f"readings that have no such name: {wrong}"


def test_the_watch_for_names_of_readings_watches() -> None:
    tree = ast.parse(
        "T = {'n': 1}\ndef f(r, x):\n    U = {'o': x}\n"
        "    a = r.read_as('one') if x else 'b'\n"
        "    match r.read_as('two'):\n        case 'c' | 'd' if x:\n            pass\n"
        "    r.holds('three', 'e'), a == 'g', a in ('h', 'i'), x == 'l'\n"
        "    return {'j': x}[a], {'k': x}[r.read_as('four')], {'m': x}.get(a), T[a], U.get(a)\n"
    )
    found = {"one": "ghijmno", "two": "cd", "three": "e", "four": "k"}
    assert {(ruling, word) for _, ruling, word in used_names(tree)} == {
        (ruling, word) for ruling, names in found.items() for word in names
    }


def declared(path: Path, decorator: str) -> list[str]:
    """Return the functions of a file that have the decorator (a question or a `simulation`)."""
    return [
        node.name
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.FunctionDef)
        for call in node.decorator_list
        if ast.unparse(call.func if isinstance(call, ast.Call) else call) == decorator
    ]


def test_a_question_has_a_file_of_its_own() -> None:
    """Chapters keep one question per file, together with its simulation.

    A question's path is `<ruleset>/<chapter>/<question_with_underscores>.py`. A helper is `_name.py` or lies in `common/`.
    """
    wrong = []
    for path in CHAPTERS:
        asked, thrown = declared(path, "question"), declared(path, "simulation")
        helper = path.name.startswith("_") or path.parent.name == "common"
        if len(asked) != (0 if helper else 1):
            cure = f"give each question a file of its own, and call a helper _{path.name.lstrip('_')}"
            wrong.append(f"{name(path)} asks {asked or 'nothing'}; {cure}")
        if len(thrown) > len(asked):
            wrong.append(f"{name(path)} throws {thrown}; a simulation stands beside its question")
    assert not wrong, "\n".join(wrong)


def test_every_question_is_found_in_its_file() -> None:
    for ruleset in library().all():
        for spec in questions(ruleset).values():
            module = spec.function.__module__.removeprefix("drillbook.rulesets.")
            known = questions(library().load(spec.slug))[spec.name]
            assert module == f"{spec.slug}.{known.chapter}.{spec.name.replace('-', '_')}"


def test_files_are_short() -> None:
    long = [name(path) for path in CODE if len(path.read_text(encoding="utf-8").splitlines()) > 400]
    assert not long, f"files of more than 400 lines: {long}"


def test_every_test_file_is_collected() -> None:
    for path in (ROOT / "tests").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        has_tests = re.search(r"^(?:async )?def test_", text, re.MULTILINE)
        assert bool(has_tests) == path.name.startswith("test_"), (
            f"{name(path)} would not be collected, or holds no test"
        )


def test_every_public_function_says_what_it_answers() -> None:
    for path in CODE:
        tree = tree_of(path)
        assert ast.get_docstring(tree) or path.name == "__init__.py", name(path)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_") and node in tree.body:
                assert ast.get_docstring(node) or node.decorator_list, f"{name(path)}: {node.name} has no docstring"


def test_no_registry_is_named() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    hosts = re.compile(r"(?:pypi|pythonhosted|registry\.npmjs|deb\.debian)\.org")
    for one in listed:
        path = ROOT / one
        if path.suffix in (".py", ".toml", ".md", ".ipynb", ".js", ".css", ".j2", "") and path != Path(__file__):
            assert not hosts.search(path.read_text(encoding="utf-8", errors="replace")), one


def test_dependencies_have_ranges() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for one in [*project["dependencies"], *project["optional-dependencies"]["test"]]:
        assert ">=" in one, one
        assert "<" in one, one


def test_the_readme_and_ci_run_the_same_test_command() -> None:
    commands = re.findall(r"```sh\n(.*?)\n```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    start, tests = commands[:2]
    assert start.endswith("drillbook serve")
    assert tests in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", [["ruff", "check", "."], ["ruff", "format", "--check", "."], ["mypy"]])
def test_lint_and_types(command: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:]
