"""What the book is called, and how a name out of an address is quoted."""

from __future__ import annotations

from urllib.parse import unquote

NAME = "Drillbook"


def quoted_name(name: str) -> str:
    """Return a name from an address in a form for quoting: at most 60 characters, one line."""
    clean = " ".join(unquote(name).split())
    return clean if len(clean) <= 60 else clean[:59] + "…"
