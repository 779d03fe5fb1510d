"""Tests of a variant as a layer: it inherits, replaces and removes rules.

It also overlays a table and settles a ruling. Each of these without a target is an error.
"""

import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from drillbook import AskError, Library, RulesError, ask, questions
from drillbook.asking.answers.reader import Reader

ROOT = Path(__file__).parents[1] / "toy" / "rulesets"


@pytest.fixture
def toys() -> Library:
    return Library(ROOT, package="toy.rulesets")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT, tmp_path / "rulesets"))


def test_a_layer_inherits_questions_and_rules(toys: Library) -> None:
    layer = toys.find("layer")
    assert list(questions(layer, toys)) == ["stone", "sling"]
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
    asked = ask("layer/stone?ruling.sure-hit=A", lib=toys)
    assert [one.letter for one in asked.overruled] == ["A"]


def test_a_layer_has_its_own_unit(toys: Library) -> None:
    with pytest.raises(AskError, match="Distance must be from 0 to 60 inches, not 61"):
        ask("layer/stone?distance=61", lib=toys)


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        (
            "hurling/rules.toml",
            'replaces = "throwing.wind"',
            'replaces = "throwing.fog"',
            "replaces 'throwing.fog', which no parent has",
        ),
        (
            "hurling/rules.toml",
            '["throwing.rain"]',
            '["throwing.hail"]',
            "removes 'throwing.hail', which no parent has",
        ),
        (
            "hurling/rules.toml",
            '["throwing.gale"]',
            '["throwing.reach"]',
            'write replaces = "throwing.reach" to override it',
        ),
        ("hurling/rules.toml", "value = 3", "value = 3\nvalu = 4", "the key is not known here"),
        (
            "hurling/rules.toml",
            "A gale adds {value:signed}.",
            "A gale adds +3.",
            "holds the number '3' outside a placeholder",
        ),
        ("hurling/rules.toml", "{value:signed}", "{force}", "cannot be filled; known are {value}"),
        (
            "hurling/rules.toml",
            "{value:signed}",
            "{value:sign}",
            "the format :sign in “A gale adds {value:sign}.” is not known; known",
        ),
        ("hurling/rules.toml", "value = 3", "value = = 3", "the file is not TOML"),
        ("hurling/rules.toml", 'cite = { section = "2 Weather", lines = "L1" }', "", "needs cite, such as { section ="),
        ("hurling/rules.toml", 'text = "A gale adds {value:signed}."', "", "needs text, a sentence"),
        ("hurling/rules.toml", ', lines = "L1"', "", "[throwing.gale]: cite.lines: it is missing; give it."),
        (
            "hurling/rules.toml",
            '{ section = "2 Weather", lines = "L1" }',
            '"2"',
            "cite: must be a table, such as { … = … }.",
        ),
        ("hurling/rules.toml", '"modifier"', '"modify"', "kind: must be 'value', 'table', 'modifier'"),
        ("hurling/rules.toml", '["throwing.gale"]', "[throwing.gale]", 'stands in quotes: ["throwing.gale"]'),
        (
            "ruleset.toml",
            'removed = ["giant"]',
            'removed = ["ogre"]',
            "removes the row 'ogre', which the parent does not have",
        ),
        ("ruleset.toml", '[overlays.throwers]\nremoved = ["giant"]', "", r"write [overlays.throwers]"),
        ("ruleset.toml", 'extends = "base_game"', 'extends = "nothing"', "there is no ruleset 'nothing' to extend"),
        ("hurling/rulings.toml", "[sure-hit]", "[no-such]", "settles a ruling that no parent has"),
        (
            "hurling/rulings.toml",
            'settled_reading = "B"',
            'settled_reading = "Z"',
            "settled_reading must be A or B, not Z",
        ),
        ("hurling/tables/throwers.csv", "man,Sergeant,2,", "man,Sergeant,2", "row 2 has 3 fields, the heading 4"),
        ("hurling/tables/throwers.csv", "key,name", "id,name", "must begin with key,name"),
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
    assert f"colonial_layer/{file}" in str(error.value)


NAMES = 'reading_names = { A = "always-hits", B = "one-misses" }'


@pytest.mark.parametrize(
    ("new", "sentence"),
    [
        ("", "has no name for its reading A; give one under reading_names"),
        ('reading_names = { A = "always-hits" }', "has no name for its reading B; give one under reading_names"),
        (NAMES.replace("}", ', C = "neither" }'), "names the reading C, which is none of its readings A, B"),
        (NAMES.replace("one-misses", "always-hits"), "has two readings named 'always-hits'"),
        *[
            (NAMES.replace("one-misses", wrong), f"names its reading B '{wrong}'; write lower-case words with hyphens")
            for wrong in ("One-misses", "one misses", "1-misses", "one-", "")
        ],
        (NAMES + '\nswitchable = false\nreason = "It is only a toy."', None),
        ('switchable = false\nreason = "It is only a toy."', None),
        (
            'reading_names = { A = "always-hits" }\nswitchable = false\nreason = "A toy."',
            "has no name for its reading B",
        ),
        ('kind = "option"', None),
    ],
)
def test_each_reading_has_a_name_of_its_own(copy: Path, new: str, sentence: str | None) -> None:
    path = copy / "base_game" / "throwing" / "rulings.toml"
    text = path.read_text(encoding="utf-8")
    assert NAMES in text
    path.write_text(text.replace(NAMES, new), encoding="utf-8")
    if sentence is None:
        Library(copy, package=None).find("toy")
        return
    with pytest.raises(RulesError) as error:
        Library(copy, package=None).find("toy")
    assert f"throwing/rulings.toml, [sure-hit]: {sentence}" in str(error.value)


def test_a_reading_is_asked_by_its_name(toys: Library) -> None:
    reader = Reader(toys.find("toy"), {"sure-hit": "B"})
    with pytest.raises(
        RulesError,
        match=r"toy\.ruling\.sure-hit has no reading named 'misses'; it has always-hits or one-misses",
    ):
        reader.holds("sure-hit", "misses")
    assert reader.readings == {}
    assert reader.holds("sure-hit", "one-misses")
    assert not reader.holds("toy.ruling.sure-hit", "always-hits")
    assert reader.read_as("sure-hit") == "one-misses"
    assert reader.readings == {"sure-hit": "B"}


def test_a_settled_ruling_inherits_its_names(toys: Library) -> None:
    assert Reader(toys.find("layer")).holds("sure-hit", "one-misses")


def test_an_option_is_used_or_unused_without_further_words(copy: Path) -> None:
    path = copy / "base_game" / "throwing" / "rulings.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(NAMES, 'kind = "option"'), encoding="utf-8")
    toy = Library(copy, package=None).find("toy")
    assert not Reader(toy).holds("sure-hit", "used")
    assert Reader(toy, {"sure-hit": "B"}).holds("sure-hit", "used")


def test_a_reading_without_a_name_cannot_be_asked_for(copy: Path) -> None:
    path = copy / "base_game" / "throwing" / "rulings.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(NAMES, 'switchable = false\nreason = "It is only a toy."'), encoding="utf-8")
    reader = Reader(Library(copy, package=None).find("toy"))
    with pytest.raises(RulesError, match="has no name for its reading A; give one under reading_names"):
        reader.read_as("sure-hit")
    with pytest.raises(RulesError, match="has no reading named 'always-hits'; it has none with a name"):
        reader.holds("sure-hit", "always-hits")


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


@pytest.mark.parametrize("short", ["toy", "layer"])
def test_old_names_of_questions_and_inputs_lead_to_the_new_ones(toys: Library, short: str) -> None:
    old = ask(f"{short}/rock?hurler=boy", lib=toys)
    assert str(old.address) == str(ask(f"{short}/stone?thrower=boy", lib=toys).address)
    with pytest.raises(AskError, match="under its old and its new name"):
        ask(f"{short}/stone?hurler=boy&thrower=boy", lib=toys)
