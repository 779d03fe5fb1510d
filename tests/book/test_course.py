"""Tests of the courses: each is played, and its story agrees with its dice.

A story that no longer agrees is refused with a sentence.
"""

import re
import shutil
from pathlib import Path

import pytest

from drillbook import AskError, Library, RulesError, ask, library
from drillbook.asking.answers.simulation import simulate, throw
from drillbook.book.course import FILE, course_file, course_of, plate_line
from drillbook.book.course_checks import course_faults, episodes_without_checks, notebook_of, unlawful
from drillbook.book.course_markers import beyond, faces, fell, guess, guess_of, muster, now
from drillbook.book.folder import book_folder, read_notebook, source
from drillbook.book.inline_answers import answer_text
from drillbook.book.markers import filled_markers, markers
from drillbook.book.notebooks import canonical, plate_addresses, rewritten
from drillbook.maths.number_words import percent
from drillbook.rules.model import Ruleset

COURSES = [one for one in library().all() if course_file(one, library()).is_file()]
LESSONS = 5
"""Fewer are no evening."""
each = pytest.mark.parametrize("ruleset", COURSES, ids=lambda one: one.short)


def cells(ruleset: Ruleset) -> list[dict]:  # type: ignore[type-arg]
    return list(read_notebook(notebook_of(ruleset, book_folder()))["cells"])


def text(ruleset: Ruleset) -> str:
    return "\n\n".join(source(cell) for cell in cells(ruleset) if cell["cell_type"] == "markdown")


@each
def test_a_course_is_told_in_lessons_and_nothing_is_given_away(ruleset: Ruleset) -> None:
    assert list(course_faults(ruleset, cells(ruleset), library())) == []
    assert len(re.findall(r"^## Lesson", text(ruleset), re.MULTILINE)) >= LESSONS
    assert text(ruleset).count(f"<!--beyond {ruleset.short} -->") == 1


@each
def test_every_lesson_has_a_guess_and_at_most_two_plates(ruleset: Ruleset) -> None:
    lessons: list[list[str]] = []
    for cell in cells(ruleset):
        told = source(cell)
        if told.startswith("## "):
            lessons.append([])
        if lessons:
            lessons[-1] += ["guess"] * told.count("<!--guess ") if cell["cell_type"] == "markdown" else ["plate"]
    for lesson in lessons[:-1]:
        assert lesson.count("guess") >= 1
        assert lesson.count("plate") <= 2
    assert sum(lesson.count("plate") for lesson in lessons) >= LESSONS


@each
def test_state_is_handed_from_question_to_question(ruleset: Ruleset) -> None:
    course = course_of(ruleset, library())
    handed = [one for one in course.moments.values() if "{" in one.episode.address]
    assert len(handed) >= 3
    assert any(one.thrown for one in course.moments.values())
    last = list(course.moments.values())[-1].state
    assert sum(course.start[thing] != last[thing] for thing in course.start) >= 3


@each
def test_a_guess_is_right_when_it_says_what_the_question_answers(ruleset: Ruleset) -> None:
    """Guess boxes hold the answer that the question gives, asked again at the box's address."""
    boxes = re.findall(r'<div class="guess" id="guess-([a-z0-9-]+)" ([^>]*)>', text(ruleset))
    assert boxes
    for name, held in boxes:
        data = dict(re.findall(r'data-([a-z]+)="([^"]*)"', held))
        found = ask(data["address"].replace("&amp;", "&"))
        form = course_of(ruleset, library()).moment(name).episode.guess
        flat = found.outcome.flat() if not found.refused else {}  # type: ignore[union-attr]
        field = form.partition(":")[0]
        if data["kind"] == "chance":
            chance = found.outcome.chance if form == "chance" else flat[field]  # type: ignore[union-attr]
            assert abs(float(data["right"]) - float(chance) * 100) <= 0.05 + 1e-9, (name, percent(chance))
        elif data["kind"] == "number":
            assert float(data["right"]) == float(flat[field] if isinstance(flat, dict) and field else flat)
        else:
            assert data["right"] in {found.headline, "Yes", "No", str(flat.get(field))}


@each
def test_dice_that_fall_otherwise_break_the_story(ruleset: Ruleset) -> None:
    """Episodes whose story differs from how their dice fell are refused by the book."""
    course = course_of(ruleset, library())
    for moment in course.moments.values():
        if moment.thrown is None:
            continue
        marker = f"<!--fell {ruleset.short}/{moment.episode.name} {moment.fell} "
        assert marker in text(ruleset), f"write {marker}-->"
        with pytest.raises(AskError, match="but the dice of"):
            filled_markers(f"{marker}and more -->So it was.<!--/fell-->", library())


@each
def test_every_episode_is_checked_against_the_rules(ruleset: Ruleset) -> None:
    assert list(unlawful(course_of(ruleset, library()), library())) == []
    missing = episodes_without_checks(course_of(ruleset, library()))
    assert not missing, f"give these episodes checks, or 'unchecked_reason' with the reason: {missing}"


@each
def test_a_reason_for_no_check_is_a_sentence(ruleset: Ruleset) -> None:
    for name, moment in course_of(ruleset, library()).moments.items():
        reason = moment.episode.unchecked_reason
        assert not reason or (len(reason.split()) >= 5 and reason.endswith(".")), name


@each
def test_a_plate_shows_its_episode(ruleset: Ruleset) -> None:
    course = course_of(ruleset, library())
    shown = [cell for cell in cells(ruleset) if cell["id"].startswith("plate-")]
    for cell in shown:
        assert source(cell) == plate_line(course, cell["id"])
        assert plate_addresses(source(cell)) == [str(course.moment(cell["id"].removeprefix("plate-")).found.address)]


def test_one_throw_is_the_simulation_of_one() -> None:
    for address in (
        "bn/shot?weapon=lmg&distance=20",
        "bn/saving-throw?troops=r4",
        "bn/morale-test?squad=9,r2,yes&lost=3",
    ):
        found = ask(address)
        for seed in range(1, 20):
            [progress] = simulate(found, 1, seed)
            assert progress.counts == {throw(found, seed).outcome: 1}
    assert len(throw(ask("bn/shot?weapon=lmg&distance=20"), 1).faces) == 4


# a course of our own, in which everything can be made wrong


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a folder with one ruleset in it, Breaking News, to be changed."""
    folder = tmp_path / "rulesets"
    unwanted = shutil.ignore_patterns("__pycache__")
    shutil.copytree(library().root / "breaking_news", folder / "breaking_news", ignore=unwanted)
    return folder


def course_at(root: Path, toml: str) -> Library:
    (root / "breaking_news" / FILE).write_text(toml, encoding="utf-8")
    return Library(root, package=library().package)


SMALL = """
[start]
gap = 20
men = 6
him = "fit"

[table]
columns = ["Who", "How"]
rows = [["He", "{him}"], ["They", "{men} men"]]

[[episode]]
name = "burst"
address = "shot?weapon=lmg&distance={gap}&troops=r4"
seed = SEED
guess = "chance"
prompt = "How likely is a hit?"
effects = { "0" = {}, "*" = { him = "hit", men = { subtract = "{burst}" }, gap = { add = 5 } } }

[[episode]]
name = "next"
address = "shot?weapon=ar&distance={gap}&troops=r4"
guess = "needed"
prompt = "What now?"
"""


def hits(root: Path, wanted: int) -> Library:
    """Return a library with the small course, its seed chosen so that the burst hits so often."""
    found = ask("bn/shot?weapon=lmg&distance=20&troops=r4")
    seed = next(seed for seed in range(1, 500) if throw(found, seed).outcome == wanted)
    return course_at(root, SMALL.replace("SEED", str(seed)))


def test_what_was_thrown_is_handed_on(root: Path) -> None:
    for wanted in (0, 1, 2):
        lib = hits(root, wanted)
        course = course_of(lib.find("bn"), lib)
        assert course.moment("burst").fell == str(wanted)
        assert course.state_at("burst")["men"] == 6 - wanted
        assert str(course.moment("next").found.inputs["distance"]) == ("25" if wanted else "20")
        assert now(lib, "bn/next", "men") == str(6 - wanted)
        assert now(lib, "bn/start", "him") == "fit"
        assert ("**hit**" in muster(lib, "bn/next")) == bool(wanted)
        assert len(faces(lib, "bn/burst").replace(" and ", ", ").split(", ")) == 4


def test_a_story_that_the_dice_deny_is_refused(root: Path) -> None:
    sentence = "<!--fell bn/burst 1 -->He is hit.<!--/fell-->"
    assert filled_markers(f"Look: {sentence}", hits(root, 1)) == f"Look: {sentence}"
    with pytest.raises(AskError, match="the story says '1', but the dice of burst say '2'"):
        filled_markers(sentence, hits(root, 2))
    with pytest.raises(AskError, match="holds a digit"):
        fell(hits(root, 1), "bn/burst", "1", body="He takes 1 hit.")
    with pytest.raises(AskError, match="throws no dice"):
        fell(hits(root, 1), "bn/next", "1", body="No.")
    lib = hits(root, 1)
    fallen = ",".join(str(face) for face in course_of(lib.find("bn"), lib).moment("burst").thrown.faces)  # type: ignore[union-attr]
    fell(lib, "bn/burst", "1", f"dice={fallen}", body="So it fell.")
    with pytest.raises(AskError, match="stands on the dice 9 and 9, but"):
        fell(lib, "bn/burst", "1", "dice=9,9", body="So it fell.")
    inner = "<!--fell bn/burst 1 -->With <!--dice bn/burst --><!--/dice--> he is hit.<!--/fell-->"
    assert "<!--dice bn/burst --><!--/dice-->" not in filled_markers(inner, hits(root, 1))


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("distance={gap}&troops=r4\"\nseed", "distance={lost}&troops=r4\"\nseed", "{lost} is nothing of the state"),
        ("distance={gap}&troops=r4\"\nseed", "distance={next.needed}&troops=r4\"\nseed", "has not been played"),
        ("weapon=lmg", "weapon=spear", "Mend its address"),
        ('"0" = {}, "*"', '"0" = {}, "9"', "have nothing for that"),
        ("him = \"hit\",", "her = \"hit\",", "'her' is nothing of the state"),
        ("men = { subtract", "him = { subtract", "cannot become less or more"),
        ('["They", "{men} men"]', '["They"]', "has 1 cells, the head 2"),
        ('"{men} men"', '"{women} men"', "is nothing of the state"),
        ('name = "next"', 'name = "burst"', "is the name of two things"),
        ('guess = "needed"', 'gues = "needed"', "not known here"),
        ("distance={gap}&troops=r4\"\nguess", "distance={gap}&troops=r4\"\nseed = 1\nguess = \"chance\"\n#", "")
    ],
)  # fmt: skip
def test_a_course_that_cannot_be_played_says_why(root: Path, old: str, new: str, sentence: str) -> None:
    toml = SMALL.replace("SEED", "4")
    assert old in toml
    changed = (
        toml.replace('him = "hit", ', "").replace(old, new, 1)
        if "him = { subtract" in new
        else toml.replace(old, new, 1)
    )
    lib = course_at(root, changed)
    if not sentence:
        course_of(lib.find("bn"), lib)
        return
    with pytest.raises((RulesError, AskError), match=re.escape(sentence)):
        course_of(lib.find("bn"), lib)


def checked(root: Path, *checks: str) -> list[str]:
    """Return what is wrong with these checks of the small course's burst.

    The burst hits one man.
    """
    seed = next(
        seed for seed in range(1, 500) if throw(ask("bn/shot?weapon=lmg&distance=20&troops=r4"), seed).outcome == 1
    )
    lines = ",".join(f"{{ {one} }}" for one in checks)
    old = 'prompt = "How likely is a hit?"'
    lib = course_at(root, SMALL.replace("SEED", str(seed)).replace(old, f"{old}\nchecks = [{lines}]", 1))
    return list(unlawful(course_of(lib.find("bn"), lib), lib))


SHOT = "shot?weapon=ar&distance={gap}&troops=r4"


def test_a_check_looks_at_the_state_before_or_after_its_episode(root: Path) -> None:
    test = "morale-test?squad=9,r2,yes&lost={men}"
    before, after = (answer_text(ask(f"bn/{test.format(men=men)}"), "headline") for men in (6, 5))
    assert before != after
    assert (
        checked(
            root,
            f'address = "{test}", expected = "{before}"',
            f'address = "{test}", expected = "{after}", after_episode = true',
        )
        == []
    )
    [fault] = checked(root, f'address = "{test}", expected = "{after}"')
    assert fault.startswith("breaking_news/course.toml, episode burst: bn/morale-test?squad=9,r2,yes&lost=6 is checked")
    assert f"for headline “{after}”, but says “{before}”" in fault
    assert "mend the story" in fault


def test_a_check_may_expect_a_number_a_yes_or_a_thing_of_the_state(root: Path) -> None:
    needed = answer_text(ask("bn/shot?weapon=ar&distance=20&troops=r4"), "needed")
    assert checked(root, f'address = "{SHOT}", field = "needed", expected = {needed}') == []
    assert checked(root, f'address = "{SHOT}", field = "needed", expected = "{needed}"') == []
    [fault] = checked(root, f'address = "{SHOT}", field = "needed", expected = "{{men}}", after_episode = true')
    assert "is checked for needed “5”" in fault


@pytest.mark.parametrize(
    ("check", "sentence"),
    [
        ('address = "shot?weapon=ar&distance={lost}", expected = "x"', "cannot be asked: {lost} is nothing of the state"),
        ('address = "shot?weapon=ar&distance={gap}", expected = "{lost}"', "cannot be asked: {lost} is nothing of the state"),
        ('address = "shot?weapon=spear", expected = "x"', "but cannot be: "),
        ('address = "nothing", expected = "x"', "but cannot be: "),
        (f'address = "{SHOT}", field = "nothing", expected = true', "is checked for nothing “yes”, but cannot be: shot has no 'nothing'"),
        ('address = "gauntlet?men=1&group=yes", expected = "x"', "The nearest that fits is"),
        ('address = "shot?weapon=pistol&distance={gap}", expected = "x"', "but the rules refuse it: "),
    ],
)  # fmt: skip
def test_a_check_that_fails_says_why(root: Path, check: str, sentence: str) -> None:
    [fault] = checked(root, check)
    assert sentence in fault


def test_an_episode_has_checks_or_a_reason(root: Path) -> None:
    toml = SMALL.replace("SEED", "4")
    lib = course_at(root, toml)
    assert episodes_without_checks(course_of(lib.find("bn"), lib)) == ["burst", "next"]
    lib = course_at(
        root, toml.replace('prompt = "What now?"', 'prompt = "What now?"\nunchecked_reason = "Nobody asks that."')
    )
    assert episodes_without_checks(course_of(lib.find("bn"), lib)) == ["burst"]
    both = f'prompt = "What now?"\nunchecked_reason = "Nobody asks that."\nchecks = [{{ address = "{SHOT}", expected = "x" }}]'
    lib = course_at(root, toml.replace('prompt = "What now?"', both))
    with pytest.raises(RulesError, match="leave 'unchecked_reason' out"):
        course_of(lib.find("bn"), lib)


def test_what_cannot_be_guessed_says_why(root: Path) -> None:
    def with_guess(form: str) -> Library:
        return course_at(root, SMALL.replace("SEED", "4").replace('guess = "needed"', form))

    for form, sentence in (
        ('guess = "nothing"', "has no 'nothing'"),
        ('guess = "needed"\noptions = ["7", "8"]', "one of them must be right"),
        ("", "asks for no guess"),
    ):
        lib = with_guess(form)
        with pytest.raises(AskError, match=sentence):
            guess(lib, "bn/next")
    lib = with_guess('guess = "needed"\noptions = ["3", "4", "5", "6"]')
    assert guess_of(course_of(lib.find("bn"), lib).moment("next")).kind == "choice"
    lib = with_guess('guess = "headline"')
    made = guess(lib, "bn/next")
    assert 'data-kind="choice"' in made
    assert "guess-slips" in made


def test_an_unknown_episode_gets_a_sentence() -> None:
    for source_, sentence in (
        ("<!--guess bn/nothing --><!--/guess-->", "has no episode 'nothing'"),
        ("<!--guess nothing --><!--/guess-->", "such as bn/first-shot"),
        ("<!--now bn/start nothing --><!--/now-->", "is nothing of the state"),
    ):
        with pytest.raises(AskError, match=sentence):
            filled_markers(source_, library())


def test_the_faults_of_a_course_are_told(root: Path, tmp_path: Path) -> None:
    lib = hits(root, 1)
    bn = lib.find("bn")

    def faults(*told: str) -> str:
        made = [
            {"id": f"plate-{one[6:]}", "cell_type": "code", "source": "x"}
            if one.startswith("plate ")
            else {"id": "words", "cell_type": "markdown", "source": one}
            for one in told
        ]
        return " ".join(course_faults(bn, made, lib))

    whole = ("<!--guess bn/burst -->", "plate burst", "<!--fell bn/burst 1 -->", "<!--guess bn/next -->")
    assert faults(*whole) == ""
    assert "a plate of burst stands before its guess" in faults(whole[1], whole[0], *whole[2:])
    assert "a fell of burst stands before its guess" in faults(whole[2], whole[0], whole[3])
    assert "no sentence tells what they say" in faults(whole[0], whole[3])
    assert "episode next wants" in faults(*whole[:3])
    assert "another order" in faults(whole[3], *whole[:3])
    assert "more than once" in faults(*whole, whole[3])
    assert "is told nowhere" in " ".join(course_faults(bn, None, lib))
    wrong = f'prompt = "What now?"\nchecks = [{{ address = "{SHOT}", expected = "x" }}]'
    toml = (root / "breaking_news" / FILE).read_text(encoding="utf-8")
    lib = course_at(root, toml.replace('prompt = "What now?"', wrong))
    bn = lib.find("bn")
    assert "episode next: bn/shot?" in faults(*whole)
    assert "breaking_news/course.toml: give burst checks, or unchecked_reason" in faults(*whole)


def test_a_notebook_without_a_course_says_what_to_write(tmp_path: Path, root: Path) -> None:
    (root / "breaking_news" / FILE).unlink()
    lib = Library(root, package=library().package)
    path = tmp_path / "book" / "breaking_news" / "course.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(canonical({"cells": []}), encoding="utf-8")
    with pytest.raises(RulesError, match=re.escape("write breaking_news/course.toml")):
        rewritten(path, lib)


def test_the_end_names_the_chapters_that_were_left_out() -> None:
    for ruleset in COURSES:
        course = course_of(ruleset, library())
        rest = beyond(library(), ruleset.short)
        met = {moment.found.spec.chapter for moment in course.moments.values()}
        for chapter in ruleset.chapters:
            assert (f"](/{ruleset.short}/{chapter.slug})" in rest) == (chapter.stem not in met), chapter.slug


def test_markers_of_a_course_are_found() -> None:
    found = [
        one.kind
        for one in markers(
            "A <!--fell bn/a 1 -->b <!--dice bn/a -->1<!--/dice--><!--/fell--> <!--now bn/start c -->2<!--/now-->"
        )
    ]
    assert found == ["fell", "now"]
