"""Tests of the cache: a ruleset is read from its files once.

A change in any file is seen; to ask one question imports what it needs.
"""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from drillbook import Library, RulesError, ask, library
from drillbook.rules import cache
from drillbook.rules.entities import EMPTY

RULES = '["{key}"]\nkind = "value"\ntext = "It goes {{value}} cm."\nvalue = {value}\ncite = {{ section = "1", lines = "L1" }}\n'
HEAD = """
short = "{short}"
title = "{short}"
unit = "cm"
{more}
document = {{ title = "T", author = "A", edition = "E", year = "2026", credit = "C" }}
chapters = [{{ slug = "moving", title = "Moving", summary = "How far." }}]
"""

FEW = 12
"""What a layer does in its own way stands beside some of its parent's questions, so those are imported as well."""


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two small rulesets, a layer over the other, where Python may keep what it has read."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    for name, short, more in (("below", "lo", ""), ("above", "hi", 'extends = "below"')):
        (tmp_path / name / "moving").mkdir(parents=True)
        (tmp_path / name / "ruleset.toml").write_text(HEAD.format(short=short, more=more))
    (tmp_path / "below/moving/rules.toml").write_text(RULES.format(key="moving.walk", value=10))
    (tmp_path / "above/moving/rules.toml").write_text(RULES.format(key="moving.ride", value=20))
    return tmp_path


def opened(shelf: Path) -> Library:
    """Return a library of the shelf as a new process finds it."""
    return Library(shelf, package="nothing.is_imported")


def no_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError("the files are read again")

    loading = import_module("drillbook.rules.loading")
    monkeypatch.setattr(loading, "load_ruleset", refuse)
    monkeypatch.setattr(loading, "head_of", refuse)


def test_what_was_read_once_is_not_read_again(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = opened(shelf).find("hi")
    no_reading(monkeypatch)
    again = opened(shelf)
    found = again.find("hi")
    assert found == first
    assert found.parent is again.find("lo")
    assert found.rules["moving.walk"] is again.find("lo").rules["moving.walk"]
    assert found.dropped_questions is EMPTY or found.dropped_questions == {}
    assert [cover.title for cover in again.covers()] == ["hi", "lo"]


def test_a_change_anywhere_is_seen(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert opened(shelf).find("hi").rule("moving.walk").value == 10
    (shelf / "below/moving/rules.toml").write_text(RULES.format(key="moving.walk", value=11))
    assert opened(shelf).find("hi").rule("moving.walk").value == 11
    (shelf / "above/ruleset.toml").write_text(HEAD.format(short="up", more='extends = "below"'))
    assert opened(shelf).find("up").rule("moving.walk").value == 11
    (shelf / "below/moving/rules.toml").write_text("[broken")
    with pytest.raises(RulesError):
        opened(shelf).find("up")
    (shelf / "below/moving/rules.toml").write_text(RULES.format(key="moving.walk", value=11))
    monkeypatch.setattr(cache, "_readers", lambda: b"another way of reading")
    no_reading(monkeypatch)
    with pytest.raises(AssertionError, match="read again"):
        opened(shelf).find("up")


def test_the_code_of_every_reader_counts() -> None:
    counted = {path for pattern in cache.READER_FILES for path in cache.READERS.glob(pattern)}
    code = {path for folder in ("rules", "maths") for path in (cache.READERS / folder).rglob("*.py")}
    assert cache.READERS / "rules" / "schema" / "course.py" in code
    assert code <= counted


def test_what_is_cut_off_or_cannot_be_kept_is_read(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(shelf).find("hi")
    kept = list(shelf.rglob("*.pickle"))
    assert len(kept) == 4
    for path in kept:
        path.write_bytes(path.read_bytes()[:-9])
    assert opened(shelf).find("hi").rule("moving.ride").value == 20
    for path in kept:
        path.unlink()
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert opened(shelf).find("hi").rule("moving.ride").value == 20
    assert not list(shelf.rglob("*.pickle"))


@pytest.mark.parametrize("short", library().shorts)
def test_every_ruleset_comes_back_as_it_was(short: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    first = Library().find(short)
    no_reading(monkeypatch)
    found = Library().find(short)
    assert found == first
    above, own = found.parent, {rule.id for rule in found.own_rules.values()}
    inherited = {key: rule for key, rule in found.rules.items() if rule.id not in own}
    assert above is None or all(above.rules[key] is rule for key, rule in inherited.items())


#: An answer of each ruleset; a layer's own, and one that it inherits.
ASKED = (
    "bn/covering-fire?ar=1&lmg=1&distance=32&troops=r2&bunker=yes",
    "bon/door?grade=regular",
    "fb/door",
    "fb/marker?blast=shell",
    "gw/clash",
    "nr/first-move",
)
#: What reads files, draws, computes in floats or throws whole handfuls of dice.
HEAVY = {"sympy", "numpy", "icepool", "ipywidgets", "pandas", "pydantic", "tomllib", "asyncio", "sqlite3"}


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a folder for Python's compiled files, shared by all of these answers.

    To compile takes longer than to answer.
    """
    return str(tmp_path_factory.mktemp("compiled"))


@pytest.mark.parametrize("address", ASKED)
def test_one_answer_imports_what_it_needs(address: str, compiled: str) -> None:
    """One answer imports only what it needs.

    The command runs twice. On the second run no heavy module is imported, no question but the asked one is loaded (a layer
    may load a few), and no source is read again.
    """
    found = ask(address)
    code = f"""
import sys
from drillbook.cli import main
main(["ask", {address!r}])
from drillbook.asking.questions.requirements import _source
from drillbook.asking.questions.spec import _by_package
print(sorted({HEAVY!r} & set(sys.modules)), _source.cache_info().currsize, sum(len(one.questions) for one in _by_package.values()))
"""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    said = ""
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            env={**env, "PYTHONPYCACHEPREFIX": compiled},
        )
        said = done.stdout
    assert found.headline in said
    asked = 1 if found.ruleset.parent is None else FEW
    heavy, looked_through, count = said.splitlines()[-1].rsplit(" ", 2)
    assert heavy == "[]", done.stderr
    assert looked_through == "0"
    assert int(count) <= asked
