"""A form that several questions share: a frozen dataclass whose fields are inputs, taken by a question as one argument."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar, get_type_hints

T = TypeVar("T")


def inputs_of(function: Callable[..., Any]) -> Iterator[tuple[str, Any]]:
    """Every input of a question by its argument, with what is declared of it; a form's fields stand where the form does."""
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
    """The form filled in with its own part of what is given."""
    return form(**{field.name: given[field.name] for field in fields(form)})  # type: ignore[arg-type]


def spread_fields(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, taking every field of its forms by itself."""
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
