"""Tests of what a layer takes over in its own name.

It takes rules in the parent's words, rulings mapped letter by letter, and rows chosen by a mark.
"""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from drillbook import AskError, Library, RulesError, ask, questions
from drillbook.asking.answers.reader import Reader
from drillbook.asking.questions.inherited import in_name_of
from drillbook.asking.questions.registry import examples_of
from drillbook.asking.questions.validation import faults
from drillbook.rules.entities import InputChange

ROOT = Path(__file__).parents[1] / "toy" / "rulesets"


@pytest.fixture
def toys() -> Library:
    return Library(ROOT, package="toy.rulesets")


def changed(tmp_path: Path, file: str, old: str, new: str) -> Library:
    """Return a library of the toys with one text of the layer replaced.

    It is asked with the toys' own questions.
    """
    root = Path(shutil.copytree(ROOT, tmp_path / "rulesets"))
    path = root / "colonial_layer" / file
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    assert old in text
    path.write_text(text.replace(old, new, 1) if old else text + new, encoding="utf-8")
    return Library(root, package="toy.rulesets")


def test_the_same_words_stand_under_the_layers_own_id(toys: Library) -> None:
    layer, parent = toys.find("layer"), toys.find("toy")
    bag = layer.rule("hurling.bag")
    assert bag is layer.rule("slinging.pouch") is layer.rule("toy.slinging.pouch") is layer.rule("layer.slinging.pouch")
    assert (bag.id, str(bag.cite), bag.cite.document) == ("layer.hurling.bag", "3 Stones", "Colonial Layer")
    assert bag.text == "A pouch holds four stones of 50 gram."
    assert bag.clause == "a pouch holds four stones"
    assert dict(bag.values) == {"stones": 4, "weight": 50}
    assert parent.rule("slinging.pouch").values["stones"] == 3


def test_an_overlaid_row_speaks_through_its_restated_rule(toys: Library) -> None:
    cord = toys.find("layer").rule("slinging.cord")
    assert (cord.id, cord.text) == ("layer.slinging.cord", "A cord needs 7 or more and reaches 50 cm.")


def test_a_choice_follows_the_marks_of_the_rows(toys: Library) -> None:
    offered = {short: toys.find(short).table("slings").where("hand") for short in ("toy", "layer")}
    assert [row.key for row in offered["toy"]] == ["cord", "staff"]
    assert [row.key for row in offered["layer"]] == ["cord", "whip"]
    found = ask("layer/sling", lib=toys)
    assert (found.inputs["sling"], found.headline) == ("cord", "7+ with each of 4 stones")
    assert ask("layer/sling?sling=whip", lib=toys).outcome.flat() == 8
    with pytest.raises(RulesError, match="has no column 'foot' to choose rows by; it has hand, need and reach"):
        toys.find("toy").table("slings").where("foot")


def test_what_is_asked_first_outlives_the_rule(toys: Library) -> None:
    assert ask("toy/sling?wet=rain", lib=toys).outcome.flat() == 7
    assert ask("layer/sling?wet=rain&ruling.damp-sling=B", lib=toys).outcome.flat() == 7
    reader = Reader(toys.find("layer"))
    assert not reader.has("slinging.wet")
    assert reader.has("slinging.pouch", "stones")
    assert not reader.has("slinging.pouch", "colour")
    assert not reader.has("ruling.loose")
    assert reader.has("ruling.wet-sling", "any-rain")


def test_a_ruling_is_renamed_and_mapped(toys: Library) -> None:
    layer = toys.find("layer")
    ruling = layer.ruling("wet-sling")
    assert ruling is layer.ruling("toy.ruling.wet-sling") is layer.ruling("damp-sling")
    assert (ruling.id, ruling.default, str(ruling.cite)) == ("layer.ruling.damp-sling", "B", "3 Stones")
    assert ruling.readings == {"A": "It never matters.", "B": "Any rain wets it."}
    assert Reader(layer).holds("wet-sling", "any-rain")
    assert not Reader(layer).holds("wet-sling", "river")
    found = ask("layer/sling?wet=rain&ruling.wet-sling=C", lib=toys)
    assert found.readings == {"damp-sling": "A"}
    assert str(found.address).endswith("ruling.damp-sling=A")
    with pytest.raises(AskError, match=r"has no such reading of ruling\.damp-sling; it has A or B"):
        ask("layer/sling?wet=rain&ruling.wet-sling=B", lib=toys)
    with pytest.raises(AskError, match=r"ruling\.damp-sling must be A or B, not 'C'"):
        ask("layer/sling?wet=rain&ruling.damp-sling=C", lib=toys)


def test_a_dropped_ruling_is_gone(toys: Library) -> None:
    layer = toys.find("layer")
    assert list(layer.rulings()) == ["sure-hit", "damp-sling"]
    with pytest.raises(RulesError, match="has no ruling 'loose'"):
        layer.ruling("loose")


def test_examples_are_in_the_layers_name(toys: Library) -> None:
    layer = toys.find("layer")
    assert questions(layer, toys)["sling"].examples == ("layer/sling", "layer/sling?sling=cord&wet=rain")
    assert examples_of(layer.ruling("wet-sling"), layer, toys) == ("layer/sling?wet=rain", "layer/sling?wet=river")
    assert questions(toys.find("toy"), toys)["sling"].examples[0] == "toy/sling?sling=staff"


def test_a_layer_may_give_examples_of_its_own(tmp_path: Path) -> None:
    lib = changed(tmp_path, "ruleset.toml", "", '\n[examples]\nsling = ["layer/sling?sling=whip"]\n')
    assert questions(lib.find("layer"), lib)["sling"].examples == ("layer/sling?sling=whip",)


def test_a_dropped_question_names_what_the_parent_has(toys: Library) -> None:
    with pytest.raises(AskError) as error:
        ask("layer/lob", lib=toys)
    assert str(error.value) == (
        "Colonial Layer no longer asks “How high a wall can be lobbed over?” (lob); Base Game answers it at toy/lob."
        " It has dropped the rule toy.slinging.lob: A lob passes over 30 cm of wall."
    )
    with pytest.raises(RulesError, match=r"no rule 'slinging\.lob'; it drops toy\.slinging\.lob of Base Game"):
        toys.find("layer").rule("slinging.lob")


@pytest.mark.parametrize("short", ["layer"])
def test_every_inherited_question_can_be_asked(toys: Library, short: str) -> None:
    assert faults(toys.find(short), toys) == []


POUCH = 'same_as = "toy.slinging.pouch"\nvalues = { stones = 4 }'
STATED = 'kind = "value"\ntext = "A bag holds {n}."\nvalues = { n = 4, weight = 1 }\nreplaces = "slinging.pouch"'


@pytest.mark.parametrize(
    ("file", "old", "new", "parts"),
    [
        ("hurling/rules.toml", "", '\n["slinging.die"]\nremoved = true\n', ("[slinging.die]", "removes", "layer/sling", "r.has")),
        ("hurling/rules.toml", POUCH, STATED, ("[hurling.bag]", "without the value 'stones'", "layer/sling")),
        ("hurling/rulings.toml", "settled_reading = ", "removed = true\nwhy = ", ("[sure-hit]", "drops the ruling", "layer/stone")),
        ("hurling/rules.toml", "toy.slinging.pouch", "toy.slinging.sack", ("hurling/rules.toml", "says the same as 'toy.slinging.sack'")),
        ("hurling/rules.toml", "stones = 4", "rocks = 4", ("[hurling.bag]", "has no value 'rocks' to change")),
        ("hurling/rules.toml", POUCH, POUCH + '\ntext = "No."', ("it has no text of its own; write replaces",)),
        ("hurling/rules.toml", '["slinging.cord"]\nsame_as = "slinging.cord"', "", ("[cord]", "'slinging.cord'", "restate it")),
        ("hurling/rules.toml", '"throwing.wind"', '"slinging.pouch"',
         ("[hurling.bag]", "replaces 'slinging.pouch'", "layer.throwing.gale replaces already")),
        ("ruleset.toml", 'removed = ["staff"]', 'removed = ["cord"]',
         ("[overlays.slings]", "'cord', which tables/slings.csv here gives again")),
        ("ruleset.toml", 'lob = "slinging.lob"', 'lobb = "slinging.lob"', ("drops 'lobb', which no parent asks",)),
        ("ruleset.toml", 'lob = "slinging.lob"', 'lob = "slinging.lop"', ("names the rule 'slinging.lop'",)),
        ("ruleset.toml", '["throwing", "slinging"]', '["throwing", "swinging"]', ("[chapters.hurling]", "'swinging'")),
        ("ruleset.toml", "", '\n[examples]\nlob = ["layer/lob"]\n', ("'lob' is no question that this layer inherits",)),
        ("hurling/rulings.toml", '"C", B', '"Z", B', ("[damp-sling]", "letters maps to Z")),
        ("hurling/rulings.toml", '"wet-sling"', '"dry-sling"', ("takes over 'dry-sling', a ruling that no parent has",)),
        ("hurling/tables/slings.csv", "cord,Cord,7,yes", "cord,Cord,7,oui", ("slings.csv", "a mark is yes or nothing")),
    ],
)  # fmt: skip
def test_a_change_without_a_target_names_both(
    tmp_path: Path, file: str, old: str, new: str, parts: tuple[str, ...]
) -> None:
    lib = changed(tmp_path, file, old, new)
    with pytest.raises(RulesError) as error:
        questions(lib.load("colonial_layer"), lib)
    assert all(part in str(error.value) for part in parts), str(error.value)


def test_a_question_without_a_chapter_is_a_fault(tmp_path: Path) -> None:
    lib = changed(tmp_path, "ruleset.toml", '["throwing", "slinging"]', '["throwing"]')
    (fault,) = faults(lib.find("layer"), lib)
    assert "no chapter takes over the question layer/sling" in fault


def test_examples_that_cannot_be_asked_are_a_fault(tmp_path: Path) -> None:
    lib = changed(tmp_path, "ruleset.toml", "", '\n[examples]\nsling = ["layer/sling?sling=staff"]\n')
    (fault,) = faults(lib.find("layer"), lib)
    assert "Give sling examples of the layer's own" in fault


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ('lob = { wall = "slinging.lob" }', "'lob' is no question of this layer's that replaces a parent's"),
        ('sling = { wall = "slinging.lob" }', "'sling' is no question of this layer's that replaces a parent's"),
    ],
)
def test_only_a_question_that_stands_for_a_parents_drops_its_inputs(tmp_path: Path, given: str, told: str) -> None:
    lib = changed(tmp_path, "ruleset.toml", "", f"\n[dropped_inputs]\n{given}\n")
    with pytest.raises(RulesError, match=told):
        questions(lib.find("layer"), lib)


def test_who_agrees_names_a_rule_of_the_parents(tmp_path: Path) -> None:
    lib = changed(tmp_path, "hurling/rules.toml", POUCH, STATED + '\nequivalent_to = "slinging.pebble"')
    with pytest.raises(RulesError, match=r"it is equivalent to 'slinging\.pebble', which no parent has"):
        lib.find("layer")


def test_a_layer_leaves_out_only_what_its_parent_is_asked(tmp_path: Path) -> None:
    lib = changed(tmp_path, "hurling/short.toml", "", 'dropped_questions = ["How far is far?"]\n')
    with pytest.raises(RulesError, match=r"no chapter of a parent's asks 'How far is far\?'"):
        lib.find("layer")


def test_a_layer_changes_the_default_of_an_input_that_it_inherits(tmp_path: Path) -> None:
    lib = changed(tmp_path, "ruleset.toml", "", '\n[inputs]\nsling = { sling = { default = "whip" } }\n')
    assert ask("layer/sling", lib=lib).inputs["sling"] == "whip"
    assert ask("toy/sling", lib=lib).inputs["sling"] == "staff"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ('lob = { wet = { default = "no" } }', r"\[inputs\.lob\]: that is no question that this layer inherits"),
        ('sling = { cup = { default = "no" } }', r"'sling' has no input 'cup'; it has sling and wet"),
        ('sling = { wet = { default = "snow" } }', "'wet' cannot have that default: Wet must be "),
        ("sling = { wet = { low = 1 } }", "'wet' is no number and has no bounds"),
    ],
)
def test_a_changed_input_has_to_fit(tmp_path: Path, given: str, told: str) -> None:
    lib = changed(tmp_path, "ruleset.toml", "", f"\n[inputs]\n{given}\n")
    with pytest.raises(RulesError, match=told):
        questions(lib.find("layer"), lib)


def test_the_bounds_of_a_number_are_the_layers(toys: Library) -> None:
    """Bounds of a number in a layer's own question are the layer's.

    A stone is the layer's own question; the parent's count gets new bounds as an inherited question's would.
    """
    layer = replace(toys.find("layer"), own_inputs={"stone": {"gusts": InputChange(low=0, high=5)}})
    spec = in_name_of(layer, questions(toys.find("toy"), toys)["stone"])
    kind = spec.kinds(layer)["gusts"]
    assert (kind.low, kind.high, kind.first) == (0, 5, 0)  # type: ignore[union-attr]
