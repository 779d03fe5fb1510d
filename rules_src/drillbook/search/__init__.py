"""Search and ask: words that somebody types become hits, and a situation told in fragments becomes a question filled in."""

from drillbook.search.finder import Finder, finder, with_answers
from drillbook.search.hits import Hit

__all__ = ["Finder", "Hit", "finder", "with_answers"]
