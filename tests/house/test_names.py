"""A public name means one thing: no two modules of the core or of the widgets package define the same one."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = (ROOT / "rules_src" / "drillbook", ROOT / "widgets" / "drillbook_widgets")
INTERFACES = {
    "draw": "Every view draws its exhibit.",
    "main": "What a process runs.",
    "bbcode": "Printers of one format.",
    "data": "Printers of one format.",
    "html": "Printers of one format.",
    "markdown": "Printers of one format.",
    "plain": "Each printer's text without marks of its format.",
    "text": "Printers of one format.",
    "answer_json": "An endpoint, its printer, and the edition's reply in its place.",
    "hits_json": "An endpoint and the edition's reply in its place.",
    "house_json": "An endpoint and the edition's reply in its place.",
    "piece_json": "An endpoint and the edition's reply in its place.",
}
"""Names that several modules define on purpose, because a caller may use any of them in the same way."""


def public_names() -> Iterator[tuple[str, str]]:
    """Yield each public function and class of the packages with its module; the rulesets are left out."""
    for package in PACKAGES:
        for path in package.rglob("*.py"):
            if "rulesets" in path.parts:
                continue
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.name[0] != "_":
                    yield node.name, str(path.relative_to(package.parent))


def test_a_public_name_means_one_thing() -> None:
    homes = defaultdict(list)
    for name, home in public_names():
        homes[name].append(home)
    shared = {name: places for name, places in homes.items() if len(places) > 1}
    new = {name: places for name, places in shared.items() if name not in INTERFACES}
    assert not new, f"call one of these by what it returns or holds: {new}"
    assert not set(INTERFACES) - set(shared), "take these out of INTERFACES: only one module defines them"
