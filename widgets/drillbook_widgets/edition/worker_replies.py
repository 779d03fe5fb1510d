"""The replies that a page of an edition gets where a site would answer a request.

A worker beside the page computes the same replies with the same functions.

This module and everything that it imports run in the browser's Python: no server, no widgets, no compiled code of our
own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote

from drillbook import AskError, ask
from drillbook.formats import json as as_data
from drillbook.rules.cache import made_again
from drillbook.search.form import Form
from drillbook.search.hits import Hit
from drillbook.search.words import LONGEST
from drillbook_widgets.pages.content.house_rules import honoured, placed
from drillbook_widgets.pages.content.search import Wanted, hits_told, search_hits
from drillbook_widgets.pages.content.share import NO_PIECE, differing, handed_on, house_told

OK, NOT_YET, NOT_UNDERSTOOD, NOTHING = 200, 202, 400, 404
TOLD, FORMS = (Path(__file__).resolve().parent / name for name in ("told.json", "forms.pickle"))
Reply = tuple[int, str]


@dataclass(frozen=True)
class BuildFacts:
    """The facts that the build stores about the book.

    answered: the addresses that each readable chapter answers in its text, by chapter.
    """

    answered: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def way(self, page: str | None) -> str | None:
        """Return the path to a rule's sentence, or None if its chapter is not written.

        The shelf of a site has the same method.
        """
        return page if page and page.partition("#")[0].removeprefix("/") in self.answered else None


@cache
def build_facts() -> BuildFacts:
    """Return the facts that the build has stored."""
    found = json.loads(TOLD.read_text("utf-8")) if TOLD.is_file() else {}
    return BuildFacts({name: tuple(addresses) for name, addresses in found.items()})


@cache
def kept_forms() -> Mapping[str, Sequence[Form]]:
    """Return the forms of all questions by ruleset, as the build has stored them.

    Importing every question takes seconds in the browser.
    """
    found: Mapping[str, Sequence[Form]] = made_again(FORMS.read_bytes()) if FORMS.is_file() else {}
    return found


def reply(path: str) -> Reply:
    """Return the status and the text that a site would send for a path.

    path: starts with `/` and may have a query.
    """
    where, _, query = path.partition("?")
    for form, answer in ROUTES:
        if found := form.fullmatch(where):
            return answer(query, *map(unquote, found.groups()))
    return NOTHING, json.dumps({"sorry": f"Nothing is answered at {where}."})


def _sent(data: Any, status: int = OK) -> Reply:
    return status, json.dumps(data, ensure_ascii=False)


def _first(query: str) -> dict[str, str]:
    return {name: values[-1] for name, values in parse_qs(query, keep_blank_values=True).items()}


def answer_json(query: str) -> Reply:
    """Return an answer in one line, or with its whole form."""
    asked = _first(query)
    address = asked.get("address", "")
    found = honoured(address, asked.get("house", ""), asked.get("whole", "") == "yes")
    return _sent(placed(found, address, build_facts().way))


def exact_json(query: str) -> Reply:
    """Return an answer as `drillbook ask --json` prints it, with the other readings' answers.

    An address that is not understood gives status 400 and the error sentence.
    """
    try:
        return _sent(as_data.answer_json(ask(_first(query).get("address", ""), otherwise=True)))
    except AskError as problem:
        return _sent({"sorry": str(problem)}, NOT_UNDERSTOOD)


def hits_json(query: str) -> Reply:
    """Return the hits of a search, or status 202 if the page must ask again.

    The first search collects the words of one ruleset per request, so that a reader who moves a slider meanwhile does not
    wait for the search.
    """
    text, short, found = _hits(_first(query))
    return _sent({}, NOT_YET) if found is None else _sent({"q": text, "ruleset": short, "hits": hits_told(found)})


def _hits(asked: Mapping[str, str]) -> tuple[str, str, list[Hit] | None]:
    text, short = asked.get("q", "")[:LONGEST], asked.get("ruleset", "")
    wanted = Wanted(tuple((name, 0) for name in build_facts().answered))
    if short not in wanted.shorts:
        short = ""
    return text, short, search_hits(wanted, text, short, 0.0, kept_forms())


def piece_json(query: str, short: str) -> Reply:
    """Return a piece of the book in every format for a discussion."""
    found = handed_on(short, query)
    return _sent(found or {"sorry": NO_PIECE}, OK if found else NOTHING)


def house_json(query: str, short: str, chapter: str) -> Reply:
    """Return what the text of a chapter would say under these house rules."""
    try:
        found, readings = house_told(short, chapter, query)
    except AskError:
        return _sent({"rulings": {}, "answers": {}}, NOTHING)
    answers = differing(build_facts().answered.get(f"{short}/{chapter}", ()), readings) if readings else {}
    return _sent({**found, "answers": answers})


def hits_html(query: str) -> Reply:
    """Return the hits of a search with their answers, as HTML for the search page."""
    from drillbook_widgets.edition import dynamic_pages  # no answer waits for it

    asked = _first(query)
    text, short, hits = _hits(asked)
    return (NOT_YET, "") if hits is None else (OK, dynamic_pages.found(text, short, hits))


def beside_html(query: str) -> Reply:
    """Two to four answers beside each other, as a page holds them."""
    from drillbook_widgets.edition import dynamic_pages

    return OK, dynamic_pages.compare_addresses(parse_qs(query, keep_blank_values=True))


def quiz_html(query: str, short: str = "", slug: str = "") -> Reply:
    """Return a quiz of the whole book, of a ruleset or of a chapter, as HTML for its page."""
    from drillbook_widgets.edition import dynamic_pages

    try:
        return OK, dynamic_pages.quiz_by_number(parse_qs(query, keep_blank_values=True), short, slug, build_facts().way)
    except AskError as problem:
        return NOTHING, dynamic_pages.no_quiz(str(problem))


def house_rules_html(query: str, short: str) -> Reply:
    """Return a group's house rules as HTML for the page of rulings."""
    from drillbook_widgets.edition import dynamic_pages

    made = dynamic_pages.house_rules(short, query)
    return (NOTHING, "") if made is None else (OK, made)


ROUTES: tuple[tuple[re.Pattern[str], Callable[..., Reply]], ...] = (
    (re.compile(r"/answer\.json"), answer_json),
    (re.compile(r"/exact\.json"), exact_json),
    (re.compile(r"/search\.json"), hits_json),
    (re.compile(r"/search"), hits_html),
    (re.compile(r"/compare"), beside_html),
    (re.compile(r"/quiz"), quiz_html),
    (re.compile(r"/([a-z0-9]+)/quiz"), quiz_html),
    (re.compile(r"/([a-z0-9]+)/quiz/([a-z0-9-]+)"), quiz_html),
    (re.compile(r"/([a-z0-9]+)/rulings"), house_rules_html),
    (re.compile(r"/([a-z0-9]+)/piece\.json"), piece_json),
    (re.compile(r"/([a-z0-9]+)/([a-z0-9-]+)/house\.json"), house_json),
)
