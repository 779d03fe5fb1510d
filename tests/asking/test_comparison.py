"""Tests of answers beside each other: the situations as data, and what differs between them.

The comparison works nothing out itself: every answer comes from the questions.
"""

from __future__ import annotations

import json
import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from drillbook import AskError, Library, RulesError, ask, library
from drillbook.asking.questions.validation import declared_faults
from drillbook.asking.uses.comparison import (
    comparison_of_addresses,
    kin,
    known_situations,
    side,
    situation,
    situation_faults,
)
from drillbook.cli import main
from drillbook.formats.compared import html
from drillbook.formats.compared_text import data, markdown, text
from drillbook.formats.json import answer_json as as_data
from drillbook.maths.number_words import percent
from drillbook.rules.schema.situations import places

TOYS = Path(__file__).parents[1] / "toy" / "rulesets"
BOOKS = library().all()
LMG, RIFLE = "bn/shot?weapon=lmg&distance=40", "bn/shot?weapon=ar&mode=burst&distance=40"
KNOWN = """
[throw]
name = "A throw"
question = "Does it hit?"
"""


def toys(tmp_path: Path, known: str = KNOWN, **answered: str) -> Library:
    """Return a library of the toys with situations of their own.

    known: the text of the library's situations.toml; answered: by ruleset, the text of the file in that ruleset's folder.
    """
    root = Path(shutil.copytree(TOYS, tmp_path / "rulesets"))
    (root / "situations.toml").write_text(known, "utf-8")
    for slug, words in answered.items():
        (root / slug / "situations.toml").write_text(words, "utf-8")
    return Library(root, package="toy.rulesets")


@pytest.mark.parametrize("ruleset", BOOKS, ids=lambda one: one.short)
def test_every_ruleset_has_a_word_on_every_situation(ruleset) -> None:  # type: ignore[no-untyped-def]
    assert set(places(ruleset, library())) == set(known_situations())
    assert list(situation_faults(ruleset)) == []


@pytest.mark.parametrize("name", known_situations())
def test_a_situation_tells_what_each_ruleset_answers(name: str) -> None:
    one = situation(name)
    assert [found.ruleset for found in one.sides] == BOOKS
    assert len(one.likely) > 1
    assert one.difference
    for found in one.answered:
        assert found.found is not None
        assert found.found.headline == ask(found.address).headline
        assert found.of
        assert found.chance is not None
        assert 0 <= found.chance <= 1
    page = html(one)
    assert all(
        percent(found.chance).replace(" %", "\u00a0%") in page for found in one.likely if found.chance is not None
    )
    assert all(found.complaint for found in one.sides if found.found is None)


def test_what_is_counted_is_what_the_file_says() -> None:
    place = places(library().find("gw"), library())["volley"]
    found = side(f"gw/{place.ask}", place=place)
    assert place.least == 1
    assert found.spread is not None
    assert found.found is not None
    assert found.chance == 1 - found.spread.chances[0] != getattr(found.found.outcome, "chance", None)
    place = places(library().find("nr"), library())["charge"]
    found = side(f"nr/{place.ask}", place=place)
    assert found.spread is not None
    assert found.chance == 1 - found.spread.chances["removed"] < 1


def test_a_layer_answers_in_its_own_name_and_a_further_ruleset_appears_by_itself(tmp_path: Path) -> None:
    lib = toys(tmp_path, base_game='[throw]\naddress = "stone?thrower=boy"\nchance_of = "a hit"\n')
    one = situation("throw", lib)
    assert [found.ruleset.slug for found in one.sides if found.ruleset] == ["base_game", "colonial_layer"]
    assert [found.address.partition("/")[0] for found in one.sides] == [found.short for found in lib.all()]
    assert all(found.found is not None for found in one.sides), [found.complaint for found in one.sides]


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ('[duel]\naddress = "stone"\nchance_of = "a hit"\n', "there is no such situation"),
        ('[throw]\naddress = "stone"\n', "needs chance_of"),
        ('[throw]\nchance_of = "a hit"\n', "either address"),
        (
            '[throw]\naddress = "stone"\nchance_of = "a hit"\nat_least = 1\noutcomes = ["1"]\n',
            "both at_least and outcomes",
        ),
    ],
)
def test_a_wrong_file_is_a_sentence(tmp_path: Path, words: str, fault: str) -> None:
    lib = toys(tmp_path, base_game=words)
    with pytest.raises(RulesError, match=fault):
        places(lib.load("base_game"), lib)


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ('[throw]\naddress = "ston"\nchance_of = "a hit"\n', "has no question 'ston'"),
        ('[throw]\naddress = "stone?hurler=goat"\nchance_of = "a hit"\n', "goat"),
        ('[throw]\naddress = "stone"\nchance_of = "a hit"\nexhibit = "beads"\n', "no bars 'beads'"),
    ],
)
def test_an_address_that_leads_nowhere_is_told_by_the_check(tmp_path: Path, words: str, fault: str) -> None:
    lib = toys(tmp_path, base_game=words)
    assert any(fault in one for one in declared_faults(lib.load("base_game"), lib))


def test_what_differs_is_marked_and_what_does_not_is_not() -> None:
    one = comparison_of_addresses([LMG, RIFLE])
    first, second = one.sides
    assert "Weapon" in one.differing(first)
    assert "Distance" not in one.differing(first)
    assert one.own_steps(first)
    assert one.own_steps(second)
    same = comparison_of_addresses([LMG, LMG])
    assert not any(same.differing(found) or same.own_steps(found) for found in same.sides)
    assert same.difference == "The chance is exactly the same."
    foreign = comparison_of_addresses([LMG, "nr/volley"])
    assert not any(foreign.differing(found) for found in foreign.sides)


def test_two_readings_are_told_apart() -> None:
    ruleset = library().find("bn")
    found = ask("bn/shot?weapon=ar&distance=30")
    ruling = next(ruleset.ruling(name) for name in found.readings if ruleset.ruling(name).free)
    other = next(letter for letter in ruling.readings if letter != ruling.default)
    one = comparison_of_addresses([str(found.address), f"{found.address}&ruling.{ruling.name}={other}"])
    assert ruling.ask in one.differing(one.sides[0])
    assert ruling.ask in one.differing(one.sides[1])
    assert f"reading {other} of" in text(one) or "option" in text(one)
    assert all(f"<small>reading {letter} of" in html(one) for letter in (ruling.default, other))


def test_parent_and_variant_are_kin_in_both_directions() -> None:
    [variant] = kin(ask("bon/volley?firers=5"))
    assert variant.ruleset is library().find("fb")
    assert "firers=5" in variant.address
    [parent] = kin(ask("fb/volley?firers=5"))
    assert parent.ruleset is library().find("bon")
    assert "firers=5" in parent.address
    assert kin(ask(LMG)) == ()
    assert kin(ask("fb/strike")) == ()


def test_two_to_four_and_no_other_number() -> None:
    for many in (0, 1, 5):
        with pytest.raises(AskError, match=f"two to four addresses, not {many}"):
            comparison_of_addresses([LMG] * many)
    assert len(comparison_of_addresses([LMG] * 4).sides) == 4


def test_a_bad_address_has_its_sentence_and_the_others_their_answer() -> None:
    one = comparison_of_addresses(["bn/shot?weapon=<script>", "xx/y", RIFLE])
    assert "<script>" not in html(one)
    assert "&lt;script&gt;" in html(one)
    assert "There is no ruleset" in one.sides[1].complaint
    assert one.sides[2].found is not None
    assert one.difference == ""


def test_the_distributions_share_an_axis_and_a_scale() -> None:
    one = comparison_of_addresses([LMG, RIFLE])
    found = [part.partition("%")[0] for part in html(one).split('style="height: ')[1:]]
    spreads = [each.spread.chances for each in one.sides if each.spread]
    assert len(found) == len(spreads) * (1 + max(max(one) for one in spreads))
    highest = max(chance for spread in spreads for _, chance in spread.items())
    wanted = [spread[hits] / highest for spread in spreads for hits in range(1 + max(max(one) for one in spreads))]
    assert [float(height) for height in found] == pytest.approx([float(height) * 100 for height in wanted], abs=0.01)


def test_the_command_line_answers_as_ask_does(capsys) -> None:  # type: ignore[no-untyped-def]
    assert main(["compare", LMG, RIFLE, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["answer"]["outcome"] for one in told["sides"]] == [as_data(ask(one))["outcome"] for one in (LMG, RIFLE)]
    assert [Fraction(one["chance"]) for one in told["sides"]] == [ask(one).outcome.chance for one in (LMG, RIFLE)]
    assert main(["compare", "shot"]) == 0
    told_in_words = capsys.readouterr().out
    assert all(book.title in told_in_words for book in BOOKS)
    assert main(["compare", LMG]) == 2
    assert "two to four" in capsys.readouterr().err
    assert main(["compare", LMG, "xx/y"]) == 2
    assert "B: There is no ruleset" in capsys.readouterr().err


def test_the_table_of_a_notebook_has_a_row_for_each() -> None:
    one = situation("nerve")
    assert len(markdown(one).splitlines()) == 2 + len(BOOKS)
    assert data(one)["sides"][0]["answer"]["link"] == f"/{one.sides[0].address}"
