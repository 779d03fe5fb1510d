"""Tests of the commit hooks.

They pin versions that the project accepts, and CI runs them.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[2]
HOOKS = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
PIN = re.compile(r"\"(@?[\w./-]+)(?:==|(?<=\w)@)([\w.]+)\"")


def pins() -> dict[str, str]:
    """Return the version of each package that a hook installs, by its name."""
    return dict(PIN.findall(HOOKS))


def test_hooks_pin_versions_within_the_ranges_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [Requirement(one) for one in (*project["dependencies"], *project["optional-dependencies"]["test"])]
    ranges = {one.name: one.specifier for one in wanted}
    pinned = pins()
    assert {"ruff", "mypy", "voila", "@biomejs/biome"} <= set(pinned)
    wrong = {
        name: version for name, version in pinned.items() if name in ranges and Version(version) not in ranges[name]
    }
    assert not wrong, f"pyproject.toml does not accept these: {wrong}"


def test_mypy_reads_the_types_of_every_dependency_it_knows() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    missing = {Requirement(one).name for one in project["dependencies"]} - set(pins()) - {"jupyterlab"}
    assert not missing, f"add these to the hook of mypy: {missing}"


def test_biome_has_one_version() -> None:
    lock = json.loads((ROOT / "widgets" / "package-lock.json").read_text(encoding="utf-8"))
    assert pins()["@biomejs/biome"] == lock["packages"]["node_modules/@biomejs/biome"]["version"]


def test_ci_runs_the_hooks() -> None:
    assert "pre_commit run --all-files" in (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
