"""The handler of the quizzes of a chapter, a ruleset or the whole book.

A quiz's number is in its address.
"""

from __future__ import annotations

from random import randint

from drillbook.quiz.builder import MOST_SEED
from drillbook_widgets.pages.content.quiz import FIRST_SEED, OF_ALL, OF_ONE, address_of
from drillbook_widgets.pages.quiz import quiz_reply
from drillbook_widgets.site.handlers.base import Page

MOST_READINGS = 400


class QuizHandler(Page):
    """GET /quiz or /SHORT/quiz?chapter=SLUG&seed=NUMBER: a quiz to be taken and printed.

    By house rules with &ruling.NAME=B for that ruleset, with &house.SHORT=ruling.NAME%3DB for one of all: the link spells them.
    """

    async def get(self, short: str = "") -> None:
        """Send the items with their answers; without a number, redirect to a random quiz."""
        slug, number = self.get_query_argument("chapter", ""), self.get_query_argument("seed", "")
        readings = self.readings()
        if not number and (not short or self.context.written(short)):
            self.redirect(address_of(short, slug, randint(FIRST_SEED, MOST_SEED), readings))
            return
        self.send(await quiz_reply(self.context, short, slug, number, readings))

    head = get

    def readings(self) -> dict[str, str]:
        """Return the house rules in the address, as written there."""
        names = [name for name in self.request.arguments if name.startswith((OF_ONE, OF_ALL))]
        return {name: self.get_query_argument(name) for name in names[:MOST_READINGS]}
