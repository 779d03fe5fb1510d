"""Quizzes: items made from the questions, with plausible wrong answers.

Every wrong answer is one that a player could honestly give.
"""

from drillbook.quiz.builder import Quiz, items_of, quiz
from drillbook.quiz.items import Item, Option

__all__ = ["Item", "Option", "Quiz", "items_of", "quiz"]
