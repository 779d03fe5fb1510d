"""A variant is a layer: it inherits, replaces, removes, overlays a table, settles a ruling; each without a target is an error."""

import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from drillbook import AskError, Library, RulesError, ask, questions
from toy import stones

ROOT = Path(__file__).parent / "toy" / "rulesets"


@pytest.fixture
def toys() -> Library:
    assert stones.stone
    return Library(ROOT, package=None)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT, tmp_path / "rulesets"))


def test_a_layer_inherits_questions_and_rules(toys: Library) -> None:
    layer = toys.find("layer")
    assert list(questions(layer, toys)) == ["stone"]
    assert layer.rule("throwing.reach").id == "toy.throwing.reach"
    assert ask("layer/stone?thrower=boy", lib=toys).outcome.flat() == 4


def test_a_layer_replaces_a_rule(toys: Library) -> None:
    assert ask("toy/stone?thrower=boy&weather=yes", lib=toys).outcome.flat() == 5
    found = ask("layer/stone?thrower=boy&weather=yes", lib=toys)
    assert found.outcome.flat() == 7
    assert found.consulted[-2:] == ("layer.throwing.gale", "toy.throwing.die")
    assert toys.find("layer").rule("toy.throwing.wind").id == "layer.throwing.gale"


def test_a_layer_removes_a_rule(toys: Library) -> None:
    assert "throwing.rain" in toys.find("toy").rules
    assert "throwing.rain" not in toys.find("layer").rules
    with pytest.raises(RulesError, match=r"has no rule 'throwing\.rain'"):
        toys.find("layer").rule("throwing.rain")


def test_a_layer_overlays_a_table_row_by_row(toys: Library) -> None:
    rows = toys.find("layer").table("throwers").rows
    assert [(row.name, row.cells["need"]) for row in rows.values()] == [("Boy", 4), ("Sergeant", 2)]
    assert ask("layer/stone?thrower=man", lib=toys).outcome.flat() == 2
    with pytest.raises(AskError, match="Thrower must be boy or man, not 'giant'"):
        ask("layer/stone?thrower=giant", lib=toys)


def test_a_layer_settles_a_ruling(toys: Library) -> None:
    free = ask("toy/stone?thrower=giant", otherwise=True, lib=toys)
    assert free.outcome.chance == 1
    assert [(o.ruling, o.reading, o.differs) for o in free.otherwise or ()] == [("sure-hit", "B", True)]
    assert toys.find("layer").ruling("sure-hit").default == "B"
    with pytest.raises(AskError, match=r"settles ruling\.sure-hit as B"):
        ask("layer/stone?ruling.sure-hit=A", lib=toys)


def test_a_layer_has_its_own_unit(toys: Library) -> None:
    with pytest.raises(AskError, match="Distance must be from 0 to 60 inches, not 61"):
        ask("layer/stone?distance=61", lib=toys)


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        (
            "throwing.toml",
            'replaces = "throwing.wind"',
            'replaces = "throwing.fog"',
            "replaces 'throwing.fog', which no parent has",
        ),
        ("throwing.toml", '["throwing.rain"]', '["throwing.hail"]', "removes 'throwing.hail', which no parent has"),
        (
            "throwing.toml",
            '["throwing.gale"]',
            '["throwing.reach"]',
            'write replaces = "throwing.reach" to override it',
        ),
        ("throwing.toml", "value = 3", "value = 3\nvalu = 4", "the key is not known here"),
        (
            "throwing.toml",
            "A gale adds {value:signed}.",
            "A gale adds +3.",
            "holds the number '3' outside a placeholder",
        ),
        ("throwing.toml", "{value:signed}", "{force}", "cannot be filled; known are {value}"),
        ("throwing.toml", "value = 3", "value = = 3", "the file is not TOML"),
        (
            "ruleset.toml",
            'removed = ["giant"]',
            'removed = ["ogre"]',
            "removes the row 'ogre', which the parent does not have",
        ),
        ("ruleset.toml", '[overlays.throwers]\nremoved = ["giant"]', "", r"write [overlays.throwers]"),
        ("ruleset.toml", 'extends = "base_game"', 'extends = "nothing"', "there is no ruleset 'nothing' to extend"),
        ("rulings.toml", "[sure-hit]", "[no-such]", "settles a ruling that no parent has"),
        ("rulings.toml", '"B"', '"Z"', "settled must be A or B, not Z"),
        ("tables/throwers.csv", "man,Sergeant,2,", "man,Sergeant,2", "row 2 has 3 fields, the heading 4"),
        ("tables/throwers.csv", "key,name", "id,name", "must begin with key,name"),
    ],
)
def test_a_wrong_file_names_file_key_and_cure(copy: Path, file: str, old: str, new: str, sentence: str) -> None:
    path = copy / "colonial_layer" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(RulesError) as error:
        Library(copy, package=None).find("layer")
    assert sentence in str(error.value)
    assert path.name in str(error.value)


def test_layers_in_a_circle_are_an_error(copy: Path) -> None:
    path = copy / "base_game" / "ruleset.toml"
    path.write_text('extends = "colonial_layer"\n' + path.read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(RulesError, match="in a circle"):
        Library(copy, package=None).find("layer")


def test_a_hidden_input_is_not_in_the_link_and_not_silently_taken(toys: Library) -> None:
    assert str(ask("toy/stone", lib=toys).address) == "toy/stone?thrower=man&distance=10&weather=no"
    with pytest.raises(AskError, match="Gusts does not apply here: Without wind there are no gusts"):
        ask("toy/stone?gusts=2", lib=toys)


def test_decimals_are_exact(toys: Library) -> None:
    assert ask("toy/stone?distance=2.5", lib=toys).inputs["distance"] == Fraction(5, 2)
    with pytest.raises(AskError, match=r"nearest is 2\.5"):
        ask("toy/stone?distance=2.4", lib=toys)
