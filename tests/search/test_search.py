"""Tests of what the search finds first, for words that a reader would type.

They also cover what it makes of a situation given in fragments.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest

from drillbook import ask, library
from drillbook.errors import Contradiction
from drillbook.rules.cache import as_bytes, made_again
from drillbook.search import Finder, with_answers
from drillbook.search.form import forms_of
from drillbook.search.hits import KINDS
from drillbook.search.words import LONGEST, NUMBERS, tokens

WANTED = json.loads((Path(__file__).parent / "wanted.json").read_text("utf-8"))
LEAST_A_RULESET = 30
HOSTILE = [
    "",
    "   ",
    '"',
    "'; DROP TABLE entry; --",
    "* OR NOT AND NEAR(",
    "(((((((",
    "title:morale",
    "-1 0 1/0 9999999999999999999999",
    "<script>alert(1)</script>",
    "\x00\x01\ud800",
    "💥" * 50,
    "lmg " * 500,
    "a" * 10_000,
    "ünïcödé – “quotes” …",
    "40 40 40 40 40 40",
]


@pytest.fixture(scope="module")
def found() -> Finder:
    return Finder(library().all(), library())


def first(found: Finder, words: str, ruleset: str) -> str:
    return next((hit.address for hit in found.search(words, ruleset)), "nothing")


@pytest.mark.parametrize("ruleset", WANTED)
def test_what_is_wanted_stands_first(found: Finder, ruleset: str) -> None:
    rows = WANTED[ruleset]
    assert len(rows) >= LEAST_A_RULESET
    told = {words: first(found, words, ruleset) for words, _ in rows}
    wrong = {words: told[words] for words, address in rows if not told[words].startswith(address)}
    assert not wrong


@pytest.mark.parametrize("ruleset", WANTED)
def test_forms_that_were_kept_find_the_same(ruleset: str) -> None:
    own, lib = library().find(ruleset), library()
    forms = forms_of(own, lib)
    kept = made_again(as_bytes(forms))
    assert kept == forms
    usual, other = Finder([own], lib), Finder((), lib)
    other.add(own, lib, forms=kept)
    for words, _ in WANTED[ruleset]:
        assert other.search(words) == usual.search(words)


def test_every_ruleset_is_held_to_it() -> None:
    assert set(WANTED) == {ruleset.short for ruleset in library().all()}


@pytest.mark.parametrize("ruleset", WANTED)
def test_a_situation_has_the_answer_of_the_question_that_it_asks(found: Finder, ruleset: str) -> None:
    situations = [(words, address) for words, address in WANTED[ruleset] if "?" in address]
    assert situations
    for words, _ in situations:
        hit = with_answers(found.search(words, ruleset))[0]
        assert hit.answer == ask(hit.address).headline
        assert hit.snippet


def test_what_was_taken_for_granted_is_told(found: Finder) -> None:
    (hit, *_) = with_answers(found.search("lmg 40 cover"))
    assert hit.address == "bn/shot?weapon=lmg&distance=40&cover=yes"
    assert hit.answer == ask("bn/shot?weapon=lmg&distance=40&cover=yes").headline
    said, _, granted = hit.snippet.partition("Taken for granted:")
    assert "Light machine gun" in said
    assert "40 cm" in said
    assert "Firer" in granted


@pytest.mark.parametrize(
    ("words", "ruleset", "address", "without"),
    [
        ("lmg 10 cover", "bon", "bon/to-hit?weapon=lmg&distance=10", "Left out: “cover”."),
        ("lmg 10 no cover", "bon", "bon/to-hit?weapon=lmg&distance=10", "Left out: “no cover”."),
        ("lmg 40 cover", "bn", "bn/shot?weapon=lmg&distance=40&cover=yes", ""),
        ("lmg 40 cover 77", "bn", "bn/shot?weapon=lmg&distance=40&cover=yes", "Left out: “77”."),
        ("chance to hit lmg 40", "bn", "bn/shot?weapon=lmg&distance=40", ""),
    ],
)
def test_what_sets_nothing_is_said_to_be_left_out(
    found: Finder, words: str, ruleset: str, address: str, without: str
) -> None:
    (hit,) = (one for one in found.search(words, ruleset) if one.address == address)
    assert without in hit.snippet
    assert bool(without) == ("Left out" in hit.snippet)


def test_every_figure_typed_is_in_the_address_or_said_to_be_left_out(found: Finder) -> None:
    for ruleset, rows in WANTED.items():
        for words, wanted in rows:
            if "?" not in wanted:
                continue
            figures = [token.text for token in tokens(f"{words} 77") if token.number is not None]
            for hit in found.search(f"{words} 77", ruleset):
                if hit.filled:
                    said = f"{hit.address} {hit.snippet}"
                    assert all(one in said or one in NUMBERS for one in figures), (words, hit.address, hit.snippet)


@pytest.mark.parametrize("words", HOSTILE)
def test_nonsense_is_no_error(found: Finder, words: str) -> None:
    for hit in found.search(words):
        assert hit.kind in KINDS


def test_what_is_typed_is_bounded() -> None:
    assert len(tokens("x " * LONGEST)) <= LONGEST / 2


def test_a_form_is_never_filled_with_what_it_refuses_to_read(found: Finder) -> None:
    """Addresses that the search offers can be asked, whatever the numbers.

    Inputs that do not apply are left out.
    """
    for words in (
        "rifle 999",
        "lmg 40 crew 2 mounted",
        "elite 3 trench night",
        "cover no cover",
        "cavalry 12 square 45 degrees",
    ):
        for hit in found.search(words):
            if hit.kind != "question":
                continue
            with suppress(Contradiction):  # each input is fine by itself
                ask(hit.address)


def test_hits_of_one_ruleset_are_its_own_and_all_are_found_together(found: Finder) -> None:
    for ruleset in library().all():
        assert {hit.ruleset for hit in found.search("charge", ruleset.short)} <= {ruleset.short}
    everywhere = found.search("charge", most=40)
    assert len({hit.ruleset for hit in everywhere}) > 1
    assert [hit.score for hit in everywhere] == sorted((hit.score for hit in everywhere), reverse=True)


def test_a_word_of_another_ruleset_is_not_taken_for_a_misspelt_one(found: Finder) -> None:
    """Searches do not take a word of another ruleset for a misspelt word.

    `squad` is a word of one ruleset. In another ruleset `square` is near to it, but it is not what the reader meant.
    """
    assert not [hit for hit in found.search("squad", "nr") if "square" in hit.address]


@pytest.mark.parametrize(
    ("words", "ruleset", "unwanted"),
    [
        ("double six critical", "nr", "nr/move-plan"),
        ("double six critical", "nr", "nr/order-odds"),
        ("throw grenade how far", "bon", "bon/preparation"),
        ("throw grenade how far", "bon", "bon/setup"),
        ("volley 6 rifles 12", "bon", "bon/hit-location"),
    ],
)
def test_what_holds_but_a_number_or_a_stray_word_is_not_found(
    found: Finder, words: str, ruleset: str, unwanted: str
) -> None:
    assert not [hit.address for hit in found.search(words, ruleset) if hit.address.startswith(unwanted)]


def test_every_hit_leads_somewhere(found: Finder) -> None:
    """A rule's sentence in a chapter of the book, a word of a glossary, a question."""
    chapters = {f"{one.short}/{chapter.slug}" for one in library().all() for chapter in one.chapters}
    for words in ("fire", "move", "hit", "turn"):
        for hit in found.search(words, most=60):
            page = hit.address.partition("#")[0]
            assert hit.kind == "question" or page in chapters or page.endswith("/glossary"), hit
