"""The code base itself: one-way arrows, no number outside a rule, files of one idea, one place for each library."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from drillbook import library

ROOT = Path(__file__).resolve().parents[2]
CORE = ROOT / "rules_src" / "drillbook"
WIDGETS = ROOT / "widgets" / "drillbook_widgets"
CODE = sorted([*CORE.rglob("*.py"), *WIDGETS.rglob("*.py")])
CHAPTERS = sorted(path for path in (CORE / "rulesets").rglob("*.py") if path.name != "__init__.py")
DIGIT = re.compile(r"\d")


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


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


@pytest.mark.parametrize(("library", "home"), [("icepool", "dice.py"), ("sympy", "formulas.py")])
def test_a_library_has_one_home(library: str, home: str) -> None:
    users = {path.name for path in CORE.rglob("*.py") if any(one.split(".")[0] == library for one in imports(path))}
    assert users == {home}


def bare_numbers(tree: ast.Module) -> Iterator[tuple[int, object]]:
    """Numbers and digits in strings in function bodies and module constants, declarations of inputs and docstrings aside."""
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


@pytest.mark.parametrize("path", CHAPTERS, ids=name)
def test_chapters_hold_no_bare_number(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    rulings = {name for ruleset in library().all() for name in ruleset.rulings()}
    wrong = [
        (line, value)
        for line, value in bare_numbers(tree)
        if not (isinstance(value, str) and (NAMES.match(value) or value in rulings))
    ]
    assert not wrong, f"{name(path)} holds {wrong}; read them from a rule"


def test_the_watch_for_bare_numbers_watches() -> None:
    found = bare_numbers(ast.parse("LIMIT = 9\ndef f(r):\n    return 'more than 9', r * 2\n"))
    assert {str(value) for _, value in found} == {"9", "2", "more than 9"}
    assert len(list(bare_numbers(ast.parse("def f(r):\n    return 'to 25 cm', 7, 1, 0, -1\n")))) == 2


@pytest.mark.parametrize("path", CODE, ids=name)
def test_files_are_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


def test_every_test_file_is_collected() -> None:
    for path in (ROOT / "tests").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        has_tests = re.search(r"^(?:async )?def test_", text, re.MULTILINE)
        assert bool(has_tests) == path.name.startswith("test_"), (
            f"{name(path)} would not be collected, or holds no test"
        )


def test_every_public_function_says_what_it_answers() -> None:
    for path in CODE:
        tree = ast.parse(path.read_text(encoding="utf-8"))
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
