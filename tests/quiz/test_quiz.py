"""Tests of quizzes: the right answer is the question's own, every wrong one is earned.

The same seed makes the same quiz again.
"""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random

import pytest
from turn import turn

from drillbook import ask, library, questions
from drillbook.cli import main
from drillbook.errors import AskError
from drillbook.quiz import items_of, quiz
from drillbook.quiz.mistakes import led_astray, slips

PLACES = [f"{ruleset.short}/{chapter.slug}" for ruleset in library().all() for chapter in ruleset.chapters]
SHORTS = [ruleset.short for ruleset in library().all()]


@pytest.mark.parametrize("about", ["", *SHORTS])
def test_an_item_is_the_answer_of_its_own_address(about: str) -> None:
    made = quiz(about, 1 + turn() % 1000)
    assert len(made.items) == 6
    for item in made.items:
        words = [option.words for option in item.options]
        assert len(set(words)) == len(words) >= 3
        assert [not option.why for option in item.options] == [place == item.right for place in range(len(words))]
        found = ask(item.address)
        assert found.headline == words[item.right]
        assert set(item.rules) == set(found.consulted)


def test_a_number_makes_the_same_quiz_again() -> None:
    assert quiz("bn/shooting", 7) == quiz("bn/shooting", 7)
    assert quiz("bn/shooting", 7) != quiz("bn/shooting", 8)


def test_a_number_makes_the_same_quiz_in_another_process() -> None:
    """One in which questions have come to be known in another order."""
    code = "from drillbook import ask; ask('bn/shot'); from drillbook.quiz import quiz; print(*quiz('bn', 7).items, sep='|')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "|".join(map(str, quiz("bn", 7).items))


def test_wrong_answers_are_what_the_slip_leads_to() -> None:
    found = ask("bn/shot?weapon=ar&mode=burst&distance=40&troops=irr2&dodge=yes")
    told = {slip.words: led_astray(found, slip) for slip in slips(found)}
    without = ask("bn/shot?weapon=ar&mode=burst&distance=40&troops=irr2&dodge=no").headline
    assert told["That forgets “Target dodges”."] == without
    near = ask("bn/shot?weapon=ar&mode=burst&distance=25&troops=irr2&dodge=yes").headline
    assert told["That is the answer for “Distance: 25 cm”."] == near
    assert told["That is the answer for “Fire: Single shot”."] == "", "it is no wrong answer where it is the right one"
    assert {slip.sort for slip in slips(found)} == {"forgotten", "next row", "reading"}


def test_a_wrong_answer_does_not_give_itself_away() -> None:
    found = ask("fb/weapon-card?weapon=pistol&turns=2")
    of_weapons = [slip for slip in slips(found) if slip.words.startswith("That is the answer for “Weapon")]
    astray = [words for slip in of_weapons if (words := led_astray(found, slip))]
    assert astray
    assert all(words.startswith("The pistol reaches") for words in astray)


def test_a_wrong_answer_does_not_say_that_a_thing_is_not_itself() -> None:
    found = ask("bn/infiltration?troops=r1&step=after&objective=10&enemy=40&ruling.infiltration-order=A")
    astray = [words for slip in slips(found) if (words := led_astray(found, slip))]
    assert not any("not Special Forces" in words or "not after everybody" in words for words in astray)
    assert astray


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
def test_each_chapter_with_questions_has_a_quiz(place: str) -> None:
    short, _, slug = place.partition("/")
    ruleset = library().find(short)
    stem = next(chapter.stem for chapter in ruleset.chapters if chapter.slug == slug)
    asked = [spec for spec in questions(ruleset).values() if spec.chapter == stem]
    able = any(True for spec in asked for _ in items_of(ruleset, spec))
    assert quiz(place, 1 + turn() % 1000).items or not able


def test_a_number_whose_variations_make_no_item_asks_the_examples() -> None:
    assert quiz("nr/walk", 52).items


@pytest.mark.slow
@pytest.mark.parametrize("short", SHORTS)
def test_most_questions_can_be_asked_for(short: str) -> None:
    ruleset = library().find(short)
    known = list(questions(ruleset).values())
    drawn = Random(turn()).sample(known, len(known) // 3)
    able = [spec for spec in drawn if any(items_of(ruleset, spec))]
    assert len(able) >= len(drawn) * 2 // 3


@pytest.mark.parametrize(
    ("about", "seed", "sentence"),
    [
        ("zz", 1, "no ruleset"),
        ("bn/shoting", 1, "Did you mean 'shooting'?"),
        ("bn", 0, "from 1 to 999999"),
        ("bn", 1_000_000, "from 1 to 999999"),
    ],
)
def test_what_is_no_quiz_gets_a_sentence(about: str, seed: int, sentence: str) -> None:
    with pytest.raises(AskError, match=sentence.replace("?", r"\?")):
        quiz(about, seed)


def test_the_command_line_asks(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["quiz", "bn/morale", "--seed", "3", "--items", "2"]) == 0
    told = capsys.readouterr().out
    assert "Answers" in told
    assert "Quiz 3, bn/morale" in told
    assert main(["quiz", "bn/morale", "--seed", "3", "--items", "2", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [set(one) for one in data["items"]] == [
        set("asked situation options right steps address rules readings".split())
    ] * 2
    assert main(["quiz", "bn", "--seed", "0"]) == 2


def test_house_rules_are_right_in_a_quiz_and_its_items_say_so() -> None:
    theirs = {"bn": {"range-bands": "B", "within-5cm": "B"}}
    apart = []
    for seed in range(1, 40):
        usual, made = quiz("bn/shooting", seed), quiz("bn/shooting", seed, rules=theirs)
        for item in made.items:
            found = ask(item.address)
            assert found.headline == item.options[item.right].words
            assert {*found.address.readings} <= {*found.readings}, (
                "a reading that the answer does not hang on is left out"
            )
            assert bool(item.readings) == bool(found.address.readings)
        apart += [item for item in made.items if item.readings]
        if apart:
            assert made != usual
            break
    assert next(named for item in apart for named, _ in item.readings) == "reading B of range bands"
