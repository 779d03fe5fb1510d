"""The quizzes of the site: of a chapter, a ruleset or the whole book; a quiz's number is in its address."""

from __future__ import annotations

from random import randint

from drillbook.quizzing.quiz import MOST_SEED
from drillbook_widgets.pages.quiz import FIRST_SEED, OF_ALL, OF_ONE, address_of, made, spelt_in, told_of
from drillbook_widgets.pages.titles import NAME, shown
from drillbook_widgets.site.handlers.base import SORRY, Page
from drillbook_widgets.site.workers.pool import Unanswered

WAIT_SECONDS = 20.0
"""How long the page waits for a process that works out answers; then it says that the site is busy."""
MOST_READINGS = 400


class QuizHandler(Page):
    """GET /quiz or /SHORT/quiz?chapter=SLUG&seed=NUMBER: a quiz to be taken and printed.

    By house rules with &ruling.NAME=B for that ruleset, with &house.SHORT=ruling.NAME%3DB for one of all: the link spells them.
    """

    async def get(self, short: str = "") -> None:
        """The items with their answers; without a number the reader is sent to a quiz of any."""
        book = self.site.shelf.book(short)
        if short and (book is None or not book.written):
            self.sorry(404, f"There is no ruleset “{shown(short)}” in this book.", self.near_books(short))
            return
        slug, number = self.get_query_argument("chapter", ""), self.get_query_argument("seed", "")
        about = "/".join(filter(None, (short, slug)))
        readings = self.readings()
        if not number:
            self.redirect(address_of(short, slug, randint(FIRST_SEED, MOST_SEED), readings))
            return
        if not number.isascii() or not number.isdecimal() or len(number) > len(str(MOST_SEED)):
            self.sorry(404, f"A quiz has a number from {FIRST_SEED} to {MOST_SEED}, not “{shown(number)}”.")
            return
        seed, spelt = int(number), spelt_in(short, readings)
        try:
            found = await self.site.answering.within(WAIT_SECONDS, made, about, seed, spelt.rules)
        except Unanswered:
            self.sorry(503, SORRY[503])
            return
        if isinstance(found, str):
            self.sorry(404, found)
            return
        chapter = self.site.shelf.chapter(about) if book is not None else None
        place = chapter.title if chapter is not None else book.title if book is not None else "All rulesets"
        self.show(
            "quiz.html",
            title=f"Quiz {seed} · {place} · {NAME}",
            description=f"{len(found.items)} questions on {place}, with answers that somebody could honestly give.",
            book=book,
            chapter=chapter,
            place=place,
            quizzing=True,
            here=self.site.shelf.way,
            **told_of(found, short, slug, spelt),
        )

    head = get

    def readings(self) -> dict[str, str]:
        """The house rules that the address spells, as they stand there."""
        names = [name for name in self.request.arguments if name.startswith((OF_ONE, OF_ALL))]
        return {name: self.get_query_argument(name) for name in names[:MOST_READINGS]}
