"""The documents: generated tables are fresh, examples are real, links and named files exist."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import reference_tables

from drillbook.cli import main

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = (
    "README.md",
    "rules_src/README.md",
    "widgets/README.md",
    "tests/README.md",
    ".deploy/README.md",
    ".github/CONTRIBUTING.md",
    ".github/CHANGELOG.md",
)
MOST_LINES = 150
MOST_BYTES = 120_000
SOURCE = "· Drillbook "
"""What the line has that names a source; its title is not ours to repeat."""
EXAMPLE = re.compile(r"```console\n\$ \.venv/bin/drillbook (.*?)\n(.*?)```", re.DOTALL)


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_generated_tables_are_fresh() -> None:
    stale = [str(path.relative_to(ROOT)) for path, _ in reference_tables.stale()]
    assert not stale, f"run: python tests/tools/reference_tables.py --write ({', '.join(stale)})"


def test_every_table_stands_in_a_document() -> None:
    assert reference_tables.named() == set(reference_tables.tables())


def test_every_key_has_a_meaning() -> None:
    for places in reference_tables.KEYS.values():
        for _, model in places:
            said = reference_tables.meanings(model)
            assert all(said[name] for name in model.model_fields), model.__name__


def test_the_readme_is_short_and_has_a_picture() -> None:
    assert len(read("README.md").splitlines()) <= MOST_LINES
    assert "](book/calculator.png)" in read("README.md")
    assert (ROOT / "book" / "calculator.png").stat().st_size <= MOST_BYTES


def test_the_worked_example_is_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    [(command, wanted)] = EXAMPLE.findall(read("README.md"))
    main(command.split())
    printed = capsys.readouterr().out.splitlines()
    assert [line for line in printed if SOURCE not in line] == wanted.splitlines()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_and_named_files_exist(name: str) -> None:
    text, home = read(name), (ROOT / name).parent
    links = [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if not link.startswith("http")]
    for link in links:
        path, _, place = link.partition("#")
        target = (home / path).resolve() if path else ROOT / name
        assert target.exists(), f"{name} links to {link}"
        if place:
            assert place in anchors(target.read_text(encoding="utf-8")), f"{name} links to {link}"
    scripts = re.findall(r"\b((?:tests|rules_src|widgets)/[\w/]+\.(?:py|json|toml|mjs|js|css))\b", text)
    missing = [one for one in scripts if not (ROOT / one).exists()]
    assert not missing, f"{name} names {missing}"


def anchors(text: str) -> set[str]:
    """Return the anchors of a document's headings."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings}


def test_scripts_that_the_documents_name_say_how_they_are_run() -> None:
    named = {one for name in DOCUMENTS for one in re.findall(r"python (tests/[\w/]+\.py)", read(name))}
    for one in sorted(named):
        assert f"python {one}" in read(one), f"{one} does not say how it is run"


@pytest.mark.slow
def test_the_commands_of_the_documents_are_understood() -> None:
    """Each line of a `console` block that asks for help or changes nothing runs."""
    for name in DOCUMENTS:
        for line in re.findall(r"^\$ \.venv/bin/drillbook (ask .*)$", read(name), re.MULTILINE):
            done = subprocess.run([sys.executable, "-m", "drillbook", *line.split()], capture_output=True, text=True)
            assert done.returncode in (0, 1), f"{name}: {line}: {done.stderr}"
