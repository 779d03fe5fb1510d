"""Quizzes: items made from the questions, with wrong answers that somebody could honestly give."""

from drillbook.quizzing.items import Item, Option
from drillbook.quizzing.quiz import Quiz, items_of, quiz

__all__ = ["Item", "Option", "Quiz", "items_of", "quiz"]
