"""Search: typed words give hits, and a situation in fragments gives a filled question."""

from drillbook.search.finder import Finder, finder, with_answers
from drillbook.search.hits import Hit

__all__ = ["Finder", "Hit", "finder", "with_answers"]
