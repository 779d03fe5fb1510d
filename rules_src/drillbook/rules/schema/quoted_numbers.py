"""Texts of ruleset.toml that quote the rules' numbers by their keys.

The placeholders are such as `{reaction.opp-range}` or `{setup.area/deep:word}`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from drillbook.errors import RulesError
from drillbook.rules.model import Ruleset
from drillbook.rules.schema.placeholders import fill, stray_numbers

_QUOTED = re.compile(r"\{(?P<rule>[a-z0-9.-]+)(?:/(?P<part>[a-z0-9_-]+))?(?::(?P<look>\w+))?\}")


def stray(text: str, exempt: Mapping[str, str]) -> list[str]:
    """Return the numbers of a text that come from no rule and are not exempt."""
    return stray_numbers(_QUOTED.sub(" ", text), exempt)


def keys_in(text: str) -> list[str]:
    """Return the keys of the rules whose numbers a text quotes, each once."""
    return list(dict.fromkeys(found["rule"] for found in _QUOTED.finditer(text)))


def quoted_in(text: str, ruleset: Ruleset) -> str:
    """Return the text with the numbers of that ruleset.

    Raises RulesError if a rule or a number does not exist, or if the number cannot be printed in the format.
    """
    return _QUOTED.sub(lambda found: _number(ruleset, found), text)


def _number(ruleset: Ruleset, found: re.Match[str]) -> str:
    rule = ruleset.rule(found["rule"])
    value: Any = rule.values.get(found["part"]) if found["part"] else rule.value
    if value is None:
        raise RulesError(f"{rule.id} has no number {found.group()}; it has {', '.join(rule.values) or 'none'}.")
    try:
        return fill(f"{{value:{found['look'] or ''}}}", {"value": value})
    except (KeyError, ValueError) as problem:
        raise RulesError(f"{found.group()} cannot be printed: {problem}.") from None
