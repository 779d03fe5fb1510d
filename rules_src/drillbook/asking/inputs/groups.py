"""Forms that several questions share.

A form is a frozen dataclass whose fields are inputs; a question takes the form as one argument.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar, get_type_hints

T = TypeVar("T")


def inputs_of(function: Callable[..., Any]) -> Iterator[tuple[str, Any]]:
    """Yield every input of a question: its argument name and its declared type.

    The fields of a form come in the place of the form.
    """
    hints = get_type_hints(function, include_extras=True)
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is not inspect.Parameter.KEYWORD_ONLY:
            continue
        hint = hints[parameter.name]
        if is_dataclass(hint) and isinstance(hint, type):
            declared = get_type_hints(hint, include_extras=True)
            yield from ((field.name, declared[field.name]) for field in fields(hint))
        else:
            yield parameter.name, hint


def formed(form: type[T], given: Mapping[str, Any]) -> T:
    """Return the form filled with the given values of its own fields."""
    return form(**{field.name: given[field.name] for field in fields(form)})  # type: ignore[arg-type]


def spread_fields(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the same function with every field of its forms as a separate argument."""
    hints = get_type_hints(function)
    names = [name for name, one in inspect.signature(function).parameters.items() if one.kind is one.KEYWORD_ONLY]
    forms = {name: hints[name] for name in names if is_dataclass(hints[name])}
    if not forms:
        return function

    @functools.wraps(function)
    def filled(reader: Any, /, **given: Any) -> Any:
        whole = {name: formed(form, given) for name, form in forms.items()}
        return function(reader, **whole, **{name: given[name] for name in names if name not in forms})

    return filled
