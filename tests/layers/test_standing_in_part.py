"""Tests of a layer that has not come to all of its parent's chapters yet.

The layer works with the chapters it has; what it leaves nothing to choose is not asked.
"""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from drillbook import AskError, Library, RulesError, ask, questions
from drillbook.asking.questions.validation import faults

ROOT = Path(__file__).parents[1] / "toy" / "rulesets"


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Library]:
    """Return a function that makes the toy rulesets with some of the layer's words exchanged."""
    folder = Path(shutil.copytree(ROOT, tmp_path / "toy_in_part" / "rulesets"))

    def make(file: str, *words: tuple[str, str]) -> Library:
        path = folder / "colonial_layer" / file
        text = path.read_text(encoding="utf-8")
        for old, new in words:
            assert old in text
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")
        return Library(folder, package="toy.rulesets")

    return make


IN_PART = (
    ('parent_chapters = ["throwing", "slinging"]', 'parent_chapters = ["throwing"]'),
    ('extends = "base_game"', 'extends = "base_game"\nplanned_chapters = ["slinging"]'),
    ('lob = "slinging.lob"', ""),
)


def test_a_question_of_a_chapter_planned_is_the_parents_alone(made: Callable[..., Library]) -> None:
    lib = made("ruleset.toml", *IN_PART)
    layer = lib.find("layer")
    assert list(questions(layer, lib)) == ["stone"]
    own = [
        one for one in faults(layer, lib) if "layer.ruling.damp-sling" not in one
    ]  # which the layer itself takes over
    assert own == []
    with pytest.raises(
        AskError, match=r"Colonial Layer does not answer .* \(sling\) yet; Base Game answers it at toy/sling\.$"
    ):
        ask("layer/sling", lib=lib)


def test_without_saying_so_it_is_a_fault(made: Callable[..., Library]) -> None:
    lib = made("ruleset.toml", IN_PART[0])
    assert any("no chapter takes over the question layer/sling" in one for one in faults(lib.find("layer"), lib))


@pytest.mark.parametrize(
    ("planned", "sentence"),
    [
        ('["throwing"]', "'throwing' is planned, yet the chapter hurling takes it over; keep one of them"),
        ('["sailing"]', "names the chapter 'sailing', which the parent does not have"),
    ],
)
def test_what_is_planned_is_a_chapter_that_nothing_takes_over(
    made: Callable[..., Library], planned: str, sentence: str
) -> None:
    with pytest.raises(RulesError, match=sentence):
        made("ruleset.toml", ('extends = "base_game"', f'extends = "base_game"\nplanned_chapters = {planned}')).find(
            "layer"
        )


def test_an_only_row_is_not_asked_for(made: Callable[..., Library]) -> None:
    lib = made("hurling/tables/slings.csv", ("whip,Whip,8,yes\n", ""))
    found = ask("layer/sling", lib=lib)
    assert str(found.address) == "layer/sling?wet=no"
    assert found.inputs["sling"] == "cord"
    with pytest.raises(
        AskError, match=r"Sling must be cord, not 'staff'\. .* has dropped it; .* has it in toy\.slinging\."
    ):
        ask("layer/sling?sling=staff", lib=lib)
