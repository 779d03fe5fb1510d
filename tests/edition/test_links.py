"""Tests of where the links of an edition lead.

The expected goal is worked out by hand for every kind of link that a page has.
"""

from __future__ import annotations

import pytest

from drillbook_widgets.edition.links import Relink

LINKS = Relink(
    ["/", "/bn/", "/bn/shooting", "/bn/shot", "/bn/quiz/shooting", "/quiz"],
    ["/assets/1/site/page.js", "/bn/shooting.ipynb", "/manifest.json"],
    ["/assets/1", "/machinery/2/"],
)


@pytest.mark.parametrize(
    ("page", "link", "way"),
    [
        ("/", "/", "./"),
        ("/", "/bn/", "bn/"),
        ("/bn/", "/", "../"),
        ("/bn/", "/bn/shot", "../bn/shot/"),
        ("/bn/shooting", "/bn/shot?weapon=ar&amp;distance=20", "../../bn/shot/?weapon=ar&amp;distance=20"),
        ("/bn/shot", "/bn/shooting#bn.shooting.range", "../../bn/shooting/#bn.shooting.range"),
        ("/bn/shooting", "/bn/shooting.ipynb", "../../bn/shooting.ipynb"),
        ("/bn/shooting", "/assets/1/site/page.js", "../../assets/1/site/page.js"),
        ("/quiz", "/assets/1", "../assets/1"),
        ("/quiz", "/machinery/2/", "../machinery/2/"),
        ("/quiz", "/quiz?seed=2", "../quiz/?seed=2"),
        ("/bn/shooting", "/bn/quiz?chapter=shooting", "../../bn/quiz/shooting/"),
        ("/bn/quiz/shooting", "/bn/quiz?chapter=shooting&amp;seed=2", "../../../bn/quiz/shooting/?seed=2"),
    ],
)
def test_a_link_leads_from_page_to_page(page: str, link: str, way: str) -> None:
    assert LINKS.way(page, link) == way


def test_every_link_of_a_page_is_relative_and_its_words_stay() -> None:
    page = '<a class="x" href="/bn/shot?a=1#b">go to href="/bn/shot"</a><form action="/quiz"><a href="#here"></a><a href="https://x.org/">'
    made = LINKS.html("/bn/shooting", page)
    assert made.startswith('<a class="x" href="../../bn/shot/?a=1#b">')
    assert '<form action="../../quiz/">' in made
    assert '<a href="#here"></a><a href="https://x.org/">' in made


def test_a_page_that_stands_anywhere_counts_from_the_base() -> None:
    assert (
        LINKS.html("/404.html", '<a href="/"></a><a href="/bn/shot">', "/club/")
        == '<a href="/club/"></a><a href="/club/bn/shot/">'
    )


def test_a_link_that_leads_nowhere_is_told() -> None:
    links = Relink(["/"], [])
    links.html("/", '<a href="/bn/melee?men=2">')
    assert links.lost == {"/bn/melee": "/"}
