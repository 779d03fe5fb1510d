"""The address grammar: what is understood, and the sentence for what is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drillbook import Address, AskError, ask, decode, encode

NAMES = st.from_regex(r"[a-z][a-z0-9]{0,8}(-[a-z0-9]{1,5})?", fullmatch=True)
TEXT = st.text(st.characters(blacklist_categories=("Cs",)), max_size=30)


@given(NAMES, NAMES, st.dictionaries(NAMES, TEXT, max_size=5), st.dictionaries(NAMES, TEXT, max_size=3))
def test_there_and_back(ruleset: str, question: str, inputs: dict[str, str], readings: dict[str, str]) -> None:
    address = Address(ruleset, question, inputs, readings)
    written = encode(address)
    assert decode(written) == address
    assert "--" not in written.partition("?")[2]


@given(st.text(max_size=80))
def test_anything_else_gets_a_sentence(text: str) -> None:
    said = "understood."
    try:
        decode(text)
    except AskError as error:
        said = str(error)
    assert len(said) < 400
    assert said.endswith(".")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "An address looks like"),
        ("bn", "An address looks like"),
        ("bn/a/b", "An address looks like"),
        ("xx/covering-fire", "There is no ruleset 'xx'; there are "),
        ("bn/coverin-fire", "did you mean 'covering-fire'?"),
        ("bn/covering-fire?arr=1", "it has no 'arr'. Did you mean 'ar'?"),
        ("bn/covering-fire?ar=1&ar=2", "ar is given twice"),
        ("bn/covering-fire?ar", "Inputs look like name=value"),
        ("bn/covering-fire?ar=1&utm_source=mail", "it has no 'utm_source'"),
        ("bn/covering-fire?ar=x", "must be a number from 0 to"),
        ("bn/covering-fire?ar=1e9", "must be a number from 0 to"),
        ("bn/covering-fire?ar=1/0", "must be a number from 0 to"),
        ("bn/covering-fire?ar=0.5", "whole number"),
        ("bn/covering-fire?ar=2.5", "the nearest is 3"),
        ("bn/covering-fire?ar=3.5", "the nearest is 4"),
        ("bn/covering-fire?distance=-3", "Distance must be from 0 to 60 cm, not −3."),
        ("bn/covering-fire?troops=zz", "Troops must be r1, r2"),
        ("bn/covering-fire?bunker=maybe", "must be yes or no, not 'maybe'"),
        ("bn/covering-fire?ruling.covering-bonus=Z", "ruling.covering-bonus must be A or B, not 'Z'"),
        ("bn/covering-fire?ruling.nonsense=A", "has no ruling 'nonsense'"),
        ("bn/covering-fire?ar=" + "9" * 500, "at most 200 characters"),
        ("bn/" + "x" * 5000, "at most 4000 characters"),
    ],
)
def test_bad_addresses(text: str, sentence: str) -> None:
    with pytest.raises(AskError) as error:
        ask(text)
    assert sentence in str(error.value)


def test_a_link_may_say_which_edition_it_was_asked_of() -> None:
    plain = "bn/covering-fire?ar=1&distance=32"
    assert decode(f"{plain}&edition=1.5.1") == decode(plain)
    assert ask(f"{plain}&edition=the+next").address == ask(plain).address
