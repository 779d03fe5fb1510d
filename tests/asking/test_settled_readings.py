"""Tests of a settled ruling, and of a reading that has been ruled out.

An old link that asks for one of them still answers, and says what settles it.
"""

import json
import shutil
from pathlib import Path

import pytest

from drillbook import Library, RulesError, ask
from drillbook.asking.answers.ask import check_readings
from drillbook.asking.uses.comparison import comparison_of_addresses as beside
from drillbook.asking.uses.house_rules import departing_readings, read_house_rules
from drillbook.asking.uses.settled_readings import CannotBeChosen
from drillbook.book.markers import filled_markers
from drillbook.formats import compared, compared_text, piece
from drillbook.formats import json as as_data
from drillbook.formats.bbcode import bbcode
from drillbook.formats.html import html
from drillbook.formats.markdown import markdown
from drillbook.formats.paper import paper
from drillbook.formats.text import text

TOYS = Path(__file__).parents[1] / "toy" / "rulesets"
OPEN = 'example = "toy/stone?thrower=giant&distance=10"\n'
BY = "Line 8 says that a giant never misses."
SETTLED = f'switchable = false\nsettled_by = "{BY}"\n'
SENTENCE = f"“Does a needed number of one always hit?” is settled as reading A, not B: {BY}"
RETIRED = "“How wet must a sling be?” has no reading D any more, so that reading A is taken: Line 15 names water."
LINK = "toy/stone?thrower=giant&distance=10&ruling.sure-hit=B"


def toys(tmp_path: Path, throwing: str = "", slinging: str = "", layer: str = "") -> Library:
    """Return a library of the toys with these entries in place of their chapters' rulings."""
    root = Path(shutil.copytree(TOYS, tmp_path / "rulesets", dirs_exist_ok=True))
    for path, entry in (
        ("base_game/throwing", throwing),
        ("base_game/slinging", slinging),
        ("colonial_layer/hurling", layer),
    ):
        if entry:
            (root / path / "rulings.toml").write_text(entry, "utf-8")
    return Library(root, package="toy.rulesets")


@pytest.fixture
def lib(tmp_path: Path) -> Library:
    """Return a library of the toys with one ruling settled and one reading of another ruled out."""
    throwing = (TOYS / "base_game/throwing/rulings.toml").read_text("utf-8")
    assert OPEN in throwing
    slinging = (TOYS / "base_game/slinging/rulings.toml").read_text("utf-8")
    out = slinging.replace(
        'why = "Rain is wet."', 'why = "Rain is wet."\nretired_readings = { D = "Line 15 names water." }'
    )
    assert out != slinging
    layer = (TOYS / "colonial_layer/hurling/rulings.toml").read_text("utf-8")
    layer = layer.replace('[sure-hit]\nsettled_reading = "B"\n', "")
    return toys(tmp_path, throwing.replace(OPEN, SETTLED), out, layer)


def test_an_old_link_answers_by_what_is_settled_and_says_so_on_every_surface(lib: Library) -> None:
    found = ask(LINK, otherwise=True, lib=lib)
    usual = ask("toy/stone?thrower=giant&distance=10", lib=lib)
    assert (found.headline, found.readings["sure-hit"]) == (usual.headline, "A")
    assert str(found.address) == str(usual.address)
    assert found.otherwise == ()
    assert [one.sentence for one in found.overruled] == [SENTENCE]
    for printer in (text, html):
        assert printer(found).count(SENTENCE) == 1
        assert SENTENCE not in printer(usual)
    assert markdown(found).replace("\\", "").count(SENTENCE) == 1
    assert bbcode(found).count(SENTENCE) == 1
    assert SENTENCE in paper(found)["readings"]
    assert as_data.answer_json(found)["overruled"] == [
        {"ruling": "sure-hit", "reading": "B", "taken": "A", "sentence": SENTENCE}
    ]
    assert json.dumps(as_data.answer_json(usual)["overruled"]) == "[]"
    both = beside([LINK, "toy/stone?thrower=giant&distance=20"], lib)
    assert compared_text.text(both).count(SENTENCE) == 1
    assert compared_text.markdown(both).count(SENTENCE) == 1
    assert compared.html(both).count(SENTENCE) == 1


def test_a_reading_that_is_ruled_out_answers_with_the_default(lib: Library) -> None:
    found = ask("toy/sling?sling=staff&wet=rain&ruling.wet-sling=D", lib=lib)
    assert found.headline == ask("toy/sling?sling=staff&wet=rain", lib=lib).headline
    assert [one.sentence for one in found.overruled] == [RETIRED]
    other = ask("toy/sling?sling=staff&wet=rain&ruling.wet-sling=B", lib=lib)
    assert other.overruled == ()
    assert other.readings["wet-sling"] == "B"


def test_the_settled_reading_may_be_named(lib: Library) -> None:
    assert ask(LINK.replace("=B", "=A"), lib=lib).overruled == ()


def test_house_rules_leave_out_what_is_settled_and_say_why(lib: Library) -> None:
    toy = lib.find("toy")
    found, complaints = departing_readings(toy, {"sure-hit": "B", "wet-sling": "D"})
    assert (found, complaints) == ({}, (SENTENCE, RETIRED))
    assert read_house_rules(toy, "ruling.sure-hit=B&ruling.wet-sling=B") == {"wet-sling": "B"}
    with pytest.raises(CannotBeChosen, match="is settled as reading A, not B"):
        check_readings(toy, {"sure-hit": "B"})


def test_a_settled_ruling_keeps_its_place_and_all_its_readings(lib: Library) -> None:
    note = filled_markers("<!--ruling toy.ruling.sure-hit--><!--/ruling-->", lib, lib.find("toy"))
    assert 'id="toy.ruling.sure-hit"' in note
    assert "It always hits. *(settled)*" in note
    assert "A 1 always misses." in note
    assert f"Settled: {BY}" in note
    note = filled_markers("<!--ruling toy.ruling.wet-sling--><!--/ruling-->", lib, lib.find("toy"))
    assert "- **D** is no reading any more: Line 15 names water." in note
    one = as_data.ruling(lib.find("toy").ruling("sure-hit"), lib.find("toy"))
    assert (one["settled"], one["switchable"], one["reason"], one["default"]) == (True, False, BY, "A")
    assert len(one["readings"]) == 2
    handed = piece.text(piece.of_ruling(lib.find("toy"), lib.find("toy").ruling("sure-hit"), ()))
    assert "It always hits. (settled)" in handed
    assert f"Settled: {BY}" in handed


def test_a_layer_inherits_what_is_settled_and_settles_by_a_sentence_of_its_own(lib: Library, tmp_path: Path) -> None:
    found = ask("layer/stone?ruling.sure-hit=B", lib=lib)
    assert [one.sentence for one in found.overruled] == [SENTENCE]
    for entry, why in (
        ('[sure-hit]\nsettled_reading = "B"\n', "Colonial Layer says so."),
        ('[sure-hit]\nsettled_reading = "B"\nwhy = "Stones are small here."\n', "Stones are small here."),
        (
            '[sure-hit]\nsettled_reading = "B"\nsettled_by = "Line 3 has it."\nwhy = "Stones are small."\n',
            "Line 3 has it.",
        ),
    ):
        own = toys(tmp_path / "own", layer=entry)
        found = ask("layer/stone?ruling.sure-hit=A", lib=own)
        [one] = found.overruled
        assert one.sentence == f"“Does a needed number of one always hit?” is settled as reading B, not A: {why}"
        assert ask("toy/stone?ruling.sure-hit=B", lib=own).overruled == ()


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (OPEN, f'{OPEN}settled_by = "{BY}"\n', "has settled_by, so it needs switchable = false"),
        (OPEN, "switchable = false\n", "needs settled_by, the sentence that settles it, or a reason"),
        (OPEN, f'{OPEN}retired_readings = {{ B = "x" }}\n', "retires B, which is one of its readings still"),
    ],
)
def test_what_cannot_be_settled_says_why(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    entry = (TOYS / "base_game/throwing/rulings.toml").read_text("utf-8").replace(old, new)
    with pytest.raises(RulesError, match=sentence):
        toys(tmp_path, entry).find("toy")


def test_a_layer_that_settles_by_a_sentence_names_the_reading(tmp_path: Path) -> None:
    entry = '[sure-hit]\nsame_as = "sure-hit"\nsettled_by = "Line 3 has it."\n'
    with pytest.raises(
        RulesError, match='so it needs settled_reading, the letter of the reading, such as settled_reading = "A"'
    ):
        toys(tmp_path, layer=entry).find("layer")
