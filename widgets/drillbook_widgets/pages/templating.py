"""The templates of all pages, compiled once and read again where a file changes."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, Template

HERE = Path(__file__).resolve().parent
TEMPLATES, STATIC = HERE / "templates", HERE / "static"
"""The folders of the templates, and of the pages' scripts, styles and pictures."""


@cache
def environment() -> Environment:
    """Return the environment of the templates, which escape values and may include scripts."""
    loaders = [FileSystemLoader(TEMPLATES), PrefixLoader({STATIC.name: FileSystemLoader(STATIC)})]
    return Environment(loader=ChoiceLoader(loaders), autoescape=True)


def template(name: str) -> Template:
    """Return the template of that file name."""
    return environment().get_template(name)
