"""Search and ask: words that somebody types become hits, and a situation told in fragments becomes a question filled in."""

from drillbook.finding.hits import Hit
from drillbook.finding.search import Finder, answered, finder

__all__ = ["Finder", "Hit", "answered", "finder"]
