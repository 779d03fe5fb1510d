"""Tests of the table page as data: its tools and what a side fills in them.

They also cover the sentences where the page leads nowhere.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from drillbook import Library, RulesError, ask, decode, encode, library, questions
from drillbook.asking.inputs.rows import Rows
from drillbook.asking.questions.validation import declared_faults
from drillbook.asking.uses import house_rules
from drillbook.asking.uses.table_mode import army_builders_of, filled_by, lists_of, question_in, tools_of, units_of

TOYS = Path(__file__).parents[1] / "toy" / "rulesets"
BOOKS = library().all()
TABLE = """
[table_mode]
tools = [{ address = "stone?thrower=boy", name = "Stone" }, { address = "sling", name = "Sling" }]

[[table_mode.army_builders]]
question   = "sling"
own_inputs = { wet = ["weather"] }
"""


def with_table(tmp_path: Path, table: str) -> Library:
    """Return a library of the toys with a page for the table."""
    root = Path(shutil.copytree(TOYS, tmp_path / "rulesets"))
    path = root / "base_game" / "ruleset.toml"
    path.write_text(path.read_text("utf-8") + table, "utf-8")
    return Library(root, package="toy.rulesets")


@pytest.mark.parametrize("ruleset", BOOKS, ids=lambda one: one.short)
def test_every_ruleset_has_tools_that_answer(ruleset) -> None:  # type: ignore[no-untyped-def]
    found = tools_of(ruleset)
    assert len(found) >= 3
    assert len({one.name for one in found}) == len(found)
    for tool in found:
        assert ask(f"{ruleset.short}/{tool.address}").headline
    assert not [one for one in declared_faults(ruleset) if "[table_mode]" in one]


@pytest.mark.parametrize("ruleset", BOOKS, ids=lambda one: one.short)
def test_what_a_side_gives_is_taken_by_the_other_tools(ruleset) -> None:  # type: ignore[no-untyped-def]
    """Fields of an army builder fill the inputs of the other tools with accepted values.

    Each field fills an input with a value that the input can have, for at least one unit that can be built.
    """
    known = questions(ruleset)
    taken = 0
    for builder in army_builders_of(ruleset):
        units = [one for example in known[builder.question].examples for one in units_of(ask(example), builder)]
        assert units
        assert all(one.words for one in units)
        for name in {question_in(one.address) for one in tools_of(ruleset)} - {builder.question}:
            kinds = known[name].kinds(ruleset)
            for ways in (filled_by(builder.own_inputs, known[name]), filled_by(builder.enemy_inputs, known[name])):
                for given, field in ways.items():
                    values = {one.fields[field] for one in units if field in one.fields}
                    assert any(_takes(kinds[given], value) for value in values), (
                        f"{name}.{given} from {field}: {values}"
                    )
                    taken += 1
            for given, fields in lists_of(builder, known[name]).items():
                kind = kinds[given]
                assert isinstance(kind, Rows)
                assert all(_takes(kind.fields[one], units[0].fields[field]) for one, field in fields.items())
    assert taken or not army_builders_of(ruleset)


def _takes(kind, value: str) -> bool:  # type: ignore[no-untyped-def]
    try:
        kind.parse(value)
    except Exception:
        return False
    return True


def test_the_rows_of_a_force_are_its_units_and_a_card_is_one() -> None:
    force = ask("bn/force?side=regulars&men=7,r2,ar,0;1,r3,lmg,2")
    (builder,) = army_builders_of(library().find("bn"))
    first, second = units_of(force, builder)
    assert (first.words, second.words) == ("7 × Elite, Assault rifle", "1 × Veteran, LMG, leadership 2")
    assert second.fields == {"number": "1", "troops": "r3", "weapon": "lmg", "leadership": "2"}
    (builder,) = army_builders_of(library().find("nr"))
    (unit,) = units_of(ask("nr/unit-card?unit=grenadiers&melee=4"), builder)
    assert unit.words == "Grenadiers, melee combat 4"
    assert unit.fields["unit"] == "grenadiers"


def test_a_layer_has_its_parents_tools_but_those_it_has_dropped_and_others_the_title_pages(tmp_path: Path) -> None:
    lib = with_table(tmp_path, TABLE)
    assert [one.name for one in tools_of(lib.find("toy"), lib)] == ["Stone", "Sling"]
    layer = lib.find("layer")
    assert {question_in(one.address) for one in tools_of(layer, lib)} == {"stone", "sling"} & set(questions(layer, lib))
    assert tools_of(Library(TOYS, package="toy.rulesets").find("toy"), lib) == ()


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('address = "sling", name', 'address = "catapult", name', "toy/catapult"),
        ("stone?thrower=boy", "stone?thrower=goat", "goat"),
        ('address = "sling", name', 'address = "stone", name', "stone stands there twice"),
        ('question   = "sling"', 'question   = "lob"', "none of the tools"),
        ("{ wet =", "{ wett =", "a unit has no 'wett'"),
        ('["weather"]', '["stone.wether"]', "no tool takes 'stone.wether'"),
        ("own_inputs =", 'unit_list = "wet"\nown_inputs =', "has no list 'wet'"),
        ("own_inputs =", 'list_inputs = { "stone.weather" = { x = "wet" } }\nown_inputs =', "stone.weather is no list"),
    ],
)
def test_a_table_that_leads_nowhere_is_found_by_the_check(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    assert old in TABLE
    lib = with_table(tmp_path, TABLE.replace(old, new, 1))
    faults = [one for one in declared_faults(lib.find("toy"), lib) if "[table_mode]" in one]
    assert [one for one in faults if sentence in one], faults


def test_a_table_without_tools_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="tools"):
        with_table(tmp_path, "[table_mode]\ntools = []\n").find("toy")


def test_a_link_wins_over_house_rules_that_are_told_as_a_link_tells_them() -> None:
    ruleset = library().find("bn")
    own = house_rules.read_house_rules(ruleset, "ruling.range-bands=B&ruling.gone=B&ruling.within-5cm=A")
    assert own == {"range-bands": "B"}
    assert house_rules.read_house_rules(ruleset, "%%&=") == {}
    shot = decode("bn/shot?weapon=ar&distance=30")
    assert encode(house_rules.with_house_rules(shot, own)) == "bn/shot?weapon=ar&distance=30&ruling.range-bands=B"
    linked = decode("bn/shot?weapon=ar&distance=30&ruling.range-bands=A")
    assert house_rules.with_house_rules(linked, own).readings == {"range-bands": "A"}
