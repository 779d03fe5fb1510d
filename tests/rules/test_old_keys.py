"""Old names of keys: an old file gets an error that names the new key."""

import shutil
from pathlib import Path

import pytest
from pydantic import BaseModel, ValidationError

from drillbook import Library, RulesError
from drillbook.rules.schema import course, rules, ruleset, rulings, situations
from drillbook.rules.schema.old_keys import OLD_KEYS
from drillbook.rules.versions import FILE, own_changed

TOYS = Path(__file__).parents[1] / "toy" / "rulesets"
MODELS = {
    name: model
    for module in (course, rules, ruleset, rulings, situations)
    for name, model in vars(module).items()
    if isinstance(model, type) and issubclass(model, BaseModel)
}


def test_an_old_key_is_no_key_and_a_new_one_is() -> None:
    for model, names in OLD_KEYS.items():
        known = set(MODELS[model].model_fields)
        assert not known & set(names), f"{model} still has an old key"
        assert set(names.values()) <= known, f"{model} lacks a new key"


def test_an_old_key_gets_an_error_that_names_the_new_one() -> None:
    for model, names in OLD_KEYS.items():
        for old, new in names.items():
            with pytest.raises(ValidationError) as error:
                MODELS[model].model_validate({old: ""})
            first = error.value.errors()[0]
            assert f"the key {old} is now called {new}" in first["msg"]


def test_the_error_names_file_and_place(tmp_path: Path) -> None:
    root = Path(shutil.copytree(TOYS, tmp_path / "rulesets"))
    path = root / "base_game" / "ruleset.toml"
    path.write_text(path.read_text("utf-8") + "\n[at_the_table]\ntools = []\n", "utf-8")
    with pytest.raises(
        RulesError, match=r"^base_game/ruleset\.toml: the key at_the_table is now called table_mode; rename it\.$"
    ):
        Library(root, package="toy.rulesets").load("base_game")


def test_an_old_column_of_changed_defaults_names_the_new_one(tmp_path: Path) -> None:
    root = Path(shutil.copytree(TOYS, tmp_path / "rulesets"))
    (root / "base_game" / FILE).write_text("version,of,old,new,why\n", "utf-8")
    lib = Library(root, package="toy.rulesets")
    with pytest.raises(RulesError, match="the column of is now called name"):
        own_changed(lib.load("base_game"), lib)
