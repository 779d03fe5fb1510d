"""What a page's function returns: a status, a content type and a body, however it is sent."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

HTML = "text/html; charset=utf-8"
JSON = "application/json; charset=UTF-8"


@dataclass(frozen=True, eq=False)
class Reply:
    """One page or file.

    rest: what of a chapter follows its beginning, which a browser can lay out by itself; nothing where the body is whole.
    """

    status: int
    type: str
    body: str | bytes
    rest: str = ""

    @property
    def content(self) -> bytes:
        """The whole body as bytes."""
        body = self.body.encode() if isinstance(self.body, str) else self.body
        return body + self.rest.encode()

    @property
    def text(self) -> str:
        """The whole body as text."""
        return self.content.decode()


def json_reply(data: Any, status: int = 200) -> Reply:
    """Return data as JSON that may also stand in a page's script."""
    return Reply(status, JSON, json.dumps(data).replace("</", "<\\/"))
