"""Pages fetched without a browser: status, text, headers, and the elements of a page."""

from __future__ import annotations

import urllib.error
import urllib.request
from html.parser import HTMLParser


def fetch(
    address: str, *, data: bytes | None = None, headers: dict[str, str] | None = None
) -> tuple[int, str, dict[str, str]]:
    """Return status, text and headers of an address, whatever the status."""
    request = urllib.request.Request(address, data=data, headers=headers or {})
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.read().decode(), dict(answer.headers)
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode(), dict(refused.headers)


class Elements(HTMLParser):
    """The elements of a page, their attributes and the text of the title."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.title = ""
        self.inside = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the tag with its attributes."""
        self.found.append((tag, dict(attrs)))
        self.inside = tag

    def handle_data(self, data: str) -> None:
        """Collect the text of the title."""
        if self.inside == "title":
            self.title += data

    def handle_endtag(self, tag: str) -> None:
        """Leave the tag."""
        self.inside = ""

    def meta(self, name: str) -> str:
        """Return the content of one meta element, or an empty text."""
        for tag, given in self.found:
            if tag == "meta" and name in (given.get("property"), given.get("name")):
                return given.get("content") or ""
        return ""
