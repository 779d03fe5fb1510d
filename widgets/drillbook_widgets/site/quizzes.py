"""The quizzes of the site: of a chapter, a ruleset or the whole book; a quiz's number is in its address."""

from __future__ import annotations

from random import randint
from urllib.parse import urlencode

from drillbook import AskError
from drillbook.quizzing import Quiz, quiz
from drillbook.quizzing.printed import LETTERS
from drillbook.quizzing.quiz import MOST_SEED
from drillbook_widgets.site.answering import Unanswered
from drillbook_widgets.site.pages import NAME, SORRY, Page, shown

WAIT_SECONDS = 20.0
"""How long the page waits for a process that works out answers; then it says that the site is busy."""
FIRST_SEED = 1


def made(about: str, seed: int) -> Quiz | str:
    """The quiz, or the sentence why there is none."""
    try:
        return quiz(about, seed)
    except AskError as problem:
        return str(problem)


class QuizHandler(Page):
    """GET /quiz or /SHORT/quiz?chapter=SLUG&seed=NUMBER: a quiz to be taken and printed."""

    async def get(self, short: str = "") -> None:
        """The items with their answers; without a number the reader is sent to a quiz of any."""
        book = self.site.shelf.book(short)
        if short and (book is None or not book.written):
            self.sorry(404, f"There is no ruleset “{shown(short)}” in this book.", self.near_books(short))
            return
        slug, number = self.get_query_argument("chapter", ""), self.get_query_argument("seed", "")
        about = "/".join(filter(None, (short, slug)))
        if not number:
            self.redirect(self.address(short, slug, randint(FIRST_SEED, MOST_SEED)))
            return
        if not number.isascii() or not number.isdecimal() or len(number) > len(str(MOST_SEED)):
            self.sorry(404, f"A quiz has a number from {FIRST_SEED} to {MOST_SEED}, not “{shown(number)}”.")
            return
        seed = int(number)
        try:
            found = await self.site.answering.within(WAIT_SECONDS, made, about, seed)
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
            quiz=found,
            quizzing=True,
            letters=LETTERS,
            another=self.address(short, slug, seed % MOST_SEED + 1),
            fresh=self.address(short, slug, None),
            here=self.site.shelf.way,
        )

    head = get

    @staticmethod
    def address(short: str, slug: str, seed: int | None) -> str:
        """The address of a quiz; without a number that of any."""
        told = {"chapter": slug, "seed": seed}
        query = urlencode({name: value for name, value in told.items() if value})
        return (f"/{short}" if short else "") + "/quiz" + (f"?{query}" if query else "")
