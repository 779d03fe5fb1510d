"""Tests of what `drillbook book --check` says, with file and cure.

It names each gap of a notebook, and each address and name that leads nowhere.
"""

import json
import shutil
from pathlib import Path

import pytest

from drillbook import AskError, Library
from drillbook.book.notebooks import check, new

ROOT = Path(__file__).parents[1] / "toy" / "rulesets"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT, tmp_path / "rulesets"))


@pytest.fixture
def book(root: Path) -> Path:
    """Return the book folder with the toys' chapters as they are begun, which pass the check."""
    folder = root.parent / "book"
    for name in ("toy/throwing", "toy/slinging", "layer/hurling"):
        new(name, folder, toys(root))
    assert check(folder, toys(root)) == []
    return folder


def toys(root: Path) -> Library:
    return Library(root, package="toy.rulesets")


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def without(book: Path, cell: str) -> None:
    path = book / "base_game" / "slinging.ipynb"
    content = json.loads(path.read_text(encoding="utf-8"))
    content["cells"] = [one for one in content["cells"] if one["id"] != cell]
    path.write_text(json.dumps(content, ensure_ascii=False, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def test_a_chapter_is_begun_with_its_rulings(book: Path) -> None:
    text = (book / "base_game" / "slinging.ipynb").read_text(encoding="utf-8")
    assert "<!--ruling toy.ruling.wet-sling -->" in text
    assert "<!--ruling layer.ruling.damp-sling -->" in (book / "colonial_layer" / "hurling.ipynb").read_text("utf-8")


def test_a_chapter_without_anything_to_tell_is_not_begun(root: Path, book: Path) -> None:
    edit(
        root / "base_game" / "ruleset.toml",
        "[accent]",
        '[[chapters]]\nslug = "spears"\ntitle = "S"\nsummary = "s"\n\n[accent]',
    )
    with pytest.raises(AskError, match=r"nothing to tell under 'spears' yet; write base_game/spears/rules\.toml first"):
        new("toy/spears", book, toys(root))
    assert not (book / "base_game" / "spears.ipynb").exists()


def test_a_rule_and_a_question_that_the_notebook_leaves_out_are_named(root: Path, book: Path) -> None:
    without(book, "slinging-pouch")
    without(book, "plate-sling")
    rule, plate = check(book, toys(root))
    assert rule.startswith(
        "base_game/slinging.ipynb: toy.slinging.pouch is stated nowhere; write <!--rule toy.slinging.pouch-->"
    )
    assert (
        plate
        == 'base_game/slinging.ipynb: sling has no calculator; add a code cell: calculator("toy/sling?sling=staff")'
    )


def test_stale_cells_are_named(root: Path, book: Path) -> None:
    edit(root / "base_game" / "slinging" / "rules.toml", "weight = 50", "weight = 60")
    stale = [one for one in check(book, toys(root)) if "base_game" in one]
    assert stale == ["base_game/slinging.ipynb: the text of cell slinging-pouch is stale; run: drillbook book --write"]


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        (
            "slinging/rulings.toml",
            "wet=river",
            "wett=river",
            "base_game/slinging/rulings.toml, [wet-sling]: the example toy/sling?",
        ),
        (
            "ruleset.toml",
            '"rock" = "stone"',
            '"rock" = "stoen"',
            "[old_names]: rock leads to 'stoen', which is not there; did you mean 'stone'?",
        ),
        ("ruleset.toml", '"rock" = "stone"', '"sling" = "stone"', "[old_names]: sling is the name of something still"),
        ("ruleset.toml", '= "thrower"', '= "throwers"', "[old_names]: stone.hurler leads to 'throwers'"),
        ("ruleset.toml", '"stone.hurler"', '"rock.hurler"', "[old_names]: rock.hurler: there is no question 'rock'"),
    ],
)
def test_what_leads_nowhere_is_named(root: Path, book: Path, file: str, old: str, new: str, sentence: str) -> None:
    edit(root / "base_game" / file, old, new)
    assert any(sentence in one for one in check(book, toys(root)))
