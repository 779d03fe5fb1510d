"""Tests of *In short* and the titles of rulings: every chapter has them.

They follow the layers, and what is wrong in the files is named.
"""

import shutil
from pathlib import Path

import pytest

from drillbook import AskError, Library, RulesError, library
from drillbook.book.folder import notebook_path, read_notebook, source
from drillbook.book.markers import filled_markers, markers
from drillbook.book.short import essentials
from drillbook.rules.faq import by_house, by_readings, filled_answer
from drillbook.rules.manifest import Chapter
from drillbook.rules.model import Ruleset

ROOT = Path(__file__).parents[1] / "toy" / "rulesets"
CHAPTERS = [
    pytest.param(ruleset, chapter, id=f"{ruleset.short}/{chapter.slug}")
    for ruleset in library().all()
    for chapter in ruleset.chapters
    if notebook_path(chapter).is_file() and any(rule.chapter == chapter.stem for rule in ruleset.own_rules.values())
]
FEWEST = 3  # essential rules of a chapter, and questions that people ask
LONGEST_LINE = 160  # letters of a ruling's question and what we take


def toys(root: Path = ROOT) -> Library:
    return Library(root, package="toy.rulesets")


@pytest.mark.parametrize(("ruleset", "chapter"), CHAPTERS)
def test_a_chapter_opens_with_the_chapter_in_short(ruleset: Ruleset, chapter: Chapter) -> None:
    cells = read_notebook(notebook_path(chapter))["cells"]
    head = next(source(cell) for cell in cells if cell["cell_type"] == "markdown")
    assert [one.words[0] for one in markers(head) if one.kind == "short"] == [f"{ruleset.short}/{chapter.slug}"]
    rules = [rule for rule in ruleset.own_rules.values() if rule.chapter == chapter.stem]
    assert len(essentials(ruleset, chapter)) >= min(FEWEST, len(rules)), (
        "mark the chapter's essential rules in its rules.toml"
    )
    assert len(ruleset.short_of(chapter).asked) >= FEWEST, "write what people ask at the table into its short.toml"


@pytest.mark.parametrize(("ruleset", "chapter"), CHAPTERS)
def test_a_ruling_is_titled_by_a_question_and_fits_a_line(ruleset: Ruleset, chapter: Chapter) -> None:
    own = [one for one in ruleset.own_rulings.values() if one.chapter == chapter.stem and not one.removed]
    untitled = [one.name for one in own if not one.ask]
    assert not untitled, f"{untitled}: give each ask = the question in players' words"
    long = [one.name for one in own if len(one.ask) + len(one.taken) > LONGEST_LINE]
    assert not long, f"{long}: give each a short take"


def test_essential_rules_tables_and_questions_are_printed_and_linked() -> None:
    made = filled_markers("<!--short toy/slinging--><!--/short-->", toys())
    assert "**[Cord](/toy/slinging#toy.slinging.cord)**" in made or "[cord](/toy/slinging#toy.slinging.cord)" in made
    assert "*How many stones does he carry?* A pouch holds three. ([2](/toy/slinging#toy.slinging.pouch))" in made
    assert "| Sling | Needs |" in made
    assert "<a id=" not in made
    assert "<!--rule" not in made


@pytest.mark.parametrize("ruleset", [pytest.param(one, id=one.short) for one in library().all()])
def test_behind_a_rule_that_needs_a_ruling_stands_what_is_taken(ruleset: Ruleset) -> None:
    needing = [rule for rule in ruleset.rules.values() if rule.ruling and rule.essential and not rule.removed]
    for rule in needing:
        chapter = next(one for one in ruleset.chapters if rule in essentials(ruleset, one))
        made = filled_markers(f"<!--short {ruleset.short}/{chapter.slug}--><!--/short-->", library())
        assert f"*Our reading: [{ruleset.ruling(rule.ruling).taken}](" in made, rule.id


def test_a_layer_inherits_with_its_own_numbers_and_loses_what_it_drops() -> None:
    made = filled_markers("<!--short layer/hurling--><!--/short-->", toys())
    assert "A pouch holds four." in made
    kept, _, dropped = made.partition("**Dropped**")
    assert "wall" not in kept
    assert "A lob passes over 30 cm of wall." in dropped


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        ("rules.toml", 'name = "Cord"\n', "", r"\[slinging.cord\]: is essential, so it needs name"),
        ("short.toml", "{slinging.lob} cm", "30 cm", r"the answer holds the number '30' outside a placeholder"),
        ("short.toml", "{slinging.lob}", "{slinging.lobb}", r"no rule 'slinging.lobb'; did you mean 'slinging.lob'"),
        ("short.toml", "pouch stones:word", "pouch", r"\{slinging.pouch\} is no number .* stones and weight"),
        ("short.toml", "stones:word", "stones:loud", r"the format :loud .* is not known"),
        ("short.toml", '"slinging.table"', '"slinging.pouch"', r"tables.*'slinging.pouch' is no rule that shows a table"),
        ("short.toml", "wall?", "wall", r"question.*match"),
        ("short.toml", "tables", "table", r"table.*not known here"),
        ("rulings.toml", "sling be?", "sling be", r"\[wet-sling\]: has a question without a question mark"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_its_file(tmp_path: Path, file: str, old: str, new: str, sentence: str) -> None:
    root = Path(shutil.copytree(ROOT, tmp_path / "rulesets"))
    path = root / "base_game" / "slinging" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RulesError, match=sentence) as raised:
        toys(root).find("toy")
    assert str(raised.value).startswith(f"base_game/slinging/{file}")


def test_a_short_file_stands_beside_a_chapter(tmp_path: Path) -> None:
    root = Path(shutil.copytree(ROOT, tmp_path / "rulesets"))
    (root / "base_game" / "spears").mkdir()
    (root / "base_game" / "spears" / "short.toml").write_text("tables = []\n", encoding="utf-8")
    with pytest.raises(RulesError, match=r"the folder is no chapter"):
        toys(root).find("toy")


def test_a_chapter_without_essential_rules_has_no_short_to_print() -> None:
    with pytest.raises(AskError, match="no rule of the chapter is essential"):
        filled_markers("<!--short toy/throwing--><!--/short-->", toys())


# what is asked at the table and hangs on a ruling

HANGING = """
[[questions]]
question = "Does rain spoil a sling?"
answer = "Yes, any rain does."
rules = ["slinging.pouch"]
rulings = ["wet-sling", "loose"]
other_answers = { "wet-sling=C" = "No: {slinging.pouch stones:word} stones fly as ever." }
"""


def hanging(tmp_path: Path, said: str = HANGING, layer: str = "") -> Library:
    root = Path(shutil.copytree(ROOT, tmp_path / "rulesets", dirs_exist_ok=True))
    path = root / "base_game" / "slinging" / "short.toml"
    path.write_text((ROOT / "base_game/slinging/short.toml").read_text(encoding="utf-8") + said, encoding="utf-8")
    if layer:
        (root / "colonial_layer" / "hurling" / "rulings.toml").write_text(layer, encoding="utf-8")
    return toys(root)


def test_an_answer_follows_the_readings_that_it_hangs_on(tmp_path: Path) -> None:
    toy = hanging(tmp_path).find("toy")
    chapter = toy.chapter("slinging")
    assert chapter is not None
    asked = toy.short_of(chapter).asked[-1]
    assert filled_answer(asked, toy) == "Yes, any rain does."
    assert by_readings(asked, toy, {"wet-sling": "A"})[1] == ()
    told, other = by_readings(asked, toy, {"wet-sling": "C"})
    assert (told, [(ruling.name, letter) for ruling, letter in other]) == (
        "No: three stones fly as ever.",
        [("wet-sling", "C")],
    )
    assert by_readings(asked, toy, {"wet-sling": "B"})[0] is None
    assert by_house(toy, chapter, {}) == []
    assert by_house(toy, chapter, {"sure-hit": "B"}) == []
    assert by_house(toy, chapter, {"wet-sling": "C"}) == [
        ("Does rain spoil a sling?", "By your house rule: No: three stones fly as ever.", "toy.ruling.wet-sling")
    ]
    [(_, told, identity)] = by_house(toy, chapter, {"wet-sling": "B"})
    assert told == "By your house rule: the book’s answer goes by its own reading; yours is: Only a river does."
    [(_, _, identity)] = by_house(toy, chapter, {"loose": "B"})
    assert identity == "toy.ruling.loose"


LETTERS = """
[damp-sling]
same_as = "wet-sling"
parent_letters = { A = "C", B = "A" }
default = "DEFAULT"
example = "layer/sling"
[loose]
removed = true
"""


def test_a_layer_answers_by_its_own_default(tmp_path: Path) -> None:
    lib = hanging(tmp_path, layer=LETTERS.replace("DEFAULT", "B"))
    layer = lib.find("layer")
    chapter = layer.chapters[0]
    asked = next(one for one in layer.short_of(chapter).asked if "rain" in one.question)
    assert (filled_answer(asked, layer), set(asked.rulings)) == ("Yes, any rain does.", {"damp-sling", "loose"})
    [(_, told, identity)] = by_house(layer, chapter, {"damp-sling": "A"})
    assert (told, identity) == ("By your house rule: No: four stones fly as ever.", "layer.ruling.damp-sling")
    lib = hanging(tmp_path, layer=LETTERS.replace("DEFAULT", "A"))
    layer = lib.find("layer")
    asked = next(one for one in layer.short_of(layer.chapters[0]).asked if "rain" in one.question)
    assert filled_answer(asked, layer) == "No: four stones fly as ever."


def test_a_layer_whose_default_nobody_answers_by_is_refused(tmp_path: Path) -> None:
    said = HANGING[: HANGING.index("other_answers")]
    with pytest.raises(RulesError, match="goes by another reading of damp-sling than is taken here; answer it here"):
        hanging(tmp_path, said, LETTERS.replace("DEFAULT", "A")).find("layer")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"wet-sling", "loose"', '"wet-slings"', r"under 'wet-sling=C'; write it as RULING=LETTER, of a ruling named"),
        ('"loose"', '"looser"', r"there is no ruling 'looser'; mend the name under rulings"),
        ("wet-sling=C", "wet-sling=A", r"other_answers, 'wet-sling=A': the other readings of wet-sling are B and C"),
        ("pouch stones:word", "pouch stone", r"other_answers, 'wet-sling=C': .* is no number of"),
        ("{slinging.pouch stones:word}", "three", r"the answer holds the number 'three' outside a placeholder"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_such_an_answer_is_named(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    assert old in HANGING
    with pytest.raises(RulesError, match=sentence):
        hanging(tmp_path, HANGING.replace(old, new)).find("toy")
