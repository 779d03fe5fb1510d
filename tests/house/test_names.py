"""Tests of names.

A public name means one thing and says what it is. No two modules define the same name, and no name of the core is a
bare participle.
"""

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
    """Yield each public function and class of the packages with its module.

    The rulesets are left out.
    """
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


IRREGULAR = frozenset(
    "begun bought bound brought built caught chosen come cut dealt done drawn driven fallen felt found given gone handed heard held hidden"
    " hit kept known laid led left lent lost made meant met paid put read run said seen sent set shown shut sold sought spelt spent split"
    " spoken stuck swept taken taught thought thrown told understood won worn written".split()
)
"""Participles that do not end in -ed."""
FIELD_TERMS = {
    "Cited": "A name of `drillbook.asking`, which is public.",
    "Handed": "A name of `drillbook.asking`, which is public.",
    "Hit": "A noun: a result of the search.",
    "Refused": "An exception: what has happened.",
    "averaged": "A formatter: how the number is written.",
    "counted": "A formatter: how the number is written.",
    "formed": "A name of `drillbook.asking`, which is public.",
    "printed": "A formatter: how the number is written.",
    "remembered": "A decorator: what happens to the results of a function.",
    "shown": "A formatter: how the value is written.",
    "signed": "A formatter: how the number is written.",
    "spoken": "A formatter: how the chance is written.",
    "escaped": "A formatter: how the text is written.",
    "listed": "A formatter: how the names are written.",
    "quoted": "A formatter: how the text is written.",
}
"""Participles that are names in the core, each with the reason."""


def is_participle(name: str) -> bool:
    """Return whether a name is a single participle, such as `kept`.

    Such a name says that something is done, and not what it is.
    """
    if "_" in name:
        return False
    return name in IRREGULAR or (len(name) > len("need") and name.endswith("ed") and not name.endswith("eed"))


def core_names() -> Iterator[tuple[str, str]]:
    """Yield each public function, class and variable of the core with its module.

    The modules of the rulesets are left out.
    """
    core = PACKAGES[0]
    for path in core.rglob("*.py"):
        if "rulesets" in path.parts:
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            targets = (
                node.targets
                if isinstance(node, ast.Assign)
                else [node.target]
                if isinstance(node, ast.AnnAssign)
                else []
            )
            names = [one.id for one in targets if isinstance(one, ast.Name)]
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                names = [node.name]
            yield from ((name, str(path.relative_to(core))) for name in names if name[0] != "_")


def test_a_public_name_of_the_core_has_a_noun() -> None:
    participles = {name: home for name, home in core_names() if is_participle(name.lower())}
    new = {name: home for name, home in participles.items() if name not in FIELD_TERMS}
    assert not new, f"say what it is, not that something is done to it: {new}"
    assert not set(FIELD_TERMS) - set(participles), "take these out of FIELD_TERMS: the core has no such name"


def test_the_watch_for_participles_watches() -> None:
    assert all(map(is_participle, ("kept", "told", "settled", "asked", "laid")))
    assert not any(map(is_participle, ("speed", "seed", "kept_inputs", "bed", "question")))
