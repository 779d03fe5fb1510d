"""The names that a chapter or a question must not take: those of every ruleset's pages."""

RESERVED_NAMES = frozenset({"about", "changes", "compare", "course", "glossary", "quiz", "rulings", "sheet", "table"})


def reserved_name_complaint(name: str) -> str:
    """Return the sentence against a name that a page of every ruleset has; empty if it is free."""
    return f"'{name}' is the name of a page that every ruleset has; choose another." if name in RESERVED_NAMES else ""
