"""Private names of the libraries beneath: each is touched in one module or one script, and each is still there."""

from __future__ import annotations

import ast
import importlib
import inspect
from pathlib import Path

import pytest
from site_shelf import ROOT, chapters
from tornado.web import RequestHandler

from conftest import Visit
from drillbook_widgets.site.seam import PRIVATE

SITE = ROOT / "widgets" / "drillbook_widgets" / "site"
MODULES = sorted(path for path in SITE.glob("*.py") if path.name != "seam.py")
LIBRARIES = ("voila", "jupyter_server", "jupyter_client", "tornado", "nbclient", "jupyter_core")


@pytest.mark.parametrize("name", PRIVATE)
def test_a_private_name_is_still_there(name: str) -> None:
    module, _, path = name.partition(":")
    found = importlib.import_module(module)
    for part in path.split("."):
        attribute = part.removesuffix("()")
        assert hasattr(found, attribute), (
            f"{module} has no {attribute} any more; it was needed because: {PRIVATE[name]}"
        )
        found = getattr(found, attribute)
        if part.endswith("()"):
            found = found()


def test_what_the_seam_empties_is_what_the_handler_writes_to() -> None:
    assert "self._write_buffer" in inspect.getsource(RequestHandler.write)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_no_other_module_touches_a_private_name(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    own = {"self", "cls"}
    touched = [
        f"line {node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr.startswith("_")
        and not node.attr.startswith("__")
        and not (isinstance(node.value, ast.Name) and node.value.id in own)
        and ast.unparse(node) not in ("os._exit", "HTTPStatus._value2member_map_")
    ]
    assert not touched, touched
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in LIBRARIES:
            assert not any(part.startswith("_") for part in (node.module or "").split(".")), node.module
            assert not any(alias.name.startswith("_") for alias in node.names), ast.unparse(node)


SCRIPTS = sorted((SITE / "jupyter/voila/templates/drillbook/static").glob("*.js"))
GLOBALS = ("console.", "window.addEventListener =", "jupyterapp", "window.fetch =", "history.pushState =")


def test_one_script_touches_the_front_ends_own_things() -> None:
    users = {
        path.name
        for path in SCRIPTS
        for word in GLOBALS
        if word in path.read_text(encoding="utf-8")
        and not (word == "console." and "console.warn =" not in path.read_text())
    }
    assert users == {"seam.js"}


@pytest.fixture(scope="module")
def seen(browser, site):  # type: ignore[no-untyped-def]
    """A page whose plates are live."""
    from conftest import visit_with

    visit = visit_with(browser, site)
    visit.live(chapters()[0].path)
    yield visit
    visit.context.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "seam.heldListeners > 0",
        "seam.quietedWarnings > 0",
        "jupyterapp.widgetManager",
        "jupyterapp.widgetManager.kernel.dispose",
        "jupyterapp.widgetManager.kernel.isDisposed === false",
        "jupyterapp.widgetManager.kernel.connectionStatusChanged.connect",
        "jupyterapp.widgetManager.kernel.statusChanged.connect",
    ],
)
def test_the_front_end_still_has(seen: Visit, name: str) -> None:
    script = f"() => {{ const seam = window.drillbookSeam, jupyterapp = window.jupyterapp; return Boolean({name}); }}"
    assert seen.page.evaluate(script), f"Voilà's front end has no {name} any more"
