"""Tests of versions of rulesets: a default that has changed is in the table.

The table leads from the first defaults to those of today.
"""

import re
import shutil
from pathlib import Path

import changed_defaults
import pytest
from changed_defaults import record, recorded, write_rows

from drillbook import Library, RulesError, ask, library
from drillbook.asking.uses.default_versions import default_changes, default_faults, defaults, version_faults
from drillbook.book.versions import history_faults, whole_history
from drillbook.formats import json as as_data
from drillbook.rules.model import Ruleset
from drillbook.rules.versions import FILE, own_changed, parent_versions

TOYS = Path(__file__).parents[1] / "toy" / "rulesets"
HEAD = "version,name,old,new,why\n"
each = pytest.mark.parametrize("ruleset", library().all(), ids=lambda one: one.short)


@each
def test_every_default_is_the_recorded_one_or_stands_in_the_table(ruleset: Ruleset) -> None:
    assert list(default_faults(ruleset, library(), recorded(ruleset))) == []


@each
def test_every_version_is_told_with_its_changed_defaults(ruleset: Ruleset) -> None:
    assert ruleset.version > 1
    assert list(history_faults(ruleset, library())) == []
    told = [one for one in whole_history(ruleset, library()) if one.kind == "default"]
    assert len(told) == len(default_changes(ruleset, library()))
    assert all(one.text.endswith(".") for one in told)


def test_an_answer_names_the_version_of_its_ruleset() -> None:
    assert as_data.answer_json(ask("bn/shot"))["version"] == library().find("bn").version


# a made-up ruleset and a layer over it


def toys(
    tmp_path: Path, base: str = "", layer: str = "", versions: tuple[int, int] = (2, 2), rulings: str = ""
) -> Library:
    """Return a library of the toys at those versions with these rows in their tables.

    rulings: what the layer says of its parent's rulings.
    """
    root = Path(shutil.copytree(TOYS, tmp_path / "rulesets", dirs_exist_ok=True))
    for slug, rows, version in (("base_game", base, versions[0]), ("colonial_layer", layer, versions[1])):
        text = (TOYS / slug / "ruleset.toml").read_text("utf-8")
        (root / slug / "ruleset.toml").write_text(text.replace("\n\n", f"\nversion = {version}\n\n", 1), "utf-8")
        (root / slug / FILE).write_text(HEAD + rows, "utf-8")
    (root / "colonial_layer" / "hurling" / "rulings.toml").write_text(rulings, "utf-8")
    return Library(root, package="toy.rulesets")


BASE = '2,ruling.sure-hit,B,A,"Nothing says otherwise."\n2,stone.thrower,boy,man,"Men throw more often."\n'
FOLLOWS = '2,parent,1,2,"As the parent."\n'


def before(lib: Library, short: str, **others: str) -> dict[int, dict[str, str]]:
    """Return today's defaults as if recorded with the first version, except for others."""
    return {
        1: {
            **defaults(lib.find(short), lib),
            **{name.replace("__", ".").replace("_", "-"): one for name, one in others.items()},
        }
    }


def test_a_changed_default_needs_its_row(tmp_path: Path) -> None:
    lib = toys(tmp_path, layer=FOLLOWS)
    then = before(lib, "toy", ruling__sure_hit="B", stone__thrower="boy")
    missing = sorted(default_faults(lib.find("toy"), lib, then))
    assert missing[0].startswith("ruling.sure-hit is A now and was B; write a row 2,ruling.sure-hit,B,A,")
    assert missing[1].startswith("stone.thrower is man now and was boy; write a row 2,stone.thrower,boy,man,")
    lib = toys(tmp_path, BASE, FOLLOWS)
    assert list(default_faults(lib.find("toy"), lib, then)) == []
    assert list(version_faults(lib.find("toy"), lib)) == []


def test_what_is_new_is_recorded_and_what_is_gone_must_have_a_name(tmp_path: Path) -> None:
    lib = toys(tmp_path, BASE, FOLLOWS)
    then = before(lib, "toy", ruling__sure_hit="B", stone__thrower="boy")
    then[1].pop("stone.distance")
    assert list(default_faults(lib.find("toy"), lib, then)) == [
        "stone.distance are new; record them: python tests/tools/changed_defaults.py toy"
    ]
    [gone] = default_faults(lib.find("toy"), lib, {1: {**then[1], "stone.weight": "3"}, 2: {"stone.distance": "10"}})
    assert gone == "stone.weight is not there any more; name under [old_names] of ruleset.toml what stands for it now."
    then[1]["rock.hurler"] = then[1].pop("stone.thrower")
    assert list(default_faults(lib.find("toy"), lib, {**then, 2: {"stone.distance": "10"}})) == []


def test_a_layer_follows_what_its_parent_has_changed(tmp_path: Path) -> None:
    lib = toys(tmp_path, BASE, '3,parent,1,2,"As the parent."\n', (2, 3))
    layer = lib.find("layer")
    assert parent_versions(layer, lib) == ((1, 1), (3, 2))
    assert {(one.version, one.of, one.old, one.new) for one in default_changes(layer, lib)} == {
        (3, "ruling.sure-hit", "B", "A"),
        (3, "stone.thrower", "boy", "man"),
    }
    assert list(default_faults(layer, lib, before(lib, "layer", ruling__sure_hit="B", stone__thrower="boy"))) == []


def test_a_layer_with_a_default_or_a_row_of_its_own_has_none_of_its_parent(tmp_path: Path) -> None:
    own = '[sure-hit]\nsame_as = "sure-hit"\ndefault = "B"\nexample = "layer/stone?thrower=man"\n'
    lib = toys(tmp_path, BASE, FOLLOWS, rulings=own)
    assert [one.of for one in default_changes(lib.find("layer"), lib)] == ["stone.thrower"]
    letters = (
        '[certain]\nsame_as = "sure-hit"\nparent_letters = { C = "A", D = "B" }\nexample = "layer/stone?thrower=man"\n'
    )
    lib = toys(tmp_path / "letters", BASE, FOLLOWS + '2,stone.thrower,woman,man,"x."\n', rulings=letters)
    assert {(one.of, one.old, one.new) for one in default_changes(lib.find("layer"), lib)} == {
        ("ruling.certain", "D", "C"),
        ("stone.thrower", "woman", "man"),
    }


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ("3,ruling.sure-hit,B,A,So.\n", "'3' is no version that can change a default; Base Game is at version 2"),
        ("1,ruling.sure-hit,B,A,So.\n", "'1' is no version that can change a default"),
        ("x,ruling.sure-hit,B,A,So.\n", "'x' is no version that can change a default"),
        ("2,ruling.sure-hit,A,A,So.\n", "stays A; take the row out"),
        ("2,ruling.sure-hit,,A,So.\n", "name, old and new must all be there"),
        ("2,ruling.sure-hit,B,A,\n", "why must say in a sentence"),
        ("2,ruling.sure-hit,B,A\n", "it has 4 fields; it needs 5"),
        ("2,ruling.sure-hit,B,A,So.\n2,ruling.sure-hit,B,A,So.\n", "version 2 changes it twice"),
        ("2,ruling.sure-hot,B,A,So.\n", "ruling.sure-hot is no ruling of Base Game; did you mean 'ruling.sure-hit'?"),
        ("2,stone.throwers,boy,man,So.\n", "stone.throwers is no input of a question of Base Game; did you mean"),
        ("2,ruling.sure-hit,A,B,So.\n", "the default of ruling.sure-hit is A, but the last row says B; mend the row, or write 2,"),
        ("2,parent,1,2,So.\n", "Base Game extends no ruleset; take the row out"),
    ],
)  # fmt: skip
def test_a_wrong_row_gets_a_sentence(tmp_path: Path, rows: str, sentence: str) -> None:
    lib = toys(tmp_path, rows)
    assert sentence in " ".join(version_faults(lib.find("toy"), lib))


def test_rows_of_several_versions_must_join(tmp_path: Path) -> None:
    lib = toys(tmp_path, '2,ruling.sure-hit,A,B,"x."\n3,ruling.sure-hit,A,A1,"x."\n', FOLLOWS, (3, 2))
    assert "version 3 changes ruling.sure-hit from A, but it was B before; mend old" in " ".join(
        version_faults(lib.find("toy"), lib)
    )
    lib = toys(tmp_path, '2,ruling.sure-hit,A,B,"x."\n3,ruling.sure-hit,B,A,"x."\n', FOLLOWS, (3, 2))
    assert list(version_faults(lib.find("toy"), lib)) == []
    assert list(default_faults(lib.find("toy"), lib, before(lib, "toy"))) == []
    [wrong] = default_faults(lib.find("toy"), lib, before(lib, "toy", ruling__sure_hit="B"))
    assert "was B before version 2, its row in changed_defaults.csv says A; mend old" in wrong
    [early] = default_faults(lib.find("toy"), lib, {1: {}, 3: before(lib, "toy")[1]})
    assert "came with version 3, so that version 2 changes nothing; take the row out" in early


def test_a_heading_that_is_not_the_tables_is_refused(tmp_path: Path) -> None:
    lib = toys(tmp_path)
    (lib.root / "base_game" / FILE).write_text("version,name\n", "utf-8")
    with pytest.raises(RulesError, match="the first line must be version,name,old,new,why"):
        own_changed(lib.find("toy"), lib)


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        (
            '2,parent,1,2,"x."\n2,parent,1,3,"x."\n',
            "version 2 changes it twice; write one row from the old to the new default",
        ),
        ('2,parent,x,2,"x."\n', "it goes from x to 2; the row must go from version 1 to a later one"),
    ],
)
def test_a_layer_that_does_not_follow_is_told_what_to_write(tmp_path: Path, rows: str, sentence: str) -> None:
    lib = toys(tmp_path, BASE, rows)
    assert sentence in " ".join(version_faults(lib.find("layer"), lib))


def test_a_new_layer_begins_with_its_parent_as_it_is(tmp_path: Path) -> None:
    lib = toys(tmp_path, BASE, "")
    layer = lib.find("layer")
    assert parent_versions(layer, lib) == ()
    assert default_changes(layer, lib) == ()


def test_changed_defaults_are_told_with_the_day_of_their_version(tmp_path: Path) -> None:
    lib = toys(tmp_path, BASE, FOLLOWS)
    toy = lib.find("toy")
    [undated] = history_faults(toy, lib)
    assert undated == (
        'base_game/changes.toml: version 2 has no date; write a [[change]] with its date, kind = "version", about = "2" and a text.'
    )
    with pytest.raises(RulesError, match="version 2 has no date"):
        whole_history(toy, lib)
    said = '[[change]]\ndate = 2026-01-02\nkind = "version"\nabout = "2"\ntext = "Throwing was looked at again."\n'
    (lib.root / "base_game" / "changes.toml").write_text(said, "utf-8")
    assert [(one.kind, one.text) for one in whole_history(toy, lib)] == [
        ("version", "Throwing was looked at again."),
        ("default", "Now taken: It always hits. Before: A 1 always misses. Nothing says otherwise."),
        ("default", "Thrower is Man where nothing is entered; before, it was Boy. Men throw more often."),
    ]
    assert list(history_faults(toy, lib)) == []
    (lib.root / "base_game" / "changes.toml").write_text(said.replace('"2"', '"3"'), "utf-8")
    assert "about is '3', but Base Game has the versions up to 2." in " ".join(history_faults(toy, lib))


def test_a_default_whose_values_are_gone_is_told_as_it_was_written(tmp_path: Path) -> None:
    rows = '2,ruling.sure-hit,Z,A,"x."\n2,stone.thrower,ogre,man,"x."\n'
    lib = toys(tmp_path, rows, FOLLOWS)
    said = '[[change]]\ndate = 2026-01-02\nkind = "version"\nabout = "2"\ntext = "x"\n'
    (lib.root / "base_game" / "changes.toml").write_text(said, "utf-8")
    told = " ".join(one.text for one in whole_history(lib.find("toy"), lib))
    assert "Before: reading Z, which is gone. x." in told
    assert "it was ogre. x." in told


def test_the_command_records_what_is_new_and_writes_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changed_defaults, "HERE", tmp_path)
    lib = toys(tmp_path, layer=FOLLOWS, versions=(1, 2))
    assert "stone.thrower" in record(lib.find("toy"), lib)
    assert list(default_faults(lib.find("toy"), lib, recorded(lib.find("toy")))) == []
    path = tmp_path / "base_game.json"
    path.write_text(re.sub('"stone.thrower": "man"', '"stone.thrower": "boy"', path.read_text("utf-8")), "utf-8")
    lib = toys(tmp_path, layer=FOLLOWS)
    assert record(lib.find("toy"), lib) == []
    write_rows(lib.find("toy"), lib, "Men throw, mostly.", ["stone.thrower"])
    assert (lib.root / "base_game" / FILE).read_text("utf-8") == f'{HEAD}2,stone.thrower,boy,man,"Men throw, mostly."\n'
    assert list(default_faults(lib.find("toy"), lib, recorded(lib.find("toy")))) == []
    for name, sentence in (("stone.thrower", "as it was"), ("stone.nothing", "is no default of Base Game")):
        with pytest.raises(SystemExit, match=sentence):
            write_rows(lib.find("toy"), lib, "x.", [name])


def test_a_list_that_has_got_more_fields_since_has_the_same_default() -> None:
    bn = library().find("bn")
    now = defaults(bn, library())["burst.men"]
    shorter = ";".join(row.rpartition(",")[0] for row in now.split(";"))
    assert shorter != now
    assert not [
        one for one in default_faults(bn, library(), {1: {"burst.men": shorter}}) if one.startswith("burst.men")
    ]
    assert [
        one for one in default_faults(bn, library(), {1: {"burst.men": "0,0,r4,yes"}}) if one.startswith("burst.men")
    ]
