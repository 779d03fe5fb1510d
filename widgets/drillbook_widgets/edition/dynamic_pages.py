"""The pages that vary too much for one file each: quizzes, comparisons, house rules.

The pages are quizzes by number, addresses beside each other, the results of a search and a group's house rules. They
use the templates of the other pages. Answers need nothing from this module.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import escape

from drillbook import AskError, library
from drillbook.asking.uses.comparison import LETTERS
from drillbook.quiz.builder import MOST_SEED
from drillbook.search import Hit, with_answers
from drillbook.search.hits import KINDS
from drillbook_widgets.pages.content import comparison
from drillbook_widgets.pages.content.quiz import FIRST_SEED, make_quiz, quiz_data, spelt_in
from drillbook_widgets.pages.content.shared_house_rules import brought
from drillbook_widgets.pages.content.titles import NAME, quoted_name
from drillbook_widgets.pages.templating import template

Asked = Mapping[str, Sequence[str]]
"""What the query of an address asks, every value of each name."""


def compare_addresses(asked: Asked) -> str:
    """Two to four addresses beside each other."""
    given = [comparison.bare(one) for letter in LETTERS for one in asked.get(letter, ()) if one.strip()]
    told = comparison.comparison_data(comparison.laid(comparison.within_bounds(given)), given, asked)
    return "".join(template(name).render(**told) for name in ("compare/columns.html", "compare/own_addresses.html"))


def house_rules(short: str, query: str) -> str | None:
    """Return the house rules of a link as HTML, or None if the ruleset is unknown.

    The page of rulings shows the HTML.
    """
    try:
        ruleset = library().find(short)
    except AskError:
        return None
    return template("reference/linked_house_rules.html").render(book=ruleset, brought=brought(ruleset, query))


@dataclass(frozen=True)
class Home:
    """The ruleset of a hit: what it is called, and its colours."""

    title: str
    colours: str


def found(text: str, short: str, hits: Sequence[Hit]) -> str:
    """Return the results of a search as HTML, the first questions with their answers.

    short: the only ruleset that was searched, if any.
    """
    homes = {
        one.short: Home(one.title, f"--light: {one.accent.light}; --dark: {one.accent.dark}")
        for one in library().covers()
    }
    told = {
        "typed": text.strip(),
        "short": short,
        "hits": with_answers(hits, library()),
        "kinds": KINDS,
        "homes": homes,
    }
    title = f"{quoted_name(text)} · Search · {NAME}"
    return _titled(title) + template("search/hits.html").render(**told)


def _titled(title: str) -> str:
    return f"<title>{escape(title)}</title>"


def quiz_by_number(asked: Asked, short: str, slug: str, here: Any) -> str:
    """Return a quiz as HTML by its number.

    here: the function that gives the path to a rule's page. Raises AskError with the reason if there is no such quiz.
    """
    number = asked.get("seed", [""])[-1]
    if not number.isascii() or not number.isdecimal() or len(number) > len(str(MOST_SEED)):
        raise AskError(f"A quiz has a number from {FIRST_SEED} to {MOST_SEED}, not “{quoted_name(number)}”.")
    spelt = spelt_in(short, {name: values[-1] for name, values in asked.items()})
    found = make_quiz("/".join(filter(None, (short, slug))), int(number), spelt.rules)
    if isinstance(found, str):
        raise AskError(found)
    told = quiz_data(found, short, slug, spelt)
    book = library().find(short) if short else None
    place = book.title if book else "All rulesets"
    chapter = book.chapter(slug) if book else None
    title = f"Quiz {int(number)} · {chapter.title if chapter else place} · {NAME}"
    items = template("quiz/quiz_items.html").render(**told, edition=True, here=here, book=book, place=place)
    return _titled(title) + items


def no_quiz(sentence: str) -> str:
    """Why there is no quiz, and the way to another."""
    return (
        f'<p class="notice complaint" role="alert">{escape(sentence)}</p>\n'
        '<p class="quiz-ways"><a href="?seed=any">Any other quiz</a></p>'
    )
