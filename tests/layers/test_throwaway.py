"""Tests of a layer over a real ruleset, made in a temporary folder.

The layer is asked, shown and tested without a change in the core.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from turn import in_turn

from drillbook import AskError, Library, RulesError, ask, library, questions
from drillbook.asking import replacing
from drillbook.asking.questions import validation
from drillbook.book.folder import read_notebook, source
from drillbook.book.markers import filled_markers
from drillbook.book.notebooks import check, new
from drillbook.formats.bbcode import bbcode
from drillbook.formats.html import html
from drillbook.formats.markdown import markdown
from drillbook.formats.text import text
from drillbook.rulesets.breaking_of_nations.common.shot_die import hit_chance

FILES = {
    "ruleset.toml": """
short = "trial"
title = "Trial of Nations"
unit = "inches"
tagline = "A trial."
extends = "breaking_of_nations"
accent = { light = "#2b5f9e", dark = "#7fb0e8" }
document = { title = "Trial", author = "Nobody", edition = "first", year = "2026", credit = "Made up." }
chapters = [
  { slug = "nerves", title = "Nerves", summary = "How men break.", parent_chapters = "glory" },
  { slug = "guns", title = "Guns", summary = "How guns fire.", parent_chapters = "artillery" },
  { slug = "houses", title = "Houses", summary = "How houses are stormed.", parent_chapters = ["buildings"] },
  { slug = "rest", title = "The rest", summary = "All that the trial leaves as it was.", parent_chapters = REST },
]
[overlays.soldiers]
removed = ["civilian"]
[overlays.firing]
removed = ["civilian"]
[dropped_questions]
bombardment = "artillery.prelim-grid"
""",
    "nerves/rules.toml": """
["nerves.breaking"]
same_as = "bon.glory.panic-threshold"
value = 8
cite = { section = "Nerves", lines = "L1" }
["artillery.prelim-grid"]
removed = true
""",
    "nerves/rulings.toml": """
[nerve-ceiling]
same_as = "gl-cap"
cite = { section = "Nerves", lines = "L2" }
why = "The trial says so."
[prelim-hours]
removed = true
[prelim-dice]
removed = true
[prelim-grid]
removed = true
""",
    "nerves/tables/soldiers.csv": "key,name,cs,ds,sp,gl,nerve,?person\nnative,Native,1,4,6,3,raw,yes\n",
    "nerves/tables/firing.csv": "key,name,modifier\nnative,Firer is native,1\n",
    "nerves/saddle.py": '''
"""Riders shoot worse."""

from drillbook.asking import replacing
from drillbook.asking.questions import validation
from drillbook.rulesets.breaking_of_nations.common import shooting


@replacing(shooting.saddle)
def saddle(r, weapon):
    """A rider with a pistol shoots worse than one with a rifle."""
    return r.cited("movement.mass-ds") if weapon == "rifle" else r.cited("glory.rally")
''',
    "nerves/turns_to_panic.py": '''
"""How soon men break, asked anew."""

from drillbook.asking import Breakdown, Reader, Working, question


@question("trial/turns-to-panic", replaces="turns-to-panic")
def turns_to_panic(r: Reader) -> Breakdown[int]:
    """At which GL do they break?"""
    w = Working(r)
    w.start("they break at", "glory.panic-threshold")
    return w.answer(w.whole, headline=f"At GL {w.total}")
''',
}


@pytest.fixture(scope="module")
def lib(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    root = tmp_path_factory.mktemp("away")
    folder = root / "away" / "rulesets" / "trial_of_nations"
    rest = [one.stem for one in library().find("bon").chapters if one.stem not in ("glory", "artillery", "buildings")]
    for name, content in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content.lstrip().replace("REST", str(rest)), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(root))
        yield Library(root / "away" / "rulesets", "away.rulesets", beneath=library())


def test_its_questions_are_its_parents_but_the_dropped_one(lib: Library) -> None:
    """That each can be asked under every option and reading is checked with its chapters, below."""
    names = set(questions(lib.find("trial"), lib))
    assert names == set(questions(lib.find("bon"), lib)) - {"bombardment"}


@pytest.mark.slow
def test_every_example_is_answered_and_shown_in_its_name(lib: Library) -> None:
    layer = lib.find("trial")
    for spec in questions(layer, lib).values():
        for example in spec.examples:
            assert example.startswith("trial/")
            found = ask(example, otherwise=True, lib=lib)
            assert str(found.address).startswith(f"trial/{spec.name}")
            assert all("Trial, first" in printer(found).replace("\\", "") for printer in (text, markdown, bbcode))
            assert html(found)


def test_a_changed_number_changes_answers(lib: Library) -> None:
    assert lib.find("trial").rule("glory.panic-threshold").text.startswith("A unit panics when its GL comes to 8,")
    ours, theirs = ask("trial/glory-track", lib=lib), ask("bon/glory-track", lib=lib)
    assert ours.outcome.flat() != theirs.outcome.flat()
    assert "trial.nerves.breaking" in ours.consulted
    assert ask("trial/turns-to-panic", lib=lib).headline == "At GL 8"


def test_a_procedure_done_anew_is_done_so_by_inherited_questions(lib: Library) -> None:
    ridden = [
        ask(f"{short}/to-hit?mounted=yes&weapon=pistol&distance=5", lib=lib).outcome.flat()
        for short in ("bon", "trial")
    ]
    assert ridden[1]["needed"] - ridden[0]["needed"] == 1  # two in place of one
    assert "Worked out anew: A rider with a pistol" in filled_markers("<!--changes trial--><!--/changes-->", lib)


def test_what_is_no_procedure_cannot_be_done_anew() -> None:
    with pytest.raises(RulesError, match=r"hit_chance is no procedure; write @procedure where it stands"):
        replacing(hit_chance)(hit_chance)


def test_rows_come_and_go(lib: Library) -> None:
    assert "glory-test" in ask("trial/glory-test?grade=native", lib=lib).address.question
    with pytest.raises(AskError, match="Grade must be green, regular, veteran, elite or native, not 'civilian'"):
        ask("trial/glory-test?grade=civilian", lib=lib)


def test_a_ruling_has_another_name(lib: Library) -> None:
    layer = lib.find("trial")
    assert layer.ruling("gl-cap").id == "trial.ruling.nerve-ceiling"
    new_name = ask("trial/glory-track?ruling.nerve-ceiling=B", lib=lib)
    assert ask("trial/glory-track?ruling.gl-cap=B", lib=lib).headline == new_name.headline
    assert new_name.readings["nerve-ceiling"] == "B"


def test_what_is_dropped_says_so(lib: Library) -> None:
    with pytest.raises(
        AskError, match=r"no longer asks .* \(bombardment\); The Breaking of Nations answers it at bon/bombardment"
    ):
        ask("trial/bombardment", lib=lib)
    with pytest.raises(RulesError, match=r"it drops bon\.artillery\.prelim-grid of The Breaking of Nations"):
        lib.find("trial").rule("artillery.prelim-grid")


@pytest.mark.slow
@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.thorough)], ids=["in turn", "all"])
def test_its_chapters_are_written_and_in_order(
    lib: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, every: bool
) -> None:
    """Chapters of a throwaway ruleset are written and pass the check.

    A run asks a quarter of the inherited questions under every option and reading. The next commit's run asks the next
    quarter. The thorough variant asks all of them.
    """
    inherited = [name for name, spec in questions(lib.find("trial"), lib).items() if spec.slug != "trial_of_nations"]
    options, due = validation._of_options, inherited if every else in_turn(inherited)
    monkeypatch.setattr(validation, "_of_options", lambda spec, layer: options(spec, layer) if spec.name in due else ())
    for slug in ("nerves", "guns", "houses", "rest"):
        path = new(f"trial/{slug}", tmp_path, lib)
    assert check(tmp_path, lib) == []
    nerves = "\n".join(source(cell) for cell in read_notebook(path.parent / "nerves.ipynb")["cells"])
    assert 'calculator("trial/turns-to-panic")' in nerves
    assert "<summary>What changed from The Breaking of Nations: 2 changed, 4 dropped</summary>" in nerves
    assert "when its GL comes to 8" in nerves
    assert "[At which GL do they break?](nerves.ipynb#trial/turns-to-panic)" in nerves


def test_its_plates_live(lib: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    from drillbook_widgets.notebook import plate
    from drillbook_widgets.plate import state

    monkeypatch.setattr(state, "library", lambda: lib)
    monkeypatch.setattr(state, "find_question", lambda ruleset, name: questions(ruleset, lib)[name])
    made = plate.Plate("trial/glory-test?grade=native")
    assert made.head.fixed["question"] == "trial/glory-test"
    assert made.controller.state.answer is not None
    assert str(made.controller.state.answer.address).startswith("trial/glory-test?grade=native")


def test_rows_are_listed_with_the_chapter_that_takes_their_table_over(lib: Library) -> None:
    told = filled_markers("<!--changes trial rest--><!--/changes-->", lib)
    assert "Native" in told
    assert "Civilian" in told
    assert "Native" not in filled_markers("<!--changes trial guns--><!--/changes-->", lib)
