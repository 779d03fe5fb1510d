"""What the book is called, and how a name out of an address is quoted."""

from __future__ import annotations

from urllib.parse import unquote

NAME = "Drillbook"


def quoted_name(name: str) -> str:
    """A name from an address as it may be quoted in a sentence: short, one line."""
    clean = " ".join(unquote(name).split())
    return clean if len(clean) <= 60 else clean[:59] + "…"
