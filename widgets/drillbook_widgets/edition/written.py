"""The pages of which no file holds every kind: quizzes by their numbers, addresses beside each other, a group's house rules.

They are written by the templates of the site's own pages; an answer needs nothing of this module.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, Template, select_autoescape

from drillbook import AskError, library
from drillbook.asking.comparing import LETTERS
from drillbook.quizzing.quiz import MOST_SEED
from drillbook_widgets.site import laid, quizzed
from drillbook_widgets.site.brought import brought

TEMPLATES = Path(__file__).resolve().parents[1] / "site" / "jupyter" / "voila" / "templates" / "drillbook"
Asked = Mapping[str, Sequence[str]]
"""What the query of an address asks, every value of each name."""


@cache
def _template(name: str) -> Template:
    surroundings = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=select_autoescape(["html"]))
    return surroundings.get_template(name)


def beside(asked: Asked) -> str:
    """Two to four addresses beside each other."""
    given = [laid.bare(one) for letter in LETTERS for one in asked.get(letter, ()) if one.strip()]
    told = laid.told_of(laid.laid(laid.within_bounds(given)), given, asked)
    return "".join(_template(name).render(**told) for name in ("beside.html", "beside_own.html"))


def house_rules(short: str, query: str) -> str | None:
    """The house rules that a link brings, for their place among the rulings; nothing where there is no such ruleset."""
    try:
        ruleset = library().find(short)
    except AskError:
        return None
    theirs, complaint = brought(ruleset, query)
    return _template("rulings_brought.html").render(book=ruleset, theirs=theirs, complaint=complaint)


def quiz(asked: Asked, short: str, slug: str, here: Any) -> str | None:
    """A quiz by its number; nothing where there is no such quiz. here: the way to a rule's page."""
    number = asked.get("seed", [""])[-1]
    if not number.isascii() or not number.isdecimal() or len(number) > len(str(MOST_SEED)):
        return None
    spelt = {name: values[-1] for name, values in asked.items() if name.startswith(("ruling.", "house."))}
    own = urlencode({name: one for name, one in spelt.items() if name.startswith("ruling.")})
    of_all = tuple((name.removeprefix("house."), text) for name, text in spelt.items() if name.startswith("house."))
    known = {one.short: one for one in library().all()}
    rules = ((short, own),) if short else tuple(one for one in of_all if one[0] in known)
    found = quizzed.made("/".join(filter(None, (short, slug))), int(number), rules)
    if isinstance(found, str):
        return None
    told = quizzed.told_of(found, short, slug, spelt)
    book = known.get(short)
    return _template("quiz_items.html").render(
        **told, edition=True, here=here, book=book, place=book.title if book else "All rulesets"
    )
