"""Modules that libraries take along where they are installed, and that nothing here uses."""

from __future__ import annotations

import sys

UNUSED = (
    "rfc3987_syntax",
    "rfc3986_validator",
    "rfc3339_validator",
    "fqdn",
    "webcolors",
    "uri_template",
    "isoduration",
)
"""Checkers of addresses, times and colours that jsonschema takes along where they are installed, for files that nobody
has here; it does without them. The first builds a grammar while it is imported, which takes seconds."""


def leave_out() -> None:
    """Keep modules that are never used from being imported.

    To be called before a library is imported that would take them along.
    """
    for name in UNUSED:
        sys.modules.setdefault(name, None)  # type: ignore[arg-type]  # an import of it fails at once
