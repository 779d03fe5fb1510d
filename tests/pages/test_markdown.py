"""Markdown becomes the page's text: rules with pilcrows, formulas, tables, headings."""

from __future__ import annotations

import pytest

from drillbook_widgets.pages.content import markdown
from drillbook_widgets.pages.content.collapse import asked_by_line, without_twins
from drillbook_widgets.pages.content.no_break import together

SECTIONS = {"bn.reaction.cover-cap": "8.3 Covering fire", "bon.glory.track": "Glory"}


def rendered(source: str) -> tuple[str, list[markdown.Heading]]:
    headings: list[markdown.Heading] = []
    return markdown.render(source, headings=headings, taken=set(), cite=SECTIONS.get), headings


def test_a_rule_gets_a_pilcrow_with_its_section() -> None:
    made, _ = rendered(
        'So: <a id="bn.reaction.cover-cap"></a><!--rule bn.reaction.cover-cap -->Never more than **9**.<!--/rule--> Done.'
    )
    assert '<span class="rule" id="bn.reaction.cover-cap">' in made
    assert 'href="#bn.reaction.cover-cap"' in made
    assert '<span class="pilcrow-name">8.3</span>' in made
    assert "¶" not in made, "copied text would hold it"
    assert "<strong>9</strong>.</span> Done." in made
    assert "<!--" not in made


def test_a_section_without_a_number_is_named_whole() -> None:
    made, _ = rendered('<a id="bon.glory.track"></a><!--rule bon.glory.track clause -->it is so<!--/rule-->')
    assert '<span class="pilcrow-name">Glory</span>' in made


def test_an_anchor_that_is_no_rule_stays_an_anchor() -> None:
    made, _ = rendered('Here <a id="bn.ruling.what-is-burst"></a>**Ruling**')
    assert '<a id="bn.ruling.what-is-burst"></a>' in made
    assert "pilcrow" not in made


def test_every_id_stands_once() -> None:
    made, _ = rendered(
        'A <a id="bn.reaction.cover-cap"></a><!--rule bn.reaction.cover-cap -->one<!--/rule--> and\n\n'
        '- <a id="bon.glory.track"></a><!--rule bon.glory.track -->two<!--/rule-->'
    )
    assert made.count('id="bn.reaction.cover-cap"') == made.count('id="bon.glory.track"') == 1


def test_formulas_are_mathml_also_behind_a_marker() -> None:
    made, _ = rendered("In line $x^2$.\n\n<!--formula bon.buildings.dp -->$$DP = A - 1$$<!--/formula-->")
    assert made.count("<math") == 2
    assert 'display="block"' in made
    assert "$" not in made


def test_a_formula_that_cannot_be_read_is_shown_as_written() -> None:
    made, _ = rendered(r"A broken $\left( a$ one.")
    assert "left( a" in made


def test_a_table_scrolls_in_its_own_box_and_its_caption_is_marked() -> None:
    made, _ = rendered(
        '<a id="bn.reaction.cover-cap"></a>*What each is worth.*\n\n| A | B |\n| :--- | ---: |\n| x | 1 |\n'
    )
    assert '<div class="table-box"' in made
    assert '<p class="caption">' in made


def test_headings_are_collected_and_their_anchors_are_unique() -> None:
    made, headings = rendered("# Title\n\n## The *value*\n\n## The value\n")
    assert [(one.level, one.anchor, one.words) for one in headings] == [
        (1, "title", "Title"),
        (2, "the-value", "The value"),
        (2, "the-value-2", "The value"),
    ]
    assert 'id="the-value-2"' in made


def ruling(name: str, ask: str) -> str:
    return f'<details class="ruling">\n<summary><a id="{name}"></a><b>{ask}</b> We do.</summary>\n\nWhy *so*.\n\n</details>\n\n'


def test_rulings_in_a_run_become_one_line_that_says_how_many() -> None:
    made, _ = rendered(
        "Before.\n\n"
        + ruling("one", "May he?")
        + ruling("two", "Must he?")
        + "Between.\n\n"
        + ruling("three", "Can he?")
    )
    assert made.count('<details class="rulings">') == 1
    assert "<b>2 open questions</b> <span>May he? Must he?</span>" in made
    assert made.count('<details class="ruling">') == 3
    assert "<em>so</em>" in made


def test_a_ledger_that_its_plate_shows_goes() -> None:
    ledger = '<details class="ledger"><summary>The steps</summary><ul><li>1</li></ul></details>'
    worked = f'<div class="worked"><p>So → <a href="/bn/shot?a=1&amp;b=2">Yes</a></p>{ledger}</div>'
    assert ledger not in without_twins(worked, frozenset({"bn/shot?a=1&b=2"}))
    assert ledger in without_twins(worked, frozenset({"bn/shot?a=1&b=3"}))


def test_a_percentage_stays_with_its_sign() -> None:
    made, _ = rendered('A hit <a href="/bn/shot?of=50 %">42.1 % (91/216)</a>.')
    assert '<a href="/bn/shot?of=50 %"><span class="whole">42.1 %</span> (91/216)</a>' in made


@pytest.mark.parametrize(
    ("answer", "at_once"),
    [
        ("No: he moves first.", " <b>No</b>"),
        ("Yes, but each turn costs more.", " <b>Yes, but …</b>"),
        ("Not yet.", " <b>Not yet</b>"),
        ("Nothing happens to him.", ""),
        ("Of the next in rank.", ""),
    ],
)
def test_a_question_from_the_table_is_a_line_that_opens_on_its_answer(answer: str, at_once: str) -> None:
    source = f'<div class="short-asked">\n\n- *May he?* {answer} ([2](/toy/slinging#toy.slinging.pouch))\n\n</div>'
    made, _ = rendered(source)
    assert f"<li><details><summary><em>May he?</em>{at_once}</summary> {answer} (<a " in made


def test_other_lists_stay_as_they_are() -> None:
    made = "<div><ul><li><em>May he?</em> No.</li></ul></div>"
    assert asked_by_line(made) == made


def test_in_narrow_cells_lengths_and_short_compounds_stay_whole_too() -> None:
    made = together('Game Set-up, <a href="/x?to=set-up">15 cm</a> at 50.0 %; a re-examination', cells=True)
    wholes = ["Set-up", "15 cm", "50.0 %"]
    assert [one.partition("</span>")[0] for one in made.split('<span class="whole">')[1:]] == wholes
    assert together("Set-up of 15 cm") == "Set-up of 15 cm"
