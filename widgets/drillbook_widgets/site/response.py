"""A page's text in two parts, packed once."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import cached_property
from weakref import WeakKeyDictionary

from drillbook_widgets.pages.reply import Reply

HARD = 6
GZIP = 31
"""zlib's number for its usual window in gzip's form."""


@dataclass(frozen=True)
class Sendable:
    """A page's text in two parts: a browser lays out the beginning while the rest comes.

    rest: may be nothing.
    """

    beginning: str
    rest: str

    @property
    def plain(self) -> tuple[bytes, bytes]:
        """Both as they are."""
        return self.beginning.encode(), self.rest.encode()

    @cached_property
    def packed(self) -> tuple[bytes, bytes]:
        """Both packed as one, so that the beginning can be read before the rest is there."""
        packer = zlib.compressobj(HARD, zlib.DEFLATED, GZIP)
        first, rest = self.plain
        begun = packer.compress(first) + packer.flush(zlib.Z_SYNC_FLUSH)
        return begun, packer.compress(rest) + packer.flush()


_sendable: WeakKeyDictionary[Reply, Sendable] = WeakKeyDictionary()


def sendable(reply: Reply) -> Sendable:
    """Return a reply's text ready to be sent, packed once for as long as the reply is kept."""
    found = _sendable.get(reply)
    if found is None:
        found = _sendable[reply] = Sendable(str(reply.body), reply.rest)
    return found
